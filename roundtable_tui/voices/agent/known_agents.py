"""The agents known by name: which program speaks the protocol for each, how it is installed, and how one signs in."""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.agent.agent_settings import AgentSettings

if TYPE_CHECKING:
    from collections.abc import Callable


class KnownAgent(Struct, frozen=True):
    title: str
    commands: tuple[tuple[str, ...], ...]
    """In the order in which they are looked for."""
    install: str
    sign_in: str


KNOWN: dict[str, KnownAgent] = {
    "claude": KnownAgent(
        "Claude Code",
        (("claude-agent-acp",), ("claude-code-acp",)),
        "npm install -g @agentclientprotocol/claude-agent-acp",
        "run `claude` once and use /login",
    ),
    "codex": KnownAgent(
        "Codex", (("codex-acp",),), "npm install -g @agentclientprotocol/codex-acp", "run `codex login`"
    ),
    "gemini": KnownAgent(
        "Gemini CLI", (("gemini", "--acp"),), "npm install -g @google/gemini-cli", "run `gemini` once and sign in there"
    ),
    "opencode": KnownAgent(
        "opencode", (("opencode", "acp"),), "npm install -g opencode-ai", "run `opencode auth login`"
    ),
    "goose": KnownAgent("goose", (("goose", "acp"),), "see goose's own pages", "run `goose configure`"),
}


def agent_named(wanted: str, which: Callable[[str], str | None] = shutil.which) -> AgentSettings:
    """The agent of a name, or of a command line whose program speaks the protocol itself."""
    known = KNOWN.get(wanted.strip().lower())
    if known is None:
        return agent_of_command(wanted, which)
    for program, *arguments in known.commands:
        if found := which(program):
            return AgentSettings(known.title, (found, *arguments), sign_in=known.sign_in)
    program = known.commands[0][0]
    missing = f"There is no `{program}` on your PATH, by which {known.title} is spoken to. Install it: {known.install}."
    return AgentSettings(known.title, (), missing, known.sign_in)


def agent_of_command(line: str, which: Callable[[str], str | None] = shutil.which) -> AgentSettings:
    try:
        words = shlex.split(line)
    except ValueError:
        words = []
    if not words:
        return AgentSettings("the agent", (), "The agent's command is empty or has a quote that does not end.")
    name = one_line(words[0].replace("\\", "/").rpartition("/")[2], 40)
    if found := which(words[0]):
        return AgentSettings(name, (found, *words[1:]))
    known = ", ".join(KNOWN)
    return AgentSettings(name, (), f"There is no program `{name}` on your PATH. Known by name are {known}.")


def installed(which: Callable[[str], str | None] = shutil.which) -> tuple[str, ...]:
    """The known agents that could be started, by their names."""
    return tuple(name for name, known in KNOWN.items() if any(which(command[0]) for command in known.commands))
