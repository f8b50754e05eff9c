"""Where each comment of an item stands: a function of the state, never stored."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentSort
from roundtable_tui.domain.dossier.questions import TopicSubject
from roundtable_tui.domain.knowledge.points.point_names import RAISED
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.small_talk import says_none
from roundtable_tui.domain.talk.spoken_words import phrases, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.domain.dossier.dossier import Entry
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
_STAYS = phrases(
    "none, no (change|changes), [please] do not change (it|that|this|anything), leave (as is|as it is), "
    "(drop|forget) (it|that|this)"
)


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


def _asks_what_instead(question: str, state: State) -> bool:
    """Whether it stands for a comment by which an entry is to say something else."""
    comments = state.comments
    asked_for = (one.comment for one in comments.dealt.values() if question in one.entries)
    return any(comments.sent[one].sort is CommentSort.CHANGE for one in asked_for if one in comments.sent)


def says_instead(question: Entry, words: str, state: State) -> str:
    """Where these words are what an entry says from now on, as `keeps` names it; nothing where they only reply.

    A yes, a no, an "I don't know" and "you decide" are no wording.
    """
    stays = says_none(words) or tuple(word.text for word in spoken(words)) in _STAYS
    if stays or reply_to(words, asked=question.text()).meant is not Meant.ANSWER:
        return ""
    return question.text("keeps") if _asks_what_instead(question.id, state) else ""


def to_take_up(state: State) -> tuple[Comment, ...]:
    """What was sent and nobody has dealt with yet."""
    return tuple(one for name, one in state.comments.sent.items() if name not in state.comments.dealt)


def open_comments(state: State) -> tuple[Comment, ...]:
    return tuple(one for name, one in state.comments.sent.items() if standing(name, state) is CommentStanding.OPEN)
