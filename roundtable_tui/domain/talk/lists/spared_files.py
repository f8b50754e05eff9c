"""Which files somebody wants left alone: texts in, the paths they rule out there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.small_talk import says_nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_ADDRESS = re.compile(r"(?:https?|ssh|ftp)://\S+")
_FILE = re.compile(
    r"(?<![\w@.~/-])(?:(?:\.{0,2}/)?[\w.@+-]+(?:/[\w.@+-]+)*/(?:[\w.@+-]*\w)?|[\w-]+(?:\.\w+)*\.[A-Za-z]\w{0,7}(?![\w/@]))"
)
_MARK = "\0"
"""Stands for a path while the words around it are read."""
_ONE = (
    rf"(?:(?:the|our|its|any|either|file|files|folder|module|in|to|of|at|under|inside)\s+){{0,3}}[`\"'“]?{_MARK}[`\"'”]?"
    r"(?:\s+(?:module|file|folder))?"
)
_THESE = rf"{_ONE}(?:\s*(?:,|;|&|\band\b|\bor\b|\bnor\b){{1,2}}\s*{_ONE}){{0,20}}"
_EDIT = r"(?:add|chang|touch|modif|edit|alter|rewrit|refactor|fiddl|mess)\w*"
_NEVER = r"(?:not|never|(?!can)\w+n['’]t|(?:do|does|wo|must|should|need|is|are)nt|without|nothing|no need to|no)"
_BE = r"(?:is|are|was|were|be|stays?|remains?|has to|have to|must|shall|should|can|may|will|to|need\w*|does|do|gets?)"
_END = r"(?=\s*(?:\Z|[.,;:!?)\n]|\b(?:and|but|because|since|so|here|then|at all|either|too|by|for|in|with|please)\b))"
_RULED_OUT = re.compile(
    "|".join(
        (
            (
                rf"\b(?:drop|skip|exclude|omit|ignore|spare|leave out|keep out of|stay out of|stay away from"
                r"|keep away from|hands off|forget(?: about)?"
                rf"|except(?: for)?|apart from|other than|but not|not|neither|nor)\s+{_THESE}"
            ),
            rf"\b{_NEVER}\s+(?:\w+\s+){{0,3}}?{_EDIT}\s+(?:(?:anything|things|code)\s+)?{_THESE}",
            rf"\b{_EDIT}\s+nothing\s+{_THESE}",
            rf"\bno\s+(?:changes?|edits?)\s+{_THESE}",
            rf"\b(?:nothing|none|no (?:line|code|file))\s+{_THESE}\s+(?:{_BE}\s+){{0,3}}{_EDIT}{_END}",
            (
                rf"\b(?:leave|leaves|leaving|keep|keeps|keeping|let)\s+{_THESE}\s+(?:\w+\s+){{0,2}}?"
                r"(?:alone|out|be|untouched|unchanged|as\s+(?:it|they)\s+(?:is|are|was|were)|as\s+is|the\s+same)\b"
            ),
            rf"{_THESE}\s+(?:{_BE}\s+){{0,3}}(?:not|never|\w+n['’]t)\s+(?:{_BE}\s+){{0,3}}{_EDIT}{_END}",
            (
                rf"{_THESE}\s+(?:{_BE}\s+){{1,3}}(?:as\s+(?:it|they)\s+(?:is|are|was|were)|the\s+same|alone|untouched"
                r"|unchanged|unaffected|not\s+affected|out\s+of\s+scope|not\s+in\s+scope|off[\s-]limits|taboo)\b"
            ),
        )
    ),
    re.IGNORECASE,
)
_WANTED = re.compile(
    rf"(?<!n't )(?<!not )\b(?:include|{_EDIT}|creat\w*|bring back|put back|fix|extend|update)\s+{_THESE}",
    re.IGNORECASE,
)


def spared_in(texts: Iterable[str]) -> tuple[str, ...]:
    """In the order they were last ruled out; what is asked for afterwards is not spared any more."""
    found: dict[str, None] = {}
    for text in texts:
        for name, ruled_out in _said_of_paths(_ADDRESS.sub(" ", text)):
            found.pop(name, None)
            if ruled_out:
                found[name] = None
    return tuple(found)


def without_spared(text: str) -> str:
    """The text without what it rules out: the words of that tell nothing about the change."""
    masked, names = _masked(text)
    kept, at = list[str](), 0
    for match in (*_RULED_OUT.finditer(masked), None):
        end = match.start() if match else len(masked)
        kept += [names.get(place, masked[place]) for place in range(at, end)]
        kept.append(" ")
        at = match.end() if match else end
    return "".join(kept)


def as_drops(words: str, known: Callable[[str], bool]) -> str:
    """The same answer with "drop" before each known path that it rules out in whatever words, on a line of its own."""
    named = [name for name in spared_in([words]) if known(name)]
    if not named or len(named) < len(spared_in([words])):
        return words
    rest = (line.strip(" ,;.") for line in without_spared(words).splitlines())
    return "\n".join((*(line for line in rest if not says_nothing(line)), *(f"drop {name}" for name in named)))


def _said_of_paths(text: str) -> Iterable[tuple[str, bool]]:
    """What is ruled out or asked for, in the order it was said."""
    masked, names = _masked(text)
    against = [match.span() for match in _RULED_OUT.finditer(masked)]
    wished = [match.span() for match in _WANTED.finditer(masked)]
    for where, name in names.items():
        if any(start <= where < end for start, end in against):
            yield name, True
        elif any(start <= where < end for start, end in wished):
            yield name, False


def _masked(text: str) -> tuple[str, dict[int, str]]:
    """The text with a mark for each path, and which path stands where."""
    parts, at, length, names = list[str](), 0, 0, dict[int, str]()
    for place in _FILE.finditer(text := text.replace(_MARK, " ")):
        parts += (text[at : place.start()], _MARK)
        length += place.start() - at
        names[length] = place[0]
        length, at = length + 1, place.end()
    return "".join((*parts, text[at:])), names
