"""What tokens cost, and when to speak up about it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.voices.claude.pricing import KNOWN_PRICES, BudgetState, Price, budget_state, cost, price_of
from roundtable_tui.voices.claude.settings import DEFAULT_MODEL
from roundtable_tui.voices.model.exchange import Usage

TOKENS = st.integers(0, 10**9)
USAGES = st.builds(Usage, TOKENS, TOKENS, TOKENS, TOKENS)
CHEAP = Price(Decimal(1), Decimal(2), Decimal("0.1"), Decimal("1.5"))


def test_each_kind_of_token_has_its_own_price() -> None:
    usage = Usage(input=1_000_000, output=100_000, cache_read=10_000_000, cache_write=200_000)
    assert cost(usage, "claude-opus-5-5") == Decimal(4) + Decimal(2) + Decimal(2) + Decimal(1)


def test_the_default_model_has_a_price() -> None:
    assert price_of(DEFAULT_MODEL)


@pytest.mark.parametrize("model", ["hand-written", "claude-opus-5-7", "claude-opus", "claude-opus-5-5-fast", ""])
def test_a_model_that_is_not_in_the_table_has_no_price(model: str) -> None:
    assert cost(Usage(1, 1), model) is None


@pytest.mark.parametrize("model", ["claude-opus-5-5-20251001", "claude-opus-5-5-latest"])
def test_a_snapshot_costs_what_its_model_costs(model: str) -> None:
    assert price_of(model) == KNOWN_PRICES["claude-opus-5-5"]


def test_the_users_prices_replace_ours_and_may_name_a_family() -> None:
    prices = {"claude-opus-5-5": CHEAP, "local-*": CHEAP}
    assert price_of("claude-opus-5-5", prices) == CHEAP
    assert price_of("local-llama-3", prices) == CHEAP
    assert price_of("claude-opus-5", prices) == KNOWN_PRICES["claude-opus-5"]


@given(st.lists(USAGES, max_size=4))
def test_the_cost_of_a_sum_is_the_sum_of_the_costs(usages: list[Usage]) -> None:
    costs = [cost(usage, "claude-opus-5-5") or Decimal(0) for usage in usages]
    assert cost(sum(usages, Usage()), "claude-opus-5-5") == sum(costs)


@pytest.mark.parametrize(
    ("spent", "state"),
    [("0", "fine"), ("7.99", "fine"), ("8.00", "warn"), ("9.99", "warn"), ("10", "ask"), ("11", "ask")],
)
def test_a_budget_warns_at_four_fifths_and_asks_at_the_end(spent: str, state: str) -> None:
    assert budget_state(Decimal(spent), Decimal(10)) == state


def test_a_budget_without_a_price_says_so_and_no_budget_is_always_fine() -> None:
    assert budget_state(Decimal(0), Decimal(10), is_all=False) is BudgetState.UNKNOWN
    assert budget_state(Decimal(1000), None) is BudgetState.FINE
