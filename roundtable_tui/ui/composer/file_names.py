"""The names of a project's files, listed and searched in a thread: a few letters come in, the best names go out."""

from __future__ import annotations

import asyncio
import heapq
import re
from time import monotonic
from typing import TYPE_CHECKING

from roundtable_tui.ui.composer.suggestions import MOST

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_FRESH = 15.0
"""Seconds for which a list is not made anew."""


class ProjectFiles:
    def __init__(self, root: Path, skip: Sequence[str] = ()) -> None:
        """`skip` names folders whose files nobody means."""
        self._root = root
        self._skip = tuple(skip)
        self._names: tuple[str, ...] | None = None
        self._listed = float("-inf")
        self._listing: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        return self._names is not None

    async def load(self) -> None:
        """Whoever stops waiting for it stops nobody else's list."""
        if self._listing is None and monotonic() - self._listed > _FRESH:
            self._listing = asyncio.create_task(self._list())
        if self._listing is not None:
            await asyncio.shield(self._listing)

    async def _list(self) -> None:
        self._names = await asyncio.to_thread(_listed, self._root, self._skip)
        self._listed, self._listing = monotonic(), None

    async def matching(self, begun: str) -> Sequence[str]:
        if not self.is_ready:
            await self.load()
        return await asyncio.to_thread(best_names, self._names or (), begun)


def _listed(root: Path, skip: Sequence[str]) -> tuple[str, ...]:
    """Only names that can be written: some hold bytes that are no text."""
    from roundtable_tui.codebase.files.listing import list_files

    names = (file.name for file in list_files(root, skip).files)
    return tuple(name for name in names if name.isprintable())


def best_names(names: Sequence[str], begun: str, most: int = MOST) -> tuple[str, ...]:
    """Names that have these letters in this order; a space stands only for a space, so that a sentence ends the search.

    What begins the file's own name comes before what stands in it, and that before what only its path has.
    """
    wanted = begun.casefold().removeprefix('"')
    if not wanted:
        return tuple(heapq.nsmallest(most, names, key=lambda name: (name.count("/"), name)))
    pattern = re.compile(".*?".join(map(re.escape, wanted)), re.DOTALL)
    spaced = " " in wanted
    found = []
    for name in names:
        folded = name.casefold()
        if (wanted in folded) or (not spaced and pattern.search(folded)):
            found.append((_rank(folded, wanted), len(name), name))
    return tuple(name for _, _, name in heapq.nsmallest(most, found))


def _rank(folded: str, wanted: str) -> int:
    own = folded.rpartition("/")[2]
    if folded == wanted:
        return 0
    if own.startswith(wanted):
        return 1
    if wanted in own:
        return 2
    return 3 if wanted in folded else 4
