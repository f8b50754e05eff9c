"""What a merge comes to: a text and what could not be settled, or the reason why a file must stay as it is."""

from __future__ import annotations

import re

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError

_SHARED_ENTRY = re.compile(r"(?:FR|AC|US)-\d|`")


class UnreadableError(RoundtableError):
    """The file cannot be understood; `sentence` says why, as the end of a sentence about it."""


class Merged(Struct, frozen=True):
    text: str
    conflicts: tuple[str, ...] = ()
    """Where the user and the analysis say different things; the text has what the user says."""
    left_out: tuple[str, ...] = ()
    """What the user wrote where only the program writes: header, pending sections, the json block at the end."""


def others_rely_on(key: str) -> bool:
    """Whether other files speak of this entry too, so that deleting it from one contradicts them."""
    return _SHARED_ENTRY.match(key) is not None


def quoted(text: str) -> str:
    return f"“{one_line(text, 80)}”"
