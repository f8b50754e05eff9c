"""Reads an acceptance criterion as given, when and then; what is not told that way is one thing that must hold."""

from __future__ import annotations

import re

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line

_TOLD = re.compile(
    r"(?:given(?: that)?,?\s+(?P<given>.+?)[,;.]?\s+)?(?:when,?\s+(?P<when>.+?)[,;.]?\s+)?then,?\s+(?P<then>.+)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?P<word>if|when|once)\s+(?P<when>[^,]+),\s+(?P<then>[^,]+)", re.IGNORECASE)
_AND = re.compile(r"[,;.]?\s+And\s+")


class Scenario(Struct, frozen=True):
    given: tuple[str, ...]
    when: tuple[str, ...]
    then: tuple[str, ...]
    fails: bool = False
    """Whether it tells what happens if something goes wrong."""


def scenario_of(text: str) -> Scenario:
    """Of any text that is not blank; `then` is never empty."""
    line = one_line(text)
    if (told := _TOLD.fullmatch(line)) and (then := _parts(told["then"])):
        return Scenario(_parts(told["given"]), _parts(told["when"]), then)
    if condition := _CONDITION.fullmatch(line):
        return Scenario((), (condition["when"],), (condition["then"],), condition["word"].lower() == "if")
    return Scenario((), (), (line,))


def _parts(text: str | None) -> tuple[str, ...]:
    return tuple(part for part in _AND.split(text or "") if part.strip(" .,;"))
