"""Programs of others that judge our exports where they are installed; where not, the test is skipped and says how."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_INSTALL = {
    "openspec": "npm install -g @fission-ai/openspec@1.13.2 (Node 20.19 or later)",
    "reqif": "pip install reqif",
    "specify": "pip install specify-cli",
    "sarif-multitool": "npm install -g @microsoft/sarif-multitool@5.7.0",
}


def found(program: str) -> str:
    """Where it is; OTHER_PROGRAMS names more folders to look in than PATH does."""
    path = os.pathsep.join([os.environ.get("OTHER_PROGRAMS", ""), os.environ.get("PATH", "")])
    place = shutil.which(program, path=path)
    if place is None:
        pytest.skip(f"NOT CHECKED: {program} is not installed; {_INSTALL[program]}")
    return place


def ran(program: str, *arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What it says, without network and without a home of the user's."""
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([os.environ.get("OTHER_PROGRAMS", ""), os.environ["PATH"]]),
        "HOME": str(folder),
        "OPENSPEC_TELEMETRY": "0",
        "DO_NOT_TRACK": "1",
        "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1",
        "NO_COLOR": "1",
    }
    command = [found(program), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def put(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
