"""Turns a session document of an older form into the present one, so that only one form has to be understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import AD_HOC, STANDARD, EntryKind
from roundtable_tui.formats.yaml import Value
from roundtable_tui.panel.record.entries import PLACES, Lifecycle, Settled, next_id

if TYPE_CHECKING:
    from roundtable_tui.panel.record.entries import EntrySpec

Document = dict[str, Value]
Lookup = Callable[[str], Value]
"""The content of an entry that lies in a file of its own, by its id."""

_NEXT = {"continue_round": "continue", "next_phase": "phase"}
_AGREEMENTS = {
    "consensus": "consensus",
    "draft": "draft",
    "conflict": "conflict",
    "proposed": "draft",
    "confirmed": "consensus",
}
_SETTLED = {
    "pending": "open",
    "escalated": "open",
    "addressed": "resolved",
    "deferred": "resolved",
    "closed": "resolved",
}
_RENAMED = {
    "number": "round",
    "next": "next_action",
    "question": "facilitator_question",
    "synthesis": "synthesis_summary",
    "created": "artifacts_created",
    "amended": "artifacts_amended",
}
PHASE_NAMES = {"debate": "debate_phase", "disney": "disney_phase"}
"""What a round calls its phase, by strategy; `phase` in all others."""


def upgraded(found: Mapping[str, Value], lookup: Lookup = lambda _: None) -> Document:
    """The document in the present form; what no form knows stays as it is."""
    document = dict(found)
    ours = _map(document.get("roundtable"))
    document["workflow_type"] = document.get("workflow_type") or AD_HOC
    document["strategy"] = document.get("strategy") or STANDARD
    _timing(document, ours)
    _status(document, ours)
    _people(document)
    for name in ("escalations", "outcome", "debate_sides"):
        if name in document and name not in ours:
            ours[name] = document.pop(name)
    if config := _map(document.get("config")):
        ours.setdefault("limits", {**config, **_map(config.get("escalation"))})
    document["rounds"] = _rounds(document)
    document["artifacts"] = _artifacts(document, lookup)
    _conflicts_of_rounds(document)
    if ours:
        document["roundtable"] = ours
    return document


def _timing(document: Document, ours: Document) -> None:
    timing = _map(document.get("timing"))
    for old, new in (("started", "started_at"), ("completed", "closed_at"), ("completed_at", "closed_at")):
        for place in (timing, document):
            if old in place:
                value = place.pop(old)
                timing[new] = timing.get(new) or value
    if "paused_at" in document:
        ours.setdefault("paused_at", document.pop("paused_at"))
    document["timing"] = timing
    document.pop("total_rounds", None)


def _status(document: Document, ours: Document) -> None:
    status = _text(document.get("status"))
    if status == "completed":
        document["status"] = "closed"
    elif status == "paused":
        timing = _map(document.get("timing"))
        document["status"] = "active"
        ours["paused_at"] = ours.get("paused_at") or timing.get("updated_at") or timing.get("started_at") or "earlier"
    elif not status:
        document["status"] = "active"


def _people(document: Document) -> None:
    people = document.get("participants")
    if isinstance(people, list):
        document["participants"] = [name for one in people if (name := _text(one) or _text(_map(one).get("id")))]
    elif isinstance(people, dict):
        document["participants"] = list(people)


def _rounds(document: Document) -> list[Value]:
    rounds = document.get("rounds")
    if not isinstance(rounds, list) or not rounds:
        phases = document.get("phases")
        nested = [(_map(phase), one) for phase in _list(phases) for one in _list(_map(phase).get("rounds"))]
        rounds = [{"phase": phase.get("name"), **one} for phase, one in nested if isinstance(one, dict)]
        if rounds:
            document.pop("phases")
    strategy = _text(document.get("strategy"))
    return [_round(dict(_map(one)), number, strategy) for number, one in enumerate(rounds, start=1)]


def _round(one: Document, number: int, strategy: str) -> Document:
    for old, new in _RENAMED.items():
        if old in one:
            value = one.pop(old)
            one[new] = one.get(new) or value
    one["round"] = one.get("round") or str(number)
    if (action := _text(one.get("next_action"))) in _NEXT:
        one["next_action"] = _NEXT[action]
    name = PHASE_NAMES.get(strategy, "phase")
    for old in ("phase", *PHASE_NAMES.values()):
        if old != name and old in one:
            value = one.pop(old)
            one[name] = one.get(name) or value
    if isinstance(agreed := one.get("consensus"), list):
        one.pop("consensus")
        one["key_decisions"] = one.get("key_decisions") or agreed
    if isinstance(focus := one.get("focus"), dict):
        one["topic_id"] = one.get("topic_id") or focus.get("topic_id")
    if "responses" in one:
        _responses(one)
    return one


def _responses(one: Document) -> None:
    """Whole answers, as a list or by participant: both what was said in short and the ballots."""
    given = one.pop("responses")
    if isinstance(given, list):
        by_seat = {_text(_map(each).get("participant")): _map(each) for each in given}
    else:
        by_seat = {
            seat: answer if isinstance(answer, dict) else {"position": answer} for seat, answer in _map(given).items()
        }
    by_seat.pop("", None)
    positions = {seat: answer.get("position") or "" for seat, answer in by_seat.items()}
    one["participant_positions"] = {**positions, **_map(one.get("participant_positions"))}
    one["ballots"] = {**by_seat, **_map(one.get("ballots"))}


def _artifacts(document: Document, lookup: Lookup) -> Document:
    artifacts = _map(document.get("artifacts"))
    for place, content in artifacts.items():
        spec = PLACES.get(place)
        if isinstance(content, list):
            ids = [_text(one) or _text(_map(one).get("id")) for one in content]
            content = {one: _map(lookup(one)) or {"title": one} for one in ids if one}
        if spec:
            content = {name: _entry(dict(_map(one)), spec) for name, one in _map(content).items()}
        artifacts[place] = content
    return artifacts


def _entry(one: Document, spec: EntrySpec) -> Document:
    status = _text(one.get("status"))
    if spec.kind in (EntryKind.OPEN_QUESTION, EntryKind.CONFLICT):
        one["status"] = _SETTLED.get(status, status or Settled.OPEN.value)
        one["title"] = one.get("title") or one.get("question") or one.get("description")
        if "resolution_type" in one:
            method = one.pop("resolution_type")
            one["resolution_method"] = one.get("resolution_method") or method
        if "positions" in one:
            one["positions"] = _positions(one["positions"])
        return one
    if status in _AGREEMENTS:
        one["agreement"] = one.get("agreement") or _AGREEMENTS[status]
        one["status"] = Lifecycle.ACTIVE.value
    elif not status or status == "identified":
        one["status"] = Lifecycle.ACTIVE.value
    return one


def _positions(value: Value) -> Document:
    """By seat; a list names the participant in each of its entries."""
    if isinstance(value, dict):
        return {seat: _said(one) for seat, one in value.items()}
    if isinstance(value, str):
        return {"panel": value}
    return {
        _text(_map(one).get("participant")) or f"position-{at}": _said(one) for at, one in enumerate(_list(value), 1)
    }


def _said(value: Value) -> Value:
    if not isinstance(value, dict):
        return value
    stance, reason = _text(value.get("stance") or value.get("position")), _text(value.get("rationale"))
    return f"{stance} ({reason})" if reason else stance


def _conflicts_of_rounds(document: Document) -> None:
    """Conflicts that stand in rounds, or at the top, get ids and a place of their own."""
    artifacts = _map(document.get("artifacts"))
    conflicts = _map(artifacts.get("conflicts"))
    known: dict[str, str] = {}
    for one in _list(document.get("rounds")):
        if not isinstance(one, dict):
            continue
        number = _text(one.get("round"))
        for found in (_map(each) for each in _list(one.pop("conflicts", None))):
            name = _text(found.get("id")) or _text(found.get("description"))
            if name in known:
                continue
            known[name] = next_id(EntryKind.CONFLICT, conflicts)
            conflicts[known[name]] = _entry({"created_round": number, **found, "id": name}, PLACES["conflicts"])
        for found in (_map(each) for each in _list(one.get("resolved"))):
            name = _text(found.get("conflict_id"))
            if isinstance(conflict := conflicts.get(known.get(name, name)), dict):
                conflict["status"] = Settled.RESOLVED.value
                conflict["resolution"] = found.get("resolution")
                conflict["resolution_method"] = found.get("resolution_method") or found.get("resolution_type")
                conflict["resolved_round"] = number
    for at_top in _list(document.pop("conflicts", None)):
        found = at_top if isinstance(at_top, dict) else {"title": at_top}
        if _text(found.get("id")) not in known:
            conflicts[next_id(EntryKind.CONFLICT, conflicts)] = _entry(dict(found), PLACES["conflicts"])
    if conflicts:
        document["artifacts"] = {**artifacts, "conflicts": conflicts}


def _map(value: Value) -> Document:
    return dict(value) if isinstance(value, dict) else {}


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
