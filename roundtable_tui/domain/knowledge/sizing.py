"""How big and how hard a change looks, by counts a person can check by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Stated, confidence
from roundtable_tui.domain.knowledge.reach import are_files_known, edited_count, files_edited, is_settled, reach
from roundtable_tui.domain.knowledge.scales import LARGE_ABOVE, Complexity, Scope, code_complexity, level_for, scope_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.state import State

COMPLEXITY_RULE = (
    "One point each for: more than two areas, changes existing behaviour, talks to an external system, "
    "at least two named risks, more than 15 files. 0–1 points are low, 2–3 medium, 4–5 high."
)

SCOPE_RULE = "Fewer than 5 files to edit are small, 5 to 15 medium, more large."
CODE_COMPLEXITY_RULE = (
    "One point each for: more than 15 files to edit, files in more than two folders, in more than one language, "
    "more than 15 files tied to them, an entry point among them. 0–1 points are low, 2–3 medium, 4–5 high."
)
RISK_RULE = (
    "One point each for a file to edit that every tenth commit changed, that more than four people changed, that no "
    "test imports, is named after or mirrors by its folder, that more than ten files use, or that is an entry point. "
    "0–1 points are low, 2–3 medium, 4–5 high."
)
_FEWEST_COMMITS = 20
"""Fewer than this say little about how often a file changes."""


class Size(Struct, frozen=True):
    """What the quick scan found; None is unknown, which is no evidence for anything."""

    scope: str | None = None
    complexity: str | None = None
    file_count: int | None = None


def scope_for_areas(areas: int) -> Scope | None:
    """A first guess before any file is counted: one area is small, two to four medium, more large."""
    if areas < 1:
        return None
    if areas == 1:
        return "small"
    return "medium" if areas <= 4 else "large"


def complexity_reasons(
    areas: int, externals: int, risks: int, modifies: bool | None, file_count: int | None
) -> tuple[str, ...]:
    """What each point was given for, in the words of the rule."""
    points = {
        "more than two areas": areas > 2,
        "changes existing behaviour": modifies is True,
        "talks to an external system": externals > 0,
        "at least two named risks": risks >= 2,
        f"more than {LARGE_ABOVE} files": file_count is not None and file_count > LARGE_ABOVE,
    }
    return tuple(reason for reason, holds in points.items() if holds)


def complexity_for(areas: int, externals: int, risks: int, modifies: bool | None, file_count: int | None) -> Complexity:
    """One point each for: more than two areas, changes existing behaviour, talks to an external system,
    at least two named risks, more than 15 files. 0–1 points are low, 2–3 medium, 4–5 high.
    """
    return level_for(len(complexity_reasons(areas, externals, risks, modifies, file_count)))


class Exposed(Struct, frozen=True):
    """What the code and its history say about one file to be edited."""

    path: str
    users: int
    """How many files use it."""
    tests: int
    """How many tests import it, are named after it or mirror its folder."""
    commits: int = 0
    authors: int = 0
    entrance: bool = False


def code_complexity_reasons(edited: Sequence[Exposed], languages: int, tied: int) -> tuple[str, ...]:
    """What each point was given for, in the words of the rule."""
    folders = {one.path.rpartition("/")[0] for one in edited}
    entrance = any(one.entrance for one in edited)
    return code_complexity(len(edited), len(folders), languages, tied, entrance=entrance)


def risk_reasons(edited: Sequence[Exposed], commits: int) -> tuple[str, ...]:
    """What each point was given for, with the file it is worst in."""
    reasons: list[str] = []

    def point(worst: Exposed | None, says: str) -> None:
        if worst:
            reasons.append(f"{worst.path} {says}")

    busiest = max(edited, key=lambda one: one.commits, default=None)
    if busiest and commits >= _FEWEST_COMMITS and busiest.commits * 10 >= commits:
        point(busiest, f"was changed by {busiest.commits} of the last {commits} commits")
    crowded = max(edited, key=lambda one: one.authors, default=None)
    if crowded and crowded.authors > 4:
        point(crowded, f"was changed by {crowded.authors} people")
    untested = [one for one in edited if not one.tests]
    point(max(untested, key=lambda one: one.users, default=None), "has no test that could be found")
    used = max(edited, key=lambda one: one.users, default=None)
    if used and used.users > 10:
        point(used, f"is used by {used.users} files")
    point(next((one for one in edited if one.entrance), None), "is an entry point")
    return tuple(reasons)


def agrees(scope: str | None, file_count: int | None) -> bool:
    """Whether a stated scope and a file count say the same; where one is unknown nothing contradicts."""
    return scope is None or file_count is None or scope == scope_for(file_count)


YOUR_ESTIMATE = "your estimate"
_INFERRED = "inferred, and not confirmed by you"


class Assessment(Struct, frozen=True):
    size: Size
    scope_basis: str
    """Why this scope class, as part of a sentence."""
    count_basis: str
    agrees: bool
    """The number of files does not contradict what the user said of the scope."""
    disagreement: str = ""
    overtaken: bool = False
    """The user has decided about the files since the number of them was estimated."""


def assess(state: State) -> Assessment:
    """The user's own word first, then the number of files, then the number of areas."""
    dossier = state.dossier
    areas = [area for area in dossier.of(Kind.AREA) if area.text("type") != "external"]
    externals = [area for area in dossier.of(Kind.AREA) if area.text("type") == "external"]
    count, count_basis = _file_count(state)
    scope_entry = dossier.one(Kind.SCOPE)
    stated = scope_entry.text("size") if scope_entry else ""
    nature = scope_entry.text("nature") if scope_entry else ""
    if stated:
        scope: str | None = stated
        basis = "as you said" if _is_theirs(scope_entry, "size") else _INFERRED
    elif count is not None:
        scope, basis = scope_for(count), f"{count} {'file' if count == 1 else 'files'}"
    else:
        scope = scope_for_areas(len(areas))
        basis = f"a first guess from {len(areas)} {'area' if len(areas) == 1 else 'areas'}" if scope else ""
    known = bool(areas or nature or count is not None)
    complexity = complexity_for(
        len(areas), len(externals), len(dossier.of(Kind.RISK)), nature != "additive" if nature else None, count
    )
    said = stated or scope_for_areas(len(areas))
    same = count is None or said is None or agrees(said, count)
    return Assessment(
        Size(scope, complexity if known else None, count),
        basis,
        count_basis,
        same,
        ""
        if same
        else f"one picture of the size: {count} files is {scope_for(count or 0)}, "
        f"but {'you called the change' if stated else 'the areas you named look'} {said}",
        overtaken=bool(dossier.one(Kind.ESTIMATE)) and count_basis not in (YOUR_ESTIMATE, _INFERRED),
    )


def _is_theirs(entry: Entry | None, name: str) -> bool:
    """Whether the user said it or confirmed it."""
    return entry is not None and confidence(entry.fields[name].sources) is Confidence.HIGH


def _file_count(state: State) -> tuple[int | None, str]:
    """An estimate holds until the user has decided about the files themselves."""
    found, dossier = reach(state), state.dossier
    estimate = dossier.one(Kind.ESTIMATE)
    edited = edited_count(found) if found and not found.problem else files_edited(dossier) if estimate else 0
    if estimate and not (edited and _is_overtaken(estimate, dossier)):
        numbers = [value for name in ("modified", "new") if isinstance(value := estimate.get(name), int)]
        if numbers:
            theirs = all(_is_theirs(estimate, name) for name in ("modified", "new") if name in estimate.fields)
            return sum(numbers), YOUR_ESTIMATE if theirs else _INFERRED
    if not edited:
        return None, ""
    return edited, "the files on record" if are_files_known(state) else "files the search points at"


def _is_overtaken(estimate: Entry, dossier: Dossier) -> bool:
    """Whether files were confirmed or named since, or dropped where the number was only taken over from the search."""
    if is_settled(dossier):
        return True
    said = [source for value in estimate.fields.values() for source in value.sources]
    return bool(dossier.dropped_files) and not any(isinstance(source, Stated) for source in said)
