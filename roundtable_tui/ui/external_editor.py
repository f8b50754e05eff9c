"""Opens a file in the user's own editor and gives the screen back afterwards, whatever the editor did."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.app import SuspendNotSupported

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError
from roundtable_tui.ui.file_watch import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from textual.app import App

VARIABLES = ("VISUAL", "EDITOR")
_SETTING = "the setting 'editor'"
_HINT = "Name the command that starts yours in the settings, or in VISUAL or EDITOR, such as EDITOR=nano."
_MEANT_FOR_THE_EDITOR = ("SIGINT", "SIGQUIT")


class EditorError(RoundtableError):
    """The editor could not be opened, or said that it failed."""


@runtime_checkable
class PrefersAnEditor(Protocol):
    """A program whose user has set an editor for it."""

    editor: str


def editor_command(environment: Mapping[str, str], preferred: str = "") -> list[str]:
    """The user's editor by their setting, then `$VISUAL`, then `$EDITOR`; nothing in a project can say otherwise."""
    commands = {_SETTING: preferred} | {name: environment.get(name, "") for name in VARIABLES}
    named = next((name for name, command in commands.items() if command.strip()), None)
    if named is None:
        raise EditorError("No editor is set.", _HINT)
    try:
        words = shlex.split(commands[named], posix=os.name != "nt")
    except ValueError:
        raise EditorError(f"{named} cannot be read as a command: {one_line(commands[named], 60)}.", _HINT) from None
    command = [word.strip('"') for word in words] if os.name == "nt" else words
    if not command or shutil.which(command[0], path=environment.get("PATH")) is None:
        program = one_line(command[0] if command else commands[named], 60)
        raise EditorError(f"The editor {program}, named by {named}, was not found.", _HINT)
    return command


async def edit(app: App[object], path: Path, environment: Mapping[str, str] | None = None) -> bool:
    """Whether the file's bytes are others than before; EditorError with a sentence for the user if it failed.

    The loop goes on turning, so that a turn under way is not cut off; only drawing waits.
    """
    preferred = app.editor if isinstance(app, PrefersAnEditor) else ""
    command = editor_command(os.environ if environment is None else environment, preferred)
    before = digest_of(path)
    stopped: BaseException | None = None
    status = 0
    try:
        # Textual does not come back from an exception inside suspend(): nothing may leave the block but its end.
        with app.suspend(), app.batch_update(), _keys_meant_for_the_editor():
            try:
                status = await _run([*command, _from_the_root(path)])
            except (OSError, asyncio.CancelledError) as problem:
                stopped = problem
    except SuspendNotSupported:
        raise EditorError(
            "An editor cannot be opened from here: this terminal cannot be lent to another program.",
            f"Open {path} in another window; what you save appears here.",
        ) from None
    if isinstance(stopped, asyncio.CancelledError):
        raise stopped
    if stopped is not None:
        raise EditorError(f"The editor {one_line(command[0], 60)} could not be started: {stopped}.", _HINT)
    if status:
        raise EditorError(
            f"The editor {one_line(command[0], 60)} ended with status {status}.", f"{path.name} is as it left it."
        )
    return digest_of(path) != before


def _from_the_root(path: Path) -> str:
    """So that no name is taken for an option."""
    return str(path.absolute())


async def _run(command: list[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command)
    try:
        return await process.wait()
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise


@contextmanager
def _keys_meant_for_the_editor() -> Iterator[None]:
    """ctrl+c and ctrl+\\ reach every process of the terminal; here they must not end the analysis.

    A handler that does nothing, not SIG_IGN: that one the editor would inherit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _MEANT_FOR_THE_EDITOR if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
