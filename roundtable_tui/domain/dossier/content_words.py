"""The words of a sentence that say what it is about, without their endings, so that two sentences can be compared."""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[a-z0-9]+(?:['’-][a-z0-9]+)*")
_ENDINGS = (
    "ations", "ation", "ions", "ion", "ings", "ing", "ies", "ied", "ers", "er", "als", "al", "ed", "es", "s", "e", "y",
)  # fmt: skip
_SHORTEST_STEM = 3
_IRREGULAR = {
    "sent": "send", "paid": "pay", "kept": "keep", "held": "hold", "shown": "show", "seen": "see", "chosen": "choos",
    "written": "writ", "gone": "go", "goes": "go", "left": "leav", "made": "mak", "taken": "tak", "given": "giv",
    "run": "run", "ran": "run", "read": "read", "email": "e-mail", "emails": "e-mail", "e-mails": "e-mail",
}  # fmt: skip


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    word = word.replace("’", "'").removesuffix("'s")
    if known := _IRREGULAR.get(word):
        return known
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return _undoubled(word[: -len(ending)])
    return word


def _undoubled(word: str) -> str:
    """`stopp` of stopped is the `stop` of stops, and `notify` of notifying the `notif` of notified."""
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        return word[:-1]
    return word[:-1] if len(word) > _SHORTEST_STEM and word[-1] in "ey" else word
