"""What an entry of a list is traced to: `FR-001: MOD-008` adds; "only" and "drop" before it do what they say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.lists.selections import select

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_SERVES = r"(?:serves?|covers?|implements?|handles?|fulfils?|meets?|traces? to|belongs? to|needs?|depends? on)"
_HOW = re.compile(
    rf"(?:(?P<alone>only|just)|(?P<away>drop|remove|without|not|no)|(?:add|also|plus|and)|{_SERVES})?\b\s*:?\s*",
    re.IGNORECASE,
)


class Trace(Struct, frozen=True):
    ids: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    alone: bool = False
    """To these and to nothing else."""
    away: bool = False
    """Not to these any more."""


def trace(said: str, question: ListQuestion) -> Trace | None:
    """What is said of an entry, where it names nothing but what entries are traced to."""
    if not question.targets:
        return None
    how = _HOW.match(said)
    at = how.end() if how else 0
    named = select(said[at:], question.targets)
    if not (named.ids or named.unknown) or said[at + named.length :].strip(" ."):
        return None
    return Trace(named.ids, named.unknown, bool(how and how["alone"]), bool(how and how["away"]))
