"""Finds the telling words in what the user wrote, and says how telling they are in this codebase."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.codebase.search.identifiers import bases, parts, singular
from roundtable_tui.codebase.search.project_name import same_name

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Set

    from roundtable_tui.codebase.search.search import Counts

MOST = 5
_WORD = re.compile(r"[^\W\d_][\w-]{2,}")
_ANY_WORD = re.compile(r"[^\W\d_][\w-]*")
ADDRESS = re.compile(r"(?:https?|ssh|ftp)://\S+")
_FOLDERS = re.compile(r"(?<![\w.@+-])[./]*(?:[\w.@+-]+/)+(?=[\w@+-][\w.@+-]*\.\w)")
"""Those before the name of a file: they say where it lies, and not what it is about."""
NAME_IN_CODE = re.compile(r"[^\W_](?:\w*[^\W_])?(?:_\w+|(?<=[a-z\d])[A-Z]\w*)|[A-Z]{2,}[a-z]{2,}\w*")
_SHORTEST_PART = 4
_TOO_MANY = 1 / 3
"""A word in a larger share of all files tells nothing."""
_ENOUGH_FILES = 30
"""Among fewer files it is chance how many have a word."""
_OF_A_PART = 0.5
"""A part of a name somebody wrote counts half of a word they wrote: they meant the name."""
_COMMON = frozenset(
    """
    able about above across actually add added adding adds after again all allow allowed allows almost already
    also although always and another any anyone anything are aren around ask asked asks away back because been
    before being below best better between both bring build building built but call called can cannot change
    changed changes changing come comes could couldn current currently day days did didn different does doesn
    doing don done down during each easy either else end enough even ever every everyone everything existing far
    feature few file files find first for from get gets give gives going good got had happen happens has hasn have
    haven having help here him his how however into isn its itself just keep kind know known large last later
    least leave less let like likely little long look looks lot made make makes making many may maybe mean means
    might month months more most much must need needed needs never new next nobody nor not nothing now off often
    old once one only onto other others our out over own part parts people per perhaps place please possible put
    quite rather really right said same say says see seem seems seen send several shall she should shouldn show
    shows since small some someone something soon sort still stop such sure take takes tell than that the their
    them then there these they thing things think this those though through time times today together too touch
    touches toward try two under until upon use used user users uses using very want wanted wants was wasn way
    week weeks well went were weren what whatever when where whether which while who whole whom whose why will
    with within without won work works would wouldn year years yes yet you your
    """.split()
)
_ORDERS = frozenset(
    """
    adapt adjust avoid clean create define drop enable ensure expose extend fix handle implement improve include
    integrate introduce modify move offer prevent provide refactor remove replace rewrite set simplify split support
    switch turn update write
    """.split()
)
"""Verbs that say at the beginning of a sentence what is to be done, and elsewhere may name what it is about."""
_SENTENCE_ENDS = re.compile(r"[.!?;:](?:\s|$)|\n")
_ORDERS_FOLLOW = frozenset("also and or please then to".split())
_NAMES_FOLLOW = frozenset("a an any each every her his its my no our some that the their these this those your".split())
_KIND_OF_CHANGE = re.compile(
    r"^\s*(?:build|chore|ci|docs|feat|fix|perf|refactor|style|test)(?:\((.*?)\))?!?:\s", re.MULTILINE
)
"""As titles of commits begin."""


def telling_words(texts: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The words that name things, most used first, then in the order they came; forms of a word count as one.

    A name out of the code stays as it was written; its longer parts are words, too.
    """
    used: defaultdict[str, float] = defaultdict(float)
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    known: dict[str, str] = {}
    for text in texts:
        for word, weight in _words_in(text):
            written = "".join(parts(word))
            may_be = bases(written)
            same = next((known[base] for base in sorted(may_be) if base in known), written)
            known.update(dict.fromkeys(may_be, same))
            used[same] += weight
            forms[same][word] += 1
    ranked = sorted(used, key=lambda one: -used[one])
    return tuple(forms[one].most_common(1)[0][0] for one in ranked[:most])


def telling_nothing(words: Iterable[str], counts: Counts, files: int, own_names: Set[str]) -> Mapping[str, str]:
    """The words that point at no file of this project rather than another, each with why."""
    found = {word: _why_nothing(word, len(counts.of(word)), files, own_names) for word in words}
    return {word: why for word, why in found.items() if why}


def _why_nothing(word: str, having: int, files: int, own_names: Set[str]) -> str:
    if is_number(word):
        return "a number"
    if same_name(word) in own_names:
        return "the project's own name"
    if files >= _ENOUGH_FILES and having > files * _TOO_MANY:
        return f"in {having:,} of {files:,} files"
    return ""


def is_number(word: str) -> bool:
    """Whether there is no letter in it: it would be found in the names of constants, by chance."""
    return not any(letter.isalpha() for letter in word)


def weights(words: Iterable[str], counts: Counts, files: int, nothing: Container[str] = ()) -> Mapping[str, float]:
    """How telling each word is among so many files: near 1 if few have it, near 0 if all have it or none.

    Words that tell nothing weigh nothing; where there are no others, they have to do.
    """
    found = {word: _weight(len(counts.of(word)), files) for word in words}
    without = {word: 0.0 if word in nothing else weight for word, weight in found.items()}
    return without if any(without.values()) else found


def _weight(having: int, files: int) -> float:
    if not having or not files:
        return 0.0
    return math.log1p(files / having) / math.log1p(files)


def is_common(word: str) -> bool:
    """Whether everybody uses it about everything."""
    return word in _COMMON or singular(word) in _COMMON


def _words_in(text: str) -> Iterator[tuple[str, float]]:
    said = _KIND_OF_CHANGE.sub(r"\1. ", _FOLDERS.sub(" ", ADDRESS.sub(" ", text)))
    for sentence in _SENTENCE_ENDS.split(said):
        for written in _without_orders(sentence):
            if NAME_IN_CODE.fullmatch(written):
                yield written, 1.0
                yield from ((part, _OF_A_PART) for part in map(_meant, parts(written)) if len(part) >= _SHORTEST_PART)
            elif word := _meant(written.lower()):
                yield word, 1.0


def _without_orders(sentence: str) -> Iterator[str]:
    """Its words, but for verbs that only say what is to be done: before anything is named, or after another of them."""
    named, before = False, ""
    for found in _ANY_WORD.finditer(sentence):
        written = found[0].strip("-_")
        word = written.lower()
        may_order = before in _ORDERS_FOLLOW or (not named and before not in _NAMES_FOLLOW)
        orders = may_order and (
            word in _ORDERS or (not before and word.endswith("ing") and not _ORDERS.isdisjoint(bases(word)))
        )
        named = named or (not orders and len(word) > 2 and not is_common(word))
        before = word
        if not orders and _WORD.fullmatch(written):
            yield written


def _meant(word: str) -> str:
    """The word to search for; empty if it is one that everybody uses about everything."""
    shown = singular(word)
    return "" if len(shown) < 3 or is_common(word) or is_number(word) else shown
