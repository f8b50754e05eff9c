"""What a model sends for a field, as the dossier keeps it: text in, a value of the field's type out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import FieldType, problem_with
from roundtable_tui.voices.model.tools.bad_call import BadCallError

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.dossier.kinds import Field, Kind, Value

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
