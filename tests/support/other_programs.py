"""Programs of others that judge our exports: taken where they are installed, else set up once from their registry.

Without a registry the test is skipped, and the end of the run names what was not checked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import ItemLock

if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_CHECKED = "NOT CHECKED"
_FROM_NPM = {"openspec": "@fission-ai/openspec@1.13.2", "sarif-multitool": "@microsoft/sarif-multitool@5.7.0"}
_FROM_PYPI = {"reqif": "reqif==0.1.0", "specify": "specify-cli==1.2.3"}
_PLACE = Path(sys.prefix) / "others"
"""Goes with the environment the tests run in."""
_PATIENCE_S = 300
_OUTSIDE = dict(os.environ)
"""As pytest was started: tests have no home, and nowhere to ask for packages."""
_FREE = {**_OUTSIDE, "PIP_CONSTRAINT": "", "PIP_BUILD_CONSTRAINT": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def found(program: str) -> str:
    """Where it is; OTHER_PROGRAMS names more folders to look in than PATH does."""
    path = os.pathsep.join([os.environ.get("OTHER_PROGRAMS", ""), os.environ.get("PATH", "")])
    return shutil.which(program, path=path) or _set_up(program)


def sdist(name: str, version: str) -> Path:
    """A release of somebody's package as its authors packed it."""
    wanted = f"{name}-{version}.tar.gz"
    command = (sys.executable, "-m", "pip", "download", "-q", "--retries", "1", "--no-deps", "--no-binary", name)
    return _made(wanted, (*command, "-d", ".", f"{name}=={version}")) / wanted


def ran(program: str, *arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What it says, without network and without a home of the user's."""
    place = found(program)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(place).parent), os.environ["PATH"]]),
        "HOME": str(folder),
        "OPENSPEC_TELEMETRY": "0",
        "DO_NOT_TRACK": "1",
        "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1",
        "NO_COLOR": "1",
    }
    command = [place, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def put(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _set_up(program: str) -> str:
    if package := _FROM_NPM.get(program):
        npm = shutil.which("npm", path=_OUTSIDE.get("PATH"))
        if npm is None:
            pytest.skip(f"{NOT_CHECKED}: {program} needs npm, which is not installed")
        command = (npm, "install", "--silent", "--no-audit", "--no-fund", "--fetch-retries=1", "--prefix", ".", package)
        return str(_made(program, command) / "node_modules" / ".bin" / program)
    scripts = _PLACE / program / ("Scripts" if sys.platform == "win32" else "bin")
    make = (sys.executable, "-m", "venv", ".")
    fill = (str(scripts / "python"), "-m", "pip", "install", "-q", "--retries", "1", _FROM_PYPI[program])
    return str(_made(program, make, fill) / scripts / program)


def _made(name: str, *commands: tuple[str, ...]) -> Path:
    if why := _trouble_in_making(name, commands):
        pytest.skip(f"{NOT_CHECKED}: {name} could not be had from its registry ({why})")
    return _PLACE / name


@cache
def _trouble_in_making(name: str, commands: tuple[tuple[str, ...], ...]) -> str:
    """Empty once it is there; a worker that runs beside this one waits for it, and a failure is not repeated."""
    folder, ready = _PLACE / name, _PLACE / f"{name}.ready"
    _PLACE.mkdir(parents=True, exist_ok=True)
    lock = ItemLock(RealDisk(), _PLACE / f"{name}.lock", name, lambda: datetime.now(UTC))
    lock.acquire(timeout=2 * _PATIENCE_S)
    try:
        if ready.exists():
            return ""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for command in commands:
            if why := _trouble_in(command, folder):
                return why
        ready.touch()
    finally:
        lock.release()
    return ""


def _trouble_in(command: tuple[str, ...], folder: Path) -> str:
    """The last line of what it complains about."""
    try:
        done = subprocess.run(
            command, cwd=folder, env=_FREE, capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = (done.stderr or done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
    return said[-1] if done.returncode else ""
