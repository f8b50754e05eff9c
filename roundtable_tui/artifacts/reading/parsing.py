"""Reads back what other programs read from the artifacts, by the rules their form promises."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.machine_data import MATRIX_HEADER
from roundtable_tui.artifacts.render.markup import NOTHING, unescaped
from roundtable_tui.domain.dossier.kinds import ACTIONS, PRIORITIES
from roundtable_tui.formats.markdown import Fences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REQUIREMENT = re.compile(r"### (FR-\d+): (.*)")
_CRITERION = re.compile(r"- \*\*(AC-\d+-\d+)\*\*: (.*)")
_PRIORITY = re.compile(rf"\*\*Priority\*\*: ({'|'.join(PRIORITIES)})")
_CONFIDENCE = re.compile(r"\*\*Confidence\*\*: (High|Medium|Low)")
_HEADING = re.compile(r"(#{1,6}) (.*)")
_HEADER_LINE = re.compile(r"\*\*(Source|Date|Status|Confidence|Last Updated|Coverage)\*\*: (.*)")
_SIZE_LINE = re.compile(r"(Scope|File Count|Complexity): (\w+)")
_CODE = re.compile(r"(`+) ?(.*?) ?\1")
_CELL_END = re.compile(r"(?<!\\)(?:\\\\)*\|")


class Requirement(Struct, frozen=True):
    id: str
    title: str
    priority: str
    confidence: str
    criteria: Mapping[str, str]


class AffectedFile(Struct, frozen=True):
    path: str
    action: str
    tier: str = ""


def requirements(spec: str) -> tuple[Requirement, ...]:
    """The requirements of requirements-spec.md."""
    found: list[Requirement] = []
    for heading, lines in _sections(spec):
        if named := _REQUIREMENT.fullmatch(heading):
            found.append(
                Requirement(
                    named[1],
                    unescaped(named[2]),
                    next((line[1] for line in _matching(_PRIORITY, lines)), ""),
                    next((line[1] for line in _matching(_CONFIDENCE, lines)), ""),
                    {line[1]: unescaped(line[2]) for line in _matching(_CRITERION, lines)},
                )
            )
    return tuple(found)


def stories(text: str) -> tuple[Mapping[str, object], ...]:
    """The stories of user-stories.json."""
    loaded = json.loads(text)
    return tuple(loaded["stories"])


def matrix(text: str) -> tuple[tuple[str, ...], ...]:
    """The rows of traceability-matrix.csv."""
    header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    if tuple(header) != MATRIX_HEADER:
        raise ValueError(f"the header is {','.join(header)}")
    return tuple(tuple(row) for row in rows)


def directly_affected(impact: str) -> tuple[AffectedFile, ...]:
    """The files under `Directly Affected Files` of impact-analysis.md."""
    return tuple(
        file
        for heading, lines in _sections(impact)
        if heading.lstrip("# ") == "Directly Affected Files"
        for file in _files(lines, "")
    )


def tiers(impact: str) -> tuple[AffectedFile, ...]:
    """The files under `### Tier n` of impact-analysis.md."""
    return tuple(
        file
        for heading, lines in _sections(impact)
        if (tier := heading.removeprefix("### Tier ")) != heading
        for file in _files(lines, tier)
    )


def last_json(document: str) -> Mapping[str, object]:
    """The last fenced `json` block of a document."""
    blocks = [content for language, content in _fences(document) if language == "json"]
    if not blocks:
        raise ValueError("there is no json block")
    loaded: Mapping[str, object] = json.loads(blocks[-1])
    return loaded


def header(document: str) -> Mapping[str, str]:
    """The header lines below a document's title."""
    found: dict[str, str] = {}
    for line in document.split("\n"):
        if line.startswith("## ") and found:
            break
        if named := _HEADER_LINE.fullmatch(line.rstrip()):
            found.setdefault(named[1], unescaped(named[2]))
    return found


def size(quick_scan: str) -> Mapping[str, str]:
    """Scope, file count and complexity of quick-scan.md."""
    lines = (line for _, lines in _sections(quick_scan) for line in lines)
    return {found[1]: found[2] for found in _matching(_SIZE_LINE, lines)}


def headings(document: str) -> tuple[str, ...]:
    return tuple(heading for heading, _ in _sections(document) if heading)


def _matching(pattern: re.Pattern[str], lines: Iterable[str]) -> Iterator[re.Match[str]]:
    return (found for line in lines if (found := pattern.fullmatch(line)))


def _sections(document: str) -> Iterator[tuple[str, list[str]]]:
    """Each heading with the lines up to the next, whatever its level; what stands in fences is no heading."""
    heading = ""
    lines: list[str] = []
    fences = Fences()
    for line in document.split("\n"):
        if fences.take(line):
            continue
        if _HEADING.fullmatch(line):
            yield heading, lines
            heading, lines = line, []
        else:
            lines.append(line)
    yield heading, lines


def _fences(document: str) -> Iterator[tuple[str, str]]:
    fences = Fences()
    lines: list[str] = []
    for line in document.split("\n"):
        was_open = bool(fences.mark)
        fences.take(line)
        if was_open and not fences.mark:
            yield fences.info, "\n".join(lines)
            lines = []
        elif was_open:
            lines.append(line)


def _files(lines: Iterable[str], tier: str) -> Iterator[AffectedFile]:
    rows = [cells(line) for line in lines if line.startswith("|")]
    for row in rows[2:]:
        action = next((value for value in row[1:] if value in ACTIONS), "")
        yield AffectedFile(_path(row[0]), action, tier)


def _path(first: str) -> str:
    if found := _CODE.fullmatch(first):
        return found[2].replace("\\|", "|")
    return "" if first == NOTHING else unescaped(first)


def cells(row: str) -> list[str]:
    """The cells of a table row, still escaped; an escaped pipe ends none."""
    found = []
    start = 1
    for end in _CELL_END.finditer(row, 1):
        found.append(row[start : end.end() - 1].strip())
        start = end.end()
    return found
