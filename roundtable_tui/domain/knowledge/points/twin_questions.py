"""Questions that were raised twice in other words: which of them ask the same, so that an answer settles all of them.

Two ask the same only if they are about the same entries, offer the same answers, name the same figures and share nearly
all words that carry them. Anything else stays apart: a question too many costs less than one that is never put.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.content_words import WORD
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.knowledge.points.point_names import RAISED, REST
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.domain.talk.manners.question_text import carrying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.domain.talk.ledger import Ledger

_LEAST_SHARED = 0.75
_LEAST_OF_A_LONGER = 0.5
"""Of one that only says more than the other, where the guess is the same."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ID = re.compile(r"[A-Z]{1,6}-\d{2,}(?:-\d{2})?")
_WITHOUT = frozenset(
    "no not never without none nobody cannot can't don't doesn't won't isn't aren't missing lacks lack absent".split()
)
_OF_EVERY_QUESTION = carrying(
    "include includes part show display behave behaviour react reaction handle support supported allow allowed "
    "expect expected system program tool user case situation become becomes apply applies work works"
)
"""What a question says whatever it is about."""


class _Asked(Struct, frozen=True):
    text: str
    guess: str = ""
    about: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    keeps: str = ""


class _Words(Struct, frozen=True):
    carrying: frozenset[str]
    numbers: frozenset[str]
    ids: frozenset[str]
    without: bool


def is_raised(entry: Entry) -> bool:
    """Whether somebody wants it asked; any other open question is one the user could not answer."""
    return entry.kind is Kind.QUESTION and "sort" in entry.fields


def twins(dossier: Dossier) -> dict[str, tuple[str, ...]]:
    """Every raised question that is put for itself, with those that ask the same and were raised after it."""
    found: dict[str, tuple[str, ...]] = {}
    heads: list[tuple[str, _Asked]] = []
    for entry in dossier.of(Kind.QUESTION):
        if not is_raised(entry):
            continue
        asked = _of_entry(entry)
        first = next((name for name, other in heads if _ask_the_same(asked, other)), "")
        if first:
            found[first] = (*found[first], entry.id)
        else:
            heads.append((entry.id, asked))
            found[entry.id] = ()
    return found


def twins_of(entry_id: str, dossier: Dossier) -> tuple[str, ...]:
    """The others that an answer to this one settles as well."""
    groups = ((head, *others) for head, others in twins(dossier).items())
    return next((tuple(one for one in group if one != entry_id) for group in groups if entry_id in group), ())


def reasons(point: OpenPoint, dossier: Dossier) -> str:
    """What hangs on it, in the words of everybody who raised it."""
    entries = (dossier.get(name) for name in (*point.about[:1], *point.twins))
    stakes = dict.fromkeys(entry.text("stake").rstrip(". ") for entry in entries if entry and entry.text("stake"))
    return "; ".join(stakes)


def ask_the_same(one: Entry, other: Entry) -> bool:
    return _ask_the_same(_of_entry(one), _of_entry(other))


def closed_before(entry: Entry, ledger: Ledger) -> Question | None:
    """What the user answered, struck or put off that asked the same."""
    asked, own = _of_entry(entry), f"{RAISED}/{entry.id}"
    for question, other in _closed(ledger):
        if question.key != own and _ask_the_same(asked, other):
            return question
    return None


@remembered
def _closed(ledger: Ledger) -> tuple[tuple[Question, _Asked], ...]:
    """Every raised question that the user closed, as it was asked."""
    questions = (
        point.question
        for name, point in ledger.points.items()
        if point.standing is not Standing.ASKED and name.key.startswith((f"{RAISED}/", f"{REST}/"))
    )
    return tuple((question, asked) for question in questions if question for asked in _of_question(question))


def _of_entry(entry: Entry) -> _Asked:
    choices = entry.get("choices")
    named = choices if isinstance(choices, tuple) else ()
    about = frozenset(entry.refs("about"))
    return _Asked(entry.text(), entry.text("guess"), about, _plain(named), _kept_in(entry.text("keeps")))


def _of_question(question: Question) -> Iterator[_Asked]:
    """A list asks as many as it has parts."""
    for part in question.parts:
        yield _Asked(part.text, part.suggestion, frozenset(part.subjects), frozenset(), _kept_in(part.becomes))
    if not question.parts:
        others = [one for one in question.choices[len(question.sides) :] if one != question.suggestion]
        text, about = question.original or question.text.split("\n")[0], frozenset(question.subjects)
        yield _Asked(text, question.suggestion, about, _plain(tuple(others)), _kept_in(question.becomes))


def _plain(choices: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(WORD.findall(choice.lower())) for choice in choices)


def _kept_in(keeps: str) -> str:
    """The entry an answer goes to; one that is still to be recorded tells nothing, since it has no id yet."""
    name = keeps.partition(".")[0]
    return name if _ID.fullmatch(name) else ""


def _ask_the_same(one: _Asked, other: _Asked) -> bool:
    elsewhere = one.keeps and other.keeps and one.keeps != other.keeps
    if one.about != other.about or one.choices != other.choices or elsewhere:
        return False
    first, second = _words(one.text), _words(other.text)
    if (first.numbers, first.ids, first.without) != (second.numbers, second.ids, second.without):
        return False
    same_guess = say_the_same(one.guess, other.guess)
    if one.guess and other.guess and not same_guess and _words(one.guess).numbers != _words(other.guess).numbers:
        return False
    union = first.carrying | second.carrying
    if not first.carrying or not second.carrying:
        return " ".join(WORD.findall(one.text.lower())) == " ".join(WORD.findall(other.text.lower()))
    shared = len(first.carrying & second.carrying) / len(union)
    says_more = first.carrying <= second.carrying or second.carrying <= first.carrying
    return shared >= _LEAST_SHARED or (same_guess and says_more and shared >= _LEAST_OF_A_LONGER)


def say_the_same(guess: str, other: str) -> bool:
    """Whether two sentences say the same in nearly the same words."""
    first, second = _words(guess), _words(other)
    same = (first.numbers, first.ids, first.without) == (second.numbers, second.ids, second.without)
    return bool(guess and other) and same and first.carrying == second.carrying


@lru_cache(maxsize=4096)
def _words(text: str) -> _Words:
    words = WORD.findall(text.lower())
    return _Words(
        frozenset(word for word in carrying(text) - _OF_EVERY_QUESTION if not word[0].isdigit()),
        frozenset(_NUMBER.findall(text)),
        frozenset(_ID.findall(text)),
        any(word in _WITHOUT for word in words),
    )
