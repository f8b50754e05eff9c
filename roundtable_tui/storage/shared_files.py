"""The files several items share: each item writes only its own part, under the project's lock, after reading again.

`docs/common/nfr-matrix.md` holds one section for each item, between the lines `<!-- roundtable:begin SLUG -->` and
`<!-- roundtable:end SLUG -->`; everything outside them is the user's. Decisions are numbered across all items: the id
of a decision (`ADR-0007`) is the number of its file (`adr-0007-….md`), given out once per project.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roundtable_tui.errors import StorageError
from roundtable_tui.storage.atomic import (
    make_folders,
    make_private_folder,
    remove_leftovers,
    write_atomically,
    write_over,
)
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_TITLE = b"# Quality Attributes of All Items\n"
_ADR_FILE = re.compile(r"adr-(\d{1,6})\b.*\.md", re.IGNORECASE)


class SectionError(StorageError):
    """The marks around an item's section do not make sense, so nothing may be written there."""


def section_of(data: bytes, slug: str) -> bytes | None:
    """What stands between the item's marks; None if it has no section."""
    span = _span(data, slug)
    return None if span is None else data[span.start : span.stop]


def with_section(data: bytes | None, slug: str, content: bytes) -> bytes:
    """The file with the item's section replaced, or added at the end; no other byte changes."""
    data = _TITLE if data is None else data
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    body = content.replace(b"\r\n", b"\n").replace(b"\n", newline)
    if not body.endswith(newline):
        body += newline
    span = _span(data, slug)
    if span is not None:
        return data[: span.start] + body + data[span.stop :]
    gap = newline if not data or data.endswith(newline) else newline * 2
    return data + gap + _mark("begin", slug) + newline + body + _mark("end", slug) + newline


def section_with_marks(data: bytes, slug: str) -> range | None:
    """All the item has in the file: its section, the marks around it and the empty line before; None if nothing."""
    span = _span(data, slug)
    if span is None:
        return None
    start = data.rindex(_mark("begin", slug), 0, span.start)
    before = next((gap for gap in (b"\n\r\n", b"\n\n") if data.endswith(gap, 0, start)), b"\n")
    after = data.find(b"\n", span.stop)
    return range(start - len(before) + 1, after + 1 if after >= 0 else len(data))


def write_section(
    disk: Disk,
    paths: ProjectPaths,
    clock: Callable[[], datetime],
    slug: str,
    content: bytes,
    expected: bytes | None,
) -> bool:
    """Writes the item's section of the matrix; False, and nothing written, if it is no longer as expected."""
    path = paths.nfr_matrix
    with project_lock(disk, paths, clock):
        remove_leftovers(disk, path.parent, of=path.name)
        data = read_if_there(disk, path, LARGEST)
        if (section_of(data, slug) if data is not None else None) != expected:
            return False
        updated = with_section(data, slug, content)
        if updated != data:
            make_folders(disk, path.parent)
            return write_over(disk, writable_target(paths, path), updated, data)
    return True


def remove_section(disk: Disk, paths: ProjectPaths, clock: Callable[[], datetime], slug: str, expected: bytes) -> None:
    """Takes the item's section out of the matrix, if it is as expected; a file that held nothing else goes, too."""
    path = paths.nfr_matrix
    with project_lock(disk, paths, clock):
        remove_leftovers(disk, path.parent, of=path.name)
        data = read_if_there(disk, path, LARGEST)
        span = section_with_marks(data, slug) if data is not None else None
        if data is None or span is None or section_of(data, slug) != expected:
            return
        rest = data[: span.start] + data[span.stop :]
        if rest == _TITLE:
            disk.remove(writable_target(paths, path))
            disk.sync_folder(path.parent)
        else:
            write_atomically(disk, writable_target(paths, path), rest)


def reserve_adr_number(
    disk: Disk, paths: ProjectPaths, clock: Callable[[], datetime], slug: str, at_least: int = 1
) -> int:
    """A number that no decision of another item has; asked again after a crash, the item gets the same one."""
    register = paths.contained(paths.local, "adr-numbers.json")
    with project_lock(disk, paths, clock):
        given = _given_numbers(read_if_there(disk, register, LARGEST))
        if own := [number for number, owner in given.items() if owner == slug and number >= at_least]:
            return min(own)
        number = max(at_least, _highest_adr(disk, paths) + 1, max(given, default=0) + 1)
        content = json.dumps({str(key): owner for key, owner in sorted({**given, number: slug}.items())}, indent=2)
        make_private_folder(disk, register.parent)
        remove_leftovers(disk, register.parent, of=register.name)
        write_atomically(disk, writable_target(paths, register), f"{content}\n".encode())
    return number


def _highest_adr(disk: Disk, paths: ProjectPaths) -> int:
    """Also of files that came with a checkout, or that a panel wrote."""
    items = paths.requirements_folder
    folders = [items / slug for slug in disk.names(items) if not slug.startswith(".")]
    folders.append(paths.contained(paths.panels, "decisions"))
    numbers = [int(found[1]) for folder in folders for name in _names(disk, folder) if (found := _ADR_FILE.match(name))]
    return max(numbers, default=0)


def _names(disk: Disk, folder: Path) -> list[str]:
    stamp = disk.stat(folder)
    return disk.names(folder) if stamp and stamp.is_folder else []


def _given_numbers(data: bytes | None) -> dict[int, str]:
    """Which item has which number; a register that is lost or damaged is made anew from the files there are."""
    try:
        found = json.loads(data or b"{}")
        return {int(number): str(owner) for number, owner in found.items()}
    except (ValueError, AttributeError, RecursionError):
        return {}


def _mark(which: str, slug: str) -> bytes:
    return f"<!-- roundtable:{which} {slug} -->".encode()


def _span(data: bytes, slug: str) -> range | None:
    """Where the item's section lies, its marks not included."""
    begins = list(re.finditer(rb"^" + re.escape(_mark("begin", slug)) + rb"[ \t]*\r?\n", data, re.MULTILINE))
    ends = list(re.finditer(rb"^" + re.escape(_mark("end", slug)) + rb"[ \t]*\r?$", data, re.MULTILINE))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        raise SectionError(
            f"The marks around the section of {slug} are damaged.",
            f"Put one '{_mark('begin', slug).decode()}' before it and one '{_mark('end', slug).decode()}' after it.",
        )
    inside = data[begins[0].end() : ends[0].start()]
    if b"<!-- roundtable:begin " in inside:
        raise SectionError(f"Another item's section begins inside that of {slug}.", "Put each section on its own.")
    return range(begins[0].end(), ends[0].start())
