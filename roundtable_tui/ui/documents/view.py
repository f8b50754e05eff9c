"""Draws the passages of a document as lines, with a bar beside those that are new."""

from __future__ import annotations

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

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._following = False
        self._passages: dict[str, Passage] = {}

    def show(self, passages: Sequence[Passage], mark: str) -> None:
        """These passages; `mark` is the style of the bar beside what is new in them."""
        self._passages = {passage.key: passage for passage in passages}
        self.set_blocks(_blocks(passages, mark))

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
