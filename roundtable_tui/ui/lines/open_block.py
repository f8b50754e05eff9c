"""Renders a block that is still being written: what cannot change any more is settled, only its end is done again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.ui.lines.blocks import Block, Frame, Kind, Line, Styles, harmless
from roundtable_tui.ui.lines.line_wrap import Laid, Run, wrap
from roundtable_tui.ui.lines.markdown_layout import BLANK, lay_out, lay_out_code, lay_out_items
from roundtable_tui.ui.lines.markdown_parser import Code, Listing, Part, Placed, Table, parse_uncached
from roundtable_tui.ui.lines.table_layout import Columns, columns_of, lay_out_rows, lay_out_table

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONG_CODE = 60
_OPEN_CODE = 12
"""So many lines of a long fence stay open, for a string or comment that spans them."""
_LONG_LIST = 50
_LONG_TABLE = 20


class OpenBlock:
    """The lines of an open block; long fences, lists and tables are settled piece by piece.

    A piece that is settled while it is open may look slightly different from the finished whole (the widths of
    a long table, the colours of a comment over many lines): the whole is rendered once more when it is closed.
    """

    def __init__(self, block: Block, width: int, styles: Styles) -> None:
        self._block = block
        self._frame = Frame(block, max(width, 1), styles)
        self._keep_breaks = block.kind is not Kind.DOCUMENT
        self._text = block.text
        self.lines: list[Line] = []
        self._begin()
        self._render()

    @property
    def block(self) -> Block:
        """The block with all it has come to so far."""
        return replace(self._block, text=self._text)

    def extend(self, text: str) -> int:
        """Takes more text in; gives the first line that may have changed."""
        self._text += text
        return self._render()

    def _begin(self) -> None:
        self.lines[:] = self._frame.head()
        self._settled = self._head = len(self.lines)
        self._before = ""
        """The text of which all lines are settled."""
        self._prefix = ""
        """Put before the rest, so that the rest of a fence or table is read as one."""
        self._goes_on: Part | None = None
        self._columns: Columns | None = None

    def _render(self) -> int:
        text = harmless(self._text)
        if not text.startswith(self._before):
            self._begin()
        changed = self._settled
        del self.lines[self._settled :]
        rest = text[len(self._before) :]
        if not self._block.markdown:
            self._verbatim(rest)
            return changed
        self._markdown(rest)
        return changed

    def _verbatim(self, rest: str) -> None:
        finished, newline, last = rest.rpartition("\n")
        if newline:
            self._add(wrap((Run(finished),), self._frame.width))
            self._settle(rest, 0, len(finished) + 1)
        self._add(wrap((Run(last),), self._frame.width))

    def _markdown(self, rest: str) -> None:
        source = self._prefix + rest
        parts = parse_uncached(source, self._keep_breaks)
        if not parts:
            return
        for placed in parts[:-1]:
            self._add(self._lay_out(placed.part))
            self._goes_on = self._columns = None
        last, cut = parts[-1], self._prefix.count("\n")
        if len(parts) > 1:
            rest = self._settle(rest, last.line - cut)
            self._prefix, cut = "", last.line
        self._last(last, source, rest, cut)

    def _last(self, placed: Placed, source: str, rest: str, cut: int) -> None:
        """The part at the end: what is long enough is settled up to its last lines.

        The rest of the text begins at line `cut` of the source that was parsed.
        """
        match placed.part:
            case Code(text=text, fence=fence, language=language) if fence and text.count("\n") >= _LONG_CODE:
                lines = text.split("\n")
                head = replace(placed.part, text="\n".join(lines[:-_OPEN_CODE]))
                self._add(self._lay_out(head))
                self._settle(rest, placed.line + 1 + len(lines) - _OPEN_CODE - cut)
                self._prefix, self._goes_on = f"{fence}\n", head
                self._add(lay_out_code("\n".join(lines[-_OPEN_CODE:]), language, self._frame.width))
            case Table(rows=rows) as table if len(rows) > _LONG_TABLE:
                above = replace(table, rows=rows[:-1])
                if self._columns is None:
                    self._columns = columns_of(above, self._frame.width)
                self._add(self._lay_out(above))
                self._settle(rest, placed.line + 1 + len(rows) - cut)
                self._prefix = "".join(source.splitlines(keepends=True)[placed.line : placed.line + 2])
                self._goes_on = above
                self._add(lay_out_rows(table, rows[-1:], self._frame.width, self._columns))
            case Listing(items=items, loose=loose) if len(items) > 1 and rest.count("\n") >= _LONG_LIST:
                self._add(self._lay_out(Listing(items[:-1], loose)))
                self._settle(rest, items[-1].line - cut)
                self._prefix, self._goes_on = "", Listing((), loose)
                self._add([*([BLANK] if loose else []), *lay_out_items(items[-1:], loose, self._frame.width)])
            case part:
                self._add(self._lay_out(part))

    def _lay_out(self, part: Part) -> list[Laid]:
        width = self._frame.width
        match self._goes_on, part:
            case Code(), Code(text=text, language=language):
                return lay_out_code(text, language, width)
            case Table(), Table(rows=rows):
                return lay_out_rows(part, rows, width, self._columns)
            case Listing(loose=loose), Listing(items=items):
                return [*([BLANK] if loose else []), *lay_out_items(items, loose, width)]
        between = [BLANK] if len(self.lines) > self._head else []
        if isinstance(part, Table):
            return between + lay_out_table(part, width, self._columns)
        return between + lay_out(part, width)

    def _add(self, laid: Sequence[Laid]) -> None:
        self.lines += self._frame.body(laid, begins=len(self.lines) == self._head)

    def _settle(self, rest: str, line: int, place: int = -1) -> str:
        """All lines there are now are settled; the rest of the text begins with this line of it."""
        if place < 0:
            place = 0
            for _ in range(line):
                place = rest.find("\n", place) + 1
        self._before += rest[:place]
        self._settled = len(self.lines)
        return rest[place:]
