"""What a panel has on record, as those who go on with it are told: each thing once, whole where it is in question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.entries import Agreement
from roundtable_tui.voices.model.prompt.templates import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.entries import Conflict, Entry, OpenQuestion

_LONGEST_ENTRY = 6_000
_LONGEST_ENTRIES = 18_000
"""All together; beyond it, what is agreed is told by title and description."""
_LONGEST_ROUND = 2_500
_LONGEST_OLD_ROUND = 450
_LONGEST_POSITION = 900
_ROUNDS_SHOWN = 6
_QUESTIONS_SHOWN = 24
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")


def told_rounds(told: Sequence[tuple[int, str]], *, briefly: bool = False) -> str:
    """`briefly`: of all but the last how they begin, since entries and disputes tell what they came to."""
    *before, last = told[-_ROUNDS_SHOWN:] or [(0, "")]
    lines = [f"Round {number}: {_beginning(text) if briefly else cut(text, _LONGEST_ROUND)}" for number, text in before]
    return "\n\n".join((*lines, *([f"Round {last[0]}: {cut(last[1], _LONGEST_ROUND)}"] if last[0] else [])))


def told_entries(entries: Sequence[Entry], conflicts: Sequence[Conflict] = (), *, agreed_briefly: bool = False) -> str:
    """Drafts come whole. `agreed_briefly`: what is agreed, without the options that were weighed for it."""
    found = [_entry(one, _disputing(one, conflicts), options=not (agreed_briefly and _agreed(one))) for one in entries]
    if sum(map(len, found)) > _LONGEST_ENTRIES:
        found = [_head(one) if _agreed(one) else text for one, text in zip(entries, found, strict=True)]
    return "\n\n".join(found)


def told_conflicts(conflicts: Iterable[Conflict], rounds: int) -> str:
    found = []
    for one in conflicts:
        sides = "\n".join(f"- {cut(text, _LONGEST_POSITION)}" for text in one.positions.values())
        found.append(
            f"{one.id}, open for {counted(one.age(rounds), 'round')}: {one.title}\n{one.description}\n{sides}".strip()
        )
    return "\n\n".join(found)


def told_settlements(conflicts: Iterable[Conflict]) -> str:
    return "\n".join(
        f"- {one.id}, settled in round {one.resolved_round}: {one.title}: {one_line(one.resolution, 600)}"
        for one in conflicts
    )


def told_questions(questions: Sequence[OpenQuestion]) -> str:
    """Each with whether it was answered; of too many the latest, and those that block in any case."""
    latest = questions[-_QUESTIONS_SHOWN:]
    shown = [one for one in questions if one in latest or (one.is_open and one.blocking)]
    return "\n".join(f"- {_question(one)}" for one in shown)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def flat(value: Value) -> str:
    match value:
        case dict():
            return "; ".join(f"{name}: {flat(part)}" for name, part in value.items())
        case list():
            return "; ".join(map(flat, value))
    return value or ""


def _question(one: OpenQuestion) -> str:
    title = one_line(one.title, 200)
    if not one.is_open:
        return f"{one.id}, answered in round {one.resolved_round}: {title} {one_line(one.resolution, 400)}".rstrip()
    blocks = ", and the panel cannot end without an answer" if one.blocking else ""
    since = f"not answered since round {one.created_round}{blocks}"
    return f"{one.id}, {since}: {title} {one_line(one.description, 220)}".rstrip()


def _entry(entry: Entry, conflict: Conflict | None, *, options: bool) -> str:
    facts: list[str] = []
    for name, value in entry.fields.items():
        if not value or (name == "options" and not options):
            continue
        if name == "options" and conflict:
            facts.append(f"options: they are what {conflict.id} is about")
        else:
            facts.extend(_fact(name, value))
    return cut("\n".join((_head(entry), *facts)), _LONGEST_ENTRY)


def _head(entry: Entry) -> str:
    head = f"{entry.id} ({entry.kind}, {entry.agreement}): {entry.title}"
    return f"{head}\n{entry.description}" if entry.description else head


def _fact(name: str, value: Value) -> Iterator[str]:
    """One line, or for several things with parts of their own one line each."""
    if not (isinstance(value, list) and any(isinstance(one, dict) for one in value)):
        yield f"{name}: {flat(value)}"
        return
    yield f"{name}:"
    yield from (f"- {flat(one)}" for one in value)


def _disputing(entry: Entry, conflicts: Sequence[Conflict]) -> Conflict | None:
    """The one open conflict that came up together with a draft on the same topic."""
    if _agreed(entry):
        return None
    same = [one for one in conflicts if (one.created_round, one.topic_id) == (entry.created_round, entry.topic_id)]
    return same[0] if len(same) == 1 else None


def _agreed(entry: Entry) -> bool:
    return entry.agreement == Agreement.CONSENSUS


def _beginning(text: str) -> str:
    """Whole sentences, as many as there is room for, and at least one."""
    first, *rest = _SENTENCE.split(text.strip())
    found = first
    for sentence in rest:
        if len(found) + len(sentence) >= _LONGEST_OLD_ROUND:
            break
        found = f"{found} {sentence}"
    return cut(found, _LONGEST_ROUND)
