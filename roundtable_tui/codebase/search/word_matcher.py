"""Words as they are looked for in code: in every spelling of a name, and in every form the word takes."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from roundtable_tui.codebase.search.identifiers import parts, pieces, singular, spans, stem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_IN_A_NAME = r"0-9A-Za-z_\x80-\xff"
_BETWEEN_NAMES = r" \t./:>-"
_JOINED = r"[_ \t./:>-]{0,2}"
_FEWEST_LETTERS = 2
_BY_ITS_BEGINNING = 4
_ANYWHERE = 6


class Sought:
    """Words that are counted together in one pass.

    A word of six letters is found anywhere in a name (`parser` in `configparser`), one of four where a part of the name
    begins (`order` in `orderId`, not in `border`), a shorter one only as a whole part (`tax` in `tax_rate`, not in
    `syntax`). `invoice` is found in `InvoiceTotal`, `invoices` and `invoicing`; `pay by invoice` in `payByInvoice`.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(dict.fromkeys(words))
        each = ((word, _Word(word)) for word in self.words)
        self._each = tuple((name, word) for name, word in each if word.letters >= _FEWEST_LETTERS)
        self.known: dict[bytes, tuple[tuple[str, int], ...]] = {}
        self.place = "|".join(dict.fromkeys(word.pattern(_as_bytes) for _, word in self._each))
        """A pattern over bytes that finds every place worth a closer look; empty if there is nothing to find."""
        self.surrounding = f"[{_IN_A_NAME}{_BETWEEN_NAMES if any(word.inner for _, word in self._each) else ''}]"
        """One of the characters a place is surrounded with: enough of them to tell whether it counts."""
        literals = [word.literal for _, word in self._each]
        self.literals = tuple(dict.fromkeys(literals)) if all(literals) else ()
        """In lower case; every place holds one of them. None if there is a word without such a thing."""

    def counts(self, text: bytes) -> tuple[tuple[str, int], ...]:
        """The words that occur in this piece of a file, and how often."""
        found = self.known.get(text)
        if found is None:
            lowered = text.lower()
            here = [(name, word) for name, word in self._each if word.literal in lowered]
            found = self.known[text] = _counted(here, text.decode("utf-8", "surrogateescape")) if here else ()
        return found


def _counted(words: Sequence[tuple[str, _Word]], text: str) -> tuple[tuple[str, int], ...]:
    where = spans(text)
    begins, ends = [begin for begin, _ in where], [end for _, end in where]
    counted = [(name, word.count(text, begins, ends)) for name, word in words]
    return tuple((name, count) for name, count in counted if count)


class _Word:
    def __init__(self, word: str) -> None:
        found = [part for piece in pieces(word) for part in parts(piece)]
        self.letters = sum(map(len, found))
        *self.inner, last = found or [""]
        self._shared = _shared_beginning(singular(last), stem(last))
        folded = last.casefold()
        self._stem = stem(folded)
        long_enough = len(self._stem) > _BY_ITS_BEGINNING
        self._beginnings = (singular(folded), self._stem) if long_enough else (singular(folded),)
        runs_on = _runs_on(last)
        self._by_its_beginning = runs_on or self.letters >= _BY_ITS_BEGINNING
        self._anywhere = runs_on or len((*self.inner, last)[0]) >= _ANYWHERE
        self._place = re.compile(self.pattern(re.escape))
        plain = [part for part in (*self.inner, self._shared) if part.isascii()]
        self.literal = max(plain, key=len, default="").encode()
        """In lower case, and in every place; empty if there is none."""

    def pattern(self, spelled: Callable[[str], str]) -> str:
        """All parts but the last as they are, then what the forms of the last one share."""
        inner = "".join(_any_case(part, spelled) + _JOINED for part in self.inner)
        return f"{inner}({_any_case(self._shared, spelled)})"

    def count(self, text: str, begins: Sequence[int], ends: Sequence[int]) -> int:
        """`begins` and `ends` are those of the parts of names in the text; a line may have a hundred thousand."""
        return sum(self._is_meant(text, place, begins, ends) for place in self._place.finditer(text))

    def _is_meant(self, text: str, place: re.Match[str], begins: Sequence[int], ends: Sequence[int]) -> bool:
        if not self._anywhere:
            part = bisect_left(begins, place.start())
            if part == len(begins) or begins[part] != place.start():
                return False
        part = bisect_left(ends, place.end())
        end = ends[part] if part < len(ends) else place.end()
        last = text[place.start(1) : end].casefold()
        if self._by_its_beginning and last.startswith(self._beginnings):
            return True
        return stem(last) == self._stem


def _runs_on(word: str) -> bool:
    """Scripts without capitals mostly do without spaces, too: nothing shows where a word begins."""
    return word.lower() == word.upper() and not word.isdecimal()


def _shared_beginning(one: str, other: str) -> str:
    while not other.startswith(one):
        one = one[:-1]
    return one


def _any_case(part: str, spelled: Callable[[str], str]) -> str:
    return "".join(_any_case_of(letter, spelled) for letter in part)


def _any_case_of(letter: str, spelled: Callable[[str], str]) -> str:
    """Spelled out rather than left to a flag: no two engines agree on the case of all letters."""
    variants = dict.fromkeys((letter, letter.lower(), letter.upper()))
    if len(variants) == 1:
        return spelled(letter)
    return f"[{''.join(variants)}]" if "".join(variants).isascii() else f"(?:{'|'.join(map(spelled, variants))})"


def _as_bytes(text: str) -> str:
    if text.isascii():
        return re.escape(text)
    return "".join(f"\\x{byte:02x}" for byte in text.encode("utf-8", "surrogateescape"))
