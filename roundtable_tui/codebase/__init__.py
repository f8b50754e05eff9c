"""What the user's code says, read without ever changing it."""
