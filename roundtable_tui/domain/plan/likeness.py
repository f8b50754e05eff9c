"""How much two texts speak of the same thing: the rarer the words they share, the more."""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING, TypeVar

from roundtable_tui.domain.dossier.content_words import WORD, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NAMES = re.compile(r"`([^`]+)`|\b(\w+[_./]\w[\w./]*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]\w*)")
_CASES = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_./\\-]+")
_SAY_NOTHING = frozenset(
    "a an and the or of in on at by for from to into with without after before as is are was be been not no all any"
    " each every its it their this that these those which who when then than if so only also more new add adds added"
    " change changes make makes made use uses used user users get gets let lets py js ts src lib main".split()
)
_LONGEST = 6
"""Letters of a stem that count: suspend and suspension are about the same."""
_LEAST = 1.0
"""Words less telling than one that half of the texts use do not tie two texts together."""
Name = TypeVar("Name")
Texts = tuple[frozenset[str], ...]
"""The words of something; given twice they count twice, as those of a title do."""


def words_of(*texts: str) -> frozenset[str]:
    """The stems of what the texts speak of; names of code count whole, and taken apart into words."""
    split = (_CASES.sub(" ", text).lower() for text in texts)
    names = (f"`{quoted or bare}".lower() for text in texts for quoted, bare in _NAMES.findall(text))
    stems = (stem(stem(word))[:_LONGEST] for text in split for word in WORD.findall(text) if word not in _SAY_NOTHING)
    return frozenset((*stems, *names))


class Likeness:
    """Weighs shared words by how few of the known texts use them."""

    def __init__(self, texts: Iterable[frozenset[str]]) -> None:
        known = list(texts)
        self._number = len(known)
        self._used = Counter(word for words in known for word in words)

    def between(self, one: frozenset[str], other: frozenset[str]) -> float:
        return sum(log((self._number + 1) / (self._used[word] + 0.5)) for word in one & other)

    def best(self, texts: Texts, among: Mapping[Name, Texts]) -> Name | None:
        """The name of what is most alike, the first of several; None where nothing shares enough."""
        scores = {
            name: sum(self.between(one, other) for one in texts for other in others) for name, others in among.items()
        }
        found = max(scores, key=scores.__getitem__, default=None)
        return found if found is not None and scores[found] >= _LEAST else None
