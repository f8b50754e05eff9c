"""The dossier while a journal is folded: changes come in one by one, and a frozen dossier goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import (
    Dossier,
    Op,
    apply_change,
    id_number,
    not_on_record,
    note_used,
    path_taken_out,
)
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.code_facts import recited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Change, Entry
    from roundtable_tui.domain.journal.code_facts import CodeChecked
    from roundtable_tui.domain.journal.events import Event


class GrowingDossier:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._used: dict[str, int] = {}
        self._confirmed_at: dict[str, str] = {}
        self._dropped_files: dict[str, None] = {}
        self._given: set[tuple[str, int]] = set()
        """Every id ever recorded, also by what was taken back: it may not come to mean anything else."""
        self._version, self._version_at, self._version_turn = 0, "", 0
        self._frozen: Dossier | None = None

    def freeze(self) -> Dossier:
        """The same object for as long as nothing changed: what was found out about it need not be found out again."""
        if self._frozen is None:
            self._frozen = Dossier(
                dict(self._entries),
                dict(self._used),
                self._version,
                self._version_at,
                self._version_turn,
                dict(self._confirmed_at),
                not_on_record(self._dropped_files, self._entries) if self._dropped_files else (),
            )
        return self._frozen

    def get(self, entry_id: str) -> Entry | None:
        return self._entries.get(entry_id)

    def counting(self, changes: Sequence[Change]) -> list[Change]:
        """Those that count, leaving out records of an entry under an id that was given out before."""
        if changes:
            self._frozen = None
        return [change for change in changes if self._is_new_or_known(change)]

    def _is_new_or_known(self, change: Change) -> bool:
        note_used(self._used, change.id)
        if change.op is not Op.RECORD or SPECS[change.kind].single or (number := id_number(change.id)) is None:
            return True
        given_before = number in self._given
        self._given.add(number)
        return not given_before

    def change(self, event: Event, changes: Sequence[Change]) -> None:
        applied = []
        for change in changes:
            before = self._entries.get(change.id)
            if not apply_change(self._entries, change, event.seq):
                continue
            applied.append(change)
            if path := path_taken_out(change, before):
                self._dropped_files[path] = None
        self._confirmed_at.update({change.id: event.at for change in applied if change.op is Op.CONFIRM})
        if applied:
            self.touch(event)

    def touch(self, event: Event) -> None:
        self._version, self._version_at, self._version_turn = event.seq, event.at, event.exchange
        self._frozen = None

    def recite(self, checked: CodeChecked) -> None:
        """The same lines in another place say the same, so that nothing has to be accepted or asked again."""
        if checked.moved:
            moved = {place.was: place.now for place in checked.moved}
            self._frozen = None
            self._entries = {entry_id: recited(entry, moved) for entry_id, entry in self._entries.items()}
