"""The summaries the user accepts or amends: the dossier in, for each stage its parts, their words and a digest out."""

from __future__ import annotations

from hashlib import sha256
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.footing import Footing, footing, is_guess
from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES, SPECS, Kind
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.knowledge.coverage import is_met
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.knowledge.points.open_points import open_points, tier_of
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation.summary_lines import (
    SummaryLine,
    hanging,
    ids_in_short,
    line_about,
    line_in_short,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.graph import Graph
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

PRESENTED_BY = {Stage.REQUIREMENTS: MAYA, Stage.ARCHITECTURE: ALEX, Stage.DESIGN: JORDAN, Stage.TRIVIAL: MAYA}
_SPEC, _IMPACT, _ARCHITECTURE = "requirements-spec.md", "impact-analysis.md", "architecture-overview.md"
_STANDS_FOR = {
    Stage.REQUIREMENTS: (
        Kind.PROBLEM, Kind.FR, Kind.AC, Kind.EXCLUSION, Kind.CONSTRAINT, Kind.QUALITY, Kind.RISK, Kind.USER,
        Kind.METRIC,
    ),
    Stage.ARCHITECTURE: (
        Kind.DECISION, Kind.TECHNOLOGY, Kind.INTEGRATION, Kind.ZONE, Kind.FILE, Kind.OPTION, Kind.ENTRY_POINT,
        Kind.BUILD_STEP,
    ),
    Stage.DESIGN: (Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR),
    Stage.TRIVIAL: (Kind.PROBLEM, Kind.FR, Kind.AC, Kind.FILE),
}  # fmt: skip
"""The kinds that each summary stands for, in the order in which it speaks of them."""
_IN_ANY_CASE = (Kind.PROBLEM, Kind.FR, Kind.DECISION, Kind.MODULE, Kind.INTERFACE)
"""What stands there first and whole, before the other kinds take turns."""
_BY_ID = (Kind.OPTION, Kind.ENTRY_POINT, Kind.BUILD_STEP, Kind.USER, Kind.METRIC)
"""What a summary only counts, with the ids."""
_DOCUMENTS = {
    Stage.REQUIREMENTS: (_SPEC, "user-stories.json"),
    Stage.ARCHITECTURE: (_ARCHITECTURE, _IMPACT),
    Stage.DESIGN: ("module-design.md", "interface-spec.md", "data-flow.md", "error-taxonomy.md"),
    Stage.TRIVIAL: (),
}
_NEEDS = {Stage.ARCHITECTURE: Kind.DECISION, Stage.DESIGN: Kind.MODULE}
"""Without one of these there is nothing of the stage to accept."""
_HEADINGS = {Kind.AC: "acceptance criteria", Kind.ZONE: "what it may break"}
_CONFIRMED_OR_NOT = ("proposed", "accepted")
_MOST, _MOST_IN_SHORT = 12, 2
_WORDS = 440
"""More than that nobody reads to the end."""
_FEWEST_WORDS = 150
OUR_GUESS, YOUR_WORDS = ", our guess", ", from your words"
"""What a heading says of where the points below it come from."""
_YOURS = (Footing.THEIRS, Footing.HEARD)
NOTHING_ASSUMED = "Nothing here is assumed: you said or confirmed all of it."
NO_GUESS = "There is no guess in it: you said it, confirmed it, or it was made of what you said."


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
    def words(self) -> int:
        return sum(line.words for part in self.parts for line in (part.heading, *part.points))

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it speaks of, in that order, and then those it only names."""
        lines = [line for part in self.parts for line in (part.heading, *part.points)]
        named = (one for line in lines for one in line.others)
        return tuple(dict.fromkeys((*(line.entry for line in lines if line.entry), *named)))

    @property
    def in_full(self) -> tuple[str, ...]:
        """The entries of which everything stands in it."""
        return tuple(line.entry for part in self.parts for line in (part.heading, *part.points) if line.whole)

    @property
    def digest(self) -> str:
        """Of what is accepted, not of how it is told: a guess that is confirmed says what it said before."""
        return sha256(self.stands_for.encode("utf-8", "replace")).hexdigest()[:16]


def stages(state: State) -> tuple[Stage, ...]:
    """Which summaries apply: by tier, and only those of which something was produced."""
    tier = tier_of(state)
    if tier == "trivial":
        return ()
    wanted = [Stage.REQUIREMENTS, *([Stage.ARCHITECTURE] if tier != "light" else []), Stage.DESIGN]
    return tuple(stage for stage in wanted if stage not in _NEEDS or state.dossier.of(_NEEDS[stage]))


def summary(stage: Stage, state: State, knowledge: Knowledge) -> Summary:
    """As much as can be read at once is told, the rest named by its ids."""
    still_open = tuple(_open(stage, state, knowledge))
    room = _WORDS
    made = _told_in(room, stage, state, still_open)
    while (over := made.words - _WORDS) > 0 and room > _FEWEST_WORDS:
        room -= over
        made = _told_in(room, stage, state, still_open)
    return made


def _told_in(room: int, stage: Stage, state: State, still_open: tuple[SummaryPart, ...]) -> Summary:
    entries = stands_for(stage, state)
    graph, fresh = graph_of(state.dossier), {one.id for one in changed_since_judged(stage, state)}
    lines = {one.id: line_about(one, state.dossier, graph) for one in entries}
    guessed = [one for one in entries if is_guess(one)]
    others = [one for one in entries if not is_guess(one)]
    for_guesses = room * 2 // 3 if others else room
    first = [one for one in guessed if one.kind in _IN_ANY_CASE]
    if sum(lines[one.id].words for one in first) > for_guesses:
        lines |= {one.id: line_about(one, state.dossier, graph, brief=True) for one in first}
    in_turns = tuple(_in_turns(guessed, graph, fresh, state))
    shown = _chosen(in_turns, lines, for_guesses)
    unseen = {one.id: one for one in in_turns if one.kind not in (*_BY_ID, Kind.AC) and one.id not in shown}
    lines |= {one.id: line_in_short(one) for one in unseen.values()}
    shown |= set(sorted(unseen, key=lambda one: unseen[one].kind is not Kind.QUALITY)[:_MOST_IN_SHORT])
    left = room - sum(lines[one].words for one in shown)
    shown |= _chosen(_in_turns(others, graph, fresh, state), lines, left)
    parts = (
        SummaryPart(SummaryLine(_how_sure(guessed, others))),
        *_grouped(guessed, lines, shown, OUR_GUESS),
        *_grouped([one for one in others if footing(one) in _YOURS], lines, shown, YOUR_WORDS),
        *_grouped([one for one in others if footing(one) not in _YOURS], lines, shown, ""),
        *still_open,
    )
    written = tuple(name for name in _DOCUMENTS[stage] if name in state.files.artifacts)
    return Summary(stage, parts, written, _all_of(stage, entries, state))


def stands_for(stage: Stage, state: State) -> tuple[Entry, ...]:
    """Every entry that is accepted with the summary, kind by kind, and the assumptions about them."""
    found = [one for kind in _STANDS_FOR[stage] for one in state.dossier.of(kind)]
    return (*found, *(one for one in state.dossier.of(Kind.ASSUMPTION) if _concerns(one, stage, state)))


def changed_since_judged(stage: Stage, state: State) -> tuple[Entry, ...]:
    """The entries that say something else than when the user last judged the summary; none where they never did."""
    judged = state.conversation.judged_in.get(stage)
    return tuple(one for one in stands_for(stage, state) if judged and one.changed > judged)


def _all_of(stage: Stage, entries: Iterable[Entry], state: State) -> str:
    """Every word of every entry that the summary stands for; that a decision was confirmed is none of them."""
    asked = state.dossier.of(Kind.QUESTION) if stage is Stage.REQUIREMENTS else ()
    said = ((one.id, name, one.text(name)) for one in (*entries, *asked) for name in one.fields)
    return "\n".join(f"{entry} {name}: {text}" for entry, name, text in said if text not in _CONFIRMED_OR_NOT)


def _how_sure(guessed: Sequence[Entry], others: Sequence[Entry]) -> str:
    if guessed:
        count, total = len(guessed), len(guessed) + len(others)
        are = "is a guess" if count == 1 else "are guesses"
        return (
            f"{count} of the {total} entries in this summary {are} of ours that you have not confirmed. Where nothing "
            f"else is named, nothing else changes if one is wrong."
        )
    heard = any(footing(one) is not Footing.THEIRS for one in others)
    return NO_GUESS if heard else NOTHING_ASSUMED


def _in_turns(entries: Sequence[Entry], graph: Graph, fresh: Collection[str], state: State) -> Iterator[Entry]:
    """What changed, what stands there in any case, what it is measured by, then the heaviest of each kind in turns."""
    yield from (one for one in entries if one.id in fresh)
    yield from (one for one in _heaviest_first(entries, graph, state) if one.kind in _IN_ANY_CASE)
    ordered = _heaviest_first(entries, graph, state)
    yield from (one for one in ordered if one.kind is Kind.AC)
    told = (*_IN_ANY_CASE, *_BY_ID, Kind.AC)
    kinds = [kind for kind in dict.fromkeys(one.kind for one in entries) if kind not in told]
    for several in zip_longest(*([one for one in ordered if one.kind is kind] for kind in kinds)):
        yield from (one for one in several if one is not None)


def _heaviest_first(entries: Sequence[Entry], graph: Graph, state: State) -> list[Entry]:
    """By priority, by how bad it is, by whether it changes a file, and by how much hangs on it."""

    def weight(one: Entry) -> tuple[int, int, int]:
        worst = -sum(LEVELS.index(level) for name in ("likelihood", "impact") if (level := one.text(name)) in LEVELS)
        untouched = one.text("action") == "NO CHANGE"
        return _rank(PRIORITIES, one.text("priority")), worst + untouched, -len(hanging(one, state.dossier, graph))

    return sorted(entries, key=weight)


def _rank(order: Sequence[str], value: str) -> int:
    return order.index(value) if value in order else len(order)


def _chosen(entries: Iterable[Entry], lines: dict[str, SummaryLine], room: int) -> set[str]:
    """As many as there is room for, and what stands there in any case; what is too long leaves it to the next."""
    shown: set[str] = set()
    for one in entries:
        words = 0 if one.id in shown else lines[one.id].words
        if words <= room or one.kind in _IN_ANY_CASE:
            room -= words
            shown.add(one.id)
    return shown


def _grouped(
    entries: Sequence[Entry], lines: dict[str, SummaryLine], shown: Collection[str], mark: str
) -> Iterator[SummaryPart]:
    """Kind by kind, below each heading those that are shown; the rest by their ids, so that each can be looked at."""
    beside: list[Entry] = []
    for kind in dict.fromkeys(one.kind for one in entries):
        spec, ours = SPECS[kind], [one for one in entries if one.kind is kind]
        told = [lines[one.id] for one in ours if one.id in shown]
        rest = tuple(one.id for one in ours if one.id not in shown)
        if spec.single and told:
            line = lines[ours[0].id]
            text = f"{spec.one.capitalize()}{mark}: {line.text.removeprefix(f'{line.entry} ')}"
            yield SummaryPart(SummaryLine(text, line.entry, whole=line.whole))
        elif told:
            name = _HEADINGS.get(kind) or (spec.one if len(ours) == 1 else spec.many)
            more = (SummaryLine(f"and {len(rest)} more ({ids_in_short(rest)})", others=rest),) if rest else ()
            yield SummaryPart(SummaryLine(f"{name[:1].upper()}{name[1:]}{mark}:"), (*told, *more))
        else:
            beside += ours
    if beside:
        yield _counted(beside, mark)


def _counted(entries: Sequence[Entry], mark: str) -> SummaryPart:
    """How much there is of what is not told, with the ids."""
    counts = []
    for kind in dict.fromkeys(one.kind for one in entries):
        ids = [one.id for one in entries if one.kind is kind]
        counts.append(f"{len(ids)} {SPECS[kind].one if len(ids) == 1 else SPECS[kind].many} ({ids_in_short(ids)})")
    text = f"Beside that{mark}: {', '.join(counts)}."
    return SummaryPart(SummaryLine(text, others=tuple(one.id for one in entries)))


def _concerns(assumption: Entry, stage: Stage, state: State) -> bool:
    about = [entry for entry_id in assumption.refs("about") if (entry := state.dossier.get(entry_id))]
    if not about:
        return stage in (Stage.REQUIREMENTS, Stage.TRIVIAL)
    return any(entry.kind in _STANDS_FOR[stage] for entry in about)


def _open(stage: Stage, state: State, knowledge: Knowledge) -> Iterator[SummaryPart]:
    questions = list(state.dossier.of(Kind.QUESTION)) if stage is Stage.REQUIREMENTS else []
    if questions:
        unknown = [SummaryLine(f"{one.id} {_short(one)}", one.id) for one in questions[:_MOST]]
        rest = tuple(one.id for one in questions[_MOST:])
        more = (SummaryLine(f"and {len(rest)} more ({ids_in_short(rest)})", others=rest),) if rest else ()
        yield SummaryPart(SummaryLine("Still open:"), (*unknown, *more))
    points = [one for one in open_points(state, knowledge) if one.persona == PRESENTED_BY[stage] and one.askable]
    open_names = dict.fromkeys((point.name.topic, point.name.criterion) for point in points)
    texts = {
        (topic.id, one.id): one.text
        for topic in knowledge.topics
        for one in topic.criteria
        if not is_met(topic, one, state)
    }
    lacking = [SummaryLine(shortened(one_line(texts[name]))) for name in open_names if name in texts]
    if lacking:
        yield SummaryPart(SummaryLine("Not settled, so a full picture would also say:"), tuple(lacking[:_MOST]))


def _short(entry: Entry) -> str:
    return shortened(one_line(entry.text())).rstrip(".")
