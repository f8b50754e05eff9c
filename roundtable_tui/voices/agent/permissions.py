"""What an agent may do here: call our tools, and read what of the project may be shown. Everything else is refused."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.voices.agent.tool_server import SERVER

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_OPTIONS = {True: ("allow_once",), False: ("reject_once", "reject_always")}
_HARMLESS = (None, "other", "read", "search", "think")
"""The kinds under which agents file the tools of a server."""
_ASKS_FIRST = ("read-only", "ask", "approve", "default", "plan")
"""Modes in which an agent asks before it acts, the strictest first."""
_ASKS_NOBODY = re.compile(r"bypass|yolo|full.?access|accept.?edits|auto|dont.?ask|never|unrestricted", re.IGNORECASE)


class Wish(StrEnum):
    """What an agent wants to do, as the refusal names it."""

    TOOL = "call one of our tools"
    READ = "read a file"
    CHANGE = "change files"
    RUN = "run a command"
    FETCH = "reach the network by itself"
    MODE = "change the mode it works in"
    OTHER = "use a tool of its own"


_KINDS = {
    "read": Wish.READ,
    "search": Wish.READ,
    "edit": Wish.CHANGE,
    "delete": Wish.CHANGE,
    "move": Wish.CHANGE,
    "execute": Wish.RUN,
    "fetch": Wish.FETCH,
    "switch_mode": Wish.MODE,
}

_NEVER_ALLOWED = (Wish.CHANGE, Wish.RUN, Wish.FETCH)


def wish_of(call: Mapping[str, Any], announced: Mapping[str, Any], tools: Collection[str]) -> Wish:
    """`announced` is what the agent said of this call before, in the talk."""
    kind = call.get("kind") or announced.get("kind")
    kind = kind if isinstance(kind, str) else None
    if kind in _HARMLESS and any(is_ours(name, tools) for name in _names(call, announced)):
        return Wish.TOOL
    return _KINDS.get(kind or "", Wish.OTHER)


def done_unasked(update: Mapping[str, Any], announced: Mapping[str, Any], tools: Collection[str]) -> Wish | None:
    """What a call that went through has done, though we allow no such thing: it never asked, or did not listen."""
    wish = wish_of(update, announced, tools)
    return wish if update.get("status") == "completed" and wish in _NEVER_ALLOWED else None


def is_ours(name: str, tools: Collection[str]) -> bool:
    """Whether this is how an agent calls one of our tools: each puts the server's name beside it in its own way."""
    if not tools:
        return False
    ours = "|".join(map(re.escape, tools))
    written = rf"(?:mcp[._]+)?{SERVER}[\s._:/-]+(?:{ours})(?:-[\w-]+)?|(?:{ours}) \({SERVER}[^()]*\)"
    return re.fullmatch(written, name.strip(), re.IGNORECASE) is not None


def _names(call: Mapping[str, Any], announced: Mapping[str, Any]) -> list[str]:
    meta = call.get("_meta")
    theirs = meta.get("claudeCode") if isinstance(meta, dict) else None
    told = theirs.get("toolName") if isinstance(theirs, dict) else None
    found = (announced.get("title"), call.get("title"), told, call.get("toolCallId"))
    return [name for name in found if isinstance(name, str)]


def places_in(call: Mapping[str, Any], announced: Mapping[str, Any]) -> tuple[str, ...]:
    """The files it is about."""
    places = call.get("locations") or announced.get("locations")
    paths = [place.get("path") for place in places if isinstance(place, dict)] if isinstance(places, list) else []
    return tuple(path for path in paths if isinstance(path, str))


def reply(options: object, *, allowed: bool) -> dict[str, Any]:
    """The answer to a request for permission: for this once, and never for ever."""
    found = [one for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    for kind in _OPTIONS[allowed]:
        for one in found:
            if one.get("kind") == kind and isinstance(one.get("optionId"), str):
                return {"outcome": {"outcome": "selected", "optionId": one["optionId"]}}
    return {"outcome": {"outcome": "cancelled"}}


class Modes(Struct, frozen=True):
    """In which modes an agent can work."""

    current: str
    names: tuple[str, ...]
    option: str = ""
    """The option by which it is set, with agents that have no modes of the protocol."""


def modes_in(told: Mapping[str, Any]) -> Modes | None:
    """What the answer to `session/new` says of modes, in one of the two ways there are."""
    modes = told.get("modes")
    if isinstance(modes, dict) and isinstance(current := modes.get("currentModeId"), str):
        return Modes(current, _texts(modes.get("availableModes"), "id"))
    options = told.get("configOptions")
    for one in options if isinstance(options, list) else ():
        if not isinstance(one, dict) or one.get("category") != "mode":
            continue
        current, name = one.get("currentValue"), one.get("id")
        if isinstance(current, str) and isinstance(name, str):
            return Modes(current, _texts(one.get("options"), "value"), name)
    return None


def _texts(listed: object, key: str) -> tuple[str, ...]:
    found = [one.get(key) for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return tuple(text for text in found if isinstance(text, str))


def asks_nobody(mode: str) -> bool:
    return bool(_ASKS_NOBODY.search(mode))


def better_mode(current: str, available: Sequence[str]) -> str | None:
    """The mode to ask for instead of the current one; None where that is as strict as can be."""
    known = {name.lower(): name for name in available}
    wanted = next((known[name] for name in _ASKS_FIRST if name in known), None)
    strict = current.lower() in _ASKS_FIRST and not (current.lower() != "read-only" and "read-only" in known)
    return None if strict or wanted == current else wanted
