"""Where each comment of an item stands: a function of the state, never stored."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentOutcome
from roundtable_tui.domain.dossier.questions import TopicSubject
from roundtable_tui.domain.knowledge.points.point_names import RAISED
from roundtable_tui.domain.talk.ledger import Standing

if TYPE_CHECKING:
    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.domain.journal.state import State


class CommentStanding(StrEnum):
    WAITING = "not sent yet"
    OPEN = "open"
    ANSWERED = "answered"
    DONE = "done"
    DECLINED = "declined"


_OUTCOMES = {
    CommentOutcome.ANSWERED: CommentStanding.ANSWERED,
    CommentOutcome.DONE: CommentStanding.DONE,
    CommentOutcome.DECLINED: CommentStanding.DECLINED,
}


def standing(comment: str, state: State) -> CommentStanding:
    if comment in state.comments.waiting:
        return CommentStanding.WAITING
    dealt = state.comments.dealt.get(comment)
    if dealt is None:
        return CommentStanding.OPEN
    if dealt.outcome is CommentOutcome.ASKED:
        return (
            CommentStanding.ANSWERED
            if any(_is_answered(entry, state) for entry in dealt.entries)
            else CommentStanding.OPEN
        )
    return _OUTCOMES[dealt.outcome]


def _is_answered(question: str, state: State) -> bool:
    """Whether the user answered the question a comment became, or it was dropped because it is settled."""
    if state.dossier.get(question) is None:
        return True
    key = f"{RAISED}/{question}"
    return any(
        isinstance(name.subject, TopicSubject) and name.key == key and point.standing is Standing.SETTLED
        for name, point in state.talk.ledger.points.items()
    )


def to_take_up(state: State) -> tuple[Comment, ...]:
    """What was sent and nobody has dealt with yet."""
    return tuple(one for name, one in state.comments.sent.items() if name not in state.comments.dealt)


def open_comments(state: State) -> tuple[Comment, ...]:
    return tuple(one for name, one in state.comments.sent.items() if standing(name, state) is CommentStanding.OPEN)
