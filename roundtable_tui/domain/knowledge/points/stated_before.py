"""What the user said before that is about the same as what they say now: new words are held against it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred, confidence
from roundtable_tui.domain.knowledge.points.twin_questions import say_the_same
from roundtable_tui.domain.talk.manners.question_text import carrying
from roundtable_tui.domain.talk.replies import same_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

_ASIDES = (Kind.QUESTION, Kind.NOTE, Kind.ASSUMPTION, Kind.KEYWORD, Kind.STORY, Kind.TASK, Kind.FILE)
_SHARED = 2
"""So many words that carry a statement have to be the same, or all of a shorter one."""
MOST = 8


def stated_before(words: str, dossier: Dossier, most: int = MOST) -> tuple[Entry, ...]:
    """Entries in the user's own words that touch the same subject, the closest first."""
    said = carrying(words)
    stated = ((entry, words_in(entry)) for entry in dossier if is_stated(entry))
    touching = [(len(said & told), entry) for entry, told in stated if len(said & told) >= min(_SHARED, len(told)) > 0]
    return tuple(entry for _, entry in sorted(touching, key=lambda one: -one[0])[:most])


def said_already(statement: str, dossier: Dossier) -> Entry | None:
    """What the user has said that comes to this statement."""
    return next((one for one in dossier if is_stated(one) and say_the_same(one.text(), statement)), None)


def saying(statement: str, entries: Iterable[Entry]) -> list[Entry]:
    """Guesses that say just this, wherever they stand: who takes the statement has taken them as well."""
    return [
        entry
        for entry in entries
        if entry.kind not in _ASIDES
        and entry.confidence is not Confidence.HIGH
        and same_words(entry.text(entry.sentence_field), statement)
    ]


def is_stated(entry: Entry) -> bool:
    """Whether what it is comes from the user, or was agreed to by them."""
    said = entry.fields.get(SPECS[entry.kind].main)
    return entry.kind not in _ASIDES and said is not None and confidence(said.sources) is Confidence.HIGH


def is_of_an_answer(entry: Entry) -> bool:
    """Whether what it says was made of answers alone: a guess they took with a change is worded anew."""
    said = entry.fields.get(entry.sentence_field)
    return (
        entry.kind not in _ASIDES
        and said is not None
        and bool(said.sources)
        and all(isinstance(one, Inferred) and not one.entries and min(one.turns, default=0) > 0 for one in said.sources)
    )


def words_in(entry: Entry) -> frozenset[str]:
    """What carries all it says, of whatever field."""
    return carrying(" ".join(entry.text(name) for name in entry.fields if not SPECS[entry.kind].refers(name)))
