"""Keeps a table that is still being set from being drawn piece by piece: its first picture is the whole one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from textual.app import App

_LONGEST = 0.25
"""Seconds after which it opens whatever is there: a model's first words take longer than that."""


class Curtain:
    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._held: AbstractContextManager[None] | None = None

    def close(self) -> None:
        self._held = self._app.batch_update()
        self._held.__enter__()
        self._app.set_timer(_LONGEST, self.open)

    def open(self) -> None:
        """Draws what is there; once it is open this does nothing."""
        if self._held is not None:
            self._held.__exit__(None, None, None)
            self._held = None
            self._app.screen.refresh(layout=True)
