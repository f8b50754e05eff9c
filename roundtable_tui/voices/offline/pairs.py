"""Two short things that are asked of the same entries are asked at once: `ZONE-001: medium, high`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.spoken_words import words_of
from roundtable_tui.voices.agenda import (
    Pending,
    about_it,
    about_one,
    find_prompt,
    listed_for_each,
    of_each,
    pending,
    row_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.voices.offline.captures import Captured, Capturer

_JOINT = "&"
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
_APART = re.compile(r"\s*(?:;|\s/\s)\s*")


def paired_with(step: Step, first: Pending, state: State, depth: Depth) -> Pending | None:
    """The question about the same entries that is put together with this one."""
    if first.about is None or not _is_short(first.prompt.capture):
        return None
    row = [entry.id for entry in row_of(step, first, state)]
    after = [part for part in pending(step, depth, state) if part.about and part.stem != first.stem]
    second = after[0] if after else None
    if second is None or not _is_alike(first.prompt.capture, second.prompt.capture):
        return None
    return second if [entry.id for entry in row_of(step, second, state)] == row else None


def _is_short(capture: Capture | None) -> bool:
    from roundtable_tui.domain.talk.thin_answers import Expects, expected_of

    field = SPECS[capture.kind].field(capture.field) if capture else None
    return field is not None and field.type is not FieldType.REFS and expected_of(capture) is not Expects.SENTENCE


def _is_alike(one: Capture | None, other: Capture | None) -> bool:
    """Whether both fill the same entries with the same sort of thing."""
    if one is None or other is None or one == other or not _is_short(other):
        return False
    own = one.kind is one.for_each is other.kind is other.for_each
    return own and _choices(one) == _choices(other)


def _choices(capture: Capture) -> tuple[str, ...]:
    field = SPECS[capture.kind].field(capture.field)
    return field.choices if field else ()


def pair(step: Step, first: Pending, second: Pending, row: Sequence[Entry]) -> Question:
    number = second.stem.split("/")[1]
    choices = _choices(first.prompt.capture) if first.prompt.capture else ()
    joint = ", " if choices else " → "
    if len(row) > 1:
        texts = [of_each(one.prompt.text) for one in (first, second)]
        shown = ("\n".join((*texts, *listed_for_each(row))), f'Answer both for each, like "{row[0].id}: …{joint}…".')
    else:
        both = f"{choices[0]}{joint}{choices[-1]}" if choices else f"…{joint}…"
        shown = (
            f"{about_one(first.prompt.text, row[0])}\n{about_it(second.prompt.text)}",
            f'Answer both, like "{both}".',
        )
    return Question(step.id, f"{first.stem}{_JOINT}{number}", "\n\n".join(shown))


def is_pair(question: Question) -> bool:
    return _JOINT in question.key


def stems_of(question: Question) -> tuple[str, str]:
    depth, numbers = question.key.split("/")[:2]
    first, second = numbers.split(_JOINT)
    return f"{depth}/{first}", f"{depth}/{second}"


def asked_in(step: Step, question: Question, state: State) -> tuple[str, ...]:
    """The two questions, each by itself."""
    row = _row(step, question, state)
    prompts = [prompt for stem in stems_of(question) if (prompt := find_prompt(step, stem))]
    return tuple(about_one(one.text, row[0]) if len(row) == 1 else of_each(one.text) for one in prompts)


def _row(step: Step, question: Question, state: State) -> tuple[Entry, ...]:
    """The entries that were asked about, however many of them were shown."""
    first = stems_of(question)[0]
    waiting = pending(step, Depth(first.split("/")[0]), state)
    return tuple(part.about for part in waiting if part.about and part.stem == first)


def answer_to_pair(
    step: Step, question: Question, words: str, state: State, capturer: Capturer
) -> tuple[Captured, frozenset[str]] | None:
    """What is said of each entry; None where it does not say which it means.

    Nothing is settled before both are said of all: what is known is not asked again, and the talk does not turn back
    to a question once a later one is settled.
    """
    from roundtable_tui.voices.offline.captures import Captured  # what answers mean: once there is one
    from roundtable_tui.voices.offline.list_answers import unknown_of

    stems = stems_of(question)
    captures = [prompt.capture for stem in stems if (prompt := find_prompt(step, stem)) and prompt.capture]
    row = [entry.id for entry in _row(step, question, state)]
    said = _said_of_each(words, row)
    entries = {entry_id: state.dossier.get(entry_id) for entry_id in said}
    if unknown := [entry_id for entry_id, entry in entries.items() if entry is None]:
        return Captured(refused=unknown_of(unknown)), frozenset()
    if len(captures) != len(stems) or any(entry and entry.kind is not captures[0].kind for entry in entries.values()):
        return None
    captured, settled, unread = Captured(), set[str](), list[str]()
    for entry_id, text in said.items():
        told = _apart(text, captures)
        unread += [] if told else [entry_id]
        for place, part in sorted(told.items()):
            captured.add(capturer.capture(captures[place], part, entries[entry_id]))
            settled.add(f"{stems[place]}/{entry_id}")
    if not settled:
        return None
    if unread:
        captured.unclear = f"I could not tell both apart for {', '.join(unread)}, so I ask about it again."
    whole = {f"{stem}/{entry_id}" for stem in stems for entry_id in row} <= settled
    return captured, frozenset(settled if whole else ())


def _said_of_each(words: str, row: Sequence[str]) -> dict[str, str]:
    from roundtable_tui.voices.offline import answer_forms

    for entry_id in row:
        words = re.sub(rf"\b{re.escape(entry_id)}\b", entry_id, words, flags=re.IGNORECASE)
    return answer_forms.labelled(words) or _by_place(words, row)


def _by_place(words: str, row: Sequence[str]) -> dict[str, str]:
    from roundtable_tui.voices.offline import answer_forms

    if everything := answer_forms.for_all(words):
        return dict.fromkeys(row, everything)
    if any(entry_id in words for entry_id in row):
        return {}
    if len(row) == 1:
        from roundtable_tui.domain.talk.assents import replies_by_part  # what answers mean: once there is one

        numbered = replies_by_part(words, 2)
        return {row[0]: "; ".join(numbered[place] for place in (0, 1)) if len(numbered) == 2 else words}
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return dict(zip(row, lines, strict=True)) if len(lines) == len(row) else {}


_CALLED = {
    "likelihood": frozenset("likelihood likely probability probable chance".split()),
    "impact": frozenset("impact damage severity harm bad".split()),
}
"""The words by which an answer says which of the two it speaks of, where the field's own name is not the only one."""
_BESIDE = frozenset("a an the is are it its of for with to be and but has have both each".split())
_CLAUSE = re.compile(r"\s*(?:→|->|=>|[;/,\n]|\.(?:\s|\Z)|\band\b|\bbut\b)\s*", re.IGNORECASE)


def _apart(text: str, captures: Sequence[Capture]) -> dict[int, str]:
    """What is said to each of the two by its place; nothing where words are left over that may mean otherwise."""
    choices = _choices(captures[0])
    if not choices:
        apart = _ARROW if _ARROW.search(text) else _APART
        return _placed([_named_text(part, captures) for part in apart.split(text, maxsplit=1) if part])
    read: list[tuple[int | None, str]] = []
    for clause in filter(None, _CLAUSE.split(text)):
        levels = _levels_in(clause, captures, choices)
        if not levels:
            return {}
        read += levels
    if "both" in words_of(text) and len(read) == 1:
        return dict.fromkeys(range(len(captures)), read[0][1])
    return _placed(read)


def _levels_in(clause: str, captures: Sequence[Capture], choices: tuple[str, ...]) -> list[tuple[int | None, str]]:
    """The values a clause gives, each with the place of the field it names; nothing where it says anything else."""
    places: list[int] = []
    values: list[str] = []
    for word in words_of(clause):
        named = [place for place, capture in enumerate(captures) if word in _names_of(capture)]
        value = value_of(word, choices)
        if named:
            places += named
        elif value:
            values.append(value)
        elif word not in _BESIDE:
            return []
    if not places:
        return [(None, value) for value in values]
    return list(zip(places, values, strict=True)) if len(places) == len(values) else []


def _names_of(capture: Capture) -> frozenset[str]:
    return _CALLED.get(capture.field, frozenset()) | {capture.field}


def _named_text(part: str, captures: Sequence[Capture]) -> tuple[int | None, str]:
    """A text with the place of the field it begins with: "sink: the archive"."""
    head, colon, rest = part.partition(":")
    named = [place for place, capture in enumerate(captures) if head.strip().casefold() in _names_of(capture)]
    return (named[0], rest.strip()) if colon and named and rest.strip() else (None, part)


def _placed(read: Sequence[tuple[int | None, str]]) -> dict[int, str]:
    """By the names that stand there; what has none takes the places that are left, in order."""
    named = [place for place, _ in read if place is not None]
    free = [place for place in (0, 1) if place not in named]
    if len(named) != len({*named}) or len(read) - len(named) > len(free):
        return {}
    return {place if place is not None else free.pop(0): text for place, text in read}
