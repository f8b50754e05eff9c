"""Searches as ripgrep would where there is no ripgrep: the same places, only slower."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.listing import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.codebase.files.listing import ProjectFile
    from roundtable_tui.codebase.search.word_matcher import Sought

_WIDE = (b"\xff\xfe", b"\xfe\xff")


def runs(
    files: Sequence[ProjectFile], sought: Sought, stopped: Callable[[], bool]
) -> Iterator[tuple[str, Counter[bytes]]]:
    """By file, the pieces of text around the places, each with how often it stands there."""
    is_there, piece = re.compile(sought.place.encode()), re.compile(f"{sought.surrounding}+".encode())
    for file in files:
        if stopped():
            return
        pieces = (found for _, line in _candidates(_data(file), sought.literals) for found in piece.findall(line))
        if found := Counter(piece for piece in pieces if is_there.search(piece)):
            yield file.name, found


def lines(
    files: Sequence[ProjectFile], place: str, literals: Sequence[bytes], longest: int, stopped: Callable[[], bool]
) -> Iterator[tuple[str, int, bytes]]:
    """Every line with such a place that is not too long: its file, its number, its text."""
    is_there = re.compile(place.encode())
    for file in files:
        if stopped():
            return
        for number, line in _candidates(_data(file), literals):
            if len(line) <= longest and is_there.search(line):
                yield file.name, number, line


def _candidates(data: bytes, literals: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines with one of the literals, in any case, and their numbers; every line if there are no literals."""
    lowered = data.lower()
    if literals and not any(literal in lowered for literal in literals):
        return
    here = [literal for literal in literals if literal in lowered] or [b""]
    for number, (line, low) in enumerate(zip(data.split(b"\n"), lowered.split(b"\n"), strict=True), 1):
        if any(literal in low for literal in here):
            yield number, line


def _data(file: ProjectFile) -> bytes:
    """Text that is stored in another way as UTF-8, as far as its first bytes tell."""
    source = read_source(file)
    if source.data.startswith(_WIDE):
        return source.text.encode("utf-8", "surrogatepass")
    return source.data


_MOST_OPEN_ENDS = 2
"""Each multiplies the time an engine that tries every way may take for a line."""
_ESCAPES = re.compile(r"\\(?:[wWdDsSbB]|[^\w\s<>])")
_UNSAFE = re.compile(
    r"\(\?"  # lookaround, flags, names
    r"|\)[*+?]"  # a repeated group may hold a repetition
    r"|[*+?][*+]"  # possessive in one engine, nested in the other
    r"|\[\^?\]|\[[^\]]*(?:\[|&&|--|~~)"  # classes that are sets in one engine only
)
_BRACE_OR_ESCAPE = re.compile(r"\\.|[{}]")
_BRACKET_OR_ESCAPE = re.compile(r"\\.|[{}()]")


def searchable(pattern: str) -> str:
    """A pattern over bytes, in any case; text that is not a simple regular expression is meant as it stands.

    Empty if no line can match.
    """
    if not pattern or "\n" in pattern or "\0" in pattern:
        return ""
    return f"(?i:{_as_bytes(_brackets_escaped(pattern) if _is_simple(pattern) else re.escape(pattern))})"


def _is_simple(pattern: str) -> bool:
    without_escapes = _ESCAPES.sub("_", pattern)
    if "\\" in without_escapes or _UNSAFE.search(without_escapes):
        return False
    if "[" in pattern and not pattern.isascii():
        return False
    if sum(map(without_escapes.count, "*+")) > _MOST_OPEN_ENDS:
        return False
    try:
        matches_nothing = re.search(_brackets_escaped(pattern), "") is not None
    except re.error:
        return False
    return not matches_nothing


def _brackets_escaped(pattern: str) -> str:
    """Braces are always meant as they stand, and so are parentheses where there is no choice to hold together."""
    literal = _BRACE_OR_ESCAPE if "|" in pattern else _BRACKET_OR_ESCAPE
    return literal.sub(lambda found: found[0] if found[0].startswith("\\") else f"\\{found[0]}", pattern)


def _as_bytes(pattern: str) -> str:
    return "".join(letter if letter.isascii() else _escaped(letter) for letter in pattern)


def _escaped(letter: str) -> str:
    escapes = "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))
    return f"(?:{escapes})"
