"""The files beside a session: what the panel began with, which never changes, and on request all that was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import Agenda, AgendaTopic
from roundtable_tui.panel.record.ballots import number_in, texts_in
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.formats.yaml_writer import Writable
    from roundtable_tui.panel.record.ballots import Request
    from roundtable_tui.panel.record.session import PanelSession

CONTEXT, CONFIG, AGENDA = "context-snapshot.yaml", "config-snapshot.yaml", "agenda.yaml"
_STEPS = {"question": ("01", "facilitator-question"), "synthesis": ("03", "facilitator-synthesis")}


def context_snapshot(source: str, project: str, description: str, text: str, now: datetime) -> dict[str, Writable]:
    return {
        "captured": timestamp(now),
        "source": source,
        "project_name": project,
        "description": description,
        "context": text,
    }


def config_snapshot(session: PanelSession, now: datetime, *, verbose: bool, interactive: bool) -> dict[str, Writable]:
    limits = session.limits
    return {
        "captured": timestamp(now),
        "source": ".s2s/config.yaml",
        "verbose": verbose,
        "interactive": interactive,
        "diagnostic": False,
        "strategy": session.strategy,
        "limits": {
            "min_rounds": limits.min_rounds,
            "max_rounds": limits.max_rounds,
            "max_rounds_per_phase": limits.max_rounds_per_phase,
        },
        "escalation": {
            "enabled": limits.escalation,
            "max_rounds_per_conflict": limits.max_rounds_per_conflict,
            "confidence_below": limits.confidence_below,
            "critical_keywords": list(limits.critical_keywords),
        },
        "participants": list(session.participants),
    }


def agenda_snapshot(agenda: Agenda, now: datetime) -> dict[str, Writable]:
    topics: list[Writable] = [
        {
            "id": topic.id,
            "name": topic.name,
            "critical": topic.critical,
            "done_when": {"criteria": list(topic.done_when), "min_requirements": topic.min_entries},
            "exploration": topic.exploration,
            "questions": [topic.question],
        }
        for topic in agenda.topics
    ]
    name = "phases" if agenda.by_phase else "topics"
    return {"captured": timestamp(now), "source": f"agendas/{agenda.id}.md", "workflow": agenda.id, name: topics}


def agenda_in(snapshot: Mapping[str, Value], usual: Agenda | None, session: PanelSession) -> Agenda:
    """The agenda a session was begun with, as far as its snapshot says; the rest is as it usually is."""
    known = usual or Agenda(session.workflow, session.workflow.title(), (), by_phase=session.by_phase)
    listed = snapshot.get("phases" if session.by_phase else "topics")
    given = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    topics = [_topic(one, known) for one in given]
    ids = {topic.id for topic in topics}
    wanted = session.phases if session.by_phase else tuple(state.topic_id for state in session.agenda)
    topics += [
        known.topic(one) or AgendaTopic(one, one.replace("-", " ").capitalize()) for one in wanted if one not in ids
    ]
    return Agenda(
        id=known.id,
        name=known.name,
        topics=tuple(topic for topic in topics if topic.id) or known.topics,
        by_phase=session.by_phase,
        strategy=known.strategy,
        output=known.output,
        seats=known.seats,
        entries=known.entries,
        purpose=known.purpose,
    )


def dump_name(number: int, actor: str) -> str:
    step, name = _STEPS.get(actor, ("02", actor))
    return f"{number:03d}-{step}-{name}.yaml"


def dump_document(
    number: int,
    actor: str,
    given: Mapping[str, Writable],
    response: str | Mapping[str, Value],
    request: Request,
    began: datetime,
    ended: datetime,
) -> dict[str, Writable]:
    """All of one answer: what was sent, what came back, and what it took."""
    step, _ = _STEPS.get(actor, ("02", ""))
    return {
        "round": number,
        "phase": int(step),
        "actor": "facilitator" if actor in _STEPS else actor,
        "action": actor if actor in _STEPS else "response",
        "started_at": timestamp(began),
        "completed_at": timestamp(ended),
        "input": dict(given),
        "response": response if isinstance(response, str) else dict(response),
        "result": {"status": "closed"},
        "tokens": {"input_estimate": request.input, "output_estimate": request.output},
        "request": request.as_document(),
    }


def _topic(one: Mapping[str, Value], known: Agenda) -> AgendaTopic:
    """What the snapshot says of a topic; kinds and what has to be assessed are not in it."""
    name = _text(one.get("id") or one.get("name"))
    usual = known.topic(name) or AgendaTopic(name, name)
    done = one.get("done_when")
    when = done if isinstance(done, dict) else {}
    least = when.get("min_requirements") or when.get("min_decisions") or when.get("min_artifacts")
    questions = texts_in(one.get("questions"))
    return AgendaTopic(
        id=name,
        name=_text(one.get("name")) or usual.name,
        critical=_text(one.get("critical")) == "true",
        min_entries=int(number_in(least)),
        entries=usual.entries,
        assess=usual.assess,
        done_when=texts_in(when.get("criteria")) or usual.done_when,
        question=questions[0] if questions else usual.question,
        exploration=_text(one.get("exploration")) or usual.exploration,
    )


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
