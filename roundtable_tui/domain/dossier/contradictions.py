"""Statements of the user that cannot both hold, found by their words: few, and only where little else can be meant."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from roundtable_tui.domain.dossier.content_words import WORD, stem
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, confidence
from roundtable_tui.domain.dossier.quantities import Quantity, contradict, quantities
from roundtable_tui.domain.last_answers import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

    _Read: TypeAlias = tuple[Entry, "_Statement"]

_KINDS = frozenset({Kind.FR, Kind.AC, Kind.QUALITY, Kind.CONSTRAINT, Kind.EXCLUSION, Kind.ERROR})
_EMPTY = frozenset(
    "a about all also always an and any are as at be been being by can could do does each every exactly for from had "
    "has have his her if in into is it its itself let lets may might must of on once or our own please shall should so "
    "some still than that the their them then there these they this those to under until up use users' via was we "
    "were when where which while who will with within would you your support supports able allow allowed allows "
    "app system program application software part scope out later release version first now".split()
)
_LIMITS = frozenset(
    "most least maximum minimum max min limit limited exceed exceeds exceeding more fewer less larger bigger smaller "
    "longer shorter greater over under up within only accepted accept refused refuse rejected reject".split()
)
_NEGATIONS = frozenset("not no never without cannot can't don't doesn't won't mustn't isn't aren't nobody none".split())
_EXCEPTIONS = frozenset("except unless otherwise instead before".split())
_HEDGES = _EXCEPTIONS | frozenset(
    "tries try attempts attempt refused refuse rejected error message denied forbidden failing blocked warning warned "
    "asks ask request requests requested".split()
)
"""Where one of these stands, what is told may be how the forbidden is turned away."""
_CONDITIONS = ("when", "if", "given", "as", "once", "while", "with")
_ONLY = re.compile(
    r"^(?:only|nobody but|no one but|none but)\s+(?P<who>.+?)\s+(?:may|can|are allowed to|is allowed to)\s+"
)
_ONLY_PLAIN = re.compile(r"^only\s+(?:the\s+|an?\s+)?(?P<who>[a-z-]+)\s+(?=[a-z])")
_MAY = re.compile(r"\b(?:may|can|is allowed to|are allowed to|is able to|are able to)\b(?!\s*not\b)")
_MAY_NOT = re.compile(
    r"\b(?:may not|must not|mustn't|cannot|can not|can't|is not allowed to|are not allowed to|may never|must never)\b"
)
_NEVER = re.compile(r"\bnever\b")
_EVERYBODY = frozenset({"anyon", "everyon", "anybod", "everybod"})
_OF = frozenset({"of", "from", "than", "like", "except", "without"})
_ARTICLES = frozenset({"a", "an", "the", "their", "its", "own"})
_FEWEST = 2
_NEAR = 4
"""So many words may stand between who does something and what is done."""


class Contradiction(Struct, frozen=True):
    one: str
    other: str
    reason: str
    """In one line, what does not fit."""


class _Statement(Struct, frozen=True):
    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    """Of the words that carry it, in their order."""
    about: frozenset[str]
    """The same without their order."""
    numbers: tuple[Quantity, ...]
    negations: int
    hedged: bool
    conditional: bool
    only: tuple[str, tuple[str, ...]] | None
    """Who alone may, and the stems of what."""
    allows: bool
    forbids: bool
    never: bool

    @property
    def is_rule(self) -> bool:
        return self.only is not None or self.forbids or self.never

    @property
    def may_contradict(self) -> bool:
        """Two statements that neither give a figure nor a rule fit each other."""
        return self.is_rule or bool(self.numbers)


@remembered
def contradictions(dossier: Dossier) -> tuple[Contradiction, ...]:
    """Every pair of entries the user stated that contradict each other, in the order of the dossier."""
    stated = [entry for entry in dossier if _counts(entry)]
    read = [(entry, _statement(_words_of(entry))) for entry in stated]
    found: list[Contradiction] = []
    for (one, first), (other, second) in _pairs(read):
        if first.about & second.about and (reason := _reason(one, first, other, second)):
            found.append(Contradiction(one.id, other.id, reason))
    return tuple(found)


def _pairs(read: Sequence[_Read]) -> Iterator[tuple[_Read, _Read]]:
    """Those of which one at least gives a figure, a rule or an exclusion; of plain statements there are many."""
    strict = [at for at, (entry, said) in enumerate(read) if said.may_contradict or entry.kind is Kind.EXCLUSION]
    for at, one in enumerate(read):
        after = bisect_right(strict, at)
        is_strict = after > 0 and strict[after - 1] == at
        others = range(at + 1, len(read)) if is_strict else strict[after:]
        yield from ((one, read[other]) for other in others)


def _counts(entry: Entry) -> bool:
    said = entry.fields.get(SPECS[entry.kind].main)
    if said is None or entry.kind not in _KINDS or entry.text("priority") == "Won't Have":
        return False
    return confidence(said.sources) is Confidence.HIGH


def _words_of(entry: Entry) -> str:
    """A quality attribute says how much in a field of its own."""
    threshold = entry.text("threshold") if "threshold" in entry.fields else ""
    return f"{entry.text()} {threshold}".strip()


@lru_cache(maxsize=4096)
def _statement(text: str) -> _Statement:
    lower = text.lower().replace("’", "'")
    words = tuple(WORD.findall(lower))
    numbers = quantities(lower)
    units = {unit for number in numbers for unit in number.words}
    stems = tuple(
        stem(word)
        for word in words
        if word not in _EMPTY and word not in _LIMITS and word not in _NEGATIONS - {"without"}
        if not word[0].isdigit() and word not in units
    )
    return _Statement(
        lower,
        words,
        stems,
        frozenset(stems),
        numbers,
        sum(word in _NEGATIONS for word in words),
        any(word in _HEDGES for word in words),
        bool(words) and words[0] in _CONDITIONS,
        _only(lower),
        bool(_MAY.search(lower)),
        bool(_MAY_NOT.search(lower)),
        bool(_NEVER.search(lower)),
    )


def _only(text: str) -> tuple[str, tuple[str, ...]] | None:
    found = _ONLY.match(text) or _ONLY_PLAIN.match(text)
    return (found["who"], _statement(text[found.end() :]).stems) if found else None


def _reason(one: Entry, first: _Statement, other: Entry, second: _Statement) -> str:
    if Kind.EXCLUSION in (one.kind, other.kind):
        wanted, left_out = (one, other) if other.kind is Kind.EXCLUSION else (other, one)
        told, excluded = (first, second) if other.kind is Kind.EXCLUSION else (second, first)
        if wanted.kind is Kind.FR and _excludes(excluded, told):
            return f"{wanted.id} asks for what {left_out.id} leaves out."
        return ""
    if numbers := _numbers_differ(first, second):
        return f"They give different figures for the same thing: {numbers[0].shown} and {numbers[1].shown}."
    for this, that in ((first, second), (second, first)):
        if not this.is_rule:
            continue
        if who := _only_broken(this, that):
            return f"One allows it only to {who[0]}, the other also to {who[1]}."
        if _forbidden_and_allowed(this, that):
            return "One allows what the other forbids."
        if _never_but(this, that):
            return "One says never, the other says that it happens."
    return ""


def _numbers_differ(first: _Statement, second: _Statement) -> tuple[Quantity, Quantity] | None:
    """The same thing with one figure each that cannot both be right."""
    if len(first.numbers) != 1 or len(second.numbers) != 1 or first.about != second.about or not first.about:
        return None
    one, other = first.numbers[0], second.numbers[0]
    qualified = {*first.words, *second.words} & _EXCEPTIONS or first.negations != second.negations
    return (one, other) if contradict(one, other) and not qualified else None


def _excludes(excluded: _Statement, wanted: _Statement) -> bool:
    if len(excluded.about) < _FEWEST or not excluded.about <= wanted.about:
        return False
    if wanted.negations or wanted.hedged or {"unless", "except"} & set(excluded.words):
        return False
    of_others = _OF - set(excluded.words)
    pairs = pairwise(word for word in wanted.words if word not in _ARTICLES)
    return not any(before in of_others and stem(word) in excluded.about for before, word in pairs)


def _only_broken(rule: _Statement, other: _Statement) -> tuple[str, str] | None:
    """Who alone may, and who does so as well."""
    if not rule.only or other.negations or other.hedged or other.conditional or "only" in other.words:
        return None
    who, done = rule.only
    if len(done) < _FEWEST or not _in_order(done, other.stems):
        return None
    actors = other.stems[: other.stems.index(done[0])]
    allowed = _statement(who).about
    if not actors or len(actors) > _NEAR or set(actors) & allowed:
        return None
    named = next(word for word in other.words if stem(word) == actors[-1])
    return who.removeprefix("the "), named


def _in_order(wanted: tuple[str, ...], stems: tuple[str, ...]) -> bool:
    rest = iter(stems)
    return all(one in rest for one in wanted)


def _forbidden_and_allowed(rule: _Statement, other: _Statement) -> bool:
    if not rule.forbids or not other.allows or other.negations or other.hedged:
        return False
    if rule.negations > 1 or "only" in other.words or len(rule.about) < _FEWEST:
        return False
    everybody = other.about & _EVERYBODY
    return rule.about == other.about or bool(everybody and rule.about >= other.about - everybody)


def _never_but(rule: _Statement, other: _Statement) -> bool:
    if not rule.never or rule.conditional or rule.hedged or other.hedged:
        return False
    without = "without" in rule.words
    if other.negations > without or ("without" in other.words) != without:
        return False
    return len(rule.about) >= _FEWEST and rule.about <= other.about
