"""The blast radius of a change: which files it edits, which depend on them, and what else will notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.impact.churn import Past
from roundtable_tui.codebase.impact.named_files import NamedFiles
from roundtable_tui.codebase.impact.ranking import Mentions, ranks, relevance
from roundtable_tui.domain.journal.code_facts import YOU_NAMED_IT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.codebase.impact.ranking import Mention

MOST_IN_TIER = 200
_NEAR_THE_BEST = 0.5
"""A file is to be edited if it ranks at least this near to the best one."""
_SPEAKING = 0.1
"""A file speaks of the change if its words come at least this near to those of the file that says most."""
_SPEAKING_TOO = 0.03
"""In tier 2 it may say less: the tier is told by rank, so what says little stands at its end."""
_NEEDS, _NEEDED_BY, _TOGETHER = 1.0, 0.6, 0.5
_FARTHEST = 3
"""How many steps away from what is edited a file can be and still belong to the radius."""
_FEWEST_TOGETHER = 2
_OF_DOCUMENTS = 0.2
_MOST_WORDS_SAID = 3
_MOST_OF_A_FOLDER = 5


class Ties(Protocol):
    """How the files of a project hang together."""

    def needs(self, name: str) -> Mapping[str, float]:
        """The files it imports or calls, and how strongly it is tied to each."""
        ...

    def needed_by(self, name: str) -> Mapping[str, float]: ...

    def tests_of(self, name: str) -> tuple[str, ...]: ...


class Clues(Struct, frozen=True):
    """What is known about a project's files when the question is which of them a change touches."""

    mentions: Mentions
    ties: Ties
    past: Past = field(default_factory=Past)
    size: Callable[[str], int] = lambda _name: 0
    """Of a file, in bytes."""
    named: NamedFiles = field(default_factory=NamedFiles)
    """What the user called by its name."""


class Reached(Struct, frozen=True):
    """A file in the radius, why it is there, and the way that led to it from a file that is edited."""

    name: str
    tier: int
    reason: str
    via: tuple[str, ...] = ()
    rank: float = 0.0


class BlastRadius(Struct, frozen=True):
    edited: tuple[Reached, ...] = ()
    dependent: tuple[Reached, ...] = ()
    noticing: tuple[Reached, ...] = ()
    counts: tuple[int, int, int] = (0, 0, 0)
    """How many files each tier has in all; of very many only the first are told."""

    @property
    def all(self) -> tuple[Reached, ...]:
        return (*self.edited, *self.dependent, *self.noticing)


def blast_radius(clues: Clues) -> BlastRadius:
    """Tier 1 by what files say about the words, tiers 2 and 3 by what is tied to those, each ranked by PageRank."""
    own = relevance(clues.mentions)
    ranked = ranks(own, _Graph(clues).tied, _trusted, clues.size)
    named = _named(clues, ranked)
    edited = (*named, *_edited(clues, own, ranked, {one.name for one in named}))
    dependent = _dependent(clues, own, {one.name for one in edited}, ranked)
    nearer = (*edited[:MOST_IN_TIER], *dependent[:MOST_IN_TIER])
    noticing = {one.name: one for one in _mentioning(clues, own, ranked)}
    noticing |= {one.name: one for one in _downstream(nearer, clues.ties, ranked)}
    noticing |= {one.name: one for one in _tests(clues, nearer, ranked)}
    for one in (*edited, *dependent):
        noticing.pop(one.name, None)
    last = _best(list(noticing.values()))
    counts = len(edited), len(dependent), len(last)
    return BlastRadius(edited[:MOST_IN_TIER], dependent[:MOST_IN_TIER], last[:MOST_IN_TIER], counts)


class _Graph:
    """Ties in both directions, and those between files that changed together more than once."""

    def __init__(self, clues: Clues) -> None:
        self._ties = clues.ties
        self._past = clues.past
        self.tied = cache(self._tied)

    def _tied(self, name: str) -> Mapping[str, float]:
        found: dict[str, float] = defaultdict(float)
        for other, strength in self._ties.needs(name).items():
            found[other] += _NEEDS * strength
        for other, strength in self._ties.needed_by(name).items():
            found[other] += _NEEDED_BY * strength
        known = self._past.files.get(name)
        for other, times in self._past.together.get(name, {}).items() if known else ():
            if known and times >= _FEWEST_TOGETHER:
                found[other] += _TOGETHER * times / known.commits
        return found


def _trusted(name: str) -> float:
    """How much a file's words say about the code: those of a test as much as those of code."""
    return _OF_DOCUMENTS if role_of(name) in (Role.DOCUMENT, Role.DELIVERY, Role.FOREIGN) else 1.0


def _named(clues: Clues, ranked: Mapping[str, float]) -> tuple[Reached, ...]:
    """The files the user named lead, then what ranks best in the folders they named; each file once."""
    files = _best([_led_by(clues, ranked, name, YOU_NAMED_IT) for name in clues.named.files])
    inside: dict[str, Reached] = {}
    for folder in clues.named.folders:
        within = (name for name in ranked if name.startswith(f"{folder}/") and _is_code(name))
        for name in sorted(within, key=lambda name: (-ranked[name], name))[:_MOST_OF_A_FOLDER]:
            if name not in clues.named.files:
                inside.setdefault(name, _led_by(clues, ranked, name, f"you named its folder {folder}"))
    return (*files, *_best(list(inside.values())))


def _led_by(clues: Clues, ranked: Mapping[str, float], name: str, why: str) -> Reached:
    return Reached(name, 1, _also_said(clues, name, why), (), ranked.get(name, 0.0))


def _also_said(clues: Clues, name: str, why: str) -> str:
    return f"{why}; {_said(clues.mentions, name)}" if clues.mentions.by_file.get(name) else why


def _edited(
    clues: Clues, own: Mapping[str, float], ranked: Mapping[str, float], named: set[str]
) -> tuple[Reached, ...]:
    """Code that ranks near the best and is about the words: something in it is named so, or two of them meet in it."""
    speaking = _speaking(own, (Role.CODE, Role.OTHER))
    best = max((ranked[name] for name in speaking), default=0.0)
    words_found = {word for name in speaking for word in clues.mentions.by_file[name]}
    found = []
    for name in speaking:
        said = clues.mentions.by_file[name]
        called = any(mention.is_named for mention in said.values())
        near = ranked[name] >= _NEAR_THE_BEST * best
        if name not in named and near and (called or len(said) > 1 or len(words_found) == 1):
            found.append(Reached(name, 1, _said(clues.mentions, name), (), ranked[name]))
    return _best(found)


def _speaking(own: Mapping[str, float], roles: tuple[Role, ...], near: float = _SPEAKING) -> list[str]:
    """The files of these roles whose words come near to those of the one that says most."""
    scores = {name: score for name, score in own.items() if role_of(name) in roles}
    least = near * max(scores.values(), default=0.0)
    return [name for name, score in scores.items() if score >= least]


def _dependent(
    clues: Clues, own: Mapping[str, float], edited: set[str], ranked: Mapping[str, float]
) -> tuple[Reached, ...]:
    """What uses a file that is edited, what such a file uses, and what speaks of the change without such a tie."""
    found: dict[str, Reached] = {}
    for towards, says in ((clues.ties.needed_by, "uses"), (clues.ties.needs, "is used by")):
        for name in sorted(edited, key=lambda name: (-ranked.get(name, 0.0), name)):
            for other in towards(name):
                if other not in edited and other not in found and _is_code(other):
                    found[other] = Reached(other, 2, f"{says} {name}", (name,), ranked.get(other, 0.0))
    for name in _speaking(own, (Role.CODE, Role.OTHER), _SPEAKING_TOO):
        if name not in edited and name not in found:
            found[name] = Reached(name, 2, f"also speaks of it: {_said(clues.mentions, name)}", (), ranked[name])
    return _best(list(found.values()))


def _is_code(name: str) -> bool:
    """What is changed to change what the program does; tests, documents and delivery have a tier of their own."""
    return role_of(name) in (Role.CODE, Role.OTHER)


def _downstream(nearer: tuple[Reached, ...], ties: Ties, ranked: Mapping[str, float]) -> Iterator[Reached]:
    """What uses a file of tier 2, and what uses that in turn."""
    seen = {one.name for one in nearer}
    edge = [one for one in nearer if one.tier == 2]
    for _ in range(_FARTHEST - 1):
        further = []
        for one in edge:
            for other in ties.needed_by(one.name):
                if other in seen or not _is_code(other):
                    continue
                seen.add(other)
                further.append(Reached(other, 3, f"uses {one.name}", (one.name, *one.via), ranked.get(other, 0.0)))
        yield from further
        edge = further


def _tests(clues: Clues, nearer: tuple[Reached, ...], ranked: Mapping[str, float]) -> Iterator[Reached]:
    seen: set[str] = set()
    for one in nearer:
        for test in clues.ties.tests_of(one.name):
            if test not in seen:
                seen.add(test)
                yield Reached(test, 3, f"tests {one.name}", (one.name, *one.via), ranked.get(test, 0.0))


def _mentioning(clues: Clues, own: Mapping[str, float], ranked: Mapping[str, float]) -> Iterator[Reached]:
    """Tests, documents and delivery that speak of the words themselves, each kind measured by its own best."""
    for role in (Role.TEST, Role.DOCUMENT, Role.DELIVERY, Role.FOREIGN):
        for name in _speaking(own, (role,)):
            yield Reached(name, 3, _said(clues.mentions, name), (), ranked[name])


def _said(mentions: Mentions, name: str) -> str:
    """What the file says about the words, the most telling first: `invoice 12×, in its name; payment 3×`."""
    said = mentions.by_file[name]
    telling = sorted(said, key=lambda word: (-mentions.says(name, word), word))
    parts = []
    for word in telling[:_MOST_WORDS_SAID]:
        mention = said[word]
        named, defined = mention.name or mention.forms.name, mention.definitions or mention.forms.definitions
        where = "in its name" if named else "in what it defines" if defined else ""
        parts.append(f"{_times(word, mention)} ({where})" if where else _times(word, mention))
    return ", ".join(parts)


def _times(word: str, mention: Mention) -> str:
    """`invoice 12×`, `invoice 12× and 3× in another form`, `invoice 3× in another form`."""
    counted = [f"{mention.text}×" if mention.text else "", _in_forms(mention.forms.text)]
    return f"{word} {' and '.join(filter(None, counted))}".strip()


def _in_forms(times: int) -> str:
    return f"{times}× in another form" if times else ""


def _best(found: list[Reached]) -> tuple[Reached, ...]:
    return tuple(sorted(found, key=lambda one: (-one.rank, one.name)))
