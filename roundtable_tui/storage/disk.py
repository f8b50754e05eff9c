"""The one door to the disk, so small that every operation can be recorded, failed and replayed in a test."""

from __future__ import annotations

import errno
import os
import stat as modes
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MEGABYTE = 1024 * 1024

_NOT_THERE = (errno.ENOENT, errno.ENOTDIR)
_FOLDER_SYNC_UNSUPPORTED = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EOPNOTSUPP}
_WITHOUT_SURPRISES = (
    getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
)
_OURS_ONLY = _WITHOUT_SURPRISES | getattr(os, "O_NOFOLLOW", 0)


class Stamp(Struct, frozen=True):
    """What a path itself is, without following it if it is a link."""

    inode: int
    size: int
    changed: float
    """When the content last changed, in seconds since 1970."""
    is_file: bool
    is_folder: bool
    is_link: bool


class Disk(Protocol):
    """Every way this program touches project files; each change is one operation that may fail or be lost."""

    def read(self, path: Path, limit: int) -> bytes:
        """The whole file; StorageError if it is not an ordinary file or larger than the limit."""
        ...

    def stat(self, path: Path) -> Stamp | None: ...

    def names(self, folder: Path) -> list[str]:
        """What the folder holds, sorted; nothing if it is not there."""
        ...

    def make_folder(self, path: Path) -> None:
        """One level; no complaint if the folder exists."""
        ...

    def write(self, path: Path, data: bytes) -> None:
        """Create or empty the file and fill it; durable only after `sync`."""
        ...

    def append(self, path: Path, data: bytes) -> None: ...

    def sync(self, path: Path) -> None: ...

    def replace(self, source: Path, target: Path) -> None:
        """Give source the name of target in one step; the target's permissions are kept."""
        ...

    def sync_folder(self, path: Path) -> None: ...

    def truncate(self, path: Path, size: int) -> None: ...

    def remove(self, path: Path) -> None:
        """No complaint if the file is gone already."""
        ...


def refused(path: Path, doing: str, error: OSError) -> StorageError:
    """One sentence that names the file, from the system's refusal; `doing` completes "could not be …"."""
    name = shown(path)
    match error.errno:
        case errno.ENOSPC:
            sentence = f"The disk is full: {name} could not be {doing}."
            hint = "Free some space and start again; nothing that was saved is lost."
        case errno.EDQUOT:
            sentence = f"Your disk quota is used up: {name} could not be {doing}."
            hint = "Free some space and start again; nothing that was saved is lost."
        case errno.EACCES | errno.EPERM:
            sentence = f"{name} could not be {doing}: permission denied."
            hint = "Check who owns the file and its folder, and their permissions."
        case errno.EROFS:
            sentence = f"{name} could not be {doing}: the file system is read-only."
            hint = "Work in a folder that can be written."
        case errno.ENOENT:
            sentence = f"{name} could not be {doing}: it is not there."
            hint = "Check the name."
        case errno.EISDIR:
            sentence = f"{name} could not be {doing}: it is a folder where a file should be."
            hint = "Move the folder away."
        case errno.ENOTDIR | errno.EEXIST:
            sentence = f"{name} could not be {doing}: a file stands where a folder should be."
            hint = "Move that file away."
        case errno.ELOOP:
            sentence = f"{name} could not be {doing}: it is a link that leads in a circle or elsewhere."
            hint = "Put the real file in the link's place."
        case errno.ENAMETOOLONG:
            sentence = f"{name} could not be {doing}: the name is too long for this file system."
            hint = "Choose a shorter name, or work in a folder nearer the root."
        case errno.EIO:
            sentence = f"The disk reported an error: {name} could not be {doing}."
            hint = "Check the disk, and save a copy of the project elsewhere."
        case _:
            sentence = f"{name} could not be {doing}: {error.strerror or error}."
            hint = "Check the file and its folder, then try again."
    return StorageError(sentence, hint)


def shown(path: Path) -> str:
    """The path as it may stand in a sentence, whatever bytes its name holds."""
    return one_line(str(path))


def too_large(path: Path, size: int, limit: int) -> StorageError:
    sentence = f"{shown(path)} is {_amount(size)}; at most {_amount(limit)} is read here."
    return StorageError(sentence, "Shorten the file, or move it away if it does not belong there.")


def read_if_there(disk: Disk, path: Path, limit: int) -> bytes | None:
    """The file's content, or None where there is nothing of that name."""
    if disk.stat(path) is None:
        return None
    return disk.read(path, limit)


class RealDisk:
    """The disk of this machine."""

    def read(self, path: Path, limit: int) -> bytes:
        with _refusals(path, "read"):
            _require_ordinary(path, path.stat())
            descriptor = os.open(path, os.O_RDONLY | _WITHOUT_SURPRISES)
            with os.fdopen(descriptor, "rb") as file:
                found = os.fstat(descriptor)
                _require_ordinary(path, found)
                if found.st_size > limit:
                    raise too_large(path, found.st_size, limit)
                data = file.read(limit + 1)
        if len(data) > limit:
            raise too_large(path, len(data), limit)
        return data

    def stat(self, path: Path) -> Stamp | None:
        try:
            found = path.lstat()
        except OSError as error:
            if error.errno in _NOT_THERE:
                return None
            raise refused(path, "looked at", error) from error
        except ValueError:
            return None
        return Stamp(
            inode=found.st_ino,
            size=found.st_size,
            changed=found.st_mtime,
            is_file=modes.S_ISREG(found.st_mode),
            is_folder=modes.S_ISDIR(found.st_mode),
            is_link=modes.S_ISLNK(found.st_mode),
        )

    def names(self, folder: Path) -> list[str]:
        try:
            return sorted(entry.name for entry in folder.iterdir())
        except FileNotFoundError:
            return []
        except OSError as error:
            raise refused(folder, "listed", error) from error

    def make_folder(self, path: Path) -> None:
        with _refusals(path, "created"):
            try:
                path.mkdir()
            except FileExistsError:
                if not path.is_dir():
                    raise

    def write(self, path: Path, data: bytes) -> None:
        with _refusals(path, "written"):
            _put(path, data, os.O_CREAT | os.O_TRUNC)

    def append(self, path: Path, data: bytes) -> None:
        with _refusals(path, "written"):
            _put(path, data, os.O_CREAT | os.O_APPEND)

    def sync(self, path: Path) -> None:
        with _refusals(path, "written"):
            _flush(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)

    def replace(self, source: Path, target: Path) -> None:
        with _refusals(target, "written"):
            _keep_permissions(source, target)
            source.replace(target)

    def sync_folder(self, path: Path) -> None:
        if os.name == "nt":
            return
        with _refusals(path, "written"):
            try:
                _flush(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
            except OSError as error:
                if error.errno not in _FOLDER_SYNC_UNSUPPORTED:
                    raise

    def truncate(self, path: Path, size: int) -> None:
        with _refusals(path, "shortened"):
            os.truncate(path, size)

    def remove(self, path: Path) -> None:
        with _refusals(path, "removed"):
            path.unlink(missing_ok=True)


@contextmanager
def _refusals(path: Path, doing: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise refused(path, doing, error) from error
    except ValueError as error:
        sentence = f"{shown(path)} could not be {doing}: that is no name a file can have."
        raise StorageError(sentence, "Choose another name.") from error


def _require_ordinary(path: Path, found: os.stat_result) -> None:
    if modes.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not modes.S_ISREG(found.st_mode):
        sentence = f"{shown(path)} is a pipe, socket or device, not an ordinary file."
        raise StorageError(sentence, "Put an ordinary file in its place.")


def _put(path: Path, data: bytes, how: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | how | _OURS_ONLY, 0o666)
    try:
        _require_ordinary(path, os.fstat(descriptor))
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def _keep_permissions(source: Path, target: Path) -> None:
    with suppress(FileNotFoundError, PermissionError):
        mode = target.lstat().st_mode
        if modes.S_ISREG(mode):
            source.chmod(modes.S_IMODE(mode))


def _flush(path: Path, how: int) -> None:
    descriptor = os.open(path, how | _WITHOUT_SURPRISES)
    try:
        _flush_to_platter(descriptor)
    finally:
        os.close(descriptor)


def _flush_to_platter(descriptor: int) -> None:
    """On macOS `fsync` stops at the drive's cache, so the stronger request is made first."""
    try:
        import fcntl
    except ImportError:
        os.fsync(descriptor)
        return
    if full := getattr(fcntl, "F_FULLFSYNC", None):
        with suppress(OSError):
            fcntl.fcntl(descriptor, full)
            return
    os.fsync(descriptor)


def _amount(size: int) -> str:
    if size < 1024:
        return f"{size} bytes"
    if size < MEGABYTE:
        return f"{size / 1024:.0f} KB"
    return f"{size / MEGABYTE:.0f} MB"
