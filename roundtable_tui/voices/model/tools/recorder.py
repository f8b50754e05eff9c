"""The border of the dossier: what the model wants to record is checked here, and only what holds becomes a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op, apply_change, single_id, with_changes
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, problem_with
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed, Inferred, confidence
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.talk.assents import corrects_itself
from roundtable_tui.domain.talk.replies import same_words
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.entry_text import as_text, listed, sureness
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.model.tools.evidence import Checked, Witness
from roundtable_tui.voices.model.tools.field_values import kind_named, reworded, value_of
from roundtable_tui.voices.model.tools.sightings import Sightings
from roundtable_tui.voices.protocol import PassedOn
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import KindSpec, Value
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.voices.model.tools.acceptance import Taken
    from roundtable_tui.voices.model.tools.schemas import EntryInput, Evidence, FieldInput, ReviseEntry
    from roundtable_tui.voices.protocol import Brief

_NEEDS_NO_EVIDENCE = (Kind.ASSUMPTION, Kind.QUESTION, Kind.NOTE)
"""What is marked as unsure by what it is."""


class Recorder:
    """Everything one turn records; later calls of the turn see what earlier ones recorded."""

    def __init__(self, brief: Brief, redact: Callable[[str], str]) -> None:
        self._brief = brief
        self._entries = dict(brief.state.dossier.entries)
        self.sightings = Sightings(brief, redact)
        self.witness = Witness(brief, redact, self.sightings)
        self._labels: dict[str, str] = {}
        self._recorded: dict[tuple[str, str], str] = {}
        """What was recorded in this turn, so that a call sent again records nothing twice."""
        self._mine: set[str] = set()
        """Entries that did not exist before this turn: only those may be changed at will."""
        self._from_reply: set[str] = set()
        """Entries made of what the user took: what the model adds fills them."""
        self.changes: list[Change] = []
        self.findings: list[PassedOn] = []
        """What a worker of a team found that is somebody else's."""
        self.settled = 0
        """How many of the changes the user's reply made, before the model said a word."""

    @property
    def state(self) -> State:
        """The state as it will be once these changes are journaled."""
        state = self._brief.state
        if not self.changes:
            return state  # the very same: what was worked out for it holds
        return replace(state, dossier=with_changes(state.dossier, self.changes, state.seq + 1))

    def get(self, name: str) -> Entry | None:
        """An entry by its id or by the label it was given in this turn."""
        return self._entries.get(self._labels.get(name, name))

    @property
    def known(self) -> dict[str, str]:
        return {**{entry_id: entry_id for entry_id in self._entries}, **self._labels}

    @property
    def _now(self) -> int:
        return self._brief.turn

    def checked(self, evidence: Evidence) -> Checked:
        return self.witness.check(evidence, self.known)

    def confirm(self, entry_ids: Sequence[str], source: Source) -> list[Change]:
        entries = [entry for entry_id in entry_ids if (entry := self._entries.get(entry_id))]
        changes = [Change(Op.CONFIRM, entry.id, entry.kind, sources=(source,)) for entry in entries]
        return [change for change in changes if self.apply(change)]

    def note_settled(self) -> None:
        self.settled = len(self.changes)

    def take_out(self, entry: Entry, checked: Checked, call: str) -> None:
        self.apply(Change(Op.DROP, entry.id, entry.kind, sources=checked.inferred, call=call))

    def keep(self, taken: Taken, call: str) -> str:
        """Keeps a wording the user took; gives the id of the entry that says it now, or nothing."""
        sources: tuple[Source, ...] = (Inferred((self._now,)) if taken.delegated else Confirmed(self._now),)
        entry_id = self._keep_where_it_belongs(taken, sources, call)
        if taken.delegated:
            fields: dict[str, Value] = {"text": f"The user left this to the analysts: {taken.text}"}
            fields |= {"about": (entry_id,)} if entry_id else {}
            self.apply(
                Change(Op.RECORD, self._brief.ids.next(Kind.ASSUMPTION), Kind.ASSUMPTION, fields, sources, f"{call}/a")
            )
        return entry_id

    def _keep_where_it_belongs(self, taken: Taken, sources: tuple[Source, ...], call: str) -> str:
        name, _, field_name = taken.becomes.partition(".")
        if name and not field_name:
            return self._confirm_whole(name, taken, sources)
        try:
            kind, fields, entry = self.place(name, field_name, taken.text)
        except BadCallError:
            return ""
        if entry and taken.delegated and confidence(entry.sources) is Confidence.HIGH and field_name in entry.fields:
            return ""
        if entry and entry.get(field_name) == fields[field_name]:
            if not taken.delegated:
                self.confirm((entry.id,), sources[0])
            return entry.id
        entry_id = entry.id if entry else self._brief.ids.next(kind, self._about)
        if not self.apply(Change(Op.REVISE if entry else Op.RECORD, entry_id, kind, fields, sources, call)):
            return ""
        self._from_reply.add(entry_id)
        return entry_id

    def _confirm_whole(self, name: str, taken: Taken, sources: tuple[Source, ...]) -> str:
        """The guess is the short form of an entry that was shown with it; the model works any other answer in."""
        question, entry = self._brief.question, self._entries.get(name)
        if entry is None or question is None or taken.text not in (question.suggestion, entry.text()):
            return ""
        if not taken.delegated:
            self.confirm((entry.id,), sources[0])
        return entry.id

    @property
    def _about(self) -> str:
        """The entry the question is about; a raised question is about the requirement it names."""
        about = self._brief.question.about if self._brief.question else ""
        raised = self._brief.state.dossier.get(about)
        if raised is None or raised.kind is not Kind.QUESTION:
            return about
        named = (self._entries.get(name) for name in raised.refs("about"))
        return next((entry.id for entry in named if entry and entry.kind is Kind.FR), "")

    def place(self, name: str, field_name: str, text: str) -> tuple[Kind, dict[str, Value], Entry | None]:
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
            fields["fr"] = (self.ref(self._about),)
        self.witness.require_path(kind, fields, Checked())
        return kind, fields, entry

    def _of(self, kind: Kind) -> list[Entry]:
        return [entry for entry in self._entries.values() if entry.kind is kind]

    # Recording

    def record(self, wanted: EntryInput, call: str) -> str:
        """Records one entry and says what became of it; BadCallError says why it cannot be."""
        kind = kind_named(wanted.kind)
        fields = self._fields(kind, wanted.fields)
        if not fields:
            raise BadCallError(f"{SPECS[kind].a_one.capitalize()} needs at least its '{SPECS[kind].main}'.")
        key = (kind.value, listed(fields))
        if known := self._recorded.get(key):
            return f"{known} says that already."
        checked = self._evidence(kind, wanted)
        if kind not in self._brief.records:
            said = self._pass_on(kind, fields, checked, call)
        elif SPECS[kind].single and (entry := self._entries.get(single_id(kind))):
            said = self._fill(entry, fields, checked, call)
        else:
            said = self._add(kind, fields, checked, call, wanted.label)
        self._recorded[key] = said.split()[0].rstrip(":")
        return said

    def _add(self, kind: Kind, fields: dict[str, Value], checked: Checked, call: str, label: str) -> str:
        spec = SPECS[kind]
        if spec.main not in fields and not spec.single:
            raise BadCallError(f"{spec.a_one.capitalize()} needs its '{spec.main}'.")
        if same := self._kept_from_reply(spec, fields):
            return self._fill(same, fields, checked, call)
        self._require_new(spec, fields)
        self.witness.require_path(kind, fields, checked)
        requirement = fields.get("fr", ())
        if kind is Kind.AC and (not isinstance(requirement, tuple) or not requirement):
            raise BadCallError("An acceptance criterion needs 'fr', the id or label of its requirement.")
        fr_id = requirement[0] if kind is Kind.AC and isinstance(requirement, tuple) else ""
        entry_id = self._brief.ids.next(kind, fr_id)
        self._write(Op.RECORD, entry_id, kind, fields, checked, call)
        if label.strip():
            self._labels[label.strip()] = entry_id
        named = f"{entry_id} ({label.strip()})" if label.strip() else entry_id
        return f"{named} is recorded ({sureness(self._entries[entry_id])})."

    def _pass_on(self, kind: Kind, fields: dict[str, Value], checked: Checked, call: str, about: str = "") -> str:
        """What belongs to somebody else reaches them as a finding."""
        spec = SPECS[kind]
        owner = self._brief.knowledge.persona(spec.owner or "").first_name
        if isinstance(self._brief.task, Look) and self._brief.task.worker:
            self.findings.append(PassedOn(kind, listed(fields), about))
            return f"Sent to {owner}, who owns {spec.many}; it is not recorded here."
        subject = f"{about}, {spec.a_one}" if about else spec.a_one
        note: dict[str, Value] = {"text": f"For {owner}, {subject}: {listed(fields)}"}
        if about:
            note["about"] = (about,)
        entry_id = self._brief.ids.next(Kind.NOTE)
        self._write(Op.RECORD, entry_id, Kind.NOTE, note, checked, call)
        return f"{entry_id} is a finding for {owner}, who owns {spec.many}; it is not recorded as {spec.a_one} here."

    def _kept_from_reply(self, spec: KindSpec, fields: dict[str, Value]) -> Entry | None:
        main = as_text(fields.get(spec.main, ""))
        mine = (entry for entry in self._of(spec.kind) if entry.id in self._from_reply)
        return next((entry for entry in mine if same_words(entry.text(), main)), None)

    def _require_new(self, spec: KindSpec, fields: dict[str, Value]) -> None:
        main = one_line(as_text(fields.get(spec.main, ""))).casefold()
        for entry in self._entries.values():
            if entry.kind is spec.kind and main and one_line(entry.text(spec.main)).casefold() == main:
                raise BadCallError(f"{entry.id} says that already. Use revise_entry to add to it.")

    def raise_question(self, fields: dict[str, Value], label: str, call: str) -> str:
        """Puts an open point on the ledger, with all it comes with."""
        return self._add(Kind.QUESTION, fields, Checked(), call, label)

    # Revising

    def revise(self, wanted: ReviseEntry, call: str) -> str:
        entry = self.get(wanted.id)
        if entry is None:
            raise BadCallError(f"There is no entry '{one_line(wanted.id, 60)}'.")
        checked = self.checked(wanted.evidence)
        if wanted.drop:
            return self._drop(entry, checked, call)
        fields = self._fields(entry.kind, wanted.fields)
        if entry.kind is Kind.AC and fields.get("fr", entry.get("fr")) != entry.get("fr"):
            raise BadCallError("A criterion stays with its requirement. Record a new one for the other.")
        if not fields:
            raise BadCallError("There is nothing to change: name at least one field.")
        if not checked.is_there:
            raise BadCallError(_NO_EVIDENCE)
        if not self._may_change(entry):
            return self._pass_on(entry.kind, fields, checked, call, entry.id)
        return self._fill(entry, fields, checked, call)

    def _may_change(self, entry: Entry) -> bool:
        """What the user decided against is changed by whoever asked them, not handed over."""
        return entry.kind in self._brief.records or entry.id in self._mine or entry.id in self.witness.lost

    def _fill(self, entry: Entry, fields: dict[str, Value], checked: Checked, call: str) -> str:
        """Changes what may be changed; what the user stated stays, and the new wording becomes a question about it."""
        new = {name: value for name, value in fields.items() if not self._says(entry, name, value)}
        held = {name: value for name, value in new.items() if self._is_the_users(entry, name, value, checked)}
        free = {name: value for name, value in new.items() if name not in held}
        said = []
        if free:
            self._write(Op.REVISE, entry.id, entry.kind, free, checked, call)
            said.append(f"{entry.id} is revised ({sureness(self._entries[entry.id])}).")
        if held:
            said.append(self._suggest(entry, held, checked, call))
        return " ".join(said) or f"{entry.id} says that already."

    def _says(self, entry: Entry, name: str, value: Value) -> bool:
        known = entry.get(name)
        if entry.id in self._from_reply and isinstance(known, str) and isinstance(value, str):
            return same_words(known, value)
        return known == value

    def _is_the_users(self, entry: Entry, name: str, value: Value, checked: Checked) -> bool:
        known = entry.fields.get(name)
        if (
            known is None
            or name == "title"
            or entry.id in self._mine | self.witness.lost
            or confidence(known.sources) is not Confidence.HIGH
        ):
            return False
        if self._now in checked.turns and self._is_being_changed(entry, known.sources):
            return False
        says_so = self._now in checked.turns and self.witness.is_verbatim(entry.kind, name, value, self._now)
        return not says_so and not self.witness.is_confirmed(value)

    def _is_being_changed(self, entry: Entry, sources: Sequence[Source]) -> bool:
        """Whether the user's last words are about just this: they amend, take something back, or took it just now."""
        question = self._brief.question
        amends = question is not None and question.topic == AMENDMENT
        return (
            amends
            or corrects_itself(self._brief.words)
            or all(source == Confirmed(self._now) for source in sources)
            or entry.id in self._from_reply
        )

    def _suggest(self, entry: Entry, held: dict[str, Value], checked: Checked, call: str) -> str:
        entry_id = self._brief.ids.next(Kind.QUESTION)
        text = f"Should {entry.id} say {reworded(entry, held)} instead?"
        fields: dict[str, Value] = {"text": text, "about": (entry.id,)}
        self._write(Op.RECORD, entry_id, Kind.QUESTION, fields, checked, f"{call}/{entry_id}")
        named = ", ".join(held)
        return f"{entry.id}: {named} is the user's own and stays; your wording is kept as the open question {entry_id}."

    def _drop(self, entry: Entry, checked: Checked, call: str) -> str:
        sure = any(confidence(said.sources) is Confidence.HIGH for said in entry.fields.values())
        if sure and entry.id not in self._mine and not self.witness.names(entry.id):
            raise BadCallError(
                f"{entry.id} is the user's own. It is dropped only when their message names it; "
                f"tell them to say “drop {entry.id}”, or record an open question."
            )
        if not self._may_change(entry):
            return self._pass_on(entry.kind, {SPECS[entry.kind].main: "to be dropped"}, checked, call, entry.id)
        self.take_out(entry, checked, call)
        return f"{entry.id} is dropped."

    # What both need

    def _evidence(self, kind: Kind, wanted: EntryInput) -> Checked:
        checked = self.checked(wanted.evidence)
        if not checked.is_there and kind not in _NEEDS_NO_EVIDENCE:
            raise BadCallError(_NO_EVIDENCE)
        return checked

    def _fields(self, kind: Kind, wanted: Sequence[FieldInput]) -> dict[str, Value]:
        fields: dict[str, Value] = {}
        for given in wanted:
            field = SPECS[kind].field(given.name)
            if field is None:
                names = ", ".join(one.name for one in SPECS[kind].fields)
                raise BadCallError(f"{problem_with(kind, one_line(given.name, 40), '')}. It has {names}.")
            if field.name in fields:
                raise BadCallError(f"'{field.name}' is there twice.")
            if given.value.strip():
                fields[field.name] = value_of(kind, field, neutral(given.value).strip(), self.ref)
        return fields

    def ref(self, name: str) -> str:
        if name not in self.known:
            raise BadCallError(
                f"There is no entry '{one_line(name, 60)}' to refer to. Record it first, or leave it out."
            )
        return self.known[name]

    def _write(self, op: Op, entry_id: str, kind: Kind, fields: dict[str, Value], checked: Checked, call: str) -> None:
        """One change for each origin, because every field is as sure as what it rests on."""
        by_sources: dict[tuple[Source, ...], dict[str, Value]] = {}
        for name, value in self._main_first(kind, fields):
            by_sources.setdefault(self._sources(kind, name, value, fields, checked), {})[name] = value
        for number, (sources, part) in enumerate(by_sources.items()):
            change = Change(op if number == 0 else Op.REVISE, entry_id, kind, part, sources, f"{call}/{number}")
            if not self.apply(change):
                raise BadCallError(f"The {SPECS[kind].one} could not be recorded like this.")
        if op is Op.RECORD:
            self._mine.add(entry_id)

    def _main_first(self, kind: Kind, fields: dict[str, Value]) -> list[tuple[str, Value]]:
        """With what an entry cannot begin without at the head: its name, and a criterion's requirement."""
        heads = (SPECS[kind].main, "fr")
        return sorted(fields.items(), key=lambda field: field[0] not in heads)

    def _sources(
        self, kind: Kind, name: str, value: Value, fields: dict[str, Value], checked: Checked
    ) -> tuple[Source, ...]:
        """A reference is as sure as what refers."""
        field, main = SPECS[kind].field(name), SPECS[kind].main
        if field and field.type is FieldType.REFS and main in fields:
            name, value = main, fields[main]
        return self.witness.sources(kind, name, value, checked) or (Inferred(),)

    def apply(self, change: Change) -> bool:
        if not apply_change(self._entries, change, self._brief.state.seq + 1):
            return False
        self.changes.append(change)
        return True


_NO_EVIDENCE = (
    "It rests on nothing: quote the user, cite lines of code, or name the entries it follows from. "
    "A guess belongs into an assumption or an open question."
)
