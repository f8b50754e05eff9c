"""What the agent's voice needs to know: which program, what it is handed, and how long it may be silent."""

from __future__ import annotations

from dataclasses import dataclass, field

from roundtable_tui.voices.protocol import LookLimits


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """The user's own program, started as it is; nothing here is secret."""

    name: str
    """What it is called at the table."""
    command: tuple[str, ...]
    """The program and its arguments, run without a shell; empty where it is not installed."""
    missing: str = ""
    """Why there is no command, and what would help."""
    sign_in: str = ""
    """How the user signs in with it."""
    env: tuple[str, ...] = ()
    """Names of environment variables it is handed besides the usual ones, because the user said so."""
    start_timeout: float = 60.0
    """Seconds until it answers its first request, and until a session is open."""
    tools_timeout: float = 5.0
    """Seconds in which it looks for our tools once a session is open; some look only with the first prompt."""
    silence: float = 300.0
    """Seconds without any sign of life in the middle of a turn."""
    look: LookLimits = field(default_factory=LookLimits)
