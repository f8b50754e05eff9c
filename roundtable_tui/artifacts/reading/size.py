"""Reads how big a change looked to a quick scan: its scope class and its number of files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.artifacts.reading.outline import labels, numbered, plain
from roundtable_tui.artifacts.reading.statements import Statement
from roundtable_tui.domain.dossier.kinds import SCOPES, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCOPE = re.compile(r"^(?:estimated |final )?scope(?: estimate)?$")
_COUNT = re.compile(r"^(?:estimated )?(?:file count|files affected|affected files|number of files)(?: estimate)?$")
_NUMBER = re.compile(r"[~≈]?\s*(\d{1,5})(?:\s+files?)?\.?")
_IN_DATA = {"scope": ("scope", "scope_estimate"), "count": ("affected_file_count", "file_count", "estimated_files")}


def size(text: str) -> Iterator[Statement]:
    """What the scan says in labelled lines or in its data; a range of files is no number."""
    said = [(label, plain(line.text)) for label, line in labels(numbered(text), plain_too=True)]
    try:
        data = parsing.last_json(text)
    except (ValueError, RecursionError):
        data = {}
    data = data if isinstance(data, dict) else {}
    scopes = [value for label, value in said if _SCOPE.match(label)]
    scopes += [str(data[name]) for name in _IN_DATA["scope"] if name in data]
    if scope := next((word for value in scopes if (word := value.casefold().split(" ")[0]) in SCOPES), ""):
        yield Statement(Kind.SCOPE, {"size": scope}, 0)
    counts = [str(data[name]) for name in _IN_DATA["count"] if name in data]
    counts += [value for label, value in said if _COUNT.match(label)]
    if count := next((found for value in counts if (found := _NUMBER.fullmatch(value))), None):
        yield Statement(Kind.ESTIMATE, {"modified": int(count[1])}, 0)
