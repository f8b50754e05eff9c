"""What a document says, before it has an id here: a kind of entry, its fields, and the name the document has for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, field

from roundtable_tui.domain.dossier.kinds import ACTIONS, PRIORITIES, Kind, Value

_LEVELS_OF_PRIORITY = (
    (re.compile(r"won'?t|would\b|not? now|p3", re.IGNORECASE), PRIORITIES[3]),
    (re.compile(r"must|critical|high|p0", re.IGNORECASE), PRIORITIES[0]),
    (re.compile(r"should|medium|p1", re.IGNORECASE), PRIORITIES[1]),
    (re.compile(r"could|low|nice|p2", re.IGNORECASE), PRIORITIES[2]),
)
_WORDS_OF_ACTION = (
    (re.compile(r"\bno\s+changes?\b|\bunchanged\b|\bnone\b|\bread[- ]only\b|\bverify\b", re.IGNORECASE), ACTIONS[3]),
    (re.compile(r"\b(?:delete[ds]?|remove[ds]?|deletion)\b", re.IGNORECASE), ACTIONS[2]),
    (re.compile(r"\b(?:create[ds]?|new|creation)\b", re.IGNORECASE), ACTIONS[0]),
    (
        re.compile(
            r"\b(?:modif\w*|updat\w*|extend\w*|rewrit\w*|edit\w*|chang\w*|add\w*|refactor\w*|replac\w*|renam\w*)\b",
            re.IGNORECASE,
        ),
        ACTIONS[1],
    ),
)
_NAME = re.compile(r"(?<![\w-])(?:[A-Z]{2,5}-\d+-)?([A-Z]{1,5})[-_ ]?(\d{1,6})(?![\w-])")

PLACE = "§"
"""Begins a name that is only a place in the document: it ties things together and is no id."""


class Statement(Struct, frozen=True):
    """One thing a document says."""

    kind: Kind
    fields: Mapping[str, Value]
    """References are names as the document has them."""
    line: int
    name: str = ""
    """What the document calls it, such as `FR-1` or `AC-01b`; empty if it has no name there."""
    of: str = ""
    """Of a criterion, the name of its requirement."""
    doubtful: bool = False
    """The document says that it is not sure."""
    last: int = 0
    """The last line it takes up, where that is another one."""
    others: tuple[str, ...] = field(default=())
    """Names of criteria it claims as its own, where they are told elsewhere."""


def priority_of(text: str) -> str:
    """One of our priorities for what others write: `Must`, `P1`, `High`; empty for anything else."""
    return next((priority for pattern, priority in _LEVELS_OF_PRIORITY if pattern.match(text.strip(" *_`"))), "")


def action_of(text: str) -> str:
    """One of our actions for what others write: `New`, `Major modify`, `Extend the parser`; empty for anything else."""
    return next((action for pattern, action in _WORDS_OF_ACTION if pattern.search(text)), "")


def names_in(text: str, prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """The ids with one of these prefixes, in order and once each: `FR-001` of `REQ-9 FR-001, AC-1`."""
    found = (f"{one[1]}-{one[2]}" for one in _NAME.finditer(text) if one[1] in prefixes)
    return tuple(dict.fromkeys(found))
