"""All comments of an item as rows: where each stands, what it says, what became of it, or that its place is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.comments.anchors import Spot, located
from roundtable_tui.domain.comments.comment import CommentPlace, CommentSort
from roundtable_tui.domain.comments.standing import CommentStanding, standing
from roundtable_tui.domain.comments.wording import where

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.domain.journal.state import State

_ORDER = list(CommentStanding)


class CommentRow(Struct, frozen=True):
    """One comment in words: for lists, reports and machines."""

    id: str
    sort: CommentSort
    place: CommentPlace
    name: str
    """The document, the path of the code, or the entry."""
    where: str
    """Its place in words."""
    line: int
    """Where its first line stands, counted from 1; 0 where it is on the whole, or on an entry."""
    quote: tuple[str, ...]
    text: str
    standing: CommentStanding
    lost: bool = False
    """The words it stood on are gone."""
    edited: bool = False
    """They are no longer quite those that were commented on."""
    reason: str = ""
    by: str = ""
    """The persona that dealt with it, or the name of somebody elsewhere; empty for the user, or while nobody has."""
    entries: tuple[str, ...] = ()
    """What was changed for it, or the question it became."""
    author: str = ""
    """Who wrote it; empty for the user."""
    at: str = ""

    @property
    def is_open(self) -> bool:
        return self.standing is CommentStanding.OPEN


def comment_rows(state: State, texts: Mapping[str, Sequence[str]] | None = None) -> tuple[CommentRow, ...]:
    """What waits first, then what is open, then the rest; each in the order of its place.

    `texts` are the lines of documents and code by name: of what is not among them it is taken that nothing moved.
    """
    comments = state.comments
    rows = [_row(one, state, (texts or {}).get(one.anchor.name)) for one in (*comments.waiting.values(), *sent(state))]
    return tuple(sorted(rows, key=lambda row: (_ORDER.index(row.standing), row.place, row.name, row.line, row.at)))


def sent(state: State) -> tuple[Comment, ...]:
    return tuple(one for name, one in state.comments.sent.items() if name not in state.comments.waiting)


def _row(comment: Comment, state: State, lines: Sequence[str] | None) -> CommentRow:
    anchor, dealt = comment.anchor, state.comments.dealt.get(comment.id)
    spot = spot_of(comment, state, lines)
    return CommentRow(
        comment.id,
        comment.sort,
        anchor.place,
        anchor.name,
        where(comment),
        spot.first if spot and anchor.quote and anchor.place is not CommentPlace.ENTRY else 0,
        anchor.quote,
        comment.text,
        standing(comment.id, state),
        spot is None,
        bool(spot and spot.edited),
        dealt.reason if dealt else "",
        dealt.by if dealt else "",
        dealt.entries if dealt else (),
        comment.author,
        comment.at,
    )


def spot_of(comment: Comment, state: State, lines: Sequence[str] | None) -> Spot | None:
    """Where it stands now; None where that is gone."""
    anchor = comment.anchor
    if anchor.place is CommentPlace.ENTRY:
        return Spot(1, 1) if state.dossier.get(anchor.name) else None
    if lines is None:
        return Spot(anchor.line, anchor.line + max(len(anchor.quote) - 1, 0))
    return located(anchor, lines)
