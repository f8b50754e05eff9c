"""The journal told in plain sentences, and when each version of a document was written."""

from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given, settings

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.events import (
    APP,
    OUTSIDE,
    USER,
    VOICE,
    AnswerRevised,
    ArtifactsWritten,
    BacklogMarked,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    Decided,
    Decision,
    DepthChanged,
    Elaborated,
    Ending,
    Event,
    Finished,
    HandEdited,
    ItemCreated,
    Left,
    MetaWritten,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    PhaseEnd,
    Retracted,
    Reviewed,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
    TakenIn,
    UserSaid,
)
from roundtable_tui.domain.journal.values import Utterance, WrittenFile
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review.dated_versions import Writings
from roundtable_tui.review.timeline import What, last_exchange, timeline
from roundtable_tui.storage.versions import Version
from tests.support.journals import any_journal

NAMES = {MAYA: "Maya"}
ASKED = Question("01-01", "standard/1", "Who runs into this?")
TALK = (Utterance(MAYA, "Let me see."),)


def change(op: Op, entry: str) -> Change:
    return Change(op, entry, Kind.FR)


def files(*names: str, digest: str = "d1") -> tuple[WrittenFile, ...]:
    return tuple(WrittenFile(name, digest, digest) for name in names)


def journal(*lines: tuple[int, str, Body]) -> list[Event]:
    return [
        Event(seq, f"2026-11-16T12:00:{seq:02d}.000Z", exchange, actor, 0, body)
        for seq, (exchange, actor, body) in enumerate(lines, 1)
    ]


@pytest.mark.parametrize(
    ("actor", "body", "told"),
    [
        (
            APP,
            ItemCreated("pay", "Let clinics pay", "manual", "", "guided", "standard"),
            "The analysis began: Let clinics pay",
        ),
        (APP, PhaseBegun("00-quick-scan", MAYA), "Phase 00 (Quick Scan) began with Maya"),
        (
            APP,
            StepEngaged("00-01", "Scope", MAYA, "00-quick-scan", Depth.DEEP, DepthSource.SCAN),
            "Step 00-01 began: Scope",
        ),
        (
            APP,
            StepPassed("00-04", "Risk", "00-quick-scan", "it is small"),
            "Step 00-04 (Risk) was passed over: it is small",
        ),
        (USER, UserSaid("Clinics\nand  [b]groups[/b]\x1b[2J"), "You said: Clinics and [b]groups[/b]"),
        (USER, Chose(MenuCommand.CONTINUE), "You chose Continue"),
        (USER, DepthChanged("01-requirements", Depth.BRIEF), "You set the depth of Requirements to brief"),
        (APP, Decided(Decision.SKIP_PHASE, yes=True), "You agreed to skip the rest of the phase"),
        (APP, Decided(Decision.EARLY_EXIT, yes=False), "You declined to wrap up here"),
        (VOICE, Spoke("offline", "1", Outcome.FINISHED, TALK, asked=ASKED), "Maya asked: Who runs into this?"),
        (VOICE, Spoke("offline", "1", Outcome.FINISHED, TALK), "Maya said: Let me see."),
        (VOICE, Spoke("offline", "1", Outcome.STOPPED, TALK), "Maya was stopped"),
        (VOICE, Spoke("claude", "1", Outcome.FAILED), "A turn could not finish"),
        (
            USER,
            Reviewed((change(Op.CONFIRM, "FR-001"), change(Op.DROP, "FR-002"))),
            "You accepted FR-001, dropped FR-002",
        ),
        (APP, ArtifactsWritten(files("a.md", "b.md", "c.md", "d.md"), 1), "a.md, b.md and 2 more written"),
        (
            USER,
            HandEdited("a.md", (change(Op.REVISE, "FR-001"),)),
            "You edited a.md by hand, and the analysis follows: FR-001",
        ),
        (
            USER,
            HandEdited("a.md", (), ("FR-001 is gone",)),
            "a.md and the analysis say different things: FR-001 is gone",
        ),
        (USER, HandEdited("a.md"), "a.md and the analysis agree again"),
        (OUTSIDE, ChangedOutside({"description": "x"}), "Another program changed meta.json: description"),
        (OUTSIDE, TakenIn(("a.md", "b.json")), "0 entries read from a.md and b.json"),
        (APP, StepClosed("01-02", ("who",)), "Step 01-02 closed with 1 gap kept as assumptions"),
        (APP, StepCompleted("01-02", "Users", "01-requirements"), "Step 01-02 done: Users"),
        (APP, Elaborated("01-02", 3, (MAYA,), ""), "Step 01-02 was talked over in 3 turns"),
        (USER, StepReopened("01-02"), "You reopened step 01-02"),
        (APP, StepReopened("01-02"), "Step 01-02 is open again"),
        (APP, PhaseCompleted("04-design", PhaseEnd.FINISHED), "Phase 04 (Design) complete"),
        (APP, Left(), "You left at the end of the phase"),
        (APP, Finished(Ending.COMPLETE), "The analysis is complete"),
        (USER, Continued(), "You came back"),
        (
            APP,
            Scanned(("invoice",), (), ("src/a.py",), 12, 0),
            "12 files searched for invoice; src/a.py likely to change",
        ),
        (APP, Scanned(("invoice",), (), (), 0, 0, problem="no git"), "The code could not be searched: no git"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_everything_that_matters_is_told_in_one_sentence(actor: str, body: Body, told: str) -> None:
    (row,) = timeline(journal((1, actor, body)), NAMES, UTC)
    assert row.text == told
    assert (row.turn, f"{row.when:%H:%M:%S}") == (1, "12:00:01")


@pytest.mark.parametrize("body", [MetaWritten(), BacklogMarked("~")])
def test_bookkeeping_is_not_told(body: Body) -> None:
    assert timeline(journal((1, APP, body))) == ()


def test_a_turn_that_notes_and_asks_is_two_sentences() -> None:
    spoke = Spoke("offline", "1", Outcome.FINISHED, TALK, (change(Op.RECORD, "FR-001"),), asked=ASKED)
    assert [row.text for row in timeline(journal((1, VOICE, spoke)), NAMES)] == [
        "Maya wrote down FR-001",
        "Maya asked: Who runs into this?",
    ]


def test_words_taken_as_a_command_are_told_as_the_command() -> None:
    events = journal((1, USER, UserSaid("C")), (1, APP, Chose(MenuCommand.CONTINUE)))
    events[1] = Event(2, events[1].at, 1, APP, 1, events[1].body)
    assert [row.text for row in timeline(events)] == ["You chose Continue"]


def test_a_depth_set_for_several_phases_is_one_line() -> None:
    phases = ("00-quick-scan", "01-requirements", "04-design")
    rows = timeline(journal(*((0, USER, DepthChanged(phase, Depth.DEEP)) for phase in phases)))
    assert [row.text for row in rows] == ["You set the depth of 3 phases to deep"]


def test_documents_are_told_only_when_they_changed() -> None:
    events = journal(
        (1, APP, ArtifactsWritten(files("a.md", "b.md"), 1)),
        (2, APP, ArtifactsWritten(files("a.md", "b.md"), 2)),
        (3, APP, ArtifactsWritten((*files("a.md"), *files("b.md", digest="d2")), 3)),
    )
    assert [row.text for row in timeline(events)] == ["a.md and b.md written", "b.md written"]


def test_what_was_taken_back_stays_and_is_marked_but_what_was_written_is_a_fact() -> None:
    events = journal(
        (1, USER, UserSaid("one")),
        (2, USER, UserSaid("two")),
        (2, APP, ArtifactsWritten(files("a.md"), 1)),
        (2, APP, Retracted()),
        (3, USER, AnswerRevised(1, "first")),
    )
    assert [(row.text, row.taken_back) for row in timeline(events)] == [
        ("You said: one", True),
        ("You said: two", True),
        ("a.md written", False),
        ("You took back turn 2", False),
        ("You said instead of turn 1: first", False),
    ]


def test_what_an_undo_would_void_is_shown_without_what_stays() -> None:
    events = journal(
        (1, USER, UserSaid("one")),
        (2, USER, UserSaid("two")),
        (2, APP, ArtifactsWritten(files("a.md"), 1)),
        (2, APP, StepCompleted("01-01", "Users", "01-requirements")),
    )
    assert [row.text for row in last_exchange(events, 2)] == ["You said: two", "Step 01-01 done: Users"]


@settings(max_examples=20)
@given(any_journal)
def test_any_journal_can_be_told_on_lines_without_control_characters(events: list[Event]) -> None:
    for row in timeline(events, NAMES, UTC):
        assert one_line(row.text) == row.text
        assert row.what in What


def version(seq: int, digest: str, *, edited: bool = False) -> Version:
    return Version("a.md", seq, digest, edited, 10)


def test_a_version_has_the_time_and_turn_in_which_its_bytes_were_first_written() -> None:
    first, second = "1" * 64, "2" * 64
    events = journal(
        (1, APP, ArtifactsWritten(files("a.md", digest=first), 1)),
        (2, APP, ArtifactsWritten(files("a.md", digest=first), 2)),
        (3, APP, ArtifactsWritten(files("a.md", digest=second), 3)),
    )
    kept = (version(2, first[:12]), version(3, "f" * 12, edited=True))
    old, edited, now = Writings(events, UTC).dated("a.md", kept, second)
    assert (old.number, old.turn, f"{old.when:%S}", old.recorded) == (1, 1, "01", True)
    assert (edited.number, edited.edited, f"{edited.when:%S}", edited.recorded) == (2, True, "03", False)
    assert (now.is_current, now.number, now.turn, now.edited) == (True, 3, 3, False)


def test_a_document_changed_behind_the_programs_back_has_no_time() -> None:
    events = journal((1, APP, ArtifactsWritten(files("a.md"), 1)))
    (now,) = Writings(events, UTC).dated("a.md", (), "e" * 64)
    assert (now.when, now.edited, now.recorded) == (None, True, False)
