"""A panel for the pictures: three seats that answer by a script, and one that is still thinking in the second round."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.panel.record.ballots import Request
from roundtable_tui.panel.rounds.updates import SeatState
from roundtable_tui.panel.seats.script import ScriptVoice
from roundtable_tui.ui.panel.screen import PanelScreen
from roundtable_tui.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.seats.protocol import Reply
    from roundtable_tui.panel.seats.tasks import SeatTask
    from roundtable_tui.ui.app import RoundtableApp

TOPIC = "Queue or table for the mails that go out?"
_ROUNDS = 2
_PATIENCE = 2000
_BALLOTS: dict[str, dict[str, Value]] = {
    "software-architect": {
        "position": "A queue: retries and back-pressure come with it, and checkout never waits for the mail server.",
        "rationale": ["A slow server stops nobody"],
        "concerns": ["One more thing to run"],
        "confidence": "0.8",
    },
    "technical-lead": {
        "position": "A table with a status; the worker we have can poll it.",
        "rationale": ["No new moving part"],
        "confidence": "0.9",
    },
    "qa-lead": {
        "position": "A table: what waits can be looked at and corrected.",
        "concerns": ["Polling hides a worker that has died"],
        "confidence": "0.7",
        "stance": "concern",
    },
}
_FACILITATOR: dict[str, Value] = {
    "question": {
        "question": "Where should outgoing mails wait, and what happens when the mail server is down for an hour?"
    },
    "synthesis": {
        "synthesis": "Two would keep the mails in a table that the worker polls, one would add a queue. All want every "
        "send to be repeatable; they differ on whether a broker is worth running for it.",
        "consensus": ["Every send can be repeated"],
        "conflicts": [{"title": "Is a broker worth running?", "positions": {"A": "Yes", "B": "No"}}],
        "next_action": "continue",
    },
}


class _Thinking(ScriptVoice):
    """Answers the first round, and never the second."""

    async def ballot(self, task: SeatTask) -> Reply:
        if task.asked.round >= _ROUNDS:
            await asyncio.Event().wait()
        return await super().ballot(task)


def facilitator() -> ScriptVoice:
    return ScriptVoice([_FACILITATOR] * _ROUNDS, "claude-opus-5-5", Request("req_01", "claude-opus-5-5", 900, 260, 6.0))


def seats() -> dict[str, ScriptVoice]:
    kinds = {"software-architect": ScriptVoice, "technical-lead": ScriptVoice, "qa-lead": _Thinking}
    models = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-opus-5-5")
    return {
        seat: kinds[seat]([_BALLOTS[seat]] * _ROUNDS, model, Request(f"req_{seat}", model, 1200, 180, 4.5))
        for seat, model in zip(_BALLOTS, models, strict=True)
    }


async def begin(app: RoundtableApp) -> None:
    """From the lobby into the middle of the second round."""
    app.simulate_key("ctrl+pagedown")
    await _until(lambda: isinstance(app.focused, TextField))
    app.screen.query_one("#topic", TextField).load_text(TOPIC)
    app.simulate_key("f6")
    await _until(lambda: isinstance(app.screen, PanelScreen) and _is_half_way(app.screen))


def _is_half_way(screen: PanelScreen) -> bool:
    standing = screen.link.standing
    return standing.number == _ROUNDS and standing.seats["technical-lead"].state is SeatState.SEALED


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(_PATIENCE):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise RuntimeError("The panel never came so far.")
