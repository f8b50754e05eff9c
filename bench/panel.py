"""A panel's round: how long all seats take against the slowest of them, and when the first is seen to be done."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measuring import Measured, show
from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Panel, Settings
from roundtable_tui.items.project import open_as_set
from roundtable_tui.panel.opening import PanelRequest
from roundtable_tui.panel.room import open_room
from roundtable_tui.panel.rounds.updates import QuestionAsked, SeatChanged, SeatState, Synthesising
from roundtable_tui.panel.seating import seating_for
from tests.support.messages_api.replies import Reply, Text
from tests.support.messages_api.server import KEY, MessagesServer, Received
from tests.unit.panel.loopback import Silent, text_of
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import ACCEPTING, Deciding

if TYPE_CHECKING:
    from roundtable_tui.panel.rounds.updates import PanelUpdate

SLOWEST = 1.0
"""Seconds the slowest seat's model takes; the others take less, down to a third of it."""
PIECES = 40
SEATS = (2, 5, 10)
ROUNDS = 3
_BALLOT = json.dumps({"position": "Do it. " * 60, "confidence": 0.7})
_REST = json.dumps({"question": "What now?", "synthesis": "They would do it.", "next_action": "continue"})


class _Watch:
    """When the question was asked, each seat was sealed, and the last one was in."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.sealed: list[list[float]] = []
        self.collected: list[float] = []

    def note(self, update: PanelUpdate) -> None:
        now = time.perf_counter()
        match update:
            case QuestionAsked():
                self.asked.append(now)
                self.sealed.append([])
            case SeatChanged(state=SeatState.SEALED):
                self.sealed[-1].append(now - self.asked[-1])
            case Synthesising():
                self.collected.append(now - self.asked[-1])


async def _play(number: int, at_once: int) -> tuple[float, float, float]:
    """Of the middle round: all seats, the slowest by itself, and the first to be seen."""
    seats = tuple(SHIPPED.participants)[:number]
    watch, order = _Watch(), list[str]()

    def answer(received: Received) -> Reply:
        if "# The question of round" not in text_of(received):
            return Reply((Text(_REST, 400),))
        seat = received.request["model"]
        if seat not in order:
            order.append(seat)
        share = 1 - 2 / 3 * order.index(seat) / max(1, number - 1)
        size = len(_BALLOT) // PIECES + 1
        return Reply((Text(_BALLOT, size),), pause=SLOWEST * share / PIECES)

    with MessagesServer(answer=answer) as server, tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".s2s").mkdir()
        (root / ".s2s/config.yaml").write_text(f"roundtable: {{limits: {{min_rounds: 1, max_rounds: {ROUNDS}}}}}\n")
        models = {seat: f"model-{place}" for place, seat in enumerate(seats)}
        server.more_models = set(models.values())
        settings = Settings(claude=Claude(base_url=server.url), panel=Panel(models=models, at_once=at_once))
        room = open_room(open_as_set(root, settings), settings)
        ready = room.begin(room.plan(PanelRequest("Queue or table?", participants=seats)))
        table = room.table(ready, seating_for(room, ready, Silent()), Deciding(list(ACCEPTING)))
        table.subscribe(watch.note)
        await table.run()
        await table.close()
        slowest = [max(one.request.seconds for one in played.ballots.values()) for played in table.session.rounds]
    middle = sorted(range(len(watch.collected)), key=lambda place: watch.collected[place] / slowest[place])[ROUNDS // 2]
    return watch.collected[middle], slowest[middle], watch.sealed[middle][0]


async def _measure() -> None:
    os.environ["ANTHROPIC_API_KEY"] = KEY
    for number, at_once in [*((number, max(number, 6)) for number in SEATS), (10, 6)]:
        whole, slowest, first = await _play(number, at_once)
        title = f"A round with {number} seats, {at_once} at once: from the question to the last sealed ballot"
        baseline = Measured("its slowest seat", slowest)
        show(title, baseline, [Measured("all seats", whole), Measured("the first is seen to be sealed", first)])


def main() -> None:
    asyncio.run(_measure())


if __name__ == "__main__":
    main()
