"""Draws the passages of a document as lines, with a bar beside those that are new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.message import Message

from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.lines.blocks import Block, Frame, Kind, Line
from roundtable_tui.ui.lines.flow import Place
from roundtable_tui.ui.lines.view import LineView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.ui.lines.store import Entry

FRESH = "changed"
FADING = "fading"


class DocumentView(LineView):
    """A view of lines that starts at the top of a text and stays where the reader is when the text changes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"document--fading", "document--differing"}
    DEFAULT_CSS = """
    DocumentView {
        & > .document--fading { color: $border; }
        & > .document--differing { text-style: bold underline; }
    }
    """

    class Scrolled(Message):
        """The user moved in the document."""

    @dataclass
    class LinesTaken(Message):
        """The user wants to say something about these lines of the text, counted from 1."""

        view: DocumentView
        first: int
        last: int

        @property
        def control(self) -> DocumentView:
            return self.view

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._following = False
        self._passages: dict[str, Passage] = {}
        self._signs: dict[int, str] = {}
        self._sources: dict[str, tuple[list[Line], list[int]]] = {}

    def show(self, passages: Sequence[Passage], mark: str) -> None:
        """These passages; `mark` is the style of the bar beside what is new in them."""
        self._passages = {passage.key: passage for passage in passages}
        self._sources.clear()
        self.set_blocks(_blocks(passages, mark))

    # Lines of the text, counted from 1

    def show_signs(self, signs: dict[int, str]) -> None:
        """What stands in the margin, by line."""
        if signs != self._signs:
            self._signs = signs
            self.refresh()

    def sign_beside(self, entry: Entry, number: int) -> str:
        """Where a line of the text goes on below, only beside its beginning."""
        if not self._signs:
            return ""
        places = self._places_of(entry)
        line = places[number] if number < len(places) else 0
        begins = not self._is_gap(entry, number) and (
            self._is_gap(entry, number - 1) or not number or places[number - 1] != line
        )
        return self._signs.get(line, "") if begins else ""

    def _is_gap(self, entry: Entry, number: int) -> bool:
        return number < entry.block.gap + bool(entry.block.label)

    def _places_of(self, entry: Entry) -> list[int]:
        """For each line of a block the line of the text it comes from."""
        from roundtable_tui.ui.documents.source_lines import source_lines

        lines, passage = self._lines_of(entry), self._passages.get(entry.block.key)
        known = self._sources.get(entry.block.key)
        if known and known[0] is lines:
            return known[1]
        head = entry.block.gap + bool(entry.block.label)
        found = source_lines(passage, head, lines) if passage else []
        self._sources[entry.block.key] = lines, found
        return found

    @property
    def source_cursor(self) -> int:
        """The line the cursor is on; 0 where there is none."""
        if (cursor := self.marks.cursor) is None:
            return 0
        places = self._places_of(cursor[0])
        return places[cursor[1]] if cursor[1] < len(places) else 0

    def go_to_source(self, line: int) -> None:
        """Puts the cursor on this line of the text, or where it would be."""
        best: tuple[Entry, int] | None = None
        for entry in self._store:
            for number, place in enumerate(self._places_of(entry)):
                if place <= line and not self._is_gap(entry, number) and (best is None or place > self._place_at(best)):
                    best = entry, number
        if best:
            self.marks.begin(*best)
            self._bring_into_sight(*best)
            self._marks_changed()

    def _place_at(self, spot: tuple[Entry, int]) -> int:
        return self._places_of(spot[0])[spot[1]]

    def action_take_marked(self) -> None:
        places = [places[number] for entry, number in self.marks.lines if (places := self._places_of(entry))]
        if places:
            self.post_message(self.LinesTaken(self, min(places), max(places)))

    def to_top(self) -> None:
        for block in self.blocks[:1]:
            self.jump_to(block.key)

    def scroll_to_tail(self) -> None:
        for entry in self._store.entries[-1:]:
            self._read_from(Place(entry, 1.0))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if not self._adjusting:
            self.post_message(self.Scrolled())

    def _follow(self, following: bool) -> None:
        """Never: a document that grows is read from where the reader is."""

    def _arrived(self, keys: set[str]) -> None:
        """A document has no news below."""

    def _lines_of(self, entry: Entry) -> list[Line]:
        passage = self._passages.get(entry.block.key)
        if entry.lines is None and passage is not None:
            entry.lines = self._drawn(passage, entry.block)
            self._search.look_at(entry.index)
            self._store.heights_changed()
        return super()._lines_of(entry)

    def _drawn(self, passage: Passage, block: Block) -> list[Line]:
        from roundtable_tui.ui.documents.layout import lay_out_passage

        width = max(self._store.width, 1)
        marked = Frame(block, width, self._line_styles)
        plain = Frame(replace(block, mark=""), width, self._line_styles)
        lines = plain.head()
        for number, (laid, new) in enumerate(lay_out_passage(passage, plain.width)):
            lines += (marked if new else plain).body([laid], begins=not number)
        return lines


def _blocks(passages: Sequence[Passage], mark: str) -> Iterator[Block]:
    above: Passage | None = None
    for passage in passages:
        goes_on = above is not None and above.shape is passage.shape is Shape.CODE
        yield Block(
            passage.key,
            passage.text,
            Kind.NOTICE if passage.shape is Shape.NOTE else Kind.DOCUMENT,
            label=passage.label,
            style="subheading",
            markdown=passage.shape is Shape.MARKDOWN,
            gap=0 if above is None or goes_on else 1,
            language=passage.language,
            mark=mark if passage.changed else "",
        )
        above = passage
