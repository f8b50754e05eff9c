"""What an item costs, as far as it is known, and the budget that warns once and asks once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, cast

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.journal.events import VOICE, Event, Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Tokens
from roundtable_tui.items.budget import Bill, Budget, BudgetSpentError, WithinBudget, bill, dollars, tokens_of_last_turn
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.protocol import Batch, LookPiece, Part, Said, Used
from tests.support.states import changed
from tests.support.voices.model_turns import request_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.voices.claude.voice import ClaudeVoice
    from roundtable_tui.voices.protocol import Brief

OPUS = "claude-opus-5-5"
MILLION = 1_000_000
FOUR_DOLLARS = Tokens(OPUS, input=MILLION)
ASKED = request_in("01-01", "Invoices go out late.")


class Spender:
    """Makes a call for each of these, and uses as many tokens."""

    name = "claude"

    def __init__(self, *used: Tokens) -> None:
        self.used = used
        self.calls = 0
        self.before_call: Callable[[], None] = lambda: None
        self.finds = False

    async def look(self, request: Brief) -> AsyncIterator[LookPiece]:
        async for part in self.speak(request):
            assert isinstance(part, Used)
            yield part
            if self.finds:
                yield Batch()

    async def speak(self, request: Brief) -> AsyncIterator[Part]:
        for tokens in self.used:
            self.before_call()
            self.calls += 1
            yield Used(tokens)

    async def warm(self) -> None: ...

    async def close(self) -> None: ...


def within(spender: Spender, budget: str | None) -> WithinBudget:
    kept = Budget(ClaudeSettings(budget=Decimal(budget) if budget else None))
    spender.before_call = kept.before_call
    return WithinBudget(cast("ClaudeVoice", spender), kept)


def after(*used: Tokens) -> Brief:
    return replace(ASKED, state=changed(ASKED.state, spent={tokens.model: tokens for tokens in used}))


async def warnings(voice: WithinBudget, request: Brief) -> list[str]:
    return [part.text async for part in voice.speak(request) if isinstance(part, Said)]


# What it costs


def test_a_bill_adds_up_what_is_known_and_names_what_is_not() -> None:
    used = [Tokens(OPUS, 100, 10, cache_read=900, cache_write=50), Tokens("nobody", 7, 3), Tokens("nobody", 1)]
    found = bill(used, {})
    assert (found.sent, found.cached, found.answered) == (1058, 900, 13)
    assert found.cost == Decimal("0.00103")
    assert found.unpriced == ("nobody",)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Bill(cost=Decimal("0.4249")), "$0.42"),
        (Bill(cost=Decimal("0.0031")), "$0.0031"),
        (Bill(cost=Decimal("0.00000003")), "under $0.0001"),
        (Bill(), "$0.00"),
        (Bill(unpriced=("nobody",)), "tokens only"),
        (Bill(cost=Decimal("0.42"), unpriced=("nobody",)), "$0.42 + ?"),
    ],
)
def test_a_price_that_is_not_known_is_not_invented(found: Bill, words: str) -> None:
    assert found.in_words == words


def test_amounts_are_read_as_money() -> None:
    assert dollars(Decimal("1234.5")) == "$1,234.50"


def test_all_attempts_at_the_last_turn_count() -> None:
    bodies: list[tuple[int, Body]] = [
        (1, Spoke("claude", "1", Outcome.FINISHED, tokens=(Tokens(OPUS, 1),))),
        (2, UserSaid("Well")),
        (2, Spoke("claude", "2", Outcome.FAILED, tokens=(Tokens(OPUS, 2),))),
        (2, Spoke("claude", "3", Outcome.FINISHED, tokens=(Tokens(OPUS, 4),))),
        (3, Spoke("offline", "4", Outcome.FINISHED)),
    ]
    events = [Event(seq, "", exchange, VOICE, 0, body) for seq, (exchange, body) in enumerate(bodies, 1)]
    assert sum(tokens.input for tokens in tokens_of_last_turn(events)) == 6


# The budget


async def test_without_a_budget_nothing_is_said_whatever_it_costs() -> None:
    assert await warnings(within(Spender(FOUR_DOLLARS), None), after(FOUR_DOLLARS)) == []


async def test_the_turn_that_uses_up_four_fifths_says_so_once() -> None:
    voice = within(Spender(FOUR_DOLLARS), "5")
    assert await warnings(voice, after()) == [
        "This item has used $4.00 of its $5.00. You are asked before it uses more."
    ]
    assert await warnings(voice, after()) == []


async def test_all_used_up_the_next_turn_asks_before_anything_is_sent_and_then_goes_on() -> None:
    spender = Spender(FOUR_DOLLARS)
    voice = within(spender, "4")
    with pytest.raises(BudgetSpentError, match=r"This item has used \$4.00 of its \$4.00."):
        await warnings(voice, after(FOUR_DOLLARS))
    assert spender.calls == 0
    await warnings(voice, after(FOUR_DOLLARS))
    await warnings(voice, after(FOUR_DOLLARS))
    assert spender.calls == 2


async def test_a_turn_of_many_calls_asks_before_the_first_that_would_go_beyond() -> None:
    spender = Spender(*[FOUR_DOLLARS] * 5)
    voice = within(spender, "7")
    with pytest.raises(BudgetSpentError, match=r"\$8.00 of its \$7.00"):
        await warnings(voice, after())
    assert spender.calls == 2


async def test_a_budget_without_a_price_is_said_to_be_of_no_use() -> None:
    voice = within(Spender(Tokens("nobody", 5)), "4")
    (said,) = await warnings(voice, after())
    assert "no price is known for nobody" in said
    assert await warnings(voice, after(Tokens("nobody", 5))) == []


async def test_what_is_known_to_be_spent_counts_beside_what_is_not() -> None:
    with pytest.raises(BudgetSpentError):
        await warnings(within(Spender(FOUR_DOLLARS), "4"), after(FOUR_DOLLARS, Tokens("nobody", 5)))


# What is used beside the talk


async def test_a_look_in_a_new_session_knows_what_was_spent_before() -> None:
    voice = within(Spender(FOUR_DOLLARS), "4")
    with pytest.raises(BudgetSpentError):
        _ = [piece async for piece in voice.look(after(FOUR_DOLLARS))]


async def test_a_turn_in_the_middle_of_a_look_does_not_forget_what_the_look_has_used() -> None:
    """None of it is in the journal before something was found."""
    spender = Spender(FOUR_DOLLARS, FOUR_DOLLARS, FOUR_DOLLARS)
    voice = within(spender, "6")
    looking = voice.look(ASKED)
    assert isinstance(await anext(looking), Used)
    talk = Spender(Tokens(OPUS, 10))
    talk.before_call = spender.before_call
    _ = [part async for part in WithinBudget(cast("ClaudeVoice", talk), voice.budget).speak(ASKED)]
    assert isinstance(await anext(looking), Used)
    with pytest.raises(BudgetSpentError, match=r"\$8\.00 of its \$6\.00"):
        await anext(looking)


async def test_what_a_look_has_found_is_in_the_journal_and_counts_once() -> None:
    spender = Spender(FOUR_DOLLARS)
    spender.finds = True
    voice = within(spender, "6")
    _ = [piece async for piece in voice.look(ASKED)]
    assert await warnings(voice, after(FOUR_DOLLARS)) == [], "four of six dollars, and not eight"
