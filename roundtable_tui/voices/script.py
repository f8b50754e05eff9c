"""Replays recorded turns, so that the demo, the screenshots and the tests have a voice that always says the same."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op, id_number, series_of
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.journal.events import Contributed, Spoke
from roundtable_tui.domain.journal.values import Claim, Role, Utterance
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import Asked, Claimed, Looked, Part, Ready, Recorded, Said, Settled, Used

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.voices.protocol import Brief

Waiter = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass, by whatever clock."""

THIS_TURN = 0
"""In the place of a turn's number: the turn in which it is replayed."""
BEGINNING = -1
"""In the place of a turn's number: what the item was begun with, which is turn 0 of an analysis."""
THINKING, BREATH = 12, 6
"""Before the first word, and between two utterances, as many pieces could have been said."""
_PIECE = re.compile(r"\s*\S+\s*")
_STREAMED = (Role.TALK, Role.GREETING, Role.QUESTION, Role.SYNTHESIS)


class ScriptedTurn(Struct, frozen=True):
    """What a voice said in one turn, and the exchange of the recording it was said in."""

    exchange: int
    spoke: Spoke


class ScriptVoice:
    """Answers each brief with the next recorded turn; one that was stopped is said again when asked again."""

    name = "script"

    def __init__(self, turns: Sequence[ScriptedTurn], pace: float = 0.0, wait: Waiter = asyncio.sleep) -> None:
        """`pace` is the seconds a word takes; 0 says everything at once."""
        self._turns = turns
        self._pace = pace
        self._wait = wait
        self._next = 0
        self._names = _Names()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        turn = self._turn_for(brief)
        names = self._names.after(turn, brief)
        said, question = _words_of(turn.spoke, brief.persona.key)
        await self._pause(THINKING)
        for utterance in said:
            async for part in self._stream(names.utterance(utterance)):
                yield part
            await self._pause(BREATH)
        for part in (*names.records(turn.spoke), *names.settled(turn.spoke)):
            yield part
        if question:
            asked = names.question(question)
            async for part in self._stream(Utterance(brief.persona.key, asked.text, Role.QUESTION)):
                yield part
            yield Asked(asked)
        if turn.spoke.complete:
            yield Ready()
        for tokens in () if turn.spoke.unheard else turn.spoke.tokens:
            yield Used(tokens)
        self._names = self._names.joined_by(names)
        self._next += 1

    def _turn_for(self, brief: Brief) -> ScriptedTurn:
        if self._next >= len(self._turns):
            raise VoiceError("The recording ends here.", "Go on with another voice.")
        turn = self._turns[self._next]
        asked = turn.spoke.asked
        if asked and asked.step and asked.step != brief.step.id:
            raise VoiceError(
                f"The recording goes on with step {asked.step}, but the analysis is at {brief.step.id}.",
                "Play it from the beginning, with the steps it was recorded with.",
            )
        return turn

    async def _stream(self, utterance: Utterance) -> AsyncIterator[Part]:
        """Word by word where somebody speaks; what the app notes down is there at once."""
        pieces = _PIECE.findall(utterance.text) if utterance.role in _STREAMED else []
        for number, piece in enumerate(pieces or [utterance.text]):
            yield Said(utterance.speaker, piece, utterance.role, more=number > 0)
            await self._pause()

    async def _pause(self, pieces: int = 1) -> None:
        if self._pace:
            await self._wait(self._pace * pieces)


def _words_of(spoke: Spoke, speaker: str) -> tuple[list[Utterance], Question | None]:
    """What is said before the question; the question's own words are said where it is asked."""
    if spoke.asked is None:
        return list(spoke.said), None
    words = Utterance(speaker, spoke.asked.text, Role.QUESTION)
    return [said for said in spoke.said if replace(said, speaker=speaker) != words], spoke.asked


class _Names(Struct, frozen=True):
    """What recorded entries and turns are called in this analysis."""

    ids: Mapping[str, str] = field(default_factory=dict)
    turns: Mapping[int, int] = field(default_factory=dict)

    def after(self, turn: ScriptedTurn, brief: Brief) -> _Names:
        """With names for this turn, and for what it records."""
        turns = {**self.turns, BEGINNING: 0, THIS_TURN: brief.turn, turn.exchange: brief.turn}
        return replace(self, turns=turns).giving(turn.spoke.changes, brief)

    def giving(self, changes: Iterable[Change], brief: Brief) -> _Names:
        """With names for what is recorded: its own, unless they are given out already."""
        ids, used = dict(self.ids), brief.state.dossier.used
        for change in changes:
            if change.op is Op.RECORD and not SPECS[change.kind].single:
                ids[change.id] = _free_id(change, replace(self, ids=ids), set(ids.values()), used, brief)
        return replace(self, ids=ids)

    def joined_by(self, other: _Names) -> _Names:
        """With what both know; others may have given names while a turn was said."""
        return _Names({**self.ids, **other.ids}, {**self.turns, **other.turns})

    def text(self, text: str) -> str:
        renamed = {old: new for old, new in self.ids.items() if old != new}
        if not renamed:
            return text
        found = "|".join(re.escape(old) for old in sorted(renamed, key=len, reverse=True))
        return re.sub(rf"(?<![\w-])(?:{found})(?![\w-])", lambda match: renamed[match[0]], text)

    def utterance(self, utterance: Utterance) -> Utterance:
        return replace(utterance, text=self.text(utterance.text))

    def question(self, question: Question) -> Question:
        return replace(
            question,
            key=self.text(question.key),
            text=self.text(question.text),
            suggestion=self.text(question.suggestion),
            about=self.text(question.about),
            offers=tuple(map(self.text, question.offers)),
            becomes=self.text(question.becomes),
            choices=tuple(map(self.text, question.choices)),
            sides=tuple(map(self.text, question.sides)),
            parts=tuple(
                replace(part, text=self.text(part.text), becomes=self.text(part.becomes)) for part in question.parts
            ),
        )

    def records(self, spoke: Spoke | Contributed) -> Iterator[Recorded | Claimed | Looked]:
        yield from map(Recorded, self.changes(spoke))
        for claim in spoke.claims:
            yield Claimed(Claim(claim.topic, claim.criterion, tuple(map(self._source, claim.evidence))))
        yield from map(Looked, spoke.seen)

    def changes(self, spoke: Spoke | Contributed) -> Iterator[Change]:
        for change in spoke.changes:
            fields = {name: self._value(value) for name, value in change.fields.items()}
            sources = tuple(map(self._source, change.sources))
            yield replace(change, id=self.text(change.id), fields=fields, sources=sources)

    def settled(self, spoke: Spoke) -> Iterator[Settled]:
        for key in spoke.settled:
            yield Settled(self.text(key))
        for point in spoke.points:
            yield Settled(self.text(point.key), point.topic, point.criterion)

    def _value(self, value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(map(self.text, value))
        return self.text(value) if isinstance(value, str) else value

    def _source(self, source: Source) -> Source:
        match source:
            case Stated(turn=turn) | Confirmed(turn=turn):
                return replace(source, turn=self.turns.get(turn, turn))
            case Inferred(turns=turns, entries=entries):
                heard = tuple(self.turns.get(turn, turn) for turn in turns)
                return Inferred(heard, tuple(map(self.text, entries)))
        return source


def _free_id(change: Change, names: _Names, taken: set[str], used: Mapping[str, int], brief: Brief) -> str:
    """Decisions are numbered for the whole project, so theirs is always asked for."""
    named = change.fields.get("fr", ())
    fr_id = names.text(named[0]) if change.kind is Kind.AC and isinstance(named, tuple) and named else ""
    series, number = id_number(change.id) or ("", 0)
    fits = series == series_of(change.kind, fr_id) and number > used.get(series, 0) and change.id not in taken
    if fits and change.kind is not Kind.DECISION:
        return change.id
    while (given := brief.ids.next(change.kind, fr_id)) in taken:
        pass
    return given
