"""The mark behind a line of a document that nobody has confirmed: written in one place, taken off where it is read."""

from __future__ import annotations

GUESS_MARK = "*(a guess)*"


def unmarked(text: str) -> str:
    return text.rstrip().removesuffix(GUESS_MARK).rstrip()
