"""Keeps a table that is still being set from being drawn piece by piece: its first picture is the whole one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundtable_tui.ui.textual_internals import draw_now, keep_undrawn

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from textual.screen import Screen
    from textual.timer import Timer

_LONGEST = 0.25
"""Seconds after which it opens whatever is there: a model's first words take longer than that."""


class Curtain:
    """Closed as long as it is in front of the screen."""

    def __init__(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        """`show` puts on the table, before it is seen, what nobody has to put there again and again behind it."""
        self._screen, self._app = screen, screen.app
        self._show = show
        self._held: AbstractContextManager[None] | None = None
        self._timer: Timer | None = None

    @property
    def is_closed(self) -> bool:
        return self._held is not None

    def close(self) -> None:
        """By a timer of the app: nothing at all is drawn meanwhile, and the screen may be gone before it opens."""
        self._held = self._app.batch_update()
        self._held.__enter__()
        keep_undrawn(self._screen)
        self._timer = self._app.set_timer(_LONGEST, self.open)

    def open(self) -> None:
        """Draws what is there; once it is open this does nothing."""
        if self._held is None:
            return
        self._held.__exit__(None, None, None)
        self._held = None
        self._show()
        if self._timer:
            self._timer.stop()
        if self._screen.is_running:
            draw_now(self._screen)
