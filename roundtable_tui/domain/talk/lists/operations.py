"""What a user can do to a list that is shown: the entries, and the operations on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class ItemForm(StrEnum):
    """What an item of the list looks like."""

    NAME = "name"
    PATH = "path"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry as the user sees it: its id, and its name, path or text."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """What an answer is read against."""

    listed: tuple[Listed, ...] = ()
    form: ItemForm = ItemForm.SENTENCE
    values: tuple[str, ...] = ()
    """Where each entry has one of a few values, these."""
    targets: tuple[Listed, ...] = ()
    """Where each entry is traced to others, those."""


@dataclass(frozen=True, slots=True)
class Add:
    text: str


@dataclass(frozen=True, slots=True)
class Drop:
    id: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Stands as it is; also what was to be added and is there already."""

    id: str


@dataclass(frozen=True, slots=True)
class Reword:
    """The entry is to be this from now on."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """Something is said of the entry: `FILE-001: modify`, `requests 2.31`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    id: str
    value: str


@dataclass(frozen=True, slots=True)
class Link:
    """Traced to these as well; to these alone only where the user said so."""

    id: str
    to: tuple[str, ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Unlink:
    id: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """Entries that are named and of which nothing is said."""

    ids: tuple[str, ...]


Operation = Add | Drop | Keep | Reword | Say | Choose | Link | Unlink | Select


@dataclass(frozen=True, slots=True)
class Corrections:
    operations: tuple[Operation, ...] = ()
    unknown: tuple[str, ...] = field(default=())
    """Ids, numbers and names that are not in the list: nothing may be done before the user has said which are meant."""
    unread: tuple[str, ...] = field(default=())
    """Lines that are no corrections of the list."""

    @property
    def is_sound(self) -> bool:
        """Whether everything was read, so that it can be done as it stands."""
        return bool(self.operations) and not self.unknown and not self.unread
