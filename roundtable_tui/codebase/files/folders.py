"""What lies in a folder of the project, and which names come near to one that is not there: names in, lines out."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_NEAR = 5
_NEAR_ENOUGH = 0.6


def inside(names: Sequence[str], folder: str) -> list[str] | None:
    """The folders in it, each with how many files lie below, then its files; None if there is no such folder."""
    path = folder.strip().removeprefix("./").strip("/")
    before = f"{path}/" if path not in ("", ".") else ""
    below = [name.removeprefix(before) for name in names if name.startswith(before)]
    if before and not below:
        return None
    folders = Counter(name.partition("/")[0] for name in below if "/" in name)
    counted = (f"{name}/ ({count} {'file' if count == 1 else 'files'})" for name, count in sorted(folders.items()))
    return [*counted, *sorted(name for name in below if "/" not in name)]


def nearest(names: Sequence[str], path: str) -> tuple[str, ...]:
    """Files that are called the same first, then those whose names look alike."""
    wanted = path.strip().strip("/").lower()
    last = wanted.rpartition("/")[2]
    bases = {name: name.rpartition("/")[2].lower() for name in names}
    found = [name for name, base in bases.items() if base == last or base.partition(".")[0] == last.partition(".")[0]]
    alike = set(get_close_matches(last, set(bases.values()), _MOST_NEAR, _NEAR_ENOUGH))
    found += sorted(name for name, base in bases.items() if base in alike)
    return tuple(dict.fromkeys(found))[:_MOST_NEAR]
