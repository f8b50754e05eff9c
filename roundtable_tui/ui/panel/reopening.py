"""Takes a panel up again: what its files or models no longer give is asked for, one question after another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import UsageError
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.panel.opening import taken_up
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.ui.dialogs.choice import ChooseScreen
from roundtable_tui.ui.panel.controller import PanelOpening

if TYPE_CHECKING:
    from textual.app import App

    from roundtable_tui.panel.opening import Resumption
    from roundtable_tui.panel.room import PanelRoom
    from roundtable_tui.ui.services import Services

_REST, _REPLACE, _STOP = "rest", "replace", "stop"
_STOP_WORDS = "Stop: leave the panel as it is"


async def opened_room(app: App[Any], services: Services) -> PanelRoom:
    """The project's panels; where a model may be told of the project's own files, that is asked first."""
    room = await asyncio.to_thread(services.panels)
    if room.models.any_available and await asyncio.to_thread(services.trust.must_ask, CLAUDE):
        from roundtable_tui.ui.dialogs.trust import ask_for_trust

        await ask_for_trust(app, services.trust)
        room = await asyncio.to_thread(services.panels)
    return room


async def reopened(app: App[Any], services: Services, room: PanelRoom, panel: str) -> PanelOpening | None:
    """The panel, to go on with or, if it is closed, to read; nothing where the user stops."""
    session = await asyncio.to_thread(room.shelf.read, panel)
    if session.is_closed:
        return PanelOpening(services, room, session)
    found = await asyncio.to_thread(taken_up, room.shelf, session, room.knowledge, room.settings)
    strategy = "" if found.strategy else await _strategy(app, room, found)
    if strategy == _STOP:
        return None
    without = False
    replacements: tuple[str, ...] = ()
    if found.missing:
        chosen = await _missing(app, room, found)
        if chosen is None:
            return None
        without, replacements = not chosen, chosen
    models = await _people_instead(app, room, found)
    if models is None:
        return None
    ready = await asyncio.to_thread(
        room.resume, panel, without=without, replacements=replacements, strategy=strategy, models=models
    )
    votes_too = bool(session.last_round and session.last_round.own_ballot)
    return PanelOpening(services, room, ready.session, ready, votes_too)


async def _strategy(app: App[Any], room: PanelRoom, found: Resumption) -> str:
    told = [f"Its strategy, {one_line(found.session.strategy, 60)}, has no file any more."]
    choices = {
        one.id: f"Go on by {one_line(one.name, 40)}, from its first phase" for one in room.knowledge.strategies.values()
    }
    question = ChooseScreen("By which strategy?", told, {**choices, _STOP: _STOP_WORDS})
    return await app.push_screen_wait(question) or _STOP


async def _missing(app: App[Any], room: PanelRoom, found: Resumption) -> tuple[str, ...] | None:
    """Who takes their places; nobody to go on with the rest, None to stop."""
    names = ", ".join(one_line(seat, 60) for seat in found.missing)
    told = [f"These participants have no file any more: {names}."]
    choices = {_REST: "Go on with the rest", _REPLACE: "Seat others in their places", _STOP: _STOP_WORDS}
    match await app.push_screen_wait(ChooseScreen("Somebody is missing", told, choices)):
        case "rest":
            return ()
        case "replace":
            return await _replacements(app, room, found)
    return None


async def _replacements(app: App[Any], room: PanelRoom, found: Resumption) -> tuple[str, ...] | None:
    chosen: list[str] = []
    for gone in found.missing:
        taken = {*found.session.seats, *chosen}
        free = {
            one.id: f"{one_line(one.name, 40)}  {one_line(one.role, 60)}"
            for one in room.knowledge.participants.values()
            if one.id not in taken
        }
        who = await app.push_screen_wait(ChooseScreen(f"Who sits instead of {one_line(gone, 60)}?", [], free))
        if not who:
            return None
        chosen.append(who)
    return tuple(chosen)


async def _people_instead(app: App[Any], room: PanelRoom, found: Resumption) -> dict[str, str] | None:
    """People for the seats whose model cannot be asked now, if the user wants that; None to stop."""
    seats = {**found.session.seats, "facilitator": found.session.facilitator}
    away = [seat for seat, one in seats.items() if one.kind is SeatKind.MODEL and not room.models.can_ask(one)]
    if not away:
        return {}
    try:
        room.models.require({seat: seats[seat] for seat in away})
        why = ""
    except UsageError as error:
        why = error.sentence
    names = ", ".join(room.knowledge.participant(seat).name for seat in away)
    choices = {_REST: f"Let people take these seats: {names}", _STOP: _STOP_WORDS}
    chosen = await app.push_screen_wait(ChooseScreen("A model cannot be asked", [why], choices))
    return dict.fromkeys(away, "human") if chosen == _REST else None
