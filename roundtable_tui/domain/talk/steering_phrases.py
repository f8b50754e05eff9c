"""Recognises the few short messages that steer the talk, so that everything else stays an answer."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Meaning = TypeVar("Meaning")
Words = tuple[str, ...]

_LONGEST_STEERING_MESSAGE = 200
_APOSTROPHES = re.compile("['’‘ʼ´`]")
_LIGHT_PUNCTUATION = r".,;:!?…\"“”„«»()\-‐‑–—"
_WORD = re.compile(rf"[^\W_]+(?:[-‐‑][^\W_]+)*|[^\s{_LIGHT_PUNCTUATION}]")


def words_of(message: str) -> Words:
    """The words in lower case, without apostrophes and punctuation.

    A hyphenated compound is one word ("fine-tune" is not "fine"), and a symbol such as / or $ is a word of
    its own, so that code and paths never look like plain speech.
    """
    return tuple(_WORD.findall(_APOSTROPHES.sub("", message).lower()))


def phrases(text: str) -> frozenset[Words]:
    """A vocabulary written as phrases with commas between them."""
    return frozenset(words_of(phrase) for phrase in text.split(","))


def only_says(
    message: str, meanings: Mapping[Words, Meaning], filler: frozenset[Words] = frozenset()
) -> frozenset[Meaning]:
    """What the message means if it holds nothing but these phrases and filler; empty if it says more or less.

    The longest phrase at each place wins: "keep it short" is never read as the filler "keep it" and a rest.
    """
    if len(message) > _LONGEST_STEERING_MESSAGE:
        return frozenset()
    words, place = words_of(message), 0
    found: set[Meaning] = set()
    longest = max(map(len, (*meanings, *filler)))
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            part = words[place : place + length]
            if part in meanings:
                found.add(meanings[part])
            elif part not in filler:
                continue
            place += length
            break
        else:
            return frozenset()
    return frozenset(found)


def _says(message: str, vocabulary: frozenset[Words], filler: frozenset[Words]) -> bool:
    return True in only_says(message, dict.fromkeys(vocabulary, True), filler)


_LEAD_IN = phrases("ok, okay, alright, all right, right, thanks, thank you, great, good, well, so, hmm, oh, sorry")
_FOR_NOW = phrases("for now, for today, now, today, then, here, please, thanks, thank you")

_STOP = phrases(
    "that's enough, that is enough, I'm done, I am done, let's stop, let us stop, let's wrap up, let us wrap "
    "up, let's wrap it up, ship it, let's ship it"
)
_END_ELABORATION = phrases(
    "done, all done, I'm done, I am done, we're done, we are done, I'm all done, we're all done, exit, wrap up, "
    "wrap-up, wrap it up, wrap this up, back, go back"
)
# "well done", "done right" and "I'm back" are talk, so "well", "right" and "I'm" are no filler here.
_END_FILLER = phrases(
    "ok, okay, alright, all right, thanks, thank you, great, so, hmm, oh, let's, let us, I think, can we, could "
    "we, we can, and, time to, to the menu, to the step, let me, for now, now, here, please"
)
_CONTINUE = phrases("continue, let's continue, keep going, let's keep going, go on, let's go on, carry on")
_YES_OR_NO = {
    **dict.fromkeys(
        phrases(
            "y, yes, yep, yeah, yup, aye, sure, ok, okay, of course, certainly, definitely, absolutely, "
            "please, please do, go ahead, do it, sounds good, yes I do, I do, sure thing, fine, that's "
            "right, correct, right"
        ),
        True,
    ),
    **dict.fromkeys(
        phrases(
            "n, no, nope, nah, no thanks, no thank you, not now, not yet, not really, don't, do not, please "
            "don't, I don't, no I don't, cancel, never mind, nevermind, better not"
        ),
        False,
    ),
}
_DONT_KNOW = phrases(
    "I don't know, don't know, I do not know, do not know, dunno, I dunno, idk, not sure, I'm not sure, I am "
    "not sure, unsure, I'm unsure, no idea, I have no idea, I've no idea, no clue, I have no clue, later, "
    "ask me later, ask later, maybe later, tbd, to be decided, to be determined, to be defined, unknown, "
    "it's unknown, unclear, not known, hard to say, can't say, I can't say, I couldn't say, not decided, "
    "undecided"
)
_DONT_KNOW_FILLER = _LEAD_IN | phrases(
    "yet, still, honestly, really, right now, at the moment, that, for now, now, then, please, I'm afraid, "
    "to be honest, about that, about this, uh, um, er, I, I'm"
)
_PASS = phrases(
    "skip, skip it, skip this, skip that, skip this one, skip that one, skip this question, skip the "
    "question, pass, I pass, I'll pass, next question, let's skip, let's skip it, let's skip this, let's "
    "skip this one"
)
_PASS_FILLER = _LEAD_IN | _FOR_NOW | phrases("can we, could we, I'd like to, let me, on this, on that, on this one")
_TAKE_BACK = phrases(
    "undo, undo that, undo this, undo it, undo last, undo the last one, undo my last answer, undo the last "
    "answer, take that back, take it back, I take that back, I take it back, scratch that, strike that"
)
_TAKE_BACK_FILLER = (
    _LEAD_IN | _FOR_NOW | phrases("no, wait, actually, can I, could I, can you, could you, let me, I want to")
)


def wants_to_stop(message: str) -> bool:
    """Whether the whole message says to end the analysis here."""
    return _says(message, _STOP, _LEAD_IN | _FOR_NOW)


def wants_to_continue(message: str) -> bool:
    """Whether the whole message says to go on talking, as an answer to "You'd like to wrap up?"."""
    return _says(message, _CONTINUE, _LEAD_IN | _FOR_NOW | phrases("no, let's"))


def ends_elaboration(message: str) -> bool:
    """Whether the whole message says to leave the elaboration and go back to the menu."""
    return _says(message, _END_ELABORATION, _END_FILLER)


def yes_or_no(message: str, default: bool) -> bool | None:
    """The user's yes or no, the default for an empty message, None where it has to be asked again."""
    if not message.strip():
        return default
    meant = only_says(message, _YES_OR_NO, phrases("thanks, thank you, then, oh, well, hmm"))
    return next(iter(meant)) if len(meant) == 1 else None


def dont_know(message: str) -> bool:
    """Whether the whole message says that there is no answer yet."""
    stripped = message.strip()
    if stripped and not stripped.strip("?"):
        return True
    return _says(message, _DONT_KNOW, _DONT_KNOW_FILLER)


def passes(message: str) -> bool:
    """Whether the whole message says to leave this question out."""
    return _says(message, _PASS, _PASS_FILLER)


def takes_back(message: str) -> bool:
    """Whether the whole message says to undo the last answer."""
    return _says(message, _TAKE_BACK, _TAKE_BACK_FILLER)


class Verdict(StrEnum):
    ACCEPT = "accept"
    AMEND = "amend"


_ACCEPTING = phrases("accept, looks good, approved, yes, confirm, LGTM, fine, correct, agree")
_AMENDING = phrases("amend, change, revise, update, modify, no, not quite, needs work, redo")
_RESERVATIONS = phrases(
    "not, don't, doesn't, isn't, aren't, can't, cannot, won't, wouldn't, shouldn't, didn't, never, nothing, "
    "but, except, however, though, although, unless, until, if, once, almost, wrong, missing, incorrect, "
    "disagree"
)


def _holds_any(words: Words, vocabulary: frozenset[Words]) -> bool:
    lengths = {len(phrase) for phrase in vocabulary}
    return any(words[start : start + length] in vocabulary for start in range(len(words)) for length in lengths)


def accept_or_amend(message: str) -> Verdict:
    """Accept only what clearly accepts; both kinds, neither, a reservation or a question is Amend."""
    words = words_of(message)
    if not _holds_any(words, _ACCEPTING) or "?" in message:
        return Verdict.AMEND
    return Verdict.AMEND if _holds_any(words, _AMENDING | _RESERVATIONS) else Verdict.ACCEPT


_EVERYONE = ("everyone", "everybody", "team", "all", "all of you")
_CALL = r"(?:(?:hey|hi|hello|ok|okay|so|and|but|well|thanks|thank you|right|now),?\s+)?"


def addressed(message: str, first_names: Sequence[str]) -> Words:
    """Who the message speaks to, in the order of the table; empty where it speaks to nobody in particular.

    A name counts where it opens the message before a comma, colon, dash or its end ("Maya, …", "Maya and
    Alex: …"), after an @ anywhere, or as the last word of a question after a comma ("…, Alex?").
    """
    if not first_names:
        return ()
    called = _called(message, (*first_names, *_EVERYONE))
    if called & set(_EVERYONE):
        return tuple(first_names)
    return tuple(name for name in first_names if name.lower() in called)


def _called(message: str, candidates: Iterable[str]) -> set[str]:
    longest_first = sorted(candidates, key=len, reverse=True)
    name = "(?:" + "|".join(re.escape(candidate) for candidate in longest_first) + ")"
    several = rf"@?{name}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)@?{name})*"
    places = (
        rf"\A\s*{_CALL}({several})\s*(?:[,:?!.]|[-–—]\s|\Z)",
        rf"(?<![\w.@])@({name})(?!\w)",
        rf",\s*({several})\s*\?\s*\Z",
    )
    parts = (part for place in places for part in re.findall(place, message, re.IGNORECASE))
    return {one.lower() for part in parts for one in re.findall(rf"(?<!\w){name}(?!\w)", part, re.IGNORECASE)}
