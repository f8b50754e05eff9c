"""Which one of a few values some words name: "must", "Must have", "shoud", "2"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.spoken_words import COURTESY, is_slip_of, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_BESIDE = frozenset("a an the is are be as to it its priority have has been of with ok yes".split())


def value_of(text: str, values: Sequence[str]) -> str:
    """The value the words name, where they say nothing else; empty if they name none, or could name several."""
    said = [word for word in words_of(text) if (word,) not in COURTESY]
    named = {
        _named(word, values) for word in said if word not in _BESIDE or word in {w for v in values for w in words_of(v)}
    }
    whole = next((value for value in values if tuple(said) == words_of(value)), "")
    if whole:
        return whole
    return named.pop() if len(named) == 1 else ""


def _named(word: str, values: Sequence[str]) -> str:
    """By its first word, also in the plural or with one slip, or by its place among the values."""
    if word.isdigit():
        return values[int(word) - 1] if 1 <= int(word) <= len(values) and word not in values else _equal(word, values)
    return _equal(word, values) or _near(word, values)


def _equal(word: str, values: Sequence[str]) -> str:
    found = [value for value in values if word in _first_words(value)]
    return found[0] if len(found) == 1 else ""


def _first_words(value: str) -> set[str]:
    words = words_of(value)
    first = words[0] if words else ""
    return {first, f"{first}s", "".join(words), "-".join(words)}


def _near(word: str, values: Sequence[str]) -> str:
    found = [value for value in values if is_slip_of(word, next(iter(words_of(value)), ""))]
    return found[0] if len(found) == 1 else ""
