"""Which entries an answer may have to change: those that hang on what was asked, and those that speak of the same."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.graph import graph_of
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.knowledge.points.stated_before import words_in
from roundtable_tui.domain.talk.manners.question_text import carrying

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Dossier

_ON_NEARLY_ALL = (Kind.QUESTION, Kind.FILE, Kind.STORY, Kind.OPTION, Kind.NOTE, Kind.TASK)
"""What hangs on nearly everything: only its words say that it is touched."""
_ASIDES = (Kind.QUESTION, Kind.FILE, Kind.STORY, Kind.TASK)
_SHARED = 2


def speaking_of(words: str, dossier: Dossier) -> tuple[str, ...]:
    """Entries by the words they share with what was asked and answered, the closest first: the rarer, the closer."""
    said, told = carrying(words), {entry.id: words_in(entry) for entry in dossier if entry.kind not in _ASIDES}
    spread = Counter(word for own in told.values() for word in own & said)
    rarity = {word: log(1 + len(told) / often) for word, often in spread.items()}
    closeness = {
        name: sum(rarity[word] for word in own & said) / sqrt(len(own) or 1)  # a long one shares more by chance
        for name, own in told.items()
    }
    found = (name for name, own in told.items() if len(own & said) >= _SHARED)
    return tuple(sorted(found, key=lambda name: (-closeness[name], name)))


def hanging_on(about: Iterable[str], dossier: Dossier) -> tuple[str, ...]:
    """Entries that a line joins to these."""
    graph = graph_of(dossier)
    touched = (other for name in about for other in sorted(graph.touched_by(name)))
    return tuple(
        dict.fromkeys(name for name in touched if (entry := dossier.get(name)) and entry.kind not in _ON_NEARLY_ALL)
    )
