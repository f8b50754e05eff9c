"""The door without a screen: line by line, good in a pipe, in a log and with a screen reader."""
