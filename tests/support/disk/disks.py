"""Disks for proving promises: one writes down every change, one refuses the n-th, at one somebody meddles before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.storage.disk import refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk, Stamp


class Operation(Struct, frozen=True):
    """One change of the disk; paths are relative to the recorded root, in POSIX form."""

    name: str
    path: str
    data: bytes = b""
    target: str = ""
    size: int = 0


class RecordingDisk:
    """Does everything the inner disk does and remembers each change that succeeded, in order."""

    def __init__(self, inner: Disk, root: Path) -> None:
        self.inner = inner
        self.root = root
        self.operations: list[Operation] = []

    def read(self, path: Path, limit: int) -> bytes:
        return self.inner.read(path, limit)

    def stat(self, path: Path) -> Stamp | None:
        return self.inner.stat(path)

    def names(self, folder: Path) -> list[str]:
        return self.inner.names(folder)

    def make_folder(self, path: Path) -> None:
        self.inner.make_folder(path)
        self._record("make_folder", path)

    def write(self, path: Path, data: bytes) -> None:
        self.inner.write(path, data)
        self._record("write", path, data=bytes(data))

    def append(self, path: Path, data: bytes) -> None:
        self.inner.append(path, data)
        self._record("append", path, data=bytes(data))

    def sync(self, path: Path) -> None:
        self.inner.sync(path)
        self._record("sync", path)

    def replace(self, source: Path, target: Path) -> None:
        self.inner.replace(source, target)
        self._record("replace", source, target=self._relative(target))

    def sync_folder(self, path: Path) -> None:
        self.inner.sync_folder(path)
        self._record("sync_folder", path)

    def truncate(self, path: Path, size: int) -> None:
        self.inner.truncate(path, size)
        self._record("truncate", path, size=size)

    def remove(self, path: Path) -> None:
        self.inner.remove(path)
        self._record("remove", path)

    def _record(self, name: str, path: Path, *, data: bytes = b"", target: str = "", size: int = 0) -> None:
        self.operations.append(Operation(name, self._relative(path), data, target, size))

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


class FaultyDisk:
    """Refuses the `fail_at`-th change (counted from 1) as the real disk would, and every later one if `for_good`.

    With `partial`, a refused write or append leaves half of its data behind, as a full disk does.
    """

    def __init__(
        self, inner: Disk, fail_at: int, error: OSError, *, partial: bool = False, for_good: bool = False
    ) -> None:
        self.inner = inner
        self.fail_at = fail_at
        self.error = error
        self.partial = partial
        self.for_good = for_good
        self.changes = 0
        """How many changes were asked for so far, the refused ones included."""

    @property
    def failed(self) -> bool:
        return self.changes >= self.fail_at

    def read(self, path: Path, limit: int) -> bytes:
        return self.inner.read(path, limit)

    def stat(self, path: Path) -> Stamp | None:
        return self.inner.stat(path)

    def names(self, folder: Path) -> list[str]:
        return self.inner.names(folder)

    def make_folder(self, path: Path) -> None:
        self._change(path, "created")
        self.inner.make_folder(path)

    def write(self, path: Path, data: bytes) -> None:
        if self._refuses_next() and self.partial:
            self.inner.write(path, data[: len(data) // 2])
        self._change(path, "written")
        self.inner.write(path, data)

    def append(self, path: Path, data: bytes) -> None:
        if self._refuses_next() and self.partial:
            self.inner.append(path, data[: len(data) // 2])
        self._change(path, "written")
        self.inner.append(path, data)

    def sync(self, path: Path) -> None:
        self._change(path, "written")
        self.inner.sync(path)

    def replace(self, source: Path, target: Path) -> None:
        self._change(target, "written")
        self.inner.replace(source, target)

    def sync_folder(self, path: Path) -> None:
        self._change(path, "written")
        self.inner.sync_folder(path)

    def truncate(self, path: Path, size: int) -> None:
        self._change(path, "shortened")
        self.inner.truncate(path, size)

    def remove(self, path: Path) -> None:
        self._change(path, "removed")
        self.inner.remove(path)

    def _refuses_next(self) -> bool:
        number = self.changes + 1
        return number == self.fail_at or (self.for_good and number > self.fail_at)

    def _change(self, path: Path, doing: str) -> None:
        refuses = self._refuses_next()
        self.changes += 1
        if refuses:
            raise refused(path, doing, self.error)


class MeddledDisk(FaultyDisk):
    """Refuses nothing; just before the n-th change somebody else does something to the files.

    Just after it where the change is a rename: that is one call to the system, into which nobody can step.
    """

    def __init__(self, inner: Disk, at: int, meddle: Callable[[], None]) -> None:
        super().__init__(inner, at, OSError())
        self._meddle = meddle

    def _refuses_next(self) -> bool:
        return False

    def _change(self, path: Path, doing: str) -> None:
        self.changes += 1
        if self.changes == self.fail_at:
            self._meddle()

    def replace(self, source: Path, target: Path) -> None:
        self.inner.replace(source, target)
        self._change(target, "written")
