"""Session files of every earlier form open as what they mean, and are written in the present form."""

from __future__ import annotations

import pytest
import yaml

from roundtable_tui.panel.record.session import NextAction, PanelSession
from roundtable_tui.panel.record.session_file import read_session, session_bytes

FIRST = """\
id: "20251229-140000-queue"
topic: "Queue or table"
type: "technical"
started: "2025-12-29T14:00:00Z"
status: "active"
participants:
  - "software-architect"
  - "qa-lead"
expected_output: "adr"
rounds: []
consensus: []
conflicts:
  - "Nobody agrees on the name"
outcome: null
"""
BY_PHASE = """\
id: "20251231-queue"
topic: "Queue or table"
workflow_type: "design"
strategy: "debate"
status: "active"
started: "2025-12-31T10:00:00Z"
participants:
  - id: software-architect
    agent_file: "agents/software-architect.md"
  - id: technical-lead
phases:
  - name: "opening"
    status: "active"
    rounds:
      - number: 1
        question: "What speaks for it?"
        synthesis: "Much."
        next: "next_phase"
current_phase: "opening"
"""
ROUNDS_ALONE = """\
id: "20260106-queue"
topic: "Queue or table"
workflow_type: "specs"
strategy: "standard"
status: "paused"
started: "2026-01-06T09:00:00Z"
paused_at: "2026-01-06T10:00:00Z"
completed_at: null
participants:
  - id: "software-architect"
    name: "Software Architect"
  - id: "qa-lead"
    name: "QA Lead"
current_phase: "discussion"
total_rounds: 2
config:
  min_rounds: 2
  escalation:
    max_rounds_per_conflict: 5
rounds:
  - number: 1
    phase: "discussion"
    timestamp: "2026-01-06T09:10:00Z"
    question: "Which one?"
    focus: "Storage"
    synthesis: "They differ."
    consensus:
      - "Messages are kept"
    conflicts:
      - id: "queue-or-table"
        description: "Where they are kept"
        positions:
          software-architect: "Queue"
          qa-lead: "Table"
    responses:
      - participant: "software-architect"
        role: "Software Architect"
        position: "A queue."
        rationale: ["Retries"]
        concerns: []
        confidence: 0.8
        context_challenge: null
      - participant: "qa-lead"
        position: "A table."
        confidence: 0.4
    next: "continue"
  - number: 2
    question: "And now?"
    synthesis: "A table."
    resolved:
      - conflict_id: "queue-or-table"
        resolution: "A table it is"
        resolution_type: "consensus"
    responses:
      software-architect: "Fine, a table."
      qa-lead: {position: "A table.", confidence: 0.9}
    next: "conclude"
escalations:
  - round: 1
    reason: "They differ"
    positions: "Queue; table"
    user_decision: "Go on"
    resolution: "none"
outcome: null
"""
ENTRIES_IN_FILES = """\
id: "20260107-requirements-shop"
topic: "The shop"
workflow_type: "specs"
strategy: "consensus-driven"
status: "completed"
timing:
  started: "2026-01-07T13:05:00Z"
  completed: "2026-01-07T13:25:00Z"
  duration_ms: 1200000
artifacts:
  requirements: ["REQ-001", "REQ-002"]
  conflicts: ["CONF-001"]
agenda:
  - topic_id: "user-workflows"
    status: "closed"
    coverage: ["REQ-001"]
    closed_round: 2
rounds:
  - number: 1
    focus: {type: "agenda", topic_id: "user-workflows"}
    created: ["REQ-001", "CONF-001"]
    resolved: []
    next: "continue"
  - number: 2
    focus: {type: "conflict", topic_id: "CONF-001"}
    created: ["REQ-002"]
    resolved: ["CONF-001"]
    next: "conclude"
metrics: {rounds: 2, tasks: 15, tokens: 45000}
"""
NEWEST = """\
id: "20260112-design-shop"
topic: "The shop"
workflow_type: "design"
strategy: "debate"
status: "active"
timing: {started_at: "2026-01-12T10:00:00Z", updated_at: "2026-01-12T10:05:00Z", closed_at: null}
agent_state: {facilitator: {agent_id: abc, last_round: 1, last_action: synthesis}, participants: {}}
artifacts:
  architecture_decisions: {}
  conflicts:
    CONF-001:
      status: "open"
      created_round: 1
      topic_id: "components"
      title: "Where"
      positions:
        - {participant: technical-lead, stance: "Table", rationale: "Few parts"}
agenda: [{topic_id: components, status: partial, coverage: [style]}]
rounds:
  - round: 1
    topic_id: components
    debate_phase: opening
    facilitator_question: "Which?"
    synthesis_summary: "Both."
    participant_positions: {technical-lead: "Table"}
    consensus_reached: false
    next_action: continue
metrics: {rounds_completed: 1, tokens: {estimated_total: 10, by_round: [{round: 1, tokens: 10}]}}
"""
FORMS = {
    "the first": FIRST,
    "by phase": BY_PHASE,
    "rounds alone": ROUNDS_ALONE,
    "entries in files": ENTRIES_IN_FILES,
    "the newest": NEWEST,
}


def read(text: str) -> PanelSession:
    return read_session(text.encode())


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_any_form_is_written_in_the_present_one_and_then_stays_as_it_is(text: str) -> None:
    session = read(text)
    written = session_bytes(session)
    assert session_bytes(read_session(written)) == written
    found = yaml.safe_load(written)
    assert [one["round"] for one in found["rounds"]] == list(range(1, len(session.rounds) + 1))
    assert not {"started", "completed_at", "paused_at", "total_rounds", "conflicts"} & set(found)
    assert all(isinstance(name, str) for name in found["participants"])


def test_the_first_form_has_a_topic_people_and_a_conflict() -> None:
    session = read(FIRST)
    assert (session.workflow, session.strategy) == ("roundtable", "standard")
    assert session.participants == ("software-architect", "qa-lead")
    assert session.started_at == "2025-12-29T14:00:00Z"
    assert [conflict.title for conflict in session.open_conflicts] == ["Nobody agrees on the name"]


def test_rounds_that_lie_in_phases_are_taken_out_of_them() -> None:
    session = read(BY_PHASE)
    assert [(one.number, one.phase, one.question) for one in session.rounds] == [(1, "opening", "What speaks for it?")]
    assert session.rounds[0].next_action is NextAction.PHASE
    assert session.phase == "opening"
    assert session.participants == ("software-architect", "technical-lead")


def test_paused_is_active_with_a_time() -> None:
    session = read(ROUNDS_ALONE)
    assert (session.status, session.paused_at) == ("active", "2026-01-06T10:00:00Z")
    assert session.is_paused


def test_whole_answers_become_ballots_from_a_list_and_from_a_map() -> None:
    first, second = read(ROUNDS_ALONE).rounds
    assert first.ballots["software-architect"].rationale == ("Retries",)
    assert first.ballots["qa-lead"].confidence == 0.4
    assert second.positions == {"software-architect": "Fine, a table.", "qa-lead": "A table."}
    assert second.ballots["software-architect"].position == "Fine, a table."


def test_conflicts_of_rounds_get_ids_and_keep_what_became_of_them() -> None:
    (conflict,) = read(ROUNDS_ALONE).conflicts
    assert conflict.id == "CONF-001"
    assert (conflict.status, conflict.resolution, conflict.resolution_method) == (
        "resolved",
        "A table it is",
        "consensus",
    )
    assert (conflict.created_round, conflict.resolved_round) == (1, 2)
    assert conflict.positions == {"software-architect": "Queue", "qa-lead": "Table"}


def test_limits_and_escalations_of_old_are_kept() -> None:
    session = read(ROUNDS_ALONE)
    assert (session.limits.min_rounds, session.limits.max_rounds_per_conflict) == (2, 5)
    assert session.escalations[0].user_decision == "Go on"
    assert session.rounds[0].key_decisions == ("Messages are kept",)


def test_entries_in_files_of_their_own_are_looked_up() -> None:
    files = {"REQ-001": {"status": "consensus", "title": "Pay", "priority": "must"}}
    session = read_session(ENTRIES_IN_FILES.encode(), lambda entry: dict(files.get(entry, {})))
    one, two = session.entries
    assert (one.title, one.status, one.agreement, one.text("priority")) == ("Pay", "active", "consensus", "must")
    assert (two.id, two.title) == ("REQ-002", "REQ-002")
    assert session.is_closed
    assert session.closed_at == "2026-01-07T13:25:00Z"
    assert session.rounds[0].topic_id == "user-workflows"


def test_positions_in_a_list_become_positions_by_seat() -> None:
    (conflict,) = read(NEWEST).conflicts
    assert conflict.positions == {"technical-lead": "Table (Few parts)"}
