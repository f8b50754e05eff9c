"""What is answered to a comment by which an entry is to say something else: a wording of it, or only a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.small_talk import says_none
from roundtable_tui.domain.talk.spoken_words import phrases, spoken

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State

_STAYS = phrases(
    "none, no (change|changes), [please] do not change (it|that|this|anything), leave (as is|as it is), "
    "(drop|forget) (it|that|this)"
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
