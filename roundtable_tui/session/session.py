"""The one door to an open item: intents of the user and proposals of others come in, events and updates go out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from roundtable_tui.domain.journal.conversation_events import PointMarked
from roundtable_tui.domain.journal.events import (
    USER,
    AnswerRevised,
    Body,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    Ending,
    Event,
    ModeChosen,
    Renamed,
    Reviewed,
    UserSaid,
)
from roundtable_tui.domain.journal.values import PointMark
from roundtable_tui.domain.knowledge.points.agent_questions import open_questions
from roundtable_tui.errors import ReadOnlyError, RoundtableError, UsageError
from roundtable_tui.session import intents as wanted
from roundtable_tui.session import wording
from roundtable_tui.session.beside.arrivals import Arrivals
from roundtable_tui.session.beside.asides import Asides
from roundtable_tui.session.beside.comment_intents import CommentIntent, SendComments, events_of
from roundtable_tui.session.code.background_scan import LookingAhead
from roundtable_tui.session.debounce import AfterBurst
from roundtable_tui.session.mode import Command, typed_in
from roundtable_tui.session.move_runner import MoveRunner
from roundtable_tui.session.moves import Rest
from roundtable_tui.session.outline import with_workers
from roundtable_tui.session.proposals import Accepted, Fitting, Proposal, Stale
from roundtable_tui.session.record import Record
from roundtable_tui.session.undo import to_bring_back
from roundtable_tui.session.updates import PanelWanted, Rested

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.documents.plan import Documents
    from roundtable_tui.session.intents import Intent
    from roundtable_tui.session.mode import Mode
    from roundtable_tui.session.outline import Outline
    from roundtable_tui.session.updates import Subscriber
    from roundtable_tui.voices.protocol import Voice

_NOT_HEARD = wanted.HandToPanel | wanted.MakePlan | wanted.ReadCriteria  # typed, they are no part of the talk
_PAUSE, _LONGEST = 0.8, 10.0
"""Seconds: documents follow what was accepted after such a pause, and at the latest after so long."""


class ItemSession:
    """Owns the journal and state of one item; intents are carried out one after another."""

    def __init__(self, opened: OpenItem, voice: Voice, modes: Mapping[str, Mode]) -> None:
        """`modes` are the ways to sit at the table, by name; the item's journal says which of them it is."""
        self._opened, self._modes, self._project = opened, modes, opened.project
        self._record = Record(opened)
        self._runner = MoveRunner(self._record, opened.project, opened.slug, voice)
        self._one_at_a_time = asyncio.Lock()
        self._looking_ahead = LookingAhead(self._record, self._runner.code_search, self._runner.effects.head)
        self._asides = Asides(self._record, self._runner, lambda: self._project, self.propose)
        self._arrivals = Arrivals(opened, self._record, self._runner, self.propose)
        self._wanted = self._reviews = 0
        """Those under way or waiting: the documents follow once, after the last of them."""
        self._documents_follow = AfterBurst(self._catch_up, _PAUSE, _LONGEST)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What it is

    @property
    def state(self) -> State:
        return self._record.state

    @property
    def events(self) -> Sequence[Event]:
        """The journal so far."""
        return self._record.events

    @property
    def knowledge(self) -> Knowledge:
        return self._project.knowledge

    @property
    def mode(self) -> Mode:
        return self._mode_named(self.state.mode)

    @property
    def modes(self) -> tuple[str, ...]:
        return tuple(self._modes)

    @property
    def voice(self) -> Voice:
        return self._runner.turns.voice

    @property
    def documents(self) -> Documents:
        return self._runner.documents.documents

    @property
    def read_only(self) -> bool:
        return bool(self._opened.read_only)

    @property
    def busy(self) -> bool:
        """Whether something the user wants is being carried out, or waits for what is."""
        return self._wanted > 0

    @property
    def is_writing(self) -> bool:
        """Whether files may be written that the state does not know of yet."""
        return self._one_at_a_time.locked()

    @property
    def is_looking(self) -> bool:
        return self._runner.code_search.under_way or self._asides.under_way

    @property
    def asides(self) -> Asides:
        return self._asides

    @property
    def has_conflicts(self) -> bool:
        return self._runner.documents.has_conflicts

    def commands(self) -> tuple[Command, ...]:
        """What the user can do now."""
        if self.read_only:
            return ()
        redo = (Command("redo", wanted.Redo()),) if to_bring_back(self.events) else ()
        return (*self.mode.commands(self.state, self.knowledge), *redo)

    def outline(self, opened: Collection[str] = ()) -> Outline:
        outline = self.mode.outline(self.state, self.knowledge, opened)
        return with_workers(outline, self._asides.investigation.workers)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells the subscriber of everything from now on, until what is returned is called."""
        return self._record.subscribe(subscriber)

    # What it does

    def do(self, intent: Intent) -> Coroutine[Any, Any, None]:
        """Carries out what the user wants, and all that follows from it until it is the user's turn again.

        The session is busy from this call on, not only from when it comes to it.
        """
        self._wanted += 1
        return wanted.UnderWay(self._carry_out(intent), self._over)

    def _over(self) -> None:
        self._wanted -= 1
        if not self.busy:
            self._record.publish(Rested())

    async def _carry_out(self, intent: Intent) -> None:
        match intent:
            case wanted.Start(depth=depth, mode=mode):
                await self._start(depth, mode)
            case wanted.Submit(text=text) if isinstance(typed := typed_in(text, self.commands), _NOT_HEARD):
                await self._carry_out(typed)
            case wanted.Submit(text=text):
                await self._intent(lambda: self._hear(text))
            case wanted.Retry():
                await self._intent()
            case wanted.Undo():
                await self._intent(lambda: self._runner.take_back(self.state.exchange + 1))
            case wanted.Redo():
                await self._intent(self._runner.bring_back)
            case wanted.WrapUp():
                await self._intent(lambda: self._record.append(Decided(Decision.EARLY_EXIT, yes=True)))
            case wanted.PullForward(points=points):
                marks = [PointMarked(point, PointMark.PULLED) for point in reversed(points)]
                await self._intent(lambda: self._record.append(*marks, actor=USER, new_exchange=True))
            case wanted.HandToPanel(point=point):
                self._record.publish(PanelWanted(point))
            case wanted.Rename(description=description):
                await self._aside(lambda: self._record.append(Renamed(description), actor=USER))
            case wanted.Review(changes=changes, at_once=at_once):
                await self._review(changes, at_once=at_once)
            case wanted.ReadCriteria():
                self._refuse_if_read_only()
                await self._asides.readings.run()
            case wanted.MakePlan():
                await self._aside(self._runner.documents.take_in_edits)
                proposal = await self._asides.tasks.proposal()
                await self._aside(lambda: self._runner.documents.renew_plan(proposal))
            case wanted.TakeInEdits() if self.state.files.artifacts:
                await self._intent(self._runner.documents.take_in_edits)
            case wanted.TakeOurs(name=name):
                await self._intent(lambda: self._runner.documents.take_ours(name))
            case wanted.Restore(version=version):
                await self._intent(lambda: self._runner.documents.restore(version))
            case _ if isinstance(intent, CommentIntent):
                await self._comment(intent)
            case _:
                if body := self._as_event(intent):
                    await self._intent(lambda: self._record.append(body, actor=USER, new_exchange=True))

    async def propose(self, proposal: Proposal) -> Accepted | Stale:
        """Takes in what somebody beside the talk found out, at any time; a proposal that came too late comes back."""
        self._refuse_if_read_only()
        fitting = Fitting(proposal, self._runner.ids)
        await self._record.append_made(fitting.events, actor=proposal.who)
        if isinstance(fitting.result, Accepted):
            self._documents_follow.call()
        return fitting.result

    async def take_in_questions(self, *, puts: bool = True) -> None:
        """What coding agents ask back; where the talk rests after its end, it is put to the user there at once."""
        if await self._arrivals.take_in_questions() and puts and self.state.talk.ending and not self.busy:
            await self.do(wanted.Retry())

    def use_voice(self, voice: Voice, knowledge: Knowledge | None = None) -> None:
        """Somebody else speaks from the next turn on, going by this knowledge if it is given."""
        self._runner.turns.give_to(voice)
        if knowledge is not None and knowledge is not self._project.knowledge:
            self._project = replace(self._project, knowledge=knowledge)
            self._runner.use(self._project)

    async def warm_voice(self) -> None:
        """Beside everything else: loads what the voice needs for its first turn."""
        await self._runner.turns.warm()

    async def look_ahead(self, *, again: bool = False) -> None:
        """Looks through the code once the user has said what it is about; then the table goes on by itself."""
        if not self.read_only:
            await self._asides.comments.run()
            if await self._looking_ahead.look(self._one_at_a_time, again=again):
                self._documents_follow.call()
            await self._asides.investigation.run(again=again)

    async def investigate(self) -> None:
        """For a door that waits: all that the table does by itself, if it is due."""
        if not self.read_only and self._asides.investigation.is_due():
            await self.look_ahead()

    def stop_looking(self) -> None:
        """What was found so far is not kept; the talk goes on without it."""
        self._runner.code_search.stop()
        self._asides.stop()

    def stop(self) -> None:
        """Stops the turn or the search under way; what was said so far stays, marked."""
        self._runner.code_search.stop()
        self._runner.turns.stop()
        self._asides.stop_what_is_awaited()

    async def close(self) -> None:
        """Waits for what is under way, then lets go of the item."""
        await self._asides.close()
        await self._runner.code_search.close()
        await self._arrivals.tidy()
        async with self._one_at_a_time:
            pass  # what is under way ends first: it may owe documents
        try:
            await self._documents_follow.finish()
        finally:
            async with self._one_at_a_time:
                await self._runner.turns.close()
                await self._record.close()

    # Intents

    async def _intent(self, begin: Callable[[], Awaitable[None]] | None = None) -> None:
        self._refuse_if_read_only()
        async with self._one_at_a_time:
            if begin:
                await begin()
            await self._go_on()

    def _refuse_if_read_only(self) -> None:
        if self.read_only:
            raise ReadOnlyError(self._opened.read_only, "Open it where it can be written to go on.")

    def _as_event(self, intent: Intent) -> Body | None:
        if isinstance(intent, wanted.ChooseMode):
            return ModeChosen(self._mode_named(intent.mode).name) if intent.mode != self.state.mode else None
        return wanted.as_event(intent, self.state)

    def _mode_named(self, name: str) -> Mode:
        if name not in self._modes:
            known = ", ".join(self._modes)
            raise UsageError(f"There is no mode {name} in this program.", f"It knows {known}.")
        return self._modes[name]

    async def _start(self, depth: Depth | None, mode: str) -> None:
        for notice in self._opened.notices:
            self._record.notice(notice)
        if self.read_only:
            return
        async with self._one_at_a_time:
            await self._arrivals.take_in_questions()
            if self.state.talk.ending is Ending.COMPLETE:
                await self._offer_another_look()
                return
            if self.state.talk.left or self.state.talk.ending is Ending.EARLY:
                await self._record.append(Continued(), actor=USER)
            await self._arrivals.take_in_meta()
            if mode and mode != self.state.mode:
                await self._record.append(ModeChosen(self._mode_named(mode).name), actor=USER)
            for body in self.mode.with_depth(self.state, depth) if depth else ():
                await self._record.append(body, actor=USER)
            await self._asides.investigation.begin()
            if greeting := self.mode.welcome(self.state, self.knowledge):
                self._record.notice(greeting.text)
            await self._go_on()

    async def _hear(self, text: str) -> None:
        """Words whose turn was stopped or failed are the same turn when sent again, and superseded when edited."""
        await self._asides.investigation.begin()
        turn = self.state.talk.turn
        if turn is None:
            await self._record.append(UserSaid(text), actor=USER, new_exchange=True)
        elif turn.command or turn.text != text:
            await self._record.append(AnswerRevised(turn.number, text), actor=USER, new_exchange=True)

    async def _aside(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Does something that the talk does not go on from."""
        self._refuse_if_read_only()
        async with self._one_at_a_time:
            await begin()
            await self._write_what_is_owed()

    async def _review(self, changes: Callable[[int], tuple[Change, ...]], *, at_once: bool) -> None:
        self._refuse_if_read_only()
        self._reviews += 1
        try:
            async with self._one_at_a_time:
                body = Reviewed(changes(self.state.exchange + 1))
                await self._record.append(body, actor=USER, new_exchange=True)
                follows_now = at_once and self._reviews == 1
                if follows_now:
                    await self._write_what_is_owed()
        finally:
            self._reviews -= 1
        if not follows_now:
            self._documents_follow.call()

    async def _comment(self, intent: CommentIntent) -> None:
        """Comments stand beside the talk; what needs nobody to think about it is done at once."""
        before = self.state.comments
        if bodies := events_of(intent, before, self._record.now(), self.state.dossier.entries):
            sends = isinstance(intent, SendComments)
            await self._aside(lambda: self._record.append(*bodies, actor=USER, new_exchange=sends))
            await self._asides.comments.let_go_of_questions(before)
        if not self._asides.comments.needs_time:
            await self._asides.comments.run()

    # Moves

    async def _go_on(self) -> None:
        """Does what is owed, one move after another, until it is the user's turn."""
        while not isinstance(move := self.mode.next_move(self.state, self.knowledge), Rest):
            await (self._asides.end_of(move) or self._runner.carry_out(move))

    async def _write_what_is_owed(self) -> None:
        while owed := self.mode.owed(self.state, self.knowledge):
            await self._runner.carry_out(owed)

    async def _catch_up(self) -> None:
        """Nobody waits for it, so that whoever looks on is told what goes wrong."""
        try:
            async with self._one_at_a_time:
                await self._write_what_is_owed()
        except RoundtableError as error:
            self._record.notice(str(error))

    async def _offer_another_look(self) -> None:
        """A finished item: current, or made from code that has changed since."""
        waits = self.state.talk.waiting or self.state.talk.turn
        if waits or open_questions(self.state):
            await self._go_on()
        if waits or self.state.talk.waiting:
            return
        then, now = self.state.code.commit, await self._record.on_disk(self._runner.effects.head)
        if not then or not now or then.startswith(now) or now.startswith(then):
            await self._go_on()
            self._record.notice(wording.is_current(then))
            return
        await self._record.append(DecisionAsked(Decision.REANALYSE, (wording.code_moved_on(then, now),)))
