"""Notices when entries are accepted one after another faster than anybody can read them; measured by the keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType
from roundtable_tui.domain.dossier.provenance import Confidence, confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry

MANY = 8
"""So many in a row, and it is no accident."""
_WORDS_A_SECOND = 12.0
"""Nobody reads faster: it is three times what people read at."""
_NAMED = 4


class Glances:
    """One review: what was accepted at a glance in a row, and whether that was said already."""

    def __init__(self) -> None:
        self._shown = ""
        self._since = 0.0
        self._in_a_row: list[Entry] = []
        self.offered: tuple[Entry, ...] = ()
        """What could be walked again, as it was before it was accepted; nothing until that was offered."""

    def shown(self, entry: str, now: float) -> None:
        """Another entry is on the screen; the same one again changes nothing."""
        if entry != self._shown:
            self._shown, self._since = entry, now

    def accepted(self, entry: Entry, words: int, now: float) -> bool:
        """Whether it is time to say something: after many in a row, and once only."""
        glanced = entry.id == self._shown and now - self._since < words / _WORDS_A_SECOND
        self._in_a_row = [*self._in_a_row, entry] if glanced else []
        if len(self._in_a_row) < MANY or self.offered:
            return False
        self.offered = tuple(self._in_a_row)
        return True


def assumed_in(entries: Iterable[Entry]) -> tuple[str, ...]:
    """What nobody has said and no code shows in these, as they were before they were accepted: `FR-003 priority`.

    What an entry only names says nothing that could be wrong by itself.
    """
    return tuple(
        f"{entry.id} {name.replace('_', ' ')}"
        for entry in entries
        if is_guess(entry)
        for name, said in entry.fields.items()
        if confidence(said.sources) is Confidence.LOW and not _only_names(entry, name)
    )


def _only_names(entry: Entry, name: str) -> bool:
    field = SPECS[entry.kind].field(name)
    return field is not None and field.type is FieldType.REFS


def told(count: int, assumed: Sequence[str], key: str) -> str:
    """The hint, in one quiet sentence."""
    named = ", ".join(assumed[:_NAMED]) + (f" and {len(assumed) - _NAMED} more" if len(assumed) > _NAMED else "")
    guessed = f" Assumed there, and yours now: {named}." if assumed else ""
    return f"The last {count} went by faster than they can be read.{guessed} {key} walks them again."
