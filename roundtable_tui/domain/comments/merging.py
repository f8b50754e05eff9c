"""Two accounts of what became of a comment put together, the same whichever comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundtable_tui.domain.comments.comment import Dealt


def later(known: Dealt | None, told: Dealt) -> Dealt:
    """What happened last counts; of two things at the same moment always the same one, and one's own before another's.

    What the user did comes back under their name once it was in a file.
    """
    if known is None:
        return told
    return max(known, told, key=lambda one: (one.at, one.outcome, not one.by, one.by, one.reason, one.entries))
