"""Which task touches which file: by its module, by the file it is named after or for, or by what it is there for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.plan.likeness import Likeness, Texts, words_of
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Entry

Key = tuple[str, ...]
_OF_TESTS = frozenset({"test", "tests", "spec", "specs"})


class PlacedFiles(Struct, frozen=True):
    files: Mapping[str, tuple[Key, ...]]
    """The tasks of each file, by the file's id."""
    paths: Mapping[str, tuple[str, str]]
    beside: Mapping[str, str]
    """Files that go with another wherever that one is first touched: tests, above all."""

    def of(self, order: Sequence[Key]) -> dict[Key, tuple[tuple[str, str], ...]]:
        """The files of each task; what goes with another file stands in the first task that touches that one."""
        place = {key: number for number, key in enumerate(order)}
        found: dict[Key, list[tuple[str, str]]] = {}
        for file_id, keys in self.files.items():
            for key in (min(keys, key=place.__getitem__),) if file_id in self.beside else keys:
                found.setdefault(key, []).append(self.paths[file_id])
        return {key: tuple(dict.fromkeys(files)) for key, files in found.items()}


def place_files(
    files: Sequence[Entry],
    owners: Mapping[str, tuple[Key, ...]],
    words: Mapping[Key, Texts],
    likeness: Likeness,
) -> PlacedFiles:
    """`owners` are the tasks of files that a module or a requirement claims, `words` what each task speaks of."""
    placed = {file.id: owners[file.id] for file in files if file.id in owners}
    left = [file for file in files if file.id not in placed]
    companions = {file.id: other for file in left if (other := _companion(file, files))}
    for file in sorted(left, key=lambda file: file.id in companions):
        other = companions.get(file.id, "")
        if other in placed:
            placed[file.id] = placed[other]
        elif key := likeness.best((words_of(file.text(), file.text("why")),), words):
            placed[file.id] = (key,)
    beside = {file_id: other for file_id, other in companions.items() if other in placed}
    in_order = {file.id: placed[file.id] for file in files if file.id in placed}
    return PlacedFiles(in_order, {file.id: _as_touched(file) for file in files}, beside)


def named_in(text: str, files: Sequence[Entry]) -> tuple[Entry, ...]:
    """The files that a text calls by their path, or by a name that no other has."""
    words = {word.strip(".,:;()[]`'\"") for word in text.split()}
    named = Counter(_base(file) for file in files)
    return tuple(
        file
        for file in files
        if file.text("path") in words or ("." in _base(file) and named[_base(file)] == 1 and _base(file) in words)
    )


def _as_touched(file: Entry) -> tuple[str, str]:
    return one_line(file.text("path")), file.text("action") or "MODIFY"


def _companion(file: Entry, files: Sequence[Entry]) -> str:
    """The id of the file that this one tests, by its name, or that the reason it is touched for names; else nothing."""
    why, own = file.text("why"), _name(file)
    is_test = own != _subject(file)
    for other in files:
        if other.id == file.id or not (path := other.text("path")):
            continue
        if path in why.split() or (is_test and _name(other) == _subject(file)):
            return other.id
    return ""


def _name(file: Entry) -> tuple[str, ...]:
    base = _base(file)
    return tuple((base.rpartition(".")[0] or base).lower().replace("-", "_").replace(".", "_").split("_"))


def _base(file: Entry) -> str:
    return file.text("path").replace("\\", "/").rpartition("/")[2]


def _subject(file: Entry) -> tuple[str, ...]:
    return tuple(part for part in _name(file) if part not in _OF_TESTS)
