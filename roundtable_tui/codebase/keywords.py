"""Finds the telling words in what the user wrote."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 5
_WORD = re.compile(r"[^\W\d_][\w-]{2,}")
_COMMON = frozenset(
    """
    able about above across actually add added adding adds after again all allow allowed allows almost already
    also although always and another any anyone anything are around ask asked asks away back because been before
    being below best better between both bring build building built but call called can cannot change changed
    changes changing come comes could current currently day days did different does doing done don down during
    each easy either else end enough even ever every everyone everything existing far feature few file files
    find first for from get gets give gives going good got had happen happens has have having help here him his
    how however into its itself just keep kind know known large last later least leave less let like likely
    little long look looks lot made make makes making many may maybe mean means might month months more most
    much must need needed needs never new next nobody nor not nothing now off often old once one only onto other
    others our out over own part parts people per perhaps place please possible put quite rather really right
    said same say says see seem seems seen send several shall she should show shows since small some someone
    something soon sort still stop such sure take takes tell than that the their them then there these they
    thing things think this those though through time times today together too touch touches toward try two
    under until upon use used user users uses using very want wanted wants was way week weeks well went were
    what whatever when where whether which while who whole whom whose why will with within without won't work
    works would year years yes yet you your
    """.split()
)


def telling_words(texts: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The words that name things, most used first, then in the order they came; a plural counts as its singular."""
    counts: Counter[str] = Counter()
    for text in texts:
        for found in _WORD.findall(text.lower()):
            word = _singular(found.strip("-"))
            if len(word) > 2 and found not in _COMMON and word not in _COMMON:
                counts[word] += 1
    return tuple(word for word, _ in counts.most_common(most))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
