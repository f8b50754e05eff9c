"""How the model is reached and what it may cost, as the user set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from roundtable_tui.voices.claude.pricing import Price
from roundtable_tui.voices.model.roles import ModelRole
from roundtable_tui.voices.protocol import LookLimits

DEFAULT_MODEL = "claude-opus-5-5"


class Thinking(StrEnum):
    """Newer models refuse some of these, so the default sends nothing and leaves it to the model."""

    MODEL_DECIDES = "model-decides"
    ADAPTIVE = "adaptive"
    SUMMARIZED = "summarized"
    """Adaptive, with summaries of the thoughts sent along."""
    BETWEEN_TOOLS = "between-tools"
    OFF = "off"


class Effort(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    XHIGH = "xhigh"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class ClaudeSettings:
    """Only the user's own settings end here, never a project's: they name commands and where keys are sent."""

    model: str = DEFAULT_MODEL
    models: Mapping[ModelRole, str] = field(default_factory=dict)
    """Models for single roles; the others use `model`."""
    base_url: str | None = field(default=None, repr=False)
    """None: ANTHROPIC_BASE_URL, else Anthropic."""
    key_env: tuple[str, ...] = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
    """Environment variables that may hold the key, the first that does wins."""
    key_command: tuple[str, ...] = field(default=(), repr=False)
    """A program and its arguments that prints the key, run without a shell when no variable holds one."""
    needs_key: bool = True
    """False: this server is sent no key worth the name."""
    key_command_timeout: float = 30.0
    connect_timeout: float = 10.0
    timeout: float = 120.0
    """Seconds without a byte from the server, before the answer or within it."""
    max_tokens: int = 16_000
    """Of one answer, thinking included."""
    thinking: Thinking = Thinking.MODEL_DECIDES
    effort: Effort | None = None
    """None: as the model does by itself."""
    retries: int = 3
    """How often a call is made again by itself, as long as nothing was said."""
    longest_wait: float = 60.0
    """A server that wants to be left alone for longer is not waited for."""
    budget: Decimal | None = None
    """US dollars for one item."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """Prices that replace or add to the known ones."""

    look: LookLimits = field(default_factory=LookLimits)
    """How far the table may look into the code and draft by itself."""

    def model_for(self, role: ModelRole) -> str:
        return self.models.get(role, self.model)
