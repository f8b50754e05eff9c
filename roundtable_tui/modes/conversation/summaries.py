"""The summaries the user accepts or amends: the dossier in, for each stage its parts, their words and a digest out."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.knowledge.points.open_points import open_points, tier_of
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

PRESENTED_BY = {Stage.REQUIREMENTS: MAYA, Stage.ARCHITECTURE: ALEX, Stage.DESIGN: JORDAN, Stage.TRIVIAL: MAYA}
_KINDS = {
    Stage.REQUIREMENTS: (
        Kind.PROBLEM, Kind.USER, Kind.METRIC, Kind.FR, Kind.AC, Kind.QUALITY, Kind.CONSTRAINT, Kind.RISK,
        Kind.EXCLUSION,
    ),
    Stage.ARCHITECTURE: (
        Kind.DECISION, Kind.OPTION, Kind.TECHNOLOGY, Kind.INTEGRATION, Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE,
        Kind.BUILD_STEP,
    ),
    Stage.DESIGN: (Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR),
    Stage.TRIVIAL: (Kind.PROBLEM, Kind.FR, Kind.AC, Kind.FILE),
}  # fmt: skip
_DOCUMENTS = {
    Stage.REQUIREMENTS: ("requirements-spec.md", "user-stories.json"),
    Stage.ARCHITECTURE: ("architecture-overview.md", "impact-analysis.md"),
    Stage.DESIGN: ("module-design.md", "interface-spec.md", "data-flow.md"),
    Stage.TRIVIAL: (),
}
_NEEDS = {Stage.ARCHITECTURE: Kind.DECISION, Stage.DESIGN: Kind.MODULE}
"""Without one of these there is nothing of the stage to accept."""
_MOST = 12
_LONGEST = 160
IF_WRONG = "; if it is wrong, "
"""Stands between an assumption and what changes with it."""


class SummaryLine(Struct, frozen=True):
    text: str
    entry: str = ""
    """The entry it speaks of."""

    @property
    def as_point(self) -> str:
        return f"- {self.text}"


class SummaryPart(Struct, frozen=True):
    """A heading with the points below it; one without points says all there is by itself."""

    heading: SummaryLine
    points: tuple[SummaryLine, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return (self.heading.text, *(point.as_point for point in self.points))


class Summary(Struct, frozen=True):
    stage: Stage
    parts: tuple[SummaryPart, ...]
    """What is assumed comes first."""
    documents: tuple[str, ...] = ()
    """Where all of it stands; not part of what is accepted, since more are written meanwhile."""

    @property
    def text(self) -> str:
        """Each list below its heading, apart from what follows, which Markdown would take into its last point."""
        return "\n\n".join("\n".join(part.lines) for part in self.parts)

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it speaks of, in that order."""
        lines = (line for part in self.parts for line in (part.heading, *part.points))
        return tuple(dict.fromkeys(line.entry for line in lines if line.entry))

    @property
    def digest(self) -> str:
        return sha256(self.text.encode("utf-8", "replace")).hexdigest()[:16]


def stages(state: State) -> tuple[Stage, ...]:
    """Which summaries apply: by tier, and only those of which something was produced."""
    tier = tier_of(state)
    if tier == "trivial":
        return ()
    wanted = [Stage.REQUIREMENTS, *([Stage.ARCHITECTURE] if tier != "light" else []), Stage.DESIGN]
    return tuple(stage for stage in wanted if stage not in _NEEDS or state.dossier.of(_NEEDS[stage]))


def summary(stage: Stage, state: State, knowledge: Knowledge) -> Summary:
    parts = (_assumptions(stage, state), *_contents(stage, state), *_open(stage, state, knowledge))
    written = tuple(name for name in _DOCUMENTS[stage] if name in state.files.artifacts)
    return Summary(stage, parts, written)


def _assumptions(stage: Stage, state: State) -> SummaryPart:
    """What nobody has confirmed, each with what changes if it is wrong."""
    graph = graph_of(state.dossier)
    entries = [entry for kind in _KINDS[stage] for entry in _worth_showing(kind, state)]
    guesses = [entry for entry in entries if entry.confidence is not Confidence.HIGH]
    left = [one for one in state.dossier.of(Kind.ASSUMPTION) if _concerns(one, stage, state)]
    if not guesses and not left:
        return SummaryPart(SummaryLine("Nothing here is assumed: you said or confirmed all of it."))
    points = []
    for one in (*left, *guesses)[:_MOST]:
        resting = sorted(graph.touched_by(one.id) - {other.id for other in left})
        changes = f"{IF_WRONG}{', '.join(resting[:4])} change" if resting else ""
        points.append(SummaryLine(f"{one.id} {_short(one)}{changes}", one.id))
    return _listed("Assumed, not confirmed by you:", points, len(left) + len(guesses) - _MOST)


def _listed(heading: str, points: Iterable[SummaryLine], more: int = 0) -> SummaryPart:
    rest = (SummaryLine(f"and {more} more"),) if more > 0 else ()
    return SummaryPart(SummaryLine(heading), (*points, *rest))


def _concerns(assumption: Entry, stage: Stage, state: State) -> bool:
    about = [entry for entry_id in assumption.refs("about") if (entry := state.dossier.get(entry_id))]
    if not about:
        return stage in (Stage.REQUIREMENTS, Stage.TRIVIAL)
    return any(entry.kind in _KINDS[stage] for entry in about)


def _contents(stage: Stage, state: State) -> Iterator[SummaryPart]:
    for kind in _KINDS[stage]:
        entries = _worth_showing(kind, state)
        if not entries:
            continue
        spec = SPECS[kind]
        if spec.single:
            yield SummaryPart(SummaryLine(f"{spec.one.capitalize()}: {_short(entries[0])}", entries[0].id))
            continue
        points = [SummaryLine(f"{one.id} {_short(one)}{_details(one)}", one.id) for one in entries[:_MOST]]
        name = spec.one if len(entries) == 1 else spec.many
        yield _listed(f"{name.capitalize()}:", points, len(entries) - _MOST)


def _worth_showing(kind: Kind, state: State) -> tuple[Entry, ...]:
    """All entries of a kind, but for files that nobody will edit: the impact analysis has those."""
    return tuple(entry for entry in state.dossier.of(kind) if entry.text("action") != "NO CHANGE")


def _details(entry: Entry) -> str:
    """What decides beside its name, and how sure it is where that is not plain."""
    names = ("priority", "role", "action", "responsibility", "decision", "threshold", "response", "flow")
    said = [one_line(entry.text(name), 80) for name in names if name in entry.fields]
    if entry.confidence is not Confidence.HIGH:
        said.append(f"{entry.confidence} confidence")
    return f" ({'; '.join(said)})" if said else ""


def _open(stage: Stage, state: State, knowledge: Knowledge) -> Iterator[SummaryPart]:
    questions = list(state.dossier.of(Kind.QUESTION)) if stage is Stage.REQUIREMENTS else []
    persona = PRESENTED_BY[stage]
    points = [one for one in open_points(state, knowledge) if one.persona == persona and one.askable]
    if questions:
        yield _listed("You did not know:", [SummaryLine(f"{one.id} {_short(one)}", one.id) for one in questions])
    if points:
        names = {(point.name.topic, point.name.criterion): None for point in points}
        texts = {(topic.id, one.id): one.text for topic in knowledge.topics for one in topic.criteria}
        lacking = [SummaryLine(one_line(texts.get(name, name[1]), _LONGEST)) for name in list(names)[:_MOST]]
        yield _listed("Not settled, so a full picture would also say:", lacking)


def _short(entry: Entry) -> str:
    return one_line(entry.text(), _LONGEST).rstrip(".")
