"""Text of others as HTML: paragraphs, bullets and code between backticks; everything else in it is only words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from roundtable_tui.domain.talk.sanitize import neutral, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s+(?=\S)")
_ENDS = ".!?…:;。！？"


def inline(text: str) -> Markup:
    """On one line."""
    return _with_code(one_line(text))


def prose(text: str) -> Markup:
    """With its paragraphs and lists."""
    return Markup("").join(_blocks(neutral(text).strip()))


def sentence(text: str) -> str:
    """With a capital and a full stop, whoever typed it without."""
    line = one_line(text)
    if not line:
        return ""
    ended = line if line[-1] in f"{_ENDS}\"'”’)" else f"{line}."
    return ended[:1].upper() + ended[1:]


def _blocks(text: str) -> Iterable[Markup]:
    for block in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in block.split("\n") if line.strip()]
        items: list[str] = []
        words: list[str] = []
        for line in lines:
            if bullet := _BULLET.match(line):
                items.append(line[bullet.end() :])
            elif items:
                items[-1] += f" {line.strip()}"
            else:
                words.append(line.strip())
        if words:
            yield Markup('<p dir="auto">{}</p>').format(Markup("<br>").join(map(_with_code, words)))
        if items:
            listed = Markup("").join(Markup('<li dir="auto">{}</li>').format(_with_code(one)) for one in items)
            yield Markup("<ul>{}</ul>").format(listed)


def _with_code(text: str) -> Markup:
    made, end = Markup(""), 0
    for found in _CODE.finditer(text):
        made += escape(text[end : found.start()])
        made += Markup("<code>{}</code>").format(found[2].strip() or found[2])
        end = found.end()
    return made + escape(text[end:])
