"""Text that tries to steer a terminal, in every family of sequences, and a look at the bytes that reached one."""

from __future__ import annotations

import re

FAMILIES = {
    "CSI": "\x1b[666;31m",
    "CSI private": "\x1b[?666h",
    "CSI clear": "\x1b[666J",
    "OSC title": "\x1b]0;EVIL\x07",
    "OSC link": "\x1b]8;;http://EVIL.example\x1b\\",
    "OSC clipboard": "\x1b]52;c;EVIL\x07",
    "OSC notification": "\x1b]777;notify;EVIL\x1b\\",
    "DCS": "\x1bPEVIL\x1b\\",
    "APC": "\x1b_EVIL\x1b\\",
    "PM": "\x1b^EVIL\x1b\\",
    "SOS": "\x1bXEVIL\x1b\\",
    "C1 CSI": "\x9b666m",
    "C1 OSC": "\x9d0;EVIL\x9c",
    "C1 DCS": "\x90EVIL\x9c",
    "C1 APC": "\x9fEVIL\x9c",
    "C1 next line": "\x85\x84\x8d",
    "controls": "\x07\x08\x0b\x0c\x0e\x0f\x7f",
    "reset": "\x1bc",
    "charset": "\x1b(0\x1b)0",
    "bidi": "\u202eEVIL\u2066\u2067\u202b\u061c",
    "markup": "[@click=app.quit]EVIL[/] [bold red]EVIL[/] [link=http://EVIL]x[/link]",
    "overwriting": "safe\rEVIL\x1b[1A",
    "unterminated CSI": "\x1b[666;",
    "unterminated OSC": "\x1b]0;EVIL",
    "unterminated DCS": "\x1bPEVIL",
    "lone escape": "\x1b",
}

_SEQUENCES = re.compile(
    r"(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f]).*?(?:\x07|\x1b\\|\x9c|\Z)"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_FORBIDDEN = re.compile("[\x80-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_IN_PLAIN_OUTPUT = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def hostile(between: str = "\n", *, without: str = "") -> str:
    """All of it, each between words of its own that can be waited for."""
    parts = (f"begin-{name.replace(' ', '-')} {text} end" for name, text in FAMILIES.items())
    text = between.join(parts)
    return "".join(char for char in text if char not in without)


def steered(raw: bytes) -> list[str]:
    """What in these bytes of a terminal comes from such a text and is not mere letters."""
    text = raw.decode("utf-8", "replace")
    found = [match.group() for match in _SEQUENCES.finditer(text)]
    return [one for one in found if "EVIL" in one or "666" in one] + _FORBIDDEN.findall(text)


def steered_plain(text: str) -> list[str]:
    """As above for output without a screen, which has no sequences of its own."""
    return _FORBIDDEN.findall(text) + _IN_PLAIN_OUTPUT.findall(text)
