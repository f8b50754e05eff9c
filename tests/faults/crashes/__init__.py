"""A crash at any moment costs nothing that was sent or shown."""
