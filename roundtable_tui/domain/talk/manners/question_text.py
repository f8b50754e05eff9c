"""What a question is about, by its words: sentences that ask, the words that carry them, and how alike two are."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile

from roundtable_tui.domain.dossier.content_words import WORD, stem

_SENTENCE = re.compile(r"[^.!?\n]*\?+")
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`|\([^()\n]*\)")
_NAMED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`|\b[A-Z]{1,6}-\d{2,}(?:-\d{2})?\b")
_LISTED = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)]|[A-Z]{1,6}-\d{2,}\b)")
_BELOW = re.compile(r"Why I ask:|My guess:|The guess as it is written down\b")
_ASKS = re.compile(
    r"(?:and |so |but |then |or |also,? |finally,? |next,? )?(?:[a-z]+,\s+)?"
    r"(?:who|whom|whose|what|which|how|when|where|why|should|does|do|did|is|are|was|can|could|may|might|must|will|would|shall|has|have)\b"
)
_EMPTY = frozenset(
    "a about above actually after all also am an and any anything are as ask asked at be been before being "
    "between but by can could did do does doing done each else ever every everything exactly far for from get go "
    "going had happen happens has have having he her here hold how i if in into is it its just kind know let like "
    "long mean means many may me might more most much must my need needs no not now of off on one only or other "
    "our out over own please put really right said same say says shall she should since so some something still "
    "such take than that the their them then there these they thing things think this those through to today too "
    "under until up us use used very want was way we well were what when where whether which while who whom whose "
    "why will with within without would yes yet you your".split()
)
_LEAST_SHARED = 0.75


def questions_in(text: str) -> list[str]:
    """The sentences that ask, without what they quote."""
    found = (sentence.strip(" \t-*•:,;") for sentence in _SENTENCE.findall(_QUOTED.sub(" ", text)))
    return [sentence for sentence in found if WORD.search(sentence.lower())]


def asks_anew(sentence: str) -> bool:
    """Whether it is a question of its own, and not the rest of the one before ("Only admins, or everyone?")."""
    return bool(_ASKS.match(sentence.lower()))


@lru_cache(maxsize=4096)
def carrying(text: str) -> frozenset[str]:
    """The words that say what it is about, without their endings."""
    return frozenset(stem(word) for word in WORD.findall(text.lower()) if word not in _EMPTY)


def alike(one: str, other: str) -> bool:
    """Whether two questions ask the same, by nearly all words that carry them, of the same named things."""
    if set(_NAMED.findall(one)) != set(_NAMED.findall(other)):
        return False
    first, second = carrying(one), carrying(other)
    if not first or not second:
        return WORD.findall(one.lower()) == WORD.findall(other.lower())
    shared = len(first & second) / len(first | second)
    return shared >= _LEAST_SHARED


def words_asked(text: str) -> int:
    """How many words a question takes, without what the program shows below it."""
    asked = takewhile(lambda line: not _BELOW.match(line), text.splitlines())
    lines = (line for line in asked if not _LISTED.match(line))
    return sum(len(line.split()) for line in lines)
