"""Draws sections that lay themselves out: one entry with everything around it, to read, select and click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual.message import Message

from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.lines.blocks import BLANK_LINE, Block, Frame, Kind, Line
from roundtable_tui.ui.lines.line_wrap import Laid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.ui.lines.store import Entry


class Section(Struct, frozen=True):
    """A part of the card: what it says in a width. `stamp` differs where it says something else."""

    key: str
    stamp: str
    lay_out: Callable[[int], list[Laid]]


class CardView(DocumentView):
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"card--{name}"
        for name in (
            "maya alex jordan other section name quiet strong low medium high accepted open warned error here "
            "words code-number"
        ).split()
    }
    DEFAULT_CSS = """
    CardView {
        & > .card--maya { color: $maya; text-style: bold; }
        & > .card--alex { color: $alex; text-style: bold; }
        & > .card--jordan { color: $jordan; text-style: bold; }
        & > .card--other { color: $primary; text-style: bold; }
        & > .card--section { color: $secondary; text-style: bold; }
        & > .card--name { color: $muted; }
        & > .card--quiet { color: $muted; }
        & > .card--strong { text-style: bold; }
        & > .card--high { color: $muted; }
        & > .card--medium { color: $foreground; }
        & > .card--low { color: $warning; text-style: bold; }
        & > .card--accepted { color: $success; }
        & > .card--open { color: $accent; }
        & > .card--warned { color: $warning; }
        & > .card--error { color: $error; text-style: bold; }
        & > .card--here { color: $accent; text-style: bold; }
        & > .card--words { background: $foreground 5%; }
        & > .card--code-number { color: $muted; }
    }
    """

    @dataclass
    class QuoteTaken(Message):
        """The user wants to say something about these words of the entry."""

        text: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._sections: dict[str, Section] = {}
        self.commentable = True

    def action_take_marked(self) -> None:
        self.post_message(self.QuoteTaken(self.marks.text))

    def show_sections(self, sections: Sequence[Section]) -> None:
        """These; whoever reads stays where they are if they read one that is still there."""
        before = {block.key for block in self.blocks}
        self._sections = {section.key: section for section in sections}
        self.set_blocks(
            Block(section.key, section.stamp, Kind.DOCUMENT, markdown=False, gap=1 if number else 0)
            for number, section in enumerate(sections)
        )
        if sections and sections[0].key not in before:
            self.to_top()

    @property
    def shown_text(self) -> str:
        """Everything it says, as lines."""
        return "\n".join(line.strip.text.rstrip() for line in self.rendered_lines)

    def _lines_of(self, entry: Entry) -> list[Line]:
        section = self._sections.get(entry.block.key)
        if entry.lines is None and section is not None:
            frame = Frame(entry.block, max(self._store.width, 1), self._line_styles)
            laid = section.lay_out(max(self._store.width, 1))
            entry.lines = [*[BLANK_LINE] * entry.block.gap, *(Line(one, frame) for one in laid)]
            self._search.look_at(entry.index)
            self._store.heights_changed()
        return super()._lines_of(entry)
