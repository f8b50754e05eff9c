"""Which panes of the table show, all or the one that was asked for, and the tabs that say so where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundtable_tui.ui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from textual.screen import Screen

TABS = {"conversation": "Talk", "sidebar": "Steps", "preview": "Documents"}
_ASKED_FOR = {"sidebar": "show-sidebar", "preview": "show-preview", "summary": "show-summary"}
_PUT_AWAY = {"sidebar": "hide-sidebar", "preview": "hide-preview", "summary": "hide-summary"}


class PaneTabs(Tabs):
    """Shown on a narrow screen."""

    BETWEEN = " · "
    DEFAULT_CSS = "PaneTabs { display: none; }"

    def __init__(self) -> None:
        super().__init__(TABS)


class Panes:
    """Keeps the classes by which the stylesheet shows and hides, and the tabs that say so."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen

    @property
    def asked_for(self) -> str:
        """The pane that has the others' place where there is not room for all."""
        return next((pane for pane, name in _ASKED_FOR.items() if self._screen.has_class(name)), "conversation")

    @property
    def has_all(self) -> bool:
        """Whether there is room for three panes."""
        return self._screen.has_class("-wide")

    def ask_for(self, pane: str) -> None:
        self._screen.remove_class(*_ASKED_FOR.values())
        if pane in _ASKED_FOR:
            self._screen.remove_class(_PUT_AWAY[pane])
            self._screen.add_class(_ASKED_FOR[pane])
        self._screen.query_one(PaneTabs).show(pane)

    def put_away(self, pane: str) -> None:
        """The conversation has its place again; what stands beside the conversation goes."""
        self.ask_for("conversation")
        beside = self.has_all or (pane == "sidebar" and self._screen.has_class("-medium"))
        self._screen.set_class(beside, _PUT_AWAY[pane])
