"""Everything a panel is run with: its open file, its knowledge, who speaks, who decides, and where results go."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import Agenda, PanelKnowledge, Strategy
from roundtable_tui.items.project import Clock, system_clock
from roundtable_tui.panel.outputs.publisher import Published
from roundtable_tui.panel.record.session import PanelSession
from roundtable_tui.panel.record.shelf import OpenPanel
from roundtable_tui.panel.seats.protocol import PanelVoice
from roundtable_tui.storage.meta import timestamp

if TYPE_CHECKING:
    from roundtable_tui.panel.rules.escalation import Decision, Issue

AT_ONCE = 6
_Dump = Callable[..., None]


class Wish(StrEnum):
    """What somebody who is asked after each round wants."""

    GO_ON = "go on"
    CONCLUDE = "conclude"
    PAUSE = "pause"


class Moderator(Protocol):
    """Whoever decides for the user: the screen, lines in a terminal, or an answers file."""

    async def decide(self, issue: Issue) -> Decision | None:
        """The user's decision; none pauses the panel until there is one."""
        ...

    async def after_round(self, session: PanelSession) -> Wish: ...


def shuffled(seats: Sequence[str]) -> list[str]:
    """In an order nobody can foresee."""
    return random.SystemRandom().sample(list(seats), len(seats))


class PanelParts(Struct, frozen=True):
    """Everything a panel is run with."""

    opened: OpenPanel
    knowledge: PanelKnowledge
    strategy: Strategy
    agenda: Agenda
    facilitator: PanelVoice
    seats: Mapping[str, PanelVoice]
    moderator: Moderator
    publish_outcome: Callable[[PanelSession], Published]
    """Writes the documents of a panel that has ended, and says which."""
    deliver: Callable[[PanelSession], Awaitable[str]] | None = None
    """Brings the result into the item it was asked for, and says what came of it; it may be asked for again."""
    context: str = ""
    code: Callable[[Sequence[str]], str] = lambda _: ""
    """What of the project's code bears on these texts, the weightiest first."""
    own: PanelVoice | None = None
    """Casts the user's ballot beside the panel."""
    begin: Callable[[PanelSession], None] = lambda _: None
    let_go: Callable[[], Awaitable[None]] | None = None
    """Before the first round of a run, and after the last: for budget and connections of whoever speaks."""
    listen: Callable[[Callable[[str, str], None]], None] = lambda _: None
    """Tells of a seat why it takes longer, and of none what the user should know."""
    interactive: bool = False
    at_once: int = AT_ONCE
    shuffle: Callable[[Sequence[str]], list[str]] = shuffled
    clock: Clock = system_clock
    timer: Callable[[], float] = time.monotonic
    dump: _Dump | None = None
    """Writes down what was sent and answered, where somebody wants to see all of it."""

    def now(self) -> str:
        return timestamp(self.clock())
