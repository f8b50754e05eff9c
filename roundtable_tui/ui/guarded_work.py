"""Work in which something can go wrong that the user can read about: the error is told, and the program goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def guarded(work: Awaitable[object], tell: Callable[[RoundtableError], None]) -> bool:
    """Whether the work was done; if not, `tell` is given the error."""
    try:
        await work
    except RoundtableError as error:
        tell(error)
        return False
    return True
