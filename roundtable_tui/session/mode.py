"""What a session needs of a way to sit at the table: what happens next, what can be done, and where things stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.domain.talk.menu import MenuOption
from roundtable_tui.session.intents import Intent

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import Utterance
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.talk.depth import Depth
    from roundtable_tui.session.moves import Move
    from roundtable_tui.session.outline import Outline


class Command(Struct, frozen=True):
    """Something the user can do now."""

    name: str
    intent: Intent
    option: MenuOption | None = None
    """How it stands in the menu, where the menu shows it."""


def typed_in(text: str, offered: Callable[[], Iterable[Command]]) -> Intent | None:
    """What a line such as `/panel 2` means, where it is offered now."""
    if not text.startswith("/"):
        return None
    name = text.strip().removeprefix("/")
    return next((command.intent for command in offered() if command.name == name), None)


class Mode(Protocol):
    """Decides from the state alone, so that a resumed item decides what the interrupted one would have."""

    @property
    def name(self) -> str: ...

    def next_move(self, state: State, knowledge: Knowledge) -> Move:
        """The one thing to do now; the session does it, journals it and asks again until nothing is owed."""
        ...

    def owed(self, state: State, knowledge: Knowledge) -> Move | None:
        """What is owed to the disk, also where the talk itself is not taken up."""
        ...

    def commands(self, state: State, knowledge: Knowledge) -> tuple[Command, ...]:
        """What menu, keys, palette and slash commands offer now."""
        ...

    def outline(self, state: State, knowledge: Knowledge, opened: Collection[str] = ()) -> Outline:
        """Headline and sidebar; `opened` are the keys of rows that the user has unfolded."""
        ...

    def welcome(self, state: State, knowledge: Knowledge) -> Utterance | None:
        """What is said to somebody who comes back."""
        ...

    def with_depth(self, state: State, depth: Depth) -> tuple[Body, ...]:
        """What follows from a depth that was asked for on opening."""
        ...
