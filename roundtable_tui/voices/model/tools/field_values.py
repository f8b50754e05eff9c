"""What a model sends for a field, as the dossier keeps it: text in, a value of the field's type out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, problem_with
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.prompt.entry_text import as_text
from roundtable_tui.voices.model.tools.bad_call import BadCallError, UselessCallError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Field, Value

_LONGEST = 4_000


def value_of(kind: Kind, field: Field, text: str, ref: Callable[[str], str]) -> Value:
    """`ref` gives the id of an entry by its id or label; BadCallError says why it cannot stand there."""
    value: Value = text
    match field.type:
        case FieldType.NUMBER:
            value = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text
        case FieldType.CHOICE:
            value = next((choice for choice in field.choices if choice.casefold() == text.casefold()), text)
        case FieldType.LIST:
            value = tuple(part.strip() for part in re.split(r"[,\n]", text) if part.strip())
        case FieldType.REFS:
            value = tuple(dict.fromkeys(ref(part) for part in re.split(r"[,\s]+", text) if part))
    if problem := problem_with(kind, field.name, value):
        raise BadCallError(f"{problem[0].upper()}{problem[1:]}.")
    if isinstance(value, str) and len(value) > _LONGEST:
        raise BadCallError(f"'{field.name}' is longer than {_LONGEST} characters. Say it in fewer.")
    return value


def kind_named(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        raise BadCallError(f"There is no kind '{one_line(name, 40)}'. There are {', '.join(Kind)}.") from None


def reworded(entry: Entry, fields: Mapping[str, Value]) -> str:
    """What fields of an entry would say instead, for a question about it."""
    main = SPECS[entry.kind].main
    wordings = [
        f"“{one_line(as_text(value))}”" + ("" if name == main else f" as what is called “{called(entry.kind, name)}”")
        for name, value in fields.items()
    ]
    return " and ".join(wordings)


def main_first(kind: Kind, fields: Mapping[str, Value]) -> list[tuple[str, Value]]:
    """With what an entry cannot begin without at the head: its name, and a criterion's requirement."""
    heads = (SPECS[kind].main, "fr")
    return sorted(fields.items(), key=lambda field: field[0] not in heads)


def stays_as_it_is(entry: Entry, fields: Mapping[str, Value], turn: int, *, beside_the_talk: bool) -> BadCallError:
    """What to tell a model that wants to put the user's own words differently."""
    said = f"{entry.id} stays as it is: {', '.join(fields)} is what the user said or confirmed."
    if beside_the_talk:
        return UselessCallError(f"{said} Build on it.")
    return BadCallError(
        f"{said} Where their words of turn {turn} change it, quote those and word it by them; where something else "
        f"they said does not fit it, raise a contradiction of the two entries; else leave it."
    )
