"""The commands of the history."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SCROLLBACK_KEY, SEARCH_KEYS, ZOOM_KEY
from roundtable_tui.ui.table.keys import TABLE_KEYS

_HISTORY = Group.HISTORY
_AS_ON_THE_TABLE = ("talk.undo", "talk.revise")
"""Mean the same here."""

STATE_KEYS = (
    Key("states.back", "back", "Back", "Back to the history", _HISTORY, "escape", rank=1),
    Key(
        "states.base",
        "base",
        "Compare with",
        "Compare the others with this one; once more, each with the one before it",
        _HISTORY,
        "space",
        rank=2,
    ),
    *SEARCH_KEYS,
    ZOOM_KEY,
    *EVERYWHERE_KEYS,
)
HISTORY_KEYS = (
    Key("history.back", "back", "Back", "Back to the table", _HISTORY, "escape", rank=1),
    Key("history.documents", "view('documents')", "Documents", "The documents' versions", _HISTORY, "f5", "d", rank=5),
    Key("history.timeline", "view('timeline')", "Timeline", "What happened, and when", _HISTORY, "f6", "t", rank=5),
    Key(
        "history.restore",
        "restore",
        "Put back",
        "Put this version back as your own text; asks first, and keeps what it replaces",
        _HISTORY,
        "f7",
        "r",
        rank=2,
    ),
    Key(
        "history.states",
        "states",
        "Accepted states",
        "What differs between any two times you accepted something",
        _HISTORY,
        "f8",
        "S",
        rank=9,
    ),
    *SEARCH_KEYS,
    ZOOM_KEY,
    SCROLLBACK_KEY,
    Key(
        "history.compare",
        "compare",
        "Compare",
        "What changed since this version; once more, what it changed itself",
        _HISTORY,
        "f12",
        "x",
        rank=7,
    ),
    Key(
        "history.read",
        "read",
        "Read",
        "The version itself, rendered or as it is",
        _HISTORY,
        "ctrl+s",
        "v",
        rank=8,
    ),
    *(key for key in TABLE_KEYS if key.id in _AS_ON_THE_TABLE),
    *EVERYWHERE_KEYS,
)
