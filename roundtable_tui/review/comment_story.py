"""What happened to comments, each in one plain sentence for the timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentOutcome
from roundtable_tui.domain.comments.wording import where
from roundtable_tui.domain.journal.comment_events import (
    CommentDealt,
    CommentMade,
    CommentsBrought,
    CommentsSent,
    CommentWithdrawn,
)
from roundtable_tui.domain.journal.events import APP, USER, Contributed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.comments.comment import Comment, Dealt
    from roundtable_tui.domain.journal.events import Body

_SETTLED = {
    CommentOutcome.ASKED: "made a question of",
    CommentOutcome.ANSWERED: "answered",
    CommentOutcome.DONE: "settled",
    CommentOutcome.DECLINED: "declined",
}


class CommentStory:
    """Knows what was said so far, because most events name a comment only by its id."""

    def __init__(self) -> None:
        self._known: dict[str, Comment] = {}

    def told(self, body: Body) -> Iterator[tuple[str, str]]:
        """Who did it, and the sentence that goes on after their name."""
        match body:
            case CommentMade(comment=comment):
                self._known[comment.id] = comment
                yield USER, f"commented on {where(comment)}: {comment.text}"
            case CommentWithdrawn(comment=name):
                yield USER, f"withdrew {self._called(name)}"
            case CommentsSent(comments=names):
                yield USER, f"sent {_counted(len(names))}"
            case CommentsBrought(file=file, comments=comments, dealt=dealt):
                self._known |= {one.id: one for one in comments}
                if comments:
                    yield APP, f"{_counted(len(comments))} taken in from {file}"
                yield from map(self._dealt, dealt)
            case CommentDealt(comment=name, dealt=None):
                yield USER, f"opened {self._called(name)} again"
            case CommentDealt(dealt=dealt) if dealt:
                yield self._dealt(dealt)
            case Contributed(dealt=dealt):
                yield from map(self._dealt, dealt)

    def _dealt(self, dealt: Dealt) -> tuple[str, str]:
        why = f": {dealt.reason}" if dealt.reason else ""
        return dealt.by or USER, f"{_SETTLED[dealt.outcome]} {self._called(dealt.comment)}{why}"

    def _called(self, name: str) -> str:
        comment = self._known.get(name)
        return f"the comment on {where(comment)}" if comment else "a comment"


def _counted(number: int) -> str:
    return "1 comment" if number == 1 else f"{number} comments"
