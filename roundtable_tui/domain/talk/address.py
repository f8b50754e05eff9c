"""Who a message speaks to: one of the first names at the table, several of them, or everybody."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.ordinary_words import ORDINARY
from roundtable_tui.domain.talk.spoken_words import is_slip_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def _any_of(phrases: str) -> str:
    """One of the phrases, the longer before the shorter."""
    longest_first = sorted((phrase.strip() for phrase in phrases.split(",")), key=len, reverse=True)
    return f"(?:{'|'.join(longest_first)})"


_EVERYONE = _any_of(
    "everyone at the table, everybody at the table, all at the table, all around the table, the whole table, everyone, "
    "everybody, the team, team, folks, guys, you guys, all"
)
_NUMBER = r"(?:two|three|four|five|six|[2-9])"
_ALL_OF_YOU = (
    rf"(?:(?:(?:the|all|any)\s+)?(?:{_NUMBER}|all|each|both|any|anyone|anybody|any\s+one|every\s+one|everyone|one|none|who|"
    rf"which|which\s+one|most|some)\s+of\s+you|you\s+{_NUMBER}|you\s+(?:all|both)|y['’]all|"
    r"(?:all|everyone|everybody)\s+(?:here\s+)?at\s+the\s+table)"
)
_FILLER_WORDS = _any_of(
    "hey, hi, hello, hm+, mhm, ok, okay, so, and, but, well, thanks, thank you, thx, ty, right, now, oh, ah, uh, "
    "um+, er, yes, yeah, no, sorry, wait, actually, alright, great, good, cool, nice, fine, exactly, true, agreed, "
    "sure, please, pls, interesting, good point, fair point, good idea, nice idea, i agree, i see, got it, back to, "
    "over to, question for, a question for, one question for, next question for, this is for, this one is for"
)
_FILLER = rf"(?:{_FILLER_WORDS}[\s,.!…]+){{0,6}}"
_GREETING = rf"{_any_of('hey, hi, hello, thanks, thank you, thx, question for, a question for, over to')}[\s,]+"
_ASKS_YOU = (
    rf"{_any_of('do, did, can, could, would, will, are, were, have, should, don.?t, shall, may')}\s+"
    rf"{_any_of('you, we, i, u, they, it, this, that, there')}\b"
)
_ASKS_ABOUT = rf"{_any_of('is, does, has, was, are, do')}\s+{_any_of('it, that, this, there, they, we')}\b"
_ASKS_WITH_A_MARK = (
    rf"{_any_of('is, does, are, do, can, should, will, would, has, did')}\s+"
    rf"{_any_of('the, a, an, any, our, my, your, these, those')}\b(?=[^.!]*\?)"
)
_REQUESTS = _any_of(
    "please, pls, plz, tell, explain, show, give, say, describe, elaborate, clarify, help, suggest, comment, "
    "summarize, summarise, go on, go ahead, continue, your turn, your view, your take, your opinion, any, anything, "
    "thoughts, think, and you, thanks, thank you, thx, i, im, we, you, u, ur, your, lets, let['’]s"
)
"""A name before these is called: a pronoun cannot follow it where it is the subject."""
# "Jordan, which errors?" asks him; "Jordan which is a country" only mentions it.
_ASKS = (
    rf"(?:(?:and|but|so)\s+(?:who|when|where)\b|(?:and\s+|but\s+|so\s+)?(?:what|which(?!\s+(?:is|was|has|are)\b[^?]*\Z)|why|how|what['’]?s|how['’]?s)\b"
    rf"|(?:who|when|where)\s+(?:is|are|do|does|did|should|will|would|can|could|was|were)\b"
    rf"|(?:and\s+)?(?:who|when|where)\b(?=[^.!]*\?)"
    rf"|{_ASKS_YOU}|{_ASKS_ABOUT}|{_ASKS_WITH_A_MARK}|{_REQUESTS}\b)"
)
_OPINION = _any_of(
    "think, say, see, feel, suggest, recommend, prefer, propose, make of, want, mean, object, answer, know"
)
_SPEAKS = _any_of(
    "explain, tell, answer, comment, elaborate, speak, weigh in, say something, clarify, describe, go first, start"
)
_SPOKEN_TO = _any_of(
    "tell, explain, show, give, say, describe, elaborate, go on, go ahead, continue, thanks, thank you, thx, good, "
    "great, nice, ok, okay, yes, no, right, what, which, why, how, who, when, where, is, are, do, does, can, could, "
    "would, should, will, please, your turn, over to you"
)
_BEFORE_ONE_SPOKEN_OF = _any_of(
    "to, with, from, for, of, by, about, like, than, and, or, the, a, an, is, are, was, be, as, at, in, on, ask, "
    "tell, asked, told, call, called, know, knows, meet, met, mean, named, see, saw, let, give, show, not, no, if, "
    "that, when, because, but, want, need, have, hear, heard, our, my, your, mr, mrs"
)
"""A name after these is talked about."""
_START = rf"(?:\A|[.?!]\s)\s*{_FILLER}"
_END_OF_CALL = r"\s*(?:[,:?!.…]|[-–—]\s|\Z)"


def addressed(message: str, first_names: Sequence[str], seated: Sequence[str] | None = None) -> tuple[str, ...]:
    """Who the message speaks to, in the order of the table; empty where it speaks to nobody in particular.

    `seated` is who "everyone" means, if not all the names. A name counts where it opens a sentence, also after a
    filler, before a comma, a question or a request; after an @ anywhere; at the end after a comma; or where its view is
    asked for ("what does Alex think?"). A name that is only talked about ("ask Alex later") does not.
    """
    if not first_names:
        return ()
    if any(place.search(message) for place in _places_of_all()):
        return tuple(first_names if seated is None else seated)
    called = _called(message, tuple(first_names))
    return tuple(name for name in first_names if name.lower() in called)


@lru_cache(maxsize=1)
def _places_of_all() -> tuple[re.Pattern[str], ...]:
    places = (
        rf"{_START}(?:(?:to|for)\s+)?@?{_EVERYONE}{_END_OF_CALL}",
        rf"{_START}(?:everyone|everybody|team|folks|guys|you guys)\s+{_ASKS}",
        r"(?<![\w.@])@(?:everyone|everybody|team|all|table)(?!\w)",
        rf"(?<!\w){_ALL_OF_YOU}(?!\w)",
        rf",\s*{_EVERYONE}\s*\?\s*\Z",
        rf"\A[^.?!:\n]{{0,30}}\bquestion\s+(?:for|to)\s+@?{_EVERYONE}{_END_OF_CALL}",
        rf"\b(?:what|how)\s+(?:do|does|would|will)\s+{_EVERYONE}\s+(?:else\s+)?{_OPINION}\b",
        rf"\b(?:hear|hear\s+it)\s+{_EVERYONE}\s*[.!?]*\s*\Z",
        rf"\b(?:hear|know|opinions?|views?|takes?|thoughts?|answers?)\s+(?:from|of)\s+{_EVERYONE}\s*[.!?]*\s*\Z",
    )
    return tuple(re.compile(place, re.IGNORECASE) for place in places)


@lru_cache(maxsize=16)
def _places_of(first_names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    name = _one_of(first_names)
    several = rf"@?{name}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*[&+/]\s*)@?{name}){{0,5}}"
    places = (
        rf"{_START}({several}){_END_OF_CALL}",
        rf"{_START}({several})\s+{_ASKS}",
        rf"\A\s*{_GREETING}({several})(?![\w'’])",
        rf"(?<![\w.@])@({name})(?!\w)",
        rf",\s*({several})\s*\?\s*\Z",
        rf"\A\s*{_SPOKEN_TO}\b[^.?!\n]*,\s*({name})\s*[.!]*\s*\Z",
        rf"\s(?!{_BEFORE_ONE_SPOKEN_OF}\s)\w+\s+({name})\s*,\s*{_ASKS_YOU}",
        rf"\b(?:you|u|your)\b(?:[^.?!,\n]*\s(?!{_BEFORE_ONE_SPOKEN_OF}\s)\w+)?\s+({name})\s*[.!?]*\s*\Z",
        rf"\b(?:what|how)\s+(?:do|does|would|will)\s+({several})\s+{_OPINION}\b",
        rf"\b(?:like|love|want|need|let me|lets|let['’]s)\s+(?:to\s+)?hear\s+(?:from\s+|what\s+)?({several})(?![\w'’])",
        rf"\b(?:can|could|would|will|let|may)\s+({several})\s+(?:please\s+|pls\s+)?{_SPEAKS}\b",
        rf"\b({name})['’]?s?\s+(?:view|take|opinion|thoughts?|turn|answer|perspective)\b(?:\s+(?:please|pls|plz|on)\b|\s*[?!.]*\s*\Z)",
        rf"\A\s*{_FILLER}(?:i\s+)?(?:(?:dis)?agree|(?:do\s+not|don['’]?t)\s+agree|understand|hear\s+you|see|go\s+on|go\s+ahead|your\s+turn|over\s+to\s+you|what\s+about\s+you)\s+({name})\s*[.!,]*\s*\Z",
        rf"\A[^.?!:\n]{{0,40}}\b(?:for|to)\s+({several})\s*:",
        rf"\A[^.?!:\n]{{0,30}}\bquestion\s+(?:for|to)\s+({several})(?![\w'’])",
        rf"\A\s*{_FILLER}(?:for|to|dear|my question goes to|i ask|asking)\s+({several})(?:\s*[:,]|\s+{_ASKS})",
    )
    return tuple(re.compile(place, re.IGNORECASE) for place in places)


def _one_of(first_names: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(re.escape(one) for one in sorted(first_names, key=len, reverse=True))})"


def _called(message: str, first_names: tuple[str, ...]) -> set[str]:
    parts = [part for place in _places_of(first_names) for part in place.findall(message)]
    whole_name = re.compile(rf"(?<!\w){_one_of(first_names)}(?!\w)", re.IGNORECASE)
    found = {one.lower() for part in parts for one in whole_name.findall(part)}
    return found or _misspelt(message, first_names)


_SHORTEST_NAME = 4
"""Letters of a name that is typed with a slip."""
_NAMES_OF_OTHERS = frozenset(
    "january february march april may june july august september october november december"
    " alexa alexi alexis alec alix maia mara mary maja mayra myra mayo mayan jordana jordans".split()
)


def _misspelt(message: str, first_names: tuple[str, ...]) -> set[str]:
    """A name with one slip, where a comma leaves no doubt that it is one."""
    opening = re.match(rf"\s*{_FILLER}@?(\w+)\s*[,:]", message, re.IGNORECASE)
    if opening is None:
        return set()
    said = opening[1].lower()
    if said in ORDINARY or said in _NAMES_OF_OTHERS:
        return set()
    known = (name.lower() for name in first_names if len(said) >= min(len(name), _SHORTEST_NAME))
    return {name for name in known if is_slip_of(said, name, shortest=_SHORTEST_NAME)}
