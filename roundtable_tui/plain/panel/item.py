"""A panel on behalf of an item, without a screen: what it is about is read, and what it decides is brought back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.errors import LockedError, StorageError, UsageError
from roundtable_tui.items.lookup import existing_slug
from roundtable_tui.items.open_item import open_item
from roundtable_tui.items.voices import OFFLINE, Flags
from roundtable_tui.modes.registry import modes_for
from roundtable_tui.panel.item.delivery import deliver
from roundtable_tui.panel.item.matter import Matter, matter_of
from roundtable_tui.panel.opening import PanelRequest
from roundtable_tui.panel.room import open_room
from roundtable_tui.panel.seating import seating_for
from roundtable_tui.plain.panel.lines import PeopleAtTheTerminal
from roundtable_tui.plain.panel.printer import PanelPrinter
from roundtable_tui.session.session import ItemSession
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from typing import TextIO

    from roundtable_tui.config.model import Settings
    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.items.project import Project
    from roundtable_tui.items.workspace import Workspace
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rounds.table import PanelTable


def item_matter(project: Project, name: str) -> tuple[str, Matter]:
    """The item that is meant, and what a panel should know of it; it is only looked at."""
    slug = existing_slug(project, name)
    state = fold(open_item(project, slug, look_only=True).events)
    return slug, matter_of(state, project.knowledge)


async def bring_into_item(project: Project, settings: Settings, panel: PanelSession) -> str:
    """Opens the item, takes the panel's result in and lets it go; says what came of it."""
    try:
        opened = open_item(project, panel.item)
    except (LockedError, StorageError, UsageError) as error:
        later = f"Bring it in later with: roundtable-tui panel deliver {panel.id}"
        return f"What was decided did not reach the item {panel.item}: {error.sentence} {later}"
    async with ItemSession(opened, OfflineVoice(), modes_for(settings)) as session:
        return await deliver(panel, session, asks_again=False)


def deliver_panel(project: Project, settings: Settings, words: str) -> str:
    room = open_room(project)
    found = room.shelf.find(words)
    opened = room.shelf.open(found)
    try:
        session = opened.read()
    finally:
        opened.close()
    if not session.is_closed:
        raise UsageError(f"The panel {session.id} has not ended.", f"Go on with: roundtable-tui panel resume {found}")
    if not session.item:
        raise UsageError(f"The panel {session.id} was not asked for an item.", "Its documents are in .s2s.")
    return asyncio.run(bring_into_item(project, settings, session))


async def panel_at_table(
    workspace: Workspace, session: ItemSession, point: PointName | None, source: TextIO | None = None
) -> str:
    """Holds a panel in the middle of an interview, on a point or on the question that waits."""
    slug = session.state.item.slug if session.state.item else ""
    matter = matter_of(session.state, session.knowledge, point)
    flags = Flags(offline=True) if session.voice.name == OFFLINE else workspace.flags
    room = open_room(workspace.project, workspace.settings, flags)
    plan = room.plan(PanelRequest(matter.topic, item=slug, point=matter.point))
    ready = room.begin(replace(plan, offered=None), about_item=matter.context, cited=matter.cited)
    tables: list[PanelTable] = []
    people = PeopleAtTheTerminal(lambda: tables[0].pause(), source)
    table = room.table(ready, seating_for(room, ready, people), people, deliver=partial(_delivered, session))
    tables.append(table)
    here = [seat for seat, one in table.session.seats.items() if one.kind == "human"]
    table.subscribe(PanelPrinter(at_the_terminal=here).show)
    try:
        await table.run()
    finally:
        await table.close()
    return "" if table.session.is_closed else f"The panel waits: roundtable-tui panel resume {table.session.id}"


async def _delivered(session: ItemSession, panel: PanelSession) -> str:
    return await deliver(panel, session)
