"""Reads a session document of the present form into values; what does not fit is read as if it were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roundtable_tui.domain.journal.values import PointName
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.ballots import Option, ballot_in, number_in, request_in, texts_in
from roundtable_tui.panel.record.entries import (
    PLACES,
    Agreement,
    Amendment,
    Conflict,
    Entry,
    Lifecycle,
    OpenQuestion,
    Settled,
)
from roundtable_tui.panel.record.older_forms import PHASE_NAMES
from roundtable_tui.panel.record.session import (
    Choice,
    Escalation,
    Focus,
    FocusType,
    Limits,
    Minority,
    NextAction,
    Outcome,
    PanelSession,
    Round,
    Seat,
    SeatKind,
    Sides,
    TopicState,
    TopicStatus,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum

    from roundtable_tui.formats.yaml import Value

    E = TypeVar("E", bound=StrEnum)

_COMMON = frozenset(
    "status agreement created_round topic_id title description proposed_by supported_by amendments".split()
)


def session_in(document: Mapping[str, Value]) -> PanelSession:
    """The session a document of the present form describes."""
    ours, timing = _map(document.get("roundtable")), _map(document.get("timing"))
    rounds = tuple(_round(_map(one), number) for number, one in enumerate(_list(document.get("rounds")), start=1))
    artifacts = _map(document.get("artifacts"))
    listed = _list(document.get("phases")) or _list(ours.get("phase_history"))
    phases = tuple(name for one in listed if (name := _text(_map(one).get("name"))))
    participants = texts_in(document.get("participants")) or tuple(
        dict.fromkeys(seat for one in rounds for seat in one.positions)
    )
    return PanelSession(
        id=_text(document.get("id")),
        topic=_text(document.get("topic")),
        workflow=_text(document.get("workflow_type")),
        strategy=_text(document.get("strategy")),
        status=_text(document.get("status")),
        started_at=_text(timing.get("started_at")),
        updated_at=_text(timing.get("updated_at")),
        closed_at=_text(timing.get("closed_at")),
        paused_at=_text(ours.get("paused_at")),
        participants=participants,
        seats={seat: _seat(_map(one)) for seat, one in _map(ours.get("seats")).items()},
        facilitator=_seat(_map(ours.get("facilitator"))),
        sides=_sides(_map(ours.get("debate_sides"))),
        limits=_limits(_map(ours.get("limits"))),
        phases=phases,
        phase=_text(document.get("current_phase")) or _text(ours.get("phase")) or (rounds[-1].phase if rounds else ""),
        agenda=tuple(_topic(_map(one)) for one in _list(document.get("agenda")) if _map(one).get("topic_id")),
        by_phase="phases" in document,
        places=tuple(artifacts),
        entries=_entries(artifacts),
        questions=tuple(_question(name, _map(one)) for name, one in _map(artifacts.get("open_questions")).items()),
        conflicts=tuple(_conflict(name, _map(one)) for name, one in _map(artifacts.get("conflicts")).items()),
        rounds=rounds,
        escalations=tuple(_escalation(_map(one)) for one in _list(ours.get("escalations"))),
        outcome=_outcome(ours.get("outcome")),
        output=_text(ours.get("output")),
        item=_text(ours.get("item")),
        point=_point(_map(ours.get("item_point"))),
        raw=document,
    )


def _round(one: Mapping[str, Value], number: int) -> Round:
    own = ballot_in(one.get("own_ballot"))
    given = _map(one.get("ballots"))
    focus = _map(one.get("focus"))
    topic = _text(one.get("topic_id"))
    return Round(
        number=int(number_in(one.get("round"), number)),
        timestamp=_text(one.get("timestamp")),
        phase=next((found for name in (*PHASE_NAMES.values(), "phase") if (found := _text(one.get(name)))), ""),
        topic_id=topic,
        focus=Focus(
            _choice(FocusType, focus.get("type"), FocusType.AGENDA),
            _text(focus.get("id") or focus.get("topic_id")) or topic,
            topic,
        ),
        question=_text(one.get("facilitator_question")),
        options=tuple(
            Option(_text(_map(each).get("id")), _text(_map(each).get("text"))) for each in _list(one.get("options"))
        ),
        probing=_text(one.get("probing")),
        stress_test=_yes(one.get("stress_test")),
        synthesis=_text(one.get("synthesis_summary")),
        positions=_texts_by(one.get("participant_positions")),
        ballots={seat: ballot for seat, each in given.items() if (ballot := ballot_in(each))},
        own_ballot=own,
        missing=_texts_by(one.get("missing")),
        groups=tuple(texts_in(each) for each in _list(one.get("groups"))),
        key_decisions=texts_in(one.get("key_decisions")),
        created=texts_in(one.get("artifacts_created")),
        amended=texts_in(one.get("artifacts_amended")),
        consensus=_yes(one.get("consensus_reached")),
        next_action=_choice(NextAction, one.get("next_action"), NextAction.CONTINUE),
        wanted=_choice(NextAction, one.get("wanted"), _choice(NextAction, one.get("next_action"), NextAction.CONTINUE)),
        escalation_reason=_text(one.get("escalation_reason")),
        recommendation=_text(one.get("recommendation")),
        requests=tuple(request_in(each) for each in _list(one.get("facilitator_requests"))),
        tokens=int(number_in(one.get("tokens"))),
    )


def _entries(artifacts: Mapping[str, Value]) -> tuple[Entry, ...]:
    return tuple(
        _entry(name, PLACES[place].kind, _map(one))
        for place, content in artifacts.items()
        if place in PLACES and PLACES[place].kind not in (EntryKind.OPEN_QUESTION, EntryKind.CONFLICT)
        for name, one in _map(content).items()
    )


def _entry(name: str, kind: EntryKind, one: Mapping[str, Value]) -> Entry:
    return Entry(
        id=name,
        kind=kind,
        title=_text(one.get("title")),
        description=_text(one.get("description")),
        status=_text(one.get("status")) or Lifecycle.ACTIVE,
        agreement=_text(one.get("agreement")) or Agreement.DRAFT,
        created_round=int(number_in(one.get("created_round"))),
        topic_id=_text(one.get("topic_id")),
        proposed_by=_text(one.get("proposed_by") or one.get("raised_by")),
        supported_by=texts_in(one.get("supported_by")),
        amendments=tuple(_amendment(_map(each)) for each in _list(one.get("amendments"))),
        fields={key: value for key, value in one.items() if key not in _COMMON},
    )


def _amendment(one: Mapping[str, Value]) -> Amendment:
    return Amendment(int(number_in(one.get("round"))), _text(one.get("change")), _text(one.get("reason")))


def _question(name: str, one: Mapping[str, Value]) -> OpenQuestion:
    return OpenQuestion(
        id=name,
        title=_text(one.get("title")),
        description=_text(one.get("description")),
        status=_text(one.get("status")) or Settled.OPEN,
        created_round=int(number_in(one.get("created_round"))),
        topic_id=_text(one.get("topic_id")),
        raised_by=_text(one.get("raised_by")),
        blocking=_yes(one.get("blocking")),
        resolution=_text(one.get("resolution")),
        resolved_round=int(number_in(one.get("resolved_round"))),
    )


def _conflict(name: str, one: Mapping[str, Value]) -> Conflict:
    return Conflict(
        id=name,
        title=_text(one.get("title")),
        description=_text(one.get("description")),
        status=_text(one.get("status")) or Settled.OPEN,
        created_round=int(number_in(one.get("created_round"))),
        topic_id=_text(one.get("topic_id")),
        positions=_texts_by(one.get("positions")),
        resolution=_text(one.get("resolution")),
        resolved_round=int(number_in(one.get("resolved_round"))),
        resolution_method=_text(one.get("resolution_method")),
        resolved_by=_text(one.get("resolved_by")),
    )


def _point(one: Mapping[str, Value]) -> PointName | None:
    names = [_text(one.get(name)) for name in ("topic", "criterion", "key")]
    return PointName(*names) if names[2] else None


def _seat(one: Mapping[str, Value]) -> Seat:
    return Seat(_choice(SeatKind, one.get("kind"), SeatKind.HUMAN), _text(one.get("voice")), _text(one.get("model")))


def _sides(one: Mapping[str, Value]) -> Sides:
    return Sides(texts_in(one.get("pro")), texts_in(one.get("con")))


def _limits(one: Mapping[str, Value]) -> Limits:
    usual = Limits()
    words = texts_in(one.get("critical_keywords"))
    return Limits(
        min_rounds=max(1, int(number_in(one.get("min_rounds"), usual.min_rounds))),
        max_rounds=max(1, int(number_in(one.get("max_rounds"), usual.max_rounds))),
        max_rounds_per_phase=max(1, int(number_in(one.get("max_rounds_per_phase"), usual.max_rounds_per_phase))),
        threshold=number_in(one.get("threshold"), usual.threshold),
        escalation=_text(one.get("escalation")) != "false",
        max_rounds_per_conflict=max(
            1, int(number_in(one.get("max_rounds_per_conflict"), usual.max_rounds_per_conflict))
        ),
        confidence_below=number_in(one.get("confidence_below"), usual.confidence_below),
        critical_keywords=words if "critical_keywords" in one else usual.critical_keywords,
    )


def _topic(one: Mapping[str, Value]) -> TopicState:
    return TopicState(
        _text(one.get("topic_id")),
        _choice(TopicStatus, one.get("status"), TopicStatus.OPEN),
        texts_in(one.get("coverage")),
    )


def _escalation(one: Mapping[str, Value]) -> Escalation:
    return Escalation(
        round=int(number_in(one.get("round"))),
        issue=_text(one.get("issue")),
        reason=_text(one.get("reason")),
        positions=texts_in(one.get("positions")),
        recommendation=_text(one.get("recommendation")),
        choice=_choice(Choice, one.get("choice"), Choice.DECIDE),
        user_decision=_text(one.get("user_decision")),
        until_round=int(number_in(one.get("until_round"))),
    )


def _outcome(value: Value) -> Outcome | None:
    one = _map(value)
    if not one:
        return None
    minority = tuple(
        Minority(
            texts_in(each.get("seats")),
            _text(each.get("position")),
            texts_in(each.get("rationale")),
            int(number_in(each.get("given_up"))),
        )
        for each in map(_map, _list(one.get("minority")))
    )
    return Outcome(_text(one.get("type")), _text(one.get("file")), texts_in(one.get("files")), minority)


def _choice(kind: type[E], value: Value, otherwise: E) -> E:
    return kind(value) if isinstance(value, str) and value in list(kind) else otherwise


def _texts_by(value: Value) -> dict[str, str]:
    return {name: one for name, one in _map(value).items() if isinstance(one, str)}


def _yes(value: Value) -> bool:
    return isinstance(value, str) and value.lower() in ("true", "yes")


def _map(value: Value) -> dict[str, Value]:
    return value if isinstance(value, dict) else {}


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []


def _text(value: Value) -> str:
    return str(value) if isinstance(value, str) else ""
