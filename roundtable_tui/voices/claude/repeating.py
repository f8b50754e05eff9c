"""Keeps words from being shown twice that a model gives to `say` and writes as plain text as well."""

from __future__ import annotations


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
