"""What a panel is told about the project: its `.s2s/CONTEXT.md` where there is one, else its README, and the item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import MEGABYTE, read_if_there

if TYPE_CHECKING:
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_READMES = ("README.md", "README.rst", "README.txt", "README")
_LONGEST = 20_000


class ProjectContext(Struct, frozen=True):
    source: str
    project: str
    description: str = ""
    text: str = ""


def project_context(disk: Disk, paths: ProjectPaths, about_item: str = "") -> ProjectContext:
    """`about_item` is what is known of the item the panel was opened from."""
    name = one_line(paths.root.name, 80)
    source, text = "", ""
    for candidate in (".s2s/CONTEXT.md", *_READMES):
        text = _read(disk, paths, candidate)
        if text.strip():
            source = candidate
            break
    described = _first_paragraph(text)
    parts = [part.strip() for part in (text[:_LONGEST], about_item) if part.strip()]
    return ProjectContext(source or "none", name, described, "\n\n".join(parts))


def _read(disk: Disk, paths: ProjectPaths, name: str) -> str:
    try:
        data = read_if_there(disk, paths.contained(paths.root, name), MEGABYTE)
        return neutral(data.decode("utf-8-sig")) if data else ""
    except (StorageError, UnicodeDecodeError):
        return ""


def _first_paragraph(text: str) -> str:
    """The first lines that are neither heading nor decoration."""
    kept: list[str] = []
    for line in text.splitlines():
        said = line.strip()
        if said and not said.startswith(("#", "<", "!", "[", "---", "===")):
            kept.append(said)
        elif kept:
            break
    return one_line(" ".join(kept), 400)
