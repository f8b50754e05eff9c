"""What a user can do to a list that is shown: the entries, and the operations on them."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field


class ItemForm(StrEnum):
    """What an item of the list looks like."""

    NAME = "name"
    PATH = "path"
    SENTENCE = "sentence"


class Listed(Struct, frozen=True):
    """One entry as the user sees it: its id, and its name, path or text."""

    id: str
    name: str = ""


class ListQuestion(Struct, frozen=True):
    """What an answer is read against."""

    listed: tuple[Listed, ...] = ()
    form: ItemForm = ItemForm.SENTENCE
    values: tuple[str, ...] = ()
    """Where each entry has one of a few values, these."""
    targets: tuple[Listed, ...] = ()
    """Where each entry is traced to others, those."""


class Add(Struct, frozen=True):
    text: str


class Drop(Struct, frozen=True):
    id: str


class Keep(Struct, frozen=True):
    """Stands as it is; also what was to be added and is there already."""

    id: str


class Reword(Struct, frozen=True):
    """The entry is to be this from now on."""

    id: str
    text: str


class Say(Struct, frozen=True):
    """Something is said of the entry: `FILE-001: modify`, `requests 2.31`."""

    id: str
    text: str


class Mention(Struct, frozen=True):
    """Something stands behind the entry's name and no mark between them: "requests 2.31", "FR-002 worries me"."""

    id: str
    said: str
    whole: str
    """With the name before it, as it was typed."""


class Choose(Struct, frozen=True):
    id: str
    value: str


class Link(Struct, frozen=True):
    """Traced to these as well; to these alone only where the user said so."""

    id: str
    to: tuple[str, ...]
    alone: bool = False


class Unlink(Struct, frozen=True):
    id: str
    to: tuple[str, ...]


class Select(Struct, frozen=True):
    """Entries that are named and of which nothing is said."""

    ids: tuple[str, ...]


Operation = Add | Drop | Keep | Reword | Say | Mention | Choose | Link | Unlink | Select


class Corrections(Struct, frozen=True):
    operations: tuple[Operation, ...] = ()
    unknown: tuple[str, ...] = field(default=())
    """Ids, numbers and names that are not in the list: nothing may be done before the user has said which are meant."""
    unread: tuple[str, ...] = field(default=())
    """Lines that are no corrections of the list."""
    mixed: tuple[str, ...] = field(default=())
    """What says something of several entries so that it cannot be told what of which: nothing may be done either."""
    lacks_list: bool = False
    """The user's list was to take the place of this one and could not be read: this one stays as it is."""

    @property
    def is_sound(self) -> bool:
        """Whether everything was read, so that it can be done as it stands."""
        return bool(self.operations) and not (self.unknown or self.unread or self.mixed or self.lacks_list)
