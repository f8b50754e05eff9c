"""Which criteria are named in the project's tests, however a language lets one write an id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.listing import list_files, read_source
from roundtable_tui.codebase.files.roles import Role, role_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_ID = re.compile(r"(?<![A-Za-z0-9])ac[-_ ]?(\d{3,4})[-_ ]?(\d{2,3})(?!\d)", re.IGNORECASE)
"""`AC-001-02`, `test_ac_001_02_…`, `@AC-001-02`, and `ac00102`."""


def named_in_tests(root: Path, wanted: Iterable[str], skip: Sequence[str] = ()) -> frozenset[str]:
    """Of these ids, those that stand in a file of tests; files that may hold secrets are not read."""
    left = {_parts(name): name for name in wanted}
    found: set[str] = set()
    for file in list_files(root, skip).files if left else ():
        if not _is_test(file.name):
            continue
        for match in _ID.finditer(read_source(file).text):
            if name := left.get((match[1], match[2])):
                found.add(name)
        if len(found) == len(left):
            break
    return frozenset(found)


def _is_test(name: str) -> bool:
    return role_of(name) is Role.TEST or name.endswith(".feature")


def _parts(name: str) -> tuple[str, str]:
    _, _, numbers = name.partition("-")
    first, _, second = numbers.partition("-")
    return first, second
