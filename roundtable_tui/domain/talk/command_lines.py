"""Reads a line such as `/depth brief` against the commands of the moment, completes it, and knows what is none."""

from __future__ import annotations

import itertools
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.spoken_words import COURTESY, is_slip_of, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence


class Takes(StrEnum):
    NOTHING = "nothing"
    CHOICE = "choice"
    """One of a few words."""
    WORD = "word"
    TEXT = "text"


class CommandForm(Struct, frozen=True):
    """A command that can be typed now; `choices` are what may follow it."""

    name: str
    takes: Takes = Takes.NOTHING
    choices: tuple[str, ...] = ()


class Line(StrEnum):
    COMMAND = "command"
    UNKNOWN = "unknown"
    """No command of this name exists now."""
    MISUSED = "misused"
    """The command exists, but takes nothing, or something else, after it."""


class CommandLine(Struct, frozen=True):
    line: Line
    name: str
    argument: str = ""
    nearest: str = ""
    """For an unknown command, the one that was probably meant."""


_FORM = re.compile(r"\s*/(?P<name>[A-Za-z][A-Za-z-]{0,29})(?P<marks>[.!,…]*)(?:[ \t]+(?P<rest>[^\n]*?))?\s*")
_PROSE = 4
"""So many words after a command that takes none are a sentence about a path or an address."""
_CLOSE_ENOUGH = 3
"""So many first letters of a command point at it."""


def parse_command(message: str, commands: Sequence[CommandForm]) -> CommandLine | None:
    """The command a message names; None for everything that is none: a path, an address in a sentence, an answer."""
    found = _FORM.fullmatch(message)
    if found is None:
        return None
    name = found["name"].lower()
    rest = _without_courtesy(found["rest"] or "")
    form = next((one for one in commands if one.name == name), None)
    if form is None:
        near = nearest(name, commands)
        is_answer = bool(rest) and (not near or len(rest.split()) >= _PROSE)
        return None if is_answer else CommandLine(Line.UNKNOWN, name, rest, near)
    if _fits(form, rest):
        return CommandLine(Line.COMMAND, name, rest.lower() if form.takes is Takes.CHOICE else rest)
    return None if len(rest.split()) >= _PROSE else CommandLine(Line.MISUSED, name, rest)


def _fits(form: CommandForm, rest: str) -> bool:
    match form.takes:
        case Takes.NOTHING:
            return not rest
        case Takes.CHOICE:
            return not rest or rest.lower() in form.choices
        case Takes.WORD:
            return len(rest.split()) <= 1
    return True


def _without_courtesy(rest: str) -> str:
    """What follows a command, without the please and thanks at its end."""
    words = spoken(rest)
    kept = [word for word in words if (word.text,) not in COURTESY]
    return rest[: kept[-1].end].strip() if kept else ""


def nearest(name: str, commands: Sequence[CommandForm]) -> str:
    """The command a misspelt or unfinished name most probably stands for; empty where none is near."""
    begun = [one.name for one in commands if one.name.startswith(name)]
    if begun:
        return begun[0] if len(begun) == 1 or len(name) >= _CLOSE_ENOUGH else ""
    near = [one.name for one in commands if is_slip_of(name, one.name) or _same_letters(name, one.name)]
    head = [
        one.name for one in commands if one.name[:_CLOSE_ENOUGH] == name[:_CLOSE_ENOUGH] and len(name) > _CLOSE_ENOUGH
    ]
    return next(iter((*near, *head)), "")


def _same_letters(name: str, other: str) -> bool:
    return sorted(name) == sorted(other)


def complete(typed: str, commands: Sequence[CommandForm]) -> tuple[str, ...]:
    """What a line that was begun can become: commands by their first letters, then what may follow them."""
    if not typed.startswith("/") or "\n" in typed:
        return ()
    name, space, begun = typed[1:].partition(" ")
    if not space:
        return tuple(f"/{one.name}" for one in commands if one.name.startswith(name.lower()))
    form = next((one for one in commands if one.name == name.lower()), None)
    choices = form.choices if form else ()
    return tuple(f"/{name.lower()} {choice}" for choice in choices if choice.startswith(begun.lstrip().lower()))


def completed(typed: str, commands: Sequence[CommandForm]) -> str:
    """The line as far as Tab can take it: up to where the candidates part, and on to the next word if there is one."""
    candidates = complete(typed, commands)
    if not candidates:
        return typed
    shared = itertools.takewhile(lambda letters: len(set(letters)) == 1, zip(*candidates, strict=False))
    line = "".join(letters[0] for letters in shared)
    form = next((one for one in commands if f"/{one.name}" == line), None)
    takes_more = len(candidates) == 1 and form is not None and form.takes is not Takes.NOTHING
    return f"{line} " if takes_more else line
