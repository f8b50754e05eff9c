"""The rules of the fold: what each event does to the state of an analysis."""

from __future__ import annotations

from dataclasses import replace

from roundtable_tui.domain.dossier.dossier import Change, Op, apply_change, id_number, note_used
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question
from roundtable_tui.domain.journal import step_rules
from roundtable_tui.domain.journal.code_facts import CodeChecked, Scanned, recited, scan_recited
from roundtable_tui.domain.journal.events import (
    FACTS,
    USER,
    AnswerRevised,
    ArtifactsWritten,
    BacklogMarked,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Elaborated,
    Event,
    Finished,
    HandEdited,
    ItemCreated,
    Left,
    MetaWritten,
    Outcome,
    PhaseBegun,
    PhaseCompleted,
    PhaseEnd,
    Remarked,
    Retracted,
    Reviewed,
    Role,
    Spoke,
    StepClosed,
    StepCompleted,
    StepEngaged,
    StepPassed,
    StepReopened,
    TakenIn,
    UserSaid,
    Utterance,
)
from roundtable_tui.domain.journal.fold.unfrozen import UnfrozenState
from roundtable_tui.domain.journal.state import (
    Elaboration,
    ForAnswer,
    ForDecision,
    ForMenu,
    Spoken,
    StepRecord,
    StepStatus,
    Turn,
    Waiting,
    step_asking,
    still_fitting,
)
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand


class StateBuilder(UnfrozenState):
    """Takes events one by one; copying the state for each of them would make a long journal quadratic."""

    def __init__(self, retracted: frozenset[int] = frozenset(), revised: frozenset[int] = frozenset()) -> None:
        """Exchanges in `retracted` never happened; of those in `revised` only what they answered is remembered."""
        self._retracted = retracted
        self._void = retracted | revised
        super().__init__()
        self._asked_in_turn: dict[int, Waiting | None] = {}
        self._given: set[tuple[str, int]] = set()
        """Every id ever recorded, also by what was taken back: it may not come to mean anything else."""

    def take(self, event: Event) -> None:
        body = event.body
        self.seq = event.seq
        self.exchange = max(self.exchange, event.exchange)
        self.changed_at = event.at
        if isinstance(body, UserSaid | AnswerRevised):
            self.user_turns += 1
        for used in body.tokens if isinstance(body, Spoke) else ():
            self.tokens[used.model] = self.tokens[used.model] + used if used.model in self.tokens else used
        if isinstance(body, Spoke | StepClosed | HandEdited | Reviewed | TakenIn) and body.changes:
            counting = tuple(change for change in body.changes if self._is_new_or_known(change))
            body = body if len(counting) == len(body.changes) else replace(body, changes=counting)
        if event.exchange in self._void and not isinstance(body, FACTS):
            if event.exchange not in self._retracted and isinstance(body, UserSaid | AnswerRevised):
                self._asked_in_turn.setdefault(event.exchange, self._open_question())
            return
        said = getattr(body, "said", ())
        partial = isinstance(body, Spoke) and body.outcome is not Outcome.FINISHED
        for left, utterance in zip(reversed(range(len(said))), said, strict=True):
            self.transcript.append(Spoken(event.exchange, utterance, partial, broke_off=partial and not left))
        self._apply(event, body)

    def _is_new_or_known(self, change: Change) -> bool:
        """False for the record of an entry under an id that was given out before."""
        note_used(self.used, change.id)
        if change.op is not Op.RECORD or SPECS[change.kind].single or (number := id_number(change.id)) is None:
            return True
        given_before = number in self._given
        self._given.add(number)
        return not given_before

    def _apply(self, event: Event, body: Body) -> None:
        match body:
            case ItemCreated():
                self.item, self.created_at, self.meta_owed = body, event.at, not body.guest
            case UserSaid() | AnswerRevised() | Chose():
                self._heard(event, body)
            case Spoke() if body.outcome is Outcome.FINISHED:
                self._spoke(event, body)
            case StepClosed():
                self._closed(event, body)
            case HandEdited():
                self._change(event, body.changes)
                self.conflicts[body.path] = body.conflicts
            case TakenIn():
                self._change(event, body.changes)
            case Reviewed():
                self._change(event, body.changes)
                self.stale = bool(self.artifacts)
            case Elaborated():
                self._elaborated(event, body)
            case PhaseBegun() | PhaseCompleted():
                self._phase_moved(body)
            case StepEngaged() | StepPassed() | StepCompleted() | StepReopened():
                self._step_moved(body)
            case DecisionAsked() | Decided() | Remarked():
                self._settled(body)
            case DepthChanged():
                self._deepened(body)
            case Retracted():
                self._touch(event)
                self.stale = bool(self.artifacts)
                self.exchange += 1
            case Finished() | Left() | Continued():
                self._left_or_returned(body)
            case CodeChecked():
                self._checked(body)
            case Scanned() | ArtifactsWritten() | MetaWritten() | BacklogMarked() | ChangedOutside():
                self._noted_fact(body)

    def _open_question(self) -> Waiting | None:
        """What the user is being asked, also while words said about it are not dealt with."""
        return self.turn.answers if self.turn else self.waiting

    def _heard(self, event: Event, body: UserSaid | AnswerRevised | Chose) -> None:
        answers = self._open_question()
        if isinstance(body, Chose):
            self._chose(event, body.command, answers)
            return
        if isinstance(body, AnswerRevised):
            answers = self._back_to(self._asked_in_turn.get(body.turn, answers))
            self._touch(event)
            self.stale = bool(self.artifacts)
        self.transcript.append(Spoken(event.exchange, Utterance(USER, body.text, Role.TALK)))
        self.turn = Turn(event.exchange, event.seq, body.text, answers)
        self.waiting = None

    def _back_to(self, asked: Waiting | None) -> Waiting | None:
        """The talk returns to the step that asked what is answered anew; a done step is worked on again."""
        step = self.steps.get(step_asking(asked))
        if step:
            self.current, self.phase, self.left, self.ending = step.id, step.phase, False, None
            if isinstance(asked, ForAnswer) and not step.elaborating:
                self.steps[step.id] = step_rules.worked_on_again(step)
        return self._still_fitting(asked)

    def _still_fitting(self, asked: Waiting | None) -> Waiting | None:
        return still_fitting(asked, self.current, self.steps.get(self.current))

    def _chose(self, event: Event, command: MenuCommand, answers: Waiting | None) -> None:
        if self.turn and self.turn.number == event.exchange:
            self.turn = replace(self.turn, command=command)
        else:
            self.turn = Turn(event.exchange, event.seq, "", answers, command)
        self.waiting = None
        step = self.steps.get(self.current)
        if step is None or step.status is not StepStatus.DONE:
            return
        if command is MenuCommand.CONTINUE and not step.elaborating:
            self.current, self.turn = "", None
        elif command is MenuCommand.ELABORATE:
            self.steps[step.id] = replace(step, elaborating=event.exchange)

    def _elaborated(self, event: Event, body: Elaborated) -> None:
        self.elaborations.append(Elaboration(body.step, body.turn_count, body.personas, body.summary, event.at))
        self.meta_owed, self.turn = True, None
        if step := self.steps.get(body.step):
            self.steps[body.step] = replace(step, elaborating=0)
            if step.status is StepStatus.DONE:
                self.current, self.waiting = body.step, ForMenu(body.step)

    def _spoke(self, event: Event, body: Spoke) -> None:
        self._change(event, body.changes)
        for claim in body.claims:
            self.claims[claim.topic, claim.criterion] = claim
        self.turn = None
        step = self.steps.get(self.current)
        if step and body.settled:
            step = self.steps[self.current] = replace(step, settled=step.settled | frozenset(body.settled))
        if body.asked:
            self._asked(body.asked, step)
        elif step and step.elaborating:
            self.waiting = None
        elif step and step.status is StepStatus.DONE:
            self.waiting = ForMenu(self.current)
        elif step and body.complete:
            self.steps[self.current] = replace(step, status=StepStatus.READY)

    def _asked(self, question: Question, step: StepRecord | None) -> None:
        """A question is about the step at hand; at the menu of a done one, whatever is said is feedback."""
        if step and question.key == GAPS_KEY:
            step = self.steps[self.current] = step_rules.asked_for_gaps(step)
        if step and step.status is StepStatus.DONE and not step.elaborating:
            self.waiting = ForMenu(step.id)
        else:
            self.waiting = ForAnswer(
                question if question.step == self.current else replace(question, step=self.current)
            )

    def _closed(self, event: Event, body: StepClosed) -> None:
        self._change(event, body.changes)
        self.turn = self.waiting = None
        if step := self.steps.get(body.step):
            self.steps[body.step] = step_rules.closed(step, body)

    def _change(self, event: Event, changes: tuple[Change, ...]) -> None:
        applied = [change for change in changes if apply_change(self.entries, change, event.seq)]
        self.confirmed_at.update({change.id: event.at for change in applied if change.op is Op.CONFIRM})
        if applied:
            self._touch(event)

    def _touch(self, event: Event) -> None:
        self.version, self.version_at, self.version_turn = event.seq, event.at, event.exchange

    def _phase_moved(self, body: PhaseBegun | PhaseCompleted) -> None:
        match body:
            case PhaseBegun():
                self.phase, self.current, self.waiting, self.turn, self.agreed = body.phase, "", None, None, None
                self.boundary = False
                if body.phase not in self.phases_begun:
                    self.phases_begun.append(body.phase)
            case PhaseCompleted():
                self.phases_ended[body.phase] = body.how
                if not self.codebase_hash or not self._is_guest:
                    self.codebase_hash = body.codebase_hash or self.codebase_hash
                self.current, self.agreed, self.waiting, self.turn = "", None, None, None
                self.meta_owed, self.boundary = True, body.how is not PhaseEnd.FINISHED

    def _step_moved(self, body: StepEngaged | StepPassed | StepCompleted | StepReopened) -> None:
        known = self.steps.get(body.step)
        match body:
            case StepEngaged():
                self.steps[body.step] = step_rules.engaged(known, body)
                self.current, self.waiting, self.turn = body.step, None, None
            case StepPassed():
                self.steps[body.step] = step_rules.passed(known, body)
                if body.step == self.current and self.steps[body.step].status is StepStatus.PASSED:
                    self.current, self.waiting, self.turn = "", None, None
            case StepCompleted():
                self.steps[body.step] = step_rules.completed(known, body)
                self.waiting, self.turn, self.agreed = ForMenu(body.step), None, None
                self.current, self.meta_owed = body.step, True
            case StepReopened():
                if known and (known.status is not StepStatus.ENGAGED or body.step != self.current):
                    self._reopen(known)

    def _reopen(self, step: StepRecord) -> None:
        self.steps[step.id] = step_rules.reopened(step)
        self.current, self.phase, self.waiting, self.turn = step.id, step.phase, None, None
        self.left, self.ending = False, None

    def _settled(self, body: DecisionAsked | Decided | Remarked) -> None:
        before = self._still_fitting(self._open_question())
        resume = before.resume if isinstance(before, ForDecision) else before
        self.turn = None
        match body:
            case DecisionAsked():
                self.waiting = ForDecision(body.what, body.default, resume)
            case Decided():
                goes_on = body.what is Decision.NEXT_PHASE
                self.boundary = self.boundary and not goes_on
                self.agreed = body.what if body.yes and not goes_on else None
                self.waiting = None if body.yes else resume
                if body.what is Decision.REANALYSE and body.yes:
                    self._begin_again()
            case Remarked():
                self.waiting = before

    def _deepened(self, body: DepthChanged) -> None:
        """The step at hand is asked anew at that depth; a depth for another phase disturbs nothing here."""
        self.depth_overrides[body.phase] = body.depth
        self.meta_owed = True
        if body.phase != self.phase:
            return
        step = self.steps.get(self.current)
        if step and step.phase == body.phase:
            self._reopen(step)
            return
        self.waiting, self.turn = self._still_fitting(self._open_question()), None
        if isinstance(self.waiting, ForDecision) and self.waiting.what is Decision.WHICH_DEPTH:
            self.waiting = self.waiting.resume

    @property
    def _is_guest(self) -> bool:
        return self.item is not None and self.item.guest

    def _begin_again(self) -> None:
        """Every step is asked once more; what the dossier holds is shown to be confirmed. A guest becomes ours."""
        self.agreed = self.ending = None
        self.item, self.meta_owed = self.item and replace(self.item, guest=False), True
        self.phase, self.current, self.boundary = "", "", False
        self.phases_begun.clear()
        self.phases_ended.clear()
        for step in self.steps.values():
            self.steps[step.id] = replace(step_rules.reopened(step), settled=frozenset())

    def _left_or_returned(self, body: Finished | Left | Continued) -> None:
        self.turn = self.agreed = None
        match body:
            case Finished():
                self.ending, self.waiting = body.ending, None
                if self._is_guest:
                    for key in _texts((self.meta_fields or {}).get("phases_completed")):
                        self.phases_ended.setdefault(key, PhaseEnd.FINISHED)
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

    def _checked(self, body: CodeChecked) -> None:
        """The same lines in another place say the same, so that nothing has to be accepted or asked again."""
        self.lost = {one.cited: one.why for one in body.lost}
        self.missing = body.missing
        if body.moved:
            moved = {one.was: one.now for one in body.moved}
            self.entries = {entry_id: recited(entry, moved) for entry_id, entry in self.entries.items()}
            self.scan = self.scan and scan_recited(self.scan, moved)

    def _merge_outside(self, body: ChangedOutside) -> None:
        """Progress other tools recorded counts; what they took away does not take ours away."""
        self.meta_fields = {**(self.meta_fields or {}), **body.fields}
        if isinstance(commit := body.fields.get("codebase_hash"), str):
            self.codebase_hash = self.codebase_hash or commit
        for step_id in _texts(body.fields.get("steps_completed")):
            if step_id not in self.steps:
                key = next((key for key in PHASE_KEYS if key[:2] == step_id[:2]), "")
                self.steps[step_id] = StepRecord(step_id, "", key, StepStatus.DONE)
        overrides = body.fields.get("depth_overrides")
        if isinstance(overrides, dict):
            self.depth_overrides.update({key: Depth(value) for key, value in overrides.items() if value in list(Depth)})


def _texts(value: object) -> list[str]:
    return [part for part in value if isinstance(part, str) and part] if isinstance(value, list) else []
