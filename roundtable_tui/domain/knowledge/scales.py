"""The few steps that sizes are told in: counts in, small to large and low to high out."""

from __future__ import annotations

from typing import Literal

Scope = Literal["small", "medium", "large"]
Complexity = Literal["low", "medium", "high"]

SMALL_BELOW = 5
LARGE_ABOVE = 15


def scope_for(file_count: int) -> Scope:
    """Small is fewer than 5 files, medium 5 to 15, large more than 15."""
    if file_count < SMALL_BELOW:
        return "small"
    return "large" if file_count > LARGE_ABOVE else "medium"


def level_for(points: int) -> Complexity:
    """0–1 points are low, 2–3 medium, 4–5 high."""
    if points <= 1:
        return "low"
    return "medium" if points <= 3 else "high"
