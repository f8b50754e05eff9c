"""Reads the settings files and the environment; what cannot be used is named with its file, line and setting."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.config.model import Setting, Settings, all_settings, made_of, sections
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import MEGABYTE, RealDisk, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

APP_NAME = "roundtable-tui"
FILE_NAME = "config.yaml"
LARGEST_FILE = MEGABYTE

Values = dict[tuple[str, ...], object]


class Level(StrEnum):
    """Where a value comes from, the strongest last."""

    DEFAULT = "default"
    USER = "your file"
    PROJECT = "project file"
    ENVIRONMENT = "environment"


class Origin(Struct, frozen=True):
    """Where a value stands."""

    level: Level = Level.DEFAULT
    place: str = ""
    """The file or the variable."""
    line: int = 0

    def __str__(self) -> str:
        if self.level is Level.DEFAULT:
            return "default"
        return f"{self.place}, line {self.line}" if self.line else self.place


class Loaded(Struct, frozen=True):
    settings: Settings
    files: tuple[Path, ...]
    """Where settings are looked for, the strongest first."""
    warnings: tuple[str, ...]
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """By the setting's name; a default has none."""
    said: Mapping[Level, Mapping[str, object]] = field(default_factory=dict)
    """What each level says, also where a stronger one says otherwise."""

    def origin(self, name: str) -> Origin:
        return self.origins.get(name, Origin())


def user_folder() -> Path:
    """The user's own settings and knowledge files."""
    import platformdirs

    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False))


def cache_folder() -> Path:
    """What can be thrown away at any time, such as what the code said when it was last scanned."""
    import platformdirs

    return Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False))


def load_settings(project_file: Path) -> Loaded:
    """Both files and the environment; a value that does not fit is left out, loudly."""
    user_file = user_folder() / FILE_NAME
    warnings: list[str] = []
    values: Values = {}
    origins: dict[str, Origin] = {}
    said: dict[Level, dict[str, object]] = {}
    for level, found in (
        (Level.USER, _Reading(user_file, warnings).values()),
        (Level.PROJECT, _Reading(project_file, warnings, project=True).values()),
        (Level.ENVIRONMENT, _from_environment(warnings)),
    ):
        said[level] = {}
        for one, value, place, line in found:
            values[one.path] = said[level][one.name] = value
            origins[one.name] = Origin(level, place, line)
    return Loaded(made_of(values), (project_file, user_file), tuple(warnings), origins, said)


_Found = tuple[Setting, object, str, int]


def _from_environment(warnings: list[str]) -> Iterator[_Found]:
    for one in all_settings():
        if text := os.environ.get(one.variable, ""):
            try:
                yield one, one.checked(text), one.variable, 0
            except ValueError as problem:
                warnings.append(_unfit(f"The environment variable {one.variable}", one.name, problem))


def _unfit(place: str, name: str, problem: ValueError) -> str:
    return f"{place}: '{name}' does not fit ({one_line(str(problem), 120)}); it is not used."


class _Reading:
    """One settings file, read once; what is wrong with it goes to the warnings."""

    def __init__(self, file: Path, warnings: list[str], *, project: bool = False) -> None:
        self._file = file
        self._name = shown(file)
        self._warnings = warnings
        self._project = project
        self._text = ""

    def values(self) -> Iterator[_Found]:
        found = self._read()
        if isinstance(found, dict):
            yield from self._settings(found, ())
        elif found is not None:
            self._warnings.append(f"{self._name} is not a list of 'setting: value' lines, so nothing in it is used.")

    def _read(self) -> object:
        disk = RealDisk()
        try:
            if disk.stat(self._file) is None:
                return None
            data = disk.read(self._file, LARGEST_FILE)
        except StorageError as error:
            self._warnings.append(f"{error} Its settings are not used.")
            return None
        from roundtable_tui.formats.yaml import YamlError, read_yaml

        try:
            self._text = data.decode("utf-8-sig")
            return read_yaml(self._text)
        except UnicodeDecodeError:
            self._warnings.append(f"{self._name} is not UTF-8 text, so its settings are not used. Save it as UTF-8.")
        except YamlError as error:
            self._warnings.append(f"{self._name} {error}, so its settings are not used. Mend that line.")
        return None

    def _settings(self, found: dict[str, object], above: tuple[str, ...]) -> Iterator[_Found]:
        known = {one.path: one for one in all_settings()}
        for name, value in found.items():
            path = (*above, name)
            one = known.get(path)
            if value is None and (one or path in sections()):
                continue
            if path in sections():
                if isinstance(value, dict):
                    yield from self._settings(value, path)
                else:
                    self._warn(path, f"'{'.'.join(path)}' holds settings of its own, not a value; it is ignored")
            elif one is None:
                self._warn(path, f"there is no setting '{one_line('.'.join(path), 60)}'; it is ignored")
            elif one.user_only and self._project:
                own = shown(user_folder() / FILE_NAME)
                self._warn(path, f"a project cannot set '{one.name}', only you can, in {own}; it is ignored")
            else:
                yield from self._fitting(one, value)

    def _fitting(self, one: Setting, value: object) -> Iterator[_Found]:
        try:
            yield one, one.checked(value), self._name, self._line(one.path)
        except ValueError as problem:
            self._warnings.append(_unfit(self._place(one.path), one.name, problem))

    def _warn(self, path: tuple[str, ...], sentence: str) -> None:
        self._warnings.append(f"{self._place(path)}: {sentence}.")

    def _place(self, path: tuple[str, ...]) -> str:
        line = self._line(path)
        return f"{self._name}, line {line}" if line else self._name

    def _line(self, path: tuple[str, ...]) -> int:
        from roundtable_tui.formats.yaml import line_of

        return line_of(self._text, path)
