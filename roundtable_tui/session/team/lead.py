"""The lead of a team: starts the workers in their order, hears their messages, and takes over from one that fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.team_events import FindingSent, WorkerBegun, WorkerFailed, WorkerMended
from roundtable_tui.domain.journal.values import PART_OWNERS
from roundtable_tui.domain.knowledge.team_work import WORKERS, jobs, waits_for
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.session.outline import WorkerRow
from roundtable_tui.session.team.messages import Completion, Failure, Finding, Progress
from roundtable_tui.session.team.workers import Worker
from roundtable_tui.session.updates import Happened, Searching, Working

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.team_work import Job
    from roundtable_tui.session.code.errands import Errands
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.team.messages import Message
    from roundtable_tui.session.updates import Update
    from roundtable_tui.session.voice_turn import VoiceTurns
    from roundtable_tui.voices.protocol import Batch
    from roundtable_tui.voices.tasks import Look

_LEAD = "lead"


class Lead:
    """Says what the lead does for one that failed; it is the lead that does it, whatever the part is called."""

    def __init__(self, name: str, does: Callable[[str], None]) -> None:
        self._name, self._does = name, does

    async def tell(self, text: str) -> None:
        done = text.removeprefix(f"{self._name} ")
        self._does(text if done == text else f"The lead {done}")

    async def sort(self, batch: Batch) -> Batch:
        return batch


class TeamLead:
    def __init__(self, record: Record, turns: VoiceTurns, errands: Errands, knowledge: Callable[[], Knowledge]) -> None:
        self._record, self._turns, self._errands, self._knowledge = record, turns, errands, knowledge
        self._stirred = asyncio.Event()
        self._doing: dict[str, str] = {}
        self._at_work: dict[str, tuple[asyncio.Task[None], Worker | None]] = {}
        record.subscribe(self._note)

    @property
    def _state(self) -> State:
        return self._record.state

    def rows(self) -> tuple[WorkerRow, ...]:
        """What each is doing, for the sidebar."""
        team = self._state.team
        return tuple(WorkerRow(key, self._name(key), self._standing(key), team.used_by(key)) for key in WORKERS)

    def _standing(self, persona: str) -> str:
        state = self._state
        if doing := self._doing.get(persona):
            return doing
        if persona in state.team.failed:
            return "the lead goes on"
        if needed := waits_for(persona, state):
            return f"waits for {self._name(PART_OWNERS[needed])}"
        return "to begin" if any(job.persona == persona for job in jobs(state)) else "at rest"

    def instead_of(self, persona: str) -> Lead:
        """Hears what the lead does itself, in that persona's place."""
        return Lead(self._name(persona), self._lead_does)

    def _lead_does(self, text: str) -> None:
        self._doing[_LEAD] = text
        self._show()

    def break_off(self) -> None:
        """Quietly: what is under way is taken up again later."""
        for _, worker in self._at_work.values():
            if worker:
                worker.quiet = True

    async def go_through(
        self, task_for: Callable[[Job], Look], budget: int, take_over: Callable[[Job], Awaitable[None]]
    ) -> None:
        """Until there is nothing left to do; `take_over` does what is left of a worker that failed."""
        at_work = self._at_work
        try:
            while True:
                self._stirred.clear()
                for job in jobs(self._state):
                    name = _LEAD if job.by_lead else job.persona
                    if name not in at_work:
                        await self._start(name, job, task_for, budget, take_over)
                if not at_work:
                    return
                stirred = asyncio.ensure_future(self._stirred.wait())
                try:
                    await asyncio.wait(
                        {stirred, *(task for task, _ in at_work.values())}, return_when=asyncio.FIRST_COMPLETED
                    )
                finally:
                    stirred.cancel()
                for name, (task, _) in tuple(at_work.items()):
                    if task.done():
                        del at_work[name]
                        if name == _LEAD:
                            self._doing.pop(_LEAD, None)
                        task.result()
        finally:
            tasks = [task for task, _ in at_work.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            at_work.clear()
            self._doing.clear()
            self._record.publish(Working())

    async def _start(
        self,
        name: str,
        job: Job,
        task_for: Callable[[Job], Look],
        budget: int,
        take_over: Callable[[Job], Awaitable[None]],
    ) -> None:
        await self._turns.break_in_the_talk()
        if job.by_lead:
            self._at_work[name] = asyncio.ensure_future(take_over(job)), None
            return
        await self._record.append(WorkerBegun(job.persona, job.part), actor=job.persona)
        worker = Worker(job, self._errands, lambda: self._record.state, self.hear)
        work = worker.work(self._knowledge(), task_for(job), budget)
        self._at_work[name] = asyncio.ensure_future(work), worker

    async def hear(self, message: Message) -> None:
        """What is told becomes an event, at a break in the talk; what is only being done is shown."""
        persona = message.job.persona
        match message:
            case Progress(doing=doing):
                self._doing[persona] = doing
                self._show()
                return
            case Finding(kind=kind, text=text, about=about):
                owner = SPECS[kind].owner or ""
                await self._record.append(FindingSent(persona, owner, kind, text, about), actor=persona)
                return
            case Completion() as done:
                await self._turns.break_in_the_talk()
                await self._record.append(_ended(done), actor=persona)
            case Failure(job=job, reason=reason, tokens=tokens):
                await self._turns.break_in_the_talk()
                await self._record.append(WorkerFailed(persona, reason, job.part, tokens), actor=persona)
                self._record.notice(
                    f"{self._name(persona)} could not go on: {one_line(reason, 200)} The lead takes over from here."
                )
        self._doing.pop(persona, None)
        self._show()

    def _show(self) -> None:
        names = [self._name(key) for key in WORKERS if key in self._doing]
        names += ["the lead"] if _LEAD in self._doing else []
        several = f"{', '.join(names[:-1])} and {names[-1]} are at work" if len(names) > 1 else ""
        self._record.publish(Searching(several or next(iter(self._doing.values()), "")))
        self._record.publish(Working())

    def _name(self, persona: str) -> str:
        return self._knowledge().persona(persona).first_name

    def _note(self, update: Update) -> None:
        """Something happened that may give somebody work."""
        if isinstance(update, Happened):
            self._stirred.set()


def _ended(done: Completion) -> LookEnded | WorkerMended:
    job = done.job
    if job.part is None:
        return WorkerMended(job.persona, done.how, done.heard, done.line, done.note, done.tokens)
    return LookEnded(job.part, done.how, done.note, done.tokens, job.persona, done.heard, done.line)
