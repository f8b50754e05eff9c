"""What the items of a list look like: names and paths apart at commas, sentences whole, talk about the list none."""

from __future__ import annotations

import re

from roundtable_tui.domain.talk.lists.operations import ItemForm
from roundtable_tui.domain.talk.lists.selections import ID_FORM
from roundtable_tui.domain.talk.spoken_words import words_of

_PART = re.compile(r"\s*(?:,|;|\band\b)\s*", re.IGNORECASE)
_PATH = re.compile(r"`[^`\n]+`|(?:[\w.@+-]+/)+[\w.@+-]*\w|(?<!\w)\.?[\w-]+\.[A-Za-z]\w{0,7}\b")
_ABOUT_THE_LIST = re.compile(
    r"(?:they|these|those|that|this|it|the list|the (?:first|second|third|last)|too many|too few|none of|not all|all of"
    r"|why|what|which|how|who|where|is|are|looks?|seems?|some|most|i think|i don['’]?t|we don['’]?t|yes|no|not|ok|okay"
    r"|maybe|can you|could you|please|what about)\b",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,3}[.)])\s+(?=\S)")
_LONGEST_NAME = 4
_SENTENCE = 3


def without_bullet(line: str) -> tuple[str, bool]:
    """The line without the mark of a list item, and whether it had one."""
    mark = _BULLET.match(line)
    return (line[mark.end() :], True) if mark else (line, False)


def items_in(text: str, form: ItemForm) -> tuple[str, ...]:
    """Names and paths with commas between them are several; a sentence is one."""
    parts = tuple(part for part in _PART.split(text.strip().rstrip(".")) if part)
    if form is ItemForm.SENTENCE or len(parts) < 2:
        return (text.strip(),)
    if form is ItemForm.PATH:
        named = all(_PATH.search(part) or re.fullmatch(ID_FORM, part) for part in parts)
        return parts if named else (text.strip(),)
    return parts if all(len(part.split()) <= _LONGEST_NAME for part in parts) else (text.strip(),)


def looks_like_item(text: str, form: ItemForm) -> bool:
    """Whether a line beside a list that is shown can be one more of it, and not talk about it."""
    if text.rstrip().endswith("?") or _ABOUT_THE_LIST.match(text):
        return False
    match form:
        case ItemForm.PATH:
            return _PATH.search(text) is not None
        case ItemForm.NAME:
            return all(len(part.split()) <= _LONGEST_NAME for part in _PART.split(text))
    return len(words_of(text)) >= _SENTENCE
