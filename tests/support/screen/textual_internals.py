"""What tests need of Textual and asyncio that neither offers: every use of their private names is here."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import _wait
from textual._context import active_app
from textual._xterm_parser import XTermParser
from textual.app import ScreenError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from textual.app import App
    from textual.message import Message
    from textual.screen import Screen

_A_WHILE = 1 / 250
_SOON = 1 / 20
_LOOKS = 50
_wait_for_idle = _wait.wait_for_idle
"""Textual's own, before `wait_patiently` puts another in its place."""


def parsed(data: str) -> list[Message]:
    """What Textual's parser makes of these bytes, with what it holds back for a longer sequence."""
    parser = XTermParser()
    return [*parser.feed(data), *parser.feed("")]


def notices_of(app: App[Any]) -> list[str]:
    """What the program said in passing and shows still."""
    return [notice.message for notice in app._notifications]


def empty_clipboard(app: App[Any]) -> None:
    app._clipboard = ""


def is_ending(app: App[Any]) -> bool:
    return app._exit


def comes_back(app: App[Any]) -> dict[str, float]:
    """What goes on by itself for as long as the program runs, with the seconds between."""
    nodes = (app, *(node for screen in app.screen_stack for node in (screen, *screen.walk_children())))
    running = ((node, timer) for node in nodes for timer in node._timers if _goes_on(timer))
    return {f"{type(node).__name__} {timer.name}": timer._interval for node, timer in running}


def _goes_on(timer: Any) -> bool:
    return timer._repeat is None and timer._active.is_set()


def holds_drawing_back(app: App[Any]) -> bool:
    """Whether a batch is under way: nothing that changes is drawn before it ends."""
    return bool(app._batch_count)


def tell_when_drawn(app: App[Any], patch: pytest.MonkeyPatch, tell: Callable[[Screen[Any]], None]) -> None:
    """Calls `tell` with each screen that is drawn on the terminal, right before."""
    draw = app._display

    def drawn(screen: Screen[Any], picture: Any) -> None:
        tell(screen)
        draw(screen, picture)

    patch.setattr(app, "_display", drawn)


def wait_patiently(patch: pytest.MonkeyPatch) -> None:
    """From now on a pilot waits for as long as there is something to do, and no longer; nothing is animated."""
    patch.setattr("textual._wait.SLEEP_GRANULARITY", _A_WHILE)
    patch.setattr("textual._wait.SLEEP_IDLE", _A_WHILE / 12)
    patch.setattr("textual.app.wait_for_idle", come_to_rest)
    patch.setattr("textual.pilot.wait_for_idle", come_to_rest)
    patch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


async def come_to_rest(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Textual takes a process for idle that used no CPU for a while: on a busy machine it may just not have had any.

    So nothing may be left to draw, or to run in the loop or its threads now or soon. With that, the while can be short.
    """
    loop = asyncio.get_running_loop()
    soon = loop.time() + _SOON
    for _ in range(_LOOKS):
        await _wait_for_idle(min_sleep, max_sleep)
        with suppress(ScreenError):
            active_app.get().screen._on_timer_update()
        if not has_work(loop, soon):
            return


def has_work(loop: asyncio.AbstractEventLoop, until: float) -> bool:
    """Whether anything is left to run, in the loop or in its threads, or comes up before that time."""
    inside = vars(loop)
    threads = inside["_default_executor"]
    at_work = threads and threads._idle_semaphore._value < len(threads._threads)
    due = (one for one in inside["_scheduled"] if one.when() < until and not one.cancelled())
    return bool(inside["_ready"] or at_work or any(due))
