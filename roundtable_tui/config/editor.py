"""Changes one setting in a settings file and leaves every other character of it as it was."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roundtable_tui.config.loader import LARGEST_FILE
from roundtable_tui.errors import RoundtableError
from roundtable_tui.formats.yaml import YamlError, read_yaml, tree_of
from roundtable_tui.formats.yaml_layout import Layout, UnchangeableError
from roundtable_tui.formats.yaml_patch import Fields, Keep, Plan, Take, Write, patched
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import RealDisk, read_if_there, shown

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./+ -]*(?<! )")
_STEP = 2


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
    """The text with this value; UnchangeableError if it is written in a way in which it cannot be changed there."""
    before = _read(text)
    return _proven(_patched(text, _plan(before, path, _scalar(value))), _with(before, path, value))


def without_setting(text: str, path: tuple[str, ...]) -> str:
    """The text without this setting; its lines go, comments above it stay."""
    before = _read(text)
    after = _without(before, path)
    return text if after == before else _proven(_patched(text, _plan(before, path, None)), after)


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


def _patched(text: str, plan: Plan) -> str:
    return patched(Layout(tree_of(text)), plan, keeps=lambda comment: comment.alone)


def _plan(section: dict[str, object], path: tuple[str, ...], scalar: str | None) -> Plan:
    """What becomes of a section in which one setting gets a value or, with None, goes."""
    name, *rest = path
    plans: dict[str, Plan] = {other: Keep() for other in section}
    held = section.get(name)
    if scalar is None and not rest:
        del plans[name]
    elif rest and isinstance(held, dict) and held:
        plans[name] = _plan(held, tuple(rest), scalar)
    elif held is not None and (rest or isinstance(held, dict | list)):
        raise UnchangeableError(f"has '{name}' in a form in which it cannot be changed")
    else:
        plans[name] = _new(path, scalar or "")
    return Fields(plans) if plans else Write("")


def _new(path: tuple[str, ...], scalar: str) -> Take:
    """A setting and the sections it is in, as they are written where there is nothing else."""
    lines = (f"{' ' * _STEP * depth}{_scalar(name)}:" for depth, name in enumerate(path))
    layout = Layout(tree_of("\n".join(lines) + f" {scalar}\n"))
    return Take(layout, layout.top()[0])


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
