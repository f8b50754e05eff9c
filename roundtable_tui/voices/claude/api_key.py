"""Finds the key for the model where the user keeps it; it is held in memory only and shows itself to nobody."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.claude.failures import NoKeyError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.voices.claude.settings import ClaudeSettings

_NO_KEY = "no-key"
"""For servers that want none: something has to stand in the header."""
_HINT = "Set it, or name a command that prints the key in your settings, or go on offline."
_COMMAND_HINT = "Run the command yourself to see why, change it in your settings, or go on offline."


class Key:
    """A key that does not appear in reprs, logs, tracebacks with local variables, or error messages."""

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def __repr__(self) -> str:
        return "Key(…)"

    def __reduce__(self) -> str:
        raise TypeError("A key is not written anywhere.")

    def reveal(self) -> str:
        return self.__value

    def hide_in(self, text: str) -> str:
        """The text without the key, should somebody have sent it back to us."""
        return text.replace(self.__value, "…")


def has_key(settings: ClaudeSettings, environ: Mapping[str, str] | None = None) -> bool:
    """Whether a key is to be had at all; decides which voice speaks, without running anything."""
    return not settings.needs_key or bool(settings.key_command) or in_environment(settings, environ)


def in_environment(settings: ClaudeSettings, environ: Mapping[str, str] | None = None) -> bool:
    environ = os.environ if environ is None else environ
    return any(environ.get(name, "").strip() for name in settings.key_env)


async def find_key(settings: ClaudeSettings, environ: Mapping[str, str] | None = None) -> Key:
    """The key from the environment, else from the user's command; NoKeyError where there is none to be had."""
    if not settings.needs_key:
        return Key(_NO_KEY)
    environ = os.environ if environ is None else environ
    for name in settings.key_env:
        if value := environ.get(name, "").strip():
            return _usable(value, f"What {name} holds", _HINT)
    if settings.key_command:
        return _usable(await _output_of(settings), f"What {_shown(settings)} printed", _COMMAND_HINT)
    names = " or ".join(settings.key_env)
    raise NoKeyError(f"There is no key for the model: {names} is not set.", _HINT)


def _usable(value: str, where: str, hint: str) -> Key:
    """Anything else would fail while the request is built, with the key in the message."""
    if not value.isascii() or not value.isprintable() or " " in value:
        raise NoKeyError(f"{where} is not a key: it is more than one word.", hint)
    return Key(value)


async def _output_of(settings: ClaudeSettings) -> str:
    try:
        process = await asyncio.create_subprocess_exec(
            *settings.key_command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError as error:
        raise NoKeyError(f"{_shown(settings)} cannot be run: {error.strerror}.", _COMMAND_HINT) from None
    try:
        async with asyncio.timeout(settings.key_command_timeout):
            output, _ = await process.communicate()
    except TimeoutError:
        seconds = f"{settings.key_command_timeout:g}"
        raise NoKeyError(f"{_shown(settings)} printed no key within {seconds} seconds.", _COMMAND_HINT) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise NoKeyError(f"{_shown(settings)} ended with status {process.returncode}.", _COMMAND_HINT)
    if not (key := output.decode("utf-8", "replace").strip()):
        raise NoKeyError(f"{_shown(settings)} printed nothing.", _COMMAND_HINT)
    return key


def _shown(settings: ClaudeSettings) -> str:
    """The program's name alone: its arguments may be nobody's business."""
    return f"The key command '{one_line(settings.key_command[0], 60)}'"
