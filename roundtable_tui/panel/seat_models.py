"""Which models can take a seat, and where each is asked: from the user's settings, the flags and the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.config.servers import server_settings
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.items.voices import AGENT, CLAUDE, Flags
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.voices.agent.agent_settings import AgentSettings
from roundtable_tui.voices.claude.api_key import has_key
from roundtable_tui.voices.claude.settings import ClaudeSettings

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings

_PEOPLE = "Use --seats human; a whole panel can be people."
_PINNED = re.compile(r"\d+")
"""What stands behind an @ in the names of some models: the day they are from, not a server."""


class SeatModels(Struct, frozen=True):
    servers: Mapping[str, ClaudeSettings] = field(default_factory=dict)
    """By the name that stands behind the @; `claude` is the usual one."""
    by_seat: Mapping[str, str] = field(default_factory=dict)
    """The user's own choice, `model` or `model@server`."""
    lacking: Mapping[str, str] = field(default_factory=lambda: {CLAUDE: "no model is set up."})
    """Why a server cannot be asked, by its name."""
    agent: AgentSettings | None = None
    """The user's own agent, who takes every seat nobody chose a model for."""

    @property
    def available(self) -> bool:
        """Whether a seat nobody chose a model for can be a model's."""
        return self.agent is not None or CLAUDE not in self.lacking

    @property
    def any_available(self) -> bool:
        return self.agent is not None or any(name not in self.lacking for name in self.servers)

    @property
    def reason(self) -> str:
        """Why nobody but people can sit down by themselves, as a sentence; nothing where a model can."""
        why = "" if self.agent else self.lacking.get(CLAUDE, "")
        return why[:1].upper() + why[1:]

    def seat(self, named: str, file_model: str = "") -> Seat:
        """What stands behind a seat; `file_model` comes from a knowledge file and never chooses a server."""
        if named == SeatKind.HUMAN:
            return Seat(SeatKind.HUMAN, SeatKind.HUMAN)
        if self.agent and named in ("", f"@{AGENT}", AGENT):
            return Seat(SeatKind.MODEL, AGENT, self.agent.name)
        model, _, server = named.rpartition("@")
        if not model or _PINNED.fullmatch(server):
            model, server = named, CLAUDE
        if self.servers and server not in self.servers:
            known = ", ".join(name for name in self.servers if name != CLAUDE) or "none"
            raise UsageError(
                f"There is no server '{one_line(server, 40)}' in your settings.",
                f"Name it under panel.servers in your own settings file; there now: {known}.",
            )
        usual = self.servers[CLAUDE].model if CLAUDE in self.servers else ""
        return Seat(SeatKind.MODEL, server, model or file_model or usual)

    def can_ask(self, seat: Seat) -> bool:
        return not self.why_not(seat)

    def why_not(self, seat: Seat) -> str:
        """Why this model cannot be asked; nothing where it can."""
        return self._why_not(seat.voice or CLAUDE)

    def require(self, seats: Mapping[str, Seat]) -> None:
        """Every model named here can be asked, or it is said in one sentence why not."""
        for seat, one in seats.items():
            if one.kind is SeatKind.MODEL and (why := self.why_not(one)):
                raise UsageError(f"No model can take the seat {one_line(seat, 60)}: {why}", _PEOPLE)

    def _why_not(self, server: str) -> str:
        if server == AGENT:
            return "" if self.agent else "no agent is chosen (--agent, or agent.name in your settings)."
        if server in self.servers or CLAUDE in self.lacking:
            return self.lacking.get(server, "" if server in self.servers else self.lacking[CLAUDE])
        return f"your settings have no server '{one_line(server, 40)}' any more."


def seat_models(settings: Settings, flags: Flags | None = None, environ: Mapping[str, str] | None = None) -> SeatModels:
    flags = flags or Flags()
    environ = os.environ if environ is None else environ
    if flags.offline:
        return SeatModels(lacking={CLAUDE: "you said --offline."})
    agent, usual = flags.agent_over(settings), flags.over(settings)
    servers = {name: server_settings(usual, line) for name, line in settings.panel.servers.items()}
    servers = {**servers, CLAUDE: usual}
    lacking = {name: _lacks(name, one) for name, one in servers.items() if not has_key(one, environ)}
    return SeatModels(servers, settings.panel.models, lacking, agent if agent and agent.command else None)


def _lacks(name: str, settings: ClaudeSettings) -> str:
    variable = next(iter(settings.key_env), "key_env")
    if name == CLAUDE:
        return f"no key for a model is set ({variable}, or claude.key_command in your settings)."
    return f"there is no key for the server '{one_line(name, 40)}' ({variable} is not set)."
