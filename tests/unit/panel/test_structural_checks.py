"""Each of Spec2Ship's structural checks notices what it is there for, and finds nothing in what we write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.formats.yaml import read_yaml
from roundtable_tui.panel.record.session_file import session_bytes
from roundtable_tui.panel.structural_checks import structural_findings
from tests.unit.panel.samples import FULL, SEATS, SHIPPED, ballot, round_of, session_of

GOOD = """\
id: x
workflow_type: design
strategy: debate
status: active
timing: {started_at: "2026-01-07T13:05:00Z"}
artifacts:
  architecture_decisions: {ARCH-001: {status: active}}
  conflicts: {CONF-001: {status: open}}
agenda: [{topic_id: a, status: closed}, {topic_id: b, status: open}]
rounds:
  - round: 1
    debate_phase: opening
    participant_positions: {a: yes, b: no}
    artifacts_created: [ARCH-001]
  - round: 2
    debate_phase: rebuttal
    participant_positions: {a: yes, b: no}
metrics: {rounds_completed: 2, artifacts: {total: 2}, topics: {closed: 1}}
"""


def codes(text: str, configured: tuple[str, ...] = ("a", "b")) -> list[str]:
    found = read_yaml(text)
    assert isinstance(found, dict)
    return [str(finding.code) for finding in structural_findings(found, configured)]


def test_a_good_file_passes() -> None:
    assert codes(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("id: x\n", "", "STR-001"),
        ('timing: {started_at: "2026-01-07T13:05:00Z"}', "timing: {}", "STR-001"),
        ("ARCH-001: {status: active}", "ARCH-001: {status: fine}", "STR-002"),
        ("CONF-001: {status: open}", "CONF-001: {status: active}", "STR-002"),
        ("artifacts_created: [ARCH-001]", "artifacts_created: [ARCH-002]", "STR-003"),
        ("round: 2", "round: 3", "STR-004"),
        ("rounds_completed: 2", "rounds_completed: 1", "STR-004"),
        ("total: 2", "total: 5", "STR-005"),
        ("topics: {closed: 1}", "topics: {}", "STR-005"),
        ("{a: yes, b: no}\n    artifacts", "{a: yes}\n    artifacts", "STR-006"),
        ("debate_phase: opening", "debate_phase: closing", "STRAT-D1"),
        ("    debate_phase: rebuttal\n", "", "STRAT-D1"),
    ],
)
def test_each_check_notices_its_own(old: str, new: str, code: str) -> None:
    assert old in GOOD
    assert codes(GOOD.replace(old, new)) == [code]


def test_phases_matter_only_in_a_debate() -> None:
    assert codes(GOOD.replace("strategy: debate", "strategy: standard").replace("debate_phase", "phase")) == []


@given(st.sampled_from(sorted(SHIPPED.strategies)), st.integers(0, 4), st.booleans())
def test_what_we_write_passes(strategy: str, rounds: int, by_phase: bool) -> None:
    phases = tuple(phase.name for phase in SHIPPED.strategies[strategy].phases)
    told = (round_of(number, {seat: ballot() for seat in SEATS}, phase=phases[0]) for number in range(1, rounds + 1))
    session = session_of(*told, strategy=strategy, phase=phases[0], phases=phases, by_phase=by_phase)
    assert codes(session_bytes(session).decode(), SEATS) == []


@pytest.mark.parametrize("status", ["active", "closed"])
def test_a_session_with_everything_in_it_passes(status: str) -> None:
    assert codes(session_bytes(replace(FULL, status=status)).decode(), SEATS) == []


def test_nobody_is_told_to_resume_a_closed_panel() -> None:
    found = read_yaml(
        GOOD.replace("status: active\ntiming", "status: completed\ntiming").replace("total: 2", "total: 5")
    )
    assert isinstance(found, dict)
    assert [finding.suggestion for finding in structural_findings(found) if "Resume" in finding.suggestion] == []
    assert [finding.code for finding in structural_findings(found)] == ["STR-005"]
