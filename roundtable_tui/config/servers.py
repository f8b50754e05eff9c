"""Servers of the user's own that single seats of a panel are asked at: an address, and where its key is to be had."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundtable_tui.voices.claude.settings import ClaudeSettings

_KEYS = ("key_env", "key_command")
_FORM = "a server is an address, alone or with key_env or key_command: https://gateway.example key_env=GATEWAY_KEY"


def server_line(value: object) -> object:
    """One line, as it is kept; the same as a map with base_url, key_env and key_command is made into it."""
    if isinstance(value, dict):
        strangers = set(value) - {"base_url", *_KEYS}
        if strangers or not isinstance(value.get("base_url"), str):
            raise ValueError(_FORM)
        more = (f"{name}={_told(value[name])}" for name in _KEYS if value.get(name))
        value = shlex.join([value["base_url"], *more])
    if isinstance(value, str):
        _parts(value)
    return value


def server_settings(usual: ClaudeSettings, line: str) -> ClaudeSettings:
    """How a server is reached. It is never sent the usual key: one that names no key of its own is sent none."""
    address, keys = _parts(line)
    return replace(
        usual,
        base_url=address,
        key_env=tuple(keys.get("key_env", "").split()),
        key_command=tuple(shlex.split(keys.get("key_command", ""))),
        needs_key=bool(keys),
    )


def _parts(line: str) -> tuple[str, dict[str, str]]:
    try:
        address, *rest = shlex.split(line)
        keys = dict(part.split("=", 1) for part in rest)
        shlex.split(keys.get("key_command", ""))
    except ValueError:
        raise ValueError(_FORM) from None
    if not address.startswith(("http://", "https://")) or set(keys) - set(_KEYS):
        raise ValueError(_FORM)
    return address, keys


def _told(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
