"""How a person says which ballots come to the same: `1 3 / 2`, by the numbers they were shown under."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EXAMPLE = "1 3 / 2"
_BETWEEN_GROUPS = re.compile(r"[/|;\n]+")
_BETWEEN_BALLOTS = re.compile(r"[\s,+&]+|\band\b")


def numbered_groups(groups: Iterable[Iterable[str]], labels: Sequence[str]) -> str:
    """As it is written: every group by the numbers of its ballots, the first ballot's first."""
    numbers = sorted(sorted(labels.index(label) + 1 for label in group) for group in groups)
    return " / ".join(" ".join(map(str, group)) for group in numbers)


def read_groups(text: str, labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The labels of each group; a ballot that is not named stands alone.

    ValueError, as a sentence, where it makes no sense.
    """
    groups: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for part in _BETWEEN_GROUPS.split(text):
        group = [_label(word, labels) for word in _BETWEEN_BALLOTS.split(part) if word]
        if twice := next((label for label in group if label in seen or group.count(label) > 1), ""):
            raise ValueError(f"Ballot {labels.index(twice) + 1} stands in two places; each belongs to one group.")
        seen.update(group)
        groups += [tuple(group)] if group else []
    return (*groups, *((label,) for label in labels if label not in seen))


def _label(word: str, labels: Sequence[str]) -> str:
    if word.isascii() and word.isdecimal() and 1 <= int(word[:4]) <= len(labels):
        return labels[int(word[:4]) - 1]
    raise ValueError(f"There is no ballot '{word[:20]}'; they are numbered 1 to {len(labels)}, such as {EXAMPLE}.")
