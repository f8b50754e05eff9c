"""Beside the list, where there is room: the item under the cursor on one page, read once the cursor rests."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import work

from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.overview.page_view import PageView

if TYPE_CHECKING:
    from textual.timer import Timer

    from roundtable_tui.ui.program import Program

_REST = 0.12
"""Seconds the cursor must stand still: whoever walks through the list waits for nothing."""


async def page_about(program: Program, slug: str) -> str:
    """What there is to say about an item, as Markdown; why, if it cannot be read."""
    from roundtable_tui.items.overview import as_page, overview_in

    services = await program.services()
    try:
        opened = await services.open_in_thread(partial(services.open_slug, slug, look_only=True))
        return as_page(await asyncio.to_thread(overview_in, opened))
    except RoundtableError as error:
        return str(error)


class ItemPreview(PageView, can_focus=False):
    DEFAULT_CSS = """
    ItemPreview { display: none; width: 46; height: 1fr; padding: 0 1; border-left: solid $border-blurred; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._slug = ""
        self._waiting: Timer | None = None
        self._may_read = False
        """Not while the list is being read: that comes first."""
        self.page = ""

    def read_from_now_on(self) -> None:
        if not self._may_read:
            self._may_read = True
            self.show_item(self._slug, anew=True)

    def show_item(self, slug: str, *, anew: bool = False) -> None:
        """Once the cursor rests on it; nothing while there is no room for it."""
        self.visible = bool(slug)
        if (slug == self._slug and not anew) or not self.display:
            return
        self._slug = slug
        if self._waiting:
            self._waiting.stop()
        if self._may_read:
            self._waiting = self.set_timer(_REST, self._load)

    @work(group="preview", exclusive=True)
    async def _load(self) -> None:
        slug = self._slug
        self.page = await page_about(cast("Program", self.app), slug) if slug else ""
        if slug == self._slug:
            self.set_blocks([Block(slug, self.page, gap=0)] if self.page else [])
            self.call_after_refresh(self.jump_to, slug)
