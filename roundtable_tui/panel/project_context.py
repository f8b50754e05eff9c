"""What a panel is told about the project: its `.s2s/CONTEXT.md` where there is one, else its README, and the item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.voices.model.prompt.templates import cut

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
    """`about_item` is what is known of the item the panel was opened from; it comes first, whole.

    Secrets are taken out here already: what a panel is told is written down beside its session.
    """
    name = one_line(paths.root.name, 80)
    source, text = "", ""
    for candidate in (".s2s/CONTEXT.md", *_READMES):
        text = _read(disk, paths, candidate)
        if text.strip():
            source = candidate
            break
    text = without_secrets(text)
    described = _first_paragraph(text)
    room_left = max(0, _LONGEST - len(about_item))
    parts = [part.strip() for part in (about_item, cut(text, room_left) if room_left else "") if part.strip()]
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
