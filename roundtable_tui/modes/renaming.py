"""What the item is called, where the user says so in the talk: the documents follow, the folder keeps its name."""

from __future__ import annotations

import re

from roundtable_tui.domain.journal.events import APP, Remarked, Renamed
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.session.moves import Append

HOW = "Say what it is to be called, as in /rename Pay by invoice."
_ITEM = r"(?:(?:the|this|our)\s+)?(?:item|analysis|change|documents?|title)"
_NEW_NAME = re.compile(
    rf"\s*(?:please\s+)?(?:(?:rename|retitle)\s+(?:it|this|{_ITEM})\s+(?:to|as)|call\s+{_ITEM}"
    r"|(?:the\s+)?(?:new\s+)?title\s+(?:should|must|is to)\s+be|new\s+title\s*:|change\s+the\s+title\s+to)\s*:?\s*"
    r"(?P<name>\S.{2,})",
    re.IGNORECASE,
)
_LONGEST = 500


def new_name(words: str) -> str:
    """What a message says the item is to be called; empty where it says something else."""
    found = _NEW_NAME.fullmatch(words.strip())
    return found["name"].strip(" .\"'“”`") if found else ""


def renamed(name: str) -> Append:
    told = f'It is called "{one_line(name, 80)}" from now on, in every document; the folder keeps its name.'
    return Append((Renamed(one_line(name, _LONGEST)), Remarked((Utterance(APP, told, Role.NOTICE),))))
