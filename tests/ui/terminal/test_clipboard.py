"""A copy reaches a clipboard or a file, and the sentence says which."""

from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

import pytest
from textual.app import App

from roundtable_tui.ui.terminal.clipboard import OSC_52_LIMIT, copied_file, copy, takes_osc_52, tools

if TYPE_CHECKING:
    from pathlib import Path


def program(folder: Path, name: str, status: int = 0) -> Path:
    """A tool that keeps what it is given, in a file beside it."""
    kept = folder / f"{name}.kept"
    file = folder / name
    file.write_text(f"#!/bin/sh\n/bin/cat > '{kept}'\nexit {status}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return kept


NEEDS_SH = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in tools are shell scripts")


async def test_a_terminal_that_takes_it_gets_it() -> None:
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "two\nlines", {"TERM": "xterm-256color", "PATH": ""})
        assert app.clipboard == "two\nlines"
        assert said == "Copied 2 lines through the terminal."


@NEEDS_SH
async def test_the_systems_tool_is_used_beside_the_terminal(tmp_path: Path) -> None:
    kept = program(tmp_path, "xsel")
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "grüße", {"TERM": "xterm", "DISPLAY": ":0", "PATH": str(tmp_path)})
    assert kept.read_text(encoding="utf-8") == "grüße"
    assert said == "Copied 5 characters through the terminal and with xsel."


@NEEDS_SH
async def test_a_tool_that_fails_gives_way_to_the_next(tmp_path: Path) -> None:
    program(tmp_path, "xclip", status=1)
    kept = program(tmp_path, "xsel")
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "x", {"TERM": "linux", "DISPLAY": ":0", "PATH": str(tmp_path)})
    assert kept.read_text(encoding="utf-8") == "x"
    assert said == "Copied 1 character with xsel."


async def test_without_any_clipboard_it_goes_into_a_file_and_says_where(home: Path) -> None:
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "kept", {"TERM": "linux", "PATH": ""})
    assert copied_file().read_text(encoding="utf-8") == "kept"
    assert copied_file().is_relative_to(home)
    assert "copied.txt" in said


async def test_when_even_the_file_cannot_be_written_it_says_so(home: Path) -> None:
    copied_file().mkdir(parents=True)
    app: App[object] = App()
    async with app.run_test():
        said = await copy(app, "lost", {"TERM": "linux", "PATH": ""})
    assert said.startswith("Nothing was copied")


@pytest.mark.parametrize(
    ("environment", "taken"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "screen", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "xterm", "VTE_VERSION": "7600"}, False),
        ({"TERM": "linux"}, False),
    ],
)
def test_it_knows_which_terminals_drop_the_sequence(environment: dict[str, str], taken: bool) -> None:
    assert takes_osc_52(environment) is taken


def test_what_is_too_long_for_a_terminal_is_not_sent_to_it() -> None:
    assert takes_osc_52({"TERM": "xterm"}, "x" * (OSC_52_LIMIT // 4 * 3 - 3))
    assert not takes_osc_52({"TERM": "xterm"}, "x" * OSC_52_LIMIT)


@NEEDS_SH
@pytest.mark.parametrize(
    ("platform", "environment", "used"),
    [
        ("darwin", {}, ["pbcopy"]),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ["wl-copy", "xclip", "xsel"]),
        ("linux", {"WSL_DISTRO_NAME": "Debian"}, ["clip.exe"]),
        ("linux", {"TMUX": "/tmp/tmux"}, ["tmux"]),
        ("linux", {"DISPLAY": ":0", "SSH_CONNECTION": "1 2 3 4"}, []),
        ("linux", {}, []),
    ],
)
def test_only_tools_that_reach_the_users_clipboard_are_used(
    tmp_path: Path, platform: str, environment: dict[str, str], used: list[str]
) -> None:
    for name in ("pbcopy", "wl-copy", "xclip", "xsel", "clip.exe", "tmux"):
        program(tmp_path, name)
    assert [command[0] for command in tools(environment | {"PATH": str(tmp_path)}, platform)] == used
