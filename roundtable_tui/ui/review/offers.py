"""Which commands of the review can be done with the entry in view: True, None for not now, False for not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.review.rules import mendable
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.review.controller import cited_by
from roundtable_tui.ui.review.keys import REVIEW_KEYS

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.ui.review.controller import ReviewController
    from roundtable_tui.ui.review.navigation import EntryNavigation

NOT_WHILE_WRITING = {
    key.action.partition("(")[0]
    for key in (*REVIEW_KEYS, *MOVING_KEYS)
    if key.id.startswith(("review.", "move.", "pane.", "document.")) and key.id != "review.leave"
}
DEPENDING = ("decide", "group", "mend", "traces", "back", "code", "turn", "document", "leave")
"""What differs from entry to entry."""


def can_be_done(action: str, entry: Entry | None, link: ReviewController, navigation: EntryNavigation) -> bool | None:
    match action:
        case "filter" | "next_open":
            return True if link.walk else None
        case "undo":
            return None if link.read_only else True
        case "decide" | "group" | "mark" | "family":
            return True if entry and not link.read_only else None
        case "mend":
            found = mendable(link.findings.get(entry.id, ())) if entry else None
            return bool(found) and (None if link.read_only else True)
        case "traces":
            return True if entry and link.traces(entry).ids else None
        case "back":
            return True if navigation.can_go_back else None
        case "code":
            return True if entry and cited_by(entry) else None
        case "turn":
            return True if entry and navigation.turn_of(entry) else None
        case "document":
            return True if entry and link.documents_citing(entry) else None
        case "find":
            return True if entry and link.state.files.artifacts else None
    return True
