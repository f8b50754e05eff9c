"""Searches as ripgrep would where there is no ripgrep: the same places, only slower."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.codebase.files import ProjectFile
    from roundtable_tui.codebase.sought import Sought

_WIDE = (b"\xff\xfe", b"\xfe\xff")


def runs(
    files: Sequence[ProjectFile], sought: Sought, stopped: Callable[[], bool]
) -> Iterator[tuple[str, Counter[bytes]]]:
    """By file, the pieces of text around the places, each with how often it stands there."""
    is_there, piece = re.compile(sought.place.encode()), re.compile(f"{sought.surrounding}+".encode())
    for file in files:
        if stopped():
            return
        pieces = (found for _, line in _candidates(_data(file), sought.literals) for found in piece.findall(line))
        if found := Counter(piece for piece in pieces if is_there.search(piece)):
            yield file.name, found


def lines(
    files: Sequence[ProjectFile], place: str, literals: Sequence[bytes], longest: int, stopped: Callable[[], bool]
) -> Iterator[tuple[str, int, bytes]]:
    """Every line with such a place that is not too long: its file, its number, its text."""
    is_there = re.compile(place.encode())
    for file in files:
        if stopped():
            return
        for number, line in _candidates(_data(file), literals):
            if len(line) <= longest and is_there.search(line):
                yield file.name, number, line


def _candidates(data: bytes, literals: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines with one of the literals, in any case, and their numbers; every line if there are no literals."""
    lowered = data.lower()
    if literals and not any(literal in lowered for literal in literals):
        return
    here = [literal for literal in literals if literal in lowered] or [b""]
    for number, (line, low) in enumerate(zip(data.split(b"\n"), lowered.split(b"\n"), strict=True), 1):
        if any(literal in low for literal in here):
            yield number, line


def _data(file: ProjectFile) -> bytes:
    """Text that is stored in another way as UTF-8, as far as its first bytes tell."""
    source = read_source(file)
    if source.data.startswith(_WIDE):
        return source.text.encode("utf-8", "surrogatepass")
    return source.data
