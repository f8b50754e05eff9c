"""What can happen to comments: they are written, taken back, sent together, brought in from others, and dealt with."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.comments.comment import Comment, Dealt


class CommentMade(Struct, frozen=True):
    """The user wrote a comment; it waits until it is sent. One that is there already is written anew."""

    comment: Comment


class CommentWithdrawn(Struct, frozen=True):
    comment: str


class CommentsSent(Struct, frozen=True):
    """What waited goes to the table."""

    comments: tuple[str, ...]


class CommentsBrought(Struct, frozen=True):
    """Comments of others, and what became of comments elsewhere, as a file tells."""

    file: str
    comments: tuple[Comment, ...] = ()
    dealt: tuple[Dealt, ...] = ()


class CommentDealt(Struct, frozen=True):
    """The user closed a comment themselves; without an outcome it is open again."""

    comment: str
    dealt: Dealt | None = None


CommentEvent = CommentMade | CommentWithdrawn | CommentsSent | CommentsBrought | CommentDealt
COMMENT_FACTS = (CommentMade, CommentWithdrawn, CommentsBrought, CommentDealt)
"""What stays when an answer is taken back; taking back that comments were sent leaves them waiting."""
