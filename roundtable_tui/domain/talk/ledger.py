"""Every question ever put to the user, by its name, and what became of it; the same in every mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import AMENDMENT, Question, QuestionKey, Subject, TopicSubject


class Standing(StrEnum):
    ASKED = "asked"
    SETTLED = "settled"
    """Answered, or known without being asked."""
    DEFERRED = "deferred"
    """The user wants to come to it later, or never."""
    STRUCK = "struck"
    """The user does not want to be asked this."""


class Point(Struct, frozen=True):
    """One question; `question` is how it was put last, and None where it was settled without being put."""

    standing: Standing
    question: Question | None = None
    asked: tuple[int, ...] = ()
    """The exchanges in which it was put."""


class Ledger(Struct, frozen=True):
    points: Mapping[QuestionKey, Point] = field(default_factory=dict)

    def settled(self, subject: Subject) -> frozenset[str]:
        """The keys of a subject's questions that need not be asked again."""
        return frozenset(
            name.key
            for name, point in self.points.items()
            if name.subject == subject and point.standing is Standing.SETTLED
        )

    def standing(self, name: QuestionKey) -> Standing | None:
        point = self.points.get(name)
        return point.standing if point else None

    @property
    def topic_questions(self) -> int:
        """How many questions of topics were put; one put again is one question, and asking what to amend is none."""
        return sum(
            isinstance(name.subject, TopicSubject) and name.subject.topic != AMENDMENT and bool(point.asked)
            for name, point in self.points.items()
        )

    def with_settled(self, subject: Subject, keys: Iterable[str]) -> Ledger:
        points = dict(self.points)
        settle(points, subject, keys)
        return Ledger(points)


def put(points: dict[QuestionKey, Point], question: Question, exchange: int) -> None:
    """Notes that a question was asked; one that was settled stays settled, however often it comes up."""
    known = points.get(question.name)
    asked = (*(known.asked if known else ()), exchange)
    settled = known is not None and known.standing is Standing.SETTLED
    points[question.name] = Point(Standing.SETTLED if settled else Standing.ASKED, question, asked)


def settle(
    points: dict[QuestionKey, Point], subject: Subject, keys: Iterable[str], standing: Standing = Standing.SETTLED
) -> None:
    for key in keys:
        name = QuestionKey(subject, key)
        points[name] = replace(points.get(name, Point(standing)), standing=standing)


def unsettle(points: dict[QuestionKey, Point]) -> None:
    """What was answered may be asked once more; what the user struck or put off stays so."""
    for name, point in points.items():
        if point.standing is Standing.SETTLED:
            points[name] = replace(point, standing=Standing.ASKED)


def reopen(points: dict[QuestionKey, Point], name: QuestionKey) -> None:
    """What was struck or put off may be asked again; an answer stays an answer."""
    known = points.get(name)
    if known is None or known.standing is Standing.SETTLED:
        return
    if known.asked:
        points[name] = replace(known, standing=Standing.ASKED)
    else:
        del points[name]
