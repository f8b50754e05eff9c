"""Which files the words of a change point at: what they say themselves, and what they are tied to."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct, field

Graph = Callable[[str], Mapping[str, float]]
"""The files a file is tied to, and how strongly; asked only about files that something flows to."""

_STAYS = 0.5
"""How much of what arrives at a file stays there; the rest goes on to what it is tied to."""
_LEAST = 1e-5
"""A smaller share of everything than this for each tie is not passed on: the work does not grow with the project."""
_TELLING = 3.0
"""How much rare words outdo common ones, where there are files enough to tell what is rare."""
_FEW_FILES, _MANY_FILES = 100, 1000
_ENOUGH = 1.5
"""After so many occurrences a word has said half of what it can say about a file."""
_IN_DEFINITIONS, _IN_NAME = 0.5, 0.75
"""What a word adds that also stands in the names of what a file defines, or in its own name."""
_OF_A_FORM = 0.7
"""What another form of a word counts for beside the word itself."""
_SHARP = 2
"""How much the files that say most outdo the others as the source of what flows."""
_HUBS = 0.4
"""How much it is held against a file that it is tied to many: everything flows there, whatever the change."""
_MOST_SOURCES = 2000
"""From how many files something flows: what the others have to say is nothing beside these."""
_FLOW, _SIZE = 0.1, 0.9
"""What a file's ties and its size count for beside its own words; most changes fall on large files."""


class Forms(NamedTuple):
    """How often other forms of a word occur in a file, in the same three places."""

    text: int = 0
    definitions: int = 0
    name: int = 0


_NO_FORMS = Forms()


class Mention(Struct, frozen=True):
    """How often a word occurs in a file: in its text, in the names of what it defines, and in its own name."""

    text: int = 0
    definitions: int = 0
    name: int = 0
    forms: Forms = _NO_FORMS
    """The same for other forms of the word."""

    @property
    def strength(self) -> float:
        text = self.text + _OF_A_FORM * self.forms.text
        definitions = self.definitions + _OF_A_FORM * self.forms.definitions
        named = 1.0 if self.name else _OF_A_FORM if self.forms.name else 0.0
        return text / (text + _ENOUGH) + _IN_DEFINITIONS * definitions / (definitions + 1) + _IN_NAME * named

    @property
    def is_named(self) -> bool:
        """Whether the file or something in it is called so."""
        return bool(self.name or self.definitions or self.forms.name or self.forms.definitions)


class Mentions(Struct, frozen=True):
    """Every word of the change with the files that mention it."""

    by_file: Mapping[str, Mapping[str, Mention]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    """How telling each word is in this codebase, up to 1."""
    telling: float = _TELLING

    def says(self, name: str, word: str) -> float:
        """How much a word says about a file."""
        return math.pow(self.weights.get(word, 1.0), self.telling) * self.by_file[name][word].strength


def telling_among(files: int) -> float:
    """How much rare words outdo common ones among so many files: in a few of them a word is soon rare by chance."""
    grown = (math.log(max(files, 1)) - math.log(_FEW_FILES)) / (math.log(_MANY_FILES) - math.log(_FEW_FILES))
    return 1.0 + (_TELLING - 1.0) * min(max(grown, 0.0), 1.0)


def relevance(mentions: Mentions) -> dict[str, float]:
    """How much each file has to do with the words, by itself: several telling words count for more than one often."""
    found = {name: sum(mentions.says(name, word) for word in words) for name, words in mentions.by_file.items()}
    return {name: score for name, score in found.items() if score > 0}


def ranks(
    own: Mapping[str, float], ties: Graph, trusted: Callable[[str], float], size: Callable[[str], int]
) -> dict[str, float]:
    """A file's own words, what flows to it from others, and its size, as one number.

    `trusted` says how much of a file's words flow on: what a document says about the change is not what code does.
    """
    best = max((score for name, score in own.items() if trusted(name) == 1), default=0.0)
    if not best:
        return dict(own)
    sources = sorted(own, key=lambda name: (-own[name], name))[:_MOST_SOURCES]
    flowing = spread(ties, {name: (own[name] / best) ** _SHARP * trusted(name) for name in sources})
    levelled = {name: amount / (1 + len(ties(name))) ** _HUBS for name, amount in flowing.items()}
    sizes = {name: math.log1p(size(name)) for name in {*own, *flowing}}
    most = max((amount for name, amount in levelled.items() if trusted(name) == 1), default=1.0)
    largest = max(sizes.values()) or 1.0
    return {
        name: own.get(name, 0.0) / best + _FLOW * levelled.get(name, 0.0) / most + _SIZE * sizes[name] / largest
        for name in sizes
    }


def spread(graph: Graph, seeds: Mapping[str, float], stays: float = _STAYS, least: float = _LEAST) -> dict[str, float]:
    """Personalised PageRank by pushing: the seeds' weight flows along the ties until what is left is too little.

    The result sums to at most one; what is missing to one was too little to pass on. The work depends on `least`
    and not on the size of the graph.
    """
    total = sum(weight for weight in seeds.values() if weight > 0)
    if not total or not math.isfinite(total):
        return {}
    waiting = {name: weight / total for name, weight in seeds.items() if weight > 0}
    ranks: dict[str, float] = {}
    queue = deque(sorted(waiting, key=lambda name: (-waiting[name], name)))
    queued = set(queue)
    while queue:
        name = queue.popleft()
        queued.discard(name)
        ties = graph(name)
        if waiting[name] <= least * len(ties):
            continue
        amount = waiting.pop(name)
        flow = sum(ties.values())
        if not flow:
            ranks[name] = ranks.get(name, 0.0) + amount
            continue
        ranks[name] = ranks.get(name, 0.0) + amount * stays
        for other, strength in ties.items():
            arrived = waiting.get(other, 0.0) + amount * (1 - stays) * strength / flow
            waiting[other] = arrived
            if arrived > least and other not in queued:
                queue.append(other)
                queued.add(other)
    for name, amount in waiting.items():
        ranks[name] = ranks.get(name, 0.0) + amount * stays
    return ranks
