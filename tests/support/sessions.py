"""A session on an open item, with every mode there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.session import ItemSession

if TYPE_CHECKING:
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.voices.protocol import Voice


def seated(opened: OpenItem, voice: Voice) -> ItemSession:
    return ItemSession(opened, voice, all_modes())
