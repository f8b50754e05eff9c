"""What others do to the files under a running program is never overwritten."""
