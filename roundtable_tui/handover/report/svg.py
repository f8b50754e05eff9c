"""Writes drawings: shapes and words as SVG, coloured by the classes of the page; words stay words."""

from __future__ import annotations

import unicodedata

from markupsafe import Markup, escape

from roundtable_tui.domain.talk.sanitize import one_line

_WIDE = 1.0
_CAPITAL = 0.74
_NARROW = 0.36
_USUAL = 0.605
_FIXED = 0.62
"""Shares of the size of the letters, by the widest of the fonts that browsers take."""
_NO_CHARACTERS = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}
_NARROW_LETTERS = frozenset("iljtfr.,:;'|!()[]/ -")


def element(name: str, *inside: Markup, **attributes: object) -> Markup:
    """`class_` is the attribute `class`, `data_of` is `data-of`; what is None or empty is left out."""
    told = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _told(value))
        for key, value in attributes.items()
        if value not in (None, "")
    )
    if not inside:
        return Markup("<{0}{1}/>").format(name, told)
    return Markup("<{0}{1}>{2}</{0}>").format(name, told, Markup("").join(inside))


def title(text: str) -> Markup:
    """What a pointer that rests on a shape is shown."""
    return Markup("<title>{}</title>").format(drawable(text))


def words(text: str, x: float, y: float, **attributes: object) -> Markup:
    return element("text", escape(drawable(text)), x=x, y=y, **attributes)


def width_of(text: str, size: float) -> float:
    """About how wide it is drawn; rather too wide than too narrow."""
    return sum(map(_share, text)) * size


def cut_to(text: str, width: float, size: float) -> str:
    """As much of it as fits, with an ellipsis for the rest."""
    line = drawable(text)
    if width_of(line, size) <= width:
        return line
    room = width - size * 0.8
    kept = []
    for letter in line:
        room -= _share(letter) * size
        if room < 0:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "…"


def wrapped(text: str, width: float, size: float, most: int = 2) -> list[str]:
    """At most so many lines, broken between words; the last ends with an ellipsis where there is more."""
    lines: list[str] = []
    left = drawable(text).split(" ")
    while left and len(lines) < most - 1:
        line = left.pop(0)
        while left and width_of(f"{line} {left[0]}", size) <= width:
            line = f"{line} {left.pop(0)}"
        lines.append(cut_to(line, width, size))
    return [*lines, cut_to(" ".join(left), width, size)] if left else lines


def cut_path(path: str, width: float, size: float) -> str:
    """A path in letters of one width, without its first folders where it is too long: its end tells more."""
    line = drawable(path)
    most = int(width / (size * _FIXED))
    parts = line.split("/")
    for first in range(len(parts)):
        shorter = "/".join(["…", *parts[first:]]) if first else line
        if len(shorter) <= most:
            return shorter
    return f"…{(parts[-1] or line)[-most + 1 :]}"


def _share(letter: str) -> float:
    if letter in _NARROW_LETTERS:
        return _NARROW
    if unicodedata.east_asian_width(letter) in "WF":
        return _WIDE
    if unicodedata.combining(letter):
        return 0.0
    return _CAPITAL if letter.isupper() or letter in "mwMW@%&—" else _USUAL


def drawable(text: str) -> str:
    """On one line, without characters that no document may hold."""
    return one_line(text).translate(_NO_CHARACTERS)


def _told(value: object) -> object:
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return drawable(value) if isinstance(value, str) else value
