"""Runs a panel from its file: round after round, each written before anybody is told, until it ends or is paused."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from roundtable_tui.panel.record.session import CLOSED, NextAction, TopicStatus
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.round import RoundPlay
from roundtable_tui.panel.rounds.updates import (
    Concluded,
    Decided,
    Escalating,
    Noticed,
    Paused,
    RoundWritten,
    SeatChanged,
    SeatState,
)
from roundtable_tui.panel.rules.agenda import updated_agenda
from roundtable_tui.panel.rules.conclusion import missing_for_conclusion, next_action
from roundtable_tui.panel.rules.escalation import decided, due_issues, raised_hand
from roundtable_tui.panel.rules.phases import phase_after
from roundtable_tui.panel.seats.anonymity import unsigned

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rounds.parts import PanelParts
    from roundtable_tui.panel.rounds.round import PlayedRound
    from roundtable_tui.panel.rounds.updates import PanelUpdate, Subscriber
    from roundtable_tui.panel.rules.escalation import Issue

_T = TypeVar("_T")


class PanelTable:
    """One panel under way. The session is what its file says, never ahead of it."""

    def __init__(self, parts: PanelParts, session: PanelSession) -> None:
        self.session = session
        self._parts = parts
        self._subscribers: list[Subscriber] = []
        self._disk_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="panel")
        self._round: asyncio.Task[PlayedRound] | None = None
        self._hand = False
        self._pausing = False
        self._veiled: dict[str, Ballot] = {}
        """Ballots of a round that is written and not yet revealed."""
        parts.listen(self._waits)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        self._subscribers.append(subscriber)
        return partial(self._subscribers.remove, subscriber)

    def raise_hand(self) -> None:
        """The user wants to speak: at once between two rounds, else as soon as the present one is written."""
        self._hand = True

    def pause(self) -> None:
        """Ends the round under way; its sealed ballots are kept."""
        self._pausing = True
        if self._round:
            self._round.cancel()

    async def run(self) -> PanelSession:
        """Until the panel is closed or paused."""
        self._pausing = False
        self._parts.begin(self.session)
        if self.session.paused_at:
            self.session = replace(self.session, paused_at="")
        while not self.session.is_closed and not self._pausing:
            if not await self._settle():
                await self._pause()
                return self.session
            match self._owed():
                case NextAction.CONCLUDE:
                    await self.conclude()
                case _:
                    await self._play()
        if self._pausing:
            await self._pause()
        return self.session

    async def conclude(self) -> None:
        """Writes the documents, tells the item, then closes the session; after a crash all of it is done again."""
        pending = self._parts.opened.pending
        await self._on_disk(pending.read, len(self.session.rounds) + 1)  # drops what a crash left of a written round
        published = await self._on_disk(self._parts.publish_outcome, self.session)
        outcome = published.outcome
        for notice in published.notices:
            self._publish(Noticed(notice))
        if self._parts.deliver and (said := await self._parts.deliver(self.session)):
            self._publish(Noticed(said))
        now = self._parts.now()
        closed = replace(self.session, status=CLOSED, closed_at=now, updated_at=now, outcome=outcome, paused_at="")
        await self._commit(closed, lambda: self._publish(Concluded(closed, outcome)))

    async def close(self) -> None:
        """Lets go of the session."""
        if self._parts.let_go:
            await self._parts.let_go()
        await asyncio.to_thread(self._disk_thread.shutdown)
        self._parts.opened.close()

    def _owed(self) -> NextAction:
        """What follows the last round, now that everything it raised is decided."""
        last = self.session.last_round
        if last is None:
            return NextAction.CONTINUE
        if last.next_action is not NextAction.ESCALATE:
            return last.next_action
        wanted = NextAction.CONTINUE if last.wanted is NextAction.ESCALATE else last.wanted
        parts = self._parts
        if wanted is NextAction.CONCLUDE:  # only the user's word was missing
            done = {last.topic_id: TopicStatus.CLOSED}
            topics = updated_agenda(self.session, parts.agenda, done, {})
            self.session = replace(self.session, agenda=topics)
        action = next_action(self.session, parts.agenda, parts.strategy, wanted, escalates=False)
        if action is NextAction.PHASE and self.session.phase == last.phase:
            self.session = replace(self.session, phase=phase_after(parts.strategy, last.phase))
        return action

    async def _settle(self) -> bool:
        """Everything that has to go to the user goes now; False where the user does not decide."""
        while issue := self._issue():
            issue = replace(issue, positions=unsigned(issue.positions, self.session, self._parts.knowledge))
            self._publish(Escalating(issue))
            decision = await self._parts.moderator.decide(issue)
            if decision is None:
                return False
            settled = replace(decided(self.session, issue, decision), updated_at=self._parts.now())
            await self._commit(settled, lambda: self._publish(Decided(self.session)))
        self._reveal()
        return True

    def _reveal(self) -> None:
        """The names return; where the user has to decide first, they decide by what was said, not by who said it."""
        for seat, ballot in self._veiled.items():
            self._publish(SeatChanged(seat, SeatState.REVEALED, ballot))
        self._veiled = {}

    def _issue(self) -> Issue | None:
        if self._hand:
            self._hand = False
            return raised_hand(self.session)
        last = self.session.last_round
        found = due_issues(self.session, self._parts.agenda, last.escalation_reason if last else "")
        return found[0] if found else None

    async def _play(self) -> None:
        parts = self._parts
        pending = await self._on_disk(parts.opened.pending.read, len(self.session.rounds) + 1)
        play = RoundPlay(parts, self.session, self._on_disk, self._publish)
        self._round = asyncio.create_task(play.play(pending))
        try:
            played = await self._round
        except asyncio.CancelledError:
            if self._pausing and self._round.cancelled():
                return
            self._round.cancel()
            raise
        finally:
            self._round = None
        await self._write(played)
        if parts.interactive and not self.session.is_closed:
            match await parts.moderator.after_round(self.session):
                case Wish.PAUSE:
                    self._pausing = True
                case Wish.CONCLUDE:
                    await self.conclude()
                case Wish.GO_ON:
                    pass

    async def _write(self, played: PlayedRound) -> None:
        """The round in one atomic write, the phase it leads to in the same; only then is it told."""
        parts, done = self._parts, played.round
        session = replace(played.session, updated_at=done.timestamp)
        if done.next_action is NextAction.PHASE:
            session = replace(session, phase=phase_after(parts.strategy, done.phase))

        def told() -> None:
            self._veiled = dict(done.ballots)
            if done.next_action is not NextAction.ESCALATE:
                self._reveal()
            reasons = missing_for_conclusion(session, parts.agenda, parts.strategy)
            self._publish(RoundWritten(done, session, played.verdict.share, reasons))

        await self._commit(session, told, and_then=parts.opened.pending.remove)

    async def _pause(self) -> None:
        paused = replace(self.session, paused_at=self._parts.now())
        await self._commit(paused, lambda: self._publish(Paused(paused)))

    async def _commit(
        self, session: PanelSession, told: Callable[[], None], and_then: Callable[[], None] = lambda: None
    ) -> None:
        """Saves, then counts, then tells; somebody who stops waiting does not stop it half-way."""

        async def commit() -> None:
            await self._on_disk(self._parts.opened.save, session)
            self.session = session
            await self._on_disk(and_then)
            told()

        task = asyncio.ensure_future(commit())
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise

    async def _on_disk(self, work: Callable[..., _T], *arguments: object) -> _T:
        """In the one thread that touches the disk, so that writes keep their order."""
        loop = asyncio.get_running_loop()
        waiting: Awaitable[_T] = loop.run_in_executor(self._disk_thread, partial(work, *arguments))
        return await asyncio.shield(waiting)

    def _waits(self, seat: str, text: str) -> None:
        self._publish(SeatChanged(seat, SeatState.THINKING, reason=text) if seat else Noticed(text))

    def _publish(self, update: PanelUpdate) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(update)
