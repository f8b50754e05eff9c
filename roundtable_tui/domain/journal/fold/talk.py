"""The reducer of the talk's slice: what is asked and what is not dealt with yet, before an event in, after it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.conversation_events import (
    AmendmentEnded,
    BudgetSet,
    ConfirmationEnded,
    CrossChecked,
    PointMarked,
    Seated,
    Steered,
    SummaryShown,
    TopicDeferred,
    VerdictGiven,
)
from roundtable_tui.domain.journal.events import (
    AnswerRevised,
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Elaborated,
    Event,
    Finished,
    Left,
    ModeChosen,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    Remarked,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.guided import is_reopened_by, leaves_menu
from roundtable_tui.domain.journal.state import Talk, Turn
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import PointMark, Stage, Verdict
from roundtable_tui.domain.journal.waiting import (
    AMENDING,
    ForAnswer,
    ForDecision,
    ForMenu,
    ForVerdict,
    Waiting,
    step_asking,
    still_fitting,
)

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import Guided


def talk_after(talk: Talk, event: Event, asked: Waiting | None, before: Guided, now: Guided) -> Talk:
    """`asked` is what words of the user answer; `before` and `now` are guided mode's slice around the event.

    Transcript, ledger and the count of the user's turns are not touched here: they only grow.
    """
    match event.body:
        case UserSaid(text=text):
            return replace(talk, turn=Turn(event.exchange, event.seq, text, asked), waiting=None)
        case AnswerRevised(text=text):
            return _revised(talk, event, text, asked, now)
        case Chose() as chosen:
            return _chosen(talk, event, chosen, asked, before)
        case Spoke(outcome=Outcome.FINISHED, asked=question):
            return replace(talk, turn=None, waiting=_waiting_after(talk, question, now))
        case StepClosed() | PhaseBegun() | PhaseCompleted() | StepEngaged() | ModeChosen() as body:
            over = isinstance(body, PhaseBegun | PhaseCompleted)
            return replace(talk, turn=None, waiting=None, agreed=None if over else talk.agreed)
        case StepPassed(step=step_id) if step_id == before.current and now.current != step_id:
            return replace(talk, turn=None, waiting=None)
        case StepCompleted(step=step_id):
            return replace(talk, turn=None, waiting=ForMenu(step_id), agreed=None)
        case Elaborated(step=step_id):
            done = (step := now.steps.get(step_id)) is not None and step.status is StepStatus.DONE
            return replace(talk, turn=None, waiting=ForMenu(step_id) if done else talk.waiting)
        case StepReopened() as body if is_reopened_by(before, body):
            return _anew(talk)
        case DecisionAsked() | Decided() | Remarked() as body:
            return _settled(talk, body, before)
        case DepthChanged(phase=phase) if phase == before.phase:
            return _deepened(talk, phase, before)
        case Finished(ending=ending):
            return replace(talk, turn=None, agreed=None, ending=ending, waiting=None)
        case Left():
            return replace(talk, turn=None, agreed=None, left=True, waiting=None)
        case Continued():
            return replace(talk, turn=None, agreed=None, left=False, ending=None)
    return _conversed(talk, event)


def _conversed(talk: Talk, event: Event) -> Talk:
    """What only a conversation brings about."""
    asked = talk.open_question
    match event.body:
        case SummaryShown(stage=stage):
            return replace(talk, turn=None, waiting=None if stage is Stage.TRIVIAL else ForVerdict(stage))
        case VerdictGiven(stage=stage) as given if asked == ForVerdict(stage):
            amends = given.goes_on and given.verdict is Verdict.AMEND
            turn = replace(talk.turn, answers=ForAnswer(AMENDING)) if talk.turn and amends else None
            return replace(talk, turn=turn, waiting=None)
        case PointMarked() | TopicDeferred() as body:
            return replace(talk, turn=None, waiting=_left_of(asked, body))
        case VerdictGiven() | BudgetSet() | Seated():
            return replace(talk, turn=None, waiting=asked)
        case AmendmentEnded() | ConfirmationEnded() | CrossChecked() | Steered():
            return replace(talk, turn=None, waiting=None)
    return talk


def _left_of(asked: Waiting | None, body: PointMarked | TopicDeferred) -> Waiting | None:
    """What is still asked; a decision stays, also where what it would go back to does not."""
    if isinstance(asked, ForDecision) and _takes_away(body, asked.resume):
        return replace(asked, resume=None)
    return None if _takes_away(body, asked) else asked


def _takes_away(body: PointMarked | TopicDeferred, asked: Waiting | None) -> bool:
    """Whether what is being asked is not asked any more: it was put off, or something else comes first."""
    if isinstance(asked, ForVerdict):
        return isinstance(body, PointMarked) and body.mark is PointMark.PULLED
    if not isinstance(asked, ForAnswer):
        return False
    if isinstance(body, TopicDeferred):
        return asked.question.topic == body.topic
    here = asked.question.name == body.point.question
    return here == (body.mark is not PointMark.PULLED)


def _anew(talk: Talk) -> Talk:
    return replace(talk, turn=None, waiting=None, left=False, ending=None)


def _revised(talk: Talk, event: Event, text: str, asked: Waiting | None, now: Guided) -> Talk:
    answers = still_fitting(asked, now.current, now.current_step)
    if step_asking(asked) in now.steps:
        talk = replace(talk, left=False, ending=None)
    return replace(talk, turn=Turn(event.exchange, event.seq, text, answers), waiting=None)


def _chosen(talk: Talk, event: Event, chosen: Chose, asked: Waiting | None, before: Guided) -> Talk:
    if leaves_menu(before, chosen.command):
        return replace(talk, turn=None, waiting=None)
    if talk.turn and talk.turn.number == event.exchange:
        turn = replace(talk.turn, command=chosen.command)
    else:
        turn = Turn(event.exchange, event.seq, "", asked, chosen.command)
    return replace(talk, turn=turn, waiting=None)


def _waiting_after(talk: Talk, question: Question | None, now: Guided) -> Waiting | None:
    """A question is about the step at hand; at the menu of a done one, or after the end, any words are feedback.

    What a coding agent waits for is asked after the end, too.
    """
    if talk.ending and not (question and question.agent):
        return None
    if question and question.topic:
        return ForAnswer(question)
    step = now.current_step
    done = step is not None and step.status is StepStatus.DONE
    if question:
        at_menu = step is not None and done and not step.elaborating
        return ForMenu(now.current) if at_menu else ForAnswer(replace(question, step=now.current))
    if step and step.elaborating:
        return None
    return ForMenu(now.current) if done else talk.waiting


def _settled(talk: Talk, body: DecisionAsked | Decided | Remarked, guided: Guided) -> Talk:
    before = still_fitting(talk.open_question, guided.current, guided.current_step)
    resume = before.resume if isinstance(before, ForDecision) else before
    match body:
        case DecisionAsked():
            return replace(talk, turn=None, waiting=ForDecision(body.what, body.default, resume))
        case Decided(what=Decision.REANALYSE, yes=True):
            return replace(talk, turn=None, waiting=None, agreed=None, ending=None)
        case Decided():
            agreed = body.what if body.yes and body.what is not Decision.NEXT_PHASE else None
            return replace(talk, turn=None, agreed=agreed, waiting=None if body.yes else resume)
        case Remarked():
            return replace(talk, turn=None, waiting=before)


def _deepened(talk: Talk, phase: str, guided: Guided) -> Talk:
    """The step at hand is asked anew at that depth."""
    step = guided.current_step
    if step and step.phase == phase:
        return _anew(talk)
    asked = still_fitting(talk.open_question, guided.current, step)
    if isinstance(asked, ForDecision) and asked.what is Decision.WHICH_DEPTH:
        asked = asked.resume
    return replace(talk, turn=None, waiting=asked)
