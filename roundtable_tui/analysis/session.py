"""The one door to an item: whoever wants something of it sends an intent here and awaits the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Self, TypeVar

from roundtable_tui.analysis import speech
from roundtable_tui.analysis.collecting import collector_paused
from roundtable_tui.analysis.effects import Effects
from roundtable_tui.analysis.guided import next_move
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
from roundtable_tui.domain.dossier import IdGiver
from roundtable_tui.domain.events import (
    APP,
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
    DepthChanged,
    Ending,
    Event,
    MetaWritten,
    Outcome,
    PhaseCompleted,
    Retracted,
    Role,
    Spoke,
    StepCompleted,
    StepReopened,
    UserSaid,
    Utterance,
)
from roundtable_tui.domain.fold import Fold, voided_exchanges
from roundtable_tui.domain.phases import PHASES
from roundtable_tui.domain.state import State
from roundtable_tui.errors import ReadOnlyError, VoiceError
from roundtable_tui.storage.meta import timestamp
from roundtable_tui.voices.protocol import Asked, Claimed, Part, Ready, Recorded, Said, Settled, TurnRequest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from roundtable_tui.analysis.opening import OpenItem
    from roundtable_tui.domain.depth import Depth
    from roundtable_tui.domain.menu import MenuCommand
    from roundtable_tui.domain.steps import Knowledge
    from roundtable_tui.voices.protocol import Voice

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Happened:
    """An event was journaled; this is the state now."""

    event: Event
    state: State


@dataclass(frozen=True, slots=True)
class Speaking:
    """Part of a turn under way; what it amounts to follows as an event."""

    part: Part


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something to show that is not part of the analysis."""

    text: str


Update = Happened | Speaking | Noticed
Subscriber = Callable[[Update], None]


class Session:
    """Owns the journal and state of one item; intents are carried out one after another."""

    def __init__(self, opened: OpenItem, voice: Voice) -> None:
        self._opened = opened
        self._project = opened.project
        self._voice = voice
        with collector_paused():
            self._fold = Fold(opened.events)
        self._effects = Effects(opened.project, opened.slug)
        self._subscribers: list[Subscriber] = []
        self._one_at_a_time = asyncio.Lock()
        self._disk_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk")
        self._speaking: asyncio.Task[None] | None = None
        self._stop_scan = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def state(self) -> State:
        return self._fold.state

    @property
    def knowledge(self) -> Knowledge:
        return self._project.knowledge

    @property
    def read_only(self) -> bool:
        return bool(self._opened.read_only)

    def subscribe(self, subscriber: Subscriber) -> None:
        self._subscribers.append(subscriber)

    async def close(self) -> None:
        """Waits for what is under way, then lets go of the item."""
        async with self._one_at_a_time:
            await asyncio.to_thread(self._disk_thread.shutdown)
            self._opened.release()

    async def start(self, depth: Depth | None = None) -> None:
        """Takes up the item where it stands: says so, does what is owed, and asks what was not answered."""
        for notice in self._opened.notices:
            self._publish(Noticed(notice))
        if self.read_only:
            return
        async with self._one_at_a_time:
            if self.state.left or self.state.ending is Ending.EARLY:
                await self._append(Continued(), actor=USER)
            await self._take_in_outside_changes()
            await self._set_depth(depth)
            if greeting := speech.welcome_back(self.state, self._project.knowledge):
                self._publish(Noticed(greeting.text))
            await self._go_on()

    async def submit(self, text: str) -> None:
        """The user's words, exactly as typed; durable before anything is made of them."""
        await self._intent(lambda: self._append(UserSaid(text), actor=USER, new_exchange=True))

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

    async def wrap_up(self) -> None:
        """Ends the analysis here without asking, with the gaps marked."""
        await self._intent(lambda: self._append(Decided(Decision.EARLY_EXIT, yes=True)))

    def stop(self) -> None:
        """Stops the turn or the search under way; what was said so far stays, marked."""
        self._stop_scan = True
        if self._speaking:
            self._speaking.cancel()

    async def _intent(self, begin: Callable[[], Awaitable[None]]) -> None:
        if self.read_only:
            raise ReadOnlyError(self._opened.read_only, "Open it where it can be written to go on.")
        async with self._one_at_a_time:
            await begin()
            await self._go_on()

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
                self._stop_scan = False
                self._publish(Noticed(f"Looking in the code for {', '.join(words)} …"))
                await self._append(await self._on_disk(self._effects.scan, words, lambda: self._stop_scan))
            case WriteArtifacts(names=names, step=step):
                written = await self._on_disk(self._effects.write_artifacts, self.state, names)
                for notice in written.notices:
                    self._publish(Noticed(notice))
                await self._append(ArtifactsWritten(written.files, self.state.version, step))
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

    async def _speak(self, move: Speak) -> None:
        """One attempt of the voice: everything it says and records becomes one line, or, stopped, only its words."""
        request = self._request(move)
        if request is None:
            raise VoiceError(f"The step {move.step} is no longer among the knowledge files.", "Put its file back.")
        answer = Answer(request)
        self._speaking = asyncio.ensure_future(self._listen(request, answer))
        try:
            await self._speaking
        except asyncio.CancelledError:
            await asyncio.shield(self._append(answer.as_event(self._voice.name, Outcome.STOPPED), actor=VOICE))
            raise VoiceError("The turn was stopped.", "Send your words again to go on.") from None
        except VoiceError:
            await self._append(answer.as_event(self._voice.name, Outcome.FAILED), actor=VOICE)
            raise
        finally:
            self._speaking = None
        await self._append(answer.as_event(self._voice.name, Outcome.FINISHED), actor=VOICE)

    async def _listen(self, request: TurnRequest, answer: Answer) -> None:
        async for part in self._voice.speak(request):
            answer.take(part)
            self._publish(Speaking(part))

    def _request(self, move: Speak) -> TurnRequest | None:
        state, knowledge = self.state, self._project.knowledge
        step, record = knowledge.step(move.step), state.steps.get(move.step)
        if step is None:
            return None
        return TurnRequest(
            id=f"{state.seq}",
            purpose=move.purpose,
            state=state,
            knowledge=knowledge,
            step=step,
            persona=knowledge.persona(record.persona if record and record.persona else step.persona),
            depth=record.depth if record and record.depth else step.depth,
            ids=IdGiver(state.dossier.used),
            turn=state.turn.number if state.turn else state.exchange,
            words=move.words,
            question=move.question,
            missing=move.missing,
        )

    async def _take_back(self, before: int) -> None:
        """Voids the last live exchange of the user before this one, and this one if it was said aloud."""
        void = voided_exchanges(self._fold.events)
        said = {
            event.exchange
            for event in self._fold.events
            if event.actor == USER
            and isinstance(event.body, UserSaid | AnswerRevised | Chose | DepthChanged | StepReopened)
        }
        earlier = sorted(number for number in said - void if 0 < number < before)
        undone = [*earlier[-1:], *({before} & said)]
        completed = [
            event.body.step
            for event in self._fold.events
            if event.exchange in undone and isinstance(event.body, StepCompleted)
        ]
        if not earlier:
            self._publish(Noticed("There is nothing to take back."))
        for number in undone:
            await self._append(Retracted(), exchange=number)
        for step_id in completed:
            await self._append(StepReopened(step_id))

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
        expected = await self._on_disk(self._effects.expected_meta, self.state) if known is not None else {}
        shared = ("phases_completed", "steps_completed", "depth_overrides", "topics_covered", "description")
        changed = {
            name: meta.raw[name]
            for name in shared
            if name in meta.raw and meta.raw[name] not in ((known or {}).get(name), expected.get(name))
        }
        if known is not None and changed:
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
        for subscriber in self._subscribers:
            subscriber(update)


class Answer:
    """Collects the parts of one turn."""

    def __init__(self, request: TurnRequest) -> None:
        self._request = request
        self._said: list[Utterance] = []
        self._parts: list[Part] = []

    def take(self, part: Part) -> None:
        match part:
            case Said(more=True) if self._said:
                last = self._said[-1]
                self._said[-1] = replace(last, text=last.text + part.text)
            case Said():
                self._said.append(Utterance(part.speaker, part.text, part.role))
            case Asked(question=question):
                self._said.append(Utterance(self._request.persona.key, question.text, Role.QUESTION))
        self._parts.append(part)

    def as_event(self, voice: str, outcome: Outcome) -> Spoke:
        if outcome is not Outcome.FINISHED:
            return Spoke(voice, self._request.id, outcome, tuple(self._said))
        return Spoke(
            voice=voice,
            request=self._request.id,
            outcome=outcome,
            said=tuple(self._said),
            changes=tuple(part.change for part in self._parts if isinstance(part, Recorded)),
            claims=tuple(part.claim for part in self._parts if isinstance(part, Claimed)),
            settled=tuple(part.key for part in self._parts if isinstance(part, Settled)),
            asked=next((part.question for part in reversed(self._parts) if isinstance(part, Asked)), None),
            complete=any(isinstance(part, Ready) for part in self._parts),
        )


def unanswered(state: State) -> Sequence[Utterance]:
    """What was said last and still waits for the user: shown again when an item is resumed."""
    turn = max((spoken.turn for spoken in state.transcript), default=0)
    return [spoken.utterance for spoken in state.transcript if spoken.turn == turn and spoken.utterance.speaker != USER]
