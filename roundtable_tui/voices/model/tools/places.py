"""The entries that a turn knows, by whatever name, and where a wording would be kept among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import single_id
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.entry_text import as_text
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.model.tools.evidence import Checked, Witness
from roundtable_tui.voices.model.tools.field_values import kind_named, value_of
from roundtable_tui.voices.model.tools.sightings import Sightings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.voices.model.tools.acceptance import Taken
    from roundtable_tui.voices.protocol import Brief


class Places:
    def __init__(self, brief: Brief, redact: Callable[[str], str]) -> None:
        self._brief = brief
        self._entries = dict(brief.state.dossier.entries)
        self.sightings = Sightings(brief, redact)
        self.witness = Witness(brief, redact, self.sightings)
        self._labels: dict[str, str] = {}
        self._moved: dict[str, str] = {}
        """Criteria that went to another requirement in this turn, with their new ids."""

    def get(self, name: str) -> Entry | None:
        """An entry by its id or by the label it was given in this turn."""
        named = self._labels.get(name, name)
        return self._entries.get(self._moved.get(named, named))

    @property
    def known(self) -> dict[str, str]:
        return {**{entry_id: entry_id for entry_id in self._entries}, **self._labels, **self._moved}

    def ref(self, name: str) -> str:
        if name not in self.known:
            raise BadCallError(
                f"There is no entry '{one_line(name, 60)}' to refer to. Record it first, or leave it out."
            )
        return self.known[name]

    @property
    def _about(self) -> str:
        """The entry the question is about; a raised question is about the requirement it names."""
        about = self._brief.question.about if self._brief.question else ""
        raised = self._brief.state.dossier.get(about)
        if raised is None or raised.kind is not Kind.QUESTION:
            return about
        return self._first_requirement(raised.refs("about"))

    def _requirement_of(self, taken: Taken) -> str:
        return self._first_requirement(taken.about) if taken.about else self._about

    def _first_requirement(self, names: Sequence[str]) -> str:
        """What a criterion says belongs to the requirement of that criterion too."""
        named = [entry for name in names if (entry := self.get(name))]
        found = [entry.id for entry in named if entry.kind is Kind.FR]
        return next(iter((*found, *(fr for entry in named for fr in entry.refs("fr")))), "")

    def place(
        self, name: str, field_name: str, text: str, about: str = ""
    ) -> tuple[Kind, dict[str, Value], Entry | None]:
        """Where a wording would be kept: in an entry, or as a new one of a kind; BadCallError where it cannot."""
        entry = self.get(name)
        kind = entry.kind if entry else kind_named(name)
        spec = SPECS[kind]
        field = spec.field(field_name)
        if field is None:
            raise BadCallError(f"{spec.a_one.capitalize()} has no field '{one_line(field_name, 40)}'.")
        if kind not in self._brief.records:
            raise BadCallError(f"{spec.many.capitalize()} are not recorded in this step.")
        fields = {field_name: value_of(kind, field, neutral(text).strip(), self.ref)}
        if entry is None and spec.single:
            entry = self._entries.get(single_id(kind))
        elif entry is None:
            main = one_line(as_text(fields.get(spec.main, ""))).casefold()
            entry = next((one for one in self._of(kind) if main and one_line(one.text()).casefold() == main), None)
        if entry is None and field_name != spec.main and not spec.single:
            raise BadCallError(f"{spec.a_one.capitalize()} begins with its '{spec.main}'.")
        if entry is None and kind is Kind.AC:
            fields["fr"] = (self.ref(about or self._about),)
        self.witness.require_path(kind, fields, Checked())
        return kind, fields, entry

    def _of(self, kind: Kind) -> list[Entry]:
        return [entry for entry in self._entries.values() if entry.kind is kind]
