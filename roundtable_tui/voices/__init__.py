"""Who speaks: every voice takes a request for one turn and answers in typed parts."""
