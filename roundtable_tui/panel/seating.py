"""Seats everybody at a panel: a model or a person for each seat, a model or the files for the facilitator."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.journal.values import Tokens
from roundtable_tui.items.budget import Budget
from roundtable_tui.items.voices import AGENT, CLAUDE, without_secrets
from roundtable_tui.panel.record.session import PanelSession, Seat, SeatKind
from roundtable_tui.panel.rounds.parts import shuffled
from roundtable_tui.panel.seats.caller import TransportCaller
from roundtable_tui.panel.seats.human import HumanVoice
from roundtable_tui.panel.seats.model import ModelVoice
from roundtable_tui.panel.seats.protocol import PanelVoice
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.requests import MessagesTransport
from roundtable_tui.voices.claude.settings import ClaudeSettings

if TYPE_CHECKING:
    from roundtable_tui.panel.room import PanelRoom, ReadyPanel
    from roundtable_tui.panel.seat_models import SeatModels
    from roundtable_tui.panel.seats.human import Person
    from roundtable_tui.voices.agent.transport import AgentTransport
    from roundtable_tui.voices.model.exchange import Transport

Listener = Callable[[str, str], None]


async def _nothing() -> None:
    pass


class Seating(Struct, frozen=True):
    """Who speaks at a table: the facilitator, every seat, and perhaps the user beside them."""

    facilitator: PanelVoice
    seats: Mapping[str, PanelVoice]
    own: PanelVoice | None = None
    begin: Callable[[PanelSession], None] = lambda _: None
    """Whenever the panel is begun or taken up: what it has used so far counts against the budget."""
    close: Callable[[], Awaitable[None]] = _nothing
    """Lets go of all connections; the table does it."""
    listen: Callable[[Listener], None] = lambda _: None
    """Whoever is given here is told why a seat takes longer, and with no seat what the user should know."""
    shuffle: Callable[[Sequence[str]], list[str]] = shuffled
    """The order in which ballots are laid before the facilitator."""


def seating_for(room: PanelRoom, ready: ReadyPanel, person: Person, *, own: bool = False) -> Seating:
    """Everybody for this panel, as its plan or its file says; UsageError where a model cannot be asked.

    `person` is whoever sits at the keyboard, for all human seats one after another. `own` lets the user cast a ballot
    beside the panel. Nothing is sent before the table runs.
    """
    session = ready.session
    room.models.require({**session.seats, **_as_model("facilitator", session.facilitator)})
    switchboard = _Switchboard(room.models)
    people = HumanVoice(person, asyncio.Lock())

    def voice(name: str, seat: Seat) -> PanelVoice:
        return switchboard.voice(name, seat) if seat.kind is SeatKind.MODEL else people

    return Seating(
        facilitator=voice("", session.facilitator),
        seats={name: voice(name, seat) for name, seat in session.seats.items()},
        own=people if own else None,
        begin=switchboard.begin,
        close=switchboard.close,
        listen=switchboard.listen,
    )


def _as_model(name: str, seat: Seat) -> Mapping[str, Seat]:
    return {name: seat} if seat.kind is SeatKind.MODEL else {}


class _Switchboard:
    """The connections of one panel, one to each server, and the one budget they share."""

    def __init__(self, models: SeatModels) -> None:
        self._models = models
        self._wires: dict[str, Wire] = {}
        self._agent: AgentTransport | None = None
        self._budget = Budget(models.servers.get(CLAUDE, ClaudeSettings()), "panel")
        self._listener: Listener = lambda _name, _text: None

    def listen(self, listener: Listener) -> None:
        self._listener = listener

    def voice(self, name: str, seat: Seat) -> ModelVoice:
        """A connection to a server is shared, nothing else: each answer is a request of its own."""
        server = seat.voice or CLAUDE

        def waits(text: str) -> None:
            self._listener(name, text)

        def warn(text: str) -> None:
            self._listener("", text)

        transport, model = self._reached(server)
        caller = TransportCaller(transport, seat.model or model, self._budget, waits, warn)
        return ModelVoice(caller, without_secrets, server)

    def _reached(self, server: str) -> tuple[Transport, str]:
        """How a server is spoken to, and the model it has where none is named."""
        if server == AGENT and self._models.agent:
            from roundtable_tui.voices.agent.transport import AgentTransport

            self._agent = self._agent or AgentTransport(self._models.agent, without_secrets)
            return self._agent, self._models.agent.name
        settings = self._models.servers[server]
        return MessagesTransport(self._wires.setdefault(server, Wire(settings))), settings.model

    def begin(self, session: PanelSession) -> None:
        """Whoever comes back after being asked wants to go on beyond the budget."""
        self._budget.begin_turn(Tokens(one.model, one.input, one.output) for one in session.requests)

    async def close(self) -> None:
        for wire in self._wires.values():
            await wire.close()
        if self._agent:
            await self._agent.close()
