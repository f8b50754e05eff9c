"""What an open point weighs: what a wrong guess would cost, how unsure it is, and whether this user can know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.knowledge.artifact_specs import ARTIFACTS, asks_architecture
from roundtable_tui.domain.knowledge.checks import holds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.artifact_specs import ArtifactSpec

_COSTS = {
    (Kind.PROBLEM, "text"): 20,
    (Kind.FR, "title"): 6,
    (Kind.AC, "text"): 5,
    (Kind.ERROR, "text"): 5,
    (Kind.EXCLUSION, "text"): 5,
    (Kind.DECISION, "title"): 5,
    (Kind.QUALITY, "text"): 4,
    (Kind.CONSTRAINT, "text"): 4,
    (Kind.OPTION, "title"): 4,
    (Kind.MODULE, "text"): 4,
    (Kind.USER, "text"): 3,
    (Kind.FR, "priority"): 3,
    (Kind.RISK, "text"): 3,
    (Kind.INTERFACE, "text"): 3,
    (Kind.INTEGRATION, "text"): 3,
    (Kind.FILE, "path"): 3,
}
"""What a wrong guess about it costs when nothing hangs on it yet; forks in behaviour cost most, background 1."""
_OTHER_COST = 2
_BACKGROUND = frozenset({Kind.METRIC, Kind.TECHNOLOGY, Kind.BUILD_STEP, Kind.REVIEW, Kind.ENTRY_POINT})
_KNOWS_BEST = frozenset(
    {Kind.PROBLEM, Kind.USER, Kind.METRIC, Kind.JOURNEY, Kind.CONSTRAINT, Kind.QUALITY, Kind.RISK, Kind.FR, Kind.AC}
    | {Kind.EXCLUSION, Kind.ERROR, Kind.STORY}
)
_CODE_KNOWS = frozenset({Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE, Kind.BUILD_STEP, Kind.TECHNOLOGY})
USER_ALONE = 3
_UNSURE = {Confidence.LOW: 3, Confidence.MEDIUM: 2, Confidence.HIGH: 0}
MOST_HANGING = 8
"""More than that makes a point no heavier."""


def is_background(capture: Capture) -> bool:
    """Whether it is asked last: what it says changes no decision."""
    return capture.kind in _BACKGROUND or dict(capture.preset).get("role") == "stakeholder"


def cost_of(capture: Capture) -> int:
    return 1 if is_background(capture) else _COSTS.get((capture.kind, capture.field), _OTHER_COST)


def knowable(kind: Kind, preset: Mapping[str, str] | None = None) -> int:
    """Three where only the user can know it, one where the code knows it as well."""
    if kind in _KNOWS_BEST or (preset or {}).get("type") == "critical":
        return USER_ALONE
    return 1 if kind in _CODE_KNOWS else 2


def doubt_about(entry: Entry) -> int:
    return _UNSURE[entry.confidence]


def waiting_for(capture: Capture, state: State) -> tuple[str, ...]:
    """The documents that cannot be written before this is known."""
    if is_background(capture):
        return ()
    return tuple(spec.name for spec in applying(state) if _waits_for(spec, capture, state))


def applying(state: State) -> tuple[ArtifactSpec, ...]:
    """The documents an analysis of this tier comes to."""
    architecture = state.item is None or asks_architecture(state.item.tier)
    return tuple(spec for spec in ARTIFACTS if architecture or spec.topic != "architecture")


def _waits_for(spec: ArtifactSpec, capture: Capture, state: State) -> bool:
    architecture = state.item is None or asks_architecture(state.item.tier)
    needs = (*spec.needs, *(spec.needs_architecture if architecture else ()))
    says_what_it_is = capture.field == SPECS[capture.kind].main
    return any(
        capture.kind in (check.kind, check.field)
        and (says_what_it_is or check.field == capture.field)
        and not holds(check, state)
        for check in needs
    )
