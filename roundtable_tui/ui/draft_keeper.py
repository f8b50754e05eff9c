"""Keeps what is written on a screen while it is being written: quitting, or the loss of power, costs a second of it."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from roundtable_tui.errors import RoundtableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roundtable_tui.storage.drafts import Unsent
    from roundtable_tui.ui.keys.screen_base import AnyScreen

_EVERY = 1.0
"""Seconds."""


class DraftKeeper:
    """Compares what is written with what is kept, again and again; a disk that refuses is asked again."""

    def __init__(self, screen: AnyScreen, store: Unsent, written: Callable[[], Mapping[str, str]]) -> None:
        self._store = store
        self._written = written
        self._words: Mapping[str, str] = {}
        self._kept: Mapping[str, str] | None = None
        self._writing = threading.Lock()
        self._screen, self._told = screen, False
        screen.set_interval(_EVERY, self.keep, name="keeping")

    async def keep(self) -> None:
        if self._is_news():
            self._tell(await asyncio.to_thread(self._write))

    def keep_now(self) -> None:
        """For the last moment, in which nobody waits for a thread."""
        if self._is_news():
            self._tell(self._write())

    def _is_news(self) -> bool:
        """While the screen is put up or taken down there is nothing to read there."""
        try:
            self._words = dict(self._written())
        except NoMatches:
            return False
        return self._words != self._kept

    def _tell(self, trouble: RoundtableError | None) -> None:
        """Once, until something could be kept again."""
        if trouble and not self._told:
            self._screen.fail(RoundtableError(f"What you write here cannot be kept. {trouble.sentence}", trouble.hint))
        self._told = trouble is not None

    def _write(self) -> RoundtableError | None:
        """Always the latest words, whoever comes first."""
        with self._writing:
            words = self._words
            try:
                self._store.keep(words)
            except RoundtableError as trouble:
                return trouble
            self._kept = words
            return None


def without_heard(kept: list[str], heard: list[str]) -> list[str]:
    """What was kept goes on where what was heard ends: as many as both have in common were heard after all."""
    return next((kept[both:] for both in range(len(kept), 0, -1) if kept[:both] == heard[-both:]), kept)
