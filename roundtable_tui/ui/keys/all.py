"""Every command of every screen, declared once; a command that several screens have keeps its id and its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.comments.keys import COMMENT_KEYS
from roundtable_tui.ui.history.keys import HISTORY_KEYS, STATE_KEYS
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.pane_keys import MARKING_KEYS, MOVING_KEYS
from roundtable_tui.ui.ledger.keys import LEDGER_KEYS
from roundtable_tui.ui.lobby.keys import LOBBY_KEYS
from roundtable_tui.ui.new_item.keys import NEW_ITEM_KEYS
from roundtable_tui.ui.panel.keys import BALLOT_KEYS, NEW_PANEL_KEYS, PANEL_KEYS, PANELS_KEYS
from roundtable_tui.ui.review.keys import REVIEW_KEYS
from roundtable_tui.ui.revision.keys import REVISION_KEYS
from roundtable_tui.ui.settings.keys import SETTINGS_KEYS
from roundtable_tui.ui.table.keys import TABLE_KEYS

if TYPE_CHECKING:
    from roundtable_tui.ui.keys.key import Key

TOGETHER = (
    (*TABLE_KEYS, *MOVING_KEYS, *WRITING_KEYS),
    (*LOBBY_KEYS, *MOVING_KEYS),
    NEW_ITEM_KEYS,
    (*PANELS_KEYS, *MOVING_KEYS),
    NEW_PANEL_KEYS,
    (*PANEL_KEYS, *MOVING_KEYS),
    BALLOT_KEYS,
    (*REVIEW_KEYS, *MOVING_KEYS),
    (*HISTORY_KEYS, *MOVING_KEYS),
    (*STATE_KEYS, *MOVING_KEYS),
    (*LEDGER_KEYS, *MOVING_KEYS),
    (*REVISION_KEYS, *MOVING_KEYS),
    (*SETTINGS_KEYS, *MOVING_KEYS),
    (*MARKING_KEYS, *MOVING_KEYS),
    (*COMMENT_KEYS, *MOVING_KEYS),
)
"""The commands that work on the same screen, so that no two of them may have the same key."""

ALL_KEYS: tuple[Key, ...] = tuple({key.id: key for keys in TOGETHER for key in keys}.values())
