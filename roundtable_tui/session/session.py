"""The one door to an item: whoever wants something of it sends an intent here and awaits the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from roundtable_tui.domain.dossier.dossier import IdGiver
from roundtable_tui.domain.journal.events import (
    NO_STEP,
    OUTSIDE,
    USER,
    VOICE,
    AnswerRevised,
    BacklogMarked,
    Body,
    ChangedOutside,
    Chose,
    Continued,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Ending,
    Event,
    MetaWritten,
    PhaseCompleted,
    Retracted,
    Reviewed,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.knowledge.phases import PHASES
from roundtable_tui.errors import ReadOnlyError, RoundtableError
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.mode import next_move, records_owed
from roundtable_tui.session.background_scan import CodeSearch, LookingAhead, own_folders
from roundtable_tui.session.code_access import CodeForVoices
from roundtable_tui.session.debounce import AfterBurst
from roundtable_tui.session.documents.writer import Paperwork
from roundtable_tui.session.effects import Effects
from roundtable_tui.session.moves import (
    Append,
    EndPhase,
    MarkBacklog,
    Move,
    Rest,
    Scan,
    Speak,
    TakeBack,
    WriteArtifacts,
    WriteMeta,
)
from roundtable_tui.session.record import Record
from roundtable_tui.session.undo import to_take_back
from roundtable_tui.session.updates import Searching, Speaking, Subscriber
from roundtable_tui.session.voice_turn import ELABORATION_TURNS, Floor, turn_request

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.domain.talk.menu import MenuCommand
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.documents.plan import Documents
    from roundtable_tui.storage.versions import Version
    from roundtable_tui.voices.protocol import Voice

_PAUSE, _LONGEST = 0.8, 10.0
"""Seconds: documents follow what was accepted after such a pause, and at the latest after so long."""


class Session:
    """Owns the journal and state of one item; intents are carried out one after another."""

    def __init__(self, opened: OpenItem, voice: Voice, elaboration_turns: int = ELABORATION_TURNS) -> None:
        """`elaboration_turns` is how often the user can speak in an elaboration."""
        self._opened = opened
        self._project = opened.project
        self._record = Record(opened)
        self._paperwork = Paperwork(self._record, opened.project, opened.slug)
        self._floor = Floor(voice, lambda part: self._record.publish(Speaking(part)))
        self._elaboration_turns = elaboration_turns
        self._effects = Effects(opened.project, opened.slug)
        self._one_at_a_time = asyncio.Lock()
        self._code_search = CodeSearch(self._effects.scan, lambda text: self._record.publish(Searching(text)))
        self._looking_ahead = LookingAhead(self._record, self._code_search, lambda: self._effects.head())
        self._reviews = 0
        """Those under way or waiting: the documents follow once, after the last of them."""
        self._documents_follow = AfterBurst(self._catch_up, _PAUSE, _LONGEST)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

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
    def voice(self) -> Voice:
        return self._floor.voice

    @property
    def voice_name(self) -> str:
        return self.voice.name

    @property
    def documents(self) -> Documents:
        return self._paperwork.documents

    @property
    def read_only(self) -> bool:
        return bool(self._opened.read_only)

    @property
    def at_work(self) -> bool:
        """Whether an intent is being carried out: files may be written that the state does not know of yet."""
        return self._one_at_a_time.locked()

    @property
    def has_conflicts(self) -> bool:
        return self._paperwork.has_conflicts

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells the subscriber of everything from now on, until what is returned is called."""
        return self._record.subscribe(subscriber)

    async def close(self) -> None:
        """Waits for what is under way, then lets go of the item."""
        await self._code_search.close()
        async with self._one_at_a_time:
            pass  # what is under way ends first: it may owe documents
        try:
            await self._documents_follow.finish()
        finally:
            async with self._one_at_a_time:
                await self._floor.close()
                await self._record.close()

    async def start(self, depth: Depth | None = None) -> None:
        """Takes up the item where it stands: says so, does what is owed, and asks what was not answered."""
        for notice in self._opened.notices:
            self._record.notice(notice)
        if self.read_only:
            return
        async with self._one_at_a_time:
            if self.state.ending is Ending.COMPLETE:
                await self._offer_another_look()
                return
            if self.state.left or self.state.ending is Ending.EARLY:
                await self._record.append(Continued(), actor=USER)
            await self._take_in_outside_changes()
            await self._set_depth(depth)
            if greeting := wording.welcome_back(self.state, self._project.knowledge):
                self._record.notice(greeting.text)
            await self._go_on()

    async def submit(self, text: str) -> None:
        """The user's words, exactly as typed; durable before anything is made of them."""
        await self._intent(lambda: self._hear(text))

    async def retry(self) -> None:
        """Does again what the voice could not finish."""
        await self._intent(_nothing)

    def use_voice(self, voice: Voice, knowledge: Knowledge | None = None) -> None:
        """Somebody else speaks from the next turn on, going by this knowledge if it is given."""
        self._floor.give_to(voice)
        if knowledge is not None and knowledge is not self._project.knowledge:
            self._project = replace(self._project, knowledge=knowledge)
            self._effects = Effects(self._project, self._opened.slug)

    async def warm_voice(self) -> None:
        """Beside everything else: loads what the voice needs for its first turn."""
        await self._floor.warm()

    async def choose(self, command: MenuCommand) -> None:
        await self._user_exchange(Chose(command))

    async def change_depth(self, depth: Depth) -> None:
        await self._user_exchange(DepthChanged(self.state.phase, depth))

    async def reopen(self, step_id: str) -> None:
        await self._user_exchange(StepReopened(step_id))

    async def revise(self, turn: int, text: str) -> None:
        """The user says something else instead of what they said in that turn."""
        await self._user_exchange(AnswerRevised(turn, text))

    async def undo(self) -> None:
        await self._intent(lambda: self._take_back(self.state.exchange + 1))

    async def go_on(self) -> None:
        """Takes the talk up again that the user left at a phase boundary, or ended early."""
        await self._user_exchange(Continued())

    async def begin_again(self) -> None:
        """Goes through a finished analysis once more; what is known stays."""
        if self.state.ending is Ending.COMPLETE:
            await self._user_exchange(Decided(Decision.REANALYSE, yes=True))

    async def take_in_edits(self) -> None:
        """Looks at the artifacts again: what was written into them by hand counts, and the others follow."""
        names = tuple(self.state.artifacts)
        step = self.state.current or NO_STEP
        if names:
            await self._intent(lambda: self._paperwork.write(names, step))

    async def take_ours(self, name: str) -> None:
        """Settles a conflict for the analysis: its version is written over the user's, which stays in the history."""
        self._paperwork.require(name)
        await self._intent(lambda: self._paperwork.take_ours(name))

    async def restore(self, version: Version) -> None:
        """Puts an earlier version back as the user's own text, and the analysis follows; what it replaces is kept."""
        self._paperwork.require(version.name)
        await self._intent(lambda: self._paperwork.restore(version))

    async def review(self, changes: Callable[[int], tuple[Change, ...]], *, at_once: bool = True) -> None:
        """What the user decides about entries; `changes` is told the turn they are stated or confirmed in.

        The talk stays where it is, so that an item can be reviewed without being taken up. Without `at_once` the
        documents wait until nothing more is decided for a moment, at the longest until the item is let go.
        """
        self._refuse_if_read_only()
        self._reviews += 1
        try:
            async with self._one_at_a_time:
                body = Reviewed(changes(self.state.exchange + 1))
                await self._record.append(body, actor=USER, new_exchange=True)
                follows_now = at_once and self._reviews == 1
                if follows_now:
                    await self._write_records()
        finally:
            self._reviews -= 1
        if not follows_now:
            self._documents_follow.call()

    async def _catch_up(self) -> None:
        """Nobody waits for it, so that whoever looks on is told what goes wrong."""
        try:
            async with self._one_at_a_time:
                await self._write_records()
        except RoundtableError as error:
            self._record.notice(str(error))

    async def _write_records(self) -> None:
        while owed := records_owed(self.state, self._project.knowledge):
            await self._carry_out(owed)

    async def look_ahead(self, *, again: bool = False) -> None:
        """Looks through the code beside the talk, as soon as the user has said what it is about."""
        if not self.read_only:
            await self._looking_ahead.look(self._one_at_a_time, again=again)

    @property
    def is_looking(self) -> bool:
        return self._code_search.under_way

    def stop_looking(self) -> None:
        """What was found so far is not kept; the talk goes on without it."""
        self._code_search.stop()

    async def wrap_up(self) -> None:
        """Ends the analysis here without asking, with the gaps marked."""
        await self._intent(lambda: self._record.append(Decided(Decision.EARLY_EXIT, yes=True)))

    def stop(self) -> None:
        """Stops the turn or the search under way; what was said so far stays, marked."""
        self._code_search.stop()
        self._floor.stop()

    async def _user_exchange(self, body: Body) -> None:
        """The user does this, and what follows from it is done."""
        await self._intent(lambda: self._record.append(body, actor=USER, new_exchange=True))

    async def _intent(self, begin: Callable[[], Awaitable[None]]) -> None:
        self._refuse_if_read_only()
        async with self._one_at_a_time:
            await begin()
            await self._go_on()

    def _refuse_if_read_only(self) -> None:
        if self.read_only:
            raise ReadOnlyError(self._opened.read_only, "Open it where it can be written to go on.")

    async def _hear(self, text: str) -> None:
        """Words whose turn was stopped or failed are the same turn when sent again, and superseded when edited."""
        turn = self.state.turn
        if turn is None:
            await self._record.append(UserSaid(text), actor=USER, new_exchange=True)
        elif turn.command or turn.text != text:
            await self._record.append(AnswerRevised(turn.number, text), actor=USER, new_exchange=True)

    async def _go_on(self) -> None:
        """Does what is owed, one move after another, until it is the user's turn."""
        while not isinstance(move := next_move(self.state, self._project.knowledge), Rest):
            await self._carry_out(move)

    async def _carry_out(self, move: Move) -> None:
        match move:
            case Append(bodies=bodies):
                await self._record.append(*bodies)
            case Speak():
                await self._speak(move)
            case TakeBack():
                await self._take_back(self.state.turn.number if self.state.turn else self.state.exchange + 1)
            case Scan(words=words):
                await self._record.append(await self._code_search.result(words))
            case WriteArtifacts(names=names, step=step):
                await self._paperwork.write(names, step)
            case WriteMeta():
                meta = await self._record.on_disk(self._effects.write_meta, self.state)
                if meta.notice:
                    self._record.notice(meta.notice)
                await self._record.append(MetaWritten(meta.fields))
            case MarkBacklog(marker=marker):
                await self._record.on_disk(self._effects.mark_backlog, self.state, marker)
                await self._record.append(BacklogMarked(marker))
            case EndPhase():
                commit = await self._record.on_disk(self._effects.head)
                await self._record.append(PhaseCompleted(move.phase, move.how, commit, move.said))

    async def _speak(self, move: Speak) -> None:
        """One attempt of the voice: everything it says and records becomes one line, or, stopped, only its words."""
        ids = IdGiver(self.state.dossier.used, self._effects.reserve_decision)
        code = CodeForVoices(self._project.paths.root, own_folders(self._project.paths))
        request = turn_request(move, self.state, self.knowledge, ids, code, self._elaboration_turns)
        try:
            heard = await self._floor.hear(request)
        finally:
            code.stop()
        await asyncio.shield(self._record.append(heard.spoke, actor=VOICE))
        if heard.trouble:
            raise heard.trouble from None

    async def _take_back(self, before: int) -> None:
        """Voids the user's last exchange before this one; the message that asked for it goes first.

        In that order a crash between the two costs a repeated "undo", never one answer too many.
        """
        found = to_take_back(self._record.events, before)
        if not found.exchanges:
            self._record.notice("There is nothing to take back.")
        for number in (*found.asked, *found.exchanges):
            await self._record.append(Retracted(), exchange=number)
        for step_id in found.steps:
            await self._record.append(StepReopened(step_id))

    async def _offer_another_look(self) -> None:
        """A finished item: current, or made from code that has changed since."""
        if self.state.waiting or self.state.turn:
            await self._go_on()
            return
        then, now = self.state.codebase_hash, await self._record.on_disk(self._effects.head)
        if not then or not now or then.startswith(now) or now.startswith(then):
            await self._go_on()
            self._record.notice(wording.is_current(then))
            return
        await self._record.append(DecisionAsked(Decision.REANALYSE, (wording.code_moved_on(then, now),)))

    async def _set_depth(self, depth: Depth | None) -> None:
        """A depth given on opening holds for every phase not yet begun."""
        if depth is None:
            return
        for phase in PHASES:
            if phase.key not in self.state.phases_begun and self.state.depth_overrides.get(phase.key) is not depth:
                await self._record.append(DepthChanged(phase.key, depth), actor=USER)

    async def _take_in_outside_changes(self) -> None:
        meta = await self._record.on_disk(self._effects.read_meta)
        known = self.state.meta_fields
        if meta is None:
            if known is not None:
                await self._carry_out(WriteMeta())
            return
        if known is not None and (changed := self._effects.changed_outside(self.state, meta)):
            await self._record.append(ChangedOutside(changed), actor=OUTSIDE)


async def _nothing() -> None:
    """For an intent that only lets what is owed be done."""
