"""What a panel is told about the project: its `.s2s/CONTEXT.md` or README, the item, and code about the topic."""

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

READMES = ("README.md", "README.rst", "README.txt", "README")
LONGEST = 26_000
"""Characters that a panel is told of the project, everything together."""
_LONGEST_README = 4_000
_CODE = (
    "Parts of the code that bear on what is asked in this round, as they are now; another round may be shown others. "
    "Cite them as path:line. What is not shown here may still be there."
)


class ProjectContext(Struct, frozen=True):
    source: str
    project: str
    description: str = ""
    text: str = ""


def project_context(disk: Disk, paths: ProjectPaths, about_item: str = "") -> ProjectContext:
    """What stays the same in every round; `about_item` is what is known of the item the panel was opened from.

    Secrets are taken out here already: what a panel is told is written down beside its session.
    """
    name = one_line(paths.root.name, 80)
    source, text = "", ""
    for candidate in (".s2s/CONTEXT.md", *READMES):
        text = _read(disk, paths, candidate)
        if text.strip():
            source = candidate
            break
    text = without_secrets(text)
    described = _first_paragraph(text)
    most = LONGEST if source.startswith(".s2s") else _LONGEST_README
    room_left = max(0, min(most, LONGEST - len(about_item)))
    rest = f"{source}:\n\n{cut(text, room_left)}" if room_left and text.strip() else ""
    parts = [part.strip() for part in (about_item, rest) if part.strip()]
    return ProjectContext(source or "none", name, described, "\n\n".join(parts))


def with_code(context: str, code: str) -> str:
    """The project as one round is told it; where it is too much, the code stays whole."""
    if not code.strip():
        return context
    shown = f"{_CODE}\n\n{code.strip()}"
    return f"{cut(context, max(0, LONGEST - len(shown)))}\n\n{shown}".strip()


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
