"""Reads YAML text into a tree that knows where everything stands, and into plain texts, lists and mappings.

Every scalar is the text as it was written: no booleans, dates or numbers to guess at. The tree is built from parse
events, because the usual loaders overflow the stack on deep nesting and unfold aliases and merge keys without end;
what a text says with its aliases unfolded is counted while it is read, and a text that says too much is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn, TypeAlias

import yaml
from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line

try:
    from yaml import CSafeLoader as _Loader
except ImportError:
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"
Node: TypeAlias = "Scalar | Sequence | Mapping | Alias"

DEEPEST = 12
MOST_NODES = 100_000
MOST_LETTERS = 8 * 1024 * 1024
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
_BOM = "\ufeff"


class Plain(str):
    """A scalar as it stood without quotes: a number or a yes, for whoever reads the file after us."""

    __slots__ = ()


class YamlError(ValueError):
    """The text is not usable YAML; the message says why and goes on a sentence that names the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """One value as it was written; `start` and `end` are its first character and the one after its last."""

    start: int
    end: int
    line: int
    """Counted from 1."""
    text: str
    style: str
    """The quote or block mark it begins with; empty if it has none."""
    tag: str

    @property
    def is_nothing(self) -> bool:
        return not self.style and self.text in _NOTHING

    @property
    def meaning(self) -> tuple[str, str]:
        """What it says to programs: whether it is a text, a number, a flag or a date, and which, as it is written."""
        if self.tag or self.style:
            return self.tag, self.text
        if self.is_nothing:
            return "nothing", ""
        resolvers = yaml.SafeLoader.yaml_implicit_resolvers.get(self.text[:1], ())
        return next((tag for tag, pattern in resolvers if pattern.match(self.text)), ""), self.text


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    start: int
    end: int
    line: int
    flow: bool
    """It is written between brackets."""
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    start: int
    end: int
    line: int
    flow: bool
    """It is written between braces."""
    pairs: tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alias:
    start: int
    end: int
    line: int
    node: Node
    """What it stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    text: str
    root: Node | None
    """None where the text says nothing at all."""
    documents: int
    """Only the first is read."""


def read_yaml(text: str, clean: Callable[[str], str] = str, *, mark_plain: bool = False) -> Value:
    """The value of the text, with `clean` applied to every scalar in it; those without quotes marked if wanted."""
    return _Reading(clean, mark_plain).value(tree_of(text).root)


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line on which this name of the outermost mapping, or of one in it, stands; 0 if it does not."""
    try:
        node = tree_of(text).root
    except YamlError:
        return 0
    line = 0
    for name in path:
        pairs = node.pairs if isinstance(node, Mapping) else ()
        line, node = next(((key.line, value) for key, value in pairs if key.text == name), (0, None))
    return line


@lru_cache(maxsize=2)
def tree_of(text: str, deepest: int = DEEPEST) -> Tree:
    """What stands where in the text; YamlError if it is not YAML, or says more than any file of ours or yours needs."""
    if len(text) > MOST_LETTERS:
        raise YamlError(f"is longer than {MOST_LETTERS:,} letters")
    building = _Building(text, deepest)
    try:
        for event in yaml.parse(text.removeprefix(_BOM), Loader=_Loader):
            building.take(event)
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise YamlError(f"is not valid YAML{line} ({one_line(error.problem or '', 80)})") from None
    except (yaml.YAMLError, RecursionError):
        raise YamlError("is not valid YAML") from None
    return Tree(text, building.roots[0] if building.roots else None, len(building.roots))


class _Reading(Struct, frozen=True):
    clean: Callable[[str], str]
    mark_plain: bool

    def value(self, node: Node | None) -> Value:
        match node:
            case Scalar():
                return None if node.is_nothing else self._text(node)
            case Mapping():
                return self._named_values(node)
            case Sequence():
                return [self.value(item) for item in node.items]
            case Alias():
                return self.value(node.node)
        return None

    def _text(self, node: Scalar) -> str:
        text = self.clean(node.text)
        return Plain(text) if self.mark_plain and not node.style and not node.tag else text

    def _named_values(self, node: Mapping) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for key, value in node.pairs:
            name = self.clean(key.text)
            if name in values:
                raise YamlError(f"says '{one_line(name, 40)}' twice")
            values[name] = self.value(value)
        return values


@dataclass(slots=True)
class _Extent:
    """How much something says, with its aliases unfolded."""

    nodes: int = 0
    letters: int = 0
    height: int = 0
    """So many collections are nested in it."""

    def add(self, other: _Extent) -> None:
        self.nodes += other.nodes
        self.letters += other.letters
        self.height = max(self.height, other.height)


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    event: Any
    parts: list[Node]
    extent: _Extent


class _Building:
    """Takes parse events one by one; what is complete goes into the collection around it, or is a document."""

    def __init__(self, text: str, deepest: int) -> None:
        self.roots: list[Node] = []
        self._text = text
        self._shift = int(text.startswith(_BOM))
        self._deepest = deepest
        self._open: list[_Open] = []
        self._anchored: dict[str, tuple[Node, _Extent]] = {}
        self._said = _Extent()

    def take(self, event: Any) -> None:
        match event:
            case yaml.ScalarEvent():
                self._add(self._scalar(event), _Extent(1, len(event.value)), event)
            case yaml.AliasEvent():
                node, extent = self._meant(event)
                start, end, line = self._place(event)
                self._add(Alias(start, end, line, node), extent, None)
            case yaml.CollectionStartEvent():
                self._open.append(_Open(event, [], _Extent(1)))
                self._check_depth(0, event)
                self._count(_Extent(1), self._place(event)[2])
            case yaml.CollectionEndEvent():
                self._close(event)
            case yaml.DocumentStartEvent():
                self._anchored.clear()

    def _close(self, event: Any) -> None:
        opened = self._open.pop()
        start, _, line = self._place(opened.event)
        flow = bool(opened.event.flow_style)
        end = self._place(event)[1] if flow or not opened.parts else opened.parts[-1].end
        opened.extent.height += 1
        if isinstance(opened.event, yaml.MappingStartEvent):
            node: Node = Mapping(start, end, line, flow, _pairs(opened.parts, line))
        else:
            node = Sequence(start, end, line, flow, tuple(opened.parts))
        self._add(node, opened.extent, opened.event)

    def _add(self, node: Node, extent: _Extent, anchor_of: Any) -> None:
        if self._open:
            self._open[-1].parts.append(node)
            self._open[-1].extent.add(extent)
        else:
            self.roots.append(node)
        if anchor_of and anchor_of.anchor:
            self._anchored[anchor_of.anchor] = node, extent
        if not isinstance(node, Sequence | Mapping):
            self._count(extent, node.line)

    def _count(self, extent: _Extent, line: int) -> None:
        self._said.add(extent)
        if self._said.nodes > MOST_NODES or self._said.letters > MOST_LETTERS:
            much = f"{MOST_NODES:,} values" if self._said.nodes > MOST_NODES else f"{MOST_LETTERS:,} letters"
            raise YamlError(f"says more than {much} by line {line}, with what its aliases repeat")

    def _check_depth(self, height: int, event: Any) -> None:
        if len(self._open) + height > self._deepest:
            raise YamlError(f"is nested too deeply in line {self._place(event)[2]}")

    def _meant(self, event: Any) -> tuple[Node, _Extent]:
        found = self._anchored.get(event.anchor)
        if found is None:
            self._unknown(event)
        self._check_depth(found[1].height, event)
        return found

    def _unknown(self, event: Any) -> NoReturn:
        raise YamlError(f"refers to an unknown '*{one_line(event.anchor or '', 40)}' in line {self._place(event)[2]}")

    def _scalar(self, event: Any) -> Scalar:
        start, end, line = self._place(event)
        style = event.style or ""
        if style in ("|", ">"):
            end = _last_of_block(self._text, start, end)
        return Scalar(start, end, line, event.value, style, event.tag or "")

    def _place(self, event: Any) -> tuple[int, int, int]:
        start, end = event.start_mark, event.end_mark
        return start.index + self._shift, end.index + self._shift, start.line + 1


def _last_of_block(text: str, start: int, end: int) -> int:
    """Where a block of text ends: before the line end that closes it, and before empty lines that are no part of it."""
    header = text[start:end].partition("\n")[0].partition("#")[0]
    stripped = text[start:end].removesuffix("\n").removesuffix("\r")
    if "+" not in header:
        lines = stripped.split("\n")
        while len(lines) > 1 and not lines[-1].strip():
            lines.pop()
        stripped = "\n".join(lines).removesuffix("\r")
    return start + len(stripped)


def _pairs(parts: list[Node], line: int) -> tuple[tuple[Scalar, Node], ...]:
    pairs: list[tuple[Scalar, Node]] = []
    seen: set[str] = set()
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        key = name
        if isinstance(name, Alias) and isinstance(meant := name.node, Scalar):
            key = Scalar(name.start, name.end, name.line, meant.text, meant.style, meant.tag)
        if not isinstance(key, Scalar) or key.is_nothing:
            raise YamlError(f"has a name that is not a text at line {line}")
        if key.text in seen:
            raise YamlError(f"says '{one_line(key.text, 40)}' twice")
        seen.add(key.text)
        pairs.append((key, value))
    return tuple(pairs)
