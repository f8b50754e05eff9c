"""Long talks and large projects stay usable."""
