"""One widget that draws lines: whatever the length of a conversation or document, a key press costs the same."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message
from textual.strip import Strip

from roundtable_tui.ui.lines.blocks import Kind
from roundtable_tui.ui.lines.flow import LONG, Place
from roundtable_tui.ui.lines.link_walk import LinkWalk
from roundtable_tui.ui.lines.markable import MarkableFlow
from roundtable_tui.ui.lines.marking import CURSOR
from roundtable_tui.ui.lines.selection import character_at, overlaid, row_of, selected_text, signed, whole, word_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Pattern

    from rich.style import Style
    from textual.events import Click
    from textual.geometry import Region
    from textual.selection import Selection
    from textual.timer import Timer

    from roundtable_tui.ui.keys.jump_targets import Place as PlaceToGo
    from roundtable_tui.ui.lines.blocks import Block, Line
    from roundtable_tui.ui.lines.open_block import OpenBlock
    from roundtable_tui.ui.lines.store import Entry

_FLUSH = 1 / 12
_SLOWEST_FLUSH = 0.6
_SHARE = 8
"""Rendering the open block may take one part in so many of the time."""


class LineView(MarkableFlow):
    """Blocks of text to read, search and copy, of which the last may still be written."""

    ALLOW_SELECT = True

    @dataclass
    class LinkClicked(Message):
        view: LineView
        target: str

        @property
        def control(self) -> LineView:
            return self.view

    @dataclass
    class BlockClicked(Message):
        view: LineView
        key: str

        @property
        def control(self) -> LineView:
            return self.view

    @dataclass
    class MatchesChanged(Message):
        """What is looked for was found at so many places, of which this is the current one."""

        view: LineView
        position: int
        total: int

        @property
        def control(self) -> LineView:
            return self.view

    def __init__(self, *, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name=name, id=id, classes=classes)
        self._link_walk = LinkWalk(self._store)
        self._open: Entry | None = None
        self._growing: OpenBlock | None = None
        self._pending = ""
        self._flush_timer: Timer | None = None
        self._next_flush = 0.0
        self._told = (0, 0)
        self._base: Style | None = None
        """What all lines lie on, while they are being drawn."""

    @property
    def plain_text(self) -> str:
        """All of it as plain text, each part below who says it; what the user said stands behind a mark."""
        parts = []
        for block in self.blocks:
            text = self._text_so_far() if block.key == self.open_key else block.text
            if block.kind is Kind.USER:
                text = "\n".join(f"> {line}" for line in text.split("\n"))
            parts.append(f"{block.label}\n{text}" if block.label else text)
        return "\n\n".join(part for part in parts if part.strip())

    @property
    def open_key(self) -> str:
        """The key of the block that is being written; empty if none is."""
        return self._open.block.key if self._open else ""

    def set_blocks_from(self, start: int, blocks: Iterable[Block]) -> None:
        if self._open and self._open.index >= start:
            self.close_block()
        super().set_blocks_from(start, blocks)

    def append(self, block: Block) -> None:
        self.close_block()
        super().append(block)

    def open_block(self, block: Block) -> None:
        """Begins a block that will grow; one that is still open is closed."""
        self.append(block)
        self._open = self._store.entries[-1]
        self._before_settling()

    def extend(self, text: str) -> None:
        """More of the open block; shown a few times a second, less often if that is slow."""
        if self._open is None or not text:
            return
        self._pending += text
        if self._flush_timer is None and self._growing:
            self._flush_timer = self.set_timer(max(self._next_flush - monotonic(), 0.001), self._flush)

    def close_block(self, block: Block | None = None) -> None:
        """The open block is finished, as it is or as the one given."""
        if self._open is None:
            return
        self._flush()
        entry, place = self._open, self._place()
        final = block or replace(entry.block, text=self._text_so_far())
        lines = entry.lines
        self._open = self._growing = None
        self._pending = ""
        self._store.replace(entry, final)
        if len(final.text) > LONG and lines is not None:
            entry.lines = lines
            self._prepare(entry)
        self._settle(place)
        self.refresh()

    def _text_so_far(self) -> str:
        if self._open is None:
            return ""
        return (self._growing.block.text if self._growing else self._open.block.text) + self._pending

    def _before_settling(self) -> None:
        if self._open and self._laid_out:
            from roundtable_tui.ui.lines.open_block import OpenBlock  # not needed for the first frame

            block = replace(self._open.block, text=self._text_so_far())
            self._pending = ""
            self._growing = OpenBlock(block, self._store.width, self._line_styles)
            self._open.lines = self._growing.lines
            self._store.heights_changed()

    def _flush(self) -> None:
        """Shows what has come in since the last time."""
        if self._flush_timer:
            self._flush_timer.stop()
            self._flush_timer = None
        if self._open is None or self._growing is None or not self._pending:
            return
        began, top = monotonic(), self.scroll_y
        place = self._place()
        text, self._pending = self._pending, ""
        changed = self._growing.extend(text)
        self._search.look_at(self._open.index)
        self._store.heights_changed()
        self._settle(place)
        self._arrived({self._open.block.key})
        if self.scroll_y == top:
            self.refresh_lines(self._store.top(self._open.index) + changed, self.size.height)
        took = monotonic() - began
        self._next_flush = monotonic() + min(max(_FLUSH, took * _SHARE), _SLOWEST_FLUSH)
        self._matches_changed()

    def search(self, query: str | Pattern[str], key: str = "") -> int:
        """Looks for these words, whatever their case, and goes to the first place from here on; gives how many.

        With a `key` it goes to the first from the beginning of that block on.
        """
        self._search.start(query)
        block = self._store.find(key) if key else None
        found = (block, 0) if block else self._store.at(round(self.scroll_y))
        if found:
            self._search.go_to_first_from(found[0].index, found[1])
        self._show_match()
        return self._search.total

    def next_match(self) -> None:
        self._search.step(1)
        self._show_match()

    def previous_match(self) -> None:
        self._search.step(-1)
        self._show_match()

    def clear_search(self) -> None:
        self._search.start("")
        self._matches_changed()
        self.refresh()

    @property
    def match_position(self) -> tuple[int, int]:
        """Which of how many places; 0 of them if there are none."""
        return self._search.position

    def _show_match(self) -> None:
        spot = self._search.current
        if spot:
            self._bring_into_sight(self._store.entries[spot[0]], self._search.line_of(spot))
        self._matches_changed()
        self.refresh()

    def _bring_into_sight(self, entry: Entry, line: int) -> None:
        y = self._store.top(entry.index) + line
        if not self.scroll_y <= y < self.scroll_y + self.size.height:
            above = self._store.at(max(y - self.size.height // 3, 0)) or (entry, line)
            self._read_from(Place(above[0], above[1] / max(len(self._lines_of(above[0])), 1)))

    # Links

    @property
    def marked_link(self) -> str:
        """Where the link leads that was walked to; empty if none was."""
        return self._link_walk.target

    def step_link(self, direction: int) -> None:
        """Marks the next link, or the one before, and goes there."""
        if there := self._link_walk.step(direction):
            self._bring_into_sight(self._store.entries[there[0]], there[1])
            self.refresh()

    def places(self) -> Iterator[PlaceToGo]:
        """The links in sight, for going there by a letter."""
        from roundtable_tui.ui.keys.jump_targets import Place as PlaceToGo

        for y in range(self.size.height):
            found = self._store.at(round(self.scroll_y) + y)
            if found is None or found[0].lines is None:
                continue
            line = found[0].lines[found[1]]
            yield from (PlaceToGo(line.lead + cell_len(line.text[: at - line.lead]), y) for at, _, _ in line.links)

    def _matches_changed(self) -> None:
        if (now := self._search.position) != self._told:
            self._told = now
            self.post_message(self.MatchesChanged(self, *now))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The style beneath all lines is worked out once: it asks every ancestor."""
        self._base = self.rich_style
        if not self._fits:
            self.call_next(self.reflow)
        try:
            return super().render_lines(crop)
        finally:
            self._base = None

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self._base or self.rich_style
        found = self._store.at(round(self.scroll_y) + y)
        if found is None or found[0].lines is None:
            return Strip.blank(width, base)
        entry, number = found
        line = found[0].lines[number]
        strip = overlaid(line.strip, self._over(entry, number, line)).crop_extend(0, width, None)
        mark = self.marks.sign_of(entry, number) if self.marks.active else ""
        if sign := mark or self.sign_beside(entry, number):
            strip = signed(strip, sign, self._line_styles.of(("remark",)))
        if mark:
            over = self._line_styles.of(("marked-cursor" if mark == CURSOR else "marked",))
            strip = overlaid(strip, [(0, len(strip.text), over)])
        return strip.apply_style(base).apply_offsets(0, row_of(entry, number))

    def _over(self, entry: Entry, number: int, line: Line) -> Iterator[tuple[int, int, Style]]:
        """What lies over a line: the link walked to, the places found, then what is selected."""
        for start, end in self._link_walk.marked_on(entry, number):
            yield start, end, self._line_styles.of(("match-current",))
        if entry.found:
            for start, end, place in entry.found.stretches.get(number, ()):
                current = self._search.current == (entry.index, place)
                yield start, end, self._line_styles.of(("match-current" if current else "match",))
        selection = self.text_selection
        if selection and (span := selection.get_span(row_of(entry, number))):
            start, end = span
            style = self.screen.get_component_rich_style("screen--selection")
            yield max(start, line.lead), line.lead + len(line.text) if end < 0 else end, style

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selected_text(self._store, selection, self._lines_of), "\n"

    def on_click(self, event: Click) -> None:
        event.prevent_default()
        offset = event.get_content_offset(self)
        found = self._store.at(round(self.scroll_y) + offset.y) if offset else None
        if offset is None or found is None or found[0].lines is None:
            return
        entry, number = found
        line = found[0].lines[number]
        character = character_at(line, offset.x)
        if event.chain > 1:
            selection = word_at(entry, number, line, character) if event.chain == 2 else whole(entry)
            self.screen.selections = {self: selection} if selection else {}
            return
        if self.text_selection:
            return
        for start, end, target in line.links:
            if start <= character < end:
                self.post_message(self.LinkClicked(self, target))
                return
        self.post_message(self.BlockClicked(self, entry.block.key))
