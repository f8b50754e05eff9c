"""What a panel decided as changes of a dossier: each entry with the ballots that carry it as its provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES, Kind
from roundtable_tui.domain.dossier.provenance import USERS_OWN, Ballot
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.outputs.minority import carriers, last_minority, minority_about
from roundtable_tui.panel.outputs.options_considered import options_considered
from roundtable_tui.panel.outputs.publisher import decisions_of
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.entries import Agreement, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.panel.record.session import PanelSession

_PRIORITIES = dict(zip(("must", "should", "could", "wont"), PRIORITIES, strict=True))
_SIMPLE = {
    EntryKind.BUSINESS_RULE: Kind.CONSTRAINT,
    EntryKind.NFR: Kind.QUALITY,
    EntryKind.EXCLUSION: Kind.EXCLUSION,
    EntryKind.COMPONENT: Kind.MODULE,
    EntryKind.INTERFACE: Kind.INTERFACE,
    EntryKind.RISK: Kind.RISK,
    EntryKind.IDEA: Kind.NOTE,
}


def changes_of(session: PanelSession) -> tuple[Change, ...]:
    """Every decision with its options and its dissent, and whatever else the panel put down that a dossier can hold."""
    found: list[Change] = []
    for entry in decisions_of(session):
        found += _decision(session, entry)
    for entry in session.live_entries:
        if entry.kind is EntryKind.REQUIREMENT:
            found += _requirement(session, entry)
        elif entry.kind in _SIMPLE:
            found.append(_recorded(session, entry, _SIMPLE[entry.kind], _fields(entry)))
    for question in session.open_questions:
        sources = _ballots(session, question.created_round)
        text = _joined(question.title, question.description)
        found.append(Change(Op.RECORD, question.id, Kind.QUESTION, {"text": text}, sources))
    return tuple(found)


def sources_of(session: PanelSession, entry: Entry) -> tuple[Source, ...]:
    """The ballots behind an entry; where the user decided it in the panel, their decision stands first."""
    voted = [one for one in session.rounds if one.ballots and one.topic_id == entry.topic_id] or [
        one for one in session.rounds if one.ballots
    ]
    number = voted[-1].number if voted else 0
    decided = [one.round for one in session.escalations if one.user_decision]
    own = (Ballot(session.id, decided[-1], USERS_OWN),) if decided and decided[-1] >= number else ()
    carried = tuple(seat for seat in carriers(session, entry) if seat in entry.supported_by)
    return (*own, *_ballots(session, number, carried))


def dissent_of(session: PanelSession, entry: Entry) -> str:
    """Who would have decided otherwise and why, in sentences; nothing where nobody would."""
    told = []
    for one in minority_about(session, entry) or last_minority(session):
        because = "; ".join(reason.rstrip(". ") for reason in one.rationale)
        reasons = f" Because: {because}." if because else ""
        when = f" (in round {one.given_up}, not in the end)" if one.given_up else ""
        told.append(f"{', '.join(one.seats)}{when}: {one.position.rstrip('. ')}.{reasons}")
    return "\n".join(told)


def _decision(session: PanelSession, entry: Entry) -> Iterator[Change]:
    sources = sources_of(session, entry)
    names = []
    for number, option in enumerate(options_considered(session, entry), 1):
        name = f"{entry.id}/option-{number}"
        names.append(name)
        fields: dict[str, Value] = {"title": one_line(option.name, 200)}
        fields |= _given(pros="; ".join(option.pros), cons="; ".join(option.cons))
        yield Change(Op.RECORD, name, Kind.OPTION, fields, sources)
    accepted = entry.agreement == Agreement.CONSENSUS or any(
        isinstance(source, Ballot) and source.seat == USERS_OWN for source in sources
    )
    fields = {
        "title": entry.title,
        "context": entry.text("context"),
        "decision": _joined(entry.text("decision") or entry.description, entry.text("rationale")),
        "consequences": _consequences(session, entry),
        "status": "proposed" if accepted else "contested",
    }
    told: dict[str, Value] = {name: value for name, value in fields.items() if value}
    yield Change(Op.RECORD, entry.id, Kind.DECISION, told | ({"options": tuple(names)} if names else {}), sources)


def _consequences(session: PanelSession, entry: Entry) -> str:
    given = entry.fields.get("consequences")
    parts = given if isinstance(given, dict) else {}
    lines = [f"Gained: {'; '.join(gained)}" if (gained := texts_in(parts.get("positive"))) else ""]
    lines.append(f"What it costs: {'; '.join(costs)}" if (costs := texts_in(parts.get("negative"))) else "")
    dissent = dissent_of(session, entry)
    lines.append(f"The panel's minority would have decided otherwise.\n{dissent}" if dissent else "")
    return "\n\n".join(line for line in lines if line)


def _requirement(session: PanelSession, entry: Entry) -> Iterator[Change]:
    fields: dict[str, Value] = {"title": entry.title}
    if entry.description:
        fields["text"] = entry.description
    if priority := _PRIORITIES.get(entry.text("priority")):
        fields["priority"] = priority
    sources = sources_of(session, entry)
    yield Change(Op.RECORD, entry.id, Kind.FR, fields, sources)
    for number, text in enumerate(texts_in(entry.fields.get("acceptance")), 1):
        name = f"{entry.id}/acceptance-{number}"
        yield Change(Op.RECORD, name, Kind.AC, {"text": text, "fr": (entry.id,)}, sources)


def _fields(entry: Entry) -> dict[str, Value]:
    text = _joined(entry.title, entry.description)
    match entry.kind:
        case EntryKind.NFR:
            return {"text": text} | _given(threshold=entry.text("target"))
        case EntryKind.EXCLUSION:
            return {"text": text} | _given(why=entry.text("rationale"))
        case EntryKind.COMPONENT:
            return {"text": entry.title} | _given(responsibility=entry.text("responsibility") or entry.description)
        case EntryKind.INTERFACE:
            return {"text": text} | _given(pattern=entry.text("type"))
        case EntryKind.RISK:
            degrees = {"impact": entry.text("severity"), "likelihood": entry.text("likelihood")}
            return {"text": text, **{name: degree for name, degree in degrees.items() if degree in LEVELS}}
        case EntryKind.BUSINESS_RULE:
            return {"text": _joined(text, entry.text("conditions"), entry.text("actions"))}
    return {"text": text}


def _recorded(session: PanelSession, entry: Entry, kind: Kind, fields: Mapping[str, Value]) -> Change:
    return Change(Op.RECORD, entry.id, kind, fields, sources_of(session, entry))


def _ballots(session: PanelSession, number: int, seats: tuple[str, ...] = ()) -> tuple[Source, ...]:
    """Of those who support it, where that is known, else of everybody who voted in that round."""
    voted = next((one.ballots for one in session.rounds if one.number == number), {})
    named = [seat for seat in seats if seat in voted] or list(voted)
    return tuple(Ballot(session.id, number, seat) for seat in named) or (Ballot(session.id, number, "facilitator"),)


def _given(**fields: str) -> dict[str, Value]:
    return {name: value for name, value in fields.items() if value}


def _joined(*parts: str) -> str:
    return "\n\n".join(dict.fromkeys(part.strip() for part in parts if part.strip()))
