"""Lays out the passages of a document in lines of a width, and says which of the lines are new."""

from __future__ import annotations

import csv
import io
import itertools
import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len

from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.lines.highlight import code_lines
from roundtable_tui.ui.lines.line_wrap import Laid, Run, wrap
from roundtable_tui.ui.lines.markdown_layout import lay_out_all
from roundtable_tui.ui.lines.markdown_parser import Code, Table, parse
from roundtable_tui.ui.lines.table_layout import lay_out_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.ui.lines.markdown_parser import Part

CITATION = "cite:"
"""What the target of a link into the code starts with; `path:line` or `path:start-end` follows."""

_CITED = re.compile(r"(?<![\w/:.])[\w@+-][\w@+./-]*\.\w+:\d{1,7}(?:-\d{1,7})?(?![\w:])")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_ALIKE = 0.4
"""Two lines with less than this in common are shown as one gone and one new, not as one changed."""
_LONGEST_COMPARED = 600
"""Words of a line beyond which its changed words are not looked for."""
_DRAWN = re.compile("([─│┌┐└┘├┤┬┴┼▼◀▶]+)")
_NARROWEST = 6
_FURTHER_IN = 2
_LEAST_CODE = 24
"""Cells for code: with fewer its lines are not set in."""
_SIGNS = {"+": "code-inserted", "-": "code-deleted"}


def lay_out_passage(passage: Passage, width: int) -> list[tuple[Laid, bool]]:
    """Each line, and whether it is new."""
    coloured = passage.language or passage.numbers
    lines = _coloured(passage, width) if coloured else _lines(passage.shape, passage.text, width)
    if not passage.changed:
        return [(line, False) for line in lines]
    known = _said(passage.shape, passage.before, width)
    new = [bool(words := _words(line)) and words not in known for line in lines]
    if lines and passage.shape is not Shape.CODE and not any(new):
        new[0] = True
    return list(zip(lines, new, strict=True))


@lru_cache(maxsize=16)
def _said(shape: Shape, text: str, width: int) -> frozenset[str]:
    """What the lines of the text say."""
    return frozenset(_words(line) for line in _lines(shape, text, width)) if text else frozenset()


def _words(line: Laid) -> str:
    """What a line says, however it is padded; nothing where it is only drawn."""
    text = "".join([run.text for run in line.runs])
    return " ".join(text.split()) if any(sign.isalnum() for sign in text) else ""


def _lines(shape: Shape, text: str, width: int) -> list[Laid]:
    match shape:
        case Shape.MARKDOWN:
            parts = [placed.part for placed in parse(text, keep_breaks=False)]
            laid = _diagram(parts, width) or lay_out_all(parts, width)
            return [line._replace(runs=_with_citations(line.runs)) for line in laid]
        case Shape.CODE:
            return wrap((Run(text),), width)
        case Shape.TABLE:
            return _table(text, width)
        case Shape.DIFF:
            return list(_difference(text.split("\n"), width))
        case Shape.NOTE:
            return wrap((Run(text, ("notice",)),), width)


def _diagram(parts: Sequence[Part], width: int) -> list[Laid]:
    """A passage that is a diagram, drawn; nothing for any other. Its source is what the raw view shows."""
    match parts:
        case [Code(text=source, language="mermaid")]:
            from roundtable_tui.ui.documents.diagram import diagram

            return [Laid(tuple(_line_drawn(line))) for line in diagram(source, width) or ()]
    return []


def _line_drawn(line: str) -> Iterator[Run]:
    for number, text in enumerate(_DRAWN.split(line)):
        if text:
            yield Run(text, ("line",) if number % 2 else ())


def _coloured(passage: Passage, width: int) -> list[Laid]:
    lines = code_lines(passage.whole, passage.language)
    shown = lines[passage.line : passage.line + passage.text.count("\n") + 1]
    if not passage.numbers or width <= passage.numbers + _NARROWEST:
        return [laid for runs in shown for laid in _hanging(runs, width)]
    first = passage.skipped + passage.line + 1
    return [laid for at, runs in enumerate(shown, first) for laid in _numbered(at, runs, passage, width)]


def _hanging(runs: Sequence[Run], width: int) -> Iterator[Laid]:
    """A line of code; what goes on below it stands further in than it begins, as long as there is room."""
    text = "".join(run.text for run in runs)
    indent = len(text) - len(text.lstrip(" "))
    if cell_len(text) <= width or width - indent - _FURTHER_IN < _LEAST_CODE:
        yield from wrap(runs, width)
        return
    first, *others = wrap(tuple(_without(runs, indent)), width - indent - _FURTHER_IN)
    yield first._replace(runs=(Run(" " * indent), *first.runs))
    yield from (laid._replace(lead=(Run(" " * (indent + _FURTHER_IN)),)) for laid in others)


def _without(runs: Sequence[Run], characters: int) -> Iterator[Run]:
    """The runs but for so many characters at the beginning."""
    for run in runs:
        if len(run.text) > characters:
            yield run._replace(text=run.text[characters:])
        characters = max(characters - len(run.text), 0)


def _numbered(number: int, runs: Sequence[Run], passage: Passage, width: int) -> Iterator[Laid]:
    beside = Run(f"{number:>{passage.numbers}}  ", ("code-comment",))
    first, *others = wrap(runs, width - len(beside.text))
    yield first._replace(runs=(beside, *first.runs))
    yield from (laid._replace(lead=(Run(" " * len(beside.text)),)) for laid in others)


def _table(text: str, width: int) -> list[Laid]:
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    columns = max(map(len, rows), default=0)
    rows[:1] = [[name.replace("_", " ") for name in names] for names in rows[:1]]
    header, *body = [tuple((Run(cell),) for cell in (*row, *[""] * (columns - len(row)))) for row in rows] or [()]
    numeric = [
        "right" if body and all(_is_number(row[at][0].text) for row in body) else "left" for at in range(columns)
    ]
    return lay_out_table(Table(tuple(numeric), header, tuple(body)), width)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).removeprefix("-").isdecimal()


def _with_citations(runs: Sequence[Run]) -> list[Run]:
    """A place in the code is a link to it."""
    found: list[Run] = []
    for run in runs:
        if run.target or ":" not in run.text:
            found.append(run)
            continue
        place = 0
        for match in _CITED.finditer(run.text):
            found.append(Run(run.text[place : match.start()], run.names))
            found.append(Run(match.group(), (*run.names, "link"), CITATION + match.group()))
            place = match.end()
        found.append(Run(run.text[place:], run.names))
    return [run for run in found if run.text]


def _difference(lines: Sequence[str], width: int) -> Iterator[Laid]:
    for line, runs in _paired(lines):
        sign = Run(line[:2], _style_of(line[:1]))
        if width <= _NARROWEST:
            yield from wrap((sign, *runs), width)
            continue
        first, *others = wrap(runs, width - 2)
        yield first._replace(runs=(sign, *first.runs))
        yield from (laid._replace(lead=(sign,)) for laid in others)


def _paired(lines: Sequence[str]) -> Iterator[tuple[str, tuple[Run, ...]]]:
    """Each line with its text in runs; where lines were exchanged one for one, the words that differ stand out."""
    groups = [(sign, list(group)) for sign, group in itertools.groupby(lines, key=lambda line: line[:1])]
    for at, (sign, group) in enumerate(groups):
        partner: list[str] = []
        if sign == "-" and at + 1 < len(groups) and groups[at + 1][0] == "+":
            partner = groups[at + 1][1]
        if sign == "+" and at and groups[at - 1][0] == "-":
            partner = groups[at - 1][1]
        for line, other in itertools.zip_longest(group, partner if len(partner) == len(group) else []):
            yield line, tuple(_runs(line, other, sign))


def _style_of(sign: str) -> tuple[str, ...]:
    return (_SIGNS[sign],) if sign in _SIGNS else ()


def _runs(line: str, other: str | None, sign: str) -> Iterable[Run]:
    text = line[2:]
    names = _style_of(sign)
    if other is None or not names:
        return [Run(text, names)]
    here, there = _WORDS.findall(text), _WORDS.findall(other[2:])
    if max(len(here), len(there)) > _LONGEST_COMPARED:
        return [Run(text, names)]
    matcher = SequenceMatcher(None, there, here, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return [Run(text, names)]
    differing = (*names, "differing")
    return [
        Run("".join(here[j1:j2]), names if tag == "equal" else differing)
        for tag, _, _, j1, j2 in matcher.get_opcodes()
        if j2 > j1
    ]
