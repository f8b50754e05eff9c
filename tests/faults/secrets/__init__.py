"""No secret reaches a request, a document, a log or a report."""
