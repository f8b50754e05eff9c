"""The commands of the open points."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SCROLLBACK_KEY, SEARCH_KEYS, ZOOM_KEY

_POINTS = Group.POINTS

LEDGER_KEYS = (
    Key("points.back", "back", "Back", "Back to the talk", _POINTS, "escape", rank=1),
    Key("points.first", "first", "Ask it next", "Have it asked next; Enter does so too", _POINTS, "f5", "p", rank=2),
    Key("points.strike", "strike", "Strike", "Never ask this; it stays an open point", _POINTS, "f7", "x", rank=4),
    Key("points.restore", "restore", "Put back", "It may be asked again", _POINTS, "f9", "r", rank=4),
    Key(
        "points.accept",
        "accept",
        "Accept guess",
        "Confirm what is guessed; asks first",
        _POINTS,
        "f6",
        "a",
        rank=5,
    ),
    Key("points.mark", "mark", "Mark", "Mark it, to answer several in one go", _POINTS, "space", rank=6),
    Key("points.answer", "answer", "Answer several", "Answer the marked ones in one go", _POINTS, "f8", "e", rank=6),
    Key("points.panel", "panel", "To a panel", "Let a panel decide this", _POINTS, "ctrl+pagedown", "P", rank=8),
    Key("points.budget", "budget", "Budget", "How many questions or minutes there are", _POINTS, "f10", "m", rank=7),
    *SEARCH_KEYS,
    ZOOM_KEY,
    SCROLLBACK_KEY,
    *EVERYWHERE_KEYS,
)
