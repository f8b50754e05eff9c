"""The order of a strategy's phases, when one may be left, and what a phase lets its seats see of the rounds before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import History, Phase
from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion
from roundtable_tui.panel.rules.agenda import is_met

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.panel import Agenda, Strategy
    from roundtable_tui.panel.record.session import Focus, PanelSession


class VisibleHistory(Struct, frozen=True):
    """What a seat may know of the earlier rounds; none of it says who said what."""

    syntheses: tuple[tuple[int, str], ...] = ()
    """Round and text, oldest first."""
    conflicts: tuple[Conflict, ...] = ()
    entries: tuple[Entry, ...] = ()
    decisions: tuple[str, ...] = ()
    """What the user decided."""
    questions: tuple[OpenQuestion, ...] = ()
    """Those that were answered too, so that nobody asks them again."""
    settled: tuple[Conflict, ...] = ()


def current_phase(session: PanelSession, strategy: Strategy) -> Phase:
    """The phase the next round belongs to; the first where the session names none that the strategy has."""
    return strategy.phase(session.phase) or strategy.phases[0]


def is_last(strategy: Strategy, phase: str) -> bool:
    return strategy.phases[-1].name == phase


def phase_after(strategy: Strategy, phase: str) -> str:
    """The one that follows; after the last the first begins anew, with the next thing on the agenda."""
    names = [one.name for one in strategy.phases]
    at = names.index(phase) if phase in names else -1
    return names[(at + 1) % len(names)]


def rounds_held(session: PanelSession) -> int:
    """How many rounds of the present phase asked what the phase is for: a stress test comes on top of them."""
    recent = session.rounds[len(session.rounds) - session.rounds_in_phase :]
    return sum(not one.stress_test for one in recent)


def may_leave(session: PanelSession, strategy: Strategy, agenda: Agenda) -> bool:
    """Whether the phase has had its rounds, and in an agenda by phase has brought what it has to."""
    phase = current_phase(session, strategy)
    if rounds_held(session) < phase.min_rounds:
        return False
    owed = agenda.topic(phase.name) if agenda.by_phase else None
    return owed is None or is_met(owed, session, by_phase=True)


def must_leave(session: PanelSession, strategy: Strategy) -> bool:
    """Whether the phase has had all the rounds one phase may have."""
    phase = current_phase(session, strategy)
    return session.rounds_in_phase >= max(session.limits.max_rounds_per_phase, phase.min_rounds)


def visible_history(session: PanelSession, phase: Phase, focus: Focus) -> VisibleHistory:
    """Of what is in dispute only what the question is about: the rest was dropped, or has its own round to come."""
    told = tuple((one.number, one.synthesis) for one in session.rounds if one.synthesis)
    decided = tuple(one.user_decision for one in session.escalations if one.user_decision)
    match phase.history:
        case History.NOTHING:
            return VisibleHistory(decisions=decided)
        case History.SYNTHESIS:
            return VisibleHistory(told[-1:], decisions=decided)
        case History.FULL:
            near = tuple(one for one in session.open_conflicts if one.topic_id in ("", focus.topic_id))
            over = tuple(one for one in session.conflicts if not one.is_open)
            return VisibleHistory(told, near, session.live_entries, decided, session.questions, over)
