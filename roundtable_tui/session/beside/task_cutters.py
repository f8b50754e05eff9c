"""Has the work cut into tasks by whoever speaks, where they can: what they propose is taken only if it holds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.session.updates import Searching
from roundtable_tui.voices.protocol import TaskCutter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Tokens
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.session.proposals import Accepted, Stale
    from roundtable_tui.session.record import Record
    from roundtable_tui.session.voice_turn import VoiceTurns

_MOST = 60
"""Tasks that can be cut anew in one request; where the rules find more, theirs are taken."""


class TaskCutters:
    def __init__(
        self, record: Record, turns: VoiceTurns, propose: Callable[[Proposal], Awaitable[Accepted | Stale]]
    ) -> None:
        self._record, self._turns, self._propose = record, turns, propose
        self._task: asyncio.Task[tuple[ProposedTask, ...]] | None = None

    @property
    def under_way(self) -> bool:
        return self._task is not None

    async def proposal(self) -> tuple[ProposedTask, ...]:
        """What takes the place of the tasks that the rules would add; nothing where those are to be taken."""
        from roundtable_tui.domain.plan.proposal import to_cut

        voice, dossier = self._turns.voice, self._record.state.dossier
        if self._task is not None or not isinstance(voice, TaskCutter) or not 0 < len(to_cut(dossier)) <= _MOST:
            return ()
        task = self._task = asyncio.ensure_future(self._asked(voice))
        self._record.publish(Searching("The work is cut into tasks"))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                self._record.notice("The tasks are cut by rule, because cutting them was stopped.")
                return ()
            raise
        except VoiceError as trouble:
            self._record.notice(f"The tasks are cut by rule: {trouble.sentence}")
            return ()
        finally:
            self._task = None
            self._record.publish(Searching(""))

    async def finish(self) -> None:
        """Where the talk waits for it: the tasks are on record, whoever cut them."""
        proposal = await self.proposal()
        await self._record.append_made(lambda state: tasks_from(proposal, state))

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        if task := self._task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _asked(self, voice: TaskCutter) -> tuple[ProposedTask, ...]:
        from roundtable_tui.domain.plan.planning import WHO

        used: list[Tokens] = []
        try:
            return await voice.tasks(self._record.state, used.append)
        finally:
            if used:
                spent = Proposal(WHO, self._record.state.seq, tokens=tuple(used))
                await asyncio.shield(asyncio.ensure_future(self._propose(spent)))


def tasks_from(proposal: tuple[ProposedTask, ...], state: State) -> tuple[Contributed, ...]:
    """One line for the journal, or none where nothing is owed: the proposal if it still holds, else by rule."""
    from roundtable_tui.domain.plan.planning import WHO, plan_changes
    from roundtable_tui.domain.plan.proposal import as_changes

    changes: tuple[Change, ...] = as_changes(proposal, state.dossier) or plan_changes(state.dossier)
    return (Contributed(WHO, changes),) if changes else ()
