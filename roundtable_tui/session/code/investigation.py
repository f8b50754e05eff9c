"""What the table does by itself beside the talk: reads the code, and drafts the dossier part by part.

What can go on at the same time does: the requirements are drafted while the code is still being read. Everything it
finds comes in by proposals, batch by batch, and each part that ends is journaled, so that a crash, a stop or a lost
connection costs at most the part under way, and that goes on from what was found. In a team each persona's own worker
does their parts; what is left of one that fails is done here, as without a team.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.footing import guesses
from roundtable_tui.domain.journal.conversation_events import LookBegun, LookEnded
from roundtable_tui.domain.journal.events import ModeChosen
from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.domain.journal.team_events import WorkerMended
from roundtable_tui.domain.journal.values import PART_OWNERS, LookDepth, LookEnd, LookPart
from roundtable_tui.domain.knowledge.look_parts import gave_up, parts_left, parts_to_begin
from roundtable_tui.domain.knowledge.points.open_points import tier_of
from roundtable_tui.domain.knowledge.team_work import heard_by_now, jobs
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.code.errands import Errand, Errands, Listener
from roundtable_tui.session.team.lead import TeamLead
from roundtable_tui.session.team.relay import inbox_of
from roundtable_tui.session.updates import Happened, Searching
from roundtable_tui.voices.protocol import Investigator, LookLimits, LookOver
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.domain.dossier.dossier import SharedIds
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.team_work import Job
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.outline import WorkerRow
    from roundtable_tui.session.proposals import Accepted, Proposal, Stale
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.updates import Update
    from roundtable_tui.session.voice_turn import VoiceTurns
    from roundtable_tui.voices.protocol import Batch

WHO = "investigation"
"""Who contributes what a look has found."""
NEEDS_A_MODEL = "Team mode needs a model: until one speaks, this goes on as a conversation."
_DEPTHS = {
    "trivial": LookDepth.NONE,
    "light": LookDepth.LIGHT,
    "standard": LookDepth.THOROUGH,
    "epic": LookDepth.THOROUGH,
}


def _documents(state: State) -> tuple[str, ...]:
    return tuple(one.path for one in state.code.scan.documents) if state.code.scan else ()


class Teller:
    """Says what is being done: of two things that go on at once, both."""

    def __init__(self, part: LookPart, doing: dict[LookPart, str], record: Record) -> None:
        self._part, self._doing, self._record = part, doing, record

    async def tell(self, text: str) -> None:
        self._doing[self._part] = text
        self._record.publish(Searching("; ".join(self._doing.values())))

    async def sort(self, batch: Batch) -> Batch:
        return batch


class Investigation:
    def __init__(
        self,
        record: Record,
        turns: VoiceTurns,
        ids: SharedIds,
        project: Callable[[], Project],
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
    ) -> None:
        self._record, self._turns, self._project = record, turns, project
        self.errands = Errands(turns, ids, project, propose, lambda: record.state)
        self._team = TeamLead(record, turns, self.errands, lambda: project().knowledge)
        self._task: asyncio.Task[None] | None = None
        self._quiet = self._told_of_model = False
        self.awaited = False
        """Whether the talk cannot go on before its end."""
        self._stirred = asyncio.Event()
        self._doing: dict[LookPart, str] = {}
        record.subscribe(self._note_mode)
        record.subscribe(self._note_finds)

    @property
    def under_way(self) -> bool:
        return self._task is not None

    @property
    def workers(self) -> tuple[WorkerRow, ...]:
        """What each worker of a team is doing; nobody where there is no team."""
        state = self._state
        at_work = state.mode == TEAM and isinstance(self._turns.voice, Investigator) and not state.talk.ending
        return self._team.rows() if at_work else ()

    @property
    def _state(self) -> State:
        return self._record.state

    def is_due(self) -> bool:
        """Once the user has said what it is about, or a draft does; never before the first question."""
        state = self._state
        if not state.converses or state.talk.ending or not isinstance(self._turns.voice, Investigator):
            return False
        known = bool(state.talk.user_turns) or bool(state.item and state.item.draft.strip() and state.talk.waiting)
        return known and self._depth is not LookDepth.NONE and bool(parts_left(state) or jobs(state))

    @property
    def _limits(self) -> LookLimits:
        voice = self._turns.voice
        return voice.limits if isinstance(voice, Investigator) else LookLimits(LookDepth.NONE)

    @property
    def _depth(self) -> LookDepth:
        return self._limits.depth or _DEPTHS.get(tier_of(self._state), LookDepth.THOROUGH)

    async def begin(self) -> None:
        """Says in the journal that it is going to be done, so that nobody asks what it will draft."""
        state, voice = self._state, self._turns.voice
        new = state.converses and state.conversation.look_depth is None and not state.talk.ending
        if new and isinstance(voice, Investigator) and self._depth is not LookDepth.NONE:
            await self._record.append(LookBegun(self._depth))
        self._say_what_a_team_needs()

    async def run(self, *, again: bool = False) -> None:
        """Does what is left of it, or waits for its end; what was stopped or failed only when asked for `again`."""
        while self._quiet and self._task:
            await asyncio.wait({self._task})
        if self._task is None:
            if not self.is_due() or (gave_up(self._state) and not again):
                return
            self._task = asyncio.ensure_future(self._go_through())
        task = self._task
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise

    async def finish(self) -> None:
        """Where nothing else is left to do: waits for its end; what nobody can do by now is given up."""
        self.awaited = True
        try:
            await self.run()
        finally:
            self.awaited = False
        if not gave_up(self._state) and (left := parts_left(self._state)):
            await self._record.append(LookEnded(left[0], LookEnd.STOPPED))
        for job in jobs(self._state):
            await self._mended(job.persona, LookOver(LookEnd.STOPPED), self._state)

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        """Without a word in the journal: the next session goes on with it."""
        if task := self._task:
            self._break_off()
            await asyncio.gather(task, return_exceptions=True)

    def _break_off(self) -> None:
        if self._task:
            self._quiet = True
            self._team.break_off()
            self._task.cancel()

    def _note_mode(self, update: Update) -> None:
        """In another mode others do it: what is under way goes on from what was found."""
        if isinstance(update, Happened) and isinstance(update.event.body, ModeChosen):
            self._break_off()
            self._say_what_a_team_needs()

    def _note_finds(self, update: Update) -> None:
        if isinstance(update, Happened):
            self._stirred.set()

    def _say_what_a_team_needs(self) -> None:
        lacks = self._state.mode == TEAM and not isinstance(self._turns.voice, Investigator)
        if lacks and not self._told_of_model and not self._state.talk.ending:
            self._told_of_model = True
            self._record.notice(NEEDS_A_MODEL)

    async def _go_through(self) -> None:
        try:
            if gave_up(self._state) or self._state.conversation.look_depth is None:
                await self._record.append(LookBegun(self._depth))
            left = parts_left(self._state)
            if self._state.mode == TEAM:
                await self._team.go_through(self._task_for, self._limits.tokens, self._take_over)
            else:
                await self._side_by_side()
            if left and not parts_left(self._state):
                self._tell_what_stands()
        finally:
            self._task = None
            self._quiet = False
            self._record.publish(Searching(""))

    def _tell_what_stands(self) -> None:
        entries = list(self._state.dossier)
        unsure = len(guesses(self._state.dossier))
        self._record.notice(
            f"The first draft stands: {len(entries)} entries, {unsure} of them guesses. You are asked about those "
            f"that decide something; the others stay marked until somebody confirms them."
        )

    async def _side_by_side(self) -> None:
        """What can be begun is begun as soon as what it rests on was brought in; after a failure nothing new is."""
        at_work: dict[LookPart, asyncio.Task[None]] = {}
        try:
            while True:
                self._stirred.clear()
                for parts in () if gave_up(self._state) else parts_to_begin(self._state):
                    if parts[0] not in at_work:
                        at_work[parts[0]] = asyncio.ensure_future(self._do(*parts))
                if not at_work:
                    return
                stirred = asyncio.ensure_future(self._stirred.wait())
                try:
                    await asyncio.wait({stirred, *at_work.values()}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    stirred.cancel()
                for part, task in tuple(at_work.items()):
                    if task.done():
                        del at_work[part]
                        task.result()
        finally:
            for task in at_work.values():
                task.cancel()
            await asyncio.gather(*at_work.values(), return_exceptions=True)

    async def _do(self, part: LookPart, also: LookPart | None = None) -> None:
        errand = Errand(WHO, PART_OWNERS[part], replace(self._look(part), also=also), self._state)
        try:
            await self._turns.break_in_the_talk()
            errand = replace(errand, state=self._state)
            over = await self.errands.run(errand, self._listener(part, errand.persona))
        except asyncio.CancelledError:
            ending = self.errands.count(errand) if self._quiet else self._end(part, LookOver(LookEnd.STOPPED), errand)
            await asyncio.shield(ending)
            raise
        except VoiceError as trouble:
            await self._end(part, LookOver(LookEnd.FAILED, f"{trouble}"), errand)
            self._record.notice(f"The look into the code ended early: {trouble.sentence} /look takes it up again.")
            return
        finally:
            self._doing.pop(part, None)
            if self._doing:
                self._record.publish(Searching("; ".join(self._doing.values())))
        await self._end(part, over, errand)

    def _listener(self, part: LookPart, persona: str) -> Listener:
        return self._team.instead_of(persona) if self._state.mode == TEAM else Teller(part, self._doing, self._record)

    async def _end(self, part: LookPart, over: LookOver, errand: Errand) -> None:
        ended = LookEnded(part, over.how, over.note, tuple(errand.used))
        if self._state.mode == TEAM:
            seen = errand.state
            ended = LookEnded(part, over.how, over.note, tuple(errand.used), "", heard_by_now(seen), seen.seq)
        also = errand.task.also
        whole = also is not None and over.how in (LookEnd.DONE, LookEnd.BOUNDED)
        await self._record.append(ended, *([LookEnded(also, over.how)] if also and whole else ()))

    def _look(self, part: LookPart | None) -> Look:
        depth = self._depth
        return Look(part, depth, self._limits.calls_for(part, depth), self._limits.tokens, _documents(self._state))

    # Of a team

    def _task_for(self, job: Job) -> Look:
        return self._look(job.part)

    async def _take_over(self, job: Job) -> None:
        """From what the worker has brought in: what is left of its part is done as without a team."""
        if job.part:
            await self._do(job.part)
        else:
            await self._mend_for(job.persona)

    async def _mend_for(self, persona: str) -> None:
        """What the lead cannot mend either stays for the talk, which is told of it."""
        state, look = self._state, self._look(None)
        inbox = inbox_of(persona, state, self._project().knowledge)
        errand = Errand(WHO, persona, replace(look, inbox=inbox), state)
        try:
            over = await self.errands.run(errand, self._team.instead_of(persona))
        except asyncio.CancelledError:
            if not self._quiet:
                await asyncio.shield(self._mended(persona, LookOver(LookEnd.STOPPED), state))
            raise
        except VoiceError:
            over = LookOver(LookEnd.FAILED)
        await self.errands.count(errand)
        await self._mended(persona, over, state)

    async def _mended(self, persona: str, over: LookOver, seen: State) -> None:
        await self._record.append(WorkerMended(persona, over.how, heard_by_now(seen), seen.seq, over.note))
