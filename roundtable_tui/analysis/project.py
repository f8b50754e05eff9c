"""The project a session works in: its folders, disk, clock and knowledge, passed around as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.templates import template_digest
from roundtable_tui.config import Settings, load_settings, user_folder
from roundtable_tui.domain.steps import Knowledge
from roundtable_tui.library.loader import load_knowledge, shipped_assets
from roundtable_tui.storage.disk import Disk, RealDisk
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.artifacts.rendering import Renderer  # noqa: TC004 (nobody reads the types of a project at run time)

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Project:
    paths: ProjectPaths
    disk: Disk
    clock: Clock
    knowledge: Knowledge
    late_renderer: Callable[[], Renderer]
    """Asked for when the first document is written: nobody should wait for a template engine to be asked a question."""
    share_record: bool = False
    """Keep an item's journal in version control instead of ignoring it."""
    templates: str = ""
    """The digest of all templates: another one means that what was rendered before looks different now."""

    @property
    def renderer(self) -> Renderer:
        return self.late_renderer()


def open_project(
    paths: ProjectPaths,
    user_folder: Path | None = None,
    disk: Disk | None = None,
    clock: Clock = system_clock,
    *,
    share_record: bool = False,
) -> Project:
    """Reads the knowledge files of the project, the user and the program, in that order of precedence."""
    places = [paths.private, *([user_folder] if user_folder else []), shipped_assets()]
    knowledge = load_knowledge(places)

    @cache
    def renderer() -> Renderer:
        from roundtable_tui.artifacts.rendering import Renderer

        return Renderer(knowledge, places)

    return Project(paths, disk or RealDisk(), clock, knowledge, renderer, share_record, template_digest(places))


def open_with_settings(root: Path) -> tuple[Project, Settings, tuple[str, ...]]:
    """The project with its settings, and what was wrong with them."""
    loaded = load_settings(ProjectPaths(root).config)
    settings = loaded.settings
    paths = ProjectPaths(root, settings.requirements, settings.common)
    return open_project(paths, user_folder(), share_record=settings.share_record), settings, loaded.warnings
