"""Words as they are looked for in code: whole or as parts of names, in every spelling; other forms are told apart."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from roundtable_tui.codebase.search.identifiers import are_forms, parts, pieces, shared_beginning, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_IN_A_NAME = r"0-9A-Za-z_\x80-\xff"
_BETWEEN_NAMES = r" \t./:>-"
_JOINED = r"[_ \t./:>-]{0,2}"
_FEWEST_LETTERS = 2


class Way(StrEnum):
    """How a word was found; the value ends a sentence that begins "found as"."""

    WORD = "a whole word"
    PART = "a part of a name"
    FORM = "another form of the word"


class Found(NamedTuple):
    """How often a word occurs in a piece of text: as it was written, and in another of its forms."""

    word: str
    whole: int
    forms: int = 0


class Sought:
    """Words that are counted together in one pass.

    A word is found where it stands alone and where it is a part of a name (`order` in `orderId`, neither in `border`
    nor in `orderly`), in every spelling of the name: `pay by invoice` in `payByInvoice`. Its other forms (`invoices`
    and `invoicing` for `invoice`) are found, too, and told apart.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(dict.fromkeys(words))
        each = ((word, _Word(word)) for word in self.words)
        self._each = tuple((name, word) for name, word in each if word.letters >= _FEWEST_LETTERS)
        self.known: dict[bytes, tuple[Found, ...]] = {}
        self.place = "|".join(dict.fromkeys(word.pattern(_as_bytes) for _, word in self._each))
        """A pattern over bytes that finds every place worth a closer look; empty if there is nothing to find."""
        self.surrounding = f"[{_IN_A_NAME}{_BETWEEN_NAMES if any(word.inner for _, word in self._each) else ''}]"
        """One of the characters a place is surrounded with: enough of them to tell whether it counts."""
        literals = [word.literal for _, word in self._each]
        self.literals = tuple(dict.fromkeys(literals)) if all(literals) else ()
        """In lower case; every place holds one of them. None if there is a word without such a thing."""

    def counts(self, text: bytes) -> tuple[Found, ...]:
        """The words that occur in this piece of a file, and how often."""
        found = self.known.get(text)
        if found is None:
            found = self.known[text] = tuple(_counted(name, ways) for name, ways in self._in(text))
        return found

    def ways(self, text: bytes) -> Mapping[str, Way]:
        """How each word that occurs in this piece of a file was found, at best."""
        return {name: next(way for way in Way if way in ways) for name, ways in self._in(text)}

    def _in(self, text: bytes) -> Iterator[tuple[str, Counter[Way]]]:
        lowered = text.lower()
        here = [(name, word) for name, word in self._each if word.literal in lowered]
        if not here:
            return
        shown = text.decode("utf-8", "surrogateescape")
        where = spans(shown)
        begins, ends = [begin for begin, _ in where], [end for _, end in where]
        for name, word in here:
            if ways := Counter(word.ways(shown, begins, ends)):
                yield name, ways


def _counted(name: str, ways: Counter[Way]) -> Found:
    return Found(name, ways[Way.WORD] + ways[Way.PART], ways[Way.FORM])


class _Word:
    def __init__(self, word: str) -> None:
        found = [part for piece in pieces(word) for part in parts(piece)]
        self.letters = sum(map(len, found))
        *self.inner, last = found or [""]
        self._shared = shared_beginning(last)
        self._last = last.casefold()
        self._runs_on = _runs_on(last)
        self._place = re.compile(self.pattern(re.escape))
        plain = [part for part in (*self.inner, self._shared) if part.isascii()]
        self.literal = max(plain, key=len, default="").encode()
        """In lower case, and in every place; empty if there is none."""

    def pattern(self, spelled: Callable[[str], str]) -> str:
        """All parts but the last as they are, then what the forms of the last one share."""
        inner = "".join(_any_case(part, spelled) + _JOINED for part in self.inner)
        return f"{inner}({_any_case(self._shared, spelled)})"

    def ways(self, text: str, begins: Sequence[int], ends: Sequence[int]) -> Iterator[Way]:
        """`begins` and `ends` are those of the parts of names in the text; a line may have a hundred thousand."""
        for place in self._place.finditer(text):
            if way := self._way(text, place, begins, ends):
                yield way

    def _way(self, text: str, place: re.Match[str], begins: Sequence[int], ends: Sequence[int]) -> Way | None:
        if self._runs_on:
            return Way.PART
        part = bisect_left(begins, place.start())
        if part == len(begins) or begins[part] != place.start():
            return None
        part = bisect_left(ends, place.end())
        end = ends[part] if part < len(ends) else place.end()
        last = text[place.start(1) : end].casefold()
        if last != self._last:
            return Way.FORM if are_forms(last, self._last) else None
        stands_alone = not _goes_on(text[end : end + 1]) and not _goes_on(text[place.start() - 1 : place.start()])
        return Way.WORD if stands_alone else Way.PART


def _goes_on(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _runs_on(word: str) -> bool:
    """Scripts without capitals mostly do without spaces, too: nothing shows where a word begins."""
    return word.lower() == word.upper() and not word.isdecimal()


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
