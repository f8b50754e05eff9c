"""The one door to an item: whoever wants something of it sends an intent here and awaits the answer."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self, TypeVar

from roundtable_tui.analysis import speech
from roundtable_tui.analysis.code_for_voices import CodeForVoices
from roundtable_tui.analysis.collecting import collector_paused
from roundtable_tui.analysis.effects import Effects
from roundtable_tui.analysis.floor import Floor
from roundtable_tui.analysis.guided import next_move, records_owed
from roundtable_tui.analysis.listening import ELABORATION_TURNS, turn_request
from roundtable_tui.analysis.moves import (
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
from roundtable_tui.analysis.scouting import own_folders, wanted_words
from roundtable_tui.analysis.searching import CodeSearch
from roundtable_tui.analysis.taking_back import to_take_back
from roundtable_tui.analysis.updates import Happened, Noticed, Searching, Speaking, Subscriber, Update
from roundtable_tui.domain.dossier import IdGiver
from roundtable_tui.domain.events import (
    APP,
    NO_STEP,
    OUTSIDE,
    USER,
    VOICE,
    AnswerRevised,
    ArtifactsWritten,
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
    HandEdited,
    MetaWritten,
    PhaseCompleted,
    Retracted,
    Reviewed,
    StepReopened,
    UserSaid,
)
from roundtable_tui.domain.fold import Fold, fold
from roundtable_tui.domain.phases import PHASES
from roundtable_tui.errors import ReadOnlyError, UsageError
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roundtable_tui.analysis.documents import Documents
    from roundtable_tui.analysis.opening import OpenItem
    from roundtable_tui.domain.depth import Depth
    from roundtable_tui.domain.dossier import Change
    from roundtable_tui.domain.menu import MenuCommand
    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Knowledge
    from roundtable_tui.storage.history import Version
    from roundtable_tui.voices.protocol import Voice

_T = TypeVar("_T")
_WRITE_ATTEMPTS = 6
"""How often a file that changes while it is being written is looked at again."""


class Session:
    """Owns the journal and state of one item; intents are carried out one after another."""

    def __init__(self, opened: OpenItem, voice: Voice, elaboration_turns: int = ELABORATION_TURNS) -> None:
        """`elaboration_turns` is how often the user can speak in an elaboration."""
        self._opened = opened
        self._project = opened.project
        self._floor = Floor(voice, lambda part: self._publish(Speaking(part)))
        self._elaboration_turns = elaboration_turns
        with collector_paused():
            self._fold = Fold(opened.events)
        self._effects = Effects(opened.project, opened.slug)
        self._conflicts: set[str] = set()
        self._subscribers: list[Subscriber] = []
        self._one_at_a_time = asyncio.Lock()
        self._disk_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk")
        self._code_search = CodeSearch(self._effects.scan, lambda text: self._publish(Searching(text)))
        self._reviews = 0
        """Those under way or waiting: the documents follow once, after the last of them."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def state(self) -> State:
        return self._fold.state

    @property
    def events(self) -> Sequence[Event]:
        """The journal so far."""
        return self._fold.events

    @property
    def knowledge(self) -> Knowledge:
        return self._project.knowledge

    @property
    def voice(self) -> Voice:
        return self._floor.voice

    @property
    def voice_name(self) -> str:
        return self.voice.name

    @cached_property
    def documents(self) -> Documents:
        """The artifacts as they lie on disk, and their earlier versions; what they need is loaded when they are."""
        from roundtable_tui.analysis.documents import Documents

        return Documents(self._project, self._opened.slug)

    @property
    def read_only(self) -> bool:
        return bool(self._opened.read_only)

    @property
    def at_work(self) -> bool:
        """Whether an intent is being carried out: files may be written that the state does not know of yet."""
        return self._one_at_a_time.locked()

    @property
    def has_conflicts(self) -> bool:
        """Whether a hand edit and the analysis contradict each other, or did so since this session began."""
        return bool(self._conflicts) or any(self.state.conflicts.values())

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells the subscriber of everything from now on, until what is returned is called."""
        self._subscribers.append(subscriber)
        return partial(self._subscribers.remove, subscriber)

    async def close(self) -> None:
        """Waits for what is under way, then lets go of the item."""
        await self._code_search.close()
        async with self._one_at_a_time:
            await self._floor.close()
            await asyncio.to_thread(self._disk_thread.shutdown)
            self._opened.release()

    async def start(self, depth: Depth | None = None) -> None:
        """Takes up the item where it stands: says so, does what is owed, and asks what was not answered."""
        for notice in self._opened.notices:
            self._publish(Noticed(notice))
        if self.read_only:
            return
        async with self._one_at_a_time:
            if self.state.ending is Ending.COMPLETE:
                await self._offer_another_look()
                return
            if self.state.left or self.state.ending is Ending.EARLY:
                await self._append(Continued(), actor=USER)
            await self._take_in_outside_changes()
            await self._set_depth(depth)
            if greeting := speech.welcome_back(self.state, self._project.knowledge):
                self._publish(Noticed(greeting.text))
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
        await self._intent(lambda: self._append(Chose(command), actor=USER, new_exchange=True))

    async def change_depth(self, depth: Depth) -> None:
        body = DepthChanged(self.state.phase, depth)
        await self._intent(lambda: self._append(body, actor=USER, new_exchange=True))

    async def reopen(self, step_id: str) -> None:
        await self._intent(lambda: self._append(StepReopened(step_id), actor=USER, new_exchange=True))

    async def revise(self, turn: int, text: str) -> None:
        """The user says something else instead of what they said in that turn."""
        await self._intent(lambda: self._append(AnswerRevised(turn, text), actor=USER, new_exchange=True))

    async def undo(self) -> None:
        await self._intent(lambda: self._take_back(self.state.exchange + 1))

    async def go_on(self) -> None:
        """Takes the talk up again that the user left at a phase boundary, or ended early."""
        await self._intent(lambda: self._append(Continued(), actor=USER, new_exchange=True))

    async def begin_again(self) -> None:
        """Goes through a finished analysis once more; what is known stays."""
        if self.state.ending is Ending.COMPLETE:
            body = Decided(Decision.REANALYSE, yes=True)
            await self._intent(lambda: self._append(body, actor=USER, new_exchange=True))

    async def take_in_edits(self) -> None:
        """Looks at the artifacts again: what was written into them by hand counts, and the others follow."""
        names = tuple(self.state.artifacts)
        step = self.state.current or NO_STEP
        if names:
            await self._intent(lambda: self._write_artifacts(names, step))

    async def take_ours(self, name: str) -> None:
        """Settles a conflict for the analysis: its version is written over the user's, which stays in the history."""
        if name not in self.state.artifacts and name not in self.state.conflicts:
            raise UsageError(f"There is no document {name} in this item.", "Choose one of its documents.")
        await self._intent(lambda: self._take_ours(name))

    async def restore(self, version: Version) -> None:
        """Puts an earlier version back as the user's own text, and the analysis follows; what it replaces is kept."""
        if version.name not in self.state.artifacts:
            raise UsageError(f"There is no document {version.name} in this item.", "Choose one of its documents.")
        await self._intent(lambda: self._restore(version))

    async def review(self, changes: Callable[[int], tuple[Change, ...]]) -> None:
        """What the user decides about entries; `changes` is told the turn they are stated or confirmed in.

        The talk stays where it is, so that an item can be reviewed without being taken up.
        """
        self._refuse_if_read_only()
        self._reviews += 1
        try:
            async with self._one_at_a_time:
                body = Reviewed(changes(self.state.exchange + 1))
                await self._append(body, actor=USER, new_exchange=True)
                while self._reviews == 1 and (owed := records_owed(self.state, self._project.knowledge)):
                    await self._carry_out(owed)
        finally:
            self._reviews -= 1

    async def look_ahead(self) -> None:
        """Looks through the code beside the talk, as soon as the user has said what it is about."""
        words = wanted_words(self.state) if self.state.user_turns else ()
        if not words or not self._is_wanted(words):
            return
        found = await self._code_search.result(words)
        async with self._one_at_a_time:
            if words == wanted_words(self.state) and self._is_wanted(words):
                await self._append(found)

    @property
    def is_looking(self) -> bool:
        return self._code_search.under_way

    def stop_looking(self) -> None:
        """What was found so far is not kept; the talk goes on without it."""
        self._code_search.stop()

    def _is_wanted(self, words: tuple[str, ...]) -> bool:
        over = self.read_only or self.state.ending is not None
        return not over and (self.state.scan is None or self.state.scan.words != words)

    async def wrap_up(self) -> None:
        """Ends the analysis here without asking, with the gaps marked."""
        await self._intent(lambda: self._append(Decided(Decision.EARLY_EXIT, yes=True)))

    def stop(self) -> None:
        """Stops the turn or the search under way; what was said so far stays, marked."""
        self._code_search.stop()
        self._floor.stop()

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
            await self._append(UserSaid(text), actor=USER, new_exchange=True)
        elif turn.command or turn.text != text:
            await self._append(AnswerRevised(turn.number, text), actor=USER, new_exchange=True)

    async def _go_on(self) -> None:
        """Does what is owed, one move after another, until it is the user's turn."""
        while not isinstance(move := next_move(self.state, self._project.knowledge), Rest):
            await self._carry_out(move)

    async def _carry_out(self, move: Move) -> None:
        match move:
            case Append(bodies=bodies):
                await self._append(*bodies)
            case Speak():
                await self._speak(move)
            case TakeBack():
                await self._take_back(self.state.turn.number if self.state.turn else self.state.exchange + 1)
            case Scan(words=words):
                await self._append(await self._code_search.result(words))
            case WriteArtifacts(names=names, step=step):
                await self._write_artifacts(names, step)
            case WriteMeta():
                meta = await self._on_disk(self._effects.write_meta, self.state)
                if meta.notice:
                    self._publish(Noticed(meta.notice))
                await self._append(MetaWritten(meta.fields))
            case MarkBacklog(marker=marker):
                await self._on_disk(self._effects.mark_backlog, self.state, marker)
                await self._append(BacklogMarked(marker))
            case EndPhase():
                commit = await self._on_disk(self._effects.head)
                await self._append(PhaseCompleted(move.phase, move.how, commit, move.said))

    async def _write_artifacts(self, names: tuple[str, ...], step: str) -> None:
        """What the user wrote into the files is journaled first and counts; only then are they written.

        Before that, all they cite is looked up: lines that moved are cited where they stand now.
        """
        if checked := await self._on_disk(self._effects.check_code, self.state):
            await self._append(checked)
        documents = await self._on_disk(lambda: self.documents)
        from roundtable_tui.analysis.documents import Written, hand_edits

        written = Written(())
        for _ in range(_WRITE_ATTEMPTS):
            plan = await self._on_disk(documents.plan, self.state, names, self._state_when_written)
            if news := hand_edits(plan, self.state):
                await self._take_in_hand_edits(news)
                continue
            again = await self._on_disk(documents.write, plan, self.state)
            written = Written((*written.files, *again.files), (*written.notices, *again.notices), again.moved)
            if not written.moved:
                break
            names = written.moved
        for notice in (*written.notices, *(speech.keeps_changing(name) for name in written.moved)):
            self._publish(Noticed(notice))
        await self._append(ArtifactsWritten(written.files, self.state.version, step))

    async def _take_ours(self, name: str) -> None:
        """A crash after the write is harmless: a file that is the pure render has no conflicts when it is next read."""
        written = await self._on_disk(lambda: self.documents.take_ours(name, self.state))
        if self.state.conflicts.get(name):
            await self._append(HandEdited(name), actor=USER)
        await self._append(ArtifactsWritten((written,), self.state.version, NO_STEP), actor=USER)

    async def _restore(self, version: Version) -> None:
        """A crash after the first line is harmless: what was put back is found as a hand edit when it is next read."""
        await self._on_disk(lambda: self.documents.restore(version, self.state))
        await self._write_artifacts(tuple(self.state.artifacts), self.state.current or NO_STEP)

    async def _take_in_hand_edits(self, edits: tuple[HandEdited, ...]) -> None:
        from roundtable_tui.analysis.documents import told

        lines = [line for edit in edits for line in told(edit, self.state)]
        self._conflicts.update(conflict for edit in edits for conflict in edit.conflicts)
        await self._append(*edits, actor=USER)
        for line in lines:
            self._publish(Noticed(line))

    def _state_when_written(self, name: str) -> State | None:
        """The state an artifact was last rendered from."""
        events = self._fold.events
        for number in reversed(range(len(events))):
            body = events[number].body
            if isinstance(body, ArtifactsWritten) and any(file.path == name for file in body.files):
                return fold(events[:number])
        return None

    async def _speak(self, move: Speak) -> None:
        """One attempt of the voice: everything it says and records becomes one line, or, stopped, only its words."""
        ids = IdGiver(self.state.dossier.used, self._effects.reserve_decision)
        code = CodeForVoices(self._project.paths.root, own_folders(self._project.paths))
        request = turn_request(move, self.state, self.knowledge, ids, code, self._elaboration_turns)
        try:
            heard = await self._floor.hear(request)
        finally:
            code.stop()
        await asyncio.shield(self._append(heard.spoke, actor=VOICE))
        if heard.trouble:
            raise heard.trouble from None

    async def _take_back(self, before: int) -> None:
        """Voids the user's last exchange before this one; the message that asked for it goes first.

        In that order a crash between the two costs a repeated "undo", never one answer too many.
        """
        found = to_take_back(self._fold.events, before)
        if not found.exchanges:
            self._publish(Noticed("There is nothing to take back."))
        for number in (*found.asked, *found.exchanges):
            await self._append(Retracted(), exchange=number)
        for step_id in found.steps:
            await self._append(StepReopened(step_id))

    async def _offer_another_look(self) -> None:
        """A finished item: current, or made from code that has changed since."""
        if self.state.waiting or self.state.turn:
            await self._go_on()
            return
        then, now = self.state.codebase_hash, await self._on_disk(self._effects.head)
        if not then or not now or then == now:
            await self._go_on()
            self._publish(Noticed(speech.is_current(then)))
            return
        await self._append(DecisionAsked(Decision.REANALYSE, (speech.code_moved_on(then, now),)))

    async def _set_depth(self, depth: Depth | None) -> None:
        """A depth given on opening holds for every phase not yet begun."""
        if depth is None:
            return
        for phase in PHASES:
            if phase.key not in self.state.phases_begun and self.state.depth_overrides.get(phase.key) is not depth:
                await self._append(DepthChanged(phase.key, depth), actor=USER)

    async def _take_in_outside_changes(self) -> None:
        meta = await self._on_disk(self._effects.read_meta)
        known = self.state.meta_fields
        if meta is None:
            if known is not None:
                await self._carry_out(WriteMeta())
            return
        if known is not None and (changed := self._effects.changed_outside(self.state, meta)):
            await self._append(ChangedOutside(changed), actor=OUTSIDE)

    async def _append(
        self, *bodies: Body, actor: str = APP, new_exchange: bool = False, exchange: int | None = None
    ) -> None:
        """Journals these events, and only then lets them count."""
        state = self.state
        number = exchange if exchange is not None else state.exchange + (1 if new_exchange else 0)
        if exchange is None and not new_exchange and state.turn:
            number = state.turn.number
        cause = state.turn.seq if state.turn else 0
        now = self._project.clock()
        events = [
            Event(state.seq + offset, timestamp(now), number, actor, cause, body)
            for offset, body in enumerate(bodies, 1)
        ]
        await self._on_disk(self._opened.journal.append, events, self._fold.events, now)
        for event in events:
            self._publish(Happened(event, self._fold.add(event)))

    async def _on_disk(self, work: Callable[..., _T], *arguments: object) -> _T:
        """Runs in the one thread that touches the disk, so that writes keep their order and the loop stays free."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._disk_thread, partial(work, *arguments)))

    def _publish(self, update: Update) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(update)


async def _nothing() -> None:
    """For an intent that only lets what is owed be done."""
