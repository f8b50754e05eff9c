"""Everything heavy the table needs, imported in a thread once the first frame is painted."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from roundtable_tui.config.loader import load_settings
from roundtable_tui.errors import LockedError, StorageError, UsageError
from roundtable_tui.items.lookup import Beginning, beginning, draft_text, free_name, open_by_words
from roundtable_tui.items.open_item import NewItem, OpenItem, open_item, open_or_look
from roundtable_tui.items.project import open_as_set
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.items.workspace import Workspace
from roundtable_tui.modes.registry import modes_for
from roundtable_tui.session.session import ItemSession
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.storage.slugs import title_of
from roundtable_tui.ui.item_shelf import Shelf
from roundtable_tui.ui.keys.key_overrides import remapped
from roundtable_tui.ui.settings.problems import screen_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.project import Project
    from roundtable_tui.items.voices import Flags, Voices
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.room import PanelRoom, ReadyPanel
    from roundtable_tui.panel.seating import Seating
    from roundtable_tui.panel.seats.human import Person
    from roundtable_tui.session.mode import Mode
    from roundtable_tui.ui.open_request import OpenRequest


class Services(Workspace):
    """Opens the project once and items from it; what is slow in it runs in a thread."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        warnings: tuple[str, ...] = (),
        flags: Flags | None = None,
        voices: Voices | None = None,
        modes: Mapping[str, Mode] | None = None,
    ) -> None:
        """`voices` are those who can speak, where settings and environment have no say in it; `modes` likewise."""
        super().__init__(project, settings, flags, voices)
        self._modes = modes
        self.keymap = remapped(settings.keys)
        self.warnings = (*warnings, *project.knowledge.warnings)

    @classmethod
    def in_folder(cls, folder: Path, flags: Flags | None = None) -> Services:
        loaded = load_settings(ProjectPaths(folder).config)
        warnings = (*loaded.warnings, *screen_faults(loaded))
        return cls(open_as_set(folder, loaded.settings), loaded.settings, warnings, flags)

    @property
    def shelf(self) -> Shelf:
        return Shelf(self.project.paths, self.project.disk, self.project.clock)

    def open_slug(self, slug: str, *, look_only: bool = False) -> OpenItem:
        """An item of the list; LockedError where another window has it, unless looking is enough."""
        return open_item(self.project, slug, look_only=look_only)

    def begin(self, slug: str, new: NewItem) -> OpenItem:
        """A new item under a name that is free; should somebody have taken it meanwhile, nothing of theirs is lost."""
        return open_item(self.project, free_name(self.project, slug), new)

    def title_in(self, draft: Path) -> str:
        """What an item would be called that begins with this file alone."""
        return title_of(draft_text(self.project, draft))

    def beginning(self, text: str, draft: Path | None, tier: str) -> Beginning:
        return beginning(self.project, text, draft, tier)

    async def open_in_thread(self, open_it: Callable[[], OpenItem]) -> OpenItem:
        """Opens in a thread; an item that nobody waits for any more is let go as soon as it is open."""
        opening = asyncio.ensure_future(asyncio.to_thread(open_it))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_let_go)
            raise

    def open(self, request: OpenRequest, words: str) -> OpenItem:
        try:
            return open_by_words(self.project, words, request.draft, request.tier, request.mode)
        except (LockedError, StorageError) as error:
            if error.slug:
                return open_or_look(self.project, error.slug)
            raise

    async def warm(self) -> None:
        """Loads what a model's first turn would wait for, if it is a model that speaks first."""
        if self.voices.first_name == CLAUDE and not self._voices_are_given:
            from roundtable_tui.voices.claude.client import load_sdk

            await asyncio.to_thread(load_sdk)

    def panels(self) -> PanelRoom:
        """The project's panels; for a thread."""
        from roundtable_tui.panel.room import open_room

        return open_room(self.project, self.settings, self.flags)

    def seat_panel(self, room: PanelRoom, ready: ReadyPanel, person: Person) -> Seating:
        """Everybody at this panel; `person` is whoever sits at the keyboard, the user beside the panel too."""
        from roundtable_tui.panel.seating import seating_for

        return seating_for(room, ready, person, own=True)

    async def bring_into_item(self, panel: PanelSession) -> str:
        """Opens the item a panel was asked for, takes in what it decided and lets it go; says what came of it."""
        from roundtable_tui.panel.item.delivery import deliver

        try:
            opened = await self.open_in_thread(partial(self.open_slug, panel.item))
        except (LockedError, StorageError, UsageError) as error:
            later = f"Bring it in later with: roundtable-tui panel deliver {panel.id}"
            return f"What was decided did not reach the item {panel.item}: {error.sentence} {later}"
        async with self.session(opened) as session:
            return await deliver(panel, session, asks_again=False)

    def session(self, opened: OpenItem) -> ItemSession:
        return ItemSession(opened, self.voices.first(), self._modes or modes_for(self.settings))


def _let_go(opening: asyncio.Future[OpenItem]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().release()
