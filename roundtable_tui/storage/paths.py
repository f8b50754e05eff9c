"""Where everything lies in a project, and the wall around it: no name, link or setting leads elsewhere."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import force_setattr

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import OutsideError
from roundtable_tui.storage.disk import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

PRIVATE = ".roundtable"
INBOX = "inbox"
PANELS = ".s2s"

_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
_HINT = "Only names inside the project's own folders can be used here."


class ProjectPaths(Struct, frozen=True):
    """The places of one project; the two roots are settings and may not leave the project."""

    root: Path
    requirements: str = "docs/requirements"
    common: str = "docs/common"

    def __post_init__(self) -> None:
        force_setattr(self, "root", Path(os.path.abspath(self.root)))  # noqa: PTH100 (links stay as named)
        for setting in (self.requirements, self.common):
            if _is_gits(_checked_parts(setting)):
                raise OutsideError(f"The setting '{setting}' points into git's own folder.", _HINT)

    def contained(self, folder: Path, relative: str | PurePath) -> Path:
        """The path inside `folder`; OutsideError if the name or a link on the way leaves the project."""
        return contained(self.root, folder, relative)

    @property
    def requirements_folder(self) -> Path:
        return self.contained(self.root, self.requirements)

    @property
    def common_folder(self) -> Path:
        return self.contained(self.root, self.common)

    @property
    def nfr_matrix(self) -> Path:
        return self.contained(self.common_folder, "nfr-matrix.md")

    @property
    def backlog(self) -> Path:
        return self.contained(self.root, "BACKLOG.md")

    @property
    def private(self) -> Path:
        """The project's own settings and knowledge files."""
        return self.contained(self.root, PRIVATE)

    @property
    def config(self) -> Path:
        return self.contained(self.private, "config.yaml")

    @property
    def local(self) -> Path:
        """What belongs to this checkout only and stays out of git."""
        return self.contained(self.private, "local")

    @property
    def unsent(self) -> Path:
        """What was written for an item that is not begun yet."""
        return self.contained(self.local, "unsent.json")

    @property
    def lock(self) -> Path:
        """Held while files shared by several items change."""
        return self.contained(self.local, "lock")

    @property
    def trash(self) -> Path:
        """Where items go that the user deleted; only the user empties it."""
        return self.contained(self.private, "trash")

    @property
    def panels(self) -> Path:
        return self.contained(self.root, PANELS)

    def item_folder(self, slug: str) -> Path:
        if len(_checked_parts(slug)) != 1 or slug.startswith("."):
            raise OutsideError(f"'{slug}' cannot be the name of an item's folder.", _HINT)
        return self.contained(self.requirements_folder, slug)

    def artifact(self, slug: str, name: str) -> Path:
        return self.contained(self.item_folder(slug), name)

    def meta(self, slug: str) -> Path:
        return self.artifact(slug, "meta.json")

    def draft(self, slug: str) -> Path:
        return self.artifact(slug, "draft.md")

    def item_private(self, slug: str) -> Path:
        return self.contained(self.item_folder(slug), PRIVATE)

    def journal(self, slug: str) -> Path:
        return self.contained(self.item_private(slug), "journal.jsonl")

    def base_folder(self, slug: str) -> Path:
        """The last pure render of each artifact, which a hand edit is merged against."""
        return self.contained(self.item_private(slug), "base")

    def history_folder(self, slug: str) -> Path:
        return self.contained(self.item_private(slug), "history")

    def item_unsent(self, slug: str, where: str) -> Path:
        """What was written about the item, in the talk or in the review, and not sent yet."""
        return self.contained(self.item_private(slug), f"unsent-{where}.json")

    def inbox(self, slug: str) -> Path:
        """What coding agents ask, one file a question."""
        return self.contained(self.item_private(slug), INBOX)

    def item_lock(self, slug: str) -> Path:
        return self.contained(self.item_private(slug), "lock")


def contained(root: Path, folder: Path, relative: str | PurePath) -> Path:
    """`folder / relative`, proven to lie in `folder` by name and in `root` after following every link."""
    path = folder.joinpath(*_checked_parts(relative))
    if not _real(path).is_relative_to(_real(root)):
        sentence = f"{shown(path)} is, or passes through, a link that leads out of the project."
        raise OutsideError(sentence, "Put a real file or folder in the link's place.")
    return path


def child(folder: Path, name: str) -> Path:
    """A name in a folder already proven to lie in the project: if it is no link either, neither does it leave it."""
    if len(_checked_parts(name)) != 1:
        raise OutsideError(f"'{one_line(name)}' is not the name of one file or folder.", _HINT)
    return folder / name


def writable_target(paths: ProjectPaths, path: Path, also: Iterable[Path] = ()) -> Path:
    """The path again if this program may write it; every write passes here.

    `also` names what lies outside the project and may be written too: the user's config and cache folders,
    and a target the user named for an export. A link to a forbidden place inside the project is refused as
    well, so places are compared once by name and once after following links.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100 (links are followed below)
    if _in_a_writable_place(paths, path, paths.root) and _in_a_writable_place(paths, _real(path), _real(paths.root)):
        return path
    if any(_real(path).is_relative_to(_real(place)) for place in also):
        return path
    sentence = f"{shown(path)} is not one of the places this program may write."
    raise OutsideError(
        sentence, "Only the items' folders, nfr-matrix.md, BACKLOG.md, .s2s and .roundtable are written."
    )


def is_reserved_name(name: str) -> bool:
    """Whether some platform keeps this name for itself, such as `con` or `nul.txt` on Windows."""
    return _RESERVED.fullmatch(name.strip()) is not None


def _in_a_writable_place(paths: ProjectPaths, path: Path, root: Path) -> bool:
    if not path.is_relative_to(root):
        return False
    parts = path.relative_to(root).parts
    if not parts or _is_gits(parts):
        return False
    if parts in (("BACKLOG.md",), (*PurePath(paths.common).parts, "nfr-matrix.md")):
        return True
    if parts[0] in (PRIVATE, PANELS):
        return len(parts) > 1
    items = PurePath(paths.requirements).parts
    return parts[: len(items)] == items and len(parts) > len(items) + 1


def _checked_parts(relative: str | PurePath) -> tuple[str, ...]:
    """The name's parts, if on every platform it means a place below where it starts."""
    text = str(relative)
    name = one_line(text)
    if "\0" in text:
        raise OutsideError(f"The name '{name}' holds a NUL character.", _HINT)
    if "\\" in text or ":" in text or text.startswith("/"):
        raise OutsideError(f"'{name}' is not a name relative to the project.", _HINT)
    parts = PurePath(text).parts
    if not parts:
        raise OutsideError("An empty name leads nowhere.", _HINT)
    for part in parts:
        if part == "..":
            raise OutsideError(f"'{name}' leads out of its folder.", _HINT)
        if is_reserved_name(part) or part != part.rstrip(". "):
            raise OutsideError(f"'{name}' is not a name every platform can keep.", _HINT)
    return parts


def _is_gits(parts: tuple[str, ...]) -> bool:
    return any(part.casefold() == ".git" for part in parts)


def _real(path: Path) -> Path:
    """With every link followed, also where the rest does not exist yet; a circle of links stays as it is."""
    return Path(os.path.realpath(path))
