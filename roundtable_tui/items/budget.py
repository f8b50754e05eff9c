"""What an item has cost so far, and the voice that asks before it goes beyond what the user wants to spend."""

from __future__ import annotations

from contextlib import aclosing, contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from roundtable_tui.domain.journal.events import APP, Event, Spoke
from roundtable_tui.domain.journal.values import Role, Tokens
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.claude.pricing import BudgetState, budget_state, cost
from roundtable_tui.voices.model.exchange import Usage
from roundtable_tui.voices.protocol import Batch, Busy, Said, Used

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.plan.proposal import ProposedTask
    from roundtable_tui.domain.readings.reading import Difference
    from roundtable_tui.voices.claude.pricing import Price
    from roundtable_tui.voices.claude.settings import ClaudeSettings
    from roundtable_tui.voices.claude.voice import ClaudeVoice
    from roundtable_tui.voices.protocol import Brief, LookLimits, LookPiece, Part

_CENT = Decimal("0.01")
_FINER = Decimal("0.0001")
_READERS, _PLAN = "readers", "plan"
_HINTS = {
    "item": "Try again to go on beyond it for now, go on offline, or change claude.budget in the settings.",
    "panel": "Go on beyond it for now, let people take the seats, or change claude.budget in the settings.",
}


class BudgetSpentError(VoiceError):
    """All of an item's or a panel's budget is used; whether to go on is the user's to say."""

    again = "Go on beyond it"


class Bill(Struct, frozen=True):
    sent: int = 0
    """Tokens, those from the cache included."""
    cached: int = 0
    """Those of them that the server had read before."""
    answered: int = 0
    cost: Decimal = Decimal(0)
    """US dollars, for the models whose price is known."""
    unpriced: tuple[str, ...] = ()
    """The models whose price is not known: what they cost is in no sum."""

    @property
    def in_words(self) -> str:
        """What it cost, as far as that is known; nothing is invented."""
        if not self.unpriced:
            return dollars(self.cost)
        return f"{dollars(self.cost)} + ?" if self.cost else "tokens only"


def bill(tokens: Iterable[Tokens], prices: Mapping[str, Price]) -> Bill:
    """One for all of these."""
    total = Bill()
    for used in tokens:
        usage = Usage(used.input, used.output, used.cache_read, used.cache_write)
        amount = cost(usage, used.model, prices)
        total = Bill(
            total.sent + usage.total_input,
            total.cached + used.cache_read,
            total.answered + used.output,
            total.cost + (amount or 0),
            total.unpriced if amount is not None else tuple(dict.fromkeys((*total.unpriced, used.model))),
        )
    return total


def tokens_of_last_turn(events: Sequence[Event]) -> tuple[Tokens, ...]:
    """What all attempts at the last turn used for which a model was asked."""
    found: list[Tokens] = []
    exchange: int | None = None
    for event in reversed(events):
        if exchange is not None and event.exchange != exchange:
            break
        if isinstance(event.body, Spoke) and event.body.tokens:
            exchange = event.exchange
            found += event.body.tokens
    return tuple(found)


def dollars(amount: Decimal) -> str:
    """To the cent; smaller amounts as exactly as they can matter to anybody."""
    if amount and amount < _CENT:
        return f"${amount.quantize(_FINER)}" if amount >= _FINER else f"under ${_FINER}"
    return f"${amount.quantize(_CENT):,}"


class Budget:
    """What may be spent on one item or one panel: warns once when four fifths are used, asks once when all is."""

    def __init__(self, settings: ClaudeSettings, what: str = "item") -> None:
        self._settings = settings
        self._what = what
        self._used: list[Tokens] = []
        self._beside: dict[str, list[Tokens]] = {}
        """What each look has used that is in no journal yet: a turn that begins meanwhile does not forget it."""
        self._warned: set[BudgetState] = set()
        self._asked = self._may_go_beyond = False

    def begin_turn(self, used: Iterable[Tokens]) -> None:
        """`used` is all of the item's so far. Whoever was asked and comes back wants to go on beyond it."""
        self._used = list(used)
        self._may_go_beyond = self._asked

    def begin_look(self, used: Iterable[Tokens]) -> None:
        """Nobody comes back here: whoever goes on beyond the budget says so in the talk."""
        self._used = list(used)

    def count(self, used: Tokens) -> None:
        self._used.append(used)

    def count_beside(self, look: str, used: Tokens) -> None:
        self._beside.setdefault(look, []).append(used)

    def journaled(self, look: str) -> None:
        """What this look used beside the talk stands in the journal now."""
        self._used += self._beside.pop(look, ())

    def before_call(self) -> None:
        """Asks the user, once, before more is spent than they wanted: also in the middle of a turn."""
        spent, state = self._standing()
        if state is BudgetState.ASK and not self._may_go_beyond:
            self._asked = True
            raise BudgetSpentError(
                f"This {self._what} has used {dollars(spent.cost)} of its {self._limit}.",
                _HINTS[self._what],
            )

    def in_words(self, used: Iterable[Tokens]) -> str:
        """What these cost."""
        spent = bill(used, self._settings.prices)
        return f"{spent.sent + spent.answered:,} tokens" if spent.unpriced else spent.in_words

    def warning(self) -> str:
        """What the user should know now and has not been told yet."""
        spent, state = self._standing()
        if state not in (BudgetState.WARN, BudgetState.UNKNOWN) or state in self._warned:
            return ""
        self._warned.add(state)
        if state is BudgetState.WARN:
            so_far = f"{dollars(spent.cost)} of its {self._limit}"
            return f"This {self._what} has used {so_far}. You are asked before it uses more."
        names = " and ".join(one_line(model, 60) for model in spent.unpriced)
        return (
            f"There is a budget of {self._limit}, but no price is known for {names}, so nothing can be held against "
            f"it. Set one with claude.prices."
        )

    def _standing(self) -> tuple[Bill, BudgetState]:
        beside = (used for look in self._beside.values() for used in look)
        spent = bill((*self._used, *beside), self._settings.prices)
        return spent, budget_state(spent.cost, self._settings.budget, is_all=not spent.unpriced)

    @property
    def _limit(self) -> str:
        return dollars(self._settings.budget or Decimal(0))


class WithinBudget:
    """The model's voice, and what it uses counted as it speaks."""

    def __init__(self, voice: ClaudeVoice, budget: Budget) -> None:
        """`voice` asks the budget before each call."""
        self._voice = voice
        self.budget = budget

    @property
    def name(self) -> str:
        return self._voice.name

    @property
    def limits(self) -> LookLimits:
        return self._voice.limits

    async def warm(self) -> None:
        await self._voice.warm()

    async def close(self) -> None:
        await self._voice.close()

    async def speak(self, brief: Brief) -> AsyncIterator[Part]:
        self.budget.begin_turn(brief.state.spent.values())
        parts = cast("AsyncGenerator[Part, None]", self._voice.speak(brief))
        async with aclosing(parts):
            async for part in parts:
                if isinstance(part, Used):
                    self.budget.count(part.tokens)
                yield part
        if warning := self.budget.warning():
            yield Said(APP, warning, Role.NOTICE)

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        """What it says it is doing comes with what that has cost so far."""
        used: list[Tokens] = []
        look = f"{brief.persona.key} {brief.id}"
        self.budget.begin_look(brief.state.spent.values())
        pieces = cast("AsyncGenerator[LookPiece, None]", self._voice.look(brief))
        try:
            async with aclosing(pieces):
                async for piece in pieces:
                    if isinstance(piece, Used):
                        self.budget.count_beside(look, piece.tokens)
                        used.append(piece.tokens)
                    elif isinstance(piece, Batch):
                        self.budget.journaled(look)
                    if isinstance(piece, Busy) and used:
                        yield Busy(f"{piece.text} · {self.budget.in_words(used)}", piece.counts_down)
                    else:
                        yield piece
        finally:
            self.budget.journaled(look)

    async def differences(
        self, state: State, criteria: Sequence[Entry], used: Callable[[Tokens], None]
    ) -> tuple[Difference, ...]:
        with self._beside(_READERS, state, used) as count:
            return await self._voice.differences(state, criteria, count)

    async def tasks(self, state: State, used: Callable[[Tokens], None]) -> tuple[ProposedTask, ...]:
        with self._beside(_PLAN, state, used) as count:
            return await self._voice.tasks(state, count)

    @contextmanager
    def _beside(self, who: str, state: State, used: Callable[[Tokens], None]) -> Iterator[Callable[[Tokens], None]]:
        def count(tokens: Tokens) -> None:
            self.budget.count_beside(who, tokens)
            used(tokens)

        self.budget.begin_look(state.spent.values())
        try:
            yield count
        finally:
            self.budget.journaled(who)
