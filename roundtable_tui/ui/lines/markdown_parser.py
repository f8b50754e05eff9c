"""Reads Markdown into plain parts that know nothing of widths or colours, so that a reflow need not parse again."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.ui.lines.line_wrap import Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_URL = re.compile(r"https?://[^\s<>\"'`)\]}]*[^\s<>\"'`)\]}.,;:!?]")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NAME = re.compile(r"(?:(?P<dunder>__[^\W_]\w{0,80}?__)|_[^\W_]\w{0,80}?_)(?!\w)")
_PATH_GOES_ON = re.compile(r"[./\\(:]\w|\(\)|/")
_EMPHASIS = {"em_open": "emphasis", "strong_open": "strong", "s_open": "struck"}
_ALIGNMENTS = {"text-align:right": "right", "text-align:center": "center"}

Runs = tuple[Run, ...]


class Paragraph(Struct, frozen=True):
    runs: Runs


class Heading(Struct, frozen=True):
    level: int
    runs: Runs


class Code(Struct, frozen=True):
    text: str
    language: str = ""
    fence: str = ""
    """The line that opened it; empty for code that is only indented."""


class Quote(Struct, frozen=True):
    parts: tuple[Part, ...]


class Item(Struct, frozen=True):
    marker: str
    parts: tuple[Part, ...]
    line: int
    """Where it starts, counted from the first line of the text."""


class Listing(Struct, frozen=True):
    items: tuple[Item, ...]
    loose: bool = False


class Table(Struct, frozen=True):
    alignments: tuple[str, ...]
    header: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]


class Rule(Struct, frozen=True):
    pass


Part = Paragraph | Heading | Code | Quote | Listing | Table | Rule


class Placed(Struct, frozen=True):
    """A part at the top of a text and the line it starts on."""

    part: Part
    line: int


_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ,.;:?!'\"’“”…–—()-](?!$))*[.?!]?")
"""One line in which nothing could mean anything to Markdown: most of what is said, the first question among it."""


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 30}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("emphasis", "name", _keep_name)
    return parser


def _keep_name(state: StateInline, silent: bool) -> bool:
    """The underscores of a name in a program are its own: `__main__.py`, `src/_private_/x`."""
    if state.src[state.pos] != "_":
        return False
    found = _NAME.match(state.src, state.pos)
    if found is None:
        return False
    before = state.src[state.pos - 1 : state.pos]
    if not (found["dunder"] or _PATH_GOES_ON.match(state.src, found.end()) or before in ("/", "\\", ".")):
        return False
    if not silent:
        state.pending += found.group()
    state.pos = found.end()
    return True


@lru_cache(maxsize=1024)
def parse(text: str, keep_breaks: bool = True) -> tuple[Placed, ...]:
    """The parts of a text; with `keep_breaks` a line break in a paragraph stays one, as in a chat."""
    return parse_uncached(text, keep_breaks)


def parse_uncached(text: str, keep_breaks: bool = True) -> tuple[Placed, ...]:
    """For text that is still growing: it will never be asked for again."""
    if _PLAIN.fullmatch(text):
        return (Placed(Paragraph((Run(text),)), 0),)
    return read_markdown(text, keep_breaks)


def read_markdown(text: str, keep_breaks: bool) -> tuple[Placed, ...]:
    """What the parser makes of any text."""
    return tuple(_Reader(text, keep_breaks).placed())


class _Reader:
    def __init__(self, text: str, keep_breaks: bool) -> None:
        self._lines = text.split("\n")
        self._tokens = _parser().parse(text)
        self._break = "\n" if keep_breaks else " "
        self._at = 0

    def placed(self) -> Iterator[Placed]:
        while self._at < len(self._tokens):
            line = self._tokens[self._at].map
            part = self._part()
            if part is not None:
                yield Placed(part, line[0] if line else 0)

    def _parts(self, until: str) -> tuple[Part, ...]:
        parts = []
        while self._at < len(self._tokens) and self._tokens[self._at].type != until:
            if (part := self._part()) is not None:
                parts.append(part)
        self._at += 1
        return tuple(parts)

    def _part(self) -> Part | None:
        token = self._tokens[self._at]
        self._at += 1
        match token.type:
            case "heading_open":
                return Heading(int(token.tag[1:]), self._inline("heading_close"))
            case "paragraph_open":
                return Paragraph(self._inline("paragraph_close"))
            case "fence":
                opener = self._lines[token.map[0]] if token.map and token.level == 0 else ""
                words = token.info.split()
                return Code(token.content.removesuffix("\n"), words[0] if words else "", opener)
            case "code_block":
                return Code(token.content.removesuffix("\n"))
            case "html_block":
                return Paragraph((Run(token.content.rstrip("\n"), ("html",)),))
            case "blockquote_open":
                return Quote(self._parts("blockquote_close"))
            case "bullet_list_open" | "ordered_list_open":
                return self._listing(token.type.replace("open", "close"))
            case "table_open":
                return self._table()
            case "hr":
                return Rule()
            case "inline":
                return Paragraph(self._runs(token.children or ()))
        return None

    def _inline(self, until: str) -> Runs:
        runs: Runs = ()
        while self._tokens[self._at].type != until:
            runs += self._runs(self._tokens[self._at].children or ())
            self._at += 1
        self._at += 1
        return runs

    def _listing(self, until: str) -> Listing:
        items, loose = [], False
        while self._tokens[self._at].type != until:
            token = self._tokens[self._at]
            self._at += 1
            following = self._tokens[self._at]
            loose = loose or (following.type == "paragraph_open" and not following.hidden)
            marker = f"{token.info}{token.markup}" if token.info else "•"
            items.append(Item(marker, self._parts("list_item_close"), token.map[0] if token.map else 0))
        self._at += 1
        return Listing(tuple(items), loose)

    def _table(self) -> Table:
        rows: list[tuple[Runs, ...]] = []
        row: list[Runs] = []
        alignments: list[str] = []
        while (token := self._tokens[self._at]).type != "table_close":
            match token.type:
                case "th_open":
                    alignments.append(_ALIGNMENTS.get(str(token.attrs.get("style", "")), "left"))
                case "inline":
                    row.append(self._runs(token.children or ()))
                case "tr_close":
                    rows.append(tuple(row))
                    row = []
            self._at += 1
        self._at += 1
        return Table(tuple(alignments), rows[0] if rows else (), tuple(rows[1:]))

    def _runs(self, tokens: Sequence[Token]) -> Runs:
        runs: list[Run] = []
        names: tuple[str, ...] = ()
        target = ""
        for token in tokens:
            match token.type:
                case "text":
                    runs += _with_urls(token.content, names, target)
                case "softbreak":
                    runs.append(Run(self._break, names, target))
                case "hardbreak":
                    runs.append(Run("\n", names, target))
                case "em_open" | "strong_open" | "s_open":
                    names = (*names, _EMPHASIS[token.type])
                case "link_open":
                    names, target = (*names, "link"), str(token.attrs.get("href", ""))
                case "link_close":
                    names, target = names[:-1], ""
                case "code_inline":
                    runs.append(Run(token.content, (*names, "code"), target))
                case "image":
                    runs.append(Run(token.content or "image", (*names, "link"), str(token.attrs.get("src", ""))))
                case "html_inline":
                    html = _BREAK.sub("\n", token.content)
                    runs.append(Run(html, names if html == "\n" else (*names, "html"), target))
                case kind if kind.endswith("_close"):
                    names = names[:-1]
        return tuple(run for run in runs if run.text)


def _with_urls(text: str, names: tuple[str, ...], target: str) -> Iterator[Run]:
    """A bare address is a link too."""
    if target or "://" not in text:
        yield Run(text, names, target)
        return
    place = 0
    for match in _URL.finditer(text):
        yield Run(text[place : match.start()], names)
        yield Run(match.group(), (*names, "link"), match.group())
        place = match.end()
    yield Run(text[place:], names)
