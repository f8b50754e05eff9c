"""Where there is room for one pane only: which one it is, and the way to the others."""

from __future__ import annotations

from roundtable_tui.ui.widgets.tabs import Tabs

TABS = {"conversation": "Talk", "sidebar": "Steps", "preview": "Documents"}


class PaneTabs(Tabs):
    """Shown on a narrow screen."""

    BETWEEN = " · "
    DEFAULT_CSS = "PaneTabs { display: none; }"

    def __init__(self) -> None:
        super().__init__(TABS)
