"""A Markdown document of anybody's as its headings, each with the numbered lines, tables and lists below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.merge.markdown_sections import cells
from roundtable_tui.artifacts.render.markup import unescaped
from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LONGEST_LINE = 5_000
"""Letters; what a line holds beyond them is not read."""
HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*")
_NUMBERING = re.compile(r"\A(?:(?:\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+)\s+|\d+\s+(?=[A-Z]))")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>.*)")
_RULE_ROW = re.compile(r"\s*\|?[ \t:|-]*-[ \t:|-]*\|?\s*")
_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)")
_EMPHASIS = re.compile(r"\*\*|(?<!\w)__|__(?!\w)")
BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX~]\][ \t]+)?(?P<text>.*\S)[ \t]*")
_LABEL = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*(?P<label>[^*\n]{1,60}?)(?::\*\*|\*\*[ \t]*:)[ \t]*(?P<text>.*)")
_PLAIN_LABEL = re.compile(r"(?P<label>[A-Z][A-Za-z ]{1,30}):[ \t]+(?P<text>\S.*)")


class Line(Struct, frozen=True):
    number: int
    text: str
    fenced: bool = False

    @property
    def is_prose(self) -> bool:
        """Neither empty nor part of a list, a table, a quote or code."""
        text = self.text.strip()
        return bool(text) and not self.fenced and text[0] not in "|>-*+#<" and not BULLET.fullmatch(self.text)


class Part(Struct, frozen=True):
    """A heading and the lines below it up to the next heading of any level."""

    level: int
    title: str
    line: int
    lines: tuple[Line, ...]
    above: tuple[str, ...] = ()
    """The headings it stands under, outermost first."""

    def is_called(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.title) is not None


class Row(Struct, frozen=True):
    line: int
    cells: tuple[str, ...]


class Table(Struct, frozen=True):
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def column(self, pattern: re.Pattern[str]) -> int | None:
        """The first column whose head has these words."""
        return next((at for at, name in enumerate(self.columns) if pattern.search(name)), None)


def outline(text: str) -> tuple[Part, ...]:
    """The parts of a document in order; what stands before the first heading has level 0."""
    parts: list[Part] = []
    level, title, line = 0, "", 0
    body: list[Line] = []
    above: list[tuple[int, str]] = []

    def close() -> None:
        parts.append(Part(level, title, line, tuple(body), tuple(name for depth, name in above if depth < level)))

    for one in numbered(text):
        heading = None if one.fenced else HEADING.fullmatch(one.text)
        if heading is None:
            body.append(one)
            continue
        close()
        level, title, line, body = len(heading["marks"]), without_number(heading["title"]), one.number, []
        above = [(depth, name) for depth, name in above if depth < level]
        above.append((level, title))
    close()
    return tuple(part for part in parts if part.level or part.lines)


def numbered(text: str) -> Iterator[Line]:
    """Each line with its number, and whether it is fenced code."""
    fence = ""
    for number, whole in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = whole[:_LONGEST_LINE]
        mark = _FENCE.fullmatch(line)
        if fence:
            yield Line(number, line, fenced=True)
            fence = "" if mark and mark["fence"].startswith(fence) and not mark["info"].strip() else fence
            continue
        fence = mark["fence"] if mark else ""
        yield Line(number, line, fenced=bool(mark))


def below(parts: Sequence[Part], at: int) -> tuple[Part, ...]:
    """The part of that place and all that stand under its heading."""
    found = [parts[at]]
    for part in parts[at + 1 :]:
        if part.level <= parts[at].level:
            break
        found.append(part)
    return tuple(found)


def tables(lines: Iterable[Line]) -> Iterator[Table]:
    block: list[Line] = []
    for line in (*lines, Line(0, "")):
        if not line.fenced and line.text.strip().startswith("|"):
            block.append(line)
            continue
        if len(block) > 1 and _RULE_ROW.fullmatch(block[1].text):
            columns = tuple(plain(cell).casefold() for cell in cells(block[0].text))
            yield Table(columns, tuple(Row(row.number, cells(row.text)) for row in block[2:]))
        block = []


def bullets(lines: Iterable[Line]) -> Iterator[Line]:
    """The outermost items of the lists, each with the lines it goes on in."""
    found: list[tuple[int, list[str]]] = []
    margin: int | None = None
    for line in lines:
        item = None if line.fenced else BULLET.fullmatch(line.text)
        indent = len(item["indent"].expandtabs()) if item else 0
        if item and (margin is None or indent <= margin + 1):
            margin = indent if margin is None else margin
            found.append((line.number, [item["text"]]))
        elif not line.text.strip() or line.fenced or not line.text[0].isspace():
            margin = None if line.text.strip() and not line.fenced else margin
        elif found and not item:
            found[-1][1].append(line.text.strip())
    for number, texts in found:
        yield Line(number, " ".join(texts))


def labels(lines: Iterable[Line], *, plain_too: bool = False) -> Iterator[tuple[str, Line]]:
    """Lines like `**Label**: words`, by their label in lower case; several on one line may be parted by `|`."""
    for line in lines:
        if line.fenced or line.text.lstrip().startswith("|"):
            continue
        for piece in line.text.split(" | "):
            found = _LABEL.fullmatch(piece) or (_PLAIN_LABEL.fullmatch(piece) if plain_too else None)
            if found:
                yield one_line(found["label"]).casefold(), Line(line.number, found["text"].strip())


def first_paragraph(lines: Iterable[Line]) -> Line | None:
    """The first lines of prose, as one; a label before them, a table or a list is passed over."""
    found: list[Line] = []
    for line in lines:
        if line.is_prose and not _LABEL.fullmatch(line.text):
            found.append(line)
        elif found:
            break
    if not found:
        return None
    return Line(found[0].number, prose(" ".join(line.text.strip() for line in found)))


def without_number(title: str) -> str:
    """A heading's words without a number before them, as in `2.1 Overview`."""
    return _NUMBERING.sub("", title.strip(), count=1)


def plain(text: str) -> str:
    """A line or a cell as one would say it: without links, bold marks and escapes."""
    return one_line(unescaped(_EMPHASIS.sub("", _LINK.sub(r"\1", text)))).strip()


def prose(text: str) -> str:
    return neutral(unescaped(_EMPHASIS.sub("", _LINK.sub(r"\1", text)))).strip()
