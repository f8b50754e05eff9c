"""Comments as a user or a colleague would write them, and the events that carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import Anchor, Comment, CommentPlace, CommentSort, comment_id
from roundtable_tui.domain.journal.events import USER, Event

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Body

AT = "2026-11-18T10:00:00Z"
SPEC = "requirements-spec.md"


def on_entry(name: str) -> Anchor:
    return Anchor(CommentPlace.ENTRY, name)


def on_line(quote: str, entry: str = "", document: str = SPEC, line: int = 7) -> Anchor:
    return Anchor(CommentPlace.DOCUMENT, document, (quote,), entry=entry, line=line)


def comment(
    text: str, anchor: Anchor | None = None, sort: CommentSort = CommentSort.CHANGE, author: str = "", at: str = AT
) -> Comment:
    anchor = anchor or on_line("- **AC-001-01**: Due in 30 days.")
    return Comment(comment_id(sort, text, anchor, author, at), sort, text, anchor, author, at)


def happened(*bodies: Body, first: int = 1, exchange: int = 0) -> list[Event]:
    """These, one line of the journal after another, all in one exchange."""
    return [Event(seq, AT, exchange, USER, 0, body) for seq, body in enumerate(bodies, first)]
