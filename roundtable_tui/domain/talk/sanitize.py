"""Makes text from outside harmless: content stays, terminal control and tricks with direction go."""

from __future__ import annotations

import re

_ESCAPE_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI … final byte
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\n]*?(?:\x07|\x1b\\|\x9c|(?=\n)|$)"  # OSC, DCS, SOS, PM, APC
    r"|\x9b[0-?]*[ -/]*[@-~]"
    r"|\x1b[ -/]*[0-~]?",
)
_LINE_BREAKS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_UNDRAWN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_ROOM_FOR_WORDS = 40
_LONGEST_WORD = 16
"""Letters that may stay empty at the end of a line."""
_CODE_SPAN = re.compile(r"(?<!`)`[^`\n]+`(?!`)")


def neutral(text: str) -> str:
    """The text without control sequences and bidirectional overrides; newlines and tabs stay."""
    if text.isascii() and text.isprintable():
        return text
    text = _ESCAPE_SEQUENCES.sub("", _LINE_BREAKS.sub("\n", text))
    text = _CONTROLS.sub("", text)
    return _SURROGATES.sub("\ufffd", text)


def with_the_undrawn_shown(text: str) -> str:
    """For a reader who decides by what can be seen: characters that draw nothing stand there as their numbers."""
    return _UNDRAWN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def one_line(text: str, limit: int = 0) -> str:
    """Harmless, on one line, cut with an ellipsis if a limit is given; blanks between backticks stay as they are.

    Where there is room for several words, no word is cut in two.
    """
    line = _with_single_blanks(neutral(text))
    if not limit or len(line) <= limit:
        return line
    kept = line[: limit - 1]
    whole = kept.rpartition(" ")[0] if line[limit - 1].isalnum() else kept
    return (whole if limit >= _ROOM_FOR_WORDS and len(whole) >= limit - _LONGEST_WORD else kept).rstrip() + "…"


def _with_single_blanks(text: str) -> str:
    if "`" not in text or "  " not in text:
        return " ".join(text.split())
    spans = iter([span.replace("\t", " ") for span in _CODE_SPAN.findall(text)])
    return re.sub("`\0`", lambda _: next(spans), " ".join(_CODE_SPAN.sub("`\0`", text).split()))
