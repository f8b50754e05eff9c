"""A cloned repository does nothing on its own."""
