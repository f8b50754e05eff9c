"""What was said at the table while somebody works beside it: two states in, a passage for the next request out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.voices.model.prompt.entry_text import in_a_line
from roundtable_tui.voices.model.prompt.situation import lines_of_talk
from roundtable_tui.voices.model.prompt.templates import cut, fenced, filled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_MOST = 6_000
"""Characters of entries."""


def said_since(before: State, now: State) -> dict[int, str]:
    """The user's words by their turns."""
    new = now.talk.transcript[len(before.talk.transcript) :]
    return {one.turn: one.utterance.text for one in new if one.utterance.speaker == USER and not one.partial}


def changed_since(before: State, now: State, own: Collection[str]) -> list[Entry]:
    """The entries that others recorded or changed."""
    return [entry for entry in now.dossier if entry.changed > before.seq and entry.id not in own]


def meanwhile(
    before: State, now: State, own: Collection[str], knowledge: Knowledge, redact: Callable[[str], str]
) -> str:
    """Nothing where the user has said nothing new."""
    if not said_since(before, now):
        return ""
    talk = lines_of_talk(now.talk.transcript[len(before.talk.transcript) :], knowledge)
    entries = [one for one in changed_since(before, now, own) if one.kind is not Kind.QUESTION]
    told = "\n".join(map(in_a_line, entries)) or "none"
    return filled(
        "look",
        "Meanwhile",
        talk=fenced("what was asked and answered", redact(talk)),
        entries=fenced("entries of the talk", redact(cut(told, _MOST))),
    )


def found_since(before: State, now: State, own: Collection[str], redact: Callable[[str], str]) -> str:
    """What somebody else has read in the code since: nothing where there is none."""
    found = [entry for entry in changed_since(before, now, own) if any(isinstance(one, Cited) for one in entry.sources)]
    if not found:
        return ""
    told = cut("\n".join(map(in_a_line, found)), _MOST)
    return filled("look", "Found meanwhile", entries=fenced("entries of the reading", redact(told)))
