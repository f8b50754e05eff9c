"""The import contracts say what may be imported; this looks at what is really loaded, third parties too."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import roundtable_tui

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(roundtable_tui.__file__).parent
HEAVY = frozenset({"textual", "anthropic", "mcp"})
FOREIGN_TO_DOMAIN = HEAVY | {
    "click",
    "filelock",
    "frontmatter",
    "jinja2",
    "platformdirs",
    "pydantic",
    "rich",
    "yaml",
}
SLOW_TO_START = HEAVY | {"frontmatter", "jinja2", "pydantic", "yaml"}
BEHIND_THE_FIRST_FRAME = frozenset(
    {
        "filelock",
        "frontmatter",
        "jinja2",
        "markdown_it",
        "pydantic",
        "pygments.lexers",
        "pygments.lexer",
        "rich.markdown",
        "rich.syntax",
        "roundtable_tui.artifacts",
        "roundtable_tui.codebase",
        "roundtable_tui.config",
        "roundtable_tui.items",
        "roundtable_tui.library",
        "roundtable_tui.modes",
        "roundtable_tui.panel",
        "roundtable_tui.session",
        "roundtable_tui.storage",
        "roundtable_tui.voices",
        "watchfiles",
        "yaml",
    }
)
BEFORE_A_QUESTION = frozenset({"anthropic", "jinja2", "pydantic", "roundtable_tui.artifacts.render.renderer"})
"""What nobody should wait for who only wants to be asked something."""
BEFORE_AN_ANSWER = BEFORE_A_QUESTION | {
    "markdown_it",
    "pygments.lexers",
    "roundtable_tui.domain.talk.lists.corrections",
    "roundtable_tui.domain.talk.replies",
    "roundtable_tui.items.budget",
    "roundtable_tui.ui.documents.diagram",
    "roundtable_tui.voices.model.exchange",
    "roundtable_tui.voices.offline.answer_forms",
    "roundtable_tui.voices.offline.captures",
    "yaml",
}
"""What nobody should wait for who has not said anything yet and sees no document."""
SCREEN = "roundtable_tui.ui"
CLAUDE = "roundtable_tui.voices.claude"

# Reports, module by module, the unwanted packages (or modules in them) whose loading it caused.
REPORT_LOADED = """
import importlib, json, sys
unwanted, blame = set(sys.argv[1].split(",")), {}
for name in sys.argv[2:]:
    importlib.import_module(name)
    loaded = {".".join(parts[:end]) for parts in (name.split(".") for name in sys.modules) for end in range(1, 5)}
    new = loaded & unwanted
    if new:
        blame[name] = sorted(new)
        unwanted -= new
print(json.dumps(blame))
"""


# Opens a new item on a screen without a terminal and reports what is loaded when the question is there.
REPORT_AT_THE_QUESTION = """
import asyncio, json, sys
from pathlib import Path
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest

async def ask(folder, mode):
    app = RoundtableApp(OpenRequest(folder, "Let customers pay by invoice", offline=True, mode=mode))
    async with app.run_test(size=(120, 40)) as pilot:
        while not (app.is_at_table and app.table.link.state_or_none and app.table.link.state.talk.waiting):
            await pilot.pause(0.01)
        return sorted(sys.modules)

print(json.dumps(asyncio.run(ask(Path(sys.argv[1]), sys.argv[2]))))
"""


def modules_under(folder: Path, package: str) -> Iterator[str]:
    """Every module of a package by name, found without importing any."""
    yield package
    for module in pkgutil.iter_modules([str(folder)], f"{package}."):
        if module.name.endswith(".__main__"):
            continue
        if module.ispkg:
            yield from modules_under(folder / module.name.rpartition(".")[2], module.name)
        else:
            yield module.name


def loaded_by(modules: list[str], unwanted: frozenset[str]) -> dict[str, list[str]]:
    """Which of the unwanted packages a fresh interpreter loads for these modules, by the module to blame."""
    command = [sys.executable, "-c", REPORT_LOADED, ",".join(sorted(unwanted)), *modules]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent)
    assert finished.returncode == 0, finished.stderr
    blame: dict[str, list[str]] = json.loads(finished.stdout)
    return blame


def belongs_to(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


ALL_MODULES = tuple(modules_under(PACKAGE, "roundtable_tui"))
ROOMS = sorted({".".join(module.split(".")[:2]) for module in ALL_MODULES if "." in module})


def test_every_module_of_the_package_is_looked_at() -> None:
    on_disk = {path for path in PACKAGE.rglob("*.py") if path.name not in {"__init__.py", "__main__.py"}}
    looked_at = {PACKAGE.parent / f"{module.replace('.', '/')}.py" for module in ALL_MODULES}
    assert on_disk <= looked_at


def test_the_domain_loads_nothing_that_reads_parses_or_draws() -> None:
    domain = [module for module in ALL_MODULES if belongs_to(module, "roundtable_tui.domain")]
    assert loaded_by(domain, FOREIGN_TO_DOMAIN) == {}


def test_the_command_line_starts_without_loading_anything_heavy() -> None:
    assert loaded_by(["roundtable_tui.cli"], SLOW_TO_START) == {}


@pytest.mark.parametrize("module", [f"roundtable_tui.ui.{name}" for name in ("app", "table.screen", "lobby.screen")])
def test_what_is_painted_first_loads_textual_and_nothing_else_that_takes_time(module: str) -> None:
    assert loaded_by([module], BEHIND_THE_FIRST_FRAME) == {}


def test_the_shell_does_not_load_the_table() -> None:
    assert loaded_by(["roundtable_tui.ui.app"], frozenset({"roundtable_tui.ui.table.screen"})) == {}


def test_a_question_can_be_asked_without_the_template_engine_and_what_checks_settings() -> None:
    assert loaded_by(["roundtable_tui.ui.services"], BEFORE_A_QUESTION) == {}


@pytest.mark.parametrize("mode", ["guided", "conversation"])
def test_the_first_question_is_there_before_anything_is_loaded_that_only_its_answer_needs(
    tmp_path: Path, mode: str
) -> None:
    loaded: list[str] = []
    for start in ("the very first", "every other"):
        project = tmp_path / start
        project.mkdir()
        command = [sys.executable, "-c", REPORT_AT_THE_QUESTION, str(project), mode]
        home = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        finished = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent, env=home)
        assert finished.returncode == 0, finished.stderr
        loaded = json.loads(finished.stdout)
    assert BEFORE_AN_ANSWER.isdisjoint(loaded)


@pytest.mark.parametrize("room", ROOMS)
def test_only_the_screen_loads_textual_and_only_the_claude_voice_the_sdk(room: str) -> None:
    modules = [module for module in ALL_MODULES if belongs_to(module, room) and not belongs_to(module, CLAUDE)]
    assert loaded_by(modules, HEAVY - {"textual"} if room == SCREEN else HEAVY) == {}


def test_the_claude_voice_loads_no_screen() -> None:
    claude = [module for module in ALL_MODULES if belongs_to(module, CLAUDE)]
    assert loaded_by(claude, HEAVY - {"anthropic"}) == {}
