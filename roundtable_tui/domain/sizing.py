"""How big and how hard a change looks, by counts a person can check by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["small", "medium", "large"]
Complexity = Literal["low", "medium", "high"]

SMALL_BELOW = 5
LARGE_ABOVE = 15

COMPLEXITY_RULE = (
    "One point each for: more than two areas, changes existing behaviour, talks to an external system, "
    "at least two named risks, more than 15 files. 0–1 points are low, 2–3 medium, 4–5 high."
)


@dataclass(frozen=True, slots=True)
class Size:
    """What the quick scan found; None is unknown, which is no evidence for anything."""

    scope: str | None = None
    complexity: str | None = None
    file_count: int | None = None


def scope_for(file_count: int) -> Scope:
    """Small is fewer than 5 files, medium 5 to 15, large more than 15."""
    if file_count < SMALL_BELOW:
        return "small"
    return "large" if file_count > LARGE_ABOVE else "medium"


def scope_for_areas(areas: int) -> Scope | None:
    """A first guess before any file is counted: one area is small, two to four medium, more large."""
    if areas < 1:
        return None
    if areas == 1:
        return "small"
    return "medium" if areas <= 4 else "large"


def complexity_reasons(
    areas: int, externals: int, risks: int, modifies: bool | None, file_count: int | None
) -> tuple[str, ...]:
    """What each point was given for, in the words of the rule."""
    points = {
        "more than two areas": areas > 2,
        "changes existing behaviour": modifies is True,
        "talks to an external system": externals > 0,
        "at least two named risks": risks >= 2,
        f"more than {LARGE_ABOVE} files": file_count is not None and file_count > LARGE_ABOVE,
    }
    return tuple(reason for reason, holds in points.items() if holds)


def complexity_for(areas: int, externals: int, risks: int, modifies: bool | None, file_count: int | None) -> Complexity:
    """One point each for: more than two areas, changes existing behaviour, talks to an external system,
    at least two named risks, more than 15 files. 0–1 points are low, 2–3 medium, 4–5 high.
    """
    points = len(complexity_reasons(areas, externals, risks, modifies, file_count))
    if points <= 1:
        return "low"
    return "medium" if points <= 3 else "high"


def agrees(scope: str | None, file_count: int | None) -> bool:
    """Whether a stated scope and a file count say the same; where one is unknown nothing contradicts."""
    return scope is None or file_count is None or scope == scope_for(file_count)
