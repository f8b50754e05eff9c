"""Finds what a file defines, uses and imports: by its grammar where there is one, else off the text.

Grammar code runs in this process here. Hostile input can cost it far more time and memory than its size suggests, so
the index calls this in processes that it can end (`parsing.py`).
"""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.codebase.parse.declared_entries import entries_in
from roundtable_tui.codebase.parse.file_facts import FileFacts, Import, Symbol, Use
from roundtable_tui.codebase.parse.import_statements import read_imports
from roundtable_tui.codebase.parse.languages import grammar_of, is_code, language_of
from roundtable_tui.codebase.parse.text_symbols import text_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node, Tree

    from roundtable_tui.codebase.parse.languages import Grammar

LARGEST = 512 * 1024
"""Bytes; beyond that a file was hardly written by a person."""
SECONDS = 3.0
_LONGEST_LINE = 20_000
_PIECE = 4096
_MOST = 20_000
_LONGEST_NAME = 200
_KINDS = (
    "method", "function", "class", "interface", "type", "macro", "module", "namespace", "implements", "constant",
)  # fmt: skip
_CLASSES = frozenset({"class", "interface", "type", "implements"})
_BETWEEN = frozenset(
    "function_declarator pointer_declarator reference_declarator init_declarator qualified_identifier scope_resolution"
    " generic_type type".split()
)
_SCRIPT = re.compile(rb"<script[^>]*>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_START = attrgetter("start_byte")
_ONE_AT_A_TIME = Lock()
"""A parser is fed by Python code, so that another thread could come in between; it cannot bear that."""
_NOT_A_LINE_BREAK = re.compile(rb"[^\n]")


def facts_of(name: str, data: bytes, seconds: float = SECONDS) -> FileFacts:
    """The facts of a file; whatever its bytes are, it never raises."""
    data = _utf8(data)
    language = language_of(name, data)
    text = data.decode("utf-8", "replace") if len(data) <= LARGEST * 2 else ""
    if not is_code(language):
        return FileFacts(language, entries=entries_in(name, language, text))
    grammar = grammar_of(language)
    source = _source(language, data)
    tree = _tree(grammar, source, seconds) if grammar and _fit_for_a_grammar(data) else None
    if not grammar or not tree:
        return replace(text_facts(language, text), entries=entries_in(name, language, text))
    with _ONE_AT_A_TIME:
        facts = _Reading(language, source, grammar, tree).facts()
    return replace(facts, entries=entries_in(name, language, text, _silent(tree, data)))


def facts_as_text(name: str, data: bytes) -> FileFacts:
    """The facts of a file that no grammar may see."""
    data = _utf8(data)[: LARGEST * 2]
    language = language_of(name, data)
    text = data.decode("utf-8", "replace")
    facts = text_facts(language, text) if is_code(language) else FileFacts(language)
    return replace(facts, entries=entries_in(name, language, text))


def _utf8(data: bytes) -> bytes:
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(encoding, "replace").encode("utf-8", "replace")
    return data.removeprefix(b"\xef\xbb\xbf")


def _fit_for_a_grammar(data: bytes) -> bool:
    if len(data) > LARGEST or b"\0" in data:
        return False
    return len(data) <= _LONGEST_LINE or max(map(len, data.split(b"\n"))) <= _LONGEST_LINE


def _source(language: str, data: bytes) -> bytes:
    """What the grammar reads: of a component only its scripts, at the same places."""
    if language != "component":
        return data
    kept = bytearray(_NOT_A_LINE_BREAK.sub(b" ", data))
    for script in _SCRIPT.finditer(data):
        kept[script.start(1) : script.end(1)] = script[1]
    return bytes(kept)


def _tree(grammar: Grammar, data: bytes, seconds: float) -> Tree | None:
    """None if it took too long. The parser is fed piecemeal and starved when its time is up."""
    end = time.monotonic() + seconds
    late = False

    def read(offset: int, _point: object) -> bytes:
        nonlocal late
        late = late or time.monotonic() > end
        return b"" if late else data[offset : offset + _PIECE]

    try:
        with _ONE_AT_A_TIME:
            tree = grammar.parser.parse(read)
    except ValueError:
        return None
    return None if late else tree


def _silent(tree: Tree, data: bytes) -> Callable[[int], bool]:
    """Tells whether a character of the text lies in a comment or a string."""
    characters = None if data.isascii() else data.decode("utf-8", "replace")

    def silent(at: int) -> bool:
        offset = at if characters is None else len(characters[:at].encode("utf-8", "replace"))
        node = tree.root_node.descendant_for_byte_range(offset, offset + 1)
        return node is not None and ("comment" in node.type or "string" in node.type)

    return silent


class _Reading:
    """One tree, read once."""

    def __init__(self, language: str, data: bytes, grammar: Grammar, tree: Tree) -> None:
        from tree_sitter import QueryCursor

        self.language = language
        self.data = data
        captures = QueryCursor(grammar.query).captures(tree.root_node)
        self.captures: Mapping[str, list[Node]] = {name: sorted(nodes, key=_START) for name, nodes in captures.items()}

    def facts(self) -> FileFacts:
        names = self._defined_names()
        statements = [(node.start_byte, node.end_byte) for node in self.captures.get("import", ())]
        imports = [
            self._as_of_the_file(one, node)
            for node in self.captures.get("import", ())[:_MOST]
            for one in read_imports(self.language, self._text(node), node.start_point.row + 1)
        ]
        paths, scopes = self._paths(statements)
        return FileFacts(
            self.language,
            self._definitions(names),
            self._uses(frozenset(names), scopes),
            tuple(imports + paths),
            tuple(dict.fromkeys(self._text(node) for node in self.captures.get("package", ()))),
            parsed=True,
        )

    def _as_of_the_file(self, one: Import, node: Node) -> Import:
        """In a Rust module within the file, `super` is the file itself."""
        if self.language != "rust" or not one.target.startswith("super"):
            return one
        modules = [_whole(name) for name in self.captures.get("module", ())]
        around = sum(module.start_byte <= node.start_byte < module.end_byte for module in modules)
        parts = one.target.split("::")
        within = next((at for at, part in enumerate(parts[:around]) if part != "super"), min(around, len(parts)))
        rest = parts[within:] if parts[within : within + 1] == ["super"] else ["self", *parts[within:]]
        return replace(one, target="::".join(rest)) if within else one

    def _text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _defined_names(self) -> dict[int, tuple[str, Node]]:
        """Where a defined name stands, with its kind; a name that is several things is the first of `_KINDS`."""
        found: dict[int, tuple[str, Node]] = {}
        for kind in _KINDS:
            for node in self.captures.get(kind, ())[:_MOST]:
                found.setdefault(node.start_byte, (kind, node))
        return found

    def _definitions(self, names: Mapping[int, tuple[str, Node]]) -> tuple[Symbol, ...]:
        extents = sorted(
            ((_whole(node), kind, node) for kind, node in names.values()),
            key=lambda one: (one[0].start_byte, -one[0].end_byte),
        )
        symbols: list[Symbol] = []
        around: list[tuple[int, str, str]] = []
        for whole, kind, node in extents:
            while around and around[-1][0] <= whole.start_byte:
                around.pop()
            name = self._text(node)[:_LONGEST_NAME]
            inner = around[-1][1] if around else ""
            if kind != "implements":
                within = ".".join(one[2] for one in around) or self._qualifier(node)
                kind = self._kind(kind, inner, around)
                symbols.append(Symbol(name, kind, whole.start_point.row + 1, whole.end_point.row + 1, within))
            if kind != "constant":
                around.append((whole.end_byte, kind, name))
        return tuple(dict.fromkeys(symbols))

    def _kind(self, kind: str, inner: str, around: list[tuple[int, str, str]]) -> str:
        if any(one[1] in ("function", "method", "local") for one in around):
            return "local"
        if kind == "function" and inner in _CLASSES:
            return "method"
        return "function" if self.language == "ruby" and kind == "method" and not around else kind

    def _qualifier(self, node: Node) -> str:
        whole = node
        while (parent := whole.parent) and parent.type in ("qualified_identifier", "scope_resolution"):
            whole = parent
        return self._text(whole).rpartition("::")[0].replace("::", ".")

    def _paths(self, statements: list[tuple[int, int]]) -> tuple[list[Import], list[Use]]:
        """Names that spell out where they come from: those of modules import, those of types use the type."""
        imports: dict[str, Import] = {}
        uses: list[Use] = []
        for node in self.captures.get("path", ())[:_MOST]:
            if node.parent is not None and node.parent.type.startswith("scoped_"):
                continue
            before = bisect_right(statements, (node.start_byte, LARGEST)) - 1
            if before >= 0 and node.start_byte < statements[before][1]:
                continue
            path, line = self._text(node).lstrip("\\"), node.start_point.row + 1
            if self.language == "rust" and path[:1].isupper():
                uses.append(Use(path.partition("::")[0], line))
            elif len(path) <= _LONGEST_NAME:
                imports.setdefault(path, self._as_of_the_file(Import(path, line, (), "path"), node))
        return list(imports.values()), uses

    def _uses(self, defined: frozenset[int], more: list[Use]) -> tuple[Use, ...]:
        found: dict[tuple[bytes, bool], int] = {}
        taken = set(defined)
        for capture in ("member", "use"):
            for node in self.captures.get(capture, ()):
                start = node.start_byte
                if start in taken:
                    continue
                taken.add(start)
                key = (self.data[start : node.end_byte], capture == "member")
                if key not in found and len(key[0]) <= _LONGEST_NAME and len(found) < _MOST:
                    found[key] = node.start_point.row + 1
        uses = [Use(name.decode("utf-8", "replace"), line, member) for (name, member), line in found.items()]
        return tuple(sorted(dict.fromkeys(uses + more), key=lambda use: (use.line, use.member, use.name)))


def _whole(name: Node) -> Node:
    """The definition a name belongs to."""
    node = name.parent or name
    while node.type in _BETWEEN and node.parent is not None:
        node = node.parent
    return node
