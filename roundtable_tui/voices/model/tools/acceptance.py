"""What the user's reply settles by itself, before the model is asked: a brief and a recorder in, what was kept out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Confirmed
from roundtable_tui.domain.talk.assents import Assent, assent, pick_in, replies_by_part
from roundtable_tui.domain.talk.replies import Meant, asks_for_faults, reply_to
from roundtable_tui.voices.contradictions import beaten
from roundtable_tui.voices.tasks import ANSWERING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.protocol import Brief


class Taken(Struct, frozen=True):
    """A wording the user was shown and took; delegated, they left the choice to the analysts."""

    text: str
    becomes: str = ""
    delegated: bool = False
    changed: bool = False
    """They took it and said something more, which stands in it now: made of their words, not shown to them."""
    about: tuple[str, ...] = ()
    """What the question that it answers is about, where that is one of several in a list."""
    entry: str = ""
    """The entry that says it now; empty where the model has to find its place."""


class Settlement(Struct, frozen=True):
    """What a reply has settled."""

    assent: Assent = Assent.NONE
    confirmed: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    lost: tuple[str, ...] = ()
    """Entries that contradict the one the user picked."""
    besides: str = ""
    """What they said beside the number of a choice."""


def assent_in(brief: Brief) -> Assent:
    """What the user's words say to the guess, or to the entries, that were shown with the question."""
    question = brief.question
    if not isinstance(brief.task, ANSWERING) or question is None:
        return Assent.NONE
    said = assent(brief.words, question.suggestion, _asked(question))
    denied = said in (Assent.PLAIN, Assent.MORE) and bool(question.offers) and asks_for_faults(_asked(question))
    return Assent.AGAINST if denied else said


def taken_in(brief: Brief) -> tuple[Taken, ...]:
    """The wordings that the user took, word for word."""
    question = brief.question
    if not isinstance(brief.task, ANSWERING) or question is None:
        return ()
    said = assent_in(brief)
    if question.parts:
        return tuple(_of_parts(question, brief.words, said))
    if pick := pick_in(brief.words, question.choices):
        taken = Taken(question.choices[pick.place], question.becomes)
        return (taken,) if pick.place >= len(question.sides) else ()
    if question.suggestion and said in (Assent.PLAIN, Assent.DELEGATED):
        return (Taken(question.suggestion, question.becomes, said is Assent.DELEGATED),)
    return ()


def shown_as(name: str, brief: Brief) -> Taken | None:
    """What a model calls "guess", "guess 2" of a form, or "choice 2": the wording that was shown under that name."""
    question, found = brief.question, _NAMED.fullmatch(name.strip().lower())
    if not isinstance(brief.task, ANSWERING) or question is None or found is None:
        return None
    place = int(found["number"] or 1) - 1
    if found["what"] == "choice":
        one = question.choices[place : place + 1]
        return Taken(one[0], question.becomes) if one and place >= len(question.sides) else None
    if question.parts:
        part = question.parts[place] if found["number"] and place < len(question.parts) else None
        return Taken(part.suggestion, part.becomes, about=part.subjects) if part and part.suggestion else None
    return Taken(question.suggestion, question.becomes) if question.suggestion else None


def part_named(name: str, brief: Brief) -> int | None:
    """The place of what a model calls "guess 2" in the list that was shown, from 0 on."""
    found = _NAMED.fullmatch(name.strip().lower())
    if brief.question is None or not brief.question.parts or found is None or not found["number"]:
        return None
    return int(found["number"]) - 1


def shown_names(brief: Brief) -> list[str]:
    """What stood below the question, by the names a model confirms it with; nothing where the words plainly differ."""
    question = brief.question
    if not isinstance(brief.task, ANSWERING) or question is None or reply_to(brief.words).meant in DENIALS:
        return []
    guesses = [f'"guess {number}"' for number, part in enumerate(question.parts, 1) if part.suggestion]
    choices = [f'"choice {number}"' for number in range(len(question.sides) + 1, len(question.choices) + 1)]
    guess = ['"guess"'] if question.suggestion and not question.parts and not question.choices else []
    return [*question.offers, *question.sides, *guess, *guesses, *choices]


DENIALS = frozenset(
    {
        *(Meant.NO, Meant.NO_AND_MORE, Meant.UNCLEAR, Meant.DELEGATED),
        *(Meant.UNKNOWN, Meant.ASKS_BACK, Meant.PASSED),
    }
)
"""What a message can say that is no agreement to anything."""
_NAMED = re.compile(r"(?P<what>guess|choice) ?(?P<number>[1-9])?")


def sides_in(brief: Brief) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the entries that contradict each other: the one the user picked, and the others; a third way beats both."""
    question = brief.question
    if not isinstance(brief.task, ANSWERING) or question is None or not question.sides:
        return (), ()
    pick = pick_in(brief.words, question.choices)
    if pick is None:
        return (), ()
    if pick.place >= len(question.sides):
        return (), beaten(question, "", brief.state)
    won = question.sides[pick.place]
    return (won,), beaten(question, won, brief.state)


def settle(brief: Brief, recorder: Recorder) -> Settlement:
    """Confirms exactly what was shown, and keeps what was taken where the question says it belongs."""
    said = assent_in(brief)
    won, lost = sides_in(brief)
    shown = brief.question.offers if brief.question and said is Assent.PLAIN else ()
    confirmed = recorder.confirm((*shown, *won), Confirmed(brief.turn))
    taken = [
        replace(one, entry=recorder.keep(one, f"{brief.id}/reply/{number}"))
        for number, one in enumerate(taken_in(brief), 1)
    ]
    recorder.note_settled()
    pick = pick_in(brief.words, brief.question.choices) if brief.question and (taken or won) else None
    besides = pick.besides if pick else ""
    return Settlement(said, tuple(change.id for change in confirmed), tuple(taken), lost, besides)


def _asked(question: Question) -> str:
    """The question without what is shown below it."""
    return question.text.split("\nWhy I ask: ")[0].split("\nMy guess: ")[0].split("\n1. ")[0]


def _of_parts(question: Question, words: str, said: Assent) -> Iterator[Taken]:
    by_part = replies_by_part(words, len(question.parts))
    for place, part in enumerate(question.parts):
        reply = assent(by_part[place], part.suggestion, part.text) if place in by_part else said
        if by_part and place not in by_part:
            continue
        if part.suggestion and reply in (Assent.PLAIN, Assent.DELEGATED):
            yield Taken(part.suggestion, part.becomes, reply is Assent.DELEGATED, about=part.subjects)
