"""Draws the items of the lobby in columns that fit the width there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events
    from textual.binding import BindingType

_GAP = 2
_LEAD = 2
_SHORT = 50
_WIDE, _MIDDLE, _NARROW = 108, 68, 48


class ItemRow(Struct, frozen=True):
    """One item in words; `look` is the name of the style its status is drawn in."""

    key: str
    title: str
    mark: str
    status: str
    look: str
    percent: int | None
    changed: str
    ticket: str
    about: str
    """What there is to say about it below the list; why, if it cannot be read."""
    haystack: str
    readable: bool = True
    finished: bool = False
    selectable: bool = True

    @property
    def short_title(self) -> str:
        """For a sentence."""
        return self.title if len(self.title) <= _SHORT else self.title[: _SHORT - 1].rstrip() + "…"


class Columns(Struct, frozen=True):
    """Widths in cells; 0 is a column there is no room for."""

    title: int
    status: int
    bar: int
    percent: int
    changed: int
    ticket: int

    @classmethod
    def fitting(cls, width: int, rows: Sequence[ItemRow]) -> Columns:
        """The title has what the others leave; the least important go first."""
        status = max((len(row.status) for row in rows), default=0) + 2
        status = max(status, len("STATUS") + 2)
        changed = max((len(row.changed) for row in rows), default=0) if width >= _MIDDLE else 0
        ticket = max((len(row.ticket) for row in rows), default=0) if width >= _WIDE else 0
        bar = 8 if width >= _WIDE else 5 if width >= _MIDDLE else 0
        percent = 4 if width >= _NARROW else 0
        if width < _NARROW:
            status = 1
        changed = max(changed, len("CHANGED")) if changed else 0
        ticket = max(min(ticket, 14), len("TICKET")) if ticket else 0
        covered = bar + percent + (1 if bar and percent else 0)
        others = [part for part in (status, covered, changed, ticket) if part]
        title = max(width - sum(others) - _GAP * len(others), 8)
        return cls(title, status, bar, percent, changed, ticket)

    @property
    def has_words(self) -> bool:
        """Whether the status is told, and not only its mark shown."""
        return self.status > 1

    @property
    def covered(self) -> int:
        return self.bar + self.percent + (1 if self.bar and self.percent else 0)


class ItemList(RowList[ItemRow], inherit_bindings=False):
    """Enter is the screen's, so that the footer can name it; a double click opens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound for bound in RowList.BINDINGS if getattr(bound, "action", "") != "select"
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"items--done", "items--under-way", "items--waiting", "items--wrong"}
    DEFAULT_CSS = """
    ItemList {
        scrollbar-gutter: stable;
        & > .items--done { color: $success; }
        & > .items--under-way { color: $primary; }
        & > .items--waiting { color: $accent; text-style: bold; }
        & > .items--wrong { color: $error; }
    }
    """

    class Fitted(Message):
        """The columns have another width: what they have no room for is told elsewhere."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._every: Sequence[ItemRow] = ()
        self._columns: tuple[int, Columns] | None = None

    def show_items(self, rows: Sequence[ItemRow], every: Sequence[ItemRow], key: str = "") -> None:
        """Shows some of the items; the columns are those of all, so that they stand still while one filters."""
        self._every, self._columns = every, None
        self.show(rows, key)

    @property
    def columns(self) -> Columns:
        """For the width there is beside the scrollbar."""
        width = max(self.scrollable_content_region.width - _LEAD, 1)
        if self._columns is None or self._columns[0] != width:
            self._columns = width, Columns.fitting(width, self._every)
        return self._columns[1]

    def on_resize(self) -> None:
        self.post_message(self.Fitted())

    def line_of(self, row: ItemRow, width: int) -> Iterator[Run]:  # noqa: ARG002 (the heads go by the same columns)
        columns, gap = self.columns, " " * _GAP
        yield Run(fitted(row.title, columns.title), () if row.readable else ("quiet",))
        words = f" {row.status}" if columns.has_words else ""
        yield Run(gap + fitted(f"{row.mark}{words}", columns.status), (row.look,))
        if columns.covered:
            yield from _covered(row.percent, columns, gap)
        if columns.changed:
            yield Run(gap + fitted(row.changed, columns.changed), ("quiet",))
        if columns.ticket:
            yield Run(gap + fitted(row.ticket, columns.ticket), ("quiet",))

    def on_click(self, event: events.Click) -> None:
        """A click goes there, a double click opens it."""
        event.prevent_default()
        place = event.get_content_offset(self)
        index = round(self.scroll_y) + place.y if place else -1
        if not 0 <= index < len(self.rows):
            return
        self.go_to(self.rows[index].key)
        if event.chain == 2:
            self.action_select()


def _covered(percent: int | None, columns: Columns, gap: str) -> Iterator[Run]:
    if percent is None:
        yield Run(gap + fitted("–", columns.covered, right=True), ("quiet",))
        return
    filled = round(columns.bar * percent / 100)
    yield Run(gap + "━" * filled, ("accent",))
    yield Run("╌" * (columns.bar - filled) + (" " if columns.bar else ""), ("quiet",))
    if columns.percent:
        yield Run(f"{percent:>3}%", ())


class ItemHead(Widget):
    """The names of the columns, over them."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "ItemHead { height: 1; color: $secondary; text-style: bold; }"

    def __init__(self, items: ItemList) -> None:
        super().__init__()
        self._items = items

    def on_mount(self) -> None:
        self.watch(self._items, "virtual_size", self._fit, init=False)

    def _fit(self) -> None:
        self.refresh()

    def render(self) -> Content:
        columns, gap = self._items.columns, " " * _GAP
        parts = [" " * _LEAD, fitted("ITEM", columns.title)]
        parts += [gap, fitted("  STATUS" if columns.has_words else "", columns.status)]
        if columns.covered:
            parts += [gap, fitted("COVERAGE" if columns.bar else "", columns.covered)]
        if columns.changed:
            parts += [gap, fitted("CHANGED", columns.changed)]
        if columns.ticket:
            parts += [gap, fitted("TICKET", columns.ticket)]
        return Content("".join(parts).rstrip())
