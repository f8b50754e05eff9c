"""The summaries the user accepts or amends: the dossier in, for each stage its words and their digest out."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.open_points import open_points, tier_of
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


class Summary(Struct, frozen=True):
    stage: Stage
    text: str
    documents: tuple[str, ...] = ()
    """Where all of it stands; not part of what is accepted, since more are written meanwhile."""

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
    lines = [*_assumptions(stage, state), *_contents(stage, state), *_open(stage, state, knowledge)]
    written = tuple(name for name in _DOCUMENTS[stage] if name in state.files.artifacts)
    return Summary(stage, _in_blocks(lines), written)


def _in_blocks(lines: Sequence[str]) -> str:
    """Each list below its heading, apart from what follows, which Markdown would take into its last point."""
    blocks = (f"\n{line}" if place and not line.startswith("- ") else line for place, line in enumerate(lines))
    return "\n".join(blocks)


def _assumptions(stage: Stage, state: State) -> Iterator[str]:
    """What nobody has confirmed, first, each with what changes if it is wrong."""
    graph = graph_of(state.dossier)
    entries = [entry for kind in _KINDS[stage] for entry in _worth_showing(kind, state)]
    guesses = [entry for entry in entries if entry.confidence is not Confidence.HIGH]
    left = [one for one in state.dossier.of(Kind.ASSUMPTION) if _concerns(one, stage, state)]
    if not guesses and not left:
        yield "Nothing here is assumed: you said or confirmed all of it."
        return
    yield "Assumed, not confirmed by you:"
    for one in (*left, *guesses)[:_MOST]:
        resting = sorted(graph.touched_by(one.id) - {other.id for other in left})
        changes = f"; if it is wrong, {', '.join(resting[:4])} change" if resting else ""
        yield f"- {one.id} {_short(one)}{changes}"
    more = len(left) + len(guesses) - _MOST
    if more > 0:
        yield f"- and {more} more"


def _concerns(assumption: Entry, stage: Stage, state: State) -> bool:
    about = [entry for entry_id in assumption.refs("about") if (entry := state.dossier.get(entry_id))]
    if not about:
        return stage in (Stage.REQUIREMENTS, Stage.TRIVIAL)
    return any(entry.kind in _KINDS[stage] for entry in about)


def _contents(stage: Stage, state: State) -> Iterator[str]:
    for kind in _KINDS[stage]:
        entries = _worth_showing(kind, state)
        if not entries:
            continue
        spec = SPECS[kind]
        if spec.single:
            yield f"{spec.one.capitalize()}: {_short(entries[0])}"
            continue
        yield f"{(spec.one if len(entries) == 1 else spec.many).capitalize()}:"
        yield from (f"- {entry.id} {_short(entry)}{_details(entry)}" for entry in entries[:_MOST])
        if len(entries) > _MOST:
            yield f"- and {len(entries) - _MOST} more"


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


def _open(stage: Stage, state: State, knowledge: Knowledge) -> Iterator[str]:
    questions = list(state.dossier.of(Kind.QUESTION)) if stage is Stage.REQUIREMENTS else []
    persona = PRESENTED_BY[stage]
    points = [one for one in open_points(state, knowledge) if one.persona == persona and one.askable]
    if questions:
        yield "You did not know:"
        yield from (f"- {one.id} {_short(one)}" for one in questions)
    if points:
        names = {(point.name.topic, point.name.criterion): None for point in points}
        texts = {(topic.id, one.id): one.text for topic in knowledge.topics for one in topic.criteria}
        yield "Not settled, so a full picture would also say:"
        yield from (f"- {one_line(texts.get(name, name[1]), _LONGEST)}" for name in list(names)[:_MOST])


def _short(entry: Entry) -> str:
    return one_line(entry.text(), _LONGEST).rstrip(".")
