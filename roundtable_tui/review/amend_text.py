"""An entry's fields as text that people can edit, and what that text says when they are done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value, problem_with
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

_HEAD = re.compile(r"=== ([a-z_]+)( .*)?")
_ESCAPED = re.compile(r"\\*=== ")
_SEPARATOR = re.compile(r"[,\s]+")


def amendable(kind: Kind) -> tuple[Field, ...]:
    """The fields a user may rewrite; not the requirement of a criterion, because the criterion's id names it."""
    return tuple(field for field in SPECS[kind].fields if not (kind is Kind.AC and field.name == "fr"))


def as_text(value: Value | None) -> str:
    if value is None:
        return ""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def amended(entry: Entry, texts: Mapping[str, str], dossier: Dossier) -> Mapping[str, Value]:
    """The fields that these texts change; UsageError says what cannot stand."""
    changed: dict[str, Value] = {}
    for field in amendable(entry.kind):
        text = texts.get(field.name)
        if text is None or neutral(text).strip() == neutral(as_text(entry.get(field.name))).strip():
            continue
        value = _read(field, text, entry, dossier)
        if value != entry.get(field.name):
            changed[field.name] = value
    return changed


def _read(field: Field, text: str, entry: Entry, dossier: Dossier) -> Value:
    name, text = field.name, text.strip()
    if not text and name == SPECS[entry.kind].main:
        an_entry = SPECS[entry.kind].a_one.capitalize()
        raise UsageError(f"{an_entry} cannot be without its {_called(name)}.", "To be rid of it, drop it.")
    match field.type:
        case FieldType.NUMBER:
            if not text.isdecimal() or len(text) > 9:
                raise UsageError(f"'{one_line(text, 40)}' is no whole number for {_called(name)}.", "Use digits.")
            return int(text)
        case FieldType.CHOICE:
            known = next((choice for choice in field.choices if choice.casefold() == text.casefold()), text)
            if problem := problem_with(entry.kind, name, known):
                raise UsageError(f"'{one_line(text, 40)}' cannot stand there: {problem}.", "Choose one of them.")
            return known
        case FieldType.REFS:
            return _references(name, text, entry, dossier)
        case FieldType.LIST:
            return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


def _references(name: str, text: str, entry: Entry, dossier: Dossier) -> tuple[str, ...]:
    """Ids of entries that exist; one that is there already may stay, whatever it names."""
    named = tuple(dict.fromkeys(part.upper() for part in _SEPARATOR.split(text) if part))
    unknown = [part for part in named if part not in dossier.entries and part not in entry.refs(name)]
    if unknown:
        raise UsageError(
            f"There is no {one_line(unknown[0], 40)} to name in {_called(name)}.", "Write ids, such as FR-001."
        )
    return named


def _called(name: str) -> str:
    return name.replace("_", " ")


# For an editor


def to_edit(entry: Entry) -> str:
    """The whole entry as one text with a head line for each field."""
    parts = [
        f"{entry.id}, {SPECS[entry.kind].one}. Change what stands below the lines that begin with ===; save, close."
    ]
    for field in amendable(entry.kind):
        parts += ["", f"=== {field.name}{_hint(field)}", _escaped(as_text(entry.get(field.name)))]
    return "\n".join(parts) + "\n"


def from_edited(text: str, kind: Kind) -> Mapping[str, str]:
    """What the edited text says, by field; fields whose head line is gone stay as they were."""
    known = {field.name for field in amendable(kind)}
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        head = _HEAD.fullmatch(line)
        if head and head[1] in known and head[1] not in found:
            lines = found[head[1]] = []
        else:
            lines.append(line.removeprefix("\\") if _ESCAPED.match(line) else line)
    return {name: "\n".join(said).strip("\n") for name, said in found.items()}


def _hint(field: Field) -> str:
    match field.type:
        case FieldType.CHOICE:
            return f" ({', '.join(field.choices)})"
        case FieldType.REFS:
            return " (ids, with commas)"
        case FieldType.NUMBER:
            return " (a whole number)"
    return ""


def _escaped(text: str) -> str:
    return "\n".join(f"\\{line}" if _ESCAPED.match(line) else line for line in neutral(text).split("\n"))
