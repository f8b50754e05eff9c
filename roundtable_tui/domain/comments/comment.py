"""A comment on a line of a document, of the code, or on an entry: what it wants, where it stands, what became of it."""

from __future__ import annotations

import hashlib
from enum import StrEnum

from msgspec import Struct


class CommentSort(StrEnum):
    """What whoever comments wants."""

    CHANGE = "change"
    QUESTION = "question"
    OBJECTION = "objection"


class CommentPlace(StrEnum):
    """What a comment is on."""

    DOCUMENT = "document"
    CODE = "code"
    ENTRY = "entry"


class CommentOutcome(StrEnum):
    """What became of a comment."""

    ASKED = "asked"
    """It is a question at the table now."""
    ANSWERED = "answered"
    DONE = "done"
    DECLINED = "declined"


class Twins(Struct, frozen=True):
    """Other places of the text that said just the same when the comment was written."""

    count: int
    nth: int
    """How many of them stood above."""
    alike: int
    """How much of what stood around any of them was the same too: whatever is no more like it may be one of them."""


class Anchor(Struct, frozen=True):
    """Where a comment stands, by the words there: line numbers are only where it was when it was written."""

    place: CommentPlace
    name: str
    """The document's name, the path of the code, or the entry's id."""
    quote: tuple[str, ...] = ()
    """The lines it is on, as they were read; none where it is on the whole."""
    above: str = ""
    below: str = ""
    """The nearest lines with words around them, which tell places with the same words apart."""
    entry: str = ""
    """The entry that those lines speak of, where they speak of one."""
    line: int = 0
    """Where the first of those lines was, counted from 1; 0 where the words were quoted by hand."""
    under: str = ""
    """The heading they stood under, or the line they were indented under."""
    twins: Twins | None = None


class Comment(Struct, frozen=True):
    id: str
    sort: CommentSort
    text: str
    anchor: Anchor
    author: str = ""
    """Who wrote it, where that is not the user of this program."""
    at: str = ""


class Dealt(Struct, frozen=True):
    """What became of a comment, and why."""

    comment: str
    outcome: CommentOutcome
    reason: str = ""
    by: str = ""
    """Who dealt with it: a persona by its key, somebody at another table by name; empty for the user."""
    entries: tuple[str, ...] = ()
    """What was changed for it, or the question it became."""
    at: str = ""


def comment_id(sort: CommentSort, text: str, anchor: Anchor, author: str, at: str) -> str:
    """The same for the same comment wherever it is kept, so that it can come back by another way and be known."""
    said = "\0".join((author, at, sort, anchor.place, anchor.name, *anchor.quote, text))
    return f"c-{hashlib.sha256(said.encode()).hexdigest()[:10]}"
