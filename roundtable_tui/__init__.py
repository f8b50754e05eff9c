"""Think a change through before building it, in a terminal."""

__version__ = "0.1.0"
