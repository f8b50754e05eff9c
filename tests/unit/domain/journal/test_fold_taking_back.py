"""What is undone or answered anew, and what stays all the same."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import (
    AnswerRevised,
    ArtifactsWritten,
    Chose,
    Decided,
    Decision,
    DecisionAsked,
    HandEdited,
    Remarked,
    Retracted,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import fold, voided_exchanges
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import WrittenFile
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision
from roundtable_tui.domain.talk.menu import MenuCommand
from tests.support.journals import numbered
from tests.unit.domain.journal.lines import (
    BEGUN,
    DONE,
    Line,
    after,
    asks,
    completed,
    engaged,
    question_key,
    records,
    risk,
    status,
)


def test_what_is_taken_back_makes_written_artifacts_stale_until_they_are_written_again() -> None:
    written = ArtifactsWritten((WrittenFile("quick-scan.md", "d", "d"),), 4)
    lines: tuple[Line, ...] = (*BEGUN, (1, UserSaid("x")), (1, written), (1, Retracted()))
    assert after(*lines).files.stale
    assert not after(*lines, (2, written)).files.stale


def test_a_hand_edit_stays_when_the_exchange_it_fell_in_is_taken_back() -> None:
    edited = HandEdited("requirements-spec.md", (risk(1, "By hand.", Op.REVISE),), ("a conflict",))
    state = after(*BEGUN, (1, records(risk(1))), (2, UserSaid("x")), (2, edited), (2, Retracted()))
    assert state.dossier.entries["RISK-001"].text() == "By hand."
    assert state.files.conflicts == {"requirements-spec.md": ("a conflict",)}


def test_what_follows_an_exchange_taken_back_is_not_part_of_it() -> None:
    state = after(*BEGUN, (1, UserSaid("x")), (1, Retracted()))
    assert state.exchange == 2
    assert question_key(state) == "standard/1"


def test_an_exchange_taken_back_still_counts_as_something_the_user_said() -> None:
    assert after(*BEGUN, (1, UserSaid("x")), (1, Retracted())).talk.user_turns == 1


REVISED: tuple[Line, ...] = (
    *BEGUN,
    (1, UserSaid("Invoices.")),
    (1, records(risk(1, "first"), settled=("standard/1",))),
    (1, asks("standard/2")),
    (2, AnswerRevised(1, "Rather payments.")),
)


def test_a_revised_answer_answers_the_same_question() -> None:
    state = after(*REVISED)
    assert state.talk.turn is not None
    assert state.talk.turn.answers == after(*BEGUN).talk.waiting
    assert not state.dossier.entries
    assert [spoken.utterance.text for spoken in state.talk.transcript if spoken.utterance.speaker == "user"] == [
        "Rather payments."
    ]


def test_taking_a_revision_back_brings_back_what_was_revised() -> None:
    state = after(*REVISED, (2, records(risk(2, "second"))), (2, Retracted()))
    assert [entry.text() for entry in state.dossier] == ["first"]
    assert question_key(state) == "standard/2"


def test_of_an_answer_revised_twice_only_the_last_stands() -> None:
    events = numbered([*REVISED, (3, AnswerRevised(2, "No, refunds."))])
    assert voided_exchanges(events) == {1, 2}
    turn = fold(events).talk.turn
    assert turn is not None
    assert (turn.text, turn.answers) == ("No, refunds.", after(*BEGUN).talk.waiting)


@pytest.mark.parametrize("turn", [0, 2, 9])
def test_only_an_earlier_turn_can_be_revised(turn: int) -> None:
    assert voided_exchanges(numbered([*BEGUN, (1, UserSaid("x")), (2, AnswerRevised(turn, "y"))])) == frozenset()


def test_an_answer_revised_after_its_step_is_done_is_given_to_that_step() -> None:
    moved_on: tuple[Line, ...] = (
        *BEGUN,
        (1, UserSaid("Invoices.")),
        (1, asks("standard/2")),
        (2, UserSaid("More.")),
        (2, records(complete=True)),
        (2, completed()),
        (3, Chose(MenuCommand.CONTINUE)),
        (3, engaged("00-02")),
        (3, asks("standard/1", step="00-02")),
    )
    state = after(*moved_on, (4, AnswerRevised(1, "Payments.")), (4, records(settled=("standard/1",), complete=True)))
    assert (state.guided.current, status(state)) == ("00-01", StepStatus.READY)
    assert (state.settled("00-01"), state.settled("00-02")) == (
        frozenset({"standard/1"}),
        frozenset(),
    )


def test_an_id_recorded_in_an_exchange_taken_back_is_never_recorded_again() -> None:
    state = after(
        *BEGUN, (1, records(risk(1))), (1, Retracted()), (2, records(risk(1, "Another."), risk(2, "Second.")))
    )
    assert [(entry.id, entry.text()) for entry in state.dossier] == [("RISK-002", "Second.")]
    assert state.dossier.used == {"RISK": 2}


def test_an_id_that_was_dropped_is_never_recorded_again() -> None:
    dropped = Change(Op.DROP, "RISK-001", Kind.RISK)
    assert not after(*BEGUN, (1, records(risk(1), dropped, risk(1, "Another.")))).dossier.entries


def test_the_single_entry_of_a_kind_may_come_back_after_it_was_dropped() -> None:
    problem = Change(Op.RECORD, "PROB-001", Kind.PROBLEM, {"text": "Late."})
    dropped = Change(Op.DROP, "PROB-001", Kind.PROBLEM)
    assert list(after(*BEGUN, (1, records(problem, dropped, problem))).dossier.entries) == ["PROB-001"]


def test_the_dossier_version_is_the_line_that_last_changed_it() -> None:
    state = after(*BEGUN, (1, records(risk(1))), (2, UserSaid("x")))
    assert (state.dossier.version, state.dossier.version_turn, state.seq) == (5, 1, 6)


def test_a_revision_of_what_was_taken_back_answers_what_is_asked_now() -> None:
    asked: tuple[Line, ...] = (
        *BEGUN,
        (1, UserSaid("Invoices.")),
        (1, asks("standard/2")),
        (2, UserSaid("More.")),
        (2, asks("standard/3")),
        (3, AnswerRevised(1, "Payments.")),
    )
    keys = [
        state.talk.turn.answers.question.key
        for state in (after(*asked), after(*asked, (1, Retracted())))
        if state.talk.turn and isinstance(state.talk.turn.answers, ForAnswer)
    ]
    assert keys == ["standard/1", "standard/3"]


def test_feedback_revised_after_its_step_was_reopened_finds_no_menu_any_more() -> None:
    reopened: tuple[Line, ...] = (
        *DONE,
        (2, UserSaid("Looks fine.")),
        (2, records()),
        (3, StepReopened("00-01")),
        (3, engaged()),
        (3, asks("standard/2")),
        (4, AnswerRevised(2, " ")),
    )
    assert after(*reopened, (4, Remarked(()))).talk.waiting is None


def test_a_decision_revised_after_its_step_was_done_has_no_question_to_go_back_to() -> None:
    decided: tuple[Line, ...] = (
        *BEGUN,
        (1, UserSaid("that's enough")),
        (1, DecisionAsked(Decision.EARLY_EXIT)),
        (2, UserSaid("no")),
        (2, Decided(Decision.EARLY_EXIT, yes=False)),
        (3, UserSaid("Invoices.")),
        (3, records(complete=True)),
        (3, completed()),
        (4, AnswerRevised(2, "hm")),
    )
    assert after(*decided, (4, Remarked(()))).talk.waiting == ForDecision(Decision.EARLY_EXIT, default=False)
