"""One entry of a list in the place of another: "httpx instead of requests", "swap mail.py for sms.py"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.lists.operations import ItemForm
from roundtable_tui.domain.talk.lists.selections import select

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_USING = r"(?:(?:we|i)(?:['’]?(?:d|ll)| will| would)?\s+)?(?:(?:rather\s+)?(?:use|take|prefer|go with|have)\s+)?"
_FORMS = (
    re.compile(rf"{_USING}(?P<new>.+?),?\s+(?:instead of|rather than|in place of)\s+(?P<old>.+)", re.IGNORECASE),
    re.compile(rf"{_USING}(?P<new>.+?),\s*(?:and\s+)?not\s+(?P<old>.+)", re.IGNORECASE),
    re.compile(rf"instead of\s+(?P<old>.+?),?\s+{_USING}(?P<new>.+)", re.IGNORECASE),
    re.compile(r"(?:swap|exchange|trade|switch)\s+(?P<old>.+?)\s+(?:for|with|against|to)\s+(?P<new>.+)", re.IGNORECASE),
)
_ALONE = " .!"
_MOST_WORDS = 4


class Exchange(Struct, frozen=True):
    id: str
    text: str
    """What the entry is from now on."""


def exchange(text: str, question: ListQuestion) -> Exchange | None:
    """The entry that makes room and what takes its place; None where it is not said of exactly one entry."""
    if question.form is ItemForm.SENTENCE:
        return None
    for form in _FORMS:
        found = form.fullmatch(text.strip(_ALONE))
        if found is None:
            continue
        old, new = select(found["old"], question.listed), found["new"].strip(_ALONE)
        alone = len(old.ids) == 1 and not old.unknown and not found["old"][old.length :].strip(_ALONE)
        if alone and len(new.split()) <= _MOST_WORDS and not select(new, question.listed).ids:
            return Exchange(old.ids[0], new)
    return None
