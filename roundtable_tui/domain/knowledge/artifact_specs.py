"""Which artifacts there are, who owns each, and what must be known before one is first written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.checks import Check, holds, lacking, parse_check
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

LEAD = "lead"


class ArtifactSpec(Struct, frozen=True):
    name: str
    owner: str
    phase: str
    topic: str
    """The topic that blocks its first write in conversation mode; empty where none does."""
    needs: tuple[Check, ...]
    needs_architecture: tuple[Check, ...] = ()
    """Needed only in tiers that ask about architecture."""
    shared: bool = False
    """Lies in `docs/common` and is shared by all items."""


def _spec(
    name: str, owner: str, phase: str, topic: str, needs: str, architecture: str = "", *, shared: bool = False
) -> ArtifactSpec:
    return ArtifactSpec(name, owner, phase, topic, _checks(needs), _checks(architecture), shared)


def _checks(text: str) -> tuple[Check, ...]:
    return tuple(parse_check(part) for part in text.split(";") if part.strip())


_SPEC_NEEDS = "count(problem, text) >= 1; count(user) >= 1; count(fr, ac) >= 3"
_FIRM = "count(decision) >= 1; count(decision, status=contested) == 0"

ARTIFACTS = (
    _spec("quick-scan.md", LEAD, "00-quick-scan", "", "scanned()"),
    _spec("requirements-spec.md", MAYA, "01-requirements", "problem-discovery", _SPEC_NEEDS),
    _spec("user-stories.json", MAYA, "01-requirements", "problem-discovery", f"{_SPEC_NEEDS}; count(story) >= 1"),
    _spec("traceability-matrix.csv", MAYA, "01-requirements", "problem-discovery", f"{_SPEC_NEEDS}; count(story) >= 1"),
    _spec(
        "nfr-matrix.md",
        MAYA,
        "01-requirements",
        "problem-discovery",
        f"{_SPEC_NEEDS}; count(quality) >= 1",
        shared=True,
    ),
    _spec(
        "impact-analysis.md",
        ALEX,
        "02-impact-analysis",
        "technical-analysis",
        "scanned(); count(file) >= 1; every(file, tier)",
    ),
    _spec(
        "architecture-overview.md", ALEX, "03-architecture", "architecture", "count(option) >= 2; count(decision) >= 1"
    ),
    _spec(
        "tech-stack-decision.md",
        ALEX,
        "03-architecture",
        "architecture",
        "count(decision) >= 1; count(technology) >= 1",
    ),
    _spec(
        "component-interactions.md",
        ALEX,
        "03-architecture",
        "architecture",
        "count(decision) >= 1; count(integration) >= 1",
    ),
    _spec("module-design.md", JORDAN, "04-design", "specification", "count(module, responsibility) >= 1", _FIRM),
    _spec(
        "interface-spec.md",
        JORDAN,
        "04-design",
        "specification",
        "count(module, responsibility) >= 1; count(interface) >= 1",
    ),
    _spec(
        "interface-spec.yaml",
        JORDAN,
        "04-design",
        "specification",
        "count(module, responsibility) >= 1; count(interface) >= 1",
    ),
    _spec("data-flow.md", JORDAN, "04-design", "specification", "count(module) >= 1; count(flow) >= 1"),
    _spec("error-taxonomy.md", JORDAN, "04-design", "specification", "count(module) >= 1; count(error) >= 1"),
    _spec("design-summary.md", JORDAN, "04-design", "specification", "count(module, responsibility) >= 1"),
)
_BY_NAME = {spec.name: spec for spec in ARTIFACTS}


def artifact(name: str) -> ArtifactSpec | None:
    return _BY_NAME.get(name)


def asks_architecture(tier: str) -> bool:
    return tier not in ("trivial", "light")


def missing_for(spec: ArtifactSpec, state: State) -> tuple[str, ...]:
    """What is still missing before this artifact may be written for the first time."""
    needs = spec.needs
    if state.item is None or asks_architecture(state.item.tier):
        needs += spec.needs_architecture
    return tuple(lacking(check, state) for check in needs if not holds(check, state))


def ready(state: State) -> tuple[ArtifactSpec, ...]:
    """The artifacts of which enough is known."""
    return tuple(spec for spec in ARTIFACTS if not missing_for(spec, state))


def phases_written(state: State) -> tuple[str, ...]:
    """The phases that count as completed because a document of theirs is written: so it is in a conversation."""
    first = {"quick-scan.md", "requirements-spec.md", "impact-analysis.md", "architecture-overview.md"}
    names = [spec for spec in ARTIFACTS if spec.name in state.files.artifacts]
    found = {spec.phase for spec in names if spec.name in first or spec.phase == "04-design"}
    return tuple(sorted(found))
