"""Changes one setting in a settings file and leaves every other character of it as it was."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roundtable_tui.config.loader import LARGEST_FILE
from roundtable_tui.errors import RoundtableError
from roundtable_tui.formats.yaml import Place, YamlError, places_in, read_yaml
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import RealDisk, read_if_there, shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./+ -]*(?<! )")
_STEP = 2


class UnchangeableError(ValueError):
    """How a text is written in which no line can be changed; goes on a sentence that names the file."""


class SettingsFileError(RoundtableError):
    """A settings file that cannot be changed here without risk to what else it says."""


def write_setting(file: Path, path: tuple[str, ...], value: str | None, disk: Disk | None = None) -> None:
    """Sets a value in the file, or with None takes it out; the file is made if it is not there."""
    disk = disk or RealDisk()
    target = file.resolve()  # a link from somewhere else is kept, and what it leads to is changed
    data = read_if_there(disk, target, LARGEST_FILE) or b""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise SettingsFileError(f"{shown(file)} is not UTF-8 text.", "Save it as UTF-8 first.") from None
    try:
        changed = without_setting(text, path) if value is None else with_setting(text, path, value)
    except YamlError as error:
        raise SettingsFileError(f"{shown(file)} {error}.", "Open it in your editor and mend that first.") from None
    except UnchangeableError as problem:
        raise SettingsFileError(f"{shown(file)} {problem}.", "Open it in your editor and change it there.") from None
    if changed != text:
        make_folders(disk, target.parent)
        write_atomically(disk, target, changed.encode())


def with_setting(text: str, path: tuple[str, ...], value: str) -> str:
    """The text with this value; UnchangeableError if it is written in a way that cannot be changed line by line."""
    before = _read(text)
    places = places_in(text)
    scalar = _scalar(value)
    if (place := places.get(path)) is not None:
        changed = _replaced(text, place, scalar)
    else:
        changed = _added(text, places, path, f" {scalar}")
    return _proven(changed, _with(before, path, value))


def without_setting(text: str, path: tuple[str, ...]) -> str:
    """The text without this setting; its lines go, comments above it stay."""
    before = _read(text)
    place = places_in(text).get(path)
    if place is None:
        return text
    start = text.rfind("\n", 0, place.start) + 1
    if place.flow or text[start : place.start].strip("\ufeff "):
        raise UnchangeableError(f"has '{'.'.join(path)}' on a line with other things")
    end = _end_of_line(text, max(place.end, place.start))
    return _proven(text[:start] + text[end:], _without(before, path))


def _read(text: str) -> dict[str, object]:
    found = read_yaml(text)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise UnchangeableError("is not a list of 'setting: value' lines")
    return dict(found)


def _scalar(value: str) -> str:
    """The value as YAML that reads back as just this text."""
    if _PLAIN.fullmatch(value) and read_yaml(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def _replaced(text: str, place: Place, scalar: str) -> str:
    if not place.scalar:
        raise UnchangeableError("has several values where one is to be set")
    old = text[place.value : place.end]
    if not old:
        colon = text.index(":", place.start) + 1
        return f"{text[:colon]} {scalar}{text[colon:]}"
    kept = "\n" if old.endswith("\n") else ""  # a block of text goes on to the line after it
    return text[: place.value] + scalar + kept + text[place.end :]


def _added(text: str, places: Mapping[tuple[str, ...], Place], path: tuple[str, ...], rest: str) -> str:
    """A new line: below the last of its section, with the section itself where that is missing, else at the end.

    `rest` follows the colon.
    """
    above = path[:-1]
    newline = "\r\n" if "\r\n" in text else "\n"
    line = f"{path[-1]}:{rest}{newline}"
    brothers = [place for other, place in places.items() if other[:-1] == above]
    if any(place.flow for place in brothers):
        raise UnchangeableError("is written between braces")
    if brothers:
        last = max(brothers, key=lambda place: place.start)
        return _inserted(text, _end_of_line(text, last.end), " " * last.column + line, newline)
    if not above:
        return _inserted(text, len(text), line, newline)
    section = places.get(above)
    if section is None:
        return _added(text, places, above, f"{newline}{' ' * _STEP * len(above)}{path[-1]}:{rest}")
    if not section.scalar or text[section.value : section.end]:
        raise UnchangeableError(f"has '{'.'.join(above)}' in a form that nothing can be added to")
    return _inserted(text, _end_of_line(text, section.start), " " * (section.column + _STEP) + line, newline)


def _inserted(text: str, at: int, line: str, newline: str) -> str:
    begun = text[:at]
    return begun + ("" if not begun or begun.endswith("\n") else newline) + line + text[at:]


def _end_of_line(text: str, at: int) -> int:
    """Where the line begins after the one that holds this character."""
    if at and text[at - 1] == "\n":
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _proven(changed: str, wanted: dict[str, object]) -> str:
    """The changed text, if it says just what is wanted: whatever was not understood above is caught here."""
    try:
        said = _read(changed)
    except (YamlError, UnchangeableError):
        said = None
    if said is None or _filled(said) != _filled(wanted):
        raise UnchangeableError("is written in a way that cannot be changed here without risk")
    return changed


def _filled(values: dict[str, object]) -> dict[str, object]:
    """Without sections that hold nothing: whether they are there says nothing."""
    return {
        name: _filled(value) if isinstance(value, dict) else value
        for name, value in values.items()
        if value is not None and value != {}
    }


def _with(values: dict[str, object], path: tuple[str, ...], value: str) -> dict[str, object]:
    name, *rest = path
    if not rest:
        return {**values, name: value}
    inner = values.get(name)
    return {**values, name: _with(inner if isinstance(inner, dict) else {}, tuple(rest), value)}


def _without(values: dict[str, object], path: tuple[str, ...]) -> dict[str, object]:
    name, *rest = path
    if not rest:
        return {other: value for other, value in values.items() if other != name}
    inner = values.get(name)
    return {**values, name: _without(inner, tuple(rest))} if isinstance(inner, dict) else values
