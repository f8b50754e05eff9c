"""How the program keeps to the user's terminal: what of the mouse it takes, what moves, and how it calls them back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from textual import events

from roundtable_tui.ui.textual_internals import give_back_mouse, tell_terminal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import App

    from roundtable_tui.config.terminal import Terminal

_WHEEL = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)


class Manners:
    """Keeps an app to the settings of the terminal."""

    def __init__(self, app: App[int], environment: Mapping[str, str] | None = None) -> None:
        self._app = app
        self._environment = os.environ if environment is None else environment
        self._mouse, self._notice = "all", "bell"

    def use(self, terminal: Terminal) -> None:
        before, self._mouse, self._notice = self._mouse, terminal.mouse, terminal.notice
        if before != self._mouse and "off" in (before, self._mouse):
            give_back_mouse(self._app, back=self._mouse == "off")
        if terminal.motion == "reduced":
            self._app.animation_level = "none"

    def takes(self, event: events.Event) -> bool:
        """Whether something the mouse did counts."""
        if not isinstance(event, events.MouseEvent):
            return True
        match self._mouse:
            case "all":
                return True
            case "clicks":
                return not isinstance(event, _WHEEL)
            case "wheel":
                return isinstance(event, _WHEEL)
        return False

    def call_back(self, said: str) -> None:
        """Whoever has turned to something else is told that it is their turn."""
        if self._notice in ("bell", "both"):
            self._app.bell()
        if self._notice in ("notification", "both"):
            from roundtable_tui.ui.terminal.sequences import notifying

            tell_terminal(self._app, notifying(said, self._environment))
