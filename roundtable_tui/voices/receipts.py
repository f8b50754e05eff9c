"""The one line that says what was kept of an answer, so that a user sees it was understood or can correct it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Change, Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.knowledge.knowledge import Persona
    from roundtable_tui.voices.offline.captures import Captured

_NAMED = 3
_LONGEST = 64
_READ_ALONG = frozenset("priority action version threshold responsibility code response schema context why".split())
"""Fields that are read from the same line as the entry's name."""


def what_was_kept(captured: Captured, guesses: Sequence[Entry] = ()) -> str:
    """`guesses` were shown with the question, and nothing was said of them: they stay, as what they are."""
    if captured.nothing:
        return "Nothing to keep, then."
    if not captured.changes:
        return captured.unclear or "Left open."
    lines = [f"{verb}: {_first_few(names)}" for verb, names in _by_verb(captured.changes).items()]
    if captured.instead_of:
        lines.insert(0, f"Taken out: {_first_few([one_line(name, _LONGEST) for name in captured.instead_of])}")
    if guesses:
        lines.append(f"Still only my guess: {_first_few([f'{entry.id} {_said(entry)}' for entry in guesses])}")
    return " ".join(part for part in (captured.unclear, one_after_another(lines)) if part)


def one_after_another(lines: Iterable[str]) -> str:
    """On one line, so that it can be seen where the one ends and the next begins."""
    *before, last = lines
    return " ".join((*(line if line.endswith("…") else f"{line.rstrip('.')}." for line in before), last))


def confirmed(entries: Iterable[Entry]) -> str:
    return f"Confirmed: {_first_few([f'{_id(entry.id, entry.kind, entry.fields)}{_said(entry)}' for entry in entries])}"


def _id(entry_id: str, kind: Kind, fields: Iterable[str]) -> str:
    """An id, and a space; nothing where there is only one of its kind and the rest tells what is meant."""
    return "" if SPECS[kind].single and SPECS[kind].main not in fields else f"{entry_id} "


def _said(entry: Entry) -> str:
    if SPECS[entry.kind].main in entry.fields:
        return one_line(entry.text(), _LONGEST)
    return "; ".join(f"{called(entry.kind, name)}: {one_line(entry.text(name), _LONGEST)}" for name in entry.fields)


def _by_verb(changes: Iterable[Change]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for change in changes:
        found.setdefault(_verb(change), []).append(_name(change))
    return found


def _verb(change: Change) -> str:
    if change.op is Op.DROP:
        return "Taken out"
    if change.op is Op.CONFIRM:
        return "Confirmed"
    return "Kept as an open question" if change.kind is Kind.QUESTION else "Noted"


def _name(change: Change) -> str:
    main = SPECS[change.kind].main
    said = [one_line(_plain(change.fields[main]), _LONGEST)] if main in change.fields else []
    more = [
        _detail(change, name, value)
        for name, value in change.fields.items()
        if name != main and _worth_saying(change, name)
    ]
    details = "; ".join(more)
    if change.op is Op.DROP and said:
        return said[0]  # it was never on record, so that its id says nothing
    named = _id(change.id, change.kind, change.fields if change.fields else (main,))
    return (named + " ".join((*said, *([f"({details})" if said else details] if more else ())))).rstrip()


def _detail(change: Change, name: str, value: Value) -> str:
    said = one_line(_plain(value), _LONGEST)
    field = SPECS[change.kind].field(name)
    speaks_for_itself = field is not None and field.choices and SPECS[change.kind].main in change.fields
    return said if speaks_for_itself else f"{called(change.kind, name)}: {said}"


def _worth_saying(change: Change, name: str) -> bool:
    """What was set along with the answer and not read from it goes without saying."""
    if SPECS[change.kind].main not in change.fields:
        return name != "subject"
    return name in _READ_ALONG


def _plain(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "nothing"
    return str(value)


def _first_few(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return " · ".join(names[:_NAMED]) + more


def acknowledgement(persona: Persona, words: str, turn: int, *, at_menu: bool) -> str:
    """In the persona's own way; a pattern that quotes is safer with words that were not understood."""
    if len(words.split()) < 3:
        return "I've written that down. The menu is still open." if at_menu else "I've written that down."
    quoting = [pattern for pattern in persona.acknowledges if ": {what}" in pattern or '"{what}"' in pattern]
    patterns = quoting or list(persona.acknowledges) or ["I heard this: {what}."]
    return patterns[turn % len(patterns)].replace("{what}", one_line(words, 120).rstrip(".!"))
