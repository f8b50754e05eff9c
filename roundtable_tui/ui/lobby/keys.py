"""The commands of the lobby.

Deleting is on a capital letter: whoever begins to type a sentence here must not lose an item over a d. The filter's
key comes before all others, so that the words typed right after it go into its field.
"""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key

_ITEMS = Group.ITEMS

LOBBY_KEYS = (
    Key("lobby.open", "open", "Open", "Go on with this item", _ITEMS, "enter", rank=1),
    Key("lobby.new", "new", "New", "Begin a new item, with all there is to choose", _ITEMS, "ctrl+n", "n", rank=2),
    Key(
        "lobby.filter",
        "filter",
        "Filter",
        "Show only the items that have these words",
        _ITEMS,
        "ctrl+f",
        "/",
        rank=4,
        priority=True,
    ),
    Key(
        "lobby.review",
        "review",
        "Review",
        "Walk through what is written down in this item, entry by entry",
        _ITEMS,
        "ctrl+right_square_bracket",
        "w",
        rank=5,
    ),
    Key(
        "lobby.history",
        "history",
        "History",
        "Earlier versions of this item's documents, and what happened when",
        _ITEMS,
        "ctrl+backslash",
        "h",
        rank=6,
    ),
    Key(
        "lobby.again",
        "again",
        "Re-analyse",
        "Go through a finished item again; asks first, and nothing is lost",
        _ITEMS,
        "ctrl+r",
        "r",
        rank=9,
    ),
    Key("lobby.overview", "overview", "Summary", "This item on one page", _ITEMS, "ctrl+f12", "m", rank=6),
    Key(
        "lobby.panels", "panels", "Panels", "The panels, and the way to a new one", _ITEMS, "ctrl+pagedown", "p", rank=5
    ),
    Key("lobby.rename", "rename", "Rename", "Call this item something else; its folder stays", _ITEMS, "f2", "R"),
    Key("lobby.trash", "trash", "Delete", "Move this item to the trash", _ITEMS, "delete", "D", rank=8),
    Key("lobby.undo", "undo", "Undelete", "Bring back what was deleted last", _ITEMS, "ctrl+t", "u", rank=7),
    Key("lobby.refresh", "refresh_list", "Refresh", "Look at the disk again", _ITEMS, "f5"),
    Key("lobby.back", "back", "Back", "Clear the filter, leave the field", _ITEMS, "escape", rank=10),
    *EVERYWHERE_KEYS,
)
AT_ONCE = frozenset({"lobby.filter", "lobby.panels", "app.help", "app.commands"})
"""Commands that only look: their keys act at once, also where a sentence might begin with them."""
