"""The session file keeps everything, ours and others', and looks as the programs that search it expect."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import next_id
from roundtable_tui.panel.record.metrics import metrics_of
from roundtable_tui.panel.record.session import Focus, FocusType, NextAction, PanelSession
from roundtable_tui.panel.record.session_file import UnreadableSessionError, read_session, session_bytes
from tests.unit.panel.samples import BALLOT_SETS, FULL, TEXTS, round_of, session_of


def again(session: PanelSession) -> PanelSession:
    return read_session(session_bytes(session))


def same(one: PanelSession, other: PanelSession) -> bool:
    return replace(one, raw={}) == replace(other, raw={})


def test_what_is_written_comes_back() -> None:
    assert same(again(FULL), FULL)


def test_writing_what_was_read_changes_no_byte() -> None:
    data = session_bytes(FULL)
    assert session_bytes(read_session(data)) == data


@given(TEXTS, st.lists(BALLOT_SETS, max_size=3), st.sampled_from(NextAction))
def test_any_session_comes_back(topic: str, votes: list[dict[str, object]], action: NextAction) -> None:
    rounds = [round_of(at, dict(given), next_action=action) for at, given in enumerate(votes, 1)]  # type: ignore[arg-type]
    session = session_of(*rounds, topic=topic)
    assert same(again(session), session)


@pytest.mark.parametrize("status", ["active", "closed"])
def test_only_the_sessions_own_state_is_found_by_a_search_of_the_raw_file(status: str) -> None:
    text = session_bytes(replace(FULL, status=status)).decode()
    assert re.findall(r"status: (?:active|closed|open)", text) == [f"status: {status}"]
    assert re.findall(r"workflow_type: \w+", text) == ["workflow_type: roundtable"]
    assert yaml.safe_load(text)["rounds"][0]["ballots"]["technical-lead"]["position"].endswith(
        "status: active is enough."
    )


def test_numbers_and_yes_or_no_are_such_for_any_parser() -> None:
    found = yaml.safe_load(session_bytes(FULL))
    assert (found["rounds"][0]["round"], found["rounds"][0]["consensus_reached"]) == (1, False)
    assert found["metrics"]["artifacts"] == {
        "total": 3,
        "by_type": {"architecture_decisions": 1, "open_questions": 1, "conflicts": 1},
        "by_status": {"active": 1, "open": 2},
    }
    assert found["metrics"]["rounds_completed"] == 1
    assert found["rounds"][0]["ballots"]["technical-lead"]["request"]["seconds"] == 4.25


def test_texts_that_look_like_something_else_stay_texts() -> None:
    session = session_of(topic="2026-01-07", closed_at="yes", participants=("on", "null"))
    found = yaml.safe_load(session_bytes(session))
    assert (found["topic"], found["timing"]["closed_at"], found["participants"]) == (
        "2026-01-07",
        "yes",
        ["on", "null"],
    )
    assert again(session).participants == ("on", "null")


UNKNOWN = """\
id: x
topic: t
workflow_type: specs
strategy: standard
status: active
colour: 3
timing: {started_at: "2026-01-07T13:05:00Z", duration_ms: 1200000}
agent_state: {facilitator: {agent_id: abc123, last_round: 0, mood: good}, participants: {qa-lead: {agent_id: q1}}}
artifacts:
  requirements:
    REQ-001: {status: active, title: One, weight: 2, inner: {status: active, deep: [1, "2"]}}
  decisions: {DEC-001: {status: active, title: Old}}
agenda: [{topic_id: a, status: open, coverage: [], owner: me}]
rounds:
  - {round: 1, facilitator_question: "Why?", participant_positions: {qa-lead: No}, next_action: continue, mood: calm}
metrics: {rounds_completed: 1, extra: {a: 1}}
validation: {last_check: null, status: pass, warnings: [], checks_run: 7}
linked_sessions: {parent: y}
"""


def test_what_nobody_here_knows_survives_a_write_with_its_type() -> None:
    session = read_session(UNKNOWN.encode())
    session = replace(session, rounds=(*session.rounds, round_of(2)), updated_at="2026-11-16T12:00:00Z")
    before, after = yaml.safe_load(UNKNOWN), yaml.safe_load(session_bytes(session))
    assert after["colour"] == 3
    assert after["timing"]["duration_ms"] == 1200000
    assert after["agent_state"]["facilitator"] == {
        "agent_id": "abc123",
        "mood": "good",
        "last_round": 2,
        "last_action": "synthesis",
    }
    assert after["agent_state"]["participants"] == before["agent_state"]["participants"]
    assert after["artifacts"]["requirements"]["REQ-001"]["weight"] == 2
    assert after["artifacts"]["requirements"]["REQ-001"]["inner"] == {"status": "active", "deep": [1, "2"]}
    assert after["artifacts"]["decisions"] == before["artifacts"]["decisions"]
    assert after["agenda"][0]["owner"] == "me"
    assert after["rounds"][0]["mood"] == "calm"
    assert after["metrics"]["extra"] == {"a": 1}
    assert after["validation"] == before["validation"]
    assert after["linked_sessions"] == {"parent": "y"}
    assert after["metrics"]["artifacts"]["total"] == 2


def test_a_closed_session_of_somebody_else_does_not_look_active_after_a_write() -> None:
    session = replace(read_session(UNKNOWN.encode()), status="closed")
    assert b"status: active" not in session_bytes(session)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"- a list",
        b"topic: no id",
        b"id: [",
        b"id: x\nid: y",
        b"\xff\xfe",
        b"id: x\n"
        b"a: &a [1,1,1,1,1,1,1,1,1,1]\n"
        + b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 10)) for n in range(8)),
        b"id: x\nrounds: " + b"[" * 40 + b"]" * 40,
    ],
    ids=["empty", "list", "no id", "broken", "twice", "no text", "a bomb", "deep"],
)
def test_a_file_that_is_no_session_says_so(text: bytes) -> None:
    with pytest.raises(UnreadableSessionError):
        read_session(text)


@given(st.lists(st.integers(1, 30), max_size=8))
def test_an_id_is_never_given_twice(numbers: list[int]) -> None:
    used = [f"REQ-{number:03d}" for number in numbers]
    given_id = next_id(EntryKind.REQUIREMENT, used)
    assert given_id not in used
    assert next_id(EntryKind.RISK, used) == "RISK-001"


def test_an_id_that_was_withdrawn_or_lost_from_the_map_is_not_given_again() -> None:
    session = session_of(round_of(1, created=("ARCH-007",)))
    assert next_id(EntryKind.DECISION, session.used_ids) == "ARCH-008"


def test_the_rate_of_consensus_is_the_share_of_agreed_rounds() -> None:
    session = session_of(round_of(1, consensus=True), round_of(2), round_of(3))
    assert metrics_of(session)["consensus_rate"] == 0.33


def test_a_brainstorm_has_phases_beside_an_empty_agenda() -> None:
    session = session_of(
        round_of(1, phase="dreamer", topic_id="dreamer", focus=Focus(FocusType.AGENDA, "dreamer", "dreamer")),
        workflow="brainstorm",
        strategy="disney",
        phases=("dreamer", "realist", "critic"),
        phase="realist",
        agenda=(),
        by_phase=True,
    )
    found = yaml.safe_load(session_bytes(session))
    assert found["current_phase"] == "realist"
    assert [phase["status"] for phase in found["phases"]] == ["completed", "active", "pending"]
    assert found["phases"][0]["rounds"] == [1]
    assert found["rounds"][0]["disney_phase"] == "dreamer"
    assert found["metrics"]["topics"] == {"total": 0, "closed": 0}
    assert same(again(session), session)
