"""Which one of a few values some words name: "must", "Must have", "shoud", "2"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.operations import Choose
from roundtable_tui.domain.talk.spoken_words import COURTESY, is_slip_of, spoken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_BESIDE = frozenset("a an the is are be as to it its priority have has been ok yes".split())


def value_of(text: str, values: Sequence[str]) -> str:
    """The value the words name, where they say nothing else; empty if they name none, or could name several."""
    said = [word for word in words_of(text) if not all((meant.text,) in COURTESY for meant in spoken(word))]
    if whole := _only(value for value in values if _run_together(value) == "".join(said).replace("-", "")):
        return whole
    telling = [word for word in said if word not in _BESIDE]
    if len(telling) != 1:
        return ""
    word = telling[0]
    if word.isdecimal():
        return values[int(word) - 1] if 1 <= int(word) <= len(values) else ""
    first = {value: next(iter(words_of(value)), "") for value in values}
    return _only(value for value in values if word in (first[value], f"{first[value]}s")) or _only(
        value for value in values if is_slip_of(word, first[value])
    )


def _run_together(value: str) -> str:
    return "".join(words_of(value)).replace("-", "")


def _only(found: Iterable[str]) -> str:
    values = list(found)
    return values[0] if len(values) == 1 else ""


def lone_values(answer: str, question: ListQuestion) -> list[Choose]:
    """ "must, should, could": one value for each entry, in their order."""
    if not question.values:
        return []
    parts = [part for part in re.split(r"[,;\n]|\band\b", answer) if part.strip()]
    named = [value_of(part, question.values) for part in parts]
    if not all(named) or len(named) != len(question.listed):
        return []
    return [Choose(entry.id, value) for entry, value in zip(question.listed, named, strict=True)]
