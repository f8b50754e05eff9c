"""Folding a journal into the state it stands for."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.depth import Depth
from roundtable_tui.domain.dossier import Change, Dossier, Entry, Op, apply_change, note_used
from roundtable_tui.domain.events import (
    FACTS,
    USER,
    AnswerRevised,
    ArtifactsWritten,
    BacklogMarked,
    Body,
    ChangedOutside,
    Chose,
    Claim,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Elaborated,
    Ending,
    Event,
    Finished,
    ItemCreated,
    Left,
    MetaWritten,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    PhaseEnd,
    Remarked,
    Retracted,
    Role,
    Scanned,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
    UserSaid,
    Utterance,
    WrittenFile,
)
from roundtable_tui.domain.menu import MenuCommand
from roundtable_tui.domain.phases import PHASE_KEYS
from roundtable_tui.domain.questions import GAPS_KEY
from roundtable_tui.domain.state import (
    ForAnswer,
    ForDecision,
    ForMenu,
    Spoken,
    State,
    StepRecord,
    StepStatus,
    Turn,
    Waiting,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def fold(events: Iterable[Event]) -> State:
    """The state after these events; whatever was taken back never happened."""
    return Fold(events).state


class Fold:
    """A journal in memory and the state it stands for, kept up to date one event at a time."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events = list(events)
        self._frozen: State | None = None
        self._refold()

    @property
    def events(self) -> Sequence[Event]:
        return self._events

    @property
    def state(self) -> State:
        if self._frozen is None:
            self._frozen = self._builder.freeze()
        return self._frozen

    def add(self, event: Event) -> State:
        self._events.append(event)
        if isinstance(event.body, Retracted | AnswerRevised):
            self._refold()
        else:
            self._builder.take(event, void=event.exchange in self._void)
            self._frozen = None
        return self.state

    def _refold(self) -> None:
        self._void = voided_exchanges(self._events)
        self._builder = _Builder()
        for event in self._events:
            self._builder.take(event, void=event.exchange in self._void)
        self._frozen = None


def voided_exchanges(events: Iterable[Event]) -> frozenset[int]:
    """The exchanges that were taken back, or whose answer was written anew."""
    void: set[int] = set()
    for event in events:
        match event.body:
            case Retracted() if event.exchange > 0:
                void.add(event.exchange)
            case AnswerRevised(turn=turn) if 0 < turn < event.exchange:
                void.add(turn)
    return frozenset(void)


class _Builder:
    """The mutable half of the fold: copying the state for every event would make a long journal quadratic."""

    def __init__(self) -> None:
        self.item: ItemCreated | None = None
        self.created_at = ""
        self.changed_at = ""
        self.entries: dict[str, Entry] = {}
        self.used: dict[str, int] = {}
        self.version = 0
        self.version_at = ""
        self.version_turn = 0
        self.transcript: list[Spoken] = []
        self.claims: dict[tuple[str, str], Claim] = {}
        self.steps: dict[str, StepRecord] = {}
        self.phase = ""
        self.phases_begun: list[str] = []
        self.phases_ended: dict[str, PhaseEnd] = {}
        self.codebase_hash = ""
        self.current = ""
        self.waiting: Waiting | None = None
        self.turn: Turn | None = None
        self.agreed: Decision | None = None
        self.depth_overrides: dict[str, Depth] = {}
        self.scan: Scanned | None = None
        self.elaborations: list[Elaborated] = []
        self.artifacts: dict[str, WrittenFile] = {}
        self.stale = False
        self.finalised = -1
        self.meta_fields: dict[str, object] | None = None
        self.meta_owed = False
        self.marker = ""
        self.boundary = False
        self.left = False
        self.ending: Ending | None = None
        self.exchange = 0
        self.user_turns = 0
        self.seq = 0
        self._asked_in_turn: dict[int, Waiting | None] = {}

    def freeze(self) -> State:
        values: dict[str, Any] = {name: _frozen(getattr(self, name)) for name in _PLAIN_FIELDS}
        return State(dossier=Dossier(dict(self.entries), dict(self.used)), **values)

    def take(self, event: Event, *, void: bool) -> None:
        body = event.body
        self.seq = event.seq
        self.exchange = max(self.exchange, event.exchange)
        self.changed_at = event.at
        if isinstance(body, UserSaid | AnswerRevised):
            self.user_turns += 1
        if isinstance(body, Spoke | StepClosed):
            for change in body.changes:
                note_used(self.used, change.id)
        if void and not isinstance(body, FACTS):
            if isinstance(body, UserSaid | AnswerRevised):
                self._asked_in_turn[event.exchange] = self.waiting
            return
        for utterance in getattr(body, "said", ()):
            partial = isinstance(body, Spoke) and body.outcome is not Outcome.FINISHED
            self.transcript.append(Spoken(event.exchange, utterance, partial))
        self._apply(event, body)

    def _apply(self, event: Event, body: Body) -> None:
        match body:
            case ItemCreated():
                self.item, self.created_at, self.meta_owed = body, event.at, True
            case UserSaid() | AnswerRevised() | Chose():
                self._heard(event, body)
            case Spoke() if body.outcome is Outcome.FINISHED:
                self._spoke(event, body)
            case StepClosed():
                self._closed(event, body)
            case Elaborated():
                self._elaborated(event, body)
            case PhaseBegun() | PhaseCompleted() | StepEngaged() | StepPassed() | StepCompleted() | StepReopened():
                self._moved(body)
            case DecisionAsked() | Decided() | Remarked() | DepthChanged():
                self._settled(body)
            case Retracted():
                self._touch(event)
                self.stale = bool(self.artifacts)
            case Finished() | Left() | Continued():
                self._left_or_returned(body)
            case Scanned() | ArtifactsWritten() | MetaWritten() | BacklogMarked() | ChangedOutside():
                self._noted_fact(body)

    def _heard(self, event: Event, body: UserSaid | AnswerRevised | Chose) -> None:
        if isinstance(body, Chose):
            if self.turn is None:
                self.turn = Turn(event.exchange, event.seq, "", self.waiting, body.command)
            else:
                self.turn = replace(self.turn, command=body.command)
            self.waiting = None
            step = self.steps.get(self.current)
            if step and step.status is StepStatus.DONE:
                self._chose_at_menu(event, body.command, step)
            return
        answers = self.waiting
        if isinstance(body, AnswerRevised):
            answers = self._asked_in_turn.get(body.turn, self.waiting)
            self._touch(event)
            self.stale = bool(self.artifacts)
        self.transcript.append(Spoken(event.exchange, Utterance(USER, body.text, Role.TALK)))
        self.turn = Turn(event.exchange, event.seq, body.text, answers)
        self.waiting = None

    def _chose_at_menu(self, event: Event, command: MenuCommand, step: StepRecord) -> None:
        if command is MenuCommand.CONTINUE and not step.elaborating:
            self.current, self.turn = "", None
        elif command is MenuCommand.ELABORATE:
            self.steps[step.id] = replace(step, elaborating=event.exchange)

    def _elaborated(self, event: Event, body: Elaborated) -> None:
        self.elaborations.append(replace(body, at=event.at))
        self.meta_owed, self.turn = True, None
        if step := self.steps.get(body.step):
            self.steps[body.step] = replace(step, elaborating=0)
            self.waiting = ForMenu(body.step)

    def _spoke(self, event: Event, body: Spoke) -> None:
        self._change(event, body.changes)
        for claim in body.claims:
            self.claims[claim.topic, claim.criterion] = claim
        self.turn = None
        step = self.steps.get(self.current)
        if step and body.settled:
            step = self.steps[self.current] = replace(step, settled=step.settled | frozenset(body.settled))
        if body.asked:
            self.waiting = ForAnswer(body.asked)
            if step and body.asked.key == GAPS_KEY:
                self.steps[self.current] = replace(step, status=StepStatus.ENGAGED, asked_for_gaps=True)
        elif step and step.elaborating:
            self.waiting = None
        elif step and step.status is StepStatus.DONE:
            self.waiting = ForMenu(self.current)
        elif step and body.complete:
            self.steps[self.current] = replace(step, status=StepStatus.READY)

    def _closed(self, event: Event, body: StepClosed) -> None:
        self._change(event, body.changes)
        self.turn = self.waiting = None
        if step := self.steps.get(body.step):
            assumed = tuple(change.id for change in body.changes if change.op is Op.RECORD)
            self.steps[body.step] = replace(
                step, status=StepStatus.READY, closing=True, gaps=body.gaps, assumed=assumed
            )

    def _change(self, event: Event, changes: tuple[Change, ...]) -> None:
        applied = [apply_change(self.entries, change, event.seq) for change in changes]
        if any(applied):
            self._touch(event)

    def _touch(self, event: Event) -> None:
        self.version, self.version_at, self.version_turn = event.seq, event.at, event.exchange

    def _moved(
        self, body: PhaseBegun | PhaseCompleted | StepEngaged | StepPassed | StepCompleted | StepReopened
    ) -> None:
        match body:
            case PhaseBegun():
                self.phase, self.current, self.waiting, self.turn, self.agreed = body.phase, "", None, None, None
                self.boundary = False
                if body.phase not in self.phases_begun:
                    self.phases_begun.append(body.phase)
            case PhaseCompleted():
                self.phases_ended[body.phase] = body.how
                self.codebase_hash = body.codebase_hash or self.codebase_hash
                self.current, self.agreed, self.waiting, self.turn = "", None, None, None
                self.meta_owed, self.boundary = True, body.how is not PhaseEnd.FINISHED
            case StepEngaged():
                known = self.steps.get(body.step)
                self.steps[body.step] = StepRecord(
                    body.step, body.title, body.phase, StepStatus.ENGAGED, body.persona, body.depth,
                    body.depth_source, settled=known.settled if known else frozenset(),
                    assumed=known.assumed if known else (),
                )  # fmt: skip
                self.current, self.waiting, self.turn = body.step, None, None
            case StepPassed():
                self.steps[body.step] = StepRecord(
                    body.step, body.title, body.phase, StepStatus.PASSED, reason=body.reason, unneeded=body.unneeded
                )
            case StepCompleted():
                known = self.steps.get(body.step) or StepRecord(body.step, body.title, body.phase, StepStatus.DONE)
                self.steps[body.step] = replace(known, status=StepStatus.DONE, gaps=body.gaps, closing=False)
                self.waiting, self.turn, self.agreed = ForMenu(body.step), None, None
                self.current, self.meta_owed = body.step, True
            case StepReopened():
                self._reopen(body.step)

    def _reopen(self, step_id: str) -> None:
        known = self.steps.get(step_id)
        if known and known.status is not StepStatus.ENGAGED:
            self.steps[step_id] = replace(
                known, status=StepStatus.REOPENED, gaps=(), asked_for_gaps=False, closing=False
            )
            self.current, self.phase, self.waiting, self.turn = step_id, known.phase, None, None

    def _settled(self, body: DecisionAsked | Decided | Remarked | DepthChanged) -> None:
        before = self.turn.answers if self.turn else self.waiting
        self.turn = None
        match body:
            case DecisionAsked():
                resume = before.resume if isinstance(before, ForDecision) else before
                self.waiting = ForDecision(body.what, body.default, resume)
            case Decided():
                goes_on = body.what is Decision.NEXT_PHASE
                self.boundary = self.boundary and not goes_on
                self.agreed = body.what if body.yes and not goes_on else None
                self.waiting = before.resume if isinstance(before, ForDecision) and not body.yes else None
            case Remarked():
                self.waiting = before
            case DepthChanged():
                self.depth_overrides[body.phase] = body.depth
                self.meta_owed, self.waiting = True, None
                if (step := self.steps.get(self.current)) and step.phase == body.phase:
                    self.steps[step.id] = replace(step, status=StepStatus.READY)
                    self._reopen(step.id)

    def _left_or_returned(self, body: Finished | Left | Continued) -> None:
        self.turn = self.agreed = None
        match body:
            case Finished():
                self.ending, self.waiting = body.ending, None
            case Left():
                self.left, self.waiting, self.boundary = True, None, False
            case Continued():
                self.left, self.ending = False, None

    def _noted_fact(self, body: Scanned | ArtifactsWritten | MetaWritten | BacklogMarked | ChangedOutside) -> None:
        match body:
            case Scanned():
                self.scan = body
            case ArtifactsWritten():
                self.artifacts.update({file.path: file for file in body.files})
                self.stale = False
                if step := self.steps.get(body.step):
                    self.steps[body.step] = replace(step, written=body.dossier)
                elif not body.step:
                    self.finalised = body.dossier
            case MetaWritten():
                self.meta_fields, self.meta_owed = dict(body.fields), False
            case BacklogMarked():
                self.marker = body.marker
            case ChangedOutside():
                self._merge_outside(body)

    def _merge_outside(self, body: ChangedOutside) -> None:
        """Progress other tools recorded counts; what they took away does not take ours away."""
        self.meta_fields = {**(self.meta_fields or {}), **body.fields}
        for step_id in _texts(body.fields.get("steps_completed")):
            if step_id not in self.steps:
                key = next((key for key in PHASE_KEYS if key[:2] == step_id[:2]), "")
                self.steps[step_id] = StepRecord(step_id, "", key, StepStatus.DONE)
        overrides = body.fields.get("depth_overrides")
        if isinstance(overrides, dict):
            self.depth_overrides.update({key: Depth(value) for key, value in overrides.items() if value in list(Depth)})


def _texts(value: object) -> list[str]:
    return [part for part in value if isinstance(part, str)] if isinstance(value, list) else []


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) else value


_PLAIN_FIELDS = tuple(field.name for field in fields(State) if field.name != "dossier")
