"""What a panel leaves as documents: requirements, architecture, a summary; rendered from its session, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import cell, inline, prose, sentence
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.outputs.minority import carriers
from roundtable_tui.panel.outputs.options_considered import listed_options, options_considered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.record.session import Escalation, Minority, PanelSession

_PRIORITIES = {"must": "Must", "should": "Should", "could": "Could", "wont": "Won't"}


def requirements_document(session: PanelSession, project: str) -> str:
    parts = [_head("Software Requirements Specification", session, project)]
    parts += _section("Functional Requirements", map(_requirement, _of(session, EntryKind.REQUIREMENT)))
    parts += _section("Business Rules", map(_rule, _of(session, EntryKind.BUSINESS_RULE)))
    parts += _section("Non-Functional Requirements", map(_nfr, _of(session, EntryKind.NFR)))
    excluded = [
        f"- **{one.id}**: {_said(one.title, one.text('rationale'))}" for one in _of(session, EntryKind.EXCLUSION)
    ]
    parts += _section("Out of Scope", ["\n".join(excluded)] if excluded else [])
    parts += _open_ends(session)
    return _document(parts)


def architecture_document(session: PanelSession, project: str) -> str:
    parts = [_head("Architecture", session, project)]
    parts += _section("Architecture Decisions", map(_decision, _of(session, EntryKind.DECISION)))
    parts += _section("Components", map(_component, _of(session, EntryKind.COMPONENT)))
    parts += _section("Interfaces", map(_interface, _of(session, EntryKind.INTERFACE)))
    parts += _open_ends(session)
    return _document(parts)


def summary_document(session: PanelSession, project: str, minority: Iterable[Minority] = ()) -> str:
    parts = [_head(f"Panel: {session.topic}", session, project)]
    last = session.last_round
    if last:
        told = [prose(last.synthesis)]
        told += [f"**Recommended**: {sentence(last.recommendation)}"] if last.recommendation else []
        parts += _section("Result", told)
    for title, kind in (
        ("Ideas", EntryKind.IDEA),
        ("Risks", EntryKind.RISK),
        ("Mitigations", EntryKind.MITIGATION),
        ("Decisions", EntryKind.DECISION),
        ("Requirements", EntryKind.REQUIREMENT),
        ("Business Rules", EntryKind.BUSINESS_RULE),
        ("Qualities", EntryKind.NFR),
        ("Components", EntryKind.COMPONENT),
        ("Interfaces", EntryKind.INTERFACE),
        ("Exclusions", EntryKind.EXCLUSION),
    ):
        parts += _section(title, map(_short, _of(session, kind)))
    decided = [f"- After round {one.round}: {sentence(one.user_decision)}" for one in _decided(session)]
    parts += _section("Decided by the User", ["\n".join(decided)] if decided else [])
    parts += minority_section(minority)
    parts += _open_ends(session)
    rows = [
        f"| {one.number} | {cell(one.phase)} | {cell(one.question)} | {cell(one.synthesis)} | "
        f"{'yes' if one.consensus else 'no'} |"
        for one in session.rounds
    ]
    head = "| Round | Phase | Question | What it came to | Agreed |\n|---|---|---|---|---|"
    parts += _section("Rounds", ["\n".join((head, *rows))] if rows else [])
    return _document(parts)


def decision_record(
    session: PanelSession, entry: Entry, number: int, minority: Iterable[Minority], date: str, told_in: str = ""
) -> str:
    """One decision in MADR's form, with the view that did not prevail, or `told_in` which other record that stands."""
    options = options_considered(session, entry)
    names = [f"- {inline(one.name)}" for one in options] or [
        f"- {inline(entry.title)}",
        "",
        "No other option was put into words.",
    ]
    because = f"\n\n{sentence(entry.text('rationale'))}" if entry.text("rationale") else ""
    said = [
        f"The user decided after round {one.round}: {sentence(one.user_decision)}" for one in _behind(entry, session)
    ]
    parts = [
        (
            f"# {number:04d}. {inline(entry.title)}\n\n**Source**: {inline(session.id)} {entry.id}\n**Date**: {date}\n"
            f"**Decided by**: {inline(_deciders(session, entry))}"
        ),
        f"## Status\n\n{'accepted' if entry.agreement == 'consensus' else 'proposed'}",
        "\n\n".join(("## Context", prose(entry.text("context") or f"The panel was asked: {session.topic}"), *said)),
        f"## Decision\n\n{prose(entry.text('decision') or entry.description or entry.title)}{because}",
        "## Options Considered\n\n" + "\n".join(names),
    ]
    for option in options:
        listed = [f"- Good, because {inline(one)}" for one in option.pros]
        listed += [f"- Bad, because {inline(one)}" for one in option.cons]
        if listed:
            parts.append(f"### {inline(option.name)}\n\n" + "\n".join(listed))
    parts += _consequences(entry)
    same = [f"The same as in [{told_in.removesuffix('.md')}]({told_in}#minority-view)."]
    parts += _section("Minority View", same) if told_in else minority_section(minority)
    return _document(parts)


def minority_section(minority: Iterable[Minority]) -> list[str]:
    """Who would have decided otherwise, and why."""
    found = []
    for one in minority:
        reasons = [f"- {inline(reason)}" for reason in one.rationale]
        who = ", ".join(one.seats)
        when = f" (in round {one.given_up}; in the end nobody held it)" if one.given_up else ""
        found.append(
            "\n".join((f"**{inline(who)}**{when}: {sentence(one.position)}", *(["", *reasons] if reasons else [])))
        )
    return _section("Minority View", found)


def _head(title: str, session: PanelSession, project: str) -> str:
    date = (session.closed_at or session.updated_at)[:10]
    return (
        f"# {inline(title)}\n\n**Project**: {inline(project)}\n**Generated**: {date}\n"
        f"**Strategy**: {inline(session.strategy)}\n**Session**: {inline(session.id)}"
    )


def _of(session: PanelSession, kind: EntryKind) -> list[Entry]:
    return [entry for entry in session.live_entries if entry.kind is kind]


def _requirement(entry: Entry) -> str:
    lines = [
        f"### {entry.id}: {inline(entry.title)}",
        "",
        f"- **Priority**: {_PRIORITIES.get(entry.text('priority'), 'Should')}",
        f"- **Description**: {inline(entry.description or entry.title)}",
        *_agreement(entry),
    ]
    if criteria := entry.texts("acceptance"):
        lines += ["- **Acceptance Criteria**:", *(f"  - [ ] {inline(one)}" for one in criteria)]
    return "\n".join(lines)


def _rule(entry: Entry) -> str:
    return _labelled(
        entry,
        ("Description", entry.description or entry.title),
        ("Conditions", entry.text("conditions")),
        ("Actions", entry.text("actions")),
    )


def _nfr(entry: Entry) -> str:
    return _labelled(
        entry,
        ("Category", entry.text("category")),
        ("Description", entry.description or entry.title),
        ("Target", entry.text("target")),
        ("Minimum", entry.text("minimum")),
        ("Measurement", entry.text("measurement")),
    )


def _decision(entry: Entry) -> str:
    consequences = entry.fields.get("consequences")
    costs = _flat(consequences.get("negative")) if isinstance(consequences, dict) else ""
    rejected = [one.name for one in listed_options(entry)]
    return _labelled(
        entry,
        ("Status", "Accepted" if entry.agreement == "consensus" else "Proposed"),
        ("Context", entry.text("context")),
        ("Decision", entry.text("decision") or entry.description or entry.title),
        ("Rationale", entry.text("rationale")),
        ("Trade-offs", costs),
        ("Alternatives Considered", "; ".join(rejected)),
        agreement=False,
    )


def _component(entry: Entry) -> str:
    interfaces = entry.fields.get("interfaces")
    given = interfaces if isinstance(interfaces, dict) else {}
    return _labelled(
        entry,
        ("Responsibility", entry.text("responsibility") or entry.description or entry.title),
        ("Provides", _flat(given.get("provides"))),
        ("Requires", _flat(given.get("requires"))),
        ("Dependencies", ", ".join(entry.texts("dependencies"))),
        ("Technology", entry.text("technology")),
    )


def _interface(entry: Entry) -> str:
    return _labelled(
        entry,
        ("Type", entry.text("type")),
        ("Description", entry.description or entry.title),
        ("Endpoints", "; ".join(entry.texts("endpoints"))),
    )


def _short(entry: Entry) -> str:
    described = entry.description if entry.description != entry.title else ""
    more = [
        (name.replace("_", " ").capitalize(), _flat(value))
        for name, value in entry.fields.items()
        if name not in ("options", "consequences", "interfaces")
    ]
    return _labelled(entry, ("Description", described), *more)


def _labelled(entry: Entry, *facts: tuple[str, str], agreement: bool = True) -> str:
    lines = [f"- **{label}**: {inline(text)}" for label, text in facts if text.strip()]
    lines += _agreement(entry) if agreement else []
    return "\n".join((f"### {entry.id}: {inline(entry.title)}", "", *lines)).rstrip()


def _agreement(entry: Entry) -> list[str]:
    """Said only where not everybody carries it."""
    return [] if entry.agreement == "consensus" else [f"- **Agreement**: {entry.agreement}"]


def _open_ends(session: PanelSession) -> list[str]:
    questions = [
        f"- **{one.id}**: {_said(one.title, one.description)}{' *(blocks)*' if one.blocking else ''}"
        for one in session.open_questions
    ]
    conflicts = [
        f"- **{one.id}**: {_said(one.title, ' / '.join(one.positions.values()))}" for one in session.open_conflicts
    ]
    parts = _section("Open Questions", ["\n".join(questions)] if questions else [])
    return parts + _section("Unresolved Conflicts", ["\n".join(conflicts)] if conflicts else [])


def _consequences(entry: Entry) -> list[str]:
    given = entry.fields.get("consequences")
    known = given if isinstance(given, dict) else {}
    lines = [f"- Good, because {inline(one)}" for one in _texts(known.get("positive"))]
    lines += [f"- Bad, because {inline(one)}" for one in _texts(known.get("negative"))]
    said = "\n".join(lines) or "The panel named no consequences; ask for them before building on this."
    return [f"## Consequences\n\n{said}"]


def _decided(session: PanelSession) -> list[Escalation]:
    return [one for one in session.escalations if one.user_decision]


def _behind(entry: Entry, session: PanelSession) -> list[Escalation]:
    """What the user decided and the entry came of: it was made or changed then or right after, or that came last."""
    last = session.rounds[-1].number if session.rounds else 0
    rounds = {entry.created_round, *(one.round for one in entry.amendments)}
    return [one for one in _decided(session) if one.round >= last or rounds & {one.round, one.round + 1}]


def _deciders(session: PanelSession, entry: Entry) -> str:
    resolved = any(one.resolved_by == "user" and one.topic_id == entry.topic_id for one in session.conflicts)
    carried = carriers(session, entry) if entry.supported_by or not resolved else ()
    seated = [seat for seat in session.seats if seat in carried]
    others = [name for name in carried if name not in seated]
    named = [*(["the user"] if resolved else []), *seated, *others]
    return ", ".join(named or session.seats)


def _section(title: str, bodies: Iterable[str]) -> list[str]:
    found = [body for body in bodies if body.strip()]
    return [f"## {title}", *found] if found else []


def _document(parts: Iterable[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _said(title: str, more: str) -> str:
    return f"{sentence(title)} {sentence(more)}".strip() if more.strip() and more != title else sentence(title)


def _texts(value: Value) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _flat(value: Value) -> str:
    return "; ".join(_texts(value)) if not isinstance(value, dict) else "; ".join(_pairs(value))


def _pairs(value: dict[str, Value]) -> Iterator[str]:
    for name, part in value.items():
        yield f"{name}: {_flat(part)}"
