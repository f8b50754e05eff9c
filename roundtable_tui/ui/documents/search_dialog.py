"""A field over the screen that searches all documents of the item as one types, and the lines found below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from roundtable_tui.ui.documents.text_search import MOST, FoundLine, lines_with
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.line_field import LineField
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

_GROUP = Binding.Group("Search in all documents")
_BEFORE = 12
"""Cells of a line that are shown before what was found in it."""


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, f"screen.{action}", tooltip, show=False, tooltip=tooltip, id=f"find.{name}", group=_GROUP)


class WordsField(LineField):
    BINDINGS: ClassVar[list[BindingType]] = [
        _bound("choose", "enter", "choose", "Go to this line"),
        _bound("down", "down", "move(1)", "The next line found"),
        _bound("up", "up", "move(-1)", "The line found before"),
        _bound("page_down", "pagedown", "page(1)", "Down a page"),
        _bound("page_up", "pageup", "page(-1)", "Up a page"),
        _bound("close", "escape", "leave", "Close the search"),
    ]


class FoundRow(Struct, frozen=True):
    """A line that was found, or the name of the document above its lines."""

    key: str
    heading: str = ""
    found: FoundLine | None = None

    @property
    def selectable(self) -> bool:
        return self.found is not None


class FoundList(RowList[FoundRow]):
    def line_of(self, row: FoundRow, width: int) -> Iterator[Run]:
        if row.found is None:
            yield Run(row.heading, ("heading",))
            return
        number = f"{row.found.line + 1:>5}  "
        yield Run(number, ("quiet",))
        room = max(width - len(number), 1)
        text = _around(row.found, room)
        at = 0
        for match in row.found.pattern.finditer(text):
            yield Run(text[at : match.start()])
            yield Run(match.group(), ("accent", "strong"))
            at = match.end()
        yield Run(text[at:])


def _around(found: FoundLine, room: int) -> str:
    """As much of the line as there is room for, with what was found in it in sight."""
    match = found.pattern.search(found.text)
    start = match.start() if match else 0
    if start < room - _BEFORE:
        return fitted(found.text, room).rstrip()
    return fitted("…" + found.text[start - _BEFORE :], room).rstrip()


class DocumentSearchScreen(ModalScreen[FoundLine | None]):
    """Closed with the line to go to, or with nothing."""

    DEFAULT_CSS = """
    DocumentSearchScreen {
        align: center middle;
        & > #find-box { width: 92%; max-width: 110; height: 80%; background: $surface; padding: 0 1; }
        & > #find-box { border: round $accent; }
        & WordsField { margin: 0 0 1 0; }
        & FoundList { background: $surface; }
    }
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts` are the documents by their names, in the order they are listed."""
        super().__init__()
        self._texts = texts
        self._box = Vertical(id="find-box")
        self.found = FoundList()

    def compose(self) -> ComposeResult:
        self._box.border_title = "Search in all documents"
        with self._box:
            yield WordsField("Words that stand in one line of a document")
            yield self.found

    def on_mount(self) -> None:
        self.query_one(WordsField).focus()
        self._say(())

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        event.stop()
        found = lines_with(self._texts, event.value)
        self.found.show(_rows(found), next((_key(one) for one in found), ""))
        self._say(found)

    def _say(self, found: Sequence[FoundLine]) -> None:
        documents = len({one.document for one in found})
        if not self.query_one(WordsField).value.strip():
            said = f"{len(self._texts)} documents" if len(self._texts) != 1 else "1 document"
        elif not found:
            said = "nothing found"
        else:
            lines = "1 line" if len(found) == 1 else f"{'the first ' if len(found) == MOST else ''}{len(found)} lines"
            said = f"{lines} in {documents} documents" if documents > 1 else f"{lines} in 1 document"
        self._box.border_subtitle = Content(f"{said} · Enter goes there · Esc closes")

    @on(RowList.Selected)
    def action_choose(self) -> None:
        if row := self.found.cursor:
            self.dismiss(row.found)

    def action_move(self, by: int) -> None:
        self.found.action_move(by)

    def action_page(self, pages: int) -> None:
        self.found.action_page(pages)

    def action_leave(self) -> None:
        self.dismiss(None)


def _key(found: FoundLine) -> str:
    return f"{found.document}:{found.line}"


def _rows(found: Sequence[FoundLine]) -> list[FoundRow]:
    rows: list[FoundRow] = []
    for one in found:
        if not rows or rows[-1].found is None or rows[-1].found.document != one.document:
            rows.append(FoundRow(f"document {one.document}", heading=one.document))
        rows.append(FoundRow(_key(one), found=one))
    return rows
