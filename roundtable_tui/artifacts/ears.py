"""Recognises the EARS patterns of requirement sentences, and words a loose sentence in the pattern it wants to be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from roundtable_tui.artifacts.sentences import lowered_first, parts_of


class Pattern(StrEnum):
    UBIQUITOUS = "ubiquitous"
    """The system shall …"""
    EVENT = "event-driven"
    """When …, the system shall …"""
    STATE = "state-driven"
    """While …, the system shall …"""
    OPTION = "optional feature"
    """Where …, the system shall …"""
    UNWANTED = "unwanted behaviour"
    """If …, then the system shall …"""
    COMPLEX = "complex"
    """While …, when …, the system shall …"""


@dataclass(frozen=True, slots=True)
class Ears:
    pattern: Pattern
    condition: str
    actor: str
    response: str


_OBLIGATION = re.compile(r"^(?P<actor>[^,;]{1,80}?)\s+(?:shall|must|will|should|can)\s+(?P<response>\S.*)$", re.DOTALL)
_OPENINGS = {
    "when": Pattern.EVENT,
    "whenever": Pattern.EVENT,
    "once": Pattern.EVENT,
    "after": Pattern.EVENT,
    "as soon as": Pattern.EVENT,
    "while": Pattern.STATE,
    "during": Pattern.STATE,
    "as long as": Pattern.STATE,
    "where": Pattern.OPTION,
    "if": Pattern.UNWANTED,
    "in case": Pattern.UNWANTED,
}
_KEYWORD = re.compile(rf"\b({'|'.join(sorted(_OPENINGS, key=len, reverse=True))})\b", re.IGNORECASE)


def ears_of(sentence: str) -> Ears | None:
    """The pattern a sentence follows, with its parts; None if it follows none."""
    parts = parts_of(sentence)
    found = _OBLIGATION.match(parts.main)
    if found is None:
        return None
    keywords = [word.lower() for word in _KEYWORD.findall(parts.condition)]
    if parts.condition and not keywords:
        return None
    pattern = _OPENINGS[keywords[0]] if keywords else Pattern.UBIQUITOUS
    if len({_OPENINGS[word] for word in keywords}) > 1:
        pattern = Pattern.COMPLEX
    return Ears(pattern, parts.condition, found["actor"].strip(), found["response"].strip())


def with_response(condition: str) -> str:
    """A condition that lacks its consequence, as the beginning of the sentence it wants to be."""
    text = condition.strip(" ,.…")
    opening = text.split(" ", 1)[0].lower()
    if opening == "given":
        return f"{text}, then …"
    return f"{text}, then the system shall …" if opening == "if" else f"{text}, the system shall …"


def with_actor(action: str, modal: str = "can") -> str:
    """An action nobody is named for, as a sentence that leaves the name to be filled in."""
    return f"[Who] {modal} {lowered_first(action.strip())}"
