"""Comments as remarks in the margin of a text: found again where their words stand, each with a sign of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.anchors import located
from roundtable_tui.domain.comments.owners import entry_of
from roundtable_tui.domain.comments.standing import CommentStanding, standing
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.ui.documents.remarks import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roundtable_tui.domain.comments.anchors import Spot
    from roundtable_tui.domain.comments.comment import Anchor, Comment, CommentPlace
    from roundtable_tui.domain.journal.state import State

SIGNS = {
    CommentStanding.WAITING: "✎",
    CommentStanding.OPEN: "○",
    CommentStanding.ANSWERED: "✓",
    CommentStanding.DONE: "✓",
    CommentStanding.DECLINED: "✗",
}
"""Told apart by their form, not only by a colour."""
_WEIGHTS = {CommentStanding.WAITING: 3, CommentStanding.OPEN: 2}
_LONGEST = 600


def remarks_on(
    state: State, place: CommentPlace, name: str, lines: Sequence[str], names: Mapping[str, str]
) -> Iterator[Remark]:
    """Those on this text whose words are still there; `names` are the personas' first names by their keys."""
    comments = state.comments
    mine = [
        one
        for one in (*comments.waiting.values(), *comments.sent.values())
        if (one.anchor.place, one.anchor.name) == (place, name)
    ]
    text = tuple(lines) if mine else ()
    for comment in mine:
        if spot := _located(comment.anchor, text):
            stands = standing(comment.id, state)
            words = told(comment, state, names)
            yield Remark(spot.first, spot.last, SIGNS[stands], words, _WEIGHTS.get(stands, 1))


def told_of_entry(entry: str, state: State, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    comments = state.comments
    for comment in (*comments.waiting.values(), *comments.sent.values()):
        if entry_of(comment) == entry:
            yield SIGNS[standing(comment.id, state)], told(comment, state, names)


@lru_cache(maxsize=256)
def _located(anchor: Anchor, lines: tuple[str, ...]) -> Spot | None:
    """Asked for whenever anything happens, and the same until the text changes."""
    return located(anchor, lines)


def called(by: str, names: Mapping[str, str]) -> str:
    """Whoever dealt with a comment."""
    return names.get(by, one_line(by, 40)) or "You"


def told(comment: Comment, state: State, names: Mapping[str, str]) -> str:
    """What it wants, how it stands, what it says, and what was said to it."""
    by = f" by {one_line(comment.author, 40)}" if comment.author else ""
    head = f"{comment.sort.capitalize()}{by}, {standing(comment.id, state)}: "
    dealt = state.comments.dealt.get(comment.id)
    reason = one_line(dealt.reason, _LONGEST) if dealt else ""
    who = called(dealt.by, names) if dealt else ""
    return f"{head}{one_line(neutral(comment.text), _LONGEST)}{f' → {who}: {reason}' if reason else ''}"
