"""Screens without a terminal wait only as long as they have something to do, and are drawn when somebody looks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.app import ScreenError

if TYPE_CHECKING:
    from collections.abc import Iterator

_A_WHILE = 1 / 250
_SOON = 1 / 20
_LOOKS = 50


async def _wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Textual takes a process for idle that used no CPU for a while: on a busy machine it may just not have had any.

    So nothing may be left to draw, or to run in the loop or its threads now or soon. With that, the while can be short.
    """
    loop = asyncio.get_running_loop()
    soon = loop.time() + _SOON
    for _ in range(_LOOKS):
        await wait_for_idle(min_sleep, max_sleep)
        with suppress(ScreenError):
            active_app.get().screen._on_timer_update()
        if not _has_work(vars(loop), soon):
            return


def _has_work(loop: dict[str, Any], until: float) -> bool:
    threads = loop["_default_executor"]
    at_work = threads and threads._idle_semaphore._value < len(threads._threads)
    due = (one for one in loop["_scheduled"] if one.when() < until and not one.cancelled())
    return bool(loop["_ready"] or at_work or any(due))


@pytest.fixture(scope="session", autouse=True)
def _patient_screens() -> Iterator[None]:
    """Nothing is animated either: what comes to rest at once need not be waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual._wait.SLEEP_GRANULARITY", _A_WHILE)
        patch.setattr("textual._wait.SLEEP_IDLE", _A_WHILE / 12)
        patch.setattr("textual.app.wait_for_idle", _wait_for_idle)
        patch.setattr("textual.pilot.wait_for_idle", _wait_for_idle)
        patch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
        yield
