"""Keeps blocks laid out in a scroll view: the visible ones at once, the rest bit by bit, the reader where they are."""

from __future__ import annotations

import asyncio
import gc
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView

from roundtable_tui.ui.lines import styles
from roundtable_tui.ui.lines.blocks import Block, Line, Styles, prepare, render_block
from roundtable_tui.ui.lines.search import Search
from roundtable_tui.ui.lines.store import Entry, LineStore
from roundtable_tui.ui.textual_internals import resize_content

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.events import Resize
    from textual.timer import Timer

_FILL_EVERY = 1 / 30
_FILL_FOR = 0.006
LONG = 6_000
"""A text of more characters than this is parsed in a thread, where nobody waits for it."""


class Place(Struct, frozen=True):
    """What the reader has at the top of the view: an entry, and how far down in it."""

    entry: Entry
    part: float


class LineFlow(ScrollView, can_focus=True, inherit_bindings=False):
    """Blocks below one another; the height of those nobody has looked at yet is a guess, and ends exact."""

    DEFAULT_CSS = styles.CSS

    @dataclass
    class NewBelow(Message, namespace="line_view"):
        """So many blocks have come or grown below what is visible; 0 once the reader is back at the end."""

        view: LineFlow
        count: int

        @property
        def control(self) -> LineFlow:
            return self.view

    def __init__(self, *, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name=name, id=id, classes=classes)
        self._store = LineStore()
        self._search = Search(self._store)
        self._line_styles = Styles()
        self._laid_out = False
        self._following = True
        self._adjusting = False
        self._below: set[str] = set()
        self._fill_timer: Timer | None = None
        self._to_fill: list[Entry] = []

    @property
    def blocks(self) -> list[Block]:
        return [entry.block for entry in self._store]

    @property
    def rendered_lines(self) -> list[Line]:
        """Every line there is; those not yet rendered are rendered for it."""
        return [line for entry in self._store for line in self._lines_of(entry)]

    @property
    def at_tail(self) -> bool:
        """Whether the view follows its end."""
        return self._following

    def scroll_to_tail(self) -> None:
        self._follow(True)
        self._settle(None)

    def set_blocks(self, blocks: Iterable[Block]) -> None:
        """Shows these blocks instead of all others; the reader stays where they are if the block is still there."""
        self.set_blocks_from(0, blocks)

    def set_blocks_from(self, start: int, blocks: Iterable[Block]) -> None:
        """Shows these blocks in the place of all from this one on."""
        place, had = self._place(), self._keys(start)
        self._store.set_from(start, blocks)
        self._unselect()
        kept = self._store.find(place.entry.block.key) if place else None
        self._settle(Place(kept, place.part) if place and kept else None)
        self._arrived(self._keys(start) - had)
        self._fill_later()
        self.refresh()

    def append(self, block: Block) -> None:
        place = self._place()
        entry = self._store.append(block)
        self._settle(place)
        self._arrived({block.key})
        if entry.lines is None:
            self._fill_later()
        self.refresh()

    def jump_to(self, key: str) -> bool:
        """Puts the first line of this block at the top; False if there is no such block."""
        entry = self._store.find(key)
        if entry is None:
            return False
        gap = entry.block.gap / max(len(self._lines_of(entry)), 1) if self._laid_out else 0.0
        self._read_from(Place(entry, gap))
        return True

    def shows(self, key: str) -> bool:
        """Whether the first line of this block can be seen."""
        entry = self._store.find(key)
        if entry is None or not self._laid_out:
            return False
        first = self._store.top(entry.index) + entry.block.gap
        return self.scroll_y <= first < self.scroll_y + self.size.height

    def _read_from(self, place: Place) -> None:
        """Puts this place at the top, or as far up as the end of the text lets it."""
        self._following = False
        self._settle(place)
        self._follow(self.scroll_y >= self.max_scroll_y)
        self.refresh()

    def _keys(self, start: int) -> set[str]:
        return {entry.block.key for entry in self._store.entries[start:]}

    def _unselect(self) -> None:
        if self.is_attached and self.text_selection is not None:
            self.screen.clear_selection()

    def _follow(self, following: bool) -> None:
        self._following = following
        if following and self._below:
            self._below.clear()
            self.post_message(self.NewBelow(self, 0))

    def _arrived(self, keys: set[str]) -> None:
        if not self._following and not keys <= self._below:
            self._below |= keys
            self.post_message(self.NewBelow(self, len(self._below)))

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.call_after_refresh(self.reflow))

    @property
    def text_width(self) -> int:
        """Cells for a line: words keep one away from the scrollbar."""
        return self.scrollable_content_region.width - 1

    def on_show(self) -> None:
        """Hidden it has no width: what was to be laid out then is laid out now."""
        if not self._laid_out and self.text_width:
            self.reflow()

    def on_resize(self, _: Resize) -> None:
        if self.text_width < 1:
            return
        if self._fits:
            self._settle(self._place())
        else:
            self.reflow()

    @property
    def _fits(self) -> bool:
        """Whether the lines are as wide as the view; it may come to be shown without a word of that from Textual."""
        width = self.text_width
        return width < 1 or (self._laid_out and width == self._store.width)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._adjusting:
            return
        self._follow(new_value >= self.max_scroll_y)
        if not self._following:
            self._settle(self._place())

    def reflow(self) -> None:
        """Renders all anew, what is visible at once and the rest bit by bit; the reader keeps their place."""
        place, width = self._place(), self.text_width
        if width < 1:
            self._laid_out = False
            return
        self._line_styles = styles.styles_of(self, styles.LOOK)
        self._store.width = width
        self._laid_out = True
        self._unselect()
        self._store.forget_lines(self._store)
        self._before_settling()
        self._settle(place)
        self._fill_later()
        self.refresh()

    def _before_settling(self) -> None:
        """For what a subclass has to render anew on its own."""

    def _matches_changed(self) -> None:
        """For a subclass that tells how many places were found."""

    def _lines_of(self, entry: Entry) -> list[Line]:
        if entry.lines is None:
            entry.lines = render_block(entry.block, self._store.width, self._line_styles).lines
            self._search.look_at(entry.index)
            self._store.heights_changed()
        return entry.lines

    def _place(self) -> Place | None:
        found = self._store.at(round(self.scroll_y))
        if found is None:
            return None
        entry, line = found
        return Place(entry, line / max(entry.height(self._store.width), 1))

    @contextmanager
    def _ours(self) -> Iterator[None]:
        """What scrolls in here is not the user."""
        before, self._adjusting = self._adjusting, True
        try:
            yield
        finally:
            self._adjusting = before

    def _settle(self, place: Place | None) -> None:
        """Renders what is visible and puts the view where it was: at the end, or at the reader's place."""
        if not self._laid_out:
            return
        with self._ours():
            if self._following or place is None:
                self._render_upwards(len(self._store) - 1, self.size.height)
            else:
                self._render_downwards(place)
            self._apply_height()
            if self._following:
                self._scroll_at_once(self.max_scroll_y)
            elif place is not None:
                entry = place.entry
                self._scroll_at_once(self._store.top(entry.index) + round(place.part * len(self._lines_of(entry))))

    def _render_upwards(self, index: int, height: int) -> None:
        while index >= 0 and height > 0:
            height -= len(self._lines_of(self._store.entries[index]))
            index -= 1

    def _render_downwards(self, place: Place) -> None:
        lines = len(self._lines_of(place.entry))
        height = self.size.height - (lines - round(place.part * lines))
        index = place.entry.index + 1
        while index < len(self._store) and height > 0:
            height -= len(self._lines_of(self._store.entries[index]))
            index += 1
        if height > 0:
            self._render_upwards(place.entry.index - 1, height)

    def _apply_height(self) -> None:
        """Sets the height of the whole without a layout of the whole screen."""
        resize_content(self, Size(self._store.width, self._store.height))

    def _scroll_at_once(self, y: int) -> None:
        y = min(max(y, 0), self.max_scroll_y)
        if y != self.scroll_y:
            self.scroll_to(y=y, animate=False, force=True)

    def _fill_later(self) -> None:
        place = self._place()
        middle = place.entry.index if place else 0
        waiting = [entry for entry in self._store if entry.lines is None]
        self._to_fill = sorted(waiting, key=lambda entry: -abs(entry.index - middle))
        if self._to_fill and self._fill_timer is None and self.is_attached:
            self._fill_timer = self.set_timer(_FILL_EVERY, self._fill)

    def _fill(self) -> None:
        """Renders some of what nobody has looked at yet."""
        until = monotonic() + _FILL_FOR
        place = self._place()
        while self._to_fill and monotonic() < until:
            entry = self._to_fill.pop()
            if entry.lines is None and self._holds(entry):
                if len(entry.block.text) > LONG:
                    self._prepare(entry)
                else:
                    self._lines_of(entry)
        self._fill_timer = self.set_timer(_FILL_EVERY, self._fill) if self._to_fill else None
        self._settle(place)
        self._matches_changed()
        gc.freeze()  # thousands of lines that stay: without this the collector stops the screen to look at them all

    def _prepare(self, entry: Entry) -> None:
        async def in_a_thread() -> None:
            block = entry.block
            await asyncio.to_thread(prepare, block)
            if self._holds(entry) and entry.block is block:
                place = self._place()
                entry.lines = None
                self._lines_of(entry)
                self._settle(place)
                self.refresh()

        self.run_worker(in_a_thread(), group="lines", exit_on_error=False)

    def _holds(self, entry: Entry) -> bool:
        return entry.index < len(self._store) and self._store.entries[entry.index] is entry
