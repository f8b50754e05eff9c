"""The reducer of the comments' slice: what was written, sent, brought in and dealt with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import CommentOutcome
from roundtable_tui.domain.comments.merging import later
from roundtable_tui.domain.comments.wording import as_question
from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.comment_events import (
    CommentDealt,
    CommentMade,
    CommentsBrought,
    CommentsSent,
    CommentWithdrawn,
)
from roundtable_tui.domain.journal.events import USER, Contributed, Event, Outcome, Reviewed, Spoke
from roundtable_tui.domain.journal.state import Comments
from roundtable_tui.domain.knowledge.points.point_names import RAISED
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import TypeVar

    from roundtable_tui.domain.comments.comment import Comment, Dealt
    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import Spoken

    Value = TypeVar("Value")

_LONGEST = 600
"""Characters of an answer that stand beside the comment."""


def comments_after(comments: Comments, event: Event, transcript: Sequence[Spoken], kept: Mapping[str, str]) -> Comments:
    """`kept` says of the questions that go now where the answer to them was to be kept."""
    match event.body:
        case Spoke(outcome=Outcome.FINISHED, points=points) if points and comments.dealt:
            return _answered(comments, {point.key for point in points}, event.at, transcript)
        case Spoke(outcome=Outcome.FINISHED, changes=changes) | Reviewed(changes=changes) if changes and comments.dealt:
            return _answered_by_name(comments, changes, event, kept)
        case CommentMade(comment=comment) if comment.id not in comments.sent:
            return replace(comments, waiting={**comments.waiting, comment.id: comment})
        case CommentWithdrawn(comment=name):
            return Comments(
                _without(comments.waiting, name),
                _without(comments.sent, name),
                _without(comments.dealt, name),
                _without(comments.turns, name),
            )
        case CommentsSent(comments=names):
            going = {name: comments.waiting[name] for name in names if name in comments.waiting}
            left = {name: one for name, one in comments.waiting.items() if name not in going}
            turns = {**comments.turns, **dict.fromkeys(going, event.exchange)}
            return replace(comments, waiting=left, sent={**comments.sent, **going}, turns=turns)
        case CommentsBrought(comments=brought, dealt=dealt):
            new = {one.id: one for one in brought if comments.get(one.id) is None}
            return _dealt(replace(comments, sent={**comments.sent, **new}), dealt)
        case CommentDealt(comment=name, dealt=None):
            return replace(comments, dealt=_without(comments.dealt, name))
        case CommentDealt(dealt=dealt) if dealt:
            return replace(comments, dealt={**comments.dealt, dealt.comment: dealt})
        case Contributed(dealt=dealt) if dealt:
            now = {one.comment: replace(one, at=event.at) for one in dealt if comments.get(one.comment)}
            return replace(comments, dealt={**comments.dealt, **now})
    return comments


def _answered(comments: Comments, settled: Container[str], at: str, transcript: Sequence[Spoken]) -> Comments:
    """What the user said to the question that a comment became is said to the comment."""
    asked = [
        one
        for one in comments.dealt.values()
        if one.outcome is CommentOutcome.ASKED and any(f"{RAISED}/{name}" in settled for name in one.entries)
    ]
    if not asked:
        return comments
    said = (one.utterance.text for one in reversed(transcript) if one.utterance.speaker == USER)
    words = one_line(next(said, ""), _LONGEST)
    now = {one.comment: replace(one, reason=words, by="", at=at) for one in asked}
    return replace(comments, dealt={**comments.dealt, **now})


def _answered_by_name(comments: Comments, changes: Sequence[Change], event: Event, kept: Mapping[str, str]) -> Comments:
    """The same where the question was called by its name, which takes it out."""
    now = {
        one.comment: replace(one, reason=words, by="", at=event.at)
        for one in comments.dealt.values()
        if one.outcome is CommentOutcome.ASKED
        and (gone := [name for name in one.entries if name in kept])
        and (comment := comments.sent.get(one.comment))
        and (words := _said_to(comment, changes, [kept[name] for name in gone], Stated(event.exchange)))
    }
    return replace(comments, dealt={**comments.dealt, **now}) if now else comments


def _said_to(comment: Comment, changes: Sequence[Change], places: Sequence[str], now: Stated) -> str:
    """What was noted behind the question, or what the user made the place say that was to keep the answer."""
    asked = as_question(comment)
    for change in changes:
        said = next(iter(change.fields.values()), "")
        if change.kind is Kind.NOTE and isinstance(said, str) and said.startswith(asked):
            return one_line(said.removeprefix(asked), _LONGEST)
        if change.op is not Op.REVISE or now not in change.sources:
            continue
        for name, value in change.fields.items():
            if f"{change.id}.{name}" in places and isinstance(value, str):
                return one_line(value, _LONGEST)
    return ""


def _without(part: Mapping[str, Value], name: str) -> Mapping[str, Value]:
    return {key: value for key, value in part.items() if key != name} if name in part else part


def _dealt(comments: Comments, dealt: Iterable[Dealt]) -> Comments:
    known = dict(comments.dealt)
    for one in dealt:
        if one.comment in comments.sent:
            known[one.comment] = later(known.get(one.comment), one)
    return replace(comments, dealt=known)
