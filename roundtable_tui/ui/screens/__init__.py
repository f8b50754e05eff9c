"""The screens, each a whole view of the terminal."""
