"""What a user can want of comments, and the event each of it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import (
    Anchor,
    Comment,
    CommentOutcome,
    CommentPlace,
    CommentSort,
    Dealt,
    comment_id,
)
from roundtable_tui.domain.comments.merging import later
from roundtable_tui.domain.comments.surroundings import named
from roundtable_tui.domain.journal.comment_events import (
    CommentDealt,
    CommentMade,
    CommentsBrought,
    CommentsSent,
    CommentWithdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from roundtable_tui.domain.journal.comment_events import CommentEvent
    from roundtable_tui.domain.journal.state import Comments


class MakeComment(Struct, frozen=True):
    """Write a comment; it waits with the others until they are sent. `instead_of` names one it takes the place of."""

    sort: CommentSort
    text: str
    anchor: Anchor
    instead_of: str = ""


class WithdrawComment(Struct, frozen=True):
    comment: str


class SendComments(Struct, frozen=True):
    """Send all that wait: each goes to whoever owns what it is on."""


class BringComments(Struct, frozen=True):
    """Take in what a file of comments holds."""

    file: str
    comments: tuple[Comment, ...]
    dealt: tuple[Dealt, ...]


class CloseComment(Struct, frozen=True):
    """Say oneself what became of a comment; without an outcome it is open again."""

    comment: str
    outcome: CommentOutcome | None = None
    reason: str = ""


CommentIntent = MakeComment | WithdrawComment | SendComments | BringComments | CloseComment


def events_of(
    intent: CommentIntent, comments: Comments, now: str, entries: Collection[str]
) -> tuple[CommentEvent, ...]:
    """What happens by it; nothing where there is nothing to do. `entries` are those of the dossier."""
    match intent:
        case MakeComment(sort=sort, text=text, anchor=anchor, instead_of=before):
            if not text.strip():
                return ()
            made = Comment(comment_id(sort, text, anchor, "", now), sort, text, anchor, at=now)
            gone = (CommentWithdrawn(before),) if before in comments.waiting else ()
            return (*gone, CommentMade(made))
        case WithdrawComment(comment=name):
            return (CommentWithdrawn(name),) if comments.get(name) else ()
        case SendComments():
            return (CommentsSent(tuple(comments.waiting)),) if comments.waiting else ()
        case BringComments(file=file, comments=brought, dealt=dealt):
            new = tuple(_about_entry(one, entries) for one in brought if comments.get(one.id) is None)
            names = {*comments.sent, *(one.id for one in new)}
            settled = [one for one in dealt if one.outcome is not CommentOutcome.ASKED]  # a question of another table
            told = tuple(one for one in settled if one.comment in names and _is_news(one, comments))
            return (CommentsBrought(file, new, told),) if new or told else ()
        case CloseComment(comment=name, outcome=None):
            return (CommentDealt(name),) if name in comments.dealt else ()
        case CloseComment(comment=name, outcome=outcome, reason=reason) if outcome and name in comments.sent:
            return (CommentDealt(name, Dealt(name, outcome, reason.strip(), at=now)),)
    return ()


def _about_entry(comment: Comment, entries: Collection[str]) -> Comment:
    """Whoever writes by hand only quotes: the entry named there is what it is about."""
    anchor = comment.anchor
    if anchor.entry or anchor.place is not CommentPlace.DOCUMENT:
        return comment
    name = next((found for line in anchor.quote if (found := named(line, entries))), "")
    return replace(comment, anchor=replace(anchor, entry=name)) if name else comment


def _is_news(dealt: Dealt, comments: Comments) -> bool:
    known = comments.dealt.get(dealt.comment)
    return later(known, dealt) != known
