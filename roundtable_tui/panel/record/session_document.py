"""Turns a session into the document of its file, with everything that stood there before and is not ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.formats.yaml import Plain
from roundtable_tui.panel.record.entries import SPECS
from roundtable_tui.panel.record.metrics import metrics_of
from roundtable_tui.panel.record.older_forms import PHASE_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.formats.yaml_writer import Writable
    from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion
    from roundtable_tui.panel.record.session import Escalation, Limits, Outcome, PanelSession, Round, Seat

Document = dict[str, "Writable"]
FORMAT = 1
_BY_NAME = {"agenda": "topic_id", "rounds": "round", "phases": "name"}
"""The lists whose entries are told apart by a field, so that what others wrote into one stays with it."""


def document_of(session: PanelSession) -> Document:
    """All of it, in the order in which a reader looks for things."""
    new: Document = {
        "id": session.id,
        "topic": session.topic,
        "workflow_type": session.workflow,
        "strategy": session.strategy,
        "status": session.status,
        "timing": {
            "started_at": session.started_at or None,
            "updated_at": session.updated_at or None,
            "closed_at": session.closed_at or None,
        },
        "participants": list(session.participants),
        "agent_state": _agent_state(session),
        "artifacts": _artifacts(session),
        "agenda": [
            {"topic_id": topic.topic_id, "status": topic.status.value, "coverage": list(topic.coverage)}
            for topic in session.agenda
        ],
    }
    if session.by_phase:
        new |= {"current_phase": session.phase, "phases": _phases(session)}
    new |= {
        "rounds": [_round(one, session) for one in session.rounds],
        "metrics": metrics_of(session),
        "validation": {} if "validation" in session.raw else {"last_check": None, "status": None, "warnings": []},
        "linked_sessions": {},
        "roundtable": _ours(session),
    }
    merged = _kept(session.raw, new)
    # Other programs find sessions by looking for these two lines in the raw file.
    return {**merged, "workflow_type": Plain(session.workflow), "status": Plain(session.status)}


def _agent_state(session: PanelSession) -> Document:
    last = len(session.rounds)
    kept = session.raw.get("agent_state")
    known = kept.get("facilitator") if isinstance(kept, dict) else None
    agent = known.get("agent_id") if isinstance(known, dict) else None
    state: Document = {"agent_id": agent, "last_round": last, "last_action": "synthesis" if last else None}
    return {"facilitator": state, "participants": {}}


def _artifacts(session: PanelSession) -> Document:
    maps: dict[str, dict[str, Writable]] = {place: {} for place in session.places}
    for entry in session.entries:
        maps.setdefault(SPECS[entry.kind].place, {})[entry.id] = _entry(entry)
    for question in session.questions:
        maps.setdefault(SPECS[EntryKind.OPEN_QUESTION].place, {})[question.id] = _question(question)
    for conflict in session.conflicts:
        maps.setdefault(SPECS[EntryKind.CONFLICT].place, {})[conflict.id] = _conflict(conflict)
    return dict(maps)


def _entry(entry: Entry) -> Document:
    return {
        "status": str(entry.status),
        "agreement": str(entry.agreement),
        "created_round": entry.created_round,
        "topic_id": entry.topic_id,
        "title": entry.title,
        "description": entry.description,
        **{name: _quoted_status(value, name) for name, value in entry.fields.items()},
        "proposed_by": entry.proposed_by,
        "supported_by": list(entry.supported_by),
        "amendments": [{"round": one.round, "change": one.change, "reason": one.reason} for one in entry.amendments],
    }


def _question(question: OpenQuestion) -> Document:
    return {
        "status": str(question.status),
        "created_round": question.created_round,
        "topic_id": question.topic_id,
        "title": question.title,
        "description": question.description,
        "raised_by": question.raised_by,
        "blocking": question.blocking,
        "resolution": question.resolution or None,
        "resolved_round": question.resolved_round or None,
    }


def _conflict(conflict: Conflict) -> Document:
    return {
        "status": str(conflict.status),
        "created_round": conflict.created_round,
        "topic_id": conflict.topic_id,
        "title": conflict.title,
        "description": conflict.description,
        "positions": dict(conflict.positions),
        "resolution": conflict.resolution or None,
        "resolved_round": conflict.resolved_round or None,
        "resolution_method": conflict.resolution_method or None,
        "resolved_by": conflict.resolved_by or None,
    }


def _phases(session: PanelSession) -> list[Writable]:
    at = session.phases.index(session.phase) if session.phase in session.phases else 0
    found: list[Writable] = []
    for number, name in enumerate(session.phases):
        done = number < at or session.is_closed
        status = "completed" if done else "active" if number == at else "pending"
        rounds = [one.number for one in session.rounds if one.phase == name]
        found.append({"name": name, "status": status, "rounds": rounds})
    return found


def _round(one: Round, session: PanelSession) -> Document:
    return {
        "round": one.number,
        "timestamp": one.timestamp,
        "topic_id": one.topic_id,
        PHASE_NAMES.get(session.strategy, "phase"): one.phase,
        "facilitator_question": one.question,
        "synthesis_summary": one.synthesis,
        "participant_positions": dict(one.positions),
        "key_decisions": list(one.key_decisions),
        "artifacts_created": list(one.created),
        "artifacts_amended": list(one.amended),
        "consensus_reached": one.consensus,
        "next_action": one.next_action.value,
        "focus": {"type": one.focus.type.value, "id": one.focus.id},
        "options": [{"id": option.id, "text": option.text} for option in one.options],
        "ballots": {seat: ballot.as_document() for seat, ballot in one.ballots.items()},
        "own_ballot": one.own_ballot.as_document() if one.own_ballot else None,
        "groups": [list(group) for group in one.groups],
        "missing": dict(one.missing),
        "probing": one.probing,
        "stress_test": one.stress_test,
        "wanted": one.wanted.value,
        "escalation_reason": one.escalation_reason,
        "recommendation": one.recommendation,
        "facilitator_requests": [request.as_document() for request in one.requests],
        "tokens": one.tokens,
    }


def _ours(session: PanelSession) -> Document:
    return {
        "format": FORMAT,
        "seats": {name: _seat(one) for name, one in session.seats.items()},
        "facilitator": _seat(session.facilitator),
        "debate_sides": {"pro": list(session.sides.pro), "con": list(session.sides.con)},
        "limits": _limits(session.limits),
        "phase": session.phase,
        "phase_history": _phases(session),
        "escalations": [_escalation(one) for one in session.escalations],
        "outcome": _outcome(session.outcome) if session.outcome else None,
        "output": session.output,
        "item": session.item,
        "item_point": _point(session.point) if session.point else None,
        "paused_at": session.paused_at or None,
    }


def _point(point: PointName) -> Document:
    return {"topic": point.topic, "criterion": point.criterion, "key": point.key}


def _seat(seat: Seat) -> Document:
    return {"kind": seat.kind.value, "voice": seat.voice, "model": seat.model}


def _limits(limits: Limits) -> Document:
    return {
        "min_rounds": limits.min_rounds,
        "max_rounds": limits.max_rounds,
        "max_rounds_per_phase": limits.max_rounds_per_phase,
        "threshold": limits.threshold,
        "escalation": limits.escalation,
        "max_rounds_per_conflict": limits.max_rounds_per_conflict,
        "confidence_below": limits.confidence_below,
        "critical_keywords": list(limits.critical_keywords),
    }


def _escalation(one: Escalation) -> Document:
    return {
        "round": one.round,
        "issue": one.issue,
        "reason": one.reason,
        "positions": list(one.positions),
        "recommendation": one.recommendation,
        "choice": one.choice.value,
        "user_decision": one.user_decision,
        "until_round": one.until_round,
    }


def _outcome(outcome: Outcome) -> Document:
    return {
        "type": outcome.type,
        "file": outcome.file,
        "files": list(outcome.files),
        "minority": [
            {
                "seats": list(one.seats),
                "position": one.position,
                "rationale": list(one.rationale),
                "given_up": one.given_up or None,
            }
            for one in outcome.minority
        ],
    }


def _kept(before: Mapping[str, Value], new: Mapping[str, Writable]) -> Document:
    """The new mapping, and after it what the old one has beside."""
    merged: Document = {}
    for name, value in new.items():
        old = before.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[name] = _kept(old, value)
        elif name in _BY_NAME and isinstance(value, list) and isinstance(old, list):
            merged[name] = _kept_list(old, value, _BY_NAME[name])
        else:
            merged[name] = value
    for name, left in before.items():
        if name not in merged:
            merged[name] = _quoted_status(left, name)
    return merged


def _kept_list(before: list[Value], new: Sequence[Writable], field: str) -> list[Writable]:
    known = {str(one.get(field)): one for one in before if isinstance(one, dict)}
    return [_kept(known.get(str(one.get(field)), {}), one) if isinstance(one, dict) else one for one in new]


def _quoted_status(value: Value, name: str) -> Writable:
    """A status that is not the session's own stands in quotes, or a closed session would look active."""
    match value:
        case dict():
            return {key: _quoted_status(part, key) for key, part in value.items()}
        case list():
            return [_quoted_status(part, "") for part in value]
        case str() if name in ("status", "workflow_type"):
            return str(value)
    return value
