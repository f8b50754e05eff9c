"""A copy that works: through the terminal, with the system's tool, or into a file; and a sentence that says which."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from roundtable_tui.ui.terminal.sequences import copying_past_tmux
from roundtable_tui.ui.textual_internals import tell_terminal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from textual.app import App

FILE_NAME = "copied.txt"
OSC_52_LIMIT = 74_994
"""Longer sequences are dropped by several terminals, without a word."""
_SECONDS = 3.0
_WITHOUT_OSC_52 = frozenset({"Apple_Terminal"})
_TERMS_WITHOUT_OSC_52 = ("linux", "dumb", "vt")


async def copy(app: App[Any], text: str, environment: Mapping[str, str] | None = None) -> str:
    """Copies the text every way that can reach the user's own clipboard; says in one sentence where it went."""
    environment = os.environ if environment is None else environment
    what = _amount(text)
    ways = []
    if takes_osc_52(environment, text):
        app.copy_to_clipboard(text)
        if environment.get("TMUX"):
            tell_terminal(app, copying_past_tmux(text))
        ways.append("through the terminal")
    for command in tools(environment):
        if await asyncio.to_thread(_runs, command, text, environment):
            ways.append(f"with {command[0]}")
            break
    if ways:
        return f"Copied {what} {' and '.join(ways)}."
    return await asyncio.to_thread(_into_file, text, what)


def takes_osc_52(environment: Mapping[str, str], text: str = "") -> bool:
    """Whether the terminal can be expected to take the text; none of them ever answers."""
    if environment.get("STY") or environment.get("VTE_VERSION"):
        return False
    if environment.get("TERM_PROGRAM") in _WITHOUT_OSC_52:
        return False
    if environment.get("TERM", "").startswith(_TERMS_WITHOUT_OSC_52):
        return False
    return len(base64.b64encode(text.encode("utf-8", "replace"))) <= OSC_52_LIMIT


def tools(environment: Mapping[str, str], platform: str = sys.platform) -> list[list[str]]:
    """The commands that reach a clipboard from here, the best first; over SSH only tmux reaches the user's."""
    candidates: list[list[str]] = []
    if environment.get("TMUX"):
        candidates.append(["tmux", "load-buffer", "-w", "-"])
    if not (environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")):
        if platform == "darwin":
            candidates.append(["pbcopy"])
        if platform == "win32" or environment.get("WSL_DISTRO_NAME"):
            candidates.append(["clip.exe"])
        if environment.get("WAYLAND_DISPLAY"):
            candidates.append(["wl-copy"])
        if environment.get("DISPLAY"):
            candidates += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    return [command for command in candidates if shutil.which(command[0], path=environment.get("PATH"))]


def _runs(command: list[str], text: str, environment: Mapping[str, str]) -> bool:
    # The byte order mark is what makes clip.exe read anything but the code page of the machine.
    data = (
        b"\xff\xfe" + text.encode("utf-16-le", "replace")
        if command[0] == "clip.exe"
        else text.encode("utf-8", "replace")
    )
    try:
        # Without its own pipes: xclip and wl-copy stay in the background and would keep them open.
        finished = subprocess.run(
            command,
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
            env=dict(environment),
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return finished.returncode == 0


def _into_file(text: str, what: str) -> str:
    from roundtable_tui.errors import StorageError
    from roundtable_tui.storage.atomic import make_folders, write_atomically
    from roundtable_tui.storage.disk import RealDisk, shown

    disk, file = RealDisk(), copied_file()
    try:
        make_folders(disk, file.parent)
        write_atomically(disk, file, text.encode("utf-8", "replace"))
    except StorageError as error:
        return f"Nothing was copied: no clipboard was found. {error}"
    return f"No clipboard was found; {what} went into {shown(file)}."


def copied_file() -> Path:
    """Where a copy goes that finds no clipboard."""
    import platformdirs

    return platformdirs.user_cache_path("roundtable-tui", appauthor=False) / FILE_NAME


def _amount(text: str) -> str:
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines > 1:
        return f"{lines:,} lines"
    return "1 character" if len(text) == 1 else f"{len(text):,} characters"
