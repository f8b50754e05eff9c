"""Reads the words out of a `say` call while the model is still writing it, so that they reach the user as text does."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SAY = "say"
"""The tool the model speaks through: text beside other calls may come back empty, what stands in a call does not."""
_OPENING = re.compile(r'[ \t\r\n]*\{[ \t\r\n]*"text"[ \t\r\n]*:[ \t\r\n]*"')
_PLAIN = re.compile(r'[^"\\]+')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_ESCAPE_BEGUN = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?")
_FIRST_HALF = re.compile(r"\\u[dD][89abAB]")
_SECOND_HALF = re.compile(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SECOND_HALF_BEGUN = re.compile(r"(?:\\(?:u(?:[dD](?:[c-fC-F][0-9a-fA-F]?)?)?)?)?")
"""Nothing at all begins it too."""


class SpokenWords:
    """Takes the JSON of one call in pieces of any size and gives each character once it is certain."""

    def __init__(self) -> None:
        self._raw = ""
        self._within = False
        self._over = False
        """The text has ended, or it cannot be read on."""
        self._told = ""

    def take(self, piece: str) -> str:
        """The words this piece adds; none where the text is not the first value, which is then told at the end."""
        if self._over:
            return ""
        self._raw += piece
        if not self._within:
            opening = _OPENING.match(self._raw)
            if opening is None:
                return ""
            self._within, self._raw = True, self._raw[opening.end() :]
        words = "".join(self._certain())
        self._told += words
        return words

    def rest(self, whole: Mapping[str, Any]) -> str:
        """The words that are still to be told, now that the call is complete."""
        text = whole.get("text")
        if not isinstance(text, str) or not text.startswith(self._told):
            return ""
        rest, self._told = text[len(self._told) :], text
        return rest

    def _certain(self) -> Iterator[str]:
        while self._raw and not self._over:
            if plain := _PLAIN.match(self._raw):
                self._raw = self._raw[plain.end() :]
                yield plain[0]
            elif self._raw.startswith('"'):
                self._over = True
            elif escape := self._escape():
                self._raw = self._raw[len(escape) :]
                yield json.loads(f'"{escape}"')
            else:
                return

    def _escape(self) -> str:
        """The escape the text goes on with; empty while its end has not come."""
        found = _ESCAPE.match(self._raw)
        if found is None:
            self._over = _ESCAPE_BEGUN.fullmatch(self._raw) is None
            return ""
        if _FIRST_HALF.match(self._raw):
            after = self._raw[found.end() :]
            if second := _SECOND_HALF.match(after):
                return found[0] + second[0]
            if _SECOND_HALF_BEGUN.fullmatch(after):
                return ""
        return found[0]


class Once:
    """Follows all words of one turn. Only words of the other way of speaking count as said before."""

    def __init__(self) -> None:
        self._told: dict[bool, list[str]] = {True: [], False: []}
        self._by_say: bool | None = None
        self._words = ""
        self._held = ""
        self._is_new = True

    def begin(self, *, by_say: bool) -> None:
        """Other words begin: a `say`, or plain text after one."""
        self.end()
        self._by_say = by_say
        self._is_new = not self._told[not by_say]

    def take(self, text: str) -> str:
        """What of this is to be shown now; words wait as long as they only repeat what was said."""
        self._words += text
        if self._is_new:
            return text
        self._held += text
        squeezed = _squeezed(self._held)
        before = self._told[not self._by_say]
        if any(told.startswith(squeezed) for told in before):
            return ""
        self._is_new = True
        repeated = max((len(told) for told in before if squeezed.startswith(told)), default=0)
        return _after(self._held, repeated)

    def end(self) -> None:
        if self._by_say is not None and (words := _squeezed(self._words)):
            self._told[self._by_say].append(words)
        self._by_say, self._words, self._held = None, "", ""


def _squeezed(text: str) -> str:
    """Without space, which differs between the two for no reason."""
    return "".join(text.split())


def _after(text: str, count: int) -> str:
    """What follows so many letters, if a word ends there; otherwise all of it."""
    seen = 0
    for at, letter in enumerate(text):
        if seen == count:
            return text[at:].lstrip() if count and letter.isspace() else text
        seen += not letter.isspace()
    return text
