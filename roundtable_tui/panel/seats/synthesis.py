"""Reads a facilitator's synthesis: what the ballots come to, what follows from them, and what should happen next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats.yaml import Plain, Value
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.entries import PLACES, SPECS, Agreement, Method
from roundtable_tui.panel.record.session import NextAction, TopicStatus
from roundtable_tui.panel.rules.consensus import is_partition
from roundtable_tui.panel.seats.replies import MOST_ITEMS, MalformedError, fields_of, text_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.panel.seats.protocol import Reply
    from roundtable_tui.panel.seats.tasks import SynthesisTask

_ACTIONS = {"continue_round": "continue", "next_phase": "phase", "advance": "phase", "stay": "continue"}


class NewEntry(Struct, frozen=True):
    kind: EntryKind
    title: str
    description: str = ""
    agreement: Agreement = Agreement.DRAFT
    topic_id: str = ""
    supported_by: tuple[str, ...] = ()
    """Labels of ballots."""
    fields: Mapping[str, Value] = field(default_factory=dict)


class NewQuestion(Struct, frozen=True):
    title: str
    description: str = ""
    topic_id: str = ""
    blocking: bool = False


class NewConflict(Struct, frozen=True):
    title: str
    description: str = ""
    topic_id: str = ""
    positions: Mapping[str, str] = field(default_factory=dict)
    """By label."""
    replaces: tuple[str, ...] = ()
    """Ids of conflicts that are over because this is what they have become."""


class EntryAmendment(Struct, frozen=True):
    id: str
    change: str
    reason: str = ""
    withdrawn: bool = False
    agreement: Agreement | None = None
    title: str = ""
    description: str = ""
    supported_by: tuple[str, ...] = ()
    """Labels of ballots; none leaves it as it was."""
    fields: Mapping[str, Value] = field(default_factory=dict)


class Settlement(Struct, frozen=True):
    """A conflict or question that is over."""

    id: str
    """Or its title, from facilitators that name it so."""
    resolution: str
    method: Method = Method.CONSENSUS


class SynthesisReply(Struct, frozen=True):
    synthesis: str
    groups: tuple[tuple[str, ...], ...] = ()
    agreed: tuple[str, ...] = ()
    """The points of agreement."""
    claims_consensus: bool = False
    entries: tuple[NewEntry, ...] = ()
    amendments: tuple[EntryAmendment, ...] = ()
    questions: tuple[NewQuestion, ...] = ()
    conflicts: tuple[NewConflict, ...] = ()
    settled: tuple[Settlement, ...] = ()
    topics: Mapping[str, TopicStatus] = field(default_factory=dict)
    covered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    next_action: NextAction = NextAction.CONTINUE
    recommendation: str = ""
    escalation_reason: str = ""
    problems: tuple[str, ...] = ()
    """What had to be left out; worth one attempt to mend, not the whole answer."""


def read_synthesis(reply: Reply, task: SynthesisTask) -> SynthesisReply:
    """MalformedError where there is no synthesis or no next action; lesser faults are listed in it."""
    fields = fields_of(reply)
    synthesis = text_in(fields, "synthesis")
    if not synthesis:
        raise MalformedError("There is no 'synthesis'.")
    return _Reading(fields, task).whole(synthesis)


class _Reading:
    def __init__(self, fields: Mapping[str, Value], task: SynthesisTask) -> None:
        self._fields = fields
        self._labels = {ballot.label for ballot in task.ballots}
        self._topics = {topic.id for topic in task.situation.agenda.topics}
        self._disputed = tuple(one.id for one in task.situation.conflicts)
        self._problems: list[str] = []

    def whole(self, synthesis: str) -> SynthesisReply:
        agreed = self._fields.get("consensus")
        points = texts_in(agreed) if agreed not in ("true", "false") else ()
        claimed = text_in(self._fields, "consensus_reached") or ("true" if points or agreed == "true" else "false")
        entries, questions, conflicts = self._proposals()
        settled = tuple(self._settled())
        self._look_for_stale(settled, conflicts)
        topics, covered = self._agenda()
        return SynthesisReply(
            synthesis=synthesis,
            groups=self._groups(),
            agreed=points[:MOST_ITEMS],
            claims_consensus=claimed.lower() in ("true", "yes"),
            entries=entries,
            amendments=tuple(self._amendments()),
            questions=questions,
            conflicts=conflicts,
            settled=settled,
            topics=topics,
            covered=covered,
            next_action=self._next_action(),
            recommendation=text_in(self._fields, "recommendation"),
            escalation_reason=one_line(text_in(self._fields, "escalation_reason"), 400),
            problems=tuple(self._problems),
        )

    def _next_action(self) -> NextAction:
        said = (text_in(self._fields, "next_action") or text_in(self._fields, "next")).lower().strip()
        said = _ACTIONS.get(said, said)
        if said not in list(NextAction):
            raise MalformedError(f"'next_action' is '{one_line(said, 30)}', not one of {', '.join(NextAction)}.")
        return NextAction(said)

    def _groups(self) -> tuple[tuple[str, ...], ...]:
        """Labels; nothing where they are no partition of the ballots."""
        given = self._fields.get("groups")
        if given is None or not self._labels:
            return ()
        groups = tuple(tuple(self._label(one) for one in texts_in(group)) for group in _list(given))
        if is_partition(groups, self._labels):
            return tuple(group for group in groups if group)
        self._problems.append("'groups' must name every ballot exactly once, by its letter.")
        return ()

    def _proposals(self) -> tuple[tuple[NewEntry, ...], tuple[NewQuestion, ...], tuple[NewConflict, ...]]:
        entries: list[NewEntry] = []
        questions = [self._question(one) for one in self._maps("open_questions")]
        conflicts = [self._conflict(one) for one in self._maps("conflicts")]
        for one in (*self._maps("artifacts"), *self._maps("proposed_artifacts"), *self._maps("entries")):
            match kind := self._kind(one):
                case None:
                    continue
                case EntryKind.OPEN_QUESTION:
                    questions.append(self._question(one))
                case EntryKind.CONFLICT:
                    conflicts.append(self._conflict(one))
                case _:
                    entries.append(self._entry(kind, one))
        return (
            tuple(one for one in entries if one.title),
            tuple(one for one in questions if one.title),
            tuple(one for one in conflicts if one.title),
        )

    def _kind(self, one: Mapping[str, Value]) -> EntryKind | None:
        said = text_in(one, "type").lower().replace(" ", "_").replace("-", "_")
        said = {"architecture_decision": "decision", "rule": "business_rule"}.get(said, said)
        if said in list(EntryKind):
            return EntryKind(said)
        if said in PLACES:
            return PLACES[said].kind
        self._problems.append(f"There is no 'type' of entry called '{one_line(said, 40)}'.")
        return None

    def _entry(self, kind: EntryKind, one: Mapping[str, Value]) -> NewEntry:
        return NewEntry(
            kind=kind,
            title=one_line(text_in(one, "title") or text_in(one, "name"), 200),
            description=text_in(one, "description"),
            agreement=_agreement(one) or Agreement.DRAFT,
            topic_id=self._topic(one),
            supported_by=self._supporters(one),
            fields=self._kind_fields(kind, one),
        )

    def _kind_fields(self, kind: EntryKind, one: Mapping[str, Value]) -> dict[str, Value]:
        """Those that belong to the kind, in the form it has them."""
        spec, found = SPECS[kind], dict[str, Value]()
        for name in spec.fields:
            value = one.get(name)
            if value is None:
                continue
            if name in spec.texts:
                value = ", ".join(texts_in(value))
            elif name in spec.lists:
                value = list(texts_in(value))
            elif value in ("true", "false"):
                value = Plain(value)
            if name in spec.choices:
                value = _chosen(value, spec.choices[name])
            if value:
                found[name] = value
        return found

    def _question(self, one: Mapping[str, Value]) -> NewQuestion:
        title = one_line(text_in(one, "title") or text_in(one, "question") or text_in(one, "text"), 300)
        blocking = text_in(one, "blocking").lower() in ("true", "yes")
        return NewQuestion(title, text_in(one, "description"), self._topic(one), blocking)

    def _conflict(self, one: Mapping[str, Value]) -> NewConflict:
        description = text_in(one, "description")
        title = one_line(text_in(one, "title") or description, 200)
        replaces = tuple(told.upper() for told in texts_in(one.get("replaces")))
        return NewConflict(title, description, self._topic(one), self._positions(one.get("positions")), replaces)

    def _positions(self, value: Value) -> dict[str, str]:
        listed = value if isinstance(value, dict) else {}
        for one in _list(value):
            given = one if isinstance(one, dict) else {}
            label = text_in(given, "ballot") or text_in(given, "label") or text_in(given, "participant")
            listed = {**listed, label: text_in(given, "position") or text_in(given, "stance")}
        return {self._label(label): text for label, text in listed.items() if label and isinstance(text, str) and text}

    def _amendments(self) -> Iterator[EntryAmendment]:
        for one in (*self._maps("amended"), *self._maps("amendments")):
            entry = text_in(one, "id").upper()
            if not entry:
                self._problems.append("An amendment has no 'id'.")
                continue
            changed = one.get("fields")
            yield EntryAmendment(
                id=entry,
                change=text_in(one, "change"),
                reason=text_in(one, "reason"),
                agreement=_agreement(one),
                title=one_line(text_in(one, "title"), 200),
                description=text_in(one, "description"),
                supported_by=self._supporters(one),
                fields=dict(changed) if isinstance(changed, dict) else {},
            )
        for entry in texts_in(self._fields.get("withdrawn")):
            yield EntryAmendment(entry.upper(), "withdrawn", withdrawn=True)

    def _settled(self) -> Iterator[Settlement]:
        for name in ("resolved", "resolved_conflicts", "answered"):
            for one in self._maps(name):
                settled = text_in(one, "conflict_id") or text_in(one, "id") or text_in(one, "title")
                resolution = text_in(one, "resolution") or text_in(one, "answer")
                method = text_in(one, "method") or text_in(one, "resolution_method") or text_in(one, "resolution_type")
                if not settled or not resolution:
                    self._problems.append(f"An entry of '{name}' has no id or no resolution.")
                    continue
                known = Method.FACILITATOR if method.startswith("facilitator") else Method.CONSENSUS
                yield Settlement(settled, resolution, known)

    def _look_for_stale(self, settled: tuple[Settlement, ...], conflicts: tuple[NewConflict, ...]) -> None:
        """Of every open conflict has to be said what became of it, where it is said of any."""
        if "still_open" not in self._fields:
            return
        named = {told.upper() for told in texts_in(self._fields.get("still_open"))}
        named |= {one.id.upper() for one in settled} | {old for one in conflicts for old in one.replaces}
        for conflict in self._disputed:
            if conflict not in named:
                self._problems.append(
                    f"Say of {conflict} whether it is 'still_open', 'resolved', or what 'replaces' it."
                )

    def _agenda(self) -> tuple[dict[str, TopicStatus], dict[str, tuple[str, ...]]]:
        topics: dict[str, TopicStatus] = {}
        covered: dict[str, tuple[str, ...]] = {}
        for one in self._maps("agenda_update"):
            topic = text_in(one, "topic_id")
            status = (text_in(one, "new_status") or text_in(one, "status")).lower()
            if topic not in self._topics or status not in list(TopicStatus):
                self._problems.append("'agenda_update' names no topic of the agenda, or no status it can have.")
                continue
            topics[topic] = TopicStatus(status)
            covered[topic] = texts_in(one.get("coverage_added") or one.get("coverage"))[:MOST_ITEMS]
        return topics, covered

    def _topic(self, one: Mapping[str, Value]) -> str:
        topic = text_in(one, "topic_id")
        return topic if topic in self._topics else ""

    def _supporters(self, one: Mapping[str, Value]) -> tuple[str, ...]:
        return tuple(self._label(label) for label in texts_in(one.get("supported_by")))

    def _label(self, said: str) -> str:
        bare = said.strip().removeprefix("Ballot").removeprefix("ballot").strip().upper()
        return bare if bare in self._labels else said

    def _maps(self, name: str) -> list[Mapping[str, Value]]:
        """A list of maps; one map alone, and texts alone, are taken for what they are."""
        value = self._fields.get(name)
        listed = [value] if isinstance(value, dict | str) and value else _list(value)
        found: list[Mapping[str, Value]] = []
        for one in listed[:MOST_ITEMS]:
            if isinstance(one, dict):
                found.append(one)
            elif isinstance(one, str) and one:
                found.append({"title": one})
        return found


def _agreement(one: Mapping[str, Value]) -> Agreement | None:
    said = (text_in(one, "agreement") or text_in(one, "status")).lower()
    return Agreement(said) if said in list(Agreement) else None


def _chosen(value: Value, choices: tuple[str, ...]) -> Value:
    said = value.lower().replace("'", "").split() if isinstance(value, str) else []
    return next((word for word in said if word in choices), None)


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []
