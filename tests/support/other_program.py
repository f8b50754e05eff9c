"""How a program that builds from an analysis reads its documents: what it looks for, and what it makes of the rest."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_JSON = re.compile(r"```json\s*\n(.*?)\n```", re.DOTALL)
_AFFECTED_HEADING = re.compile(r"^#{2,3}\s+.*\bDirectly Affected Files", re.IGNORECASE)
_FIRST_CELL = re.compile(r"^\|\s*`([^`]+)`\s*\|")
_LAST_PATH = re.compile(r"^\|.*`([^`]+)`.*\|")
_ACTION = re.compile(r"\b(CREATE|MODIFY|DELETE|NEW|NO\s*CHANGE|MAJOR\s+MODIFY|MINOR\s+MODIFY)\b", re.IGNORECASE)
_LEVELS = ("low", "medium", "high")


def sizing_by_impact(document: str) -> dict[str, object]:
    """What it sizes the work by: a number that is none counts as 0, a level that is none as medium."""
    found = _last_json(document)
    return {
        "file_count": _whole(found.get("files_directly_affected")),
        "module_count": _whole(found.get("modules_affected")),
        "risk_score": _level(found.get("risk_level")),
        "coupling": _level(found.get("blast_radius")),
        "coverage_gaps": _whole(found.get("coverage_gaps")),
    }


def sizing_by_quick_scan(document: str) -> dict[str, object] | None:
    """Where there is no impact analysis; nothing without a number of files."""
    found = _last_json(document)
    count = found.get("affected_file_count")
    if not isinstance(count, int) or isinstance(count, bool):
        return None
    return {"file_count": count, "risk_score": _level(found.get("risk_level"))}


def affected_files(document: str) -> list[str]:
    """The first cells under the heading, up to the next one."""
    found: list[str] = []
    inside = False
    for line in document.split("\n"):
        if inside and re.match(r"#{2,3}\s", line):
            break
        inside = inside or bool(_AFFECTED_HEADING.match(line))
        if inside and (row := _FIRST_CELL.match(line)):
            found.append(row[1])
    return found


def files_to_cover(document: str) -> dict[str, str]:
    """Every row of any table with an action in it: the last thing in backticks is the file it means."""
    found: dict[str, str] = {}
    for line in document.split("\n"):
        path, action = _LAST_PATH.match(line), _ACTION.search(line)
        if path and action and action[1].upper() != "NO CHANGE":
            found.setdefault(path[1].strip(), action[1].upper())
    return found


def _last_json(document: str) -> Mapping[str, object]:
    blocks = _JSON.findall(document)
    loaded = json.loads(blocks[-1]) if blocks else {}
    return loaded if isinstance(loaded, dict) else {}


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _level(value: object) -> str:
    return value.lower() if isinstance(value, str) and value.lower() in _LEVELS else "medium"
