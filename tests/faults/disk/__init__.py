"""A disk that refuses, or a place that is taken away, costs nothing."""
