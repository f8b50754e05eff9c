"""The settings of the model's voice: the user's alone, because they name commands, addresses and what may be spent."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Literal

from roundtable_tui.config.constraints import AtLeast, Before, about
from roundtable_tui.domain.journal.values import LookDepth
from roundtable_tui.voices.claude.pricing import Price
from roundtable_tui.voices.claude.settings import DEFAULT_MODEL, ClaudeSettings, Effort, Thinking
from roundtable_tui.voices.model.roles import ModelRole
from roundtable_tui.voices.protocol import LookLimits

if TYPE_CHECKING:
    from collections.abc import Mapping

_PRICES = ("input", "output", "cache_read", "cache_write")
_DEFAULT = ClaudeSettings()
_AT_ONCE = "from the next turn on"


def _words(value: object) -> object:
    """A list, or a line that is split as a shell would split it; no shell ever sees it."""
    if not isinstance(value, str):
        return value
    try:
        return tuple(shlex.split(value))
    except ValueError:
        raise ValueError("there is a quote that does not end") from None


def _price(value: object) -> object:
    """`4 20 0.20 5`, or the four by their names."""
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, dict):
        if set(parts) != set(_PRICES):
            raise ValueError(f"a price has {', '.join(_PRICES)}, each in dollars for a million tokens")
        parts = [str(parts[name]) for name in _PRICES]
    try:
        amounts = [Decimal(part) for part in parts] if isinstance(parts, list) else []
    except InvalidOperation:
        amounts = []
    if len(amounts) != len(_PRICES) or not all(amount.is_finite() and amount >= 0 for amount in amounts):
        raise ValueError(f"a price is four numbers: {', '.join(_PRICES)}, in dollars for a million tokens")
    return " ".join(map(str, amounts))


def _yours(meaning: str, *, private: bool = False) -> dict[str, object]:
    return about(meaning, user_only=True, private=private, soon=_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Models:
    """A model for one thing it is asked for; where none is named, `claude.model` does it."""

    interview: str = field(default="", metadata=_yours("The model that asks; empty is claude.model."))
    elaboration: str = field(default="", metadata=_yours("The model that talks a step over; empty is claude.model."))
    synthesis: str = field(default="", metadata=_yours("The model that sums such a talk up; empty is claude.model."))
    investigation: str = field(
        default="", metadata=_yours("The model that reads the code and drafts; empty is claude.model.")
    )
    second_reader: str = field(
        default="",
        metadata=_yours("The model that reads criteria a second time; another one sees more. Empty is claude.model."),
    )


@dataclass(frozen=True, slots=True)
class Claude:
    """How the model is reached and what it may cost."""

    model: str = field(default=DEFAULT_MODEL, metadata=_yours("The model that speaks when a key is set."))
    models: Models = field(default_factory=Models)
    base_url: str = field(
        default="",
        metadata=_yours(
            "Where the Messages API is spoken: a gateway or a server of your own; empty is ANTHROPIC_BASE_URL, "
            "else Anthropic.",
            private=True,
        ),
    )
    key_env: Annotated[tuple[str, ...], Before(_words)] = field(
        default=_DEFAULT.key_env,
        metadata=_yours("The environment variables that may hold the key; the first that does is used."),
    )
    key_command: Annotated[tuple[str, ...], Before(_words)] = field(
        default=(),
        metadata=_yours(
            "A command that prints the key, such as `pass show anthropic`; used where no variable holds one. "
            "The key itself is never written anywhere.",
            private=True,
        ),
    )
    timeout: Annotated[float, AtLeast(1)] = field(
        default=_DEFAULT.timeout, metadata=_yours("How many seconds the model may be silent.")
    )
    connect_timeout: Annotated[float, AtLeast(1)] = field(
        default=_DEFAULT.connect_timeout, metadata=_yours("How many seconds a connection may take.")
    )
    max_tokens: Annotated[int, AtLeast(256)] = field(
        default=_DEFAULT.max_tokens, metadata=_yours("How long one answer may be, thinking included.")
    )
    thinking: Literal["model-decides", "adaptive", "summarized", "between-tools", "off"] = field(
        default="model-decides", metadata=_yours("How the model thinks before it speaks; some models refuse some.")
    )
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = field(
        default=None, metadata=_yours("How much trouble the model takes; not set leaves it to the model.")
    )
    retries: Annotated[int, AtLeast(0)] = field(
        default=_DEFAULT.retries, metadata=_yours("How often a call is made again by itself while nothing was said.")
    )
    budget: Annotated[Decimal, AtLeast(0)] | None = field(
        default=None,
        metadata=_yours("US dollars for one item: a warning comes at 80 %, and at 100 % you are asked. Not set: none."),
    )
    look: Literal["by-size", "none", "light", "thorough"] = field(
        default="by-size",
        metadata=_yours("How far the table reads the code by itself in a conversation, before it drafts."),
    )
    look_calls: Annotated[int, AtLeast(4)] = field(
        default=_DEFAULT.look.calls, metadata=_yours("How many requests a thorough reading of the code may take.")
    )
    look_tokens: Annotated[int, AtLeast(10_000)] = field(
        default=_DEFAULT.look.tokens, metadata=_yours("How many tokens the reading, and each draft, may take in all.")
    )
    second_reading: Literal["on-request", "before-summaries"] = field(
        default="on-request",
        metadata=_yours("When two readers who do not know of each other test the criteria in their minds."),
    )
    prices: dict[str, Annotated[str, Before(_price)]] = field(
        default_factory=dict,
        metadata=_yours(
            "What a model costs that is not known: `my-model: 4 20 0.20 5`, dollars for a million tokens "
            "sent, answered, read from the cache, written to it."
        ),
    )


def claude_settings(section: Claude) -> ClaudeSettings:
    """What the voice goes by."""
    return ClaudeSettings(
        model=section.model or DEFAULT_MODEL,
        models=_models(section.models),
        base_url=section.base_url or None,
        key_env=section.key_env,
        key_command=section.key_command,
        connect_timeout=section.connect_timeout,
        timeout=section.timeout,
        max_tokens=section.max_tokens,
        thinking=Thinking(section.thinking),
        effort=Effort(section.effort) if section.effort else None,
        retries=section.retries,
        budget=section.budget,
        look=LookLimits(
            None if section.look == "by-size" else LookDepth(section.look), section.look_calls, section.look_tokens
        ),
        prices={name: Price(*map(Decimal, price.split())) for name, price in section.prices.items()},
    )


def _models(models: Models) -> Mapping[ModelRole, str]:
    named = {role: str(getattr(models, role)) for role in ModelRole}
    return {role: name for role, name in named.items() if name}
