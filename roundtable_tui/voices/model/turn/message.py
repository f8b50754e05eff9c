"""One message of the model as it comes in: its words reach the user at once, its tool calls wait until it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Tokens
from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.voices.model.exchange import (
    AskPart,
    Calling,
    Carried,
    Remark,
    Retrying,
    Saying,
    Stopped,
    TextDelta,
    Thought,
    ToolCall,
    Usage,
)
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.model.turn.attribution import Attribution
from roundtable_tui.voices.model.turn.say_tool import SAY
from roundtable_tui.voices.protocol import Busy, Said, Used

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from roundtable_tui.voices.model.exchange import Ask, Desk, Transport
    from roundtable_tui.voices.model.turn.attribution import Piece
    from roundtable_tui.voices.model.turn.say_tool import Once
    from roundtable_tui.voices.protocol import Part

_DOING = {
    "record_entries": "taking notes",
    "revise_entry": "taking notes",
    "settle_entries": "taking notes",
    "claim_criteria": "taking notes",
    "ask": "wording a question",
    "search_code": "searching the code",
    "read_code": "reading code",
    "list_folder": "reading code",
    "read_entries": "leafing through the notes",
}


class Manner(Struct, frozen=True):
    """Whose words these are, and what becomes of them."""

    speaker: Persona
    seated: Sequence[Persona]
    role: Role = Role.TALK


class Message:
    """Listens to one call; what it came to stands here when the parts are through."""

    def __init__(
        self,
        transport: Transport,
        ask: Ask,
        manner: Manner,
        once: Once,
        *,
        muted: bool = False,
        desk: Desk | None = None,
    ) -> None:
        """`once` knows the words of the turn so far; `muted` drops words: those that matter were said before.

        `desk` answers calls on the way, where the transport wants that.
        """
        self._desk = desk
        self._remarks: list[str] = []
        self._transport, self._ask, self._manner = transport, ask, manner
        self._once = once
        self._muted = self._say_is_muted = muted
        self._speaks_by_say: bool | None = None
        self._took_words = self._stands_apart = False
        self._attribution = Attribution(manner.seated, manner.speaker.key)
        self._doing = ""
        self.calls: list[ToolCall] = []
        """Those that are still to be carried out."""
        self.carried: list[ToolCall] = []
        """Those that the desk has answered."""
        self.content: tuple[Any, ...] = ()
        self.answerable = True
        self.spoke = False
        """Whether any words reached the user."""

    @property
    def wrote_the_users_part(self) -> bool:
        return self._attribution.ended

    async def parts(self) -> AsyncGenerator[Part, None]:
        async with aclosing(self._transport.call(self._ask, self._desk)) as stream:
            try:
                async for part in stream:
                    for ours in self._heard(part):
                        yield ours
                    if self.wrote_the_users_part:
                        self.calls.clear()
                        return
            except ModelError:
                for said in self._end():
                    yield said
                raise
        for said in self._end():
            yield said

    def _heard(self, part: AskPart) -> Iterator[Part]:
        match part:
            case TextDelta(text=text):
                if not self._muted:
                    if self._speaks_by_say is not False:
                        self._begin(by_say=False)
                    yield from self._words(text)
            case Saying(text=text):
                if not self._say_is_muted:
                    yield from self._words(text)
            case Thought():
                yield from self._is("thinking")
            case Calling(name=name) if name == SAY:
                self._say_is_muted = self._say_is_muted or (self._muted and self.spoke)
                self._begin(by_say=True)
            case Calling(name=name):
                if name == "ask":
                    yield from self._rest()
                    self._muted = True
                yield from self._is(_DOING.get(name, "working"))
            case ToolCall():
                self.calls.append(part)
            case Carried(call=call):
                self.carried.append(call)
                yield from self._is("thinking")
            case Remark(text=text):
                self._remarks.append(text)
            case Usage():
                yield Used(Tokens(self._ask.model, part.input, part.output, part.cache_read, part.cache_write))
            case Retrying(seconds=0):
                yield Busy("Trying again …")
            case Retrying(seconds=seconds, reason=reason):
                yield Busy(f"Trying again in {seconds} s: {reason}", counts_down=True)
            case Stopped(content=content, answerable=answerable):
                self.content, self.answerable = content, answerable

    def _begin(self, *, by_say: bool) -> None:
        """Words that come another way than those before them are a paragraph of their own, where a name may open."""
        self._speaks_by_say = by_say
        self._once.begin(by_say=by_say)
        self._stands_apart = self._took_words

    def _words(self, text: str) -> Iterator[Said]:
        new = self._once.take(text)
        if not new:
            return
        border = "\n\n" if self._stands_apart else ""
        self._took_words, self._stands_apart = True, False
        yield from self._said(self._attribution.take(border + new))

    def _rest(self) -> Iterator[Said]:
        """Words that were held back; the space at the end of a message is none of them."""
        self._once.end()
        if not (self._muted and self._say_is_muted):
            yield from self._said([piece for piece in self._attribution.finish() if piece.text.strip()])

    def _end(self) -> Iterator[Said]:
        """Remarks wait until the words are through, which they would break in two."""
        yield from self._rest()
        yield from (Said(APP, text, Role.NOTICE) for text in self._remarks)

    def _said(self, pieces: list[Piece]) -> Iterator[Said]:
        for piece in pieces:
            self.spoke, self._doing = True, ""
            yield Said(piece.speaker, piece.text, self._manner.role, more=not piece.opens)

    def _is(self, doing: str) -> Iterator[Busy]:
        if doing != self._doing:
            self._doing = doing
            yield is_busy(self._manner.speaker, doing)


def is_busy(persona: Persona, doing: str) -> Busy:
    return Busy(f"{persona.first_name} is {doing} …")
