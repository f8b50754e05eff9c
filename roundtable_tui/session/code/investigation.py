"""What the table does by itself beside the talk: reads the code, then drafts the dossier part by part.

Everything it finds comes in by proposals, batch by batch, and each part that ends is journaled, so that a crash, a stop
or a lost connection costs at most the part under way, and that goes on from what was found.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.conversation_events import LookBegun, LookEnded
from roundtable_tui.domain.journal.state import CONVERSATION
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart
from roundtable_tui.domain.knowledge.look_parts import gave_up, parts_left
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.knowledge.points.open_points import depth_of, tier_of
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.code.background_scan import own_folders
from roundtable_tui.session.code.code_access import A_LOOK, CodeForVoices
from roundtable_tui.session.proposals import Proposal, Stale
from roundtable_tui.session.updates import Searching
from roundtable_tui.voices.protocol import Batch, Brief, Busy, Investigator, LookLimits, LookOver, Used
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from roundtable_tui.domain.dossier.dossier import IdGiver, SharedIds
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.proposals import Accepted
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.voice_turn import VoiceTurns
    from roundtable_tui.voices.protocol import LookPiece

WHO = "investigation"
"""Who contributes what a look has found."""
_LEADS = {
    LookPart.READING: ALEX,
    LookPart.REQUIREMENTS: MAYA,
    LookPart.ARCHITECTURE: ALEX,
    LookPart.DESIGN: JORDAN,
}
_DEPTHS = {
    "trivial": LookDepth.NONE,
    "light": LookDepth.LIGHT,
    "standard": LookDepth.THOROUGH,
    "epic": LookDepth.THOROUGH,
}


def _documents(state: State) -> tuple[str, ...]:
    return tuple(one.path for one in state.code.scan.documents) if state.code.scan else ()


class Investigation:
    def __init__(
        self,
        record: Record,
        turns: VoiceTurns,
        ids: SharedIds,
        project: Callable[[], Project],
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
    ) -> None:
        self._record, self._turns, self._ids, self._project, self._propose = record, turns, ids, project, propose
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.awaited = False
        """Whether the talk cannot go on before its end."""

    @property
    def under_way(self) -> bool:
        return self._task is not None

    @property
    def _state(self) -> State:
        return self._record.state

    def is_due(self) -> bool:
        """Once the user has said what it is about, or a draft does; never before the first question."""
        state = self._state
        if state.mode != CONVERSATION or state.talk.ending or not isinstance(self._turns.voice, Investigator):
            return False
        known = bool(state.talk.user_turns) or bool(state.item and state.item.draft.strip() and state.talk.waiting)
        return known and self._depth is not LookDepth.NONE and bool(parts_left(state))

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
        new = state.mode == CONVERSATION and state.conversation.look_depth is None and not state.talk.ending
        if new and isinstance(voice, Investigator) and self._depth is not LookDepth.NONE:
            await self._record.append(LookBegun(self._depth))

    async def run(self, *, again: bool = False) -> None:
        """Does what is left of it, or waits for its end; what was stopped or failed only when asked for `again`."""
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

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        """Without a word in the journal: the next session goes on with it."""
        self._closing = True
        if task := self._task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _go_through(self) -> None:
        try:
            if gave_up(self._state) or self._state.conversation.look_depth is None:
                await self._record.append(LookBegun(self._depth))
            for part in parts_left(self._state):
                if not await self._do(part):
                    return
            guesses = sum(entry.confidence is not Confidence.HIGH for entry in self._state.dossier)
            self._record.notice(f"The first draft stands: {guesses} entries, each a guess until you confirm it.")
        finally:
            self._task = None
            self._record.publish(Searching(""))

    async def _do(self, part: LookPart) -> bool:
        """False where it did not come to its end."""
        used: list[Tokens] = []
        paths = self._project().paths
        code = CodeForVoices(paths.root, own_folders(paths), A_LOOK)
        try:
            with self._ids.lent() as ids:
                over = await self._pieces(self._brief(part, code, ids), used)
        except asyncio.CancelledError:
            if not self._closing:
                await asyncio.shield(self._end(part, LookOver(LookEnd.STOPPED), used))
            raise
        except VoiceError as trouble:
            await self._end(part, LookOver(LookEnd.FAILED, f"{trouble}"), used)
            self._record.notice(f"The look into the code ended early: {trouble.sentence} /look takes it up again.")
            return False
        finally:
            code.stop()
        await self._end(part, over, used)
        return True

    async def _end(self, part: LookPart, over: LookOver, used: list[Tokens]) -> None:
        await self._record.append(LookEnded(part, over.how, over.note, tuple(used)))

    async def _pieces(self, brief: Brief, used: list[Tokens]) -> LookOver:
        voice = self._turns.voice
        if not isinstance(voice, Investigator):
            raise VoiceError("Whoever speaks now cannot look into the code alone.", "The talk goes on without it.")
        pieces = cast("AsyncGenerator[LookPiece, None]", voice.look(brief))
        over = LookOver(LookEnd.DONE)
        own: dict[str, int] = {}
        async with aclosing(pieces):
            async for piece in pieces:
                match piece:
                    case Used(tokens=tokens):
                        used.append(tokens)
                    case Busy(text=text):
                        self._record.publish(Searching(text))
                    case Batch() as batch:
                        await asyncio.shield(self._take_in(batch, brief.state.seq, own, used))
                    case LookOver():
                        over = piece
        return over

    async def _take_in(self, batch: Batch, read: int, own: dict[str, int], used: list[Tokens]) -> None:
        """What somebody else changed since the line that was read stays as they left it; the rest counts."""
        tokens = tuple(used)
        used.clear()
        wanted = Proposal(WHO, read, batch.changes, batch.claims, tokens=tokens, seen=batch.seen, lent=True, own=own)
        while isinstance(outcome := await self._propose(wanted), Stale):
            stale = outcome.entries
            wanted = replace(wanted, changes=tuple(change for change in wanted.changes if change.id not in stale))
        own |= {change.id: outcome.at for change in wanted.changes}

    def _brief(self, part: LookPart, code: CodeForVoices, ids: IdGiver) -> Brief:
        state, knowledge, depth = self._state, self._project().knowledge, self._depth
        return Brief(
            id=f"{state.seq}/{part}",
            task=Look(part, depth, self._limits.calls_for(part, depth), self._limits.tokens, _documents(state)),
            state=state,
            knowledge=knowledge,
            speakers=(knowledge.persona(_LEADS[part]),),
            depth=depth_of(state),
            ids=ids,
            turn=state.exchange,
            code=code,
        )
