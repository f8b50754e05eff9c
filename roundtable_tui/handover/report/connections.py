"""What the drawings show: which requirement leads to which story, module and file, and how far the files reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.artifacts.render.code_evidence import reason_in_words
from roundtable_tui.artifacts.render.phrasing import name_of
from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.domain.knowledge.reach import tier_of
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.report.radius_drawing import TIERS, Spot
from roundtable_tui.handover.report.trace_drawing import MOST, Chip, Linked, Traced, Web

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.journal.code_facts import Touched
    from roundtable_tui.domain.plan.tasks import Plan

UNRANKED = "No priority yet"


class Group(Struct, frozen=True):
    """Requirements of one priority."""

    name: str
    requirements: tuple[Entry, ...]


def by_priority(view: View) -> tuple[Group, ...]:
    """The dearest first; those without a priority last."""
    groups = [Group(name.capitalize(), view.with_priority(name)) for name in PRIORITIES]
    return tuple(group for group in (*groups, Group(UNRANKED, view.with_priority(""))) if group.requirements)


class Traces(Struct, frozen=True):
    """One drawing, with what stands over it."""

    name: str
    web: Web


def webs(view: View, plan: Plan) -> tuple[Traces, ...]:
    """One for each priority, several where it has many requirements."""
    found = []
    for group in by_priority(view):
        for start in range(0, len(group.requirements), MOST):
            some = group.requirements[start : start + MOST]
            first, last = some[0].id, some[-1].id
            name = group.name if len(group.requirements) <= MOST else f"{group.name}: {first} to {last}"
            found.append(Traces(name, web_of(view, plan, some)))
    return tuple(found)


def web_of(view: View, plan: Plan, frs: Sequence[Entry]) -> Web:
    known = [fr.id for fr in frs]

    def served(entry: Entry) -> tuple[str, ...]:
        return tuple(dict.fromkeys(fr for fr in entry.refs("traces") if fr in known))

    modules = {one.id: served(one) for one in view.of[Kind.MODULE] if served(one)}

    def leading_to(file: Entry) -> tuple[str, ...]:
        """Its modules, and requirements that it is tied to by none of those."""
        inside = [module.id for module in view.modules_of(file) if module.id in modules]
        carried = {fr for name in inside for fr in modules[name]}
        return (*inside, *(fr for fr in served(file) if fr not in carried))

    return Web(
        tuple(Traced(fr.id, _drawn_name(fr), _chips(view, plan, fr), assumed=is_guess(fr)) for fr in frs),
        tuple(_linked(one, served(one)) for one in view.of[Kind.STORY] if served(one)),
        tuple(_linked(one, modules[one.id]) for one in view.of[Kind.MODULE] if one.id in modules),
        tuple(_linked(one, leading_to(one)) for one in view.of[Kind.FILE] if leading_to(one)),
    )


def _linked(entry: Entry, to: tuple[str, ...]) -> Linked:
    name = one_line(entry.text("path")) if entry.kind is Kind.FILE else _drawn_name(entry)
    return Linked(entry.id, name, to, assumed=is_guess(entry))


def _drawn_name(entry: Entry) -> str:
    """A drawing has no typeface for code: the marks of it would be shown."""
    return name_of(entry).replace("`", "")


def _chips(view: View, plan: Plan, fr: Entry) -> tuple[Chip, ...]:
    criteria = [
        Chip(
            ac.id,
            ac.id.removeprefix("AC-"),
            one_line(ac.text()),
            f"ac{'' if plan.serving(ac.id) else ' unserved'}{' assumed' if is_guess(ac) else ''}",
        )
        for ac in view.criteria.get(fr.id, ())
    ]
    decided = dict.fromkeys(name for task in plan.serving(fr.id) for name in task.traces)
    decisions = [one for name in sorted(decided) if (one := view.entry(name)) and one.kind is Kind.DECISION]
    return (*criteria, *(Chip(one.id, one.id, name_of(one), "adr") for one in decisions))


class Reach(Struct, frozen=True):
    """The files of the blast radius, and how many more there are than are shown."""

    spots: tuple[Spot, ...]
    more: tuple[int, ...] = ()
    """How many files of each tier are not shown."""

    def of(self, tier: int) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.tier == tier)


def reach_of(view: View) -> Reach:
    """Files on record where the record puts them, and what the search found beside them."""
    ties = {one_line(one.path): one for one in (view.scan.touched if view.scan else ())}
    spots = [
        Spot(
            0, path, tier, file.text("action"), one_line(file.text("why")) or _why(ties.get(path)), _via(ties.get(path))
        )
        for file in view.of[Kind.FILE]
        if (tier := tier_of(file)) and (path := one_line(file.text("path")))
    ]
    tiers = dict.fromkeys(map(one_line, view.unnamed_hits), 1)
    tiers |= {one_line(one.path): one.tier for one in view.unnamed_reach}
    spots += [
        Spot(0, path, tier, why=_why(ties.get(path)), via=_via(ties.get(path)), on_record=False)
        for path, tier in tiers.items()
        if tier in TIERS
    ]
    spots.sort(key=lambda one: (one.tier, not one.on_record, one.path))
    numbered = tuple(replace(spot, number=number) for number, spot in enumerate(spots, 1))
    counts = [sum(spot.tier == tier for spot in spots) for tier in TIERS]
    totals = (*view.reached, 0, 0, 0)[: len(TIERS)]
    return Reach(numbered, tuple(max(0, total - count) for total, count in zip(totals, counts, strict=True)))


def _via(found: Touched | None) -> tuple[str, ...]:
    return tuple(map(one_line, found.via)) if found else ()


def _why(found: Touched | None) -> str:
    return reason_in_words(found) if found else ""
