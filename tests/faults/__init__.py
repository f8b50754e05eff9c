"""Tries to break promises: a folder for each, whose first line is the promise as `make faults` prints it."""
