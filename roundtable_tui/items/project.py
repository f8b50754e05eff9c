"""The project a session works in: its folders, disk, clock and knowledge, passed around as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.config.loader import cache_folder, load_settings, user_folder
from roundtable_tui.domain.journal.state import CONVERSATION
from roundtable_tui.domain.knowledge.knowledge import Knowledge
from roundtable_tui.items.knowledge_cache import known_in
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.storage.disk import Disk, RealDisk
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from roundtable_tui.artifacts.render.renderer import Renderer  # noqa: TC004 (nobody reads the types of a project)
    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.config.model import Settings
    from roundtable_tui.domain.journal.code_facts import Inquiry, Scanned

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    return datetime.now(UTC)


class CodeScan(Protocol):
    """Looks through the code below a folder for these words."""

    def __call__(
        self,
        root: Path,
        wanted: Inquiry,
        skip: Sequence[str],
        stopped: Callable[[], bool],
        progress: Callable[[Progress], None],
        cache_folder: Path | None,
    ) -> Scanned: ...


def scan_code(
    root: Path,
    wanted: Inquiry,
    skip: Sequence[str],
    stopped: Callable[[], bool],
    progress: Callable[[Progress], None],
    cache_folder: Path | None,
) -> Scanned:
    """What it needs is loaded when it is first asked for: nobody looks before the first question."""
    from roundtable_tui.codebase.impact.scan import scan

    found = scan(root, wanted.words, skip, stopped, progress, cache_folder, wanted.names)
    return replace(found, spared=wanted.spared)


class Project(Struct, frozen=True):
    paths: ProjectPaths
    disk: Disk
    clock: Clock
    knowledge: Knowledge
    late_renderer: Callable[[], Renderer]
    late_templates: Callable[[], str]
    """Both are asked for when the first document is written: nobody should wait for them to be asked a question."""
    share_record: bool = False
    """Keep an item's journal in version control instead of ignoring it."""
    usual_tier: str = "standard"
    """What a new item deserves where nobody says otherwise."""
    cache_folder: Path | None = None
    """Where what the code says is remembered; without it every search reads all of it anew."""
    scan: CodeScan = scan_code
    usual_mode: str = CONVERSATION
    """How a new item is talked through where nobody says otherwise."""

    @property
    def renderer(self) -> Renderer:
        return self.late_renderer()

    @property
    def templates(self) -> str:
        """The digest of all templates: another one means that what was rendered before looks different now."""
        return self.late_templates()


def open_project(
    paths: ProjectPaths,
    user_folder: Path | None = None,
    disk: Disk | None = None,
    clock: Clock = system_clock,
    *,
    share_record: bool = False,
    usual_tier: str = "standard",
    usual_mode: str = CONVERSATION,
    cache_folder: Path | None = None,
) -> Project:
    """Reads the knowledge files of the project, the user and the program, in that order of precedence."""
    places = [paths.private, *([user_folder] if user_folder else []), shipped_assets()]
    knowledge = known_in(places, cache_folder)

    @cache
    def renderer() -> Renderer:
        from roundtable_tui.artifacts.render.renderer import Renderer

        return Renderer(knowledge, places, Path(relpath(paths.requirements, paths.common)).as_posix())

    @cache
    def templates() -> str:
        from roundtable_tui.artifacts.render.template_digest import template_digest

        return template_digest(places)

    return Project(
        paths,
        disk or RealDisk(),
        clock,
        knowledge,
        renderer,
        templates,
        share_record,
        usual_tier,
        cache_folder,
        usual_mode=usual_mode,
    )


def open_with_settings(root: Path) -> tuple[Project, Settings, tuple[str, ...]]:
    """The project with its settings, and what was wrong with them."""
    loaded = load_settings(ProjectPaths(root).config)
    return open_as_set(root, loaded.settings), loaded.settings, loaded.warnings


def open_as_set(root: Path, settings: Settings) -> Project:
    """The project as these settings want it."""
    return open_project(
        ProjectPaths(root, settings.requirements, settings.common),
        user_folder(),
        share_record=settings.share_record,
        usual_tier=settings.tier,
        usual_mode=settings.mode,
        cache_folder=cache_folder(),
    )
