"""The border of the dossier: what the model wants to record is checked here, and only what holds becomes a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op, apply_change, single_id, with_changes
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, problem_with
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed, Inferred, confidence
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.knowledge.points.stated_before import saying
from roundtable_tui.domain.talk.replies import same_words
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.entry_text import as_text, listed, sureness
from roundtable_tui.voices.model.prompt.meanwhile import changed_since, said_since
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.model.tools.evidence import Checked, follows_from, is_being_changed
from roundtable_tui.voices.model.tools.field_values import kind_named, main_first, reworded, stays_as_it_is, value_of
from roundtable_tui.voices.model.tools.moved_criteria import moved
from roundtable_tui.voices.model.tools.places import Places
from roundtable_tui.voices.protocol import PassedOn
from roundtable_tui.voices.tasks import Look, commented_on

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


class Recorder(Places):
    """Everything one turn records; later calls of the turn see what earlier ones recorded."""

    def __init__(self, brief: Brief, redact: Callable[[str], str]) -> None:
        super().__init__(brief, redact)
        self._recorded: dict[tuple[str, str], str] = {}
        """What was recorded in this turn, so that a call sent again records nothing twice."""
        self._mine: set[str] = set()
        """Entries that did not exist before this turn: only those may be changed at will."""
        self._from_reply: set[str] = set()
        """Entries made of what the user took: what the model adds fills them."""
        self.parts_answered: set[int] = set()
        """Places in the list that was shown, of which the model told that the user's words answer them."""
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

    @property
    def _now(self) -> int:
        return self._brief.turn

    def checked(self, evidence: Evidence) -> Checked:
        return self.witness.check(evidence, self.known)

    def confirm(self, entry_ids: Sequence[str], source: Source) -> list[Change]:
        entries = [entry for entry_id in entry_ids if (entry := self._entries.get(entry_id))]
        entries = [entry for entry in entries if entry.kind is not Kind.QUESTION]
        changes = [Change(Op.CONFIRM, entry.id, entry.kind, sources=(source,)) for entry in entries]
        return [change for change in changes if self.apply(change)]

    @property
    def own(self) -> set[str]:
        """The entries that this turn has touched."""
        return {change.id for change in self.changes}

    def catch_up(self, before: State, now: State) -> None:
        """Takes in what others have said and changed while this goes on; what is changed here stays as it is here."""
        self.witness.hear(said_since(before, now))
        own = self.own
        self._entries |= {entry.id: entry for entry in changed_since(before, now, own)}
        gone = [name for name in self._entries if name not in own and now.dossier.get(name) is None]
        for name in gone:
            del self._entries[name]

    def note_settled(self) -> None:
        self.settled = len(self.changes)

    def take_out(self, entry: Entry, checked: Checked, call: str) -> None:
        self.apply(Change(Op.DROP, entry.id, entry.kind, sources=checked.inferred, call=call))

    def keep(self, taken: Taken, call: str) -> str:
        """Keeps a wording the user took; gives the id of the entry that says it now, or nothing."""
        ours = taken.delegated or taken.changed
        sources: tuple[Source, ...] = (Inferred((self._now,)) if ours else Confirmed(self._now),)
        entry_id = self._keep_where_it_belongs(taken, sources, call)
        if not ours:
            self.confirm(
                [one.id for one in saying(taken.text, self._entries.values()) if one.id != entry_id], sources[0]
            )
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
            kind, fields, entry = self.place(name, field_name, taken.text, self._requirement_of(taken))
        except BadCallError:
            return ""
        if entry and taken.delegated and confidence(entry.sources) is Confidence.HIGH and field_name in entry.fields:
            return ""
        if entry and entry.get(field_name) == fields[field_name]:
            if not taken.delegated:
                self.confirm((entry.id,), sources[0])
            return entry.id
        entry_id = entry.id if entry else self._brief.ids.next(kind, self._requirement_of(taken))
        if not self.apply(Change(Op.REVISE if entry else Op.RECORD, entry_id, kind, fields, sources, call)):
            return ""
        self._from_reply.add(entry_id)
        return entry_id

    def _confirm_whole(self, name: str, taken: Taken, sources: tuple[Source, ...]) -> str:
        """The guess is the short form of an entry that was shown with it; the model works any other answer in."""
        question, entry = self._brief.question, self._entries.get(name)
        if entry and taken.changed:
            said = {entry.sentence_field: taken.text}
            return entry.id if self.apply(Change(Op.REVISE, entry.id, entry.kind, said, sources)) else ""
        shown = [question.suggestion, *(part.suggestion for part in question.parts)] if question else []
        shown += [one.text("guess") for one in self._of(Kind.QUESTION) if one.text("keeps") == name]
        if entry is None or taken.text not in (*shown, entry.text()):
            return ""
        if not taken.delegated:
            self.confirm((entry.id,), sources[0])
        return entry.id

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
        fields = self._without_unsaid(kind, fields, checked)
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
        requirement = fields.get("fr", ())
        if kind is Kind.AC and (not isinstance(requirement, tuple) or not requirement):
            raise BadCallError("An acceptance criterion needs 'fr', the id or label of its requirement.")
        fr_id = requirement[0] if kind is Kind.AC and isinstance(requirement, tuple) else ""
        if (same := self._same(spec, fields)) and kind is Kind.AC and same.refs("fr") != requirement:
            return self._move(same, fr_id, call)
        if same:
            raise BadCallError(f"{same.id} says that already. Use revise_entry to add to it.")
        self.witness.require_path(kind, fields, checked)
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

    def _same(self, spec: KindSpec, fields: dict[str, Value]) -> Entry | None:
        main = one_line(as_text(fields.get(spec.main, ""))).casefold()
        return next((one for one in self._of(spec.kind) if main and one_line(one.text()).casefold() == main), None)

    def _move(self, entry: Entry, requirement: str, call: str) -> str:
        new_id = self._brief.ids.next(Kind.AC, requirement)
        others = [other for other in self._entries.values() if other.id != entry.id]
        for change in moved(entry, new_id, requirement, others, call):
            self.apply(change)
        self._moved[entry.id] = new_id
        if entry.id in self._mine:
            self._mine.add(new_id)
        return f"{entry.id} belongs to {requirement} now and is called {new_id}; the old one is gone."

    def raise_question(self, fields: dict[str, Value], label: str, call: str) -> str:
        """Puts an open point on the ledger, with all it comes with."""
        return self._add(Kind.QUESTION, fields, Checked(), call, label)

    # Revising

    def revise(self, wanted: ReviseEntry, call: str) -> str:
        entry = self.get(wanted.id)
        if entry is None:
            raise BadCallError(f"There is no entry '{one_line(wanted.id, 60)}'.")
        if wanted.drop and wanted.id in self._moved:
            return f"It is called {entry.id} now, under its new requirement; nothing is left to drop."
        checked = self.checked(wanted.evidence)
        if wanted.drop:
            return self._drop(entry, checked, call)
        fields = self._without_unsaid(entry.kind, self._fields(entry.kind, wanted.fields), checked)
        if entry.kind is Kind.AC and (to := fields.pop("fr", entry.get("fr"))) != entry.get("fr"):
            told = self._move(entry, next(iter(to)) if isinstance(to, tuple) else "", call)
            entry = self._entries[self._moved[entry.id]]
            return told if not fields else f"{told} {self._fill(entry, fields, checked, f'{call}/moved')}"
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
            self._write(Op.REVISE, entry.id, entry.kind, free, checked, call, known=entry)
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
        if self._now in checked.turns and (
            entry.id in self._from_reply
            or entry.id in commented_on(self._brief.task)
            or is_being_changed(known.sources, self._brief)
            or follows_from(value, checked.just_said)
        ):
            return False
        says_so = self._now in checked.turns and self.witness.is_verbatim(entry.kind, name, value, self._now)
        return not says_so and not self.witness.is_confirmed(value)

    def _suggest(self, entry: Entry, held: dict[str, Value], checked: Checked, call: str) -> str:
        """In a conversation it is for the model to mend: the user is asked only what they have not said yet."""
        if not isinstance(self._brief.subject, StepSubject):
            raise stays_as_it_is(entry, held, self._now, beside_the_talk=isinstance(self._brief.task, Look))
        entry_id = self._brief.ids.next(Kind.QUESTION)
        text = f"Should {entry.id} say {reworded(entry, held)} instead?"
        fields: dict[str, Value] = {"text": text, "about": (entry.id,)}
        self._write(Op.RECORD, entry_id, Kind.QUESTION, fields, checked, f"{call}/{entry_id}")
        named = ", ".join(held)
        return f"{entry.id}: {named} is the user's own and stays; your wording is kept as the open question {entry_id}."

    def _drop(self, entry: Entry, checked: Checked, call: str) -> str:
        sure = any(confidence(said.sources) is Confidence.HIGH for said in entry.fields.values())
        if sure and entry.id not in self._mine and not self.witness.names(entry.id):
            raise BadCallError(f"{entry.id} is the user's own: it is dropped only when their message names it.")
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

    def _without_unsaid(self, kind: Kind, fields: dict[str, Value], checked: Checked) -> dict[str, Value]:
        """Without a guess at what only the user can say: it would stand in the documents as decided."""
        theirs = {field.name for field in SPECS[kind].fields if field.theirs}
        return {
            name: value
            for name, value in fields.items()
            if name not in theirs or checked.turns or self.witness.is_confirmed(value)
        }

    def _write(
        self,
        op: Op,
        entry_id: str,
        kind: Kind,
        fields: dict[str, Value],
        checked: Checked,
        call: str,
        *,
        known: Entry | None = None,
    ) -> None:
        """One change for each origin, because every field is as sure as what it rests on."""
        by_sources: dict[tuple[Source, ...], dict[str, Value]] = {}
        for name, value in main_first(kind, fields):
            sources = self._sources(kind, name, value, fields, checked)
            sources = sources if known is None else self.witness.as_sure_as(known, name, value, sources)
            by_sources.setdefault(sources, {})[name] = value
        for number, (sources, part) in enumerate(by_sources.items()):
            change = Change(op if number == 0 else Op.REVISE, entry_id, kind, part, sources, f"{call}/{number}")
            if not self.apply(change):
                raise BadCallError(f"The {SPECS[kind].one} could not be recorded like this.")
        if op is Op.RECORD:
            self._mine.add(entry_id)

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
