"""Who has the floor: asks the voice for its turn, listens, stops it when told to, and lets go of it in the end."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, cast

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.journal.events import USER, Outcome, Spoke
from roundtable_tui.domain.journal.values import PointName, Role, Tokens, Utterance
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForVerdict
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import (
    Asked,
    Brief,
    BrokeOff,
    Claimed,
    Connected,
    Looked,
    Part,
    Ready,
    Recorded,
    Said,
    Settled,
    Used,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import IdGiver
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.session.moves import Speak
    from roundtable_tui.voices.protocol import CodeReader, Part, Voice

_AGAIN = "Send your words again, or change them first."
_FROM_THE_START = "Try again to go on, or change who speaks."


class Heard(Struct, frozen=True):
    """One attempt at a turn: what to journal, and what to raise after that."""

    spoke: Spoke
    trouble: VoiceError | None = None


class VoiceTurns:
    def __init__(self, voice: Voice, tell: Callable[[Part], None]) -> None:
        """`tell` hears each part of a turn as it comes."""
        self.voice = voice
        self._tell = tell
        self._heard_of: list[Voice] = [voice]
        self._speaking: asyncio.Task[None] | None = None
        self._at_a_break = asyncio.Event()
        self._at_a_break.set()

    @contextmanager
    def taking_a_turn(self) -> Iterator[None]:
        """From the state that a turn goes by until what it came to is journaled."""
        self._at_a_break.clear()
        try:
            yield
        finally:
            self._at_a_break.set()

    async def break_in_the_talk(self) -> None:
        """Waits until no turn is under way: what comes in meanwhile would change the ground under it."""
        await self._at_a_break.wait()

    def give_to(self, voice: Voice) -> None:
        self.voice = voice
        if voice not in self._heard_of:
            self._heard_of.append(voice)

    async def warm(self) -> None:
        """Lets a voice load what takes time, so that its first turn does not wait for it."""
        if isinstance(self.voice, Connected):
            await self.voice.warm()

    async def close(self) -> None:
        for voice in self._heard_of:
            if isinstance(voice, Connected):
                await voice.close()

    def stop(self) -> None:
        if self._speaking:
            self._speaking.cancel()

    async def hear(self, brief: Brief, said: tuple[Utterance, ...] = ()) -> Heard:
        """Everything the voice says and records is one event, or, stopped or failed, only its words.

        `said` is what the app says first.
        """
        name, heard = self.voice.name, HeardParts(brief)
        self._speaking = asyncio.ensure_future(self._listen(brief, said, heard))
        try:
            await self._speaking
        except asyncio.CancelledError:
            trouble = VoiceError("The turn was stopped.", _AGAIN if brief.words else _FROM_THE_START)
            return Heard(heard.as_event(name, Outcome.STOPPED), trouble)
        except VoiceError as trouble:
            return Heard(heard.as_event(name, Outcome.FAILED), trouble)
        finally:
            self._speaking = None
        return Heard(heard.as_event(name, Outcome.FINISHED))

    async def _listen(self, brief: Brief, said: tuple[Utterance, ...], heard: HeardParts) -> None:
        for words in said:
            self._take(Said(words.speaker, words.text, words.role), heard)
        parts = cast("AsyncGenerator[Part, None]", self.voice.speak(brief))
        async with aclosing(parts):
            async for part in parts:
                self._take(part, heard)

    def _take(self, part: Part, heard: HeardParts) -> None:
        heard.take(part)
        self._tell(part)


def brief_for(move: Speak, state: State, knowledge: Knowledge, ids: IdGiver, code: CodeReader | None = None) -> Brief:
    """The mode's brief with what only the session has: the ids to give out and the code to look into."""
    return Brief(
        id=f"{state.seq}",
        task=move.task,
        state=state,
        knowledge=knowledge,
        speakers=tuple(knowledge.persona(key) for key in move.speakers),
        depth=move.depth,
        ids=ids,
        subject=move.subject,
        records=move.records,
        window=move.window,
        turn=state.talk.turn.number if state.talk.turn else state.exchange,
        code=code,
    )


class HeardParts:
    """Collects the parts of one turn."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
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
                words = Utterance(self._brief.persona.key, question.text, Role.QUESTION)
                if self._said[-1:] != [words]:  # a voice may have let them stream already
                    self._said.append(words)
        self._parts.append(part)

    def as_event(self, voice: str, outcome: Outcome) -> Spoke:
        if outcome is not Outcome.FINISHED:
            return Spoke(voice, self._brief.id, outcome, tuple(self._said), tokens=self._tokens)
        return Spoke(
            voice=voice,
            request=self._brief.id,
            outcome=outcome,
            said=tuple(self._said),
            changes=tuple(part.change for part in self._parts if isinstance(part, Recorded)),
            claims=tuple(part.claim for part in self._parts if isinstance(part, Claimed)),
            settled=tuple(part.key for part in self._parts if isinstance(part, Settled) and not part.topic),
            asked=next((part.question for part in reversed(self._parts) if isinstance(part, Asked)), None),
            complete=any(isinstance(part, Ready) for part in self._parts),
            tokens=self._tokens,
            seen=tuple(part.seen for part in self._parts if isinstance(part, Looked)),
            points=tuple(
                PointName(part.topic, part.criterion, part.key)
                for part in self._parts
                if isinstance(part, Settled) and part.topic
            ),
            unheard=any(isinstance(part, BrokeOff) for part in self._parts),
        )

    @property
    def _tokens(self) -> tuple[Tokens, ...]:
        """One sum for each model."""
        sums: dict[str, Tokens] = {}
        for used in (part.tokens for part in self._parts if isinstance(part, Used)):
            sums[used.model] = sums[used.model] + used if used.model in sums else used
        return tuple(sums.values())


def unanswered(state: State) -> Sequence[Utterance]:
    """What was said last, and what waits for the user where that was said before: shown when an item is resumed."""
    turn = max((spoken.turn for spoken in state.talk.transcript), default=0)
    last = [
        spoken.utterance for spoken in state.talk.transcript if spoken.turn == turn and spoken.utterance.speaker != USER
    ]
    waits = what_waits(state)
    if not waits or any(one in last for one in waits):
        return last
    return [*(one for one in last if one.role is not Role.QUESTION), *waits]


def what_waits(state: State) -> Sequence[Utterance]:
    """The question or the summary that the user has not answered, however long ago it was put."""
    said = [spoken for spoken in state.talk.transcript if spoken.utterance.speaker != USER]
    asked = [spoken.utterance for spoken in reversed(said) if spoken.utterance.role is Role.QUESTION]
    match state.talk.waiting:
        case ForAnswer(question=question):
            same = [one for one in asked if one.text == question.text]
            return (same or asked)[:1]
        case ForDecision():
            return asked[:1]
        case ForVerdict():
            shown = next((spoken for spoken in reversed(said) if spoken.utterance.role is Role.SYNTHESIS), None)
            after = said[said.index(shown) :] if shown else []
            return [spoken.utterance for spoken in after if shown and spoken.turn == shown.turn]
    return ()
