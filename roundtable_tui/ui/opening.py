"""Everything heavy the table needs, imported in a thread once the first frame is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.analysis.finding import item_names, open_by_words
from roundtable_tui.analysis.opening import OpenItem, open_or_look
from roundtable_tui.analysis.project import open_with_settings
from roundtable_tui.analysis.session import Session
from roundtable_tui.domain.depth import Depth
from roundtable_tui.errors import LockedError
from roundtable_tui.ui.remapping import remapped
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.analysis.project import Project
    from roundtable_tui.config import Settings
    from roundtable_tui.ui.app import Wanted


class Kitchen:
    """Opens the project once and items from it; what is slow in it runs in a thread."""

    def __init__(self, project: Project, settings: Settings, warnings: tuple[str, ...] = ()) -> None:
        self.project = project
        self.keymap = remapped(settings.keys)
        self.warnings = (*warnings, *self.keymap.warnings, *project.knowledge.warnings)
        self._depth = settings.depth

    @classmethod
    def in_folder(cls, folder: Path) -> Kitchen:
        return cls(*open_with_settings(folder))

    @property
    def items(self) -> list[str]:
        return item_names(self.project)

    def open(self, wanted: Wanted, words: str) -> OpenItem:
        try:
            return open_by_words(self.project, words, wanted.draft, wanted.tier)
        except LockedError as locked:
            if locked.slug:
                return open_or_look(self.project, locked.slug)
            raise

    def depth(self, wanted: Wanted) -> Depth | None:
        asked = wanted.depth or self._depth
        return Depth(asked) if asked else None


def session_for(opened: OpenItem) -> Session:
    return Session(opened, OfflineVoice())
