"""Typed settings: flags over environment over the project's file over the user's file over defaults."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Literal

import platformdirs

from roundtable_tui.domain.text import one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.library.yaml_text import YamlError, read_yaml
from roundtable_tui.storage.disk import MEGABYTE, RealDisk, shown

APP_NAME = "roundtable-tui"
FILE_NAME = "config.yaml"
_LIMIT = MEGABYTE


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting there is; a value that does not fit falls back to its default, loudly."""

    __pydantic_config__: ClassVar = {"extra": "forbid", "coerce_numbers_to_str": True}

    requirements: str = "docs/requirements"
    """Where the items lie, relative to the project."""
    common: str = "docs/common"
    """Where documents shared by all items lie, relative to the project."""
    mode: Literal["guided"] = "guided"
    """How an item is begun."""
    depth: Literal["brief", "standard", "deep"] | None = None
    """How deep the phases of a new item ask; without it the size of the change decides."""
    share_record: bool = False
    """Keep each item's journal in version control instead of ignoring it."""
    keys: dict[str, str] = field(default_factory=dict)
    """Commands on other keys, by the ids the help lists: `menu.continue: g, f9`; `none` takes the keys away."""


@dataclass(frozen=True, slots=True)
class Loaded:
    settings: Settings
    files: tuple[Path, ...]
    """Where settings are looked for, the strongest first."""
    warnings: tuple[str, ...]


def user_folder() -> Path:
    """The user's own settings and knowledge files."""
    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False))


def load_settings(project_file: Path) -> Loaded:
    """Reads both files; what cannot be used is named with its file, line and setting."""
    files = (project_file, user_folder() / FILE_NAME)
    values: dict[str, Any] = {}
    warnings: list[str] = []
    for file in reversed(files):
        values = _joined(values, _read(file, warnings))
    for name in (setting.name for setting in fields(Settings)):
        if (value := os.environ.get(f"ROUNDTABLE_{name.upper()}")) is not None:
            values |= _valid({name: value}, f"The environment variable ROUNDTABLE_{name.upper()}", "", warnings)
    return Loaded(Settings(**values), files, tuple(warnings))


def _joined(weaker: dict[str, Any], stronger: dict[str, Any]) -> dict[str, Any]:
    """The stronger file's settings over the weaker's; keys one by one, so that a project adds to the user's own."""
    joined = weaker | stronger
    if "keys" in weaker and "keys" in stronger:
        joined["keys"] = weaker["keys"] | stronger["keys"]
    return joined


def _read(file: Path, warnings: list[str]) -> dict[str, Any]:
    disk = RealDisk()
    if disk.stat(file) is None:
        return {}
    name = shown(file)
    try:
        text = disk.read(file, _LIMIT).decode("utf-8-sig")
        found = read_yaml(text)
    except StorageError as error:
        warnings.append(f"{error} Its settings are not used.")
        return {}
    except UnicodeDecodeError:
        warnings.append(f"{name} is not UTF-8 text, so its settings are not used. Save it as UTF-8.")
        return {}
    except YamlError as error:
        warnings.append(f"{name} {error}, so its settings are not used. Mend that line.")
        return {}
    if found is None:
        return {}
    if not isinstance(found, dict):
        warnings.append(f"{name} is not a list of 'setting: value' lines, so its settings are not used.")
        return {}
    return _valid(found, name, text, warnings)


def _valid(found: dict[str, Any], where: str, text: str, warnings: list[str]) -> dict[str, Any]:
    """What fits, as the types say; pydantic is loaded only where there is something to look at."""
    from pydantic import TypeAdapter, ValidationError

    settings = TypeAdapter(Settings)
    try:
        fitting = settings.validate_python(found)
    except ValidationError as error:
        bad = {str(problem["loc"][0]): problem for problem in error.errors(include_url=False)}
    else:
        return {name: getattr(fitting, name) for name in found}
    for name, problem in bad.items():
        line = _line_of(name, text)
        place = f"{where}, line {line}" if line else where
        if problem["type"] == "extra_forbidden":
            warnings.append(f"{place}: there is no setting '{one_line(name, 60)}'; it is ignored.")
        else:
            reason = one_line(problem["msg"], 120)
            warnings.append(f"{place}: '{name}' does not fit ({reason}); the default is used instead.")
    return _valid({name: value for name, value in found.items() if str(name) not in bad}, where, text, warnings)


def _line_of(name: str, text: str) -> int:
    found = re.search(rf"^\s*[\"']?{re.escape(name)}[\"']?\s*:", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0
