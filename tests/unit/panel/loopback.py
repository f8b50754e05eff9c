"""Whole panels of models over HTTP: a server that answers for every seat and keeps the bytes it was sent."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Panel, Settings
from roundtable_tui.items.project import open_as_set
from roundtable_tui.panel.opening import PanelRequest
from roundtable_tui.panel.room import PanelRoom, open_room
from roundtable_tui.panel.seating import seating_for
from tests.support.messages_api.replies import Reply, says
from tests.support.messages_api.server import KEY, MessagesServer, Received
from tests.unit.panel.tables import ACCEPTING, Deciding

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.panel.room import ReadyPanel
    from roundtable_tui.panel.rounds.table import PanelTable
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

FACILITATOR_MODEL = "model-that-facilitates"
_ROUND = re.compile(r"# The question of round (\d+)|\ARound (\d+)")


def model_of(seat: str) -> str:
    """A model of its own for every seat, so that the bytes tell whose request it is; its name tells nothing."""
    return f"model-{sum(seat.encode()) * 7919 % 100_003:05d}"


@dataclass(frozen=True)
class Sent:
    """One request as it came over the wire."""

    received: Received
    seat: str
    """Whose, or `question` or `synthesis`."""
    round: int

    @property
    def text(self) -> str:
        """Every word of it: the bytes, with nothing hidden in escapes."""
        return json.dumps(self.received.request, ensure_ascii=False)

    @property
    def message(self) -> str:
        return text_of(self.received)


def text_of(received: Received) -> str:
    return "".join(part["text"] for part in received.request["messages"][-1]["content"])


@dataclass
class PanelServer:
    """Answers for every seat with a word of its own, and for the facilitator by repeating all it was told."""

    seats: tuple[str, ...]
    ballot: Callable[[PanelServer, str, int], Mapping[str, Any]] | None = None
    synthesis: Mapping[str, Any] = field(default_factory=dict)
    fault: Callable[[str, int], Reply | None] = lambda _seat, _round: None
    marks: dict[tuple[str, int], str] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)

    def serve(self, server: MessagesServer) -> None:
        server.answer = self.answer
        server.more_models = {FACILITATOR_MODEL, *map(model_of, self.seats)}

    def answer(self, received: Received) -> Reply:
        message, model = text_of(received), received.request["model"]
        found = _ROUND.search(message)
        assert found, message
        number = int(found[1] or found[2])
        seat = next((seat for seat in self.seats if model_of(seat) == model), "")
        if not seat:
            assert model == FACILITATOR_MODEL
            seat = "synthesis" if "Sum it up" in message else "question"
        self.sent.append(Sent(received, seat, number))
        if broken := self.fault(seat, number):
            return broken
        return says(json.dumps(self._fields(seat, number, message)), chunk=400)

    def _fields(self, seat: str, number: int, message: str) -> Mapping[str, Any]:
        match seat:
            case "question":
                return {"question": f"What now, in round {number}?", "options": []}
            case "synthesis":
                told = re.findall(r"Position: (.*)", message)
                return {
                    "synthesis": " / ".join(told) or "Nothing.",
                    "conflicts": [{"title": f"Dispute {number}", "positions": {"A": told[0]}}] if told else [],
                    "artifacts": [{"type": "decision", "title": f"Entry {number}", "description": " ".join(told)}],
                    "agenda_update": {"topic_id": "main", "new_status": "closed"},
                    "next_action": "phase",
                    "recommendation": "Do it.",
                    **self.synthesis,
                }
        if self.ballot:
            return self.ballot(self, seat, number)
        return marked(self, seat, number)

    def of(self, *seats: str) -> list[Sent]:
        return [one for one in self.sent if one.seat in seats]


def marked(server: PanelServer, seat: str, number: int) -> Mapping[str, Any]:
    """A word nobody else can know in every part of the answer, and who says it wherever it can be said."""
    mark = server.marks.setdefault((seat, number), secrets.token_hex(8))
    name = seat.replace("-", " ").title()
    return {
        "position": f"As {name} ({seat}, {model_of(seat)}) I say {mark}.",
        "rationale": [f"{mark}, says the {name.upper()}, also known as {seat.replace('-', '_')}"],
        "trade_offs": {"optimizing_for": f"{seat} and {mark}", seat: [f"{name}: {mark}"]},
        "concerns": [f"CONTEXT GAP: {mark}"],
        "suggestions": [f"Ask {name}: {mark}"],
        "confidence": 0.7,
        "stance": "concern",
    }


class Silent:
    """Nobody at the keyboard."""

    async def ballot(self, task: SeatTask) -> str:
        raise AssertionError(f"a person was asked for {task.participant.id}")

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Any]) -> str:
        raise AssertionError("a person was asked to sum up")


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesServer]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with MessagesServer() as running:
        yield running


def room_at(root: Path, url: str, seats: tuple[str, ...], at_once: int = 6, rounds: int = 4) -> PanelRoom:
    """The panels of a project whose every seat has a model of its own at this address."""
    (root / ".s2s").mkdir(exist_ok=True)
    (root / ".s2s/config.yaml").write_text(f"roundtable:\n  limits: {{max_rounds: {rounds}}}\n")
    models = {seat: model_of(seat) for seat in seats} | {"facilitator": FACILITATOR_MODEL}
    settings = Settings(claude=Claude(base_url=url, retries=0), panel=Panel(models=models, at_once=at_once))
    return open_room(open_as_set(root, settings), settings)


def begun(room: PanelRoom, seats: tuple[str, ...], topic: str = "Which way?", **wanted: Any) -> ReadyPanel:
    return room.begin(room.plan(PanelRequest(topic, participants=seats, **wanted)))


def tabled(room: PanelRoom, ready: ReadyPanel) -> PanelTable:
    return room.table(ready, seating_for(room, ready, Silent()), Deciding(list(ACCEPTING)))


async def finished(table: PanelTable) -> None:
    try:
        await table.run()
    finally:
        await table.close()
