"""What the tokens cost, where that is known: a price that is not in a table is never guessed."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.voices.model.exchange import Usage

MILLION = Decimal(1_000_000)
_WARN_FROM = Decimal("0.8")
_SNAPSHOT = re.compile(r"-\d{8}|-latest")


class Price(Struct, frozen=True):
    """US dollars for a million tokens; `cache_write` is that of the five-minute cache."""

    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal


def _price(prices: str) -> Price:
    return Price(*(Decimal(price) for price in prices.split()))


KNOWN_PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "claude-fable-5-1": _price("10 50 0.25 12.50"),
        "claude-fable-5": _price("10 50 1 12.50"),
        "claude-opus-5-5": _price("4 20 0.20 5"),
        "claude-opus-5": _price("5 25 0.50 6.25"),
        "claude-opus-4-8": _price("5 25 0.50 6.25"),
        "claude-opus-4-7": _price("5 25 0.50 6.25"),
        "claude-opus-4-6": _price("5 25 0.50 6.25"),
        "claude-opus-4-5": _price("5 25 0.50 6.25"),
        "claude-sonnet-5-5": _price("2 10 0.20 2.50"),
        "claude-sonnet-5": _price("2 10 0.20 2.50"),
    }
)
"""Anthropic's list prices of November 2026.

A model whose price was not looked up, or depends on the prompt's length, is left out.
"""


def price_of(model: str, prices: Mapping[str, Price] | None = None) -> Price | None:
    """The price of this model or of the model it is a dated snapshot of.

    `claude-opus-5` says nothing about `claude-opus-5-7`; a user who means a whole family writes `claude-opus-*`.
    """
    table = {**KNOWN_PRICES, **(prices or {})}
    named = [name for name in table if _is_named(model, name)]
    return table[max(named, key=len)] if named else None


def _is_named(model: str, name: str) -> bool:
    if name.endswith("*"):
        return model.startswith(name[:-1])
    return model == name or (model.startswith(name) and _SNAPSHOT.fullmatch(model[len(name) :]) is not None)


def cost(usage: Usage, model: str, prices: Mapping[str, Price] | None = None) -> Decimal | None:
    """US dollars, exactly; None where the model's price is not known."""
    price = price_of(model, prices)
    if price is None:
        return None
    return (
        usage.input * price.input
        + usage.output * price.output
        + usage.cache_read * price.cache_read
        + usage.cache_write * price.cache_write
    ) / MILLION


class BudgetState(StrEnum):
    FINE = "fine"
    WARN = "warn"
    """Four fifths are spent: say so."""
    ASK = "ask"
    """All of it is spent: ask before the next call."""
    UNKNOWN = "unknown"
    """There is a budget, but not for everything a price to hold against it: say so."""


def budget_state(spent: Decimal, budget: Decimal | None, *, is_all: bool = True) -> BudgetState:
    """Where an item stands; without a budget everything is fine. `is_all` says that nothing was used without a price:
    what is known to be spent counts in any case."""
    if budget is None:
        return BudgetState.FINE
    if spent >= budget:
        return BudgetState.ASK
    if spent >= budget * _WARN_FROM:
        return BudgetState.WARN
    return BudgetState.FINE if is_all else BudgetState.UNKNOWN
