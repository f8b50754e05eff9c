"""A sealed ballot is on disk before anybody is told, and a round that was written leaves none behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.panel.record.ballots import Ballot, Option, Request, Stance
from roundtable_tui.panel.record.pending_ballots import AskedQuestion, PendingBallots, PendingRound
from roundtable_tui.panel.record.session import Focus, FocusType
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from tests.support.disk.disks import RecordingDisk

if TYPE_CHECKING:
    from pathlib import Path

ASKED = AskedQuestion(
    3,
    "rebuttal",
    Focus(FocusType.CONFLICT, "CONF-001", "main"),
    "Which?\nAnd why?",
    (Option("a", "A queue"),),
    "At ten times the load?",
    ("qa-lead", "technical-lead"),
    stress_test=True,
    request=Request("req_9", "m", 3, 4, 0.5),
)
BALLOT = Ballot(
    "A – “table”\u2028",
    "a",
    ("why",),
    {"optimizing_for": "few"},
    ("CONTEXT GAP: load",),
    ("more",),
    0.35,
    Stance.BLOCK,
    Request("req_1", "m", 1, 2, 1.5),
)


def pending(root: Path, disk: RecordingDisk | None = None) -> PendingBallots:
    paths = ProjectPaths(root)
    return PendingBallots(disk or RealDisk(), paths, paths.contained(paths.panels, "sessions/x/pending.jsonl"))


def file(root: Path) -> Path:
    return root / ".s2s/sessions/x/pending.jsonl"


def test_an_open_round_comes_back_with_its_question_and_every_sealed_ballot(tmp_path: Path) -> None:
    ballots = pending(tmp_path)
    ballots.open(ASKED)
    ballots.seal(ASKED, "qa-lead", BALLOT)
    ballots.seal_own(ASKED, BALLOT)
    assert pending(tmp_path).read(3) == PendingRound(ASKED, {"qa-lead": BALLOT}, BALLOT)
    assert PendingRound(ASKED, {"qa-lead": BALLOT}).unanswered == ("technical-lead",)


def test_an_open_round_can_be_written_anew_for_other_seats(tmp_path: Path) -> None:
    ballots = pending(tmp_path)
    ballots.open(ASKED)
    ballots.seal(ASKED, "technical-lead", BALLOT)
    anew = PendingRound(replace(ASKED, seats=("qa-lead",)), {"qa-lead": BALLOT}, BALLOT)
    ballots.rewrite(anew)
    assert pending(tmp_path).read(3) == anew


def test_a_ballot_is_synced_before_the_call_returns(tmp_path: Path) -> None:
    disk = RecordingDisk(RealDisk(), tmp_path)
    ballots = pending(tmp_path, disk)
    ballots.open(ASKED)
    ballots.seal(ASKED, "qa-lead", BALLOT)
    assert [operation.name for operation in disk.operations[-2:]] == ["append", "sync"]


@given(st.integers(1, 200))
def test_a_torn_last_line_costs_only_itself(tmp_path_factory: pytest.TempPathFactory, lost: int) -> None:
    root = tmp_path_factory.mktemp("torn")
    ballots = pending(root)
    ballots.open(ASKED)
    ballots.seal(ASKED, "qa-lead", BALLOT)
    whole = file(root).read_bytes()
    ballots.seal(ASKED, "technical-lead", BALLOT)
    data = file(root).read_bytes()
    file(root).write_bytes(data[: max(len(whole), len(data) - lost)])
    found = pending(root).read(3)
    assert found is not None
    assert found.ballots == {"qa-lead": BALLOT}
    pending(root).seal(ASKED, "technical-lead", BALLOT)
    again = pending(root).read(3)
    assert again is not None
    assert set(again.ballots) == {"qa-lead", "technical-lead"}


def test_ballots_of_a_round_that_was_written_already_are_removed(tmp_path: Path) -> None:
    ballots = pending(tmp_path)
    ballots.open(ASKED)
    assert pending(tmp_path).read(4) is None
    assert not file(tmp_path).exists()


@pytest.mark.parametrize("data", [b"", b"\0\0\0\n", b"no json\n", b'{"asked": 1}\n', b'{"seat": "x"}\n', b"[]\n"])
def test_a_file_that_says_nothing_is_no_open_round(tmp_path: Path, data: bytes) -> None:
    file(tmp_path).parent.mkdir(parents=True)
    file(tmp_path).write_bytes(data)
    assert pending(tmp_path).read(1) is None


def test_a_ballot_of_somebody_who_was_not_asked_does_not_count(tmp_path: Path) -> None:
    ballots = pending(tmp_path)
    ballots.open(ASKED)
    ballots.seal(ASKED, "stranger", BALLOT)
    found = pending(tmp_path).read(3)
    assert found is not None
    assert found.ballots == {}
