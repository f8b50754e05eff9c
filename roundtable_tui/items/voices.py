"""Who speaks, decided in one place: by flag, else by the agent the user chose, else by whether a key is to be had."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.config.agent import chosen_agent
from roundtable_tui.config.claude import claude_settings
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.api_key import has_key, in_environment
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Voice

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings
    from roundtable_tui.voices.agent.agent_settings import AgentSettings

CLAUDE = "claude"
AGENT = "agent"
OFFLINE = "offline"
MODEL_LED = frozenset({CLAUDE, AGENT})
"""The voices behind which a model sits: what they are told leaves the machine."""


class Voices(Struct, frozen=True):
    """Who can speak; the first of them does, unless the user wants another."""

    makers: Mapping[str, Callable[[], Voice]]
    sentence: str = ""
    """Who will speak, why, and how to change it."""
    model: ClaudeSettings = field(default_factory=ClaudeSettings)
    """How the model is reached and what it costs, also while it does not speak."""
    agent: str = ""
    """What the agent is called, where one speaks."""

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
    agent: str = ""

    def agent_over(self, settings: Settings) -> AgentSettings | None:
        """The agent that is to speak, if any; it may not be installed."""
        return None if self.offline else chosen_agent(settings.agent, self.agent, claude_settings(settings.claude).look)

    def over(self, settings: Settings) -> ClaudeSettings:
        chosen = claude_settings(settings.claude)
        return replace(chosen, model=self.model, models={}) if self.model else chosen


def voices_for(settings: Settings, flags: Flags | None = None, environ: Mapping[str, str] | None = None) -> Voices:
    """The agent that was chosen; else the model if there is a key and nobody said otherwise, else the interviewer that
    needs none."""
    flags = flags or Flags()
    environ = os.environ if environ is None else environ
    chosen = flags.over(settings)
    makers: dict[str, Callable[[], Voice]] = {OFFLINE: OfflineVoice}
    if agent := flags.agent_over(settings):
        return _with_agent(agent, chosen)
    if not has_key(chosen, environ):
        name = next(iter(chosen.key_env), "claude.key_env")
        return Voices(
            makers,
            f"The offline interviewer asks: no key for a model is set ({name}, or claude.key_command in the settings)."
            f"{_agents_here()}",
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


def _with_agent(agent: AgentSettings, chosen: ClaudeSettings) -> Voices:
    if not agent.command:
        return Voices({OFFLINE: OfflineVoice}, f"The offline interviewer asks. {agent.missing}", chosen)
    sentence = (
        f"{agent.name} asks, the agent on your machine: your own account with it pays. V at the table, or --offline, "
        f"brings the interviewer that needs no model."
    )
    return Voices({AGENT: agent_maker(agent), OFFLINE: OfflineVoice}, sentence, chosen, agent.name)


def _agents_here() -> str:
    """That there is an agent who could speak, for somebody who may not know that."""
    from roundtable_tui.voices.agent.known_agents import installed

    found = installed()
    return f" An agent of yours could speak too: --agent {' or --agent '.join(found)}." if found else ""


def agent_maker(settings: AgentSettings) -> Callable[[], Voice]:
    """Loads what the voice is made of; the agent is started when it is warmed or first speaks."""
    from roundtable_tui.voices.agent.voice import AgentVoice

    def make() -> Voice:
        return AgentVoice(settings, redact=without_secrets)

    return make


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
