"""A knowledge file while it is read: its fields by type, its sections by name, and what had to be ignored in it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn, TypeVar

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.formats import markdown
from roundtable_tui.formats.front_matter import HeadError, split
from roundtable_tui.library.files import LeftOutError, shown

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value

_Choice = TypeVar("_Choice", bound=StrEnum)

LONGEST_LIST = 100
"""Aliases can make a small file say a thing many times over; no list of ours needs to be longer."""
MOST_WARNINGS = 20


class Document:
    """Required fields are asked for with `need_…`, which leaves the file out; the others warn and go on."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.warnings: list[str] = []
        try:
            self.head, self.body = split(text, neutral)
        except HeadError as error:
            raise LeftOutError(path, str(error), "Correct its head.") from None
        self._sections: dict[str, str] = {}
        for title, content in markdown.sections(self.body):
            if title in self._sections:
                self.ignore(f"the second section '{one_line(title, 40)}'", "there is one already", "Join the two.")
            self._sections.setdefault(title, content)

    def leave_out(self, reason: str, remedy: str) -> NoReturn:
        raise LeftOutError(self.path, reason, remedy)

    def ignore(self, what: str, reason: str, remedy: str = "Correct or remove it.") -> None:
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(f"In {shown(self.path)}, {what} is ignored because {reason}. {remedy}")
        elif len(self.warnings) == MOST_WARNINGS:
            self.warnings.append(f"In {shown(self.path)}, more is ignored than is listed. Correct this first.")

    def section(self, title: str) -> str:
        return self._sections.get(title.lower(), "")

    def need_text(self, name: str) -> str:
        value = self.head.get(name)
        if value is None or value == "":
            self.leave_out(f"it has no '{name}'", f"Add '{name}' to its head.")
        if not isinstance(value, str) or not (line := one_line(value)):
            self.leave_out(f"its '{name}' is not a text", f"Write '{name}' as one line of text.")
        return line

    def text(self, name: str) -> str:
        value = self.head.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.ignore(f"'{name}'", "it is not a text")
            return ""
        return one_line(value)

    def need_list(self, name: str) -> list[Value]:
        value = self.head.get(name)
        if value is None or value == "" or value == []:
            self.leave_out(f"it has no '{name}'", f"Add a list '{name}' to its head.")
        if not isinstance(value, list):
            self.leave_out(f"its '{name}' is not a list", f"Write '{name}' as a list.")
        return self.shortened(f"'{name}'", value)

    def list_of(self, name: str) -> list[Value]:
        return self.as_list(f"'{name}'", self.head.get(name))

    def as_list(self, what: str, value: Value) -> list[Value]:
        if value is None:
            return []
        if not isinstance(value, list):
            self.ignore(what, "it is not a list")
            return []
        return self.shortened(what, value)

    def texts(self, name: str) -> tuple[str, ...]:
        return self.as_texts(f"'{name}'", self.list_of(name))

    def as_texts(self, what: str, values: list[Value]) -> tuple[str, ...]:
        """The texts in a list, each once."""
        found: dict[str, None] = {}
        for number, value in enumerate(values, start=1):
            if isinstance(value, str) and (line := one_line(value)):
                found[line] = None
            else:
                self.ignore(f"entry {number} of {what}", "it is not a text")
        return tuple(found)

    def as_text(self, what: str, value: Value) -> str:
        if value is None or isinstance(value, str):
            return one_line(value or "")
        self.ignore(what, "it is not a text")
        return ""

    def as_mapping(self, what: str, value: Value) -> dict[str, Value]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.ignore(what, "it is not a list of 'name: value' pairs")
            return {}
        return value

    def as_number(self, what: str, value: Value, otherwise: float, least: float = 0, most: float = 1000) -> float:
        """A number within these bounds; anything else is ignored with a warning."""
        if value is None:
            return otherwise
        try:
            number = float(value) if isinstance(value, str) else float("nan")
        except ValueError:
            number = float("nan")
        if least <= number <= most:
            return number
        self.ignore(what, f"it is not a number from {least:g} to {most:g}")
        return otherwise

    def as_yes(self, what: str, value: Value) -> bool:
        match value.lower() if isinstance(value, str) else value:
            case None | "false" | "no":
                return False
            case "true" | "yes":
                return True
        self.ignore(what, "it is neither true nor false")
        return False

    def as_choice(self, what: str, value: Value, otherwise: _Choice) -> _Choice:
        """One of the words the kind of `otherwise` knows; with hyphens or underscores, in any case."""
        if value is None:
            return otherwise
        known = {str(one).replace("_", "-"): one for one in type(otherwise)}
        said = value.lower().replace("_", "-").strip() if isinstance(value, str) else ""
        if said in known:
            return known[said]
        self.ignore(what, f"it is not one of {', '.join(map(str, type(otherwise)))}")
        return otherwise

    def shortened(self, what: str, values: list[Value]) -> list[Value]:
        if len(values) > LONGEST_LIST:
            self.ignore(f"everything after entry {LONGEST_LIST} of {what}", "the list is too long", "Shorten it.")
        return values[:LONGEST_LIST]
