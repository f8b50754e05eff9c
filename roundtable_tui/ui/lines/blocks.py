"""A block of talk or of a document as a value, and the lines it becomes in a width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec import Struct
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.ui.lines.line_wrap import Laid, Run, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.ui.lines.markdown_parser import Part

_MEASURE = 96
"""Talk is not set wider than this: longer lines are hard to read."""
_NARROWEST = 12
"""In fewer cells than this nothing stands beside the text."""
_TAB = 4
_RULE = ("line", "rule")
STOPPED = "stopped here"


class Kind(StrEnum):
    """What a block is, and so how it is set."""

    TALK = "talk"
    GREETING = "greeting"
    QUESTION = "question"
    USER = "user"
    HEADER = "header"
    CAPTURED = "captured"
    SYNTHESIS = "synthesis"
    NOTICE = "notice"
    DOCUMENT = "document"
    """Part of a file: nothing beside it but a mark."""


class Block(Struct, frozen=True):
    """Source text with what is needed to set it; `style` and `mark` are names of styles.

    Text that is not Markdown is shown as it is, coloured if a `language` is named.
    """

    key: str
    text: str
    kind: Kind = Kind.TALK
    label: str = ""
    """Stands above the text; empty where the same speaker goes on."""
    style: str = ""
    markdown: bool = True
    turn: int = 0
    gap: int = 1
    """Blank lines above."""
    partial: bool = False
    """It was stopped before its end."""
    language: str = ""
    mark: str = ""
    """The style of a bar beside it; none without."""


class Line:
    """One line of a block, drawn when it is first looked at: most lines of a long transcript never are."""

    __slots__ = ("_frame", "_laid", "_strip")

    def __init__(self, laid: Laid, frame: Frame | None) -> None:
        self._laid = laid
        self._frame = frame
        self._strip: Strip | None = None

    @property
    def strip(self) -> Strip:
        if self._strip is None:
            self._strip = self._frame.draw(self._laid) if self._frame else Strip([], 0)
        return self._strip

    @property
    def text(self) -> str:
        """The content, without the decoration at the start."""
        return "".join([run.text for run in self._laid.runs])

    @property
    def lead(self) -> int:
        """How many characters of decoration stand before the content."""
        return sum([len(run.text) for run in self._laid.lead])

    @property
    def join(self) -> str | None:
        """What a soft break before this line replaced; None where the text itself breaks."""
        return self._laid.join

    @property
    def links(self) -> tuple[tuple[int, int, str], ...]:
        """Start and end in the line with its decoration, and where it leads."""
        place, found = self.lead, []
        for run in self._laid.runs:
            if run.target:
                found.append((place, place + len(run.text), run.target))
            place += len(run.text)
        return tuple(found)


class Rendered(Struct, frozen=True):
    lines: list[Line]

    @property
    def strips(self) -> list[Strip]:
        return [line.strip for line in self.lines]

    @property
    def plain(self) -> list[str]:
        return [line.text for line in self.lines]

    @property
    def links(self) -> list[tuple[tuple[int, int, str], ...]]:
        return [line.links for line in self.lines]


@dataclass(frozen=True)
class Styles:
    """The styles by name; a combination is put together once."""

    named: Mapping[str, Style] = field(default_factory=dict)
    _combined: dict[tuple[str, ...], Style] = field(default_factory=dict, compare=False, repr=False)

    def of(self, names: tuple[str, ...]) -> Style:
        if (style := self._combined.get(names)) is None:
            known = [self.named[name] for name in names if name in self.named]
            style = self._combined[names] = Style.combine(known) if known else Style.null()
        return style


def render_block(block: Block, width: int, styles: Styles) -> Rendered:
    """The lines of a block, none wider than the width; the same for the same arguments, whatever the text."""
    from roundtable_tui.ui.lines.markdown_layout import lay_out_all

    frame = Frame(block, max(width, 1), styles)
    text = harmless(block.text)
    body = lay_out_all(parts_of(block, text), frame.width)
    return Rendered([*frame.head(), *frame.body(body), *frame.foot()])


def harmless(text: str) -> str:
    return neutral(text).expandtabs(_TAB).strip("\n")


def prepare(block: Block) -> None:
    """Does the slow part of rendering, which needs no width, so that it can be done in a thread beforehand."""
    from roundtable_tui.ui.lines.highlight import code_lines
    from roundtable_tui.ui.lines.markdown_parser import Code

    for part in parts_of(block, harmless(block.text)):
        if isinstance(part, Code):
            code_lines(part.text, part.language)


def parts_of(block: Block, text: str) -> list[Part]:
    """What the text of a block consists of."""
    from roundtable_tui.ui.lines.markdown_parser import Paragraph, parse

    if block.markdown:
        return [placed.part for placed in parse(text, block.kind is not Kind.DOCUMENT)]
    if block.language:
        from roundtable_tui.ui.lines.highlight import code_lines

        lines = code_lines(text, block.language)
        runs = [run for number, line in enumerate(lines) for run in ((Run("\n"), *line) if number else line)]
        return [Paragraph(tuple(runs))]
    return [Paragraph((Run(text),))]


class Frame:
    """What stands around the text of a block: gap, label, gutter, mark and the note that it was stopped."""

    def __init__(self, block: Block, width: int, styles: Styles) -> None:
        self._block = block
        self._full = width
        self._styles = styles
        self._roomy = width >= _NARROWEST
        self._names: tuple[str, ...] = (str(block.kind), block.style if block.kind is Kind.HEADER else "")
        if block.kind is Kind.QUESTION:
            self._names = ()  # only what is asked stands out, not what goes with it
        self._fill: tuple[str, ...] = ("user",) if block.kind is Kind.USER else ()
        room = width - 2 if self._roomy and block.kind is not Kind.HEADER else width
        self.width = max(room if block.kind in (Kind.DOCUMENT, Kind.HEADER) else min(room, _MEASURE), 1)

    def head(self) -> list[Line]:
        lines = [BLANK_LINE] * self._block.gap
        if self._block.label:
            label = wrap((Run(self._block.label, ("label", self._block.style)),), self._full)
            lines += [Line(laid, self) for laid in label]
        return lines

    def body(self, laid: Iterable[Laid], begins: bool = True) -> list[Line]:
        """The text with what stands beside it; `begins` if this is where the block's text begins."""
        if self._block.kind is Kind.HEADER:
            return [Line(line, self) for line in self._ruled(laid)]
        if not self._roomy:
            return [Line(line, self) for line in laid]
        first, other = (self._gutter(begins),), (self._gutter(False),)
        asked = begins and self._block.kind is Kind.QUESTION
        lines: list[Line] = []
        for runs, join, lead, names, fill in laid:
            asked = asked and (not lines or join is not None)
            under = (*names, "question") if asked else names
            lines.append(Line(Laid(runs, join, first + lead, under, fill or self._fill), self))
            first = other
        return lines

    def foot(self) -> list[Line]:
        if not self._block.partial:
            return []
        lead = (Run("  "),) if self._roomy else ()
        return [Line(line._replace(lead=lead), self) for line in wrap((Run(f"⋯ {STOPPED}", ("notice",)),), self.width)]

    def _gutter(self, first: bool) -> Run:
        block = self._block
        if block.mark:
            return Run("▎ ", (block.mark,))
        match block.kind:
            case Kind.USER:
                return Run("▌ ", ("user", "user-bar"))
            case Kind.SYNTHESIS:
                return Run("┃ ", (block.style,))
            case Kind.QUESTION if first:
                return Run("▸ ", (block.style,))
            case Kind.CAPTURED if first:
                return Run("✓ ", ("tick",))
            case Kind.NOTICE if first:
                return Run("· ", ("notice",))
        return Run("  ")

    def _ruled(self, laid: Iterable[Laid]) -> Iterable[Laid]:
        """A header stands in a rule; one that is too long for it stands under one."""
        lines = list(laid)
        if len(lines) != 1 or width_of(lines[0].runs) + 6 > self._full:
            return [Laid((), None, (Run("─" * self._full, ("line",)),)), *lines]
        return [lines[0]._replace(lead=(Run("── ", ("line",)),), fill=_RULE)]

    def draw(self, laid: Laid) -> Strip:
        """Segments, neighbours of one style together, never wider than the width."""
        of = self._styles.of
        base = self._names + laid.names
        styled = [(run.text, of(run.names)) for run in laid.lead]
        styled += [(run.text, of(base + run.names)) for run in laid.runs]
        cells = sum([cell_len(text) for text, _ in styled])
        fill_to = self._full if laid.fill == _RULE else min(self._full, self.width + 2)
        if laid.fill and cells < fill_to:
            spare = fill_to - cells
            styled.append((" " + "─" * (spare - 1) if laid.fill == _RULE else " " * spare, of(laid.fill)))
            cells = fill_to
        segments: list[Segment] = []
        for style, group in groupby(styled, key=itemgetter(1)):
            segments.append(Segment("".join([text for text, _ in group]), style))
        strip = Strip(segments, cells)
        return strip if cells <= self._full else strip.crop(0, self._full)


BLANK_LINE = Line(Laid(()), None)
