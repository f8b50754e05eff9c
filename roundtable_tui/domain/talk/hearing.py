"""What a message means in the place where it is said: the one order in which all the readings of it are tried."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from msgspec import Struct

from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.talk.address import addressed
from roundtable_tui.domain.talk.command_lines import CommandForm, CommandLine, parse_command
from roundtable_tui.domain.talk.depth import depth_request
from roundtable_tui.domain.talk.menu import parse_menu
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.domain.talk.small_talk import only_about_the_talk, says_nothing
from roundtable_tui.domain.talk.spoken_words import COURTESY, Vocabulary, each, phrases, spoken, words_of
from roundtable_tui.domain.talk.steering_phrases import (
    brings_back,
    ends_elaboration,
    only_says_to_stop,
    takes_back,
    wants_to_continue,
    wants_to_stop,
)
from roundtable_tui.domain.talk.thin_answers import only_points
from roundtable_tui.domain.talk.verdicts import accept_or_amend, asks_to_see


class Place(StrEnum):
    MENU = "menu"
    QUESTION = "question"
    DECISION = "decision"
    ELABORATION = "elaboration"
    VERDICT = "verdict"


class Meaning(StrEnum):
    COMMAND = "command"
    """A slash command; whether it exists and fits stands in `Heard.command`."""
    ELABORATE = "elaborate"
    CONTINUE = "continue"
    SKIP = "skip"
    BRIEF = "brief"
    STANDARD = "standard"
    DEEP = "deep"
    BOTH = "both"
    """Several depths at once, which has to be asked about."""
    STOP = "stop"
    UNDO = "undo"
    REDO = "redo"
    END = "end"
    """Leaves the elaboration."""
    GO_ON = "go on"
    """Goes on talking, where "You'd like to wrap up?" was asked."""
    ACCEPT = "accept"
    AMEND = "amend"
    SHOW = "show"
    YES = "yes"
    GUESS = "guess"
    YES_AND_MORE = "yes and more"
    YES_BUT = "yes but"
    AGAINST = "against"
    NO = "no"
    NO_AND_MORE = "no and more"
    UNCLEAR = "unclear"
    DELEGATED = "delegated"
    UNKNOWN = "unknown"
    ASKS_BACK = "asks back"
    PASSED = "passed"
    NOTHING = "nothing"
    """Says nothing about the subject: nothing is recorded, and what does what is said."""
    CONTENT = "content"


class Heard(Struct, frozen=True):
    meaning: Meaning
    rest: str = ""
    """The words beside a yes or no; for content all of them."""
    to: tuple[str, ...] = ()
    """Who is spoken to."""
    command: CommandLine | None = None


class Setting(Struct, frozen=True):
    """Where a message is said: what can be typed, who is there, and what was asked."""

    place: Place
    commands: tuple[CommandForm, ...] = ()
    names: tuple[str, ...] = ()
    seated: tuple[str, ...] | None = None
    asked: str = ""
    guess: str = ""


def hear(message: str, setting: Setting) -> Heard:
    """What the message means there."""
    if line := parse_command(message, setting.commands):
        return Heard(Meaning.COMMAND, command=line)
    match setting.place:
        case Place.MENU:
            return _at_menu(message, setting)
        case Place.QUESTION:
            steered = None if _is_offered(message, setting.asked) else _steered(message)
            return steered or _answered(message, setting)
        case Place.DECISION:
            return _decided(message, setting.asked)
        case Place.ELABORATION:
            return _in_elaboration(message, setting)
        case Place.VERDICT:
            return _judged(message)


def _at_menu(message: str, setting: Setting) -> Heard:
    if command := parse_menu(message):
        return Heard(Meaning[command.name])
    if steered := _steered(message):
        return steered
    if only_says_to_stop(message):
        return Heard(Meaning.STOP)
    empty = (
        says_nothing(message, setting.names)
        or only_about_the_talk(message, setting.names)
        or only_points(message)
        or _ONLY_ANSWERS.only(message)
    )
    return Heard(Meaning.NOTHING) if empty else Heard(Meaning.CONTENT, message)


_ONLY_ANSWERS: Final = Vocabulary(each(True, "none, none of them, neither, both, both of them, all, all of them"))
"""What would answer a question, and says nothing where none is open."""


def _steered(message: str) -> Heard | None:
    """Messages that steer the talk wherever they are said."""
    if takes_back(message):
        return Heard(Meaning.UNDO)
    if brings_back(message):
        return Heard(Meaning.REDO)
    if depth := depth_request(message):
        return Heard(Meaning(str(depth)))
    return Heard(Meaning.STOP) if wants_to_stop(message) else None


_LITTLE: Final = frozenset("it this that them the a is please let us now then here".split())


def _is_offered(message: str, asked: str) -> bool:
    """Whether the question itself names all that is said: "normal" answers "Is it low, normal or high?"."""
    said = {word.text for word in spoken(message) if (word.text,) not in COURTESY} - _LITTLE
    return bool(said) and said <= {*words_of(asked)}


def _answered(message: str, setting: Setting) -> Heard:
    reply = reply_to(message, guess=setting.guess, asked=setting.asked)
    if (called := _without_a_call(message, setting)) != message:
        other = reply_to(called, guess=setting.guess, asked=setting.asked)
        for_nobody = not _ASKS_FOR_ONE.search(setting.asked)
        if reply.meant is Meant.ANSWER:
            counts = other.meant in _SAID_TO_ONE or (for_nobody and other.meant in (Meant.YES, Meant.NO))
        else:
            counts = for_nobody and reply.rest.strip(" ,@.!?").lower() in {name.lower() for name in setting.names}
        reply = other if counts else reply
    if reply.meant is Meant.YES and not setting.guess and _only_nods(called):
        return Heard(Meaning.NOTHING)
    if reply.meant is Meant.ANSWER or (reply.meant is Meant.PASSED and _is_offered(message, setting.asked)):
        return Heard(Meaning.CONTENT, message)
    return Heard(Meaning[reply.meant.name], reply.rest)


_SAID_TO_ONE: Final = (
    Meant.GUESS,
    Meant.DELEGATED,
    Meant.UNKNOWN,
    Meant.ASKS_BACK,
    Meant.PASSED,
    Meant.NOTHING,
)
"""What says no more because somebody is called by name: "up to you, Maya"."""
_ASKS_FOR_ONE: Final = re.compile(r"\b(?:who|whom|whose|which)\b", re.IGNORECASE)


def _without_a_call(message: str, setting: Setting) -> str:
    """The message without a name at its start or end that a comma sets apart; a name may be what was asked for."""
    if setting.guess and _ASKS_FOR_ONE.search(setting.asked):
        return message
    for name in setting.names:
        opening, called, rest = message.strip().partition(",")
        if called and opening.strip(" @").lower() == name.lower():
            return rest
        rest, called, end = message.strip().rpartition(",")
        if called and end.strip(" @.!?").lower() == name.lower():
            return f"{rest}?" if end.rstrip().endswith("?") else rest
    return message


_NODS: Final = phrases("ok, okay, alright, all right, fine, great, cool, thanks, good, then, well, so")


def _only_nods(message: str) -> bool:
    """Whether a yes says no more than that it was heard, which answers no question."""
    return all((word.text,) in _NODS for word in spoken(message)) and any(c.isalpha() for c in message)


def _decided(message: str, asked: str) -> Heard:
    reply = reply_to(message)
    if reply.agrees or reply.meant is Meant.NO:
        return Heard(Meaning.YES if reply.agrees else Meaning.NO)
    if again := _in_words_of(asked, message):
        return Heard(again)
    if wants_to_continue(message):
        return Heard(Meaning.GO_ON)
    if wants_to_stop(message):
        return Heard(Meaning.STOP)
    return Heard(Meaning.NO if reply.meant is Meant.NO_AND_MORE else Meaning.UNCLEAR, reply.rest)


_BRACKETS: Final = re.compile(r"[(\[][^)\]]*[)\]]")
_ASKING: Final = re.compile(r"[^.!?]+\?")


def _in_words_of(asked: str, message: str) -> Meaning | None:
    """A yes or no that says again what was asked: "yes, skip the rest", "don't skip it".

    A question that names two ways is not answered by a yes to one of its words.
    """
    question = _ASKING.findall(_BRACKETS.sub(" ", asked))[-1:]
    if not question or "?" in message or "or" in words_of(question[0]):
        return None
    asked = question[0]
    said = [word.text for word in spoken(message) if (word.text,) not in COURTESY]
    yes = said[:1] in (["yes"], ["yep"], ["yeah"], ["sure"], ["ok"])
    denied = said[1:] if said[:1] in (["no"], ["nope"]) else said
    if yes and _is_offered(" ".join(said[1:]), asked):
        return Meaning.YES
    return Meaning.NO if denied[:2] == ["do", "not"] and _is_offered(" ".join(denied[2:]), asked) else None


def decided(message: str, heard: Meaning, *, default: bool, continuing: bool | None = None) -> bool | None:
    """The yes or no of a decision, the default for an empty message, None where it has to be asked again.

    `continuing` is what "continue" says to this question, and the contrary of what "let's stop" says.
    """
    if not message.strip():
        return default
    match heard:
        case Meaning.YES | Meaning.NO:
            return heard is Meaning.YES
        case Meaning.GO_ON:
            return continuing
        case Meaning.STOP if continuing is not None:
            return not continuing
    return None


def _in_elaboration(message: str, setting: Setting) -> Heard:
    if ends_elaboration(message):
        return Heard(Meaning.END)
    if steered := _steered(message):
        return steered
    to = addressed(message, setting.names, setting.seated)
    if not to and says_nothing(message):
        return Heard(Meaning.NOTHING)
    return Heard(Meaning.CONTENT, message, to)


def _judged(message: str) -> Heard:
    if takes_back(message):
        return Heard(Meaning.UNDO)
    verdict = accept_or_amend(message)
    if verdict is not Verdict.ACCEPT and wants_to_stop(message):
        return Heard(Meaning.STOP)
    if asks_to_see(message):
        return Heard(Meaning.SHOW)
    return Heard(Meaning[verdict.name], message)
