"""Asks git about the project; git is only read, and a project without it is fine."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_QUIET = ("-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "-c", "core.hooksPath=/dev/null")
_SECONDS = 20.0


def head(root: Path) -> str:
    """The short hash of the commit the working tree stands on; empty where there is none."""
    found = _git(root, "rev-parse", "--short", "HEAD")
    return found.decode("ascii", "replace").strip() if found else ""


def known_files(root: Path) -> list[bytes] | None:
    """The files git tracks or would track, relative to `root`; None if `root` is not in a work tree."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    if listed is None:
        return None
    return [name for name in listed.split(b"\0") if name]


def _git(root: Path, *arguments: str) -> bytes | None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ("git", *_QUIET, *arguments),
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
