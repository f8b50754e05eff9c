"""What goes on beside the talk: the table's own investigation, comments that were sent, second readings, the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.session.beside.comment_answers import CommentAnswers
from roundtable_tui.session.beside.readers import SecondReadings
from roundtable_tui.session.beside.task_cutters import TaskCutters
from roundtable_tui.session.code.investigation import Investigation
from roundtable_tui.session.moves import AwaitLook, AwaitReaders, AwaitTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.items.project import Project
    from roundtable_tui.session.move_runner import MoveRunner
    from roundtable_tui.session.moves import Move
    from roundtable_tui.session.proposals import Accepted, Proposal, Stale
    from roundtable_tui.session.record import Record


class Asides:
    def __init__(
        self,
        record: Record,
        runner: MoveRunner,
        project: Callable[[], Project],
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
    ) -> None:
        self.investigation = Investigation(record, runner.turns, runner.ids, project, propose)
        errands = self.investigation.errands
        self.comments = CommentAnswers(record, runner.turns, errands, lambda: project().knowledge, propose)
        self.readings = SecondReadings(record, runner.turns, propose)
        self.tasks = TaskCutters(record, runner.turns, propose)

    @property
    def under_way(self) -> bool:
        return any(one.under_way for one in (self.investigation, self.comments, self.readings, self.tasks))

    def end_of(self, move: Move) -> Awaitable[None] | None:
        """What the talk waits for by this move; None where it waits for nothing beside it."""
        match move:
            case AwaitLook():
                return self.investigation.finish()
            case AwaitReaders():
                return self.readings.finish()
            case AwaitTasks():
                return self.tasks.finish()
        return None

    def stop(self) -> None:
        self.investigation.stop()
        self.comments.stop()
        self.readings.stop()
        self.tasks.stop()

    def stop_what_is_awaited(self) -> None:
        """The rest goes on: nobody waits for it."""
        self.readings.stop()
        self.tasks.stop()
        if self.investigation.awaited:
            self.investigation.stop()

    async def close(self) -> None:
        """What is left is taken up the next time."""
        await self.comments.close()
        await self.readings.close()
        await self.tasks.close()
        await self.investigation.close()
