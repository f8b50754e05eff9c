"""Journals as real sessions write them: a user who says and presses anything, and a program that does what is owed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import (
    APP,
    OUTSIDE,
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
from roundtable_tui.domain.journal.fold.fold import Fold, voided_exchanges
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForDecision, ForMenu
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.talk.depth import Depth, DepthSource
from roundtable_tui.domain.talk.menu import MenuCommand, parse_menu
from tests.support.journals import fields_of

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.domain.journal.step_records import StepRecord

STEPS = {"00-quick-scan": ("00-01", "00-02"), "01-requirements": ("01-01",)}
_WORDS = ("Invoices are late.", "c", "e", "s", "y", "no", "deep", "undo", "that's enough", "", "🦜")
_KINDS = (Kind.FR, Kind.AC, Kind.PROBLEM, Kind.RISK, Kind.ESTIMATE, Kind.NOTE)
_ENOUGH = 60


class _Walk:
    """Decides as the guided mode does, but by the draw wherever knowledge or a voice would decide."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._fold = Fold()
        self._stuck = False
        """The voice failed: nothing goes on until the user acts again."""

    @property
    def events(self) -> list[Event]:
        return list(self._fold.events)

    @property
    def _state(self) -> State:
        return self._fold.state

    def begin(self) -> None:
        self._append(ItemCreated("invoices", "Pay by invoice", "manual", "", "guided", "standard"))
        if self._chance(4):
            self._append(ChangedOutside({"steps_completed": ["00-01"]}), actor=OUTSIDE)
        self._go_on()

    def user_acts(self) -> None:
        self._stuck = False
        if self._state.talk.left or self._state.talk.ending:
            self._append(Continued(), actor=USER)
        match self._draw(st.sampled_from(["say", "say", "say", "say", "press", "revise", "undo", "steer"])):
            case "say":
                self._append(UserSaid(self._draw(st.sampled_from(_WORDS))), actor=USER, new_exchange=True)
            case "press":
                self._append(Chose(self._draw(st.sampled_from(MenuCommand))), actor=USER, new_exchange=True)
            case "revise":
                turn = self._draw(st.integers(1, self._state.exchange + 1))
                self._append(AnswerRevised(turn, "Rather this."), actor=USER, new_exchange=True)
            case "undo":
                self._take_back()
            case _:
                self._steer()
        self._go_on()

    def _steer(self) -> None:
        steps = [step for steps in STEPS.values() for step in steps]
        phase = self._draw(st.sampled_from([self._state.guided.phase, *STEPS]))
        steered: list[Body] = [
            StepReopened(self._draw(st.sampled_from(steps))),
            DepthChanged(phase, self._draw(st.sampled_from(Depth))),
            Decided(Decision.EARLY_EXIT, yes=True),
        ]
        body = self._draw(st.sampled_from(steered))
        self._append(body, actor=USER, new_exchange=not isinstance(body, Decided) and not self._chance(3))

    def _go_on(self) -> None:
        for _ in range(_ENOUGH):
            state = self._state
            if self._stuck or state.talk.ending or state.talk.left:
                return
            if state.talk.turn:
                self._deal_with(state.talk.turn)
            elif state.talk.agreed:
                self._carry_out(state.talk.agreed)
            elif state.talk.waiting:
                return
            else:
                self._work()
        raise AssertionError(f"no end after {_ENOUGH} moves: {self._fold.events[-3:]}")

    def _deal_with(self, turn: Turn) -> None:
        words = turn.text
        if turn.command:
            self._command(turn.command)
        elif isinstance(turn.answers, ForDecision):
            self._decide(turn.answers, words)
        elif isinstance(turn.answers, ForMenu) and (command := parse_menu(words)):
            self._append(Chose(command))
        elif words == "undo":
            self._take_back()
        elif words == "deep":
            self._append(DepthChanged(self._state.guided.phase, Depth.DEEP, _said("Got it.")))
        elif words == "that's enough":
            self._append(DecisionAsked(Decision.EARLY_EXIT, _said("Wrap up?")))
        elif words and self._state.guided.current:
            self._speak()
        else:
            self._append(Remarked(_said("I didn't catch that.")))

    def _command(self, command: MenuCommand) -> None:
        step = self._state.guided.current_step
        if step is None:
            self._append(Remarked(_said("There is no step.")))
        elif command is MenuCommand.SKIP:
            self._append(DecisionAsked(Decision.SKIP_PHASE, _said("Go ahead?")))
        elif command is MenuCommand.ELABORATE:
            self._speak()
        elif step.elaborating:
            self._append(Elaborated(step.id, 1, (MAYA,), "Nothing was added."))
        elif not step.asked_for_gaps and self._chance(2):
            self._speak(Question(step.id, GAPS_KEY, "What about the gaps?"))
        else:
            self._close(step)

    def _decide(self, waiting: ForDecision, words: str) -> None:
        if words not in ("y", "no"):
            self._append(Remarked(_said("Yes or no?")))
        elif waiting.what is Decision.NEXT_PHASE and words == "no":
            self._append(Left())
        else:
            self._append(Decided(waiting.what, words == "y"))

    def _carry_out(self, agreed: Decision) -> None:
        if self._state.files.finalised < self._state.dossier.version:
            self._write("")
        elif agreed is Decision.SKIP_PHASE:
            self._append(PhaseCompleted(self._state.guided.phase, PhaseEnd.SKIPPED))
        elif agreed is Decision.EARLY_EXIT:
            self._append(Finished(Ending.EARLY))
        else:
            self._append(Remarked(()))
            self._next_step()

    def _work(self) -> None:
        step = self._state.guided.current_step
        match step:
            case None:
                self._next_step()
            case _ if step.status is StepStatus.REOPENED:
                self._engage(step.id, step.phase)
            case _ if step.status is StepStatus.ENGAGED:
                self._speak()
            case _ if step.status is StepStatus.READY:
                self._finish(step)
            case _ if step.elaborating:
                self._append(Elaborated(step.id, 2, (MAYA,), "Added FR-001."))
            case _:
                self._next_step()

    def _finish(self, step: StepRecord) -> None:
        if not step.closing and (step.assumed or self._chance(4)):
            self._close(step)
        elif step.written < self._state.dossier.version:
            self._write(step.id)
        else:
            gaps = self._state.guided.steps[step.id].gaps
            self._append(StepCompleted(step.id, step.title, step.phase, gaps))
            self._append(MetaWritten({"steps_completed": list(self._state.guided.steps_done)}))

    def _close(self, step: StepRecord) -> None:
        ids = IdGiver(self._state.dossier.used)
        dropped = tuple(Change(Op.DROP, entry_id, Kind.ASSUMPTION) for entry_id in step.assumed)
        number = self._draw(st.integers(0, 2))
        assumed = tuple(_record(ids, Kind.ASSUMPTION, {"text": "No metric."}, Inferred()) for _ in range(number))
        self._append(StepClosed(step.id, ("at least 1 success metric",) * number, (*dropped, *assumed)))

    def _next_step(self) -> None:
        state = self._state
        if not state.guided.phase:
            self._append(PhaseBegun("00-quick-scan", MAYA, _said("Hi.")))
            return
        if state.guided.boundary:
            self._append(DecisionAsked(Decision.NEXT_PHASE, _said("Continue?"), default=True))
            return
        finished = (StepStatus.DONE, StepStatus.PASSED)
        known = {step.id for step in state.guided.steps.values() if step.status in finished}
        left = [step for step in STEPS[state.guided.phase] if step not in known]
        if left and state.guided.phase not in state.guided.phases_ended:
            if self._chance(6):
                self._append(
                    StepPassed(left[0], "A step", state.guided.phase, "not needed here", unneeded=self._chance(2))
                )
            else:
                self._engage(left[0], state.guided.phase)
        elif state.guided.phase not in state.guided.phases_ended:
            self._append(PhaseCompleted(state.guided.phase, PhaseEnd.FINISHED, "abc1234"))
            self._append(BacklogMarked("~"))
        elif state.guided.phase == "00-quick-scan":
            self._append(PhaseBegun("01-requirements", MAYA, _said("On to requirements.")))
        else:
            self._append(Finished(Ending.COMPLETE))

    def _engage(self, step: str, phase: str) -> None:
        self._append(StepEngaged(step, "A step", MAYA, phase, Depth.STANDARD, DepthSource.STEP, _said(step)))

    def _write(self, step: str) -> None:
        if self._chance(3):
            self._append(Scanned(("invoice",), (Hit("invoice", 4, 2),), ("a.py",), 10, 0))
        self._append(ArtifactsWritten((WrittenFile("quick-scan.md", "d", "d"),), self._state.dossier.version, step))

    def _speak(self, question: Question | None = None) -> None:
        state, chance = self._state, self._chance
        outcome = Outcome.FINISHED if not chance(6) else self._draw(st.sampled_from([Outcome.STOPPED, Outcome.FAILED]))
        if outcome is not Outcome.FINISHED:
            self._stuck = True
            self._append(Spoke("offline", str(state.seq), outcome, _said("I was")))
            return
        turn = state.talk.turn.number if state.talk.turn else state.exchange
        asked = question or Question(state.guided.current, f"standard/{self._draw(st.integers(1, 3))}", "And then?")
        asks = question is not None or chance(2)
        claims = (Claim("problem-discovery", "problem", (Stated(turn),)),) if chance(4) else ()
        settled = ("standard/1",) if chance(3) else ()
        self._append(
            Spoke(
                "offline", str(state.seq), outcome, _said("Noted."), self._changes(turn), claims, settled,
                asked if asks else None, complete=not asks,
            )
        )  # fmt: skip

    def _changes(self, turn: int) -> tuple[Change, ...]:
        ids = IdGiver(self._state.dossier.used)
        known = [*self._state.dossier]
        made: list[Change] = []
        for _ in range(self._draw(st.integers(0, 2))):
            source: Source = Stated(turn) if self._chance(2) else Inferred((turn,))
            if known and self._chance(3):
                entry = self._draw(st.sampled_from(known))
                op = self._draw(st.sampled_from([Op.REVISE, Op.CONFIRM, Op.DROP]))
                fields = self._draw(fields_of(entry.kind, tidy=True)) if op is Op.REVISE else {}
                fields.pop("fr", None)
                made.append(Change(op, entry.id, entry.kind, fields, (Confirmed(turn),)))
                continue
            kind = self._draw(st.sampled_from(_KINDS))
            fields = self._draw(fields_of(kind, tidy=True))
            if kind is Kind.AC:
                fields["fr"] = ("FR-001",)
            made.append(_record(ids, kind, fields, source))
        return tuple(made)

    def _take_back(self) -> None:
        void = voided_exchanges(self._fold.events)
        spoken = UserSaid | AnswerRevised | Chose | DepthChanged | StepReopened
        said = {event.exchange for event in self._fold.events if isinstance(event.body, spoken)}
        live = sorted(number for number in said - void if number > 0)
        for number in live[-1:] if self._chance(2) else live[-2:]:
            completed = [
                event.body.step
                for event in self._fold.events
                if event.exchange == number and isinstance(event.body, StepCompleted)
            ]
            self._append(Retracted(), exchange=number)
            for step in completed:
                self._append(StepReopened(step))

    def _append(self, body: Body, *, actor: str = APP, new_exchange: bool = False, exchange: int | None = None) -> None:
        state = self._state
        number = state.exchange + new_exchange
        if state.talk.turn and not new_exchange:
            number = state.talk.turn.number
        number = number if exchange is None else exchange
        seq = state.seq + 1
        at = f"2026-11-16T03:{seq // 60:02d}:{seq % 60:02d}.000Z"
        self._fold.add(Event(seq, at, number, actor, state.talk.turn.seq if state.talk.turn else 0, body))

    def _chance(self, one_in: int) -> bool:
        return self._draw(st.integers(0, one_in - 1)) == one_in - 1


def _record(ids: IdGiver, kind: Kind, fields: dict[str, Value], source: Source) -> Change:
    fr_id = "FR-001" if kind is Kind.AC else ""
    return Change(Op.RECORD, ids.next(kind, fr_id), kind, fields, (source,))


def _said(text: str) -> tuple[Utterance, ...]:
    return (Utterance(MAYA, text),)


@st.composite
def sessions(draw: st.DrawFn, acts: int = 8) -> list[Event]:
    """The journal of a session in which the user acted up to so many times."""
    walk = _Walk(draw)
    walk.begin()
    for _ in range(draw(st.integers(0, acts))):
        walk.user_acts()
    return walk.events
