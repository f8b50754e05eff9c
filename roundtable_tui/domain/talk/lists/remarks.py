"""What is remarked of a list in passing: that something is missing, that an entry can go, or anything else of one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.lists.operations import ItemForm

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_NOT = r"(?:n['’]?t| not)"
_CAN_GO = re.compile(
    r"\s*(?:is|are)?\s*(?:not needed|not relevant|irrelevant|unrelated|not affected|unaffected|out|can go|must go"
    r"|should go|not part of it|too much|superfluous|not in scope|out of scope)\s*[.!]*"
    rf"|\s*(?:do(?:es)?{_NOT} (?:belong|matter|count|change)|should{_NOT} be|ha(?:s|ve) nothing to do)"
    r"(?:\s+(?:(?:in|on|to|with)\s+)?(?:it|this|that|here|there|the list))?\s*[.!]*",
    re.IGNORECASE,
)
_IS_MISSING = re.compile(r"(?P<what>.+?)\s+(?:is|are)\s+(?:also\s+)?missing\s*[.!]*", re.IGNORECASE)
_ALSO = re.compile(
    r"(?:and\s+)?(?:also|and|as well as|do(?:n['’]?t| not) forget|we need|(?:what|how) about|i miss"
    r"|there(?:['’]?s| is) also)\s+(?P<what>.+?)(?:,?\s+(?:too|as well))?\s*[.!?]*"
    r"|(?P<before>.+?),?\s+(?:too|as well)\s*[.!]*",
    re.IGNORECASE,
)

_ALL_BUT = re.compile(
    r"(?:all of (?:them|these|those)|all|everything)\s+(?:but|except(?: for)?|apart from|without)\b", re.IGNORECASE
)


def leaves_out(text: str) -> bool:
    """Whether all entries but some are named."""
    return _ALL_BUT.match(text) is not None


def can_go(said: str) -> bool:
    """Whether what is said of an entry is that it does not belong there."""
    return _CAN_GO.fullmatch(said) is not None


def named_as_missing(text: str, form: ItemForm) -> str:
    """What the text wants in the list as well: "tax.py is missing"; of names and files also "tax.py too"."""
    if missing := _IS_MISSING.fullmatch(text):
        return missing["what"]
    more = _ALSO.fullmatch(text) if form is not ItemForm.SENTENCE else None
    return (more["what"] or more["before"]) if more else ""


def is_about_an_entry(text: str, question: ListQuestion) -> bool:
    """Whether words stand before the name of an entry, so that they speak of it and are no item of their own."""
    if question.form is ItemForm.SENTENCE:
        return False
    return any(re.search(rf"\s`?{re.escape(entry.name)}`?(?![\w/])", text, re.IGNORECASE) for entry in question.listed)
