"""Two windows never overwrite each other."""
