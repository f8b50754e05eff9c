"""The commands of the settings page."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SEARCH_KEYS

_SETTINGS = Group.SETTINGS

SETTINGS_KEYS = (
    Key("settings.back", "back", "Back", "Back to where you were", _SETTINGS, "escape", rank=1),
    Key("settings.change", "change", "Change", "The next value, or a field for it", _SETTINGS, "enter", rank=2),
    Key("settings.next", "cycle(1)", "Next value", "The next of the possible values", _SETTINGS, "right", rank=3),
    Key("settings.previous", "cycle(-1)", "Previous", "The value before this one", _SETTINGS, "left"),
    Key(
        "settings.reset",
        "reset",
        "Default",
        "Take the setting out of the file that is written to",
        _SETTINGS,
        "backspace,delete",
        "x",
        rank=4,
    ),
    Key("settings.target", "target", "Other file", "Write to your file or the project's", _SETTINGS, "f7", "w", rank=5),
    Key("settings.file", "file", "Open file", "Open the file in your editor", _SETTINGS, "f4", "o", rank=6),
    *SEARCH_KEYS,
    *EVERYWHERE_KEYS,
)
