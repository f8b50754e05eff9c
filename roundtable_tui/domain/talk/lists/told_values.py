"""Which value each entry gets, however entries and values are mixed: "must: 1 and 3, rest should", "1 must 2 could"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.operations import Choose
from roundtable_tui.domain.talk.lists.part_names import called_by_a_part
from roundtable_tui.domain.talk.lists.selections import Selection, select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_REST: Final = re.compile(
    r"(?:all\s+)?(?:the\s+)?(?:rest|others?|remaining(?: ones)?|everything else)\b", re.IGNORECASE
)
_BETWEEN: Final = re.compile(
    r"(?:[\s,;:=.()–-]|\b(?:and|then|but|only|just|is|are|has|have|to|be|as|an?|for|of|it|them|these|those|please|pls|ok"
    r"|will|by|priority)\b)+",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,;.\n]|\bbut\b|\band\b", re.IGNORECASE)


class _Said(Struct, frozen=True):
    """One thing that is said: entries, or a value."""

    value: str
    entries: Selection
    begins_clause: bool


def told_values(answer: str, question: ListQuestion) -> list[Choose]:
    """Nothing unless every word of the answer names an entry, a value, or stands between the two."""
    if not question.values:
        return []
    said = list(_said(answer, question))
    if not said or not (said[-1].value or said[-1].entries.names_something):
        return []
    if all(one.value for one in said):
        in_order = zip(question.listed, said, strict=True) if len(said) == len(question.listed) else ()
        return [Choose(entry.id, one.value) for entry, one in in_order]
    values: dict[str, str] = {}
    otherwise = ""
    for group, value in _grouped(said):
        values |= {entry_id: value for entries in group for entry_id in entries.ids}
        otherwise = value if any(entries.remaining for entries in group) else otherwise
    if otherwise:
        values |= {entry.id: otherwise for entry in question.listed if entry.id not in values}
    return [Choose(entry_id, value) for entry_id, value in values.items()]


def _said(answer: str, question: ListQuestion) -> Iterator[_Said]:
    """What is said, one thing after the other; ends with nothing where a word is not understood."""
    at, begins = 0, True
    while at < len(answer):
        if (gap := _BETWEEN.match(answer, at)) and gap.end() > at:
            begins = begins or _CLAUSE.search(gap[0]) is not None
            at = gap.end()
            continue
        entries, value, length = _next(answer[at:], question)
        if not length:
            yield _Said("", Selection(), begins_clause=True)
            return
        yield _Said(value, entries, begins)
        at, begins = at + length, False


def _next(text: str, question: ListQuestion) -> tuple[Selection, str, int]:
    if rest := _REST.match(text):
        return Selection(remaining=True), "", rest.end()
    word = re.match(r"[\w'’-]+(?:\s+have\b)?", text)
    if word and not word[0].isdecimal() and (value := value_of(word[0], question.values)):
        return Selection(), value, word.end()
    entries = select(text, question.listed)
    if entries.remaining and (rest := _REST.search(text)):
        entries = select(text[: rest.start()], question.listed)
    if not entries.names_something:
        entries = called_by_a_part(text, question.listed)
    return (entries, "", entries.length) if entries.ids and not entries.unknown else (Selection(), "", 0)


def _grouped(said: list[_Said]) -> Iterator[tuple[list[Selection], str]]:
    """Entries with their value, which stands before all of theirs or behind them."""
    waiting: list[Selection] = []
    leading = ""
    for one, following in zip(said, [*said[1:], None], strict=True):
        if one.value:
            if waiting:
                yield waiting, one.value
                waiting, leading = [], ""
            else:
                leading = one.value
            continue
        told_behind = one.begins_clause and following is not None and following.value and not following.begins_clause
        if leading and not told_behind:
            yield [one.entries], leading
        else:
            leading = ""
            waiting.append(one.entries)
