"""Takes names apart the way programmers put them together, and says which words are forms of one another."""

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
_SHORT = re.compile("[^aeiouy]*[aeiouy][^aeiouwxy]")
"""What doubles its last letter before an ending, as log and ship do: `rating` comes of rate, and not of rat."""
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


def are_forms(one: str, other: str) -> bool:
    """Whether both are forms of one English word, as invoice, invoices, invoiced and invoicing are."""
    return one == other or not bases(one).isdisjoint(bases(other))


@lru_cache(maxsize=65536)
def bases(word: str) -> frozenset[str]:
    """What a word may be a form of, itself included: `shipping` of ship, `caching` of cache, `companies` of company."""
    word = word.lower()
    found = {word, singular(word)}
    if word.endswith("ies") and len(word) > _SHORTEST + 1:
        found.add(word[:-1])
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest == word or len(rest) < _SHORTEST or not _VOWEL.search(rest) or word.endswith("eed"):
            continue
        if _SHORT.fullmatch(rest):
            found.add(f"{rest}e")
        else:
            found |= {rest, f"{rest}e"}
        if rest[-1] == rest[-2]:
            found.add(rest[:-1])
        if ending == "ed" and rest.endswith("i"):
            found.add(f"{rest[:-1]}y")
    return frozenset(found)


def shared_beginning(word: str) -> str:
    """What every form of the word begins with."""
    every = bases(word) | {plural for plural, one in _ODD_PLURALS.items() if one == word}
    ends_anew = [base[:-1] if len(base) > _SHORTEST and base.endswith(("e", "y")) else base for base in every]
    shortest = min(ends_anew, key=len)
    while not all(base.startswith(shortest) for base in ends_anew):
        shortest = shortest[:-1]
    return shortest


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
