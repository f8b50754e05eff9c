"""Takes names apart the way programmers put them together, and brings the forms of a word under one stem."""

from __future__ import annotations

import re
from functools import lru_cache

_PART = re.compile(
    r"[A-Z]+(?![a-z])"  # HTTP in HTTPServer: the S begins the next part
    r"|[A-Z]?[a-z]+"
    r"|\d+"
    r"|[^\W\d_a-zA-Z]+[a-z]*"  # letters other than A to Z: not split by case
)
_PIECE = re.compile(r"[^\W_]+")
_VOWEL = re.compile("[aeiouy]")
_SHORTEST = 3
_ODD_PLURALS = {
    "apis": "api", "caches": "cache", "indices": "index", "matrices": "matrix", "statuses": "status", "axes": "axis",
    "analyses": "analysis", "people": "person", "children": "child", "postgres": "postgres", "kubernetes": "kubernetes",
    "jenkins": "jenkins", "pandas": "pandas", "https": "https", "macos": "macos", "news": "news", "series": "series",
}  # fmt: skip


def pieces(text: str) -> tuple[str, ...]:
    """The runs of letters and digits: `invoice_total` has two, `InvoiceTotal` one."""
    return tuple(_PIECE.findall(text))


@lru_cache(maxsize=65536)
def parts(identifier: str) -> tuple[str, ...]:
    """The words of a name in lower case: `parseHTTPHeader_v2` is parse, http, header, v, 2."""
    return tuple(identifier[begin:end].lower() for begin, end in spans(identifier))


def spans(identifier: str) -> tuple[tuple[int, int], ...]:
    """Where each word of a name begins and ends."""
    if identifier.isascii():
        return tuple(found.span() for found in _PART.finditer(identifier))
    return tuple(span for piece in _PIECE.finditer(identifier) for span in _by_case(identifier, *piece.span()))


def _by_case(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    cuts = [begin]
    for at in range(begin + 1, end):
        before, here, after = text[at - 1], text[at], text[at + 1 : min(at + 2, end)]
        rises = here.isupper() and not before.isupper()
        ends_capitals = here.isupper() and before.isupper() and after.islower()
        if rises or ends_capitals or here.isdecimal() != before.isdecimal():
            cuts.append(at)
    return list(zip(cuts, [*cuts[1:], end], strict=True))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """What the forms of an English word share: invoice, invoices, invoiced and invoicing have the same stem."""
    word = singular(word.lower())
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST and _VOWEL.search(rest) and not word.endswith("eed"):
            word = rest
            break
    if len(word) > _SHORTEST and word[-1] == word[-2] and _is_doubled_by_an_ending(word):
        word = word[:-1]
    if len(word) > _SHORTEST and word.endswith("e"):
        word = word[:-1]
    return f"{word[:-1]}i" if len(word) > _SHORTEST and word.endswith("y") else word


def _is_doubled_by_an_ending(word: str) -> bool:
    """Ship becomes shipp-ing and cancel cancell-ed, while miss, buzz and call end so by themselves."""
    return word[-1] not in "aeiousz" and (word[-1] != "l" or len(word) > 5)


def singular(word: str) -> str:
    """The form to show: invoices are an invoice, companies a company, boxes a box."""
    if word in _ODD_PLURALS:
        return _ODD_PLURALS[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
