"""What the lobby does with items: one thing at a time, and what goes wrong is a sentence at its foot."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from roundtable_tui.errors import OutsideError, ReadOnlyError, RoundtableError, StorageError
from roundtable_tui.ui.keys.screen_base import AnyScreen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

    from roundtable_tui.storage.trash import Trashed
    from roundtable_tui.ui.lobby.first_run import BeginField
    from roundtable_tui.ui.lobby.item_list import ItemRow

_AGAIN = (
    "Every step is asked once more, with what is known shown to be confirmed. "
    "Your answers stay in the history, and so does every version of the documents."
)


class Opens(Protocol):
    """Some way to open an item; looking at it is one too."""

    def __call__(self, slug: str, *, look_only: bool = False) -> Awaitable[None]: ...


class Lobby(AnyScreen, Protocol):
    """What the lobby can be told to show."""

    @property
    def begin_field(self) -> BeginField:
        """Where the first item of a project is begun."""
        ...

    async def load(self) -> None: ...

    def drop(self, slug: str) -> None: ...

    def select(self, slug: str) -> bool: ...

    def say(self, sentence: str, *, wrong: bool = False) -> None: ...


class ItemActions:
    """They run in workers of the lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._program = lobby.program
        self.busy = False
        """An item is being opened or moved, so nothing else is begun."""
        self.trash: tuple[Trashed, ...] = ()
        """What can be brought back, the last deleted first."""

    def open(self, row: ItemRow, opens: Opens) -> None:
        self._do(self._opened(row, opens))

    async def _opened(self, row: ItemRow, opens: Opens) -> None:
        """What another window has, or cannot be written here, can still be looked at."""
        from roundtable_tui.ui.dialogs.choice import ConfirmScreen

        self._lobby.say(f"Opening “{row.short_title}” …")
        try:
            await opens(row.key)
        except OutsideError:
            raise
        except (ReadOnlyError, StorageError) as error:
            self._lobby.say("")
            question = ConfirmScreen("This item cannot be opened for writing", [str(error)], "Look at it read-only")
            if await self._lobby.app.push_screen_wait(question):
                await opens(row.key, look_only=True)
        self._lobby.say("")

    def tell_about(self, row: ItemRow) -> None:
        self._do(self._told_about(row))

    async def _told_about(self, row: ItemRow) -> None:
        from roundtable_tui.ui.lobby.item_preview import page_about
        from roundtable_tui.ui.overview.screen import OverviewScreen

        page = await page_about(self._program, row.key)
        if document := await self._lobby.app.push_screen_wait(OverviewScreen(page)):
            await self._opened(row, partial(self._program.open_item, document=document))

    def write_page(self, row: ItemRow) -> None:
        self._do(self._page_written(row))

    async def _page_written(self, row: ItemRow) -> None:
        from roundtable_tui.handover.report.report_file import write_report

        services = await self._program.services()
        written = await asyncio.to_thread(write_report, services.project, row.key)
        self._lobby.app.notify(written.told, markup=False)

    def rename(self, row: ItemRow) -> None:
        self._do(self._renamed(row))

    async def _renamed(self, row: ItemRow) -> None:
        from roundtable_tui.ui.dialogs.rename import RenameScreen

        name = await self._lobby.app.push_screen_wait(RenameScreen(row.title, row.key))
        if not name:
            return
        from roundtable_tui.session.intents import Rename

        services = await self._program.services()
        async with services.session(await services.open_in_thread(partial(services.open_slug, row.key))) as session:
            await session.do(Rename(name))
        await self._lobby.load()
        self._lobby.select(row.key)
        self._lobby.say(f"It is called “{name}” now. Its folder is still {row.key}.")

    def go_through_again(self, row: ItemRow) -> None:
        self._do(self._asked_to_go_again(row))

    async def _asked_to_go_again(self, row: ItemRow) -> None:
        from roundtable_tui.ui.dialogs.choice import ConfirmScreen

        question = ConfirmScreen("Go through this item again?", [row.title, _AGAIN], "Go through it again")
        if await self._lobby.app.push_screen_wait(question):
            await self._opened(row, partial(self._program.open_item, again=True))

    def begin(self, words: str) -> None:
        if self.busy:
            self._lobby.begin_field.put(words)
        else:
            self._do(self._begun(words))

    async def _begun(self, words: str) -> None:
        """What was typed on meanwhile goes along to the table; words that begin nothing come back."""
        self._lobby.say("Setting the table …")
        field = self._lobby.begin_field
        try:
            await self._program.open_by_words(words)
        except RoundtableError:
            field.put(words)
            raise
        self._lobby.say("")
        if field.value:
            self._program.write_on(field.value)
            field.value = ""

    def delete(self, row: ItemRow, undo: str) -> None:
        """`undo` is the key that brings it back."""
        self._do(self._deleted(row, undo))

    async def _deleted(self, row: ItemRow, undo: str) -> None:
        shelf = await self._program.shelf()
        try:
            deleted = await asyncio.to_thread(shelf.delete, row.key)
        except StorageError:
            await self._lobby.load()
            raise
        self.trash = (deleted, *self.trash)
        self._lobby.drop(row.key)
        self._lobby.say(f"“{row.short_title}” is in the trash. {undo} brings it back.")

    def restore(self, trashed: Trashed) -> None:
        self._do(self._restored(trashed))

    async def _restored(self, trashed: Trashed) -> None:
        shelf = await self._program.shelf()
        await asyncio.to_thread(shelf.restore, trashed)
        await self._lobby.load()
        self._lobby.select(trashed.slug)
        self._lobby.say(f"{trashed.slug} is back.")

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        if self.busy:
            work.close()
            return
        self.busy = True
        self._lobby.refresh_bindings()
        self._lobby.run_guarded(self._alone(work), "item actions")

    async def _alone(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self.busy = False
            self._lobby.refresh_bindings()
