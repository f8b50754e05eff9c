"""Searches with ripgrep, some thousand files at a time, so that any number of files with any names is safe."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.codebase.files.listing import ProjectFile
    from roundtable_tui.codebase.search.word_matcher import Sought

_MOST_ARGUMENTS = 24_000 if os.name == "nt" else 512_000
"""Bytes on one command line; systems take 32 kB and 1 MB at the least."""
_ALWAYS = (
    "--no-config", "--no-messages", "--color=never", "--text", "--no-unicode", "--no-mmap", "--with-filename", "--null",
    "--path-separator=/",
)  # fmt: skip
_PRINTED_LINE = re.compile(rb"\./([^\0]*)\0(\d+):([^\n]*)\n")


@cache
def program() -> Path | None:
    """The one that came with our own environment, else the one the user has."""
    name = "rg.exe" if os.name == "nt" else "rg"
    for folder in (sysconfig.get_path("scripts"), str(Path(sys.executable).parent)):
        if os.access(path := Path(folder, name), os.X_OK):
            return path
    found = shutil.which("rg")
    return Path(found) if found else None


def batches(files: Sequence[ProjectFile]) -> Iterator[Sequence[ProjectFile]]:
    """The files in order, as many at a time as one command line takes."""
    begin = size = 0
    for at, file in enumerate(files):
        length = len(file.name) * (1 if file.name.isascii() else 4) + 16
        size += length
        if size > _MOST_ARGUMENTS and at > begin:
            yield files[begin:at]
            begin, size = at, length
    if begin < len(files):
        yield files[begin:]


def runs(root: Path, files: Sequence[ProjectFile], sought: Sought) -> Iterator[tuple[str, Counter[bytes]]] | None:
    """By file, the pieces of text around the places, each with how often it stands there; None if it cannot search."""
    pattern = f"{sought.surrounding}*(?:{sought.place}){sought.surrounding}*"
    printed = _printed(root, files, pattern, "--only-matching", "--heading", "--no-line-number")
    return None if printed is None else _sections(printed)


def _sections(printed: bytes) -> Iterator[tuple[str, Counter[bytes]]]:
    name, *sections = printed.split(b"\0")
    for section in sections:
        pieces, _, following = section.partition(b"\n\n")
        yield os.fsdecode(name[2:]), Counter(pieces.removesuffix(b"\n").split(b"\n"))
        name = following


def lines(root: Path, files: Sequence[ProjectFile], place: str) -> list[tuple[str, int, bytes]] | None:
    """Every line with such a place: its file, its number, its text; None if it cannot search."""
    printed = _printed(root, files, place, "--line-number", "--no-heading")
    if printed is None:
        return None
    return [(os.fsdecode(name), int(number), text) for name, number, text in _PRINTED_LINE.findall(printed)]


def _printed(root: Path, files: Sequence[ProjectFile], pattern: str, *options: str) -> bytes | None:
    """Through a file and not a pipe: ripgrep would wait at a full pipe while we are busy with what it said before."""
    found = program()
    if found is None:
        return None
    command = [str(found), *_ALWAYS, *options, "--regexp", pattern, "--", *(f"./{file.name}" for file in files)]
    try:
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                command, cwd=root, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL, check=False
            )
            output.seek(0)
            printed = output.read()
    except OSError:
        return None
    nothing_went_wrong = done.returncode in (0, 1)
    return printed if nothing_went_wrong or printed else None
