"""What single events do to the state, where a table or a property would hide the point."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question
from roundtable_tui.domain.journal.events import (
    APP,
    ArtifactsWritten,
    ChangedOutside,
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Elaborated,
    Ending,
    Finished,
    Left,
    MetaWritten,
    Outcome,
    PhaseCompleted,
    PhaseEnd,
    Remarked,
    Spoke,
    StepClosed,
    StepEngaged,
    StepPassed,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import Claim, Role, Utterance, WrittenFile
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand
from tests.unit.domain.journal.lines import (
    BEGUN,
    DONE,
    QUICK_SCAN,
    REQUIREMENTS,
    Line,
    after,
    asks,
    engaged,
    question_key,
    records,
    risk,
    status,
)


def test_nothing_happened_in_an_empty_journal() -> None:
    assert fold([]) == State()


def test_what_a_voice_asks_waits_for_an_answer() -> None:
    assert question_key(after(*BEGUN)) == "standard/1"


def test_words_wait_to_be_dealt_with_and_know_what_they_answer() -> None:
    state = after(*BEGUN, (1, UserSaid("Invoices.")))
    assert state.talk.turn is not None
    assert (state.talk.turn.text, state.talk.turn.answers, state.talk.waiting) == (
        "Invoices.",
        after(*BEGUN).talk.waiting,
        None,
    )


def test_a_step_with_nothing_more_to_ask_is_ready_but_not_done() -> None:
    assert status(after(*BEGUN, (1, records(complete=True)))) is StepStatus.READY


def test_a_completed_step_shows_its_menu() -> None:
    assert after(*DONE).talk.waiting == ForMenu("00-01")


@pytest.mark.parametrize("outcome", [Outcome.STOPPED, Outcome.FAILED])
def test_an_attempt_that_did_not_finish_leaves_its_words_marked_and_changes_nothing(outcome: Outcome) -> None:
    said = (Utterance("maya", "I see."), Utterance("alex", "So you"))
    cut = Spoke("v", "1", outcome, said, changes=(risk(1),), settled=("standard/1",))
    state = after(*BEGUN, (1, UserSaid("Invoices.")), (1, cut))
    assert [spoken.partial for spoken in state.talk.transcript] == [False, True, True]
    assert [spoken.broke_off for spoken in state.talk.transcript] == [False, False, True]
    assert not state.dossier.entries
    assert state.settled("00-01") == frozenset()
    assert state.talk.turn is not None


def test_words_sent_again_after_a_failure_still_answer_the_question() -> None:
    failed = Spoke("v", "1", Outcome.FAILED)
    state = after(*BEGUN, (1, UserSaid("Invoices.")), (1, failed), (2, UserSaid("Invoices!")))
    assert state.talk.turn is not None
    assert state.talk.turn.answers == after(*BEGUN).talk.waiting


def test_a_key_pressed_after_a_failure_is_an_exchange_of_its_own() -> None:
    state = after(*BEGUN, (1, UserSaid("x")), (1, Spoke("v", "1", Outcome.FAILED)), (2, Chose(MenuCommand.CONTINUE)))
    assert state.talk.turn is not None
    assert (state.talk.turn.number, state.talk.turn.command) == (2, MenuCommand.CONTINUE)


def test_a_letter_typed_at_the_menu_stays_the_turn_it_was() -> None:
    state = after(*DONE, (2, UserSaid("s")), (2, Chose(MenuCommand.SKIP)))
    assert state.talk.turn is not None
    assert (state.talk.turn.number, state.talk.turn.text, state.talk.turn.command) == (2, "s", MenuCommand.SKIP)


def test_continue_at_the_menu_leaves_the_step() -> None:
    state = after(*DONE, (2, Chose(MenuCommand.CONTINUE)))
    assert (state.guided.current, state.talk.turn, state.talk.waiting) == ("", None, None)


def test_elaborating_a_done_step_asks_and_comes_back_to_its_menu() -> None:
    asked = (*DONE, (2, Chose(MenuCommand.ELABORATE)), (2, asks("deep/4")))
    assert question_key(after(*asked)) == "deep/4"
    state = after(*asked, (3, Elaborated("00-01", 1, ("business-analyst",), "Nothing was added.")))
    assert state.talk.waiting == ForMenu("00-01")
    assert [(one.step, one.at) for one in state.guided.elaborations] == [("00-01", "2026-11-16T03:00:10.000Z")]


def test_a_question_at_the_menu_of_a_done_step_leaves_the_menu_standing() -> None:
    assert after(*DONE, (2, UserSaid("Looks fine.")), (2, asks("standard/2"))).talk.waiting == ForMenu("00-01")


def test_asking_for_gaps_takes_a_done_step_up_again() -> None:
    state = after(*DONE, (2, Chose(MenuCommand.ELABORATE)), (2, asks(GAPS_KEY)))
    step = state.guided.steps["00-01"]
    assert (step.status, step.asked_for_gaps, step.elaborating) == (StepStatus.ENGAGED, True, 0)


def test_a_question_about_an_unknown_step_is_one_about_the_step_at_hand() -> None:
    state = after(*BEGUN, (1, asks("standard/2", step="99-99")))
    assert state.talk.waiting == ForAnswer(Question("00-01", "standard/2", "standard/2?"))


def test_closing_a_step_remembers_what_stands_for_its_gaps() -> None:
    assumption = Change(Op.RECORD, "ASM-001", Kind.ASSUMPTION, {"text": "No metric."})
    step = after(*BEGUN, (1, StepClosed("00-01", ("a metric",), (assumption,)))).guided.steps["00-01"]
    assert (step.status, step.closing, step.gaps, step.assumed) == (StepStatus.READY, True, ("a metric",), ("ASM-001",))


def test_a_step_engaged_again_keeps_what_was_settled() -> None:
    state = after(*BEGUN, (1, records(settled=("standard/1",))), (1, StepReopened("00-01")), (1, engaged()))
    assert state.settled("00-01") == {"standard/1"}


def test_a_step_passed_over_keeps_what_was_settled() -> None:
    passed = StepPassed("00-01", "Step 00-01", QUICK_SCAN, "not needed here", unneeded=True)
    state = after(*BEGUN, (1, records(settled=("standard/1",))), (1, passed))
    assert (status(state), state.settled("00-01"), state.guided.current) == (
        StepStatus.PASSED,
        frozenset({"standard/1"}),
        "",
    )


def test_a_done_step_cannot_be_passed_over() -> None:
    passed = StepPassed("00-01", "Step 00-01", QUICK_SCAN, "a dependency")
    assert status(after(*DONE, (2, passed))) is StepStatus.DONE


def test_reopening_goes_back_to_a_step_that_was_left_half_done() -> None:
    state = after(*BEGUN, (1, engaged("00-02")), (2, StepReopened("00-01")))
    assert (state.guided.current, status(state)) == ("00-01", StepStatus.REOPENED)


def test_reopening_the_step_at_hand_leaves_its_question_standing() -> None:
    assert question_key(after(*BEGUN, (1, StepReopened("00-01")))) == "standard/1"


def test_reopening_a_step_of_a_finished_analysis_takes_the_analysis_up_again() -> None:
    state = after(*DONE, (2, Finished(Ending.COMPLETE)), (3, StepReopened("00-01")))
    assert (state.talk.ending, state.guided.current) == (None, "00-01")


def test_a_depth_for_this_phase_asks_the_step_anew() -> None:
    state = after(*DONE, (2, DepthChanged(QUICK_SCAN, Depth.DEEP)))
    assert (status(state), state.talk.waiting) == (StepStatus.REOPENED, None)
    assert state.guided.depth_overrides == {QUICK_SCAN: Depth.DEEP}


@pytest.mark.parametrize("lines", [BEGUN, DONE, (*BEGUN, (1, UserSaid("Invoices.")))])
def test_a_depth_for_another_phase_disturbs_nothing_here(lines: tuple[Line, ...]) -> None:
    before, state = after(*lines), after(*lines, (1, DepthChanged(REQUIREMENTS, Depth.BRIEF)))
    assert (state.talk.waiting, state.talk.turn, state.guided.steps) == (
        before.talk.waiting,
        before.talk.turn,
        before.guided.steps,
    )
    assert state.guided.depth_overrides == {REQUIREMENTS: Depth.BRIEF}


def test_no_to_a_decision_goes_back_to_what_was_asked_before() -> None:
    asked = (*BEGUN, (1, UserSaid("that's enough")), (1, DecisionAsked(Decision.EARLY_EXIT)))
    assert isinstance(after(*asked).talk.waiting, ForDecision)
    state = after(*asked, (2, UserSaid("no")), (2, Decided(Decision.EARLY_EXIT, yes=False)))
    assert (question_key(state), state.talk.agreed) == ("standard/1", None)


def test_yes_to_a_decision_is_agreed_until_it_is_carried_out() -> None:
    skipped = (*DONE, (2, Decided(Decision.SKIP_PHASE, yes=True)))
    assert after(*skipped).talk.agreed is Decision.SKIP_PHASE
    ended = after(*skipped, (2, PhaseCompleted(QUICK_SCAN, PhaseEnd.SKIPPED)))
    assert (ended.talk.agreed, ended.guided.boundary, ended.guided.phases_ended) == (
        None,
        True,
        {QUICK_SCAN: PhaseEnd.SKIPPED},
    )


def test_a_decision_asked_twice_still_knows_the_question_before_it() -> None:
    asked = (
        *BEGUN,
        (1, DecisionAsked(Decision.EARLY_EXIT)),
        (2, UserSaid("s")),
        (2, DecisionAsked(Decision.SKIP_PHASE)),
    )
    assert question_key(after(*asked, (3, Decided(Decision.SKIP_PHASE, yes=False)))) == "standard/1"


def test_a_remark_leaves_what_was_asked_standing() -> None:
    assert (
        question_key(after(*BEGUN, (1, UserSaid(" ")), (1, Remarked((Utterance("app", "Pardon?"),))))) == "standard/1"
    )


def test_going_on_to_the_next_phase_needs_no_carrying_out() -> None:
    boundary = (*BEGUN, (1, PhaseCompleted(QUICK_SCAN, PhaseEnd.SKIPPED)), (1, DecisionAsked(Decision.NEXT_PHASE)))
    state = after(*boundary, (2, Decided(Decision.NEXT_PHASE, yes=True)))
    assert (state.guided.boundary, state.talk.agreed, state.talk.waiting) == (False, None, None)


def test_whoever_left_or_finished_can_continue() -> None:
    for body in (Left(), Finished(Ending.EARLY)):
        state = after(*BEGUN, (1, body), (1, Continued()))
        assert (state.talk.left, state.talk.ending) == (False, None)


def test_analysing_again_asks_every_step_once_more_and_keeps_the_dossier() -> None:
    ended = (*DONE, (2, records(risk(1), settled=("standard/1",))), (2, PhaseCompleted(QUICK_SCAN, PhaseEnd.FINISHED)))
    state = after(*ended, (3, Decided(Decision.REANALYSE, yes=True)))
    assert (status(state), state.settled("00-01")) == (StepStatus.REOPENED, frozenset())
    assert (state.guided.phase, state.guided.phases_ended, list(state.dossier.entries)) == ("", {}, ["RISK-001"])


def test_a_claim_is_kept_under_its_criterion() -> None:
    claim = Claim("problem-discovery", "problem", (Stated(1),))
    state = after(*BEGUN, (1, Spoke("v", "1", Outcome.FINISHED, claims=(claim,))))
    assert state.topics.claims == {("problem-discovery", "problem"): claim}


def test_writing_artifacts_settles_the_version_they_were_written_from() -> None:
    written = ArtifactsWritten((WrittenFile("quick-scan.md", "d", "d"),), 4, "00-01")
    state = after(*BEGUN, (1, written))
    assert (state.guided.steps["00-01"].written, state.files.finalised, list(state.files.artifacts)) == (
        4,
        -1,
        ["quick-scan.md"],
    )
    assert after(*BEGUN, (1, ArtifactsWritten((), 4))).files.finalised == 4


def test_meta_is_owed_after_progress_and_not_once_written() -> None:
    assert after(*DONE).files.meta_owed
    assert not after(*DONE, (1, MetaWritten({"slug": "invoices"}))).files.meta_owed


def test_steps_that_other_tools_completed_count() -> None:
    outside = ChangedOutside({"steps_completed": ["00-01", "01-01", "", 7], "depth_overrides": {QUICK_SCAN: "deep"}})
    state = after(*BEGUN, (1, outside))
    assert {step.id: (step.status, step.phase) for step in state.guided.steps.values()} == {
        "00-01": (StepStatus.ENGAGED, QUICK_SCAN),
        "01-01": (StepStatus.DONE, REQUIREMENTS),
    }
    assert state.guided.depth_overrides == {QUICK_SCAN: Depth.DEEP}


@pytest.mark.parametrize("fields", [{"steps_completed": "00-01"}, {"depth_overrides": {QUICK_SCAN: ["deep"]}}, {}])
def test_nonsense_from_other_tools_changes_nothing(fields: dict[str, object]) -> None:
    before, state = after(*BEGUN), after(*BEGUN, (1, ChangedOutside(fields)))
    assert (state.guided.steps, state.guided.depth_overrides) == (before.guided.steps, before.guided.depth_overrides)


def header(step: str, phase: str) -> StepEngaged:
    said = (Utterance(APP, "Slowly now.", Role.GREETING), Utterance(APP, step, Role.HEADER))
    return StepEngaged(step, step, "business-analyst", phase, Depth.STANDARD, DepthSource.STEP, said)


@pytest.mark.parametrize(
    ("steps", "first"),
    [
        ((("00-01", QUICK_SCAN), ("00-02", QUICK_SCAN)), 1),
        ((("00-01", QUICK_SCAN), ("01-01", REQUIREMENTS)), 3),
        ((("01-01", REQUIREMENTS), ("00-02", QUICK_SCAN), ("01-01", REQUIREMENTS)), 5),
        ((("00-01", QUICK_SCAN), ("01-01", REQUIREMENTS), ("01-02", REQUIREMENTS)), 3),
    ],
)
def test_the_talk_is_about_a_phase_from_the_header_of_its_first_step_on(
    steps: tuple[tuple[str, str], ...], first: int
) -> None:
    state = after(*((number, header(*step)) for number, step in enumerate(steps, 1)))
    assert (state.guided.window, state.guided.window_phase) == (first, steps[-1][1])
    assert state.talk.transcript[first].utterance.role is Role.HEADER
