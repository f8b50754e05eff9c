"""Short questions that are put together: which of a step's questions they are, how they stand, what each is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.spoken_words import words_of
from roundtable_tui.voices.agenda import Pending, already_said, asks_first, find_prompt, pending
from roundtable_tui.voices.gaps import asks_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step

_ONE_ENTRY = (Kind.ESTIMATE, Kind.PROBLEM, Kind.REVIEW)
"""Kinds of which the questions of a step fill one and the same entry."""
_MOST = 3
_SEVERAL = 2
_JOINT = "+"
_HOW_MANY = {2: "Two short questions", 3: "Three short questions"}


def put_together(step: Step, first: Pending, state: State) -> tuple[Pending, ...]:
    """The questions that are put together with the first: fields of the same entry, or such as no check needs."""
    alone = (first,)
    if not first.key.startswith(f"{Depth.STANDARD}/") or not _is_short(first):
        return alone
    waiting = [part for part in pending(step, Depth.STANDARD, state) if part.key != first.key]
    if _kind(first) in _ONE_ENTRY:
        others = [part for part in waiting if _is_short(part) and _kind(part) is _kind(first)]
    elif _is_optional(step, first):
        others = list(_optional_ones(step, waiting))
    else:
        return alone
    together = (first, *others)[:_MOST]
    return alone if any(_is_known(step, part, state) for part in together) else together


def _is_short(part: Pending) -> bool:
    return part.about is None and part.prompt.capture is not None and part.prompt.capture.for_each is None


def _kind(part: Pending) -> Kind | None:
    return part.prompt.capture.kind if part.prompt.capture else None


def _is_optional(step: Step, part: Pending) -> bool:
    """Whether no check needs it, or a question before it has asked for the same."""
    needed = any(asks_for(check, part.prompt.capture) for check in step.checks)
    return not needed or not asks_first(step, part)


def _optional_ones(step: Step, waiting: Sequence[Pending]) -> Iterable[Pending]:
    for part in waiting:
        if not _is_short(part) or not _is_optional(step, part):
            return
        yield part


def _is_known(step: Step, part: Pending, state: State) -> bool:
    capture = part.prompt.capture
    return capture is not None and asks_first(step, part) and bool(already_said(capture, state))


def form(step: Step, together: Sequence[Pending], texts: Sequence[str], offers: tuple[str, ...]) -> Question:
    """The questions as one, each with its number."""
    numbers = _JOINT.join(part.key.split("/")[1] for part in together)
    lines = [f"{number}. {text}" for number, text in enumerate(texts, 1)]
    *first, last = (f'"{number}: …"' for number in range(1, len(lines) + 1))
    how = f"Answer as {', '.join(first)} and {last}, each on a line of its own."
    agree = "A yes takes what I found. " if offers else ""
    agree += f'"drop {offers[0]}" takes one out of the list. ' if len(offers) > 1 else ""
    text = "\n".join((f"{_HOW_MANY[len(lines)]} at once.", *lines, "", f"{agree}{how}"))
    parts = tuple(QuestionPart(part.prompt.text) for part in together)
    return Question(step.id, f"{Depth.STANDARD}/{numbers}", text, offers=offers, parts=parts)


def put_plainly(step: Step, question: Question) -> Question:
    """The same questions once more, without what was found for them."""
    together = parts_of(step, question)
    plain = form(step, together, [part.prompt.text for part in together], ())
    return replace(plain, key=question.key, offers=question.offers)


def is_form(question: Question) -> bool:
    return _JOINT in question.key


def parts_of(step: Step, question: Question) -> tuple[Pending, ...]:
    """The questions that were put together in this one."""
    depth, numbers = question.key.split("/")[:2]
    keys = [f"{depth}/{number}" for number in numbers.split(_JOINT)]
    found = [(key, find_prompt(step, key)) for key in keys]
    return tuple(Pending(key, prompt) for key, prompt in found if prompt)


def told(parts: Sequence[Pending], words: str) -> Mapping[str, str]:
    """What the answer says to each question by its key; nothing where it cannot be told to which it belongs."""
    if numbered := by_number(parts, words):
        return numbered
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    if len(lines) == len(parts) and not any(_is_list(part) for part in parts):
        return {part.key: line for part, line in zip(parts, lines, strict=True)}
    if any(_counts(part) for part in parts):
        return _by_name(parts, words)
    chosen = [part.key for part in parts if _names_choice(part, words)]
    return {chosen[0] if len(chosen) == 1 else parts[0].key: words}


def by_number(parts: Sequence[Pending], words: str) -> Mapping[str, str]:
    """Answers that say to which question they belong: "1: …"; a range of numbers, "3-4", says nothing of the kind."""
    from roundtable_tui.domain.talk.assents import replies_by_part

    numbered = {} if _RANGE.search(words) else replies_by_part(words, len(parts))
    return {parts[place].key: text for place, text in numbered.items() if text}


_RANGE = re.compile(r"^\s*\d{1,6}[.–-]\d", re.MULTILINE)
_CLAUSE = re.compile(r"\s*(?:[,;\n]|\.(?:\s|\Z)|\band\b|\bbut\b)\s*", re.IGNORECASE)
_CALLED = {
    "modified": frozenset("modified modify modifies changed change changes edit edited edits existing".split()),
    "new": frozenset("new create created creates add added".split()),
    "tests": frozenset("test tests".split()),
}
"""The words by which an answer can say which of several counts it gives."""


def _by_name(parts: Sequence[Pending], words: str) -> Mapping[str, str]:
    """ "12 change, 3 new": each count goes to the question whose word stands beside it, a lone one to the first."""
    from roundtable_tui.domain.talk.replies import reply_to
    from roundtable_tui.voices.offline import answer_forms  # what answers mean: once there is one

    found: dict[str, str] = {}
    beside: list[str] = []
    for clause in filter(None, _CLAUSE.split(words)):
        named = [part.key for part in parts if _CALLED.get(_field(part), frozenset()) & {*words_of(clause)}]
        if not named and answer_forms.number(clause) is None and not reply_to(clause).agrees:
            beside.append(clause)
            continue
        key = named[0] if named else parts[0].key
        if len(named) > 1 or key in found or (not named and found):
            return {}
        found[key] = clause
    if len(found) < _SEVERAL:
        return {next(iter(found), parts[0].key): words}
    last = next(reversed(found))
    return found | {last: ", ".join((found[last], *beside))}


def _field(part: Pending) -> str:
    return part.prompt.capture.field if part.prompt.capture else ""


def _counts(part: Pending) -> bool:
    capture = part.prompt.capture
    field = SPECS[capture.kind].field(capture.field) if capture else None
    return field is not None and field.type is FieldType.NUMBER


def _is_list(part: Pending) -> bool:
    """Whether its answer is a list of names, so that several lines may all belong to it."""
    from roundtable_tui.voices.offline.answer_forms import NAMES_THINGS

    return _kind(part) in NAMES_THINGS


def _names_choice(part: Pending, words: str) -> bool:
    from roundtable_tui.voices.offline.answer_forms import lone_choice

    capture = part.prompt.capture
    field = SPECS[capture.kind].field(capture.field) if capture else None
    return field is not None and field.type is FieldType.CHOICE and bool(lone_choice(field, words))
