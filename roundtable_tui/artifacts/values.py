"""The user's words as values of JSON, YAML and CSV files, which parse whatever was typed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import neutral

if TYPE_CHECKING:
    from collections.abc import Iterable

_NEEDS_QUOTES = re.compile(r'[",\r\n]|^\s|\s$')
_PLAIN_YAML = re.compile(r"[A-Za-z][A-Za-z0-9 _./()-]*")
_YAML_WORDS = frozenset("y n yes no true false on off null none".split())
_UNPRINTABLE_YAML = re.compile("[\ufffe\uffff]")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_csv(cells: Iterable[object]) -> str:
    """One record, quoted as RFC 4180 asks."""
    return ",".join(_quoted(neutral(str(cell))) for cell in cells)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def as_yaml(value: object, indent: int = 0) -> str:
    """One scalar or a list of them; text of several lines as a block, indented below its key."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_yaml_line(str(part)) for part in value)}]"
    text = neutral(str(value)).strip()
    if "\n" not in text or _UNPRINTABLE_YAML.search(text):
        return _yaml_line(text)
    margin = " " * (indent + 2)
    lines = [line.rstrip() for line in text.split("\n")]
    return "|2-\n" + "\n".join(margin + line if line else "" for line in lines)


def _yaml_line(text: str) -> str:
    text = neutral(text)
    if _PLAIN_YAML.fullmatch(text) and text.strip() == text and text.lower() not in _YAML_WORDS:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
