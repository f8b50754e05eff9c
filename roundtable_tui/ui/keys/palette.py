"""The command palette: every command of a screen by its name, and what else the screen offers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from msgspec import Struct
from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content

from roundtable_tui.ui.keys.key import Group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.command import Hits

    from roundtable_tui.ui.keys.key import Key

_BY_HAND = (Group.WRITING, Group.MOVE)
"""Nobody looks for these by their name."""
_NOT_HERE = frozenset({"app.commands", "app.interrupt"})
"""The palette itself, and a key that means three things."""


class Command(Struct, frozen=True):
    """One line of the palette: its words are content, whatever they hold."""

    label: str
    help: str
    run: Callable[[], object]


@runtime_checkable
class OffersCommands(Protocol):
    """What a screen tells the palette."""

    @property
    def keys(self) -> tuple[Key, ...]: ...

    def more_commands(self) -> Iterable[Command]: ...


class ScreenCommands(Provider):
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
        for key in screen.keys:
            if key.group in _BY_HAND or key.id in _NOT_HERE or not self._can_be_done(key.action):
                continue
            name = f"{key.group.value}: {key.label}"
            yield Command(name, f"{key.tooltip} ({key.shown})", partial(self.app.run_action, key.action, screen))
        colours = "Try on other colours; Enter keeps them in your settings"
        yield Command("Program: Theme", colours, partial(self.app.run_action, "theme", screen))
        yield from screen.more_commands()

    def _can_be_done(self, action: str) -> bool:
        from textual.actions import parse

        namespace, name, parameters = parse(action)
        return bool((self.app if namespace == "app" else self.screen).check_action(name, parameters))
