"""The sidebar: where the analysis stands, and a way to any step, document or open question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.widgets.row_search import SearchableRows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.binding import BindingType

    from roundtable_tui.session.outline import Row


class Sidebar(SearchableRows, OptionList):
    """Draws the rows of an outline; selecting one says which."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(MOVING_KEYS),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "sidebar--heading",
        "sidebar--here",
        "sidebar--quiet",
        "sidebar--note",
    }
    DEFAULT_CSS = """
    Sidebar {
        width: 32;
        height: 1fr;
        max-height: 100%;
        background: $surface;
        border: none;
        border-right: vkey $border;
        border-bottom: solid $border;
        border-subtitle-align: left;
        border-subtitle-color: $muted;
        padding: 0 0 0 1;
        scrollbar-size-vertical: 1;
        & > .sidebar--heading { color: $secondary; text-style: bold; }
        & > .sidebar--here { color: $accent; text-style: bold; }
        & > .sidebar--quiet { color: $muted; }
        & > .sidebar--note { color: $muted; }
        & > .option-list--option-highlighted { background: $surface; color: $foreground; }
        & > .option-list--option-disabled { color: $foreground; }
        &:focus { border: none; border-right: vkey $accent; background: $surface; background-tint: $surface 0%; }
        &:focus { border-bottom: solid $accent; }
        &:focus > .option-list--option-highlighted { background: $primary 40%; text-style: bold; }
    }
    """

    class Selected(Message):
        """A row was chosen."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: tuple[Row, ...] = ()
        self._drawn_width = 0

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def show(self, rows: tuple[Row, ...]) -> None:
        if rows == self._rows and self._drawn_width == self._text_width:
            return
        highlighted = self._rows[self.highlighted].id if self.highlighted is not None and self._rows else ""
        scroll = self.scroll_y
        self._rows, self._drawn_width = rows, self._text_width
        with self.app.batch_update():
            self.clear_options()
            self.add_options(Option(self._prompt(row), disabled=not row.selectable) for row in rows)
            kept = next((number for number, row in enumerate(rows) if row.id == highlighted), None)
            here = next((number for number, row in enumerate(rows) if row.here and row.selectable), None)
            self.highlighted = kept if kept is not None else here
            self.scroll_to(y=scroll, animate=False)

    def foot(self, words: str) -> None:
        """What stays in view however long the list is."""
        self.border_subtitle = Content(words).markup

    def action_move(self, by: int) -> None:
        """So many rows on; from the last one on to what stands below it, which cannot be chosen."""
        if not self._jump(by):
            self.scroll_end(animate=False) if by > 0 else self.scroll_home(animate=False)

    def action_cursor_down(self) -> None:
        self.action_move(1)

    def action_cursor_up(self) -> None:
        self.action_move(-1)

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_half(self, pages: int) -> None:
        self.action_move(pages * max(self.size.height // 2, 1))

    def action_edge(self, direction: int) -> None:
        self._jump(direction * len(self._rows))
        self.call_after_refresh(self.scroll_end if direction > 0 else self.scroll_home, animate=False)

    def _jump(self, by: int) -> bool:
        """So many rows on, and at least one; as far as there are any that can be chosen. Whether there was one."""
        rows = [at for at, row in enumerate(self._rows) if row.selectable]
        here = -1 if self.highlighted is None else self.highlighted
        way = [at for at in rows if at > here] if by > 0 else [at for at in reversed(rows) if at < here]
        if way:
            near = [at for at in way if abs(at - here) <= abs(by)]
            self.highlighted = near[-1] if near else way[0]
        return bool(way)

    @property
    def row_texts(self) -> Iterable[tuple[int, str]]:
        return ((at, f"{row.text} {row.note}") for at, row in enumerate(self._rows) if row.selectable)

    @property
    def row_at(self) -> int | None:
        return self.highlighted

    def go_to_row(self, at: int) -> None:
        self.highlighted = at

    @property
    def _text_width(self) -> int:
        return max(8, self.scrollable_content_region.width - 1)

    def _prompt(self, row: Row) -> Text:
        """On one line, cut to the width, with its note at the right edge; a point has room for a second line."""
        text = self._headed(row)
        note = f" {row.note}" if row.note else ""
        first = ""
        if row.kind == "point" and cell_len(text) > self._drawn_width:
            first, text = _on_two_lines(text, self._drawn_width)
        if row.kind == "point" and cell_len(text + note) > self._drawn_width:
            note = ""  # what is asked says more than what hangs on it
        room = self._drawn_width - cell_len(note)
        if row.kind == "coverage":
            text = _whole_words(text, room)
        line = text if cell_len(text) <= room else set_cell_size(text, max(1, room - 1)) + "…"
        prompt = Text(first + line.ljust(room), style=self._style(row), no_wrap=True, overflow="crop")
        return prompt.append(note, self.get_component_rich_style("sidebar--note", partial=True))

    @staticmethod
    def _headed(row: Row) -> str:
        return row.text.upper() if row.kind == "heading" else row.text

    def _style(self, row: Row) -> str:
        if row.kind == "heading":
            name = "sidebar--heading"
        elif row.here:
            name = "sidebar--here"
        elif row.quiet:
            name = "sidebar--quiet"
        else:
            return ""
        return str(self.get_component_rich_style(name, partial=True))

    def on_mount(self) -> None:
        self.watch(self, "show_vertical_scrollbar", self._bar_changed, init=False)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.call_after_refresh(self._draw_anew))

    def _bar_changed(self) -> None:
        """The bar beside the rows came or went, and with it a column of room."""
        self.call_after_refresh(lambda: self.show(self._rows))

    def on_resize(self, _event: events.Resize) -> None:
        self._draw_anew()

    def _draw_anew(self) -> None:
        """In other colours, or at another width."""
        rows, self._drawn_width = self._rows, 0
        self.show(rows)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Selected(self._rows[event.option_index]))


def _on_two_lines(text: str, width: int) -> tuple[str, str]:
    """What fits into the first, to its end, and the rest under it, as far in as the number in front leaves it."""
    number, _, rest = text.partition(" ")
    room = width - cell_len(number) - 1
    words = rest.split(" ")
    fits = next(count for count in range(len(words), -1, -1) if cell_len(" ".join(words[:count])) <= room)
    fits = fits or 1
    return f"{number} {' '.join(words[:fits])}\n", " " * (cell_len(number) + 1) + " ".join(words[fits:])


def _whole_words(name: str, room: int) -> str:
    """As many words of a name as fit: "Requirements Definition" is known by its first word."""
    shortened = name
    while cell_len(shortened) > room and " " in shortened:
        shortened = shortened.rpartition(" ")[0]
    return shortened
