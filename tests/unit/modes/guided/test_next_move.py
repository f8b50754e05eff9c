"""What guided mode decides next, case by case: a state comes in, one move goes out, and nothing else is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, GAPS_KEY, Question, StepSubject
from roundtable_tui.domain.journal.events import (
    Chose,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Ending,
    Finished,
    ItemCreated,
    Left,
    PhaseBegun,
    PhaseEnd,
    Remarked,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
)
from roundtable_tui.domain.journal.state import State, Turn
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.guided.mode import GuidedMode
from roundtable_tui.session.moves import (
    Append,
    BringBack,
    Crossing,
    EndPhase,
    MarkBacklog,
    Rest,
    Speak,
    StepBatch,
    TakeBack,
    WriteArtifacts,
    WriteMeta,
)
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise
from tests.support.projects import shipped_knowledge
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.waiting import Waiting

MODE = GuidedMode(elaboration_turns=3)
ITEM = ItemCreated("pay", "Pay by invoice", "manual", "", "guided", "standard")
QUESTION = Question("00-01", "standard/1", "What would be different?")
AT_MENU = ForMenu("00-01")


def step(status: StepStatus = StepStatus.ENGAGED, **fields: object) -> StepRecord:
    known = {"persona": "business-analyst", "depth": Depth.STANDARD, "depth_source": DepthSource.STEP, **fields}
    return StepRecord("00-01", "Scope Estimation", "00-quick-scan", status, **known)  # type: ignore[arg-type]


def at(record: StepRecord | None = None, **fields: object) -> State:
    """In phase 00 with step 00-01 at hand."""
    here: dict[str, Any] = {"phase": "00-quick-scan", "phases_begun": ("00-quick-scan",)}
    if record:
        here |= {"steps": {record.id: record}, "current": record.id}
    return changed(item=ITEM, exchange=1, seq=9, **{**here, **fields})


def said(text: str, answers: Waiting | None, command: MenuCommand | None = None) -> Turn:
    return Turn(1, 9, text, answers, command)


def kinds(move: object) -> object:
    """A move by what it is: the types of the events it appends, or the type of the task."""
    match move:
        case Append(bodies=bodies):
            return [type(body) for body in bodies]
        case Speak(task=task):
            return type(task)
    return move


DONE = step(StepStatus.DONE)
READY = step(StepStatus.READY)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (changed(item=ITEM), [PhaseBegun]),
        (changed(item=ITEM, meta_owed=True), WriteMeta()),
        (at(), [StepEngaged]),
        (at(step()), OpenStep),
        (at(step(StepStatus.REOPENED)), [StepEngaged]),
        (at(step(), waiting=ForAnswer(QUESTION)), Rest()),
        (at(step(), turn=said("Clinics.", ForAnswer(QUESTION))), Answer),
        (at(step(), turn=said("   ", ForAnswer(QUESTION))), [Remarked]),
        (at(step(), turn=said("deeper", ForAnswer(QUESTION))), [DepthChanged]),
        (at(step(), turn=said("deeper but brief", ForAnswer(QUESTION))), [DecisionAsked]),
        (at(step(), turn=said("undo that", ForAnswer(QUESTION))), TakeBack()),
        (at(step(), turn=said("bring it back", ForAnswer(QUESTION))), BringBack()),
        (at(DONE, turn=said("redo", AT_MENU)), BringBack()),
        (at(DONE, turn=said("redo", ForDecision(Decision.SKIP_PHASE, default=False))), BringBack()),
        (at(DONE, turn=said("undo", ForDecision(Decision.SKIP_PHASE, default=False))), TakeBack()),
        (at(step(), turn=said("that's enough", ForAnswer(QUESTION))), [DecisionAsked]),
        (at(READY), Gaps),
        (at(step(StepStatus.READY, asked_for_gaps=True)), [StepClosed]),
        (
            at(step(StepStatus.READY, closing=True, written=-1)),
            WriteArtifacts(("quick-scan.md",), StepBatch("00-01")),
        ),
        (at(step(StepStatus.READY, closing=True, written=0)), [StepCompleted]),
        (at(DONE, waiting=AT_MENU), WriteArtifacts((), StepBatch("00-01"))),
        (at(step(StepStatus.DONE, written=0), waiting=AT_MENU), Rest()),
        (at(step(StepStatus.DONE, written=0), waiting=AT_MENU, meta_owed=True), WriteMeta()),
        (
            at(step(StepStatus.DONE, written=0), waiting=AT_MENU, phases_ended={"00-quick-scan": PhaseEnd.FINISHED}),
            MarkBacklog("~"),
        ),
        (at(step(), waiting=ForAnswer(QUESTION), stale=True), WriteArtifacts((), Crossing())),
        (at(DONE, turn=said("c", AT_MENU)), [Chose]),
        (at(DONE, turn=said("It also prints.", AT_MENU)), Feedback),
        (at(DONE, turn=said("ok", AT_MENU)), [Remarked]),
        (at(DONE, turn=said("next please 🙂", AT_MENU)), [Remarked]),
        (at(DONE, turn=said("thanks", AT_MENU)), [Remarked]),
        (at(DONE, turn=said("/continue", AT_MENU)), [Chose]),
        (at(step(), turn=said("/help", ForAnswer(QUESTION))), [Remarked]),
        (at(step(), turn=said("/contniue", ForAnswer(QUESTION))), [Remarked]),
        (at(step(), turn=said("/undo", ForAnswer(QUESTION))), TakeBack()),
        (at(step(), turn=said("/redo", ForAnswer(QUESTION))), BringBack()),
        (at(step(), turn=said("/depth deep", ForAnswer(QUESTION))), [DepthChanged]),
        (at(step(), turn=said("/etc/hosts is read at the start", ForAnswer(QUESTION))), Answer),
        (at(step(), turn=said("shorter pls 🙂", ForAnswer(QUESTION))), [DepthChanged]),
        (at(step(), turn=said("im finished thx", ForAnswer(QUESTION))), [DecisionAsked]),
        (at(DONE, turn=said("", AT_MENU, MenuCommand.ELABORATE)), Elaborate),
        (at(step(StepStatus.DONE, elaborating=1), turn=said("", AT_MENU, MenuCommand.CONTINUE)), Synthesise),
        (at(step(), turn=said("", ForAnswer(QUESTION), MenuCommand.CONTINUE)), Gaps),
        (at(step(asked_for_gaps=True), turn=said("", ForAnswer(QUESTION), MenuCommand.CONTINUE)), [StepClosed]),
        (at(DONE, turn=said("", AT_MENU, MenuCommand.SKIP)), [DecisionAsked]),
        (at(DONE, turn=said("y", ForDecision(Decision.SKIP_PHASE, default=False))), [Decided]),
        (at(DONE, turn=said("perhaps", ForDecision(Decision.SKIP_PHASE, default=False))), [Remarked]),
        (at(DONE, turn=said("please", ForDecision(Decision.SKIP_PHASE, default=False))), [Remarked]),
        (at(DONE, turn=said("continue", ForDecision(Decision.SKIP_PHASE, default=False))), [Remarked]),
        (at(DONE, turn=said("no pls", ForDecision(Decision.SKIP_PHASE, default=False))), [Decided]),
        (at(DONE, turn=said("/help", ForDecision(Decision.SKIP_PHASE, default=False))), [Remarked]),
        (at(DONE, turn=said("n", ForDecision(Decision.NEXT_PHASE, default=True))), [Left]),
        (at(DONE, turn=said("lets continue", ForDecision(Decision.NEXT_PHASE, default=True))), [Decided]),
        (at(DONE, turn=said("lets stop here", ForDecision(Decision.NEXT_PHASE, default=True))), [Left]),
        (at(DONE, agreed=Decision.SKIP_PHASE, finalised=0), EndPhase("00-quick-scan", PhaseEnd.SKIPPED)),
        (at(DONE, agreed=Decision.EARLY_EXIT, finalised=0), [Finished]),
        (at(boundary=True, phases_ended={"00-quick-scan": PhaseEnd.SKIPPED}, marker="~"), [DecisionAsked]),
        (at(phases_ended={"00-quick-scan": PhaseEnd.FINISHED}, marker="~"), [PhaseBegun]),
        (at(DONE, ending=Ending.EARLY), WriteArtifacts((), StepBatch("00-01"))),
        (at(left=True), Rest()),
    ],
)
def test_the_next_move(state: State, expected: object) -> None:
    assert kinds(MODE.next_move(state, shipped_knowledge())) == expected


def test_the_answer_to_an_elaboration_is_discussed_until_its_turns_are_used_up() -> None:
    question = Question("00-01", ELABORATION_KEY, "What do you think?")
    state = at(step(StepStatus.DONE, elaborating=1), turn=said("Alex, and then?", ForAnswer(question)))
    move = MODE.next_move(state, shipped_knowledge())
    assert isinstance(move, Speak)
    assert isinstance(move.task, Discuss)
    assert (move.task.addressed, move.task.turns_left) == (("solutions-architect",), 3)
    assert kinds(GuidedMode(elaboration_turns=0).next_move(state, shipped_knowledge())) is Synthesise


def test_a_brief_names_the_step_who_leads_it_and_what_may_be_recorded() -> None:
    move = MODE.next_move(at(step()), shipped_knowledge())
    assert isinstance(move, Speak)
    assert (move.subject, move.speakers, move.depth) == (StepSubject("00-01"), ("business-analyst",), Depth.STANDARD)
    assert {"scope", "area", "fr", "note"} <= {kind.value for kind in move.records}
    assert "decision" not in {kind.value for kind in move.records}


def test_a_step_that_depends_on_one_not_done_is_passed_over_with_the_reason() -> None:
    passed = step(StepStatus.PASSED)
    state = at(steps={"00-01": passed})
    move = MODE.next_move(state, shipped_knowledge())
    assert isinstance(move, Append)
    (body,) = move.bodies
    assert isinstance(body, StepPassed)
    assert body.reason == "step 00-01 comes first and is not done"


def test_the_question_about_gaps_is_asked_once() -> None:
    question = Question("00-01", GAPS_KEY, "What is missing?")
    state = at(step(asked_for_gaps=True), turn=said("Nothing more.", ForAnswer(question)))
    assert kinds(MODE.next_move(state, shipped_knowledge())) is Answer
