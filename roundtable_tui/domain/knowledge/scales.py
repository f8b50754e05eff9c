"""The few steps that sizes are told in: counts in, small to large and low to high out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Scope = Literal["small", "medium", "large"]
Complexity = Literal["low", "medium", "high"]

SMALL_BELOW = 5
LARGE_ABOVE = 15
_LANGUAGES, _TIED = "languages", "files tied to them"


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


def code_complexity(files: int, folders: int, languages: int, tied: int, *, entrance: bool) -> tuple[str, ...]:
    """What each point was given for that the files to edit have to show, in the words of the rule."""
    points = {
        f"{files} files to edit": files > LARGE_ABOVE,
        f"in {folders} folders": folders > 2,
        f"in {languages} {_LANGUAGES}": languages > 1,
        f"{tied} {_TIED}": tied > LARGE_ABOVE,
        "an entry point among them": entrance,
    }
    return tuple(reason for reason, holds in points.items() if holds)


def languages_and_ties(reasons: Iterable[str]) -> tuple[int, int]:
    """The two figures of these reasons that cannot be counted again without the code; 0 where no point was given."""
    reasons = tuple(reasons)
    languages, tied = (_figure(reasons, of) for of in (_LANGUAGES, _TIED))
    return languages, tied


def _figure(reasons: tuple[str, ...], of: str) -> int:
    numbers = (reason.removeprefix("in ").removesuffix(f" {of}") for reason in reasons if reason.endswith(f" {of}"))
    return next((int(number) for number in numbers if number.isdecimal()), 0)
