"""What the screens of a panel look like, small and wide; `--snapshot-update` after looking at the pictures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rounds.updates import SeatState
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.panel.seats.files_facilitator import FilesFacilitator
from roundtable_tui.ui.panel import panel_status
from roundtable_tui.ui.panel.escalation_dialog import EscalationScreen
from tests.support.screen.panels import (
    ARCHITECT,
    LEAD,
    QA,
    begin,
    closed,
    handed_over,
    panels_in,
    states,
    vote,
)
from tests.support.screen.tables import Sitting, sitting
from tests.ui.test_screens import BOTH, DARK, LIGHT, NARROW, SMALL, WIDE, compare, fill_lobby
from tests.unit.panel.tables import Answering, Deciding, planned, seated_at

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

    from roundtable_tui.formats.yaml import Value

pytestmark = pytest.mark.xdist_group("snapshots")

TOPIC = "Queue or table for outgoing mails"
SAID: dict[str, dict[str, Value]] = {
    ARCHITECT: {
        "position": "A queue. Retries and back-pressure come with it, and the shop never waits for the mail server.",
        "rationale": ["Every send can be repeated", "A slow server stops nobody"],
        "concerns": ["One more thing to run"],
        "confidence": "0.8",
    },
    LEAD: {
        "position": "A table with a status column; the worker we have can poll it.",
        "rationale": ["No new moving part"],
        "confidence": "0.9",
    },
    QA: {
        "position": "A table: what waits can be looked at and corrected.",
        "concerns": ["Polling hides a worker that has died"],
        "confidence": "0.7",
        "stance": "concern",
    },
}
COMES_TO: dict[str, Value] = {
    "synthesis": "Two would keep the mails in a table that the worker polls, one would add a queue. They agree that "
    "every send must be repeatable; they differ on whether a broker is worth running for it.",
    "groups": [],
    "consensus": ["Every send can be repeated"],
    "conflicts": [{"title": "Is a broker worth running?", "positions": {"A": "Yes", "B": "No"}}],
    "recommendation": "Take the table now, and measure how long a mail waits.",
    "next_action": "continue",
}
ESCALATES: dict[str, Value] = {
    **COMES_TO,
    "next_action": "escalate",
    "escalation_reason": "Whether a broker may be operated is a question of money.",
}


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_status, "monotonic", lambda: 0.0)


def speaking(seat: str) -> Answering:
    return Answering(lambda _: SAID[seat])


def everybody() -> dict[str, Answering]:
    return {seat: speaking(seat) for seat in SAID}


def facilitating(comes_to: Mapping[str, Value]) -> Answering:
    return Answering(question=lambda _: {"question": "Where should outgoing mails wait?"}, synthesis=lambda _: comes_to)


async def pictures(
    sat: Sitting,
    name: str,
    sizes: Mapping[str, tuple[int, int]] = BOTH,
    themes: Mapping[str, str] = DARK,
) -> dict[str, str]:
    taken = {}
    for theme, full_name in themes.items():
        sat.app.theme = full_name
        for size, (width, height) in sizes.items():
            await sat.pilot.resize_terminal(width, height)
            await sat.settle()
            taken[f"{name}-{size}-{theme}"] = sat.app.export_screenshot()
    await sat.pilot.resize_terminal(*WIDE["wide"])
    sat.app.theme = "roundtable-dark"
    await sat.settle()
    return taken


async def test_the_page_where_a_panel_is_begun(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path / "shop")) as sat:
        await sat.press("ctrl+pagedown", *"Queue versus table for outgoing mails")
        taken = await pictures(sat, "offer", themes=DARK | LIGHT)
        await sat.press("f7", "tab", "tab", "tab")
        taken |= await pictures(sat, "sides")
        taken |= await pictures(sat, "narrow", NARROW)
    compare(taken, snapshot)


async def test_a_panel_under_way(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    waits = iter([False, True])

    def wait() -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return slow if next(waits, False) else done

    seated = {**everybody(), QA: Answering(lambda _: SAID[QA], wait=wait)}
    async with sitting(panels_in(tmp_path / "shop", seated, facilitating(COMES_TO))) as sat:
        panel = await begin(sat, TOPIC)
        await sat.until(lambda: panel.link.standing.number == 2 and states(sat)[LEAD] is SeatState.SEALED)
        taken = await pictures(sat, "thinking", themes=DARK | LIGHT)
        taken |= await pictures(sat, "thinking_narrow", NARROW)
        await sat.press("l")
        taken |= await pictures(sat, "agenda", SMALL)
        await sat.press("l", "i")
        taken |= await pictures(sat, "proof", themes=DARK | LIGHT)
        await sat.press("escape", "escape")
        await sat.until(lambda: panel.link.can_go_on)
        taken |= await pictures(sat, "paused", SMALL)
    compare(taken, snapshot)


async def test_what_goes_to_the_user_and_what_is_revealed_then(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path / "shop", everybody(), facilitating(ESCALATES))) as sat:
        panel = await begin(sat, TOPIC)
        await sat.until(lambda: isinstance(sat.app.screen, EscalationScreen))
        taken = await pictures(sat, "escalation", themes=DARK | LIGHT)
        await sat.press("escape")
        await sat.until(lambda: panel.link.can_go_on)
        taken |= await pictures(sat, "veiled", SMALL)
    compare(taken, snapshot)


async def test_a_panel_that_has_ended(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    alike = {seat: Answering(lambda _: SAID[LEAD]) for seat in SAID}
    async with sitting(panels_in(tmp_path / "shop", alike, FilesFacilitator())) as sat:
        panel = await begin(sat, TOPIC)
        await closed(sat)
        panel.rounds.scroll_to_tail()
        taken = await pictures(sat, "reveal", themes=DARK | LIGHT)
    compare(taken, snapshot)


async def test_the_forms_people_fill_in(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    options: dict[str, Value] = {
        "question": "Where should outgoing mails wait?",
        "options": [{"id": "queue", "text": "A queue"}, {"id": "table", "text": "A table with a status"}],
    }
    asking = Answering(question=lambda _: options)
    async with sitting(panels_in(tmp_path / "shop", {}, asking)) as sat:
        await begin(sat, TOPIC)
        await handed_over(sat, "Software Architect")
        taken = await pictures(sat, "hand_over", themes=DARK | LIGHT)
        await sat.press("enter")
        taken |= await pictures(sat, "empty", SMALL)
        await sat.press(*"A table", "tab", "2", "tab", *"It is there", "tab", "tab", "right", "right")
        taken |= await pictures(sat, "written", themes=DARK | LIGHT)
        taken |= await pictures(sat, "written_narrow", NARROW)
    compare(taken, snapshot)


async def test_the_form_of_whoever_facilitates(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path / "shop")) as sat:
        await begin(sat, TOPIC)
        for name, words in (("Software Architect", "A queue."), ("Technical Lead", "A table."), ("QA Lead", "Tables.")):
            await vote(sat, name, words)
        await handed_over(sat, "whoever facilitates")
        await sat.press("enter", "end", "ctrl+u", *"1 3")
        taken = await pictures(sat, "alike")
    compare(taken, snapshot)


async def test_the_lobby_with_panels(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    fill_lobby(root)
    alike = {seat: Answering(lambda _: SAID[LEAD]) for seat in SAID}
    await seated_at(root, planned(TOPIC), alike).run()
    going = [Decision(Choice.CONTINUE)]
    comes_to = facilitating(ESCALATES)
    await seated_at(root, planned("Which mail server?"), everybody(), comes_to, moderator=Deciding(going)).run()
    seated_at(root, planned("Do we need attachments?", strategy="six-hats")).opened.close()
    async with sitting(panels_in(root)) as sat:
        taken = await pictures(sat, "items")
        await sat.press("p")
        taken |= await pictures(sat, "panels", themes=DARK | LIGHT)
        taken |= await pictures(sat, "panels_narrow", NARROW)
    compare(taken, snapshot)
