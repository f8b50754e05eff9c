"""A page to read: it begins at its top and stays there, however large the window is."""

from __future__ import annotations

from roundtable_tui.ui.lines.view import LineView


class PageView(LineView):
    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._following = False

    def _follow(self, following: bool) -> None:
        """Never: nothing is added at its end."""
