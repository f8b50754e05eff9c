"""Rebuilds a folder as it could be found after the machine stopped between, or in the middle of, two disk operations.

The model is the pessimistic reading of POSIX: data is safe once its file is synced, a name is safe once its folder is
synced, and until then either may be there or not, whichever came first.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from tests.support.disk.disks import Operation


class Image(Struct, frozen=True):
    """The whole content of a folder; names are relative, in POSIX form."""

    files: dict[str, bytes] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, folder: Path, *, without: Iterable[str] = ()) -> Image:
        """As it lies on disk, leaving out the named top-level entries."""
        left_out = set(without)
        image = cls()
        for path in folder.rglob("*"):
            name = path.relative_to(folder)
            if name.parts[0] in left_out:
                continue
            if path.is_dir():
                image.folders.add(name.as_posix())
            else:
                image.files[name.as_posix()] = path.read_bytes()
        return image


class CrashImage(Struct, frozen=True):
    label: str
    files: dict[str, bytes]
    folders: set[str]


def crash_images(operations: Iterable[Operation], before: Image) -> Iterator[CrashImage]:
    """Every distinct state in which some prefix of the operations can leave the folder, the empty prefix included."""
    world = _World(before)
    seen: set[tuple[int, int]] = set()
    label = "before anything"
    for operation in (None, *operations):
        if operation is not None:
            world.apply(operation)
            label = f"after {world.applied} ({operation.name} {operation.path})"
        for ending, files, folders in world.endings():
            key = (hash(frozenset(files.items())), hash(frozenset(folders)))
            if key not in seen:
                seen.add(key)
                yield CrashImage(f"{label}: {ending}", files, folders)


def endings_after(operations: Iterable[Operation], before: Image) -> list[CrashImage]:
    """How the folder can look if the machine stops just after the last of the operations."""
    world = _World(before)
    for operation in operations:
        world.apply(operation)
    return [CrashImage(ending, files, folders) for ending, files, folders in world.endings()]


def materialise(image: Image | CrashImage, folder: Path) -> None:
    """Builds the image in a folder that is empty or not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(image.folders):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, data in image.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class _Content(Struct, frozen=True):
    """A file's data apart from its name: what was written, what is safe, and the last change that is not."""

    current: bytes
    durable: bytes
    kept: bytes = b""
    fresh: bytes | None = None
    """Data of the last write or append, which followed `kept`; None once it is synced."""
    renamed_unsynced: bool = False

    @property
    def is_synced(self) -> bool:
        return self.current == self.durable and self.fresh is None

    def written(self, data: bytes) -> _Content:
        return replace(self, current=data, kept=b"", fresh=data)

    def appended(self, data: bytes) -> _Content:
        return replace(self, current=self.current + data, kept=self.current, fresh=data)

    def truncated(self, size: int) -> _Content:
        return replace(self, current=self.current[:size].ljust(size, b"\0"), fresh=None)

    def synced(self) -> _Content:
        return _Content(self.current, self.current)


class _World:
    def __init__(self, before: Image) -> None:
        self.applied = 0
        self._contents = [_Content(data, data) for data in before.files.values()]
        self._names = {name: number for number, name in enumerate(before.files)}
        self._folders = set(before.folders) | {"."}
        self._safe_names = dict(self._names)
        self._safe_folders = set(self._folders)
        self._last_touched: int | None = None
        self._last_named: tuple[str, str] = ("", "")
        """The name that went and the name that came with the last change of names, where the last change was one."""

    def apply(self, operation: Operation) -> None:
        self.applied += 1
        path = operation.path
        self._last_named = ("", "")
        match operation.name:
            case "make_folder":
                self._folders.add(path)
            case "write":
                self._touch(path, self._content(path).written(operation.data))
            case "append":
                self._touch(path, self._content(path).appended(operation.data))
            case "truncate":
                self._contents[self._names[path]] = self._content(path).truncated(operation.size)
            case "sync":
                self._contents[self._names[path]] = self._content(path).synced()
            case "replace":
                self._rename(path, operation.target)
            case "remove":
                self._names.pop(path, None)
                self._last_named = (path, "")
            case "sync_folder":
                self._keep_names_in(path)
            case other:
                raise ValueError(f"The crash simulator does not know the operation '{other}'.")

    def endings(self) -> Iterator[tuple[str, dict[str, bytes], set[str]]]:
        """How this moment can look after a restart, most harmless first."""
        whole = {name: self._contents[number].current for name, number in self._names.items()}
        folders = self._folders - {"."}
        yield "everything kept", whole, folders
        for ending, content in self._damaged_last_write():
            changed = {name: content for name, number in self._names.items() if number == self._last_touched}
            yield ending, {**whole, **changed}, folders
        yield "only what was synced", *self._synced_only()
        lost = {name: b"" for name, number in self._names.items() if self._contents[number].renamed_unsynced}
        if lost:
            yield "renamed before its data was synced", {**whole, **lost}, folders
        yield "the last change before those that came before it", *self._reordered()

    def _content(self, path: str) -> _Content:
        number = self._names.get(path)
        return _Content(b"", b"") if number is None else self._contents[number]

    def _touch(self, path: str, content: _Content) -> None:
        if path not in self._names:
            self._names[path] = len(self._contents)
            self._contents.append(content)
        self._last_touched = self._names[path]
        self._contents[self._last_touched] = content

    def _rename(self, source: str, target: str) -> None:
        number = self._names.pop(source)
        self._names[target] = number
        self._last_named = (source, target)
        content = self._contents[number]
        if not content.is_synced:
            self._contents[number] = replace(content, renamed_unsynced=True)

    def _keep_names_in(self, folder: str) -> None:
        elsewhere = {name: number for name, number in self._safe_names.items() if _parent(name) != folder}
        self._safe_names = elsewhere | {n: number for n, number in self._names.items() if _parent(n) == folder}
        self._safe_folders |= {name for name in self._folders if _parent(name) == folder}

    def _damaged_last_write(self) -> Iterator[tuple[str, bytes]]:
        if self._last_touched is None:
            return
        content = self._contents[self._last_touched]
        if content.fresh:
            yield "last write torn", content.kept + content.fresh[: len(content.fresh) // 2]
            yield "last write zero-filled", content.kept + b"\0" * len(content.fresh)

    def _synced_only(self) -> tuple[dict[str, bytes], set[str]]:
        folders = {name for name in self._safe_folders if _reachable(name, self._safe_folders)}
        files = _reachable_files(self._safe_names, folders)
        return {name: self._contents[number].durable for name, number in files.items()}, folders - {"."}

    def _reordered(self) -> tuple[dict[str, bytes], set[str]]:
        """What was synced, and of the rest only the very last change: disks may write in any order until told."""
        files, folders = self._synced_only()
        gone, came = self._last_named
        files.pop(gone, None)
        if came and _parent(came) in {*folders, "."}:
            files[came] = self._contents[self._names[came]].durable
        elif not gone and self._last_touched is not None:
            content = self._contents[self._last_touched].current
            files |= {name: content for name in files if self._names.get(name) == self._last_touched}
        return files, folders


def _reachable_files(names: Mapping[str, int], folders: set[str]) -> dict[str, int]:
    return {name: number for name, number in names.items() if _parent(name) in folders}


def _reachable(folder: str, folders: set[str]) -> bool:
    return folder == "." or (folder in folders and _reachable(_parent(folder), folders))


def _parent(name: str) -> str:
    return PurePosixPath(name).parent.as_posix()
