"""Two short things that are asked of the same entries are asked at once: `ZONE-001: medium, high`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.thin_answers import Expects, expected_of
from roundtable_tui.voices.agenda import Pending, about_one, find_prompt, listed_for_each, of_each, pending, row_of
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.voices.offline.captures import Capturer

_JOINT = "&"
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
_APART = re.compile(r"\s*(?:;|\s/\s)\s*")
_CHOICES_APART = re.compile(r"\s*(?:→|->|=>|;|/|,|\band\b|\s)\s*", re.IGNORECASE)


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
    texts = [
        of_each(one.prompt.text) if len(row) > 1 else about_one(one.prompt.text, row[0]) for one in (first, second)
    ]
    joint = ", " if first.prompt.capture and _choices(first.prompt.capture) else " → "
    how = f'Answer both{" for each" if len(row) > 1 else ""}, like "{row[0].id}: …{joint}…".'
    text = "\n".join((*texts, *listed_for_each(row), "", how))
    return Question(step.id, f"{first.stem}{_JOINT}{number}", text)


def is_pair(question: Question) -> bool:
    return _JOINT in question.key


def stems_of(question: Question) -> tuple[str, str]:
    depth, numbers = question.key.split("/")[:2]
    first, second = numbers.split(_JOINT)
    return f"{depth}/{first}", f"{depth}/{second}"


def answer_to_pair(
    step: Step, question: Question, words: str, state: State, capturer: Capturer
) -> tuple[Captured, frozenset[str]] | None:
    """What is said of each entry; None where it does not say which it means. One of two is half an answer."""
    stems = stems_of(question)
    captures = [prompt.capture for stem in stems if (prompt := find_prompt(step, stem)) and prompt.capture]
    row = [line.split()[1] for line in question.text.splitlines() if line.startswith("- ")]
    said = answer_forms.labelled(words) or _by_place(words, row)
    entries = {entry_id: state.dossier.get(entry_id) for entry_id in said}
    if len(captures) != len(stems) or not said or not all(entries.values()):
        return None
    captured, settled = Captured(), set[str]()
    for entry_id, text in said.items():
        for stem, capture, part in zip(stems, captures, _apart(text, captures[0]), strict=False):
            captured.add(capturer.capture(capture, part, entries[entry_id]))
            settled.add(f"{stem}/{entry_id}")
    return captured, frozenset(settled)


def _by_place(words: str, row: Sequence[str]) -> dict[str, str]:
    if everything := answer_forms.for_all(words):
        return dict.fromkeys(row, everything)
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return dict(zip(row, lines, strict=True)) if len(lines) == len(row) else {}


def _apart(text: str, capture: Capture) -> list[str]:
    choices = _choices(capture)
    if choices:
        return [word for word in _CHOICES_APART.split(text) if value_of(word, choices)]
    apart = _ARROW if _ARROW.search(text) else _APART
    return [part for part in apart.split(text, maxsplit=1) if part]
