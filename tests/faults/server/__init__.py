"""A server that lies, never ends or points elsewhere costs a sentence, and learns nothing."""
