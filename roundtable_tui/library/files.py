"""Finds and reads the knowledge files of a place without trusting it: nothing blocks, nothing leads elsewhere."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import RoundtableError

LARGEST = 1_000_000
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class LeftOutError(RoundtableError):
    """A knowledge file that cannot be used; the loader turns it into a warning."""

    def __init__(self, path: Path | str, reason: str, remedy: str) -> None:
        super().__init__(f"{shown(path)} is left out because {reason}.", remedy)


class Found(Struct, frozen=True):
    """A knowledge file by its place and its name there; the same name in two places means the same file."""

    place: Path
    name: str

    @property
    def path(self) -> Path:
        return self.place / self.name


def shown(path: Path | str) -> str:
    """A path as it may stand in a sentence."""
    return one_line(str(path))


def files_beside(place: Path, kind: str, warnings: list[str]) -> list[Found]:
    """The Markdown files of `place/kind`, by name."""
    return _markdown(place, _visible(place, kind, warnings))


def files_in_folders(place: Path, kind: str, warnings: list[str]) -> list[Found]:
    """The Markdown files one folder below `place/kind`, by name."""
    names = _visible(place, kind, warnings)
    folders = [name for name in names if _is_folder(place / name)]
    for stray in _markdown(place, [name for name in names if name not in folders]):
        where = f"a folder of {shown(place / kind)}"
        warnings.append(str(LeftOutError(stray.path, "it lies in no folder of its own", f"Move it into {where}.")))
    return [found for folder in folders for found in _markdown(place, _visible(place, folder, warnings))]


def read(found: Found) -> str:
    """The text of a knowledge file, harmless; LeftOutError where it is not an ordinary text file."""
    try:
        content = _content(found)
    except (OSError, RuntimeError) as error:
        raise _unreadable(found.path, error) from None
    if b"\0" in content:
        raise LeftOutError(found.path, "it is not a text file", "Save it as UTF-8 text, or remove it.")
    try:
        return neutral(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        reason = f"it is not UTF-8 (byte {error.start + 1})"
        raise LeftOutError(found.path, reason, "Save it as UTF-8 text.") from None


def _content(found: Found) -> bytes:
    real = found.path.resolve(strict=True)
    if not real.is_relative_to(found.place.resolve()):
        remedy = f"Put the file itself into {shown(found.place)}."
        raise LeftOutError(found.path, "it is a link that leads out of its place", remedy)
    _must_be_ordinary(found.path, real.stat())
    handle = os.open(real, _FLAGS)
    with os.fdopen(handle, "rb") as file:
        _must_be_ordinary(found.path, os.fstat(handle))
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise _too_large(found.path)
    return content


def _must_be_ordinary(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise LeftOutError(path, "it is a folder", "Give the folder a name that does not end in .md.")
    if not stat.S_ISREG(status.st_mode):
        raise LeftOutError(path, "it is not an ordinary file", "Replace it by one, or remove it.")
    if status.st_size > LARGEST:
        raise _too_large(path)


def _too_large(path: Path) -> LeftOutError:
    return LeftOutError(path, "it is larger than 1 MB", "Shorten it, or remove it.")


def _unreadable(path: Path, error: Exception) -> LeftOutError:
    reason = (error.strerror if isinstance(error, OSError) else None) or "its links lead in a circle"
    return LeftOutError(path, f"it cannot be read ({reason})", "Make it readable, or remove it.")


def _visible(place: Path, folder: str, warnings: list[str]) -> list[str]:
    """Names in a folder, relative to the place, without hidden files and what editors leave behind."""
    path = place / folder
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(place.resolve()):
            remedy = f"Put the folder itself into {shown(place)}."
            warnings.append(str(LeftOutError(path, "it is a link that leads out of its place", remedy)))
            return []
        names = sorted(entry.name for entry in real.iterdir())
    except (OSError, RuntimeError) as error:
        if not isinstance(error, FileNotFoundError) or path.is_symlink():
            warnings.append(str(_unreadable(path, error)))
        return []
    return [f"{folder}/{name}" for name in names if not name.startswith((".", "~", "#"))]


def _markdown(place: Path, names: list[str]) -> list[Found]:
    """A README explains a folder to people; it is no knowledge file."""
    lowered = {name: name.rpartition("/")[2].lower() for name in names}
    return [Found(place, name) for name in names if lowered[name].endswith(".md") and lowered[name] != "readme.md"]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
