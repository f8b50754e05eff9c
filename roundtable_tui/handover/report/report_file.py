"""Where the page goes, and whose file lies there: only a page that we wrote, unchanged since, is written anew."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.errors import OutsideError, StorageError
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.report.page import page_of
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.documents.unread_edits import state_with_edits
from roundtable_tui.storage.atomic import make_folders, write_over
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import MEGABYTE, shown
from roundtable_tui.storage.paths import writable_target

if TYPE_CHECKING:
    from roundtable_tui.items.project import Project

NAME = "report.html"
_LARGEST = 64 * MEGABYTE
_SEAL = re.compile(rb"<!-- roundtable-tui report ([0-9a-f]{64}) -->\n\Z")
_HINT = "Move it away, or name another file with --to."


class Fate(StrEnum):
    """What became of the file."""

    NEW = "written"
    CHANGED = "brought up to date"
    SAME = "up to date already"


class Written(Struct, frozen=True):
    path: Path
    fate: Fate
    questions: int
    """How many it asks."""

    @property
    def told(self) -> str:
        return f"The page is {self.fate}: {shown(self.path)}"


def write_report(project: Project, slug: str, file: Path | None = None) -> Written:
    """Writes the page of an item into its folder, or where the user says; a file of somebody else is refused."""
    path = _place(project, slug, file)
    opened = open_item(project, slug, look_only=True)
    try:
        state = state_with_edits(project, slug, opened.events)
    finally:
        opened.release()
    questions = len(state.dossier.of(Kind.QUESTION))
    folder = project.paths.item_folder(slug).relative_to(project.paths.root).as_posix()
    content = sealed(page_of(Material(state, slug, folder, project.paths.common), project.knowledge))
    found = _found(project, path)
    if found == content:
        return Written(path, Fate.SAME, questions)
    if found is not None and not is_ours(found):
        raise StorageError(f"{shown(path)} is there already and is not a page as this program wrote it.", _HINT)
    target = writable_target(project.paths, path, also=(path.parent,) if file else ())
    make_folders(project.disk, target.parent)
    if not write_over(project.disk, target, content, found):
        raise StorageError(f"{shown(path)} changed while the page was being written.", "Write it again.")
    return Written(path, Fate.NEW if found is None else Fate.CHANGED, questions)


def sealed(page: str) -> bytes:
    """With the digest of all that stands before it, by which it is known again in any copy of the project."""
    data = page.encode()
    return data + f"<!-- roundtable-tui report {digest_of(data)} -->\n".encode()


def is_ours(data: bytes) -> bool:
    """Whether it is a page of this program that nobody has changed; ends of lines that git changed do not count."""
    data = data.replace(b"\r\n", b"\n")
    seal = _SEAL.search(data)
    return seal is not None and digest_of(data[: seal.start()]).encode() == seal[1]


def _place(project: Project, slug: str, file: Path | None) -> Path:
    if file is None:
        return project.paths.artifact(slug, NAME)
    path = Path(os.path.abspath(file))  # noqa: PTH100 (links stay as named)
    stamp = project.disk.stat(Path(os.path.realpath(path)))
    if stamp is not None and stamp.is_folder:
        path /= NAME
    real = Path(os.path.realpath(path))
    if any(part.casefold() == ".git" for part in (*path.parts, *real.parts)):
        raise OutsideError(f"{shown(path)} lies in git's own folder.", "Name another file with --to.")
    return path


def _found(project: Project, path: Path) -> bytes | None:
    stamp = project.disk.stat(path)
    if stamp is None:
        return None
    if not stamp.is_file:
        raise StorageError(f"{shown(path)} is there already and is not an ordinary file.", _HINT)
    return project.disk.read(path, _LARGEST)
