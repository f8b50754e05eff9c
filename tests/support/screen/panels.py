"""Panels on the screen, with voices that answer by a function, wait, or fail; whoever is not given one is a person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.config.model import Settings
from roundtable_tui.items.voices import Flags, voices_for
from roundtable_tui.panel.seating import Seating
from roundtable_tui.panel.seats.human import HumanVoice
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.panel.screen import PanelScreen
from roundtable_tui.ui.panel.start_form import NewPanelScreen
from roundtable_tui.ui.services import Services
from tests.support.projects import project_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.panel.room import PanelRoom, ReadyPanel
    from roundtable_tui.panel.rounds.updates import SeatState
    from roundtable_tui.panel.seats.human import Person
    from roundtable_tui.panel.seats.protocol import PanelVoice
    from tests.support.screen.tables import Sitting

ARCHITECT, LEAD, QA = "software-architect", "technical-lead", "qa-lead"
TOPIC = "Where do outgoing mails wait?"


class PanelServices(Services):
    """The services of a project in which these voices take the seats."""

    seated: Mapping[str, PanelVoice]
    facilitator: PanelVoice | None

    def seat_panel(self, room: PanelRoom, ready: ReadyPanel, person: Person) -> Seating:
        del room
        people = HumanVoice(person, asyncio.Lock())
        seats = {seat: self.seated.get(seat, people) for seat in ready.session.seats}
        return Seating(self.facilitator or people, seats, people, shuffle=sorted)


def panels_in(
    root: Path,
    seated: Mapping[str, PanelVoice] | None = None,
    facilitator: PanelVoice | None = None,
    words: str = "",
    *,
    offline: bool = True,
) -> RoundtableApp:
    """The program in this folder; without a model of its own unless it may go by a key in the environment."""

    def services(folder: Path) -> Services:
        settings = Settings(mode="guided")
        flags = Flags(offline=offline)
        found = PanelServices(project_in(folder), settings, flags=flags, voices=voices_for(settings, flags, {}))
        found.seated, found.facilitator = seated or {}, facilitator
        return found

    return RoundtableApp(OpenRequest(root, words, offline=offline), services)


def panel_of(sat: Sitting) -> PanelScreen:
    screen = next((one for one in reversed(sat.app.screen_stack) if isinstance(one, PanelScreen)), None)
    assert screen, f"It shows {sat.app.screen}. {sat.notices}"
    return screen


def form_of(sat: Sitting) -> NewPanelScreen:
    assert isinstance(sat.app.screen, NewPanelScreen), f"It shows {sat.app.screen}. {sat.notices}"
    return sat.app.screen


async def begin(sat: Sitting, topic: str = TOPIC, *keys: str) -> PanelScreen:
    """From an empty lobby to a panel on this topic; the keys choose on the form before it begins."""
    await sat.press("ctrl+pagedown", *topic, *keys, "f6")
    return panel_of(sat)


def said(sat: Sitting) -> str:
    """Everything that can be read of the rounds."""
    return "\n".join(f"{block.label}\n{block.text}" for block in panel_of(sat).rounds.blocks)


def states(sat: Sitting) -> dict[str, SeatState]:
    return {seat: one.state for seat, one in panel_of(sat).link.standing.seats.items()}


async def closed(sat: Sitting) -> None:
    await sat.until(lambda: panel_of(sat).link.session.is_closed)


async def handed_over(sat: Sitting, name: str) -> None:
    """Until the keyboard waits for this person, and nothing else shows."""
    await sat.until(lambda: panel_of(sat).link.people.waits and name in on_screen(sat))


async def vote(sat: Sitting, name: str, position: str, *keys: str) -> None:
    """Sits down as this person, writes a position, presses these keys and seals the ballot."""
    await handed_over(sat, name)
    await sat.press("enter")
    await sat.press(*_typed(position), *keys, "f6")


def _typed(text: str) -> list[str]:
    return ["space" if letter == " " else "full_stop" if letter == "." else letter for letter in text]


def on_screen(sat: Sitting) -> str:
    """Every character in sight, line by line."""
    width, height = sat.app.size
    lines = sat.app.screen._compositor.render_strips()
    assert len(lines) <= height
    return "\n".join(strip.text[:width] for strip in lines)
