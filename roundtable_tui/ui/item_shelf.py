"""What the lobby needs of a project: its items and its trash, read before anything heavier is loaded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.drafts import Unsent
from roundtable_tui.storage.items import recent_items
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from roundtable_tui.config.model import Settings
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.items import ItemSummary
    from roundtable_tui.storage.trash import Trashed

_FIRST, _THEN = 64, 256
"""How many items are shown together: a screenful at once, the rest in larger parts."""


class Shelf:
    """The items as they lie on disk; everything here is for a thread."""

    def __init__(
        self, paths: ProjectPaths, disk: Disk, clock: Callable[[], datetime], settings: Settings | None = None
    ) -> None:
        """`settings` are there where they were read for it."""
        self.settings = settings
        self.paths = paths
        self._disk = disk
        self.clock = clock

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        from roundtable_tui.config.loader import load_settings

        settings = load_settings(ProjectPaths(folder).config).settings
        paths = ProjectPaths(folder, settings.requirements, settings.common)
        return cls(paths, RealDisk(), lambda: datetime.now(UTC), settings)

    def items(self) -> Iterator[tuple[ItemSummary, ...]]:
        """Part by part, the one that changed last first."""
        part: list[ItemSummary] = []
        size = _FIRST
        for item in recent_items(self._disk, self.paths, self.clock()):
            part.append(item)
            if len(part) == size:
                yield tuple(part)
                part, size = [], _THEN
        if part:
            yield tuple(part)

    def has_panels(self) -> bool:
        """Whether a panel was ever begun here; its files are not read for it."""
        folder = self.paths.contained(self.paths.panels, "sessions")
        return any(name.endswith(".yaml") for name in self._disk.names(folder))

    @property
    def unsent(self) -> Unsent:
        """What was written for an item that is not begun yet."""
        return self.unsent_in(self.paths.unsent)

    def unsent_of(self, slug: str, where: str) -> Unsent:
        return self.unsent_in(self.paths.item_unsent(slug, where))

    def unsent_in(self, path: Path) -> Unsent:
        from roundtable_tui.config.loader import user_folder

        return Unsent(self._disk, self.paths, path, self.clock, user_folder() / "unsaved")

    def open_at_the_crash(self) -> str:
        """The item that was open when the program ended unexpectedly; empty where it did not, and told once."""
        from roundtable_tui.config.loader import cache_folder
        from roundtable_tui.items.crash_reports import take_crash

        crash = take_crash(cache_folder(), self.paths.root)
        return crash.item if crash else ""

    def trash(self) -> tuple[Trashed, ...]:
        from roundtable_tui.storage.trash import list_trash

        return tuple(list_trash(self._disk, self.paths))

    def delete(self, slug: str) -> Trashed:
        from roundtable_tui.storage.trash import move_to_trash

        return move_to_trash(self._disk, self.paths, slug, self.clock)

    def restore(self, trashed: Trashed) -> None:
        from roundtable_tui.storage.trash import restore

        restore(self._disk, self.paths, trashed, self.clock)
