"""The commands of the page where an item is begun."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key

_NEW = Group.NEW

NEW_ITEM_KEYS = (
    Key("new.begin", "begin", "Begin", "Begin the item with what is chosen here", _NEW, "f6,ctrl+enter", rank=1),
    Key("new.next", "app.focus_next", "Next field", "Go to the next field", _NEW, "tab", rank=3),
    Key("new.previous", "app.focus_previous", "Field before", "Go to the field before", _NEW, "shift+tab"),
    Key("new.back", "back", "Back", "Back to the items; what is written here is kept", _NEW, "escape", rank=2),
    *EVERYWHERE_KEYS,
)
