"""The command palette: every command by its name, every step to reopen, document to show, conflict to settle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content

from roundtable_tui.ui.keys import Group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.command import Hits

    from roundtable_tui.ui.remapping import Keymap

_NOT_HERE = frozenset({"app.commands", "app.interrupt"})
"""The palette itself, and a key that means three things."""


@dataclass(frozen=True, slots=True)
class Command:
    """One line of the palette: its words are content, whatever they hold."""

    label: str
    help: str
    run: Callable[[], object]


@runtime_checkable
class OffersCommands(Protocol):
    """What a screen tells the palette."""

    @property
    def keymap(self) -> Keymap: ...

    def steps_to_reopen(self) -> Iterable[Command]: ...

    def documents_to_show(self) -> Iterable[Command]: ...

    def conflicts_to_settle(self) -> Iterable[Command]: ...


class TableCommands(Provider):
    """Offers what can be done now; what `check_action` refuses is left out."""

    async def discover(self) -> Hits:
        for command in self._commands():
            yield DiscoveryHit(Content(command.label), command.run, text=command.label, help=command.help)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in self._commands():
            if (score := matcher.match(command.label)) > 0:
                yield Hit(score, matcher.highlight(command.label), command.run, text=command.label, help=command.help)

    def _commands(self) -> Iterator[Command]:
        screen = self.screen
        if not isinstance(screen, OffersCommands):
            return
        for key in screen.keymap.keys:
            if key.group is Group.WRITING or key.id in _NOT_HERE or not self._can_be_done(key.action):
                continue
            name = f"{key.group.value}: {key.label}"
            yield Command(name, f"{key.tooltip} ({key.shown})", partial(self.app.run_action, key.action, screen))
        yield from screen.steps_to_reopen()
        yield from screen.documents_to_show()
        yield from screen.conflicts_to_settle()

    def _can_be_done(self, action: str) -> bool:
        from textual.actions import parse

        namespace, name, parameters = parse(action)
        return bool((self.app if namespace == "app" else self.screen).check_action(name, parameters))
