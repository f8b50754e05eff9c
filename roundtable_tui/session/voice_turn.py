"""Who has the floor: asks the voice for its turn, listens, stops it when told to, and lets go of it in the end."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from roundtable_tui.domain.journal.events import APP, USER, Outcome, Role, Spoke, Tokens, Utterance
from roundtable_tui.domain.talk.steering_phrases import addressed
from roundtable_tui.errors import VoiceError
from roundtable_tui.modes.guided import wording
from roundtable_tui.modes.guided.progress import elaboration_turns as turns_taken
from roundtable_tui.voices.protocol import (
    Asked,
    Claimed,
    Connected,
    Part,
    Purpose,
    Ready,
    Recorded,
    Said,
    Settled,
    TurnRequest,
    Used,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from roundtable_tui.domain.dossier.dossier import IdGiver
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.session.moves import Speak
    from roundtable_tui.voices.protocol import CodeReader, Part, Voice

_WARN_AT = 2
"""Turns left of an elaboration when the user is told that it will end."""

_AGAIN = "Send your words again, or change them first."
_FROM_THE_START = "Try again to go on, or change who speaks."


@dataclass(frozen=True, slots=True)
class Heard:
    """One attempt at a turn: what to journal, and what to raise after that."""

    spoke: Spoke
    trouble: VoiceError | None = None


class Floor:
    def __init__(self, voice: Voice, tell: Callable[[Part], None]) -> None:
        """`tell` hears each part of a turn as it comes."""
        self.voice = voice
        self._tell = tell
        self._heard_of: list[Voice] = [voice]
        self._speaking: asyncio.Task[None] | None = None

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

    async def hear(self, request: TurnRequest) -> Heard:
        """Everything the voice says and records is one event, or, stopped or failed, only its words."""
        name, answer = self.voice.name, Answer(request)
        self._speaking = asyncio.ensure_future(self._listen(request, answer))
        try:
            await self._speaking
        except asyncio.CancelledError:
            trouble = VoiceError("The turn was stopped.", _AGAIN if request.words else _FROM_THE_START)
            return Heard(answer.as_event(name, Outcome.STOPPED), trouble)
        except VoiceError as trouble:
            return Heard(answer.as_event(name, Outcome.FAILED), trouble)
        finally:
            self._speaking = None
        return Heard(answer.as_event(name, Outcome.FINISHED))

    async def _listen(self, request: TurnRequest, answer: Answer) -> None:
        if request.purpose is Purpose.DISCUSS and request.turns_left == _WARN_AT:
            self._take(Said(APP, wording.ELABORATION_ENDS_SOON, Role.NOTICE), answer)
        parts = cast("AsyncGenerator[Part, None]", self.voice.speak(request))
        async with aclosing(parts):
            async for part in parts:
                self._take(part, answer)

    def _take(self, part: Part, answer: Answer) -> None:
        answer.take(part)
        self._tell(part)


ELABORATION_TURNS = 10
"""How often the user can speak in an elaboration, if the settings say nothing else."""


def turn_request(
    move: Speak,
    state: State,
    knowledge: Knowledge,
    ids: IdGiver,
    code: CodeReader | None = None,
    elaboration_turns: int = ELABORATION_TURNS,
) -> TurnRequest:
    """What a voice needs to know for this move; an elaboration that has had its turns ends now."""
    step, record = knowledge.step(move.step), state.guided.steps.get(move.step)
    if step is None:
        raise VoiceError(f"The step {move.step} is no longer among the knowledge files.", "Put its file back.")
    turns_left = elaboration_turns - turns_taken(record, state) if record and record.elaborating else 0
    over = move.purpose is Purpose.DISCUSS and turns_left <= 0
    names = {persona.first_name: key for key, persona in knowledge.personas.items()}
    return TurnRequest(
        id=f"{state.seq}",
        purpose=Purpose.SYNTHESISE if over else move.purpose,
        state=state,
        knowledge=knowledge,
        step=step,
        persona=knowledge.persona(record.persona if record and record.persona else step.persona),
        depth=record.depth if record and record.depth else step.depth,
        ids=ids,
        turn=state.talk.turn.number if state.talk.turn else state.exchange,
        words=move.words,
        question=move.question,
        missing=move.missing,
        addressed=tuple(names[name] for name in addressed(move.words, tuple(names))),
        turns_left=turns_left,
        code=code,
    )


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
                words = Utterance(self._request.persona.key, question.text, Role.QUESTION)
                if self._said[-1:] != [words]:  # a voice may have let them stream already
                    self._said.append(words)
        self._parts.append(part)

    def as_event(self, voice: str, outcome: Outcome) -> Spoke:
        if outcome is not Outcome.FINISHED:
            return Spoke(voice, self._request.id, outcome, tuple(self._said), tokens=self._tokens)
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
            tokens=self._tokens,
        )

    @property
    def _tokens(self) -> tuple[Tokens, ...]:
        """One sum for each model."""
        sums: dict[str, Tokens] = {}
        for used in (part.tokens for part in self._parts if isinstance(part, Used)):
            sums[used.model] = sums[used.model] + used if used.model in sums else used
        return tuple(sums.values())


def unanswered(state: State) -> Sequence[Utterance]:
    """What was said last and still waits for the user: shown again when an item is resumed."""
    turn = max((spoken.turn for spoken in state.talk.transcript), default=0)
    return [
        spoken.utterance for spoken in state.talk.transcript if spoken.turn == turn and spoken.utterance.speaker != USER
    ]
