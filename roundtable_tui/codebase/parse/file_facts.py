"""What one file says about itself: what it defines, uses and imports, and where one can come in."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct

VERSION = 2
"""Goes into the cache's keys: raised whenever the same bytes would yield other facts or other edges."""


class Symbol(Struct, frozen=True):
    name: str
    kind: str
    """function, method, class, interface, type, constant, macro, module or namespace."""
    line: int
    end: int
    within: str = ""
    """The names around it, dotted; empty at the top of the file."""


class Use(Struct, frozen=True):
    """A name that is used, at the first line where it is."""

    name: str
    line: int
    member: bool = False
    """Reached through something else, as in `order.send()`."""


class Import(Struct, frozen=True):
    target: str
    """As written, without quotes."""
    line: int
    names: tuple[str, ...] = ()
    """What is taken out of the target; `*` is everything."""
    how: str = ""
    """Where the language has several ways: relative, system, mod, path, export, static, file."""


class Entry(Struct, frozen=True):
    """A way in that the file itself declares; `target` says where it leads, if elsewhere."""

    kind: str
    name: str
    line: int
    target: str = ""


class FileFacts(Struct, frozen=True):
    language: str
    definitions: tuple[Symbol, ...] = ()
    uses: tuple[Use, ...] = ()
    imports: tuple[Import, ...] = ()
    namespaces: tuple[str, ...] = ()
    """The packages or namespaces the file says it belongs to."""
    entries: tuple[Entry, ...] = ()
    parsed: bool = False
    """Whether a grammar read it; otherwise the facts are read off the text and may be fewer."""


def to_json(facts: FileFacts) -> str:
    """One line; what stands in every fact stands in a list, because there are very many."""
    return json.dumps(
        [
            facts.language,
            [[one.name, one.kind, one.line, one.end, one.within] for one in facts.definitions],
            [[one.name, one.line, int(one.member)] for one in facts.uses],
            [[one.target, one.line, one.names, one.how] for one in facts.imports],
            facts.namespaces,
            [[one.kind, one.name, one.line, one.target] for one in facts.entries],
            int(facts.parsed),
        ],
        separators=(",", ":"),
    )


def from_json(text: str | bytes) -> FileFacts:
    """The facts of `to_json`; anything else is a ValueError, whatever is wrong with it."""
    try:
        language, definitions, uses, imports, namespaces, entries, parsed = json.loads(text)
        return FileFacts(
            str(language),
            tuple(Symbol(*one) for one in definitions),
            tuple(Use(name, line, bool(member)) for name, line, member in uses),
            tuple(_import(*one) for one in imports),
            tuple(namespaces),
            tuple(Entry(*one) for one in entries),
            bool(parsed),
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError("These are no facts of a file.") from error


def _import(target: str, line: int, names: list[Any], how: str) -> Import:
    return Import(target, line, tuple(names), how)
