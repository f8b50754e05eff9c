"""Who speaks, decided in one place: by flag, else by whether a key is to be had."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.config.claude import claude_settings
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.api_key import has_key, in_environment
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Voice

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings

CLAUDE = "claude"
OFFLINE = "offline"


class Voices(Struct, frozen=True):
    """Who can speak; the first of them does, unless the user wants another."""

    makers: Mapping[str, Callable[[], Voice]]
    sentence: str = ""
    """Who will speak, why, and how to change it."""
    model: ClaudeSettings = field(default_factory=ClaudeSettings)
    """How the model is reached and what it costs, also while it does not speak."""

    @property
    def first_name(self) -> str:
        return next(iter(self.makers))

    def first(self) -> Voice:
        return self.makers[self.first_name]()

    def again(self, name: str) -> Voice | None:
        """The voice of this name, as it would be made now."""
        make = self.makers.get(name)
        return make() if make else None

    def other(self, name: str) -> Voice | None:
        """Whoever could speak instead of the voice of this name."""
        make = next((make for other, make in self.makers.items() if other != name), None)
        return make() if make else None


class Flags(Struct, frozen=True):
    """What the command line says about who speaks; it counts for more than environment and files."""

    offline: bool = False
    model: str = ""

    def over(self, settings: Settings) -> ClaudeSettings:
        chosen = claude_settings(settings.claude)
        return replace(chosen, model=self.model, models={}) if self.model else chosen


def voices_for(settings: Settings, flags: Flags | None = None, environ: Mapping[str, str] | None = None) -> Voices:
    """The model if there is a key and nobody said otherwise, else the interviewer that needs none."""
    flags = flags or Flags()
    environ = os.environ if environ is None else environ
    chosen = flags.over(settings)
    makers: dict[str, Callable[[], Voice]] = {OFFLINE: OfflineVoice}
    if not has_key(chosen, environ):
        name = next(iter(chosen.key_env), "claude.key_env")
        return Voices(
            makers,
            f"The offline interviewer asks: no key for a model is set ({name}, or claude.key_command in the settings).",
            chosen,
        )
    makers[CLAUDE] = claude_maker(chosen)
    model = one_line(chosen.model, 60)
    if flags.offline:
        return Voices(makers, f"The offline interviewer asks, as you said; V at the table brings {model}.", chosen)
    why = _first_set(chosen, environ) if in_environment(chosen, environ) else "a key command"
    sentence = (
        f"{model}{_at(chosen, environ)} asks, because {why} is set. V at the table, or --offline, brings the "
        f"interviewer that needs no model."
    )
    return Voices({CLAUDE: makers[CLAUDE], OFFLINE: OfflineVoice}, sentence, chosen)


def _first_set(settings: ClaudeSettings, environ: Mapping[str, str]) -> str:
    return next(name for name in settings.key_env if environ.get(name, "").strip())


def _at(settings: ClaudeSettings, environ: Mapping[str, str]) -> str:
    """Where the model is, unless it is where everybody expects it."""
    from roundtable_tui.voices.claude.client import ANTHROPIC, address_of, host_of

    address = address_of(settings, environ)
    return "" if address == ANTHROPIC else f" at {host_of(address) or 'an address that is none'}"


def claude_maker(settings: ClaudeSettings) -> Callable[[], Voice]:
    """Loads what the voice is made of; the SDK is loaded when it is warmed or first speaks."""
    from roundtable_tui.items.budget import Budget, WithinBudget
    from roundtable_tui.voices.claude.voice import ClaudeVoice

    def make() -> Voice:
        budget = Budget(settings)
        return WithinBudget(ClaudeVoice(settings, redact=without_secrets, before_call=budget.before_call), budget)

    return make


def without_secrets(text: str) -> str:
    """What a model may read of it."""
    from roundtable_tui.codebase.files.secrets import redact

    return redact(text).text
