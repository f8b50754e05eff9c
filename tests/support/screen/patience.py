"""How long a test waits for what is bound to come: as long as the slowest machine takes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

PATIENCE = 60.0


async def comes_to(pilot: Pilot[Any], condition: Callable[[], bool]) -> bool:
    """Whether it ever comes to that."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        await pilot.pause(0.01)
    return True
