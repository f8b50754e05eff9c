"""What the user is being asked, and whether that still fits where the talk has gone since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.questions import AMENDMENT, Question
from roundtable_tui.domain.journal.events import Decision
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import Stage

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.step_records import StepRecord


class ForAnswer(Struct, frozen=True):
    question: Question


class ForMenu(Struct, frozen=True):
    step: str


class ForVerdict(Struct, frozen=True):
    """A summary is shown: the user accepts or amends it."""

    stage: Stage


class ForDecision(Struct, frozen=True):
    what: Decision
    default: bool
    resume: ForAnswer | ForMenu | ForVerdict | None = None


Waiting = ForAnswer | ForMenu | ForDecision | ForVerdict

AMENDING = Question("", "words", "What is to change?", topic=AMENDMENT)
"""What words answer that amend a summary and say how."""


def step_asking(asked: Waiting | None) -> str:
    """The step in which the user was asked this; empty if in none."""
    match asked:
        case ForMenu(step=step):
            return step
        case ForAnswer(question=question):
            return question.step
        case ForDecision(resume=resume):
            return step_asking(resume)
    return ""


def still_fitting(asked: Waiting | None, current: str, step: StepRecord | None) -> Waiting | None:
    """What the user was asked before, unless the talk has left its step, or the step has moved on since.

    A menu belongs to a step that is done, a question to one that is not or is being elaborated; a question of a topic
    and a verdict belong to no step.
    """
    match asked:
        case ForDecision(what=what, default=default, resume=resume):
            inner = still_fitting(resume, current, step)
            return ForDecision(what, default, inner if not isinstance(inner, ForDecision) else None)
        case ForMenu(step=step_id):
            fits = step is not None and step.id == step_id and step.status is StepStatus.DONE
            return asked if fits else None
        case ForAnswer(question=question) if not question.topic:
            done = step is not None and step.status is StepStatus.DONE and not step.elaborating
            return asked if question.step == current and not done else None
    return asked
