"""Decides who sits on a panel, by which strategy it goes, and who argues on which side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import STANDARD
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.panel.record.session import Sides

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.knowledge.panel import Agenda, PanelKnowledge, Strategy
    from roundtable_tui.panel.settings import PanelSettings


class Recommended(Struct, frozen=True):
    strategy: str
    words: tuple[str, ...]
    """Those of the topic that speak for it."""


def recommended_strategy(topic: str, strategies: Mapping[str, Strategy]) -> Recommended | None:
    """The strategy most of whose words stand in the topic; nothing where none do, or several alike."""
    hits = {name: _found(topic, strategy.keywords) for name, strategy in strategies.items()}
    most = max((len(words) for words in hits.values()), default=0)
    leading = [Recommended(name, words) for name, words in hits.items() if words and len(words) == most]
    return leading[0] if len(leading) == 1 else None


def chosen_strategy(
    flag: str, workflow: str, settings: PanelSettings, ours: str, agenda: Agenda, knowledge: PanelKnowledge
) -> Strategy | None:
    """By flag, `.s2s/config.yaml`, `.roundtable/config.yaml` or workflow; nothing where none of them names one."""
    for name in (flag, settings.strategy_for(workflow), ours, agenda.strategy):
        if name:
            return known_strategy(name, knowledge)
    return None


def known_strategy(name: str, knowledge: PanelKnowledge) -> Strategy:
    if name not in knowledge.strategies:
        known = ", ".join(knowledge.strategies) or "none"
        raise UsageError(f"There is no strategy '{one_line(name, 60)}'.", f"Known are: {known}.")
    return knowledge.strategies[name]


def usual_strategy(knowledge: PanelKnowledge) -> Strategy:
    return known_strategy(STANDARD, knowledge)


def seated(
    wanted: Sequence[str], workflow: str, settings: PanelSettings, agenda: Agenda, knowledge: PanelKnowledge
) -> tuple[str, ...]:
    """Who sits: those named, else the project's, else the workflow's; each must have a file."""
    named = tuple(dict.fromkeys(one.strip() for one in wanted if one.strip()))
    seats = named or settings.seats_for(workflow) or agenda.seats
    for seat in seats:
        if seat not in knowledge.participants:
            known = ", ".join(knowledge.participants)
            raise UsageError(f"There is no participant '{one_line(seat, 60)}'.", f"Known are: {known}.")
    return seats


def checked_seats(seats: Sequence[str], strategy: Strategy) -> None:
    if len(seats) < strategy.min_seats:
        raise UsageError(
            f"The strategy {strategy.id} needs at least {strategy.min_seats} participants, and there are {len(seats)}.",
            "Name more with --participants.",
        )


def sides_for(seats: Sequence[str], strategy: Strategy, pro: Iterable[str] = (), con: Iterable[str] = ()) -> Sides:
    """Who argues for and against: as named, else alternating; with an odd number the last one observes."""
    named = {"pro": tuple(dict.fromkeys(pro)), "con": tuple(dict.fromkeys(con))}
    strangers = [seat for side in named.values() for seat in side if seat not in seats]
    if strangers:
        raise UsageError(f"'{one_line(strangers[0], 60)}' has no seat.", "Name only participants of this panel.")
    if both := set(named["pro"]) & set(named["con"]):
        raise UsageError(f"'{min(both)}' cannot argue on both sides.", "Name everybody once.")
    if not strategy.sides:
        if any(named.values()):
            raise UsageError(f"The strategy {strategy.id} has no sides.", "Use --strategy debate with --pro and --con.")
        return Sides()
    free = [seat for seat in seats if seat not in (*named["pro"], *named["con"])]
    if named["pro"] and named["con"]:
        return Sides(named["pro"], named["con"])
    if named["pro"] or named["con"]:
        rest = tuple(free)
        sides = Sides(named["pro"] or rest, named["con"] or rest)
    else:
        pairs = len(free) // 2 * 2
        sides = Sides(tuple(free[:pairs:2]), tuple(free[1:pairs:2]))
    if not sides.pro or not sides.con:
        raise UsageError("A debate needs somebody on each side.", "Leave somebody for the other side.")
    return sides


def _found(topic: str, keywords: Iterable[str]) -> tuple[str, ...]:
    words = " ".join(topic.split())
    return tuple(word for word in keywords if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", words, re.IGNORECASE))
