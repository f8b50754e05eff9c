"""What can be shown and asked about the whole item at the table: its page, its name, and one more round."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.items.project import Project
    from roundtable_tui.session.intents import Intent
    from roundtable_tui.ui.table.parts import SessionAccess, TableParts

_AGAIN = "What is known stays, and so does every version of the documents. What is still open is asked again."


class TablePages:
    def __init__(self, screen: TableParts, link: SessionAccess, do: Callable[[Intent], None]) -> None:
        """`do` is given what the user wants of the item."""
        self._screen = screen
        self._link = link
        self._do = do

    async def show_overview(self, project: Project, slug: str) -> None:
        """One page: what was made, what is still assumed, and what to do next; a document that is chosen shows."""
        from roundtable_tui.items.overview import as_page, overview_of
        from roundtable_tui.ui.overview.next_steps import next_steps
        from roundtable_tui.ui.overview.screen import OverviewScreen

        about = await asyncio.to_thread(overview_of, self._link.state, project, slug)
        page = as_page(about, next_steps(about, partial(self._screen.key_for, outside=False), slug))
        self._screen.app.push_screen(OverviewScreen(page, writer=self._screen), self._show_chosen)

    def _show_chosen(self, document: str | None) -> None:
        if document:
            self._screen.show_document(document)

    def write_page(self) -> None:
        """The page for people who decide, into the item's folder."""
        if item := self._link.state.item:
            self._screen.run_guarded(self._written(item.slug), "writing the page")

    async def _written(self, slug: str) -> None:
        from roundtable_tui.handover.report.report_file import write_report

        services = await self._screen.program.services()
        written = await asyncio.to_thread(write_report, services.project, slug)
        self._screen.notify(written.told, markup=False)

    def ask_for_name(self) -> None:
        from roundtable_tui.ui.dialogs.rename import RenameScreen

        if item := self._link.state.item:
            self._screen.app.push_screen(RenameScreen(item.description, item.slug), self._take_name)

    def _take_name(self, name: str | None) -> None:
        from roundtable_tui.session.intents import Rename

        if name:
            self._do(Rename(name))

    async def take_up(self) -> None:
        """What was wrapped up goes on at once; what is complete is gone through again, if the user is sure."""
        from roundtable_tui.domain.journal.events import Ending
        from roundtable_tui.session.intents import BeginAgain, Start
        from roundtable_tui.ui.dialogs.choice import ConfirmScreen

        match self._link.state.talk.ending:
            case Ending.EARLY:
                self._do(Start())
            case Ending.COMPLETE:
                question = ConfirmScreen("Go through this item again?", [_AGAIN], "Go through it again")
                if await self._screen.app.push_screen_wait(question):
                    self._do(BeginAgain())
