"""Which step of the build order each piece of work belongs to, and what a step serves that no piece belongs to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.plan.likeness import Likeness, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.domain.dossier.dossier import Entry

Words = frozenset[str]
Key = tuple[str, ...]
_TITLE, _MODULE, _CRITERIA = 3.0, 2.0, 0.5
"""A title says what the work is about, criteria only touch on it."""
_LEAST = 3.0
"""About one rare word of a title or of a module: less than that says nothing about when it is built."""
_LEAST_NAMED = 2.0
_AS_GOOD = 0.6
"""A criterion that is so much less alike than the best one is about something else."""
_MOST_SERVED = 5
_NEARLY = 0.9
_MOST_BOUND = 3
"""A decision stands in the few tasks it says most about: whoever builds one of them has to know it."""


class Piece(Struct, frozen=True):
    """A requirement as far as one module serves it."""

    title: Words
    module: Words
    criteria: Words
    module_id: str = ""


class BuildOrder:
    def __init__(self, steps: Iterable[Entry], pieces: Mapping[Key, Piece]) -> None:
        self._words = {step.id: words_of(step.text()) for step in steps}
        modules = {piece.module_id: piece.module for piece in pieces.values() if piece.module_id}
        wholes = {key[0]: piece.title | piece.criteria for key, piece in pieces.items()}
        self._likeness = Likeness([*self._words.values(), *wholes.values(), *modules.values()])
        self.step_of = self._assigned(pieces)

    def _assigned(self, pieces: Mapping[Key, Piece]) -> dict[Key, str]:
        """Each piece by its own words; where they say nothing, with the other pieces of its module."""
        found = {key: step for key, piece in pieces.items() if (step := self._best(piece))}
        steps: dict[str, Counter[str]] = {}
        for key, step in found.items():
            steps.setdefault(pieces[key].module_id, Counter())[step] += 1
        for key, piece in pieces.items():
            if key not in found and piece.module_id in steps and piece.module_id:
                found[key] = steps[piece.module_id].most_common(1)[0][0]
        return {key: found[key] for key in pieces if key in found}

    def _best(self, piece: Piece) -> str:
        found, most = "", 0.0
        for step, words in self._words.items():
            alike = _alike(self._likeness, words, piece)
            telling = alike / max(self._likeness.between(words, words), 1.0) ** 0.5
            if alike >= _LEAST and telling > most:
                found, most = step, telling
        return found

    def speaks_of(self, step: str, criteria: Mapping[str, Words]) -> tuple[str, ...]:
        """The criteria that a step is about, by their ids and in their order."""
        alike = {name: self._likeness.between(self._words[step], words) for name, words in criteria.items()}
        best = sorted(alike.values(), reverse=True)[:_MOST_SERVED]
        if not best or best[0] < _LEAST_NAMED:
            return ()
        least = max(best[-1], _AS_GOOD * best[0])
        return tuple(name for name, value in alike.items() if value >= least)[:_MOST_SERVED]


def most_alike(likeness: Likeness, words: Words, pieces: Mapping[Key, Piece]) -> tuple[Key, ...]:
    """The pieces that the words say most about, in their order; none where they say too little of any."""
    alike = {key: _alike(likeness, words, piece) for key, piece in pieces.items()}
    best = sorted(alike.values(), reverse=True)[:_MOST_BOUND]
    if not best or best[0] < _LEAST:
        return ()
    least = max(best[-1], _NEARLY * best[0])
    return tuple(key for key, value in alike.items() if value >= least)[:_MOST_BOUND]


def _alike(likeness: Likeness, words: Words, piece: Piece) -> float:
    return (
        _TITLE * likeness.between(piece.title, words)
        + _MODULE * likeness.between(piece.module, words)
        + _CRITERIA * likeness.between(piece.criteria, words)
    )
