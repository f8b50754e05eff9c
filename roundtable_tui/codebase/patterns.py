"""What a voice or a user may ask to find in the code, made safe: no pattern takes long, and all engines agree on it."""

from __future__ import annotations

import re

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
