"""Makes every picture in this folder from the demo interview: the same bytes on every machine, at any time."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from textual.worker import WorkerState

from roundtable_tui.config.model import Settings
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.items.project import Project, open_project
from roundtable_tui.items.voices import Flags
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.plain.answers_file import AnswersFile, read_answers
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.services import Services
from roundtable_tui.voices.offline.voice import OfflineVoice
from screenshots import panel_voices, report_pages
from tests.support.screen.panels import PanelServices
from tests.support.sessions import seated

if TYPE_CHECKING:
    from textual.pilot import Pilot

HERE = Path(__file__).parent
NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
USUAL, WIDE, NARROW = (110, 32), (140, 40), (60, 24)
FIRST_DOCUMENT, SPECIFIED = 3, 37
"""How many of the demo's answers lead to the first menu, and into the requirements."""
_PATIENCE = 2000
_PHASES = ("00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design")
_OTHERS = (
    ("find-orders-faster", 130, {"description": "Find an order in under a second", "source_id": "GH-87"}, 2, 60),
    ("export-for-the-auditor", 60 * 26, {"description": "Export a year of orders for the auditor"}, 5, 100),
    ("sign-in-with-the-hospital", 60 * 24 * 6, {"description": "Sign in with the hospital's account"}, 1, 30),
)
"""Items in the lobby beside the demo's: minutes since the last change, how many phases, how much is covered."""


async def _as_it_is(_: RoundtableApp) -> None:
    """Nothing to do before the picture."""


async def _requirements(app: RoundtableApp) -> None:
    app.table.show_document("requirements-spec.md")


async def _light(app: RoundtableApp) -> None:
    app.theme = "roundtable-light"
    await _requirements(app)


def _pressing(*keys: str) -> Callable[[RoundtableApp], Awaitable[None]]:
    async def press(app: RoundtableApp) -> None:
        for key in keys:
            app.simulate_key(key)
            await asyncio.sleep(0.3)

    return press


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    size: tuple[int, int] = USUAL
    answers: int | None = SPECIFIED
    """How many answers were given before; None is an empty project."""
    act: Callable[[RoundtableApp], Awaitable[None]] = _as_it_is
    in_lobby: bool = False
    panel: bool = False
    """Voices of a script take the seats of a panel."""


PICTURES = (
    Picture("first-run", answers=None),
    Picture("lobby", in_lobby=True),
    Picture("start", answers=0),
    Picture("menu", answers=FIRST_DOCUMENT),
    Picture("mid-way"),
    Picture("wide", WIDE, act=_requirements),
    Picture("narrow", NARROW),
    Picture("review", WIDE, act=_pressing("escape", "w", *"jjjjjjjjjjjjjjjjj")),
    Picture("help", act=_pressing("f1")),
    Picture("light", WIDE, act=_light),
    Picture("panel", WIDE, answers=None, act=panel_voices.begin, panel=True),
)


def main(names: list[str]) -> None:
    for picture in PICTURES:
        if not names or picture.name in names:
            target = HERE / f"{picture.name}.svg"
            target.write_text(asyncio.run(_taken(picture)), encoding="utf-8")
            sys.stdout.write(f"{target.relative_to(HERE.parent)}\n")
    report_pages.main(names)


async def _taken(picture: Picture) -> str:
    demo = read_answers(RealDisk(), shipped_assets() / "demo" / "answers.yaml")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(folder) / "clinic-orders"
        shutil.copytree(shipped_assets() / "demo" / "project", root)
        project = open_project(ProjectPaths(root), clock=lambda: NOON)
        words = await _answered(project, demo, picture.answers) if picture.answers is not None else ""
        if picture.in_lobby:
            _fill_lobby(project, words)
            words = ""
        app = RoundtableApp(OpenRequest(root, words), lambda _: _services(project, panel=picture.panel))
        app.animation_level = "none"
        async with app.run_test(size=picture.size) as pilot:
            await _at_rest(app, pilot)
            await picture.act(app)
            await _at_rest(app, pilot)
            return app.export_screenshot(title="roundtable-tui")


def _services(project: Project, *, panel: bool) -> Services:
    settings, flags = Settings(mode="guided"), Flags(offline=True)
    if not panel:
        return Services(project, settings, flags=flags)
    services = PanelServices(project, settings, flags=flags)
    services.seated, services.facilitator = panel_voices.seats(), panel_voices.facilitator()
    return services


def _fill_lobby(project: Project, slug: str) -> None:
    _changed(project, slug, 4)
    for other, minutes, meta, phases, percent in _OTHERS:
        coverage = {"problem-discovery": {"pct": percent}}
        status = "analyzed" if phases == len(_PHASES) else "partial"
        project.paths.item_folder(other).mkdir(parents=True)
        found = {**meta, "analysis_status": status, "phases_completed": _PHASES[:phases], "coverage": coverage}
        project.paths.meta(other).write_text(json.dumps(found), encoding="utf-8")
        _changed(project, other, minutes)


def _changed(project: Project, slug: str, minutes: int) -> None:
    at = (NOON - timedelta(minutes=minutes)).timestamp()
    os.utime(project.paths.meta(slug), (at, at))


async def _answered(project: Project, demo: AnswersFile, count: int) -> str:
    """The item with its first answers given, and its name; without any, the words that begin it."""
    if not count:
        return demo.description
    slug = slug_for(project, demo.description)
    async with seated(open_item(project, slug, NewItem(demo.description, demo.mode)), OfflineVoice()) as session:
        await session.do(Start(Depth(demo.depth) if demo.depth else None))
        for answer in demo.answers[:count]:
            await session.do(Submit(answer))
    return slug


async def _at_rest(app: RoundtableApp, pilot: Pilot[int]) -> None:
    """Until nothing is under way that would still change the picture."""
    under_way = (WorkerState.PENDING, WorkerState.RUNNING)
    for _ in range(_PATIENCE):
        await pilot.pause(0.01)
        busy = any(one.state in under_way and one.group != "watching" for one in app.workers)
        asking = app.is_at_table and app.table.composer.busy
        if len(app.screen_stack) > 1 and not busy and not asking:
            break
    await pilot.pause(0.1)


if __name__ == "__main__":
    main(sys.argv[1:])
