"""What the list of a review shows, as frozen rows made from the walk; the widget only draws them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review.rules import Acceptance, Filter, Findings, Placed, acceptance, passes, speaks_of
from roundtable_tui.ui.review.entry_list import EntryList, EntryRow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry

_LONGEST = 160


HEAVIEST = "The heaviest first"


def filtered(
    walk: Iterable[Placed],
    wanted: Filter,
    words: str,
    findings: Findings,
    taken: Collection[str],
    since: int = 0,
) -> tuple[Placed, ...]:
    """The part of the walk that is asked for; `since` is the line of the journal of the last review before this."""
    return tuple(
        placed
        for placed in walk
        if passes(placed.entry, wanted, findings, taken, since) and (not words or speaks_of(placed.entry, words))
    )


class Rows:
    """Makes the rows, and keeps those of entries that have not changed: they are made after every key."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Entry, EntryRow]] = {}

    def of(
        self,
        walk: Sequence[Placed],
        findings: Findings,
        taken: Collection[str],
        marked: Collection[str] = (),
        *,
        flat: bool = False,
    ) -> tuple[EntryRow, ...]:
        """Each kind under a heading with how many there are; what hangs on a requirement stands below it.

        `flat`: under one heading, because they stand by their weight and not by their kind.
        """
        here = {placed.entry.id for placed in walk}
        counts = Counter(placed.entry.kind for placed in walk if placed.under not in here)
        rows: list[EntryRow] = [EntryRow("", HEAVIEST, note=str(len(walk)))] if flat and walk else []
        group = None
        for placed in walk:
            kind, below = placed.entry.kind, placed.under in here
            if not flat and not below and kind is not group:
                group = kind
                called = SPECS[kind].many if counts[kind] > 1 else SPECS[kind].one
                rows.append(EntryRow("", called, note=str(counts[kind])))
            rows.append(
                self._row(
                    placed.entry, bool(findings.get(placed.entry.id)), _mark(placed.entry, taken, marked), below=below
                )
            )
        return tuple(rows)

    def _row(self, entry: Entry, found: bool, mark: str, *, below: bool) -> EntryRow:
        known = self._kept.get(entry.id)
        if known and known[0] is entry and (known[1].mark, known[1].found, known[1].below) == (mark, found, below):
            return known[1]
        low = is_guess(entry)
        row = EntryRow(entry.id, one_line(entry.text(), _LONGEST), mark, low, found, below)
        self._kept[entry.id] = entry, row
        return row


def _mark(entry: Entry, taken: Collection[str], marked: Collection[str]) -> str:
    if entry.id in taken:
        return EntryList.UNDER_WAY
    if entry.id in marked:
        return EntryList.MARKED
    match acceptance(entry):
        case Acceptance.ACCEPTED | Acceptance.OWN:
            return EntryList.ACCEPTED
        case Acceptance.CHANGED:
            return EntryList.CHANGED
    return ""
