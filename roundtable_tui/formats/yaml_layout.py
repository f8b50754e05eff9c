"""Says of a YAML tree which lines and marks each entry takes up in the text, and which comments stand among them."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.formats.yaml import Alias, Mapping, Node, Scalar, Sequence, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"(?:(?<=\s)|(?<=\ufeff)|\A)#[^\r\n]*")
_DASH = re.compile(r"^ *-", re.MULTILINE)
_UNSAFE_BETWEEN_BRACKETS = re.compile(r"[\[\]{},\r\n]")


class UnchangeableError(ValueError):
    """The text is written in a way in which a place cannot be changed; the message goes on a sentence about it."""


class Entry(Struct, frozen=True):
    """A name with its value, or an item of a list."""

    name: str | None
    start: int
    """Its first character: of the name, of the dash or, between brackets, of the item."""
    mark: int
    """After its colon or dash, or, between brackets, after its name."""
    end: int
    """After its last line or, between brackets, after its last character."""
    node: Node
    flow: bool


class Comment(Struct, frozen=True):
    text: str
    alone: bool
    """Nothing else stands on its line."""


class Layout:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.text = tree.text
        self._entries: dict[int, list[Entry]] = {}

    def root(self) -> Entry | None:
        """The whole of what the text says, as one entry without a name."""
        node = self.tree.root
        if node is None:
            return None
        start = node.start if is_inline(node) else self.entries(node)[0].start
        return Entry(None, start, start, self.line_end(self.end(node)), node, flow=False)

    def top(self) -> list[Entry]:
        """The entries of the outermost collection."""
        return self.entries(self.tree.root) if self.tree.root else []

    def entries(self, node: Node) -> list[Entry]:
        """The entries of a collection in the order of the text; an alias has none of its own."""
        if id(node) not in self._entries:
            self._entries[id(node)] = list(self._find_entries(node))
        return self._entries[id(node)]

    def end(self, node: Node) -> int:
        """After its last character, or after the last line of a collection that takes up whole lines."""
        return node.end if is_inline(node) else self.entries(node)[-1].end

    def column(self, at: int) -> int:
        return at - self.line_start(at)

    def line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at) + 1, int(self.text.startswith("\ufeff")))

    def line_end(self, at: int) -> int:
        """Where the next line begins, or `at` itself if a line begins there."""
        if at and self.text[at - 1] == "\n":
            return at
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def comments(self, start: int, end: int) -> Iterator[Comment]:
        """The comments in a stretch of the text, in order."""
        at = start
        first = max(0, bisect_left(self._scalars, (start, start)) - 1)
        for scalar_start, scalar_end in [*self._scalars[first : bisect_left(self._scalars, (end, end))], (end, end)]:
            for found in _COMMENT.finditer(self.text, at, max(at, scalar_start)):
                before = self.text[self.line_start(found.start()) : found.start()]
                yield Comment(found[0].rstrip(), not before.strip())
            at = max(at, scalar_end)

    def between_brackets(self, node: Node) -> str:
        """A value as it is written on one line between brackets."""
        match node:
            case Scalar():
                written = self.text[node.start : node.end]
                if node.style in ("'", '"') and "\n" not in written:
                    return written
                if not node.style and not _UNSAFE_BETWEEN_BRACKETS.search(written):
                    return written or "null"
                return json.dumps(node.text, ensure_ascii=False)
            case Sequence():
                return f"[{', '.join(map(self.between_brackets, node.items))}]"
            case Mapping():
                pairs = ((self.between_brackets(key), self.between_brackets(value)) for key, value in node.pairs)
                return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
            case Alias():
                return self.between_brackets(node.node)

    @cached_property
    def _scalars(self) -> list[tuple[int, int]]:
        return sorted(_texts_in(self.tree.root, self.text))

    def _find_entries(self, node: Node) -> Iterator[Entry]:
        match node:
            case Mapping(flow=True):
                for key, value in node.pairs:
                    yield Entry(key.text, key.start, key.end, max(key.end, value.end), value, flow=True)
            case Sequence(flow=True):
                for item in node.items:
                    yield Entry(None, item.start, item.start, item.end, item, flow=True)
            case Mapping():
                yield from self._names(node)
            case Sequence():
                yield from self._dashes(node)

    def _names(self, node: Mapping) -> Iterator[Entry]:
        margin = " " * self.column(node.pairs[0][0].start)
        for number, (key, value) in enumerate(node.pairs):
            colon = self.text.find(":", key.end)
            follows = colon >= 0 and not self.text[key.end : colon].strip(" ")
            if not follows or (number and self.text[self.line_start(key.start) : key.start] != margin):
                raise UnchangeableError(f"has a name in line {key.line} that shares its line")
            end = self.line_end(max(colon + 1, self.end(value)))
            yield Entry(key.text, key.start, colon + 1, end, value, flow=False)

    def _dashes(self, node: Sequence) -> Iterator[Entry]:
        found = _DASH.search(self.text, node.start)  # a tag or an anchor may stand before it
        first = node.start if self.text[node.start] == "-" else found.end() - 1 if found else len(self.text)
        margin, end = " " * self.column(first), first
        for number, item in enumerate(node.items):
            while number and end <= item.start and not self.text.startswith(f"{margin}-", end):
                end = self.line_end(end + 1)
            dash = end + len(margin) if number else first
            if dash >= max(item.start, 1):
                raise UnchangeableError(f"has a list item in line {item.line} that shares its line")
            end = self.line_end(max(dash + 1, self.end(item)))
            yield Entry(None, dash, dash + 1, end, item, flow=False)


def is_inline(node: Node) -> bool:
    """Whether it ends with its own last character, not with the line that this is on."""
    return isinstance(node, Scalar | Alias) or node.flow


def _texts_in(node: Node | None, text: str) -> Iterator[tuple[int, int]]:
    """Where scalars stand, in which a `#` begins no comment; the first line of a block is not its text."""
    match node:
        case Scalar():
            header = text.find("\n", node.start, node.end) if node.style in ("|", ">") else node.start
            yield node.end if header < 0 else header, node.end
        case Sequence():
            for item in node.items:
                yield from _texts_in(item, text)
        case Mapping():
            for key, value in node.pairs:
                yield from _texts_in(key, text)
                yield from _texts_in(value, text)
