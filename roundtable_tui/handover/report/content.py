"""All that the page says, read from the dossier once: figures, shares, groups of entries and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.assumptions import guessed_fields
from roundtable_tui.artifacts.render.considered_options import decision_status
from roundtable_tui.artifacts.render.phrasing import counted
from roundtable_tui.artifacts.render.template_view import View
from roundtable_tui.domain.comments.listing import CommentRow, comment_rows
from roundtable_tui.domain.comments.standing import CommentStanding
from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.footing import Footing, footing
from roundtable_tui.domain.dossier.kinds import LEVELS, SPECS, Kind
from roundtable_tui.domain.knowledge.coverage import coverage_of
from roundtable_tui.domain.knowledge.points.open_points import topics_asked
from roundtable_tui.domain.plan.tasks import EDITS
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.report.connections import Reach, by_priority, reach_of
from roundtable_tui.handover.report.prose import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.dossier.kinds import KindSpec
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

FOOTINGS = {
    Footing.THEIRS: ("Stated or confirmed", "theirs"),
    Footing.HEARD: ("Drawn from what was said", "heard"),
    Footing.READ: ("Read in the code", "read"),
    Footing.DOCUMENT: ("Taken from a document", "document"),
    Footing.GUESS: ("Assumed", "guess"),
}
"""What an entry rests on, in words for whoever was not at the table, and the class of its colour."""
_TOLD = frozenset(
    {Kind.SCOPE, Kind.PROBLEM, Kind.USER, Kind.METRIC, Kind.EXCLUSION, Kind.CONSTRAINT, Kind.QUALITY, Kind.RISK}
    | {Kind.FR, Kind.AC, Kind.STORY, Kind.FILE, Kind.ZONE, Kind.OPTION, Kind.DECISION, Kind.TECHNOLOGY, Kind.MODULE}
    | {Kind.INTEGRATION, Kind.ASSUMPTION, Kind.QUESTION, Kind.TASK}
)
"""The kinds that have a place on the page."""
_DECISIVE = (Kind.FR, Kind.DECISION, Kind.EXCLUSION, Kind.ASSUMPTION, Kind.AC, Kind.CONSTRAINT, Kind.QUALITY, Kind.FILE)
"""What whoever decides should know to be assumed, the dearest to get wrong first."""
_EASILY_READ = 8


class Figure(Struct, frozen=True):
    label: str
    value: str
    note: str
    anchor: str


class Share(Struct, frozen=True):
    """How many entries rest on the same."""

    name: str
    css: str
    count: int
    percent: int


class Assumed(Struct, frozen=True):
    """What is only assumed, of one kind."""

    name: str
    entries: tuple[Entry, ...]
    unfolded: bool


class Covered(Struct, frozen=True):
    name: str
    met: int
    total: int
    percent: int
    missing: tuple[str, ...]


class Content(Struct, frozen=True):
    material: Material
    view: View
    figures: tuple[Figure, ...]
    shares: tuple[Share, ...]
    assumed: tuple[Assumed, ...]
    partly: tuple[tuple[Entry, str], ...]
    """Entries to which something was added that nobody confirmed, and what that is."""
    reach: Reach
    topics: tuple[Covered, ...]
    comments: tuple[CommentRow, ...]
    elsewhere: str
    """What has no place on the page."""


def content_of(material: Material, knowledge: Knowledge) -> Content:
    view = View(material.state)
    reach = reach_of(view)
    shares = shares_of(view)
    topics = tuple(_topics(material, knowledge))
    return Content(
        material,
        view,
        tuple(_figures(material, view, reach, shares, sum(len(one.missing) for one in topics))),
        shares,
        tuple(_assumed(view)),
        tuple((entry, ", ".join(called(entry.kind, name) for name in names)) for entry, names in _partly(view)),
        reach,
        topics,
        tuple(row for row in comment_rows(material.state) if row.standing is not CommentStanding.WAITING),
        _elsewhere(view),
    )


def summary_of(view: View) -> tuple[str, str]:
    """What changes, beyond what the item is called, and why, each as a few sentences."""
    scope, problem, item = view.one[Kind.SCOPE], view.one[Kind.PROBLEM], view.state.item
    what = one_line(scope.text("text")) if scope else ""
    if item and what.rstrip(".").casefold() in one_line(item.description).casefold():
        what = ""  # the page's title says it
    names = ("text", "today", "cost", "why_now")
    why = [sentence(problem.text(name)) for name in names if name in problem.fields] if problem else []
    return sentence(what), " ".join(filter(None, why))


def shares_of(view: View) -> tuple[Share, ...]:
    """Of everything that claims something: tasks follow from it, and questions claim nothing."""
    found = [footing(entry) for entry in _claims(view)]
    shares = []
    for one, (name, css) in FOOTINGS.items():
        if count := found.count(one):
            shares.append(Share(name, css, count, max(1, round(count * 100 / len(found)))))
    return tuple(shares)


def risks_of(view: View) -> tuple[Entry, ...]:
    """Risks and zones where something may break, the worst first."""

    def badness(entry: Entry) -> int:
        rated = [LEVELS.index(level) for name in ("likelihood", "impact") if (level := entry.text(name)) in LEVELS]
        return -sum(rated)

    return tuple(sorted((*view.of[Kind.RISK], *view.of[Kind.ZONE]), key=badness))


def status_of(view: View, decision: Entry) -> str:
    return decision_status(view, decision)


def free_options(view: View) -> tuple[Entry, ...]:
    """Options that no decision was made between."""
    taken = {option.id for decision in view.of[Kind.DECISION] for option in view.considered(decision)}
    return tuple(option for option in view.of[Kind.OPTION] if option.id not in taken)


def _claims(view: View) -> list[Entry]:
    return [entry for kind in Kind if kind not in (Kind.TASK, Kind.QUESTION) for entry in view.of[kind]]


def _figures(material: Material, view: View, reach: Reach, shares: Sequence[Share], unsettled: int) -> Iterable[Figure]:
    groups = by_priority(view)
    if groups:
        first = groups[0]
        note = f"{len(first.requirements)} {first.name.lower()}"
        yield Figure("Requirements", str(len(view.of[Kind.FR])), note, "requirements")
    if shares:
        total, guesses = len(_claims(view)), sum(share.count for share in shares if share.css == "guess")
        yield Figure("Assumed", str(guesses), f"of {total} statements", "certainty")
    if reach.spots:
        touched = sum(one.action in EDITS or (one.tier == 1 and not one.action) for one in reach.spots) + reach.more[0]
        others = len(reach.spots) + sum(reach.more) - touched
        yield Figure("Files touched", str(touched), f"{others} more may notice", "reach")
    if view.risk:
        yield Figure("Risk", view.risk.level, view.risk.reason, "risks" if risks_of(view) else "reach")
    questions = len(view.of[Kind.QUESTION])
    asks = ("answers wanted", "questions") if questions else ("nothing is open", "answers")
    if unsettled and not questions:
        asks = (f"but {counted(range(unsettled), 'point')} not settled", "coverage")
    yield Figure("Open questions", str(questions), *asks)
    if tasks := material.plan.tasks:
        yield Figure("Tasks", str(len(tasks)), f"{sum(task.done for task in tasks)} done", "plan")


def _assumed(view: View) -> Iterable[Assumed]:
    found: dict[KindSpec, list[Entry]] = {}
    for entry in _claims(view):
        if footing(entry) is Footing.GUESS:
            found.setdefault(SPECS[entry.kind], []).append(entry)
    rank = {kind: place for place, kind in enumerate(_DECISIVE)}
    for spec, entries in sorted(found.items(), key=lambda one: rank.get(one[0].kind, len(rank))):
        name = spec.one if len(entries) == 1 else spec.many
        unfolded = spec.kind in _DECISIVE[:4] and len(entries) <= _EASILY_READ
        yield Assumed(f"{len(entries)} {name}", tuple(entries), unfolded)


def _partly(view: View) -> Iterable[tuple[Entry, tuple[str, ...]]]:
    kinds = [kind for kind in Kind if kind not in (Kind.TASK, Kind.QUESTION)]
    return guessed_fields(view, kinds).values()


def _topics(material: Material, knowledge: Knowledge) -> Iterable[Covered]:
    state = material.state
    for topic in topics_asked(state, knowledge):
        one = coverage_of(topic, state)
        missing = tuple(sentence(criterion.text) for criterion in topic.criteria if criterion.id in one.missing)
        yield Covered(one_line(topic.name), len(one.met), one.total, one.percent, missing)


def _elsewhere(view: View) -> str:
    """`9 interfaces, 3 data flows`: what only the documents say."""
    left = [(SPECS[kind], view.of[kind]) for kind in Kind if kind not in _TOLD and view.of[kind]]
    return ", ".join(f"{len(several)} {spec.one if len(several) == 1 else spec.many}" for spec, several in left)


def counted_files(spots: Sequence[object], more: int) -> str:
    return counted(range(len(spots) + more), "file")
