"""Counts what a session holds: rounds, entries, closed topics, how often the panel agreed, and what it used."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.panel.record.entries import PLACES, SPECS
from roundtable_tui.panel.record.session import TopicStatus

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml_writer import Writable
    from roundtable_tui.panel.record.session import PanelSession


def consensus_rate(session: PanelSession) -> float:
    """The share of rounds that ended agreed."""
    if not session.rounds:
        return 0.0
    return round(sum(one.consensus for one in session.rounds) / len(session.rounds), 2)


def metrics_of(session: PanelSession) -> dict[str, Writable]:
    """The `metrics` of the session file."""
    by_place = _by_place(session)
    by_type: dict[str, Writable] = {place: number for place, number in by_place.items() if number}
    by_status: dict[str, Writable] = dict(sorted(_by_status(session).items()))
    counted: dict[str, Writable] = {
        "rounds_completed": len(session.rounds),
        "artifacts": {"total": sum(by_place.values()), "by_type": by_type, "by_status": by_status},
        "topics": {
            "total": len(session.agenda),
            "closed": sum(topic.status is TopicStatus.CLOSED for topic in session.agenda),
        },
    }
    if session.by_phase:
        rounds = Counter(one.phase for one in session.rounds)
        counted["phases"] = {phase: rounds[phase] for phase in session.phases}
    by_round = [one.tokens for one in session.rounds]
    return {
        **counted,
        "consensus_rate": consensus_rate(session),
        "tokens": {"estimated_total": sum(by_round), "by_round": by_round},
    }


def _by_place(session: PanelSession) -> dict[str, int]:
    """How many entries each map holds, those of kinds we do not know too."""
    counts = Counter(SPECS[entry.kind].place for entry in session.entries)
    counts[SPECS[EntryKind.OPEN_QUESTION].place] = len(session.questions)
    counts[SPECS[EntryKind.CONFLICT].place] = len(session.conflicts)
    kept = session.raw.get("artifacts")
    for place, content in kept.items() if isinstance(kept, dict) else ():
        if place not in PLACES and isinstance(content, dict):
            counts[place] = len(content)
    return counts


def _by_status(session: PanelSession) -> Counter[str]:
    return Counter(str(one.status) for one in session.everything)
