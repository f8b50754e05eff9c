"""Comments in words: as the user's turn, for whoever deals with them, and as the question one becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentPlace, CommentSort
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.comments.comment import Anchor, Comment

_QUOTED = 160
_WANTS = {
    CommentSort.CHANGE: "Change this",
    CommentSort.QUESTION: "Question",
    CommentSort.OBJECTION: "Objection",
}


def where(comment: Comment) -> str:
    return where_is(comment.anchor)


def where_is(anchor: Anchor) -> str:
    """`FR-003 in requirements-spec.md`, `shop/models.py:41`, `FR-003`."""
    match anchor.place:
        case CommentPlace.ENTRY:
            return anchor.name
        case CommentPlace.CODE:
            return f"{anchor.name}:{anchor.line}" if anchor.line else anchor.name
    return f"{anchor.entry} in {anchor.name}" if anchor.entry else anchor.name


def on_what(comment: Comment) -> str:
    """The words it is on, cut short; empty where it is on the whole."""
    return one_line(" ".join(comment.anchor.quote), _QUOTED)


def as_said(comments: Iterable[Comment]) -> str:
    """What the user says by sending these."""
    return "\n\n".join(_paragraph(one) for one in comments)


def _paragraph(comment: Comment) -> str:
    quoted = on_what(comment)
    about = f" (“{quoted}”)" if quoted else ""
    by = f", {one_line(comment.author, 80)}" if comment.author else ""
    return f"{_WANTS[comment.sort]}, on {where(comment)}{about}{by}: {comment.text}"


def as_question(comment: Comment) -> str:
    """What is asked where nobody at the table can deal with it alone."""
    about, said = where(comment), one_line(comment.text, 400)
    whose = f"{one_line(comment.author, 80)} has" if comment.author else "You have"
    match comment.sort:
        case CommentSort.CHANGE:
            return f"{whose} a change for {about}: “{said}” What shall it say instead?"
        case CommentSort.OBJECTION:
            return f"{whose} an objection to {about}: “{said}” What shall become of it?"
    return f"{whose} a question about {about}: “{said}” What is the answer?"
