"""One widget that draws rows to choose from: a list of thousands costs what the visible lines cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from roundtable_tui.ui.keys.jump_targets import Place
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines import styles
from roundtable_tui.ui.lines.blocks import Styles
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.textual_internals import resize_content
from roundtable_tui.ui.widgets.row_search import SearchableRows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.binding import BindingType

_GROUP = Binding.Group("List", compact=True)
_WHOLE = 1_000
"""Cells in which every row says all it has to say."""
_LEAD = 2
"""Cells before every row: the cursor stands there, so that it shows without colours too."""


class AnyRow(Protocol):
    """What the list itself must know of a row; how it is drawn is the subclass's business."""

    @property
    def key(self) -> str: ...

    @property
    def selectable(self) -> bool: ...


RowT = TypeVar("RowT", bound=AnyRow)


class RowList(SearchableRows, ScrollView, Generic[RowT], can_focus=True, inherit_bindings=False):
    """Rows of one line each, drawn by `line_of` from runs of text in named styles, with a cursor on one of them.

    The names are those of the component classes after `--`. Rows that are not selectable are passed over.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--cursor",
        "rows--cursor-away",
        "rows--mark",
        "rows--heading",
        "rows--quiet",
        "rows--strong",
        "rows--accent",
        "rows--struck",
        "rows--warning",
    }
    DEFAULT_CSS = """
    RowList {
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        & > .rows--cursor { background: $primary 35%; color: $foreground; text-style: bold; }
        &:ansi > .rows--cursor { background: ansi_blue; color: ansi_bright_white; text-style: bold; }
        & > .rows--cursor-away { background: $foreground 10%; }
        & > .rows--mark { color: $accent; text-style: bold; }
        & > .rows--heading { color: $secondary; text-style: bold; }
        & > .rows--quiet { color: $muted; }
        & > .rows--strong { text-style: bold; }
        & > .rows--accent { color: $accent; }
        & > .rows--struck { color: $muted; text-style: strike; }
        & > .rows--warning { color: $warning; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(MOVING_KEYS),
        Binding("enter", "select", "Choose", show=False, tooltip="Choose this row", id="list.select", group=_GROUP),
    ]

    @dataclass
    class Highlighted(Message):
        """The cursor is on another row, or on none."""

        rows: RowList[Any]
        key: str

        @property
        def control(self) -> RowList[Any]:
            return self.rows

    @dataclass
    class Selected(Message):
        """Enter, or a click on the row the cursor was on already."""

        rows: RowList[Any]
        key: str

        @property
        def control(self) -> RowList[Any]:
            return self.rows

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id, classes=classes)
        self._rows: Sequence[RowT] = ()
        self._cursor: int | None = None
        self._styles = Styles()

    def line_of(self, row: RowT, width: int) -> Iterable[Run]:
        """What a row says in so many cells; what is longer is cut."""
        raise NotImplementedError

    @property
    def rows(self) -> Sequence[RowT]:
        return self._rows

    @property
    def cursor(self) -> RowT | None:
        """The row the cursor is on."""
        return self._rows[self._cursor] if self._cursor is not None else None

    def show(self, rows: Sequence[RowT], key: str = "") -> None:
        """Shows these rows; the cursor goes to the row of that key, or stays on its own, or near where it was."""
        had = self.cursor.key if self.cursor else ""
        near = self._cursor or 0
        self._rows = rows
        self._cursor = None
        self._apply_height()
        wanted = key or had
        found = next((at for at, row in enumerate(rows) if row.selectable and row.key == wanted), None)
        self._go_to(self._selectable_from(min(near, len(rows) - 1), 1) if found is None else found)
        if had and not self.cursor:
            self.post_message(self.Highlighted(self, ""))
        self.refresh()

    def go_to(self, key: str) -> bool:
        """Puts the cursor on the row of that key; False if there is none."""
        found = next((at for at, row in enumerate(self._rows) if row.selectable and row.key == key), None)
        if found is not None:
            self._go_to(found)
        return found is not None

    def _selectable_from(self, start: int, by: int) -> int | None:
        """The nearest row from there on that can be chosen, else the nearest the other way."""
        if not self._rows:
            return None
        for direction in (by, -by):
            at = min(max(start, 0), len(self._rows) - 1)
            while 0 <= at < len(self._rows):
                if self._rows[at].selectable:
                    return at
                at += direction
        return None

    def _go_to(self, index: int | None) -> None:
        if index is None or index == self._cursor:
            self._scroll_to_cursor()
            return
        before, self._cursor = self._cursor, index
        self._scroll_to_cursor()
        for changed in (before, index):
            if changed is not None:
                self.refresh_lines(changed)
        self.post_message(self.Highlighted(self, self._rows[index].key))

    def _scroll_to_cursor(self) -> None:
        """With the heading above it in view, where there is one."""
        if self._cursor is None or not self.size.height:
            return
        top = self._cursor - 1 if self._cursor and not self._rows[self._cursor - 1].selectable else self._cursor
        self.scroll_to_region(
            Region(0, top, 1, self._cursor - top + 1), animate=False, force=True, immediate=True, x_axis=False
        )

    def _apply_height(self) -> None:
        """Sets the height of the whole without a layout of the whole screen."""
        resize_content(self, Size(max(self.scrollable_content_region.width, 1), len(self._rows)))

    def on_mount(self) -> None:
        self._styles = styles.styles_of(self)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.call_after_refresh(self._restyle))

    def _restyle(self) -> None:
        self._styles = styles.styles_of(self)
        self.refresh()

    def on_resize(self) -> None:
        self._apply_height()
        self._scroll_to_cursor()
        self.refresh()

    def watch_has_focus(self, _focused: bool) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, base = max(self.scrollable_content_region.width, 1), self.rich_style
        index = round(self.scroll_y) + y
        if not 0 <= index < len(self._rows):
            return Strip.blank(width, base)
        here = index == self._cursor
        runs = [Run("▸ " if here else "  ", ("mark",)), *self.line_of(self._rows[index], max(width - _LEAD, 1))]
        strip = Strip([Segment(run.text, self._styles.of(run.names)) for run in runs])
        strip = strip.crop_extend(0, width, None).apply_style(base)
        if not here:
            return strip
        over = self._styles.of(("cursor" if self.has_focus else "cursor-away",))
        return Strip([Segment(text, (style or base) + over) for text, style, _ in strip], width)

    def places(self) -> Iterable[Place]:
        """Where jump mode puts a letter: on every row in sight that can be chosen."""
        top = round(self.scroll_y)
        rows = self._rows[top : top + self.size.height]
        return (Place(0, y) for y, row in enumerate(rows) if row.selectable)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        index = round(self.scroll_y) + place.y if place else -1
        if not 0 <= index < len(self._rows) or not self._rows[index].selectable:
            return
        if index == self._cursor:
            self.action_select()
        else:
            self._go_to(index)

    def action_move(self, by: int) -> None:
        if self._cursor is None:
            return
        at = self._cursor + by
        while 0 <= at < len(self._rows):
            if self._rows[at].selectable:
                self._go_to(at)
                return
            at += by
        self.scroll_to(y=0 if by < 0 else self.max_scroll_y, animate=False, force=True, immediate=True)

    def action_page(self, pages: int) -> None:
        self._jump(pages * max(self.size.height - 1, 1))

    def action_half(self, pages: int) -> None:
        self._jump(pages * max(self.size.height // 2, 1))

    def _jump(self, by: int) -> None:
        if self._cursor is not None:
            self._go_to(self._selectable_from(self._cursor + by, 1 if by > 0 else -1))

    @property
    def row_texts(self) -> Iterable[tuple[int, str]]:
        return (
            (at, "".join(run.text for run in self.line_of(row, _WHOLE)))
            for at, row in enumerate(self._rows)
            if row.selectable
        )

    @property
    def row_at(self) -> int | None:
        return self._cursor

    def go_to_row(self, at: int) -> None:
        self._go_to(at)

    def action_edge(self, direction: int) -> None:
        self._go_to(self._selectable_from(0 if direction < 0 else len(self._rows) - 1, -direction))
        if direction < 0:
            self.scroll_home(animate=False, force=True, immediate=True)

    def action_select(self) -> None:
        if self.cursor:
            self.post_message(self.Selected(self, self.cursor.key))


def fitted(text: str, width: int, *, right: bool = False) -> str:
    """The text in exactly so many cells: cut with an ellipsis, or filled up."""
    if width <= 0:
        return ""
    cells = cell_len(text)
    if cells > width:
        return set_cell_size(text, width - 1) + "…"
    space = " " * (width - cells)
    return space + text if right else text + space
