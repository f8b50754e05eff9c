"""Finds the telling words in what the user wrote, and says how telling they are in this codebase."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.codebase.search.identifiers import parts, singular, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roundtable_tui.codebase.search.search import Counts

MOST = 5
_WORD = re.compile(r"[^\W\d_][\w-]{2,}")
_ADDRESS = re.compile(r"(?:https?|ssh|ftp)://\S+")
_NAME_IN_CODE = re.compile(r"[^\W_](?:\w*[^\W_])?(?:_\w+|(?<=[a-z\d])[A-Z]\w*)|[A-Z]{2,}[a-z]{2,}\w*")
_SHORTEST_PART = 4
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


def telling_words(texts: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The words that name things, most used first, then in the order they came; forms of a word count as one.

    A name out of the code stays as it was written; its longer parts are words, too.
    """
    used: defaultdict[str, float] = defaultdict(float)
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for word, weight in _words_in(text):
            same = stem("".join(parts(word)))
            used[same] += weight
            forms[same][word] += 1
    ranked = sorted(used, key=lambda one: -used[one])
    return tuple(forms[one].most_common(1)[0][0] for one in ranked[:most])


def weights(words: Iterable[str], counts: Counts, files: int) -> Mapping[str, float]:
    """How telling each word is among so many files: near 1 if few have it, near 0 if all have it or none."""
    return {word: _weight(len(counts.of(word)), files) for word in words}


def _weight(having: int, files: int) -> float:
    if not having or not files:
        return 0.0
    return math.log1p(files / having) / math.log1p(files)


def _words_in(text: str) -> Iterator[tuple[str, float]]:
    for written in _WORD.findall(_ADDRESS.sub(" ", text)):
        written = written.strip("-_")
        if _NAME_IN_CODE.fullmatch(written):
            yield written, 1.0
            yield from ((part, _OF_A_PART) for part in map(_meant, parts(written)) if len(part) >= _SHORTEST_PART)
        elif word := _meant(written.lower()):
            yield word, 1.0


def _meant(word: str) -> str:
    """The word to search for; empty if it is one that everybody uses about everything."""
    shown = singular(word)
    return "" if len(shown) < 3 or word in _COMMON or shown in _COMMON else shown
