"""No test sees the machine it runs on: home, git identity, keys, colours and time zone are taken away."""

from __future__ import annotations

import gc
import itertools
import os
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

settings.register_profile("default", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("thorough", derandomize=False, deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_OUTER_ENVIRONMENT = dict(os.environ)
_LEAKING_PREFIXES = ("ANTHROPIC_", "CLAUDE_", "ROUNDTABLE_", "GIT_", "XDG_")
_LEAKING_NAMES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",
)
_home_numbers = itertools.count(1)


def pytest_collection_finish() -> None:
    """Thousands of tests wait in memory to be run: the collector need not look through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what nobody checked because it could not be had here: a dot among thousands tells nobody."""
    reasons = {str(one.longrepr[2]) for one in terminalreporter.stats.get("skipped", ()) if type(one.longrepr) is tuple}
    for reason in sorted(reason for reason in reasons if "NOT CHECKED" in reason):
        terminalreporter.write_line(reason.removeprefix("Skipped: "), yellow=True, bold=True)


@pytest.fixture(scope="session")
def outer_environment() -> Mapping[str, str]:
    """The environment pytest was started in, for the few tests that install packages as a user would."""
    return _OUTER_ENVIRONMENT


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where every test gets a home folder of its own."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(scope="session", autouse=True)
def _unhurried_disk() -> Iterator[None]:
    """Nobody cuts the power while tests run, so nothing waits for the platter; programs started in tests still do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(autouse=True)
def home(homes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty home folder, in an environment that says nothing about the machine or the person."""
    folder = homes / str(next(_home_numbers))
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith(_LEAKING_PREFIXES) or name in _LEAKING_NAMES:
                patch.delenv(name)
        for name, value in _neutral_environment(folder, tmp_path_factory.getbasetemp()).items():
            patch.setenv(name, value)
        _reread_time_zone()
        yield folder
    _reread_time_zone()


def _neutral_environment(home_folder: Path, basetemp: Path) -> dict[str, str]:
    person = {"NAME": "Test Person", "EMAIL": "test@example.invalid"}
    return {
        "HOME": str(home_folder),
        "USERPROFILE": str(home_folder),
        "APPDATA": str(home_folder / "AppData" / "Roaming"),
        "LOCALAPPDATA": str(home_folder / "AppData" / "Local"),
        "XDG_CONFIG_HOME": str(home_folder / ".config"),
        "XDG_CACHE_HOME": str(home_folder / ".cache"),
        "XDG_DATA_HOME": str(home_folder / ".local" / "share"),
        "XDG_STATE_HOME": str(home_folder / ".local" / "state"),
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "init.defaultBranch",
        "GIT_CONFIG_VALUE_0": "main",
        # A temporary folder inside somebody's repository is still no repository.
        "GIT_CEILING_DIRECTORIES": str(basetemp),
        **{f"GIT_AUTHOR_{part}": value for part, value in person.items()},
        **{f"GIT_COMMITTER_{part}": value for part, value in person.items()},
    }


def _reread_time_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()
