"""How large the change is, as far as is known, and on what that rests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.domain.kinds import Kind
from roundtable_tui.domain.provenance import Confidence, confidence
from roundtable_tui.domain.sizing import Size, agrees, complexity_for, scope_for, scope_for_areas

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier import Entry
    from roundtable_tui.domain.state import State

_INFERRED = "inferred, and not confirmed by you"


@dataclass(frozen=True, slots=True)
class Assessment:
    size: Size
    scope_basis: str
    """Why this scope class, as part of a sentence."""
    count_basis: str
    agrees: bool
    """The number of files does not contradict what the user said of the scope."""
    disagreement: str = ""


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
    )


def _is_theirs(entry: Entry | None, name: str) -> bool:
    """Whether the user said it or confirmed it."""
    return entry is not None and confidence(entry.fields[name].sources) is Confidence.HIGH


def _file_count(state: State) -> tuple[int | None, str]:
    estimate = state.dossier.one(Kind.ESTIMATE)
    if estimate:
        numbers = [value for name in ("modified", "new") if isinstance(value := estimate.get(name), int)]
        if numbers:
            theirs = all(_is_theirs(estimate, name) for name in ("modified", "new") if name in estimate.fields)
            return sum(numbers), "your estimate" if theirs else _INFERRED
    if state.scan and not state.scan.problem and state.scan.likely:
        return len(state.scan.likely), "files the search points at"
    return None, ""
