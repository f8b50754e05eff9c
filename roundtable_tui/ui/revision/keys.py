"""The commands for changing an earlier answer."""

from __future__ import annotations

from roundtable_tui.ui.keys.app_keys import EVERYWHERE_KEYS
from roundtable_tui.ui.keys.key import Group, Key
from roundtable_tui.ui.keys.pane_keys import SEARCH_KEYS, ZOOM_KEY

_REVISION = Group.REVISION

REVISION_KEYS = (
    Key("revision.back", "back", "Back", "Back to the answers, then to the talk", _REVISION, "escape", rank=1),
    Key(
        "revision.write",
        "write",
        "Change it",
        "Write it anew; Enter does so too",
        _REVISION,
        "f5",
        "e",
        rank=2,
    ),
    Key("revision.send", "send", "Send", "Say this instead; asks first", _REVISION, "f6", rank=2),
    *SEARCH_KEYS,
    ZOOM_KEY,
    *EVERYWHERE_KEYS,
)
