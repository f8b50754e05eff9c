"""The settings of the agent's voice: the user's alone, because they name a program that is started."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

from roundtable_tui.config.constraints import AtLeast, Before, about

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.voices.agent.agent_settings import AgentSettings
    from roundtable_tui.voices.protocol import LookLimits

_AT_ONCE = "from the next turn on"


def _words(value: object) -> object:
    """A list, or a line that is split as a shell would split it; no shell ever sees it."""
    if not isinstance(value, str):
        return value
    try:
        return tuple(shlex.split(value))
    except ValueError:
        raise ValueError("there is a quote that does not end") from None


def _yours(meaning: str, *, private: bool = False) -> dict[str, object]:
    return about(meaning, user_only=True, private=private, soon=_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Agent:
    """Your own command-line agent as the voice, instead of a model behind a key."""

    name: str = field(
        default="",
        metadata=_yours(
            "The agent on your machine that speaks: claude, codex, gemini, opencode or goose; your account with it "
            "pays. Empty: none."
        ),
    )
    command: Annotated[tuple[str, ...], Before(_words)] = field(
        default=(),
        metadata=_yours(
            "The command of any other agent that speaks the Agent Client Protocol, such as `my-agent --acp`; it counts "
            "for more than the name.",
            private=True,
        ),
    )
    env: Annotated[tuple[str, ...], Before(_words)] = field(
        default=(),
        metadata=_yours(
            "Environment variables that the agent is handed besides the usual ones, by their names; no key is among "
            "those unless you name it here."
        ),
    )
    silence: Annotated[float, AtLeast(5)] = field(
        default=300.0, metadata=_yours("How many seconds the agent may give no sign of life before it is ended.")
    )


def chosen_agent(
    section: Agent, flag: str, look: LookLimits, which: Callable[[str], str | None] | None = None
) -> AgentSettings | None:
    """Which agent is to speak, if any: as the command line says, else as the settings do."""
    wanted = flag or shlex.join(section.command) or section.name
    if not wanted:
        return None
    from roundtable_tui.voices.agent.known_agents import agent_named

    found = agent_named(wanted, which) if which else agent_named(wanted)
    return replace(found, env=section.env, silence=section.silence, look=look)
