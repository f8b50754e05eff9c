"""The knowledge files a project brings along, as they would reach a model: to be seen and trusted before they do."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.library.files import LeftOutError, files_beside, files_in_folders, read

if TYPE_CHECKING:
    from pathlib import Path

_FINDERS = (
    ("personas", files_beside),
    ("steps", files_in_folders),
    ("topics", files_in_folders),
    ("participants", files_beside),
    ("strategies", files_beside),
    ("agendas", files_beside),
    ("skills", files_beside),
)


class OwnFile(Struct, frozen=True):
    name: str
    """Below the project's own folder."""
    text: str


class OwnFiles(Struct, frozen=True):
    files: tuple[OwnFile, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def digest(self) -> str:
        """Another one as soon as any of them says something else, is added, or goes."""
        whole = hashlib.sha256()
        for file in self.files:
            for part in (file.name, file.text):
                data = part.encode("utf-8", "surrogatepass")
                whole.update(len(data).to_bytes(8, "big") + data)
        return whole.hexdigest()


def own_files(place: Path) -> OwnFiles:
    """Those that can be used; one that cannot says nothing to anybody."""
    found = []
    for kind, find in _FINDERS:
        for one in find(place, kind, []):
            try:
                found.append(OwnFile(one.name, read(one)))
            except LeftOutError:
                continue
    return OwnFiles(tuple(found))
