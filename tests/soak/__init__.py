"""Long talks with real foreign servers and models; run by hand: pytest -m soak."""
