"""Ends the program in order when the system asks it to: the item is let go and the terminal is put back."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from types import FrameType

SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
"""Those the platform has: Windows knows no hangup."""
PATIENCE = 5.0
"""Seconds: a terminal that is gone may block whoever still draws on it."""


def end_on_signals(
    loop: asyncio.AbstractEventLoop, leave: Callable[[int], None], before_giving_up: Callable[[], None]
) -> None:
    """Calls `leave` in the loop with 128 and the signal's number, the code a shell expects.

    If that comes to nothing the process ends all the same, after `before_giving_up`.
    """

    def give_up(number: int) -> None:
        before_giving_up()
        os._exit(128 + number)

    def end(number: int, _: FrameType | None) -> None:
        last_resort = threading.Timer(PATIENCE, give_up, [number])
        last_resort.daemon = True
        last_resort.start()
        loop.call_soon_threadsafe(leave, 128 + number)

    for name in SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
