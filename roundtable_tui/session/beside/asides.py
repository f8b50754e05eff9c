"""What goes on beside the talk: the table's own investigation, comments that were sent, and the second reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.session.beside.comment_answers import CommentAnswers
from roundtable_tui.session.beside.readers import SecondReadings
from roundtable_tui.session.code.investigation import Investigation
from roundtable_tui.session.moves import AwaitLook, AwaitReaders

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

    @property
    def under_way(self) -> bool:
        return self.investigation.under_way or self.comments.under_way or self.readings.under_way

    def end_of(self, move: Move) -> Awaitable[None] | None:
        """What the talk waits for by this move; None where it waits for nothing beside it."""
        match move:
            case AwaitLook():
                return self.investigation.finish()
            case AwaitReaders():
                return self.readings.finish()
        return None

    def stop(self) -> None:
        self.investigation.stop()
        self.comments.stop()
        self.readings.stop()

    def stop_what_is_awaited(self) -> None:
        """The rest goes on: nobody waits for it."""
        self.readings.stop()
        if self.investigation.awaited:
            self.investigation.stop()

    async def close(self) -> None:
        """What is left is taken up the next time."""
        await self.comments.close()
        await self.readings.close()
        await self.investigation.close()
