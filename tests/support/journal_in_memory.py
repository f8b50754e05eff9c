"""A session without a disk: the journal in memory, and what a mode decides carried out as the session would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import (
    APP,
    USER,
    ArtifactsWritten,
    BacklogMarked,
    Body,
    Event,
    MetaWritten,
    PhaseCompleted,
    Reinstated,
    Retracted,
    StepReopened,
)
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.journal.values import WrittenFile
from roundtable_tui.session.beside.task_cutters import tasks_from
from roundtable_tui.session.moves import (
    Append,
    AwaitTasks,
    BringBack,
    EndPhase,
    MarkBacklog,
    Move,
    Scan,
    Speak,
    TakeBack,
    WriteArtifacts,
    WriteMeta,
    journal_mark,
)
from roundtable_tui.session.undo import to_bring_back, to_take_back

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State


class JournalInMemory:
    """Whoever drives it says how a voice speaks and what meta.json holds."""

    def __init__(self) -> None:
        self._fold = Fold()

    @property
    def events(self) -> list[Event]:
        return list(self._fold.events)

    @property
    def state(self) -> State:
        return self._fold.state

    def speak(self, move: Speak) -> bool:
        """False where the voice failed: nothing goes on until the user acts again."""
        raise NotImplementedError

    def meta(self) -> dict[str, object]:
        return {"slug": "pay-by-invoice"}

    def carry_out(self, move: Move) -> bool:
        match move:
            case Speak():
                return self.speak(move)
            case Append(bodies=bodies):
                for body in bodies:
                    self.append(body)
            case AwaitTasks():
                for body in tasks_from((), self.state):
                    self.append(body)
            case TakeBack():
                turn = self.state.talk.turn
                self.take_back(turn.number if turn else self.state.exchange + 1)
            case BringBack():
                self._bring_back()
            case Scan(wanted=wanted):
                self.append(Scanned(wanted.words, (Hit("invoice", 4, 2),), ("a.py",), 10, 0, names=wanted.names))
            case WriteArtifacts(names=names, batch=batch):
                files = tuple(WrittenFile(name, "d", "d") for name in names)
                self.append(ArtifactsWritten(files, self.state.dossier.version, journal_mark(batch)))
            case WriteMeta():
                self.append(MetaWritten(self.meta()))
            case MarkBacklog(marker=marker):
                self.append(BacklogMarked(marker))
            case EndPhase(phase=phase, how=how, said=said):
                self.append(PhaseCompleted(phase, how, "abc1234", said))
        return True

    def take_back(self, before: int) -> None:
        found = to_take_back(self._fold.events, before)
        for number in (*found.asked, *found.exchanges):
            self.append(Retracted(), exchange=number)
        for step_id in found.steps:
            self.append(StepReopened(step_id))

    def _bring_back(self) -> None:
        if turn := self.state.talk.turn:
            self.append(Retracted(), exchange=turn.number)
        if found := to_bring_back(self._fold.events):
            self.append(Reinstated(found.asked_again), exchange=found.exchange)

    def append(self, body: Body, *, actor: str = APP, by_user: bool = False, exchange: int | None = None) -> None:
        state = self.state
        turn = state.talk.turn
        number = state.exchange + 1 if by_user else turn.number if turn else state.exchange
        seq = state.seq + 1
        at = f"2026-11-16T03:{seq // 60:02d}:{seq % 60:02d}.000Z"
        who = USER if by_user else actor
        self._fold.add(Event(seq, at, number if exchange is None else exchange, who, turn.seq if turn else 0, body))
