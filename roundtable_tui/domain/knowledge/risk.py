"""How risky a change is: one level with its reason, which every place shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import LEVELS, Kind
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.domain.knowledge.sizing import assess

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State


class Risk(Struct, frozen=True):
    level: str
    reason: str
    """Why, as the end of a sentence."""
    by_zone: bool = False
    """Whether somebody named what may break and rated it: then the figures of the code count no longer."""


def risk(state: State) -> Risk | None:
    """The worst zone, by the lower of its likelihood and impact; without zones what the code says, or its size."""
    rated = [zone for zone in state.dossier.of(Kind.ZONE) if zone.text("likelihood") and zone.text("impact")]
    if rated:
        return Risk(LEVELS[max(map(_badness, rated))], "by the worst of the risk zones", by_zone=True)
    scan = reach(state)
    if scan and not scan.problem and scan.risk:
        return Risk(scan.risk, "by what the code says")
    complexity = assess(state).size.complexity
    return Risk(complexity, "by the complexity of the change") if complexity else None


def _badness(zone: Entry) -> int:
    return min(LEVELS.index(zone.text("likelihood")), LEVELS.index(zone.text("impact")))
