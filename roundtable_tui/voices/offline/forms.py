"""Short questions that are put together: which of a step's questions they are, how they stand, what each is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.questions import Question, QuestionPart
from roundtable_tui.domain.talk.assents import replies_by_part
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.agenda import Pending, already_said, asks_first, find_prompt, pending
from roundtable_tui.voices.gaps import asks_for
from roundtable_tui.voices.offline import answer_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step

_ONE_ENTRY = (Kind.ESTIMATE, Kind.PROBLEM, Kind.REVIEW)
"""Kinds of which the questions of a step fill one and the same entry."""
_MOST = 3
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
    how = 'Answer as "1: …" and "2: …", each on a line of its own.'
    agree = "A yes takes what I found. " if offers else ""
    agree += f'"drop {offers[0]}" takes one out of the list. ' if len(offers) > 1 else ""
    text = "\n".join((f"{_HOW_MANY[len(lines)]} at once.", *lines, "", f"{agree}{how}"))
    parts = tuple(QuestionPart(part.prompt.text) for part in together)
    return Question(step.id, f"{Depth.STANDARD}/{numbers}", text, offers=offers, parts=parts)


def is_form(question: Question) -> bool:
    return _JOINT in question.key


def parts_of(step: Step, question: Question) -> tuple[Pending, ...]:
    """The questions that were put together in this one."""
    depth, numbers = question.key.split("/")[:2]
    keys = [f"{depth}/{number}" for number in numbers.split(_JOINT)]
    found = [(key, find_prompt(step, key)) for key in keys]
    return tuple(Pending(key, prompt) for key, prompt in found if prompt)


def told(parts: Sequence[Pending], words: str) -> Mapping[str, str]:
    """What the answer says to each question by its key; to the first where it does not say to which."""
    numbered = replies_by_part(words, len(parts))
    if numbered:
        return {parts[place].key: text for place, text in numbered.items() if text}
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    if len(lines) == len(parts):
        return {part.key: line for part, line in zip(parts, lines, strict=True)}
    chosen = [part.key for part in parts if _names_choice(part, words)]
    return {chosen[0] if len(chosen) == 1 else parts[0].key: words}


def _names_choice(part: Pending, words: str) -> bool:
    capture = part.prompt.capture
    field = SPECS[capture.kind].field(capture.field) if capture else None
    return field is not None and field.type is FieldType.CHOICE and bool(answer_forms.lone_choice(field, words))
