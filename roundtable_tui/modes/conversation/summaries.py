"""The summaries the user accepts or amends: the dossier in, for each stage its parts, their words and a digest out."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.assumptions import is_guess
from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES, SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.coverage import is_met
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.knowledge.points.open_points import open_points, tier_of
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

PRESENTED_BY = {Stage.REQUIREMENTS: MAYA, Stage.ARCHITECTURE: ALEX, Stage.DESIGN: JORDAN, Stage.TRIVIAL: MAYA}
_SPEC, _IMPACT, _ARCHITECTURE = "requirements-spec.md", "impact-analysis.md", "architecture-overview.md"
_STANDS_FOR: Mapping[Stage, Mapping[Kind, str]] = {
    Stage.REQUIREMENTS: dict.fromkeys(
        (
            Kind.PROBLEM, Kind.FR, Kind.AC, Kind.EXCLUSION, Kind.USER, Kind.METRIC, Kind.QUALITY, Kind.CONSTRAINT,
            Kind.RISK,
        ), _SPEC,
    ),
    Stage.ARCHITECTURE: {
        **dict.fromkeys((Kind.DECISION, Kind.OPTION), _ARCHITECTURE),
        Kind.TECHNOLOGY: "tech-stack-decision.md", Kind.INTEGRATION: "component-interactions.md",
        **dict.fromkeys((Kind.ZONE, Kind.FILE, Kind.ENTRY_POINT, Kind.BUILD_STEP), _IMPACT),
    },
    Stage.DESIGN: {
        Kind.MODULE: "module-design.md", Kind.INTERFACE: "interface-spec.md", Kind.FLOW: "data-flow.md",
        Kind.ERROR: "error-taxonomy.md",
    },
    Stage.TRIVIAL: dict.fromkeys((Kind.PROBLEM, Kind.FR, Kind.AC, Kind.FILE), ""),
}  # fmt: skip
"""The kinds that each summary stands for, with the document in which all of them can be read."""
_BY_NAME = frozenset(
    {Kind.PROBLEM, Kind.FR, Kind.AC, Kind.EXCLUSION, Kind.DECISION, Kind.TECHNOLOGY, Kind.INTEGRATION, Kind.ZONE}
    | {Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR}
)
"""What a summary names; of the rest it says how much there is."""
_READ_IN_CODE = frozenset({Kind.FILE, Kind.ENTRY_POINT, Kind.ZONE, Kind.BUILD_STEP, Kind.OPTION})
"""No assumptions to the user: facts that the code shows, and ways that were weighed."""
_DOCUMENTS = {
    Stage.REQUIREMENTS: (_SPEC, "user-stories.json"),
    Stage.ARCHITECTURE: (_ARCHITECTURE, _IMPACT),
    Stage.DESIGN: ("module-design.md", "interface-spec.md", "data-flow.md"),
    Stage.TRIVIAL: (),
}
_NEEDS = {Stage.ARCHITECTURE: Kind.DECISION, Stage.DESIGN: Kind.MODULE}
"""Without one of these there is nothing of the stage to accept."""
_MOST = 12
_WORDS = 350
"""More than that nobody reads to the end."""
_MOST_ASSUMED, _FEWEST_ASSUMED = 8, 3
_MOST_OF = {Kind.AC: 4, Kind.ZONE: 5}
_LONGEST = 110
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
    stands_for: str = ""
    """All that is accepted with it, shown or not."""

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
        return sha256(f"{self.text}\0{self.stands_for}".encode("utf-8", "replace")).hexdigest()[:16]


def stages(state: State) -> tuple[Stage, ...]:
    """Which summaries apply: by tier, and only those of which something was produced."""
    tier = tier_of(state)
    if tier == "trivial":
        return ()
    wanted = [Stage.REQUIREMENTS, *([Stage.ARCHITECTURE] if tier != "light" else []), Stage.DESIGN]
    return tuple(stage for stage in wanted if stage not in _NEEDS or state.dossier.of(_NEEDS[stage]))


def summary(stage: Stage, state: State, knowledge: Knowledge) -> Summary:
    rest = (*_contents(stage, state), *_open(stage, state, knowledge))
    written = tuple(name for name in _DOCUMENTS[stage] if name in state.files.artifacts)
    shown = [_assumptions(stage, state, most) for most in range(_MOST_ASSUMED, _FEWEST_ASSUMED - 1, -1)]
    made = (Summary(stage, (assumed, *rest), written, _all_of(stage, state)) for assumed in shown)
    return next((one for one in made if len(one.text.split()) <= _WORDS), None) or Summary(
        stage, (shown[-1], *rest), written, _all_of(stage, state)
    )


def _all_of(stage: Stage, state: State) -> str:
    """Every word of every entry that the summary stands for."""
    entries = [one for kind in _STANDS_FOR[stage] for one in state.dossier.of(kind)]
    entries += [one for one in state.dossier.of(Kind.ASSUMPTION) if _concerns(one, stage, state)]
    return "\n".join(f"{one.id} {name}: {one.text(name)}" for one in entries for name in one.fields)


def _assumptions(stage: Stage, state: State, most: int) -> SummaryPart:
    """What nobody has confirmed and something hangs on, the heaviest first, each with what changes if it is wrong."""
    graph = graph_of(state.dossier)
    left = [one for one in state.dossier.of(Kind.ASSUMPTION) if _concerns(one, stage, state)]
    about = {entry_id for one in left for entry_id in one.refs("about")}
    kinds = [kind for kind in _STANDS_FOR[stage] if kind not in _READ_IN_CODE]
    guesses = [one for kind in kinds for one in state.dossier.of(kind) if is_guess(one) and one.id not in about]
    found = [one for one in (*guesses, *left) if not any(isinstance(source, Cited) for source in one.sources)]
    if not found:
        return SummaryPart(SummaryLine("Nothing here is assumed: you said or confirmed all of it."))
    hanging = {one.id: _hanging(one, graph, state) for one in found}
    heavy = [one for one in found if hanging[one.id]] or found
    heavy.sort(key=lambda one: -len(hanging[one.id]))
    points = []
    for one in heavy[:most]:
        names = ", ".join(hanging[one.id][:3])
        changes = f"{IF_WRONG}{names} change{'s' if len(hanging[one.id]) == 1 else ''}" if names else ""
        points.append(SummaryLine(f"{one.id} {_short(one)}{changes}", one.id))
    document = next(iter(_STANDS_FOR[stage].values()))
    return _listed("Assumed, not confirmed by you:", points, len(found) - len(points), document, state)


def _hanging(entry: Entry, graph: Graph, state: State) -> tuple[str, ...]:
    """What changes with it: what leads to it, and of an assumption or a criterion also what it is about."""
    above = (*entry.refs("about"), *entry.refs("fr"))
    ids = dict.fromkeys((*above, *sorted(graph.touched_by(entry.id))))
    return tuple(one for one in ids if (other := state.dossier.get(one)) and other.kind is not Kind.ASSUMPTION)


def _listed(heading: str, points: Iterable[SummaryLine], more: int, document: str, state: State) -> SummaryPart:
    where = f" in {document}" if document in state.files.artifacts else ""
    rest = (SummaryLine(f"and {more} more{where}"),) if more > 0 else ()
    return SummaryPart(SummaryLine(heading), (*points, *rest))


def _concerns(assumption: Entry, stage: Stage, state: State) -> bool:
    about = [entry for entry_id in assumption.refs("about") if (entry := state.dossier.get(entry_id))]
    if not about:
        return stage in (Stage.REQUIREMENTS, Stage.TRIVIAL)
    return any(entry.kind in _STANDS_FOR[stage] for entry in about)


def _contents(stage: Stage, state: State) -> Iterator[SummaryPart]:
    """What is wanted, decided or designed, by its name, and how much there is beside it."""
    for kind, document in _STANDS_FOR[stage].items():
        entries, most = _worth_showing(kind, state), _MOST_OF.get(kind, _MOST)
        if not entries or not (kind in _BY_NAME or stage is Stage.TRIVIAL):
            continue
        spec = SPECS[kind]
        if spec.single:
            yield SummaryPart(SummaryLine(f"{spec.one.capitalize()}: {_short(entries[0])}", entries[0].id))
            continue
        points = [SummaryLine(f"{one.id} {_short(one)}{_details(one)}", one.id) for one in entries[:most]]
        name = _HEADINGS.get(kind) or (spec.one if len(entries) == 1 else spec.many).capitalize()
        more = len(state.dossier.of(kind)) - len(points) if kind is not Kind.FILE else len(entries) - len(points)
        yield _listed(f"{name}:", points, more, document, state)
    if beside := _beside(stage, state):
        yield SummaryPart(SummaryLine(beside))


_HEADINGS = {Kind.AC: "Key criteria", Kind.ZONE: "What it may break"}


def _worth_showing(kind: Kind, state: State) -> tuple[Entry, ...]:
    """The entries of a kind that decide: of the criteria the first of each Must requirement, of the zones the worst."""
    entries = state.dossier.of(kind)
    match kind:
        case Kind.FILE:
            return tuple(one for one in entries if one.text("action") != "NO CHANGE")
        case Kind.FR:
            return tuple(sorted(entries, key=lambda one: _rank(PRIORITIES, one.text("priority"))))
        case Kind.AC:
            musts = [fr for fr in state.dossier.of(Kind.FR) if fr.text("priority") == "Must Have"]
            return tuple(_key_of(criteria) for fr in musts if (criteria := state.dossier.children(fr.id)))
        case Kind.ZONE:
            return (
                tuple(one for one in entries if one.text("likelihood") == one.text("impact") == LEVELS[-1]) or entries
            )
    return entries


def _key_of(criteria: Sequence[Entry]) -> Entry:
    """The first that can be told whole, because a criterion without its end says nothing; else the shortest."""
    whole = (one for one in criteria if len(one_line(one.text())) <= _LONGEST)
    return next(whole, None) or min(criteria, key=lambda one: len(one.text()))


def _rank(order: Sequence[str], value: str) -> int:
    return order.index(value) if value in order else len(order)


def _beside(stage: Stage, state: State) -> str:
    """How much there is of what the summary does not name, by the document it stands in."""
    counts: dict[str, list[str]] = defaultdict(list)
    for kind, document in _STANDS_FOR[stage].items():
        count = len(state.dossier.of(kind))
        if count and kind not in _BY_NAME and document:
            counts[document].append(f"{count} {SPECS[kind].one if count == 1 else SPECS[kind].many}")
    told = "; ".join(f"{', '.join(parts)} in {document}" for document, parts in counts.items())
    return f"Beside that: {told}." if told else ""


def _details(entry: Entry) -> str:
    """What decides beside its name."""
    names = ("priority", "action", "responsibility", "decision")
    said = [one_line(entry.text(name), _LONGEST) for name in names if name in entry.fields]
    return f" ({'; '.join(said)})" if said else ""


def _open(stage: Stage, state: State, knowledge: Knowledge) -> Iterator[SummaryPart]:
    questions = list(state.dossier.of(Kind.QUESTION)) if stage is Stage.REQUIREMENTS else []
    if questions:
        unknown = [SummaryLine(f"{one.id} {_short(one)}", one.id) for one in questions[:_MOST]]
        yield _listed("You did not know:", unknown, len(questions) - _MOST, _SPEC, state)
    points = [one for one in open_points(state, knowledge) if one.persona == PRESENTED_BY[stage] and one.askable]
    open_names = dict.fromkeys((point.name.topic, point.name.criterion) for point in points)
    texts = {
        (topic.id, one.id): one.text
        for topic in knowledge.topics
        for one in topic.criteria
        if not is_met(topic, one, state)
    }
    lacking = [SummaryLine(one_line(texts[name], _LONGEST)) for name in open_names if name in texts]
    if lacking:
        yield _listed("Not settled, so a full picture would also say:", lacking[:_MOST], 0, "", state)


def _short(entry: Entry) -> str:
    return one_line(entry.text(), _LONGEST).rstrip(".")
