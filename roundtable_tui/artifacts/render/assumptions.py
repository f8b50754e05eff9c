"""Tells what nobody has stated or confirmed: whole entries that were inferred, and single fields of others."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.footing import guessed_parts, is_guess, is_read_in_code
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.journal.state import TALKING_MODES
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats.guess_mark import GUESS_MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import KindSpec

_WANTED = (
    Kind.PROBLEM, Kind.USER, Kind.FR, Kind.AC, Kind.EXCLUSION, Kind.CONSTRAINT, Kind.QUALITY, Kind.METRIC, Kind.RISK
)  # fmt: skip
_DESIGNED = {
    Kind.DECISION: "architecture-overview.md",
    Kind.INTERFACE: "interface-spec.md",
    Kind.ERROR: "error-taxonomy.md",
}
"""What an answer can become long before its own document is written."""


def guesses(view: View, kinds: Iterable[str]) -> tuple[Entry, ...]:
    """Entries that nobody stated or confirmed: they are assumptions until somebody does."""
    return tuple(entry for entry in _standing(view, kinds) if is_guess(entry))


def guesses_by_kind(view: View, kinds: Iterable[str]) -> Mapping[KindSpec, tuple[Entry, ...]]:
    """The guesses of each kind that has some."""
    found: dict[KindSpec, list[Entry]] = defaultdict(list)
    for entry in guesses(view, kinds):
        found[SPECS[entry.kind]].append(entry)
    return {spec: tuple(entries) for spec, entries in found.items()}


def guessed_fields(view: View, kinds: Iterable[str]) -> Mapping[str, tuple[Entry, tuple[str, ...]]]:
    """What was added to the user's words and nobody confirmed: the entries by id, each with those fields."""
    found: dict[str, tuple[Entry, tuple[str, ...]]] = {}
    for entry in _standing(view, kinds):
        names = guessed_parts(entry)
        if names and not is_guess(entry) and not is_read_in_code(entry):
            found[entry.id] = entry, names
    return found


def known_so_far(view: View) -> tuple[Entry, ...]:
    """What is wanted, as long as no specification says it: an answer stands somewhere as soon as it is given."""
    if view.state.mode not in TALKING_MODES:
        return ()
    wanted = () if view.leads_to("requirements-spec.md") else _WANTED
    designed = tuple(kind for kind, name in _DESIGNED.items() if not view.leads_to(name))
    return tuple(entry for kind in (*wanted, *designed) for entry in view.of[kind])


def guess_mark(view: View, entry: Entry) -> str:
    """Says behind a line of a drafted document that nobody has confirmed it; taken off again where it is read."""
    return f" {GUESS_MARK}" if view.state.mode in TALKING_MODES and is_guess(entry) else ""


def repeated_by(view: View, assumption: Entry) -> Entry | None:
    """The entry that says in full what an assumption about it only says again."""
    text = one_line(assumption.text()).rstrip(".").casefold()
    for entry in view.named(assumption, "about"):
        said = one_line(entry.text()).rstrip(".").casefold()
        if said and text.endswith(said):
            return entry
    return None


def _standing(view: View, kinds: Iterable[str]) -> Iterable[Entry]:
    """Entries of these kinds, but for the criteria of a requirement that was withdrawn."""
    for kind in kinds:
        for entry in view.of[kind]:
            if entry.kind is not Kind.AC or view.named(entry, "fr", Kind.FR):
                yield entry
