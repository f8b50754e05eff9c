"""Spec2Ship's structural checks of a session file (STR-001 to STR-006, STRAT-D1), on the document as it lies there.

Its own scripts count six kinds of entries only; here all maps below `artifacts` count, as its text says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.entries import PLACES, Lifecycle, Settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.formats.yaml import Value

_REQUIRED = (
    "id",
    "workflow_type",
    "strategy",
    "status",
    "timing.started_at",
    "artifacts",
    "agenda",
    "rounds",
    "metrics",
)
_ISSUES = (EntryKind.OPEN_QUESTION, EntryKind.CONFLICT)
_RUN_AGAIN = "Resume the panel once; the file is then written in the present form."
_AS_IT_IS = "The panel is closed and can be read as it is; only Spec2Ship's own validator minds."
_CLOSED = ("closed", "completed")


def structural_findings(
    document: Mapping[str, Value], configured: Iterable[str] = (), where: str = ""
) -> tuple[Finding, ...]:
    """What the checks find wrong; `configured` are the participants of the session's config snapshot."""
    found = [
        *_required_fields(document),
        *_states(document),
        *_references(document),
        *_sequence(document),
        *_metrics(document),
        *_participants(document, tuple(configured)),
        *_debate_phases(document),
    ]
    hints = {_RUN_AGAIN: _AS_IT_IS} if document.get("status") in _CLOSED else {}
    return tuple(
        Finding(severity, code, where, entry, reason, hints.get(suggestion, suggestion))
        for severity, code, entry, reason, suggestion in found
    )


_Found = tuple[Severity, str, str, str, str]


def _required_fields(document: Mapping[str, Value]) -> Iterator[_Found]:
    for path in _REQUIRED:
        value: Value = dict(document)
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if value is None or value == "false":
            yield Severity.ERROR, "STR-001", "", f"There is no '{path}'.", _RUN_AGAIN


def _states(document: Mapping[str, Value]) -> Iterator[_Found]:
    for place, spec in PLACES.items():
        valid = tuple(Settled) if spec.kind in _ISSUES else tuple(Lifecycle)
        for entry, content in _map(_map(document.get("artifacts")).get(place)).items():
            status = _map(content).get("status")
            if status not in list(map(str, valid)):
                said = f"'{one_line(status, 40)}'" if isinstance(status, str) else "missing"
                reason = f"Its status is {said}, not one of {', '.join(valid)}."
                yield Severity.ERROR, "STR-002", entry, reason, "Correct it in the file."


def _references(document: Mapping[str, Value]) -> Iterator[_Found]:
    known = set(_entries(document))
    for number, one in enumerate(_rounds(document), start=1):
        for entry in _texts(one.get("artifacts_created")):
            if entry not in known:
                reason = f"Round {number} says that it created {one_line(entry, 40)}, which is not there."
                yield Severity.ERROR, "STR-003", entry, reason, "Put the entry back, or take its id out of the round."


def _sequence(document: Mapping[str, Value]) -> Iterator[_Found]:
    rounds = _rounds(document)
    for expected, one in enumerate(rounds, start=1):
        found = one.get("round")
        if found != str(expected):
            said = one_line(found, 20) if isinstance(found, str) else "nothing"
            yield Severity.ERROR, "STR-004", "", f"Round {expected} is numbered {said}.", "Number the rounds 1, 2, 3 …"
    counted = _map(document.get("metrics")).get("rounds_completed")
    if counted != str(len(rounds)):
        reason = f"metrics.rounds_completed is {_said(counted)}, and there are {len(rounds)} rounds."
        yield Severity.ERROR, "STR-004", "", reason, _RUN_AGAIN


def _metrics(document: Mapping[str, Value]) -> Iterator[_Found]:
    metrics = _map(document.get("metrics"))
    total = _map(metrics.get("artifacts")).get("total")
    actual = len(list(_entries(document)))
    if total != str(actual):
        reason = f"metrics.artifacts.total is {_said(total)}, and there are {actual} entries."
        yield Severity.ERROR, "STR-005", "", reason, _RUN_AGAIN
    closed = _map(metrics.get("topics")).get("closed")
    agenda = document.get("agenda")
    states = [_map(one).get("status") for one in agenda] if isinstance(agenda, list) else []
    if closed != str(states.count("closed")):
        reason = f"metrics.topics.closed is {_said(closed)}, and {states.count('closed')} topics are closed."
        yield Severity.ERROR, "STR-005", "", reason, _RUN_AGAIN


def _participants(document: Mapping[str, Value], configured: tuple[str, ...]) -> Iterator[_Found]:
    seats = configured or _texts(document.get("participants"))
    for number, one in enumerate(_rounds(document), start=1):
        present = _map(one.get("participant_positions"))
        for seat in seats:
            if seat not in present:
                reason = f"{one_line(seat, 40)} does not appear in round {number}."
                yield Severity.WARNING, "STR-006", "", reason, "Give a position, or a sentence why there is none."


def _debate_phases(document: Mapping[str, Value]) -> Iterator[_Found]:
    if document.get("strategy") != "debate":
        return
    for number, one in enumerate(_rounds(document), start=1):
        phase = one.get("debate_phase")
        if not phase:
            yield Severity.ERROR, "STRAT-D1", "", f"Round {number} has no debate_phase.", "Add the phase it belongs to."
        elif number == 1 and phase != "opening":
            reason = f"The first round is {_said(phase)}, not opening."
            yield Severity.WARNING, "STRAT-D1", "", reason, "A debate begins with its opening."


def _entries(document: Mapping[str, Value]) -> Iterator[str]:
    for content in _map(document.get("artifacts")).values():
        yield from _map(content)


def _rounds(document: Mapping[str, Value]) -> list[dict[str, Value]]:
    rounds = document.get("rounds")
    return [_map(one) for one in rounds] if isinstance(rounds, list) else []


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _map(value: Value) -> dict[str, Value]:
    return value if isinstance(value, dict) else {}


def _said(value: Value) -> str:
    return one_line(value, 40) if isinstance(value, str) else "missing"
