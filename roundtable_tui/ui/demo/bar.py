"""The line that says, for as long as one plays, that this is a recording, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.binding import ActiveBinding
from textual.content import Content
from textual.widget import Widget

from roundtable_tui.ui.demo.keys import IN_THE_FOOTER
from roundtable_tui.ui.keys.key import display
from roundtable_tui.ui.widgets.keybar import KeyBar, Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.ui.keys.key import Key

_GAP = "   "


class WatchersKeys(KeyBar):
    """The footer of somebody who watches: every key is a command, wherever the recording has its cursor."""

    def ranked(self) -> list[Shown]:
        keys: dict[str, Key] = {key.id: key for key in getattr(self.screen, "keys", ())}
        found = [keys[name] for name in IN_THE_FOOTER if name in keys]
        return [
            Shown(display((*key.keys, *key.chords)[0]), key.label, ActiveBinding(self.screen, key.binding, True, ""))
            for key in found
        ]


class DemoBar(Widget):
    ALLOW_SELECT = False
    DEFAULT_CSS = """
    DemoBar { height: 1; padding: 0 1; background: $accent; color: $background; text-style: bold; }
    """

    def __init__(self, speed: float = 1.0, title: str = "") -> None:
        super().__init__()
        self._speed = speed
        self._title = title
        self._paused = self._ended = False

    @property
    def line(self) -> str:
        """What it says at its width; another speed than the recording's own is worth more than the title."""
        width = max(self.content_size.width, 1)
        if self._ended:
            return fitting(["■ Recording ended", "Enter leaves"], "", width)
        name, first = ("‖ Paused", "Space plays on") if self._paused else ("● Recording", "Space pauses")
        named = f"{name}: {self._title}" if self._title else name
        ways, speed = (first, "→ faster", "← slower", "Esc ends"), f"{self._speed:g}×"
        line = fitting([named, *ways], speed, width)
        if cell_len(line) <= width and (self._speed == 1 or line.endswith(speed)):
            return line
        return fitting([name, *ways], speed, width)

    def show(self, speed: float, *, paused: bool) -> None:
        if (speed, paused) != (self._speed, self._paused):
            self._speed, self._paused = speed, paused
            self.refresh()

    def end(self) -> None:
        self._ended = True
        self.refresh()

    def on_resize(self) -> None:
        self.refresh()

    def render(self) -> Content:
        return Content(self.line)


def fitting(parts: Sequence[str], right: str, width: int) -> str:
    """The first and the last part always, of the others as many as fit; what stands on the right if it does."""
    name, *others, last = parts
    kept: list[str] = []
    for other in others:
        if cell_len(_GAP.join((name, *kept, other, last))) <= width:
            kept.append(other)
    line = _GAP.join((name, *kept, last))
    room = width - cell_len(line) - cell_len(right)
    return f"{line}{' ' * room}{right}" if room >= len(_GAP) else line
