"""No text from outside steers the terminal."""
