"""What git remembers of each file: how often it changed, by how many people, and what changed along with it."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable_tui.codebase import git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_COMMITS = 1000
_SWEEPING = 200
"""A commit of more files than this (an import, a new formatter) says nothing about any one of them."""
_TOGETHER = 20
"""Only commits of at most this many files say that the files belong together."""


@dataclass(frozen=True, slots=True)
class FilePast:
    commits: int
    authors: int
    last: int
    """When it last changed, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Past:
    """The last commits, told by file; files go by the names they have today."""

    commits: int = 0
    files: Mapping[str, FilePast] = field(default_factory=dict)
    together: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often a file changed in one commit with another."""

    def churn_of(self, name: str) -> float:
        """The share of the commits that changed this file."""
        found = self.files.get(name)
        return found.commits / self.commits if found and self.commits else 0.0


@dataclass(frozen=True, slots=True)
class _Commit:
    author: str
    when: int
    files: tuple[str, ...]


def past_of(root: Path, most: int = MOST_COMMITS) -> Past:
    """What the last commits did; nothing where git knows nothing."""
    return read_past(git.history(root, most) or b"")


def read_past(log: bytes) -> Past:
    commits: Counter[str] = Counter()
    authors: dict[str, set[str]] = defaultdict(set)
    last: dict[str, int] = {}
    together: dict[str, Counter[str]] = defaultdict(Counter)
    number = 0
    for commit in _commits(log):
        number += 1
        if len(commit.files) > _SWEEPING:
            continue
        for name in commit.files:
            commits[name] += 1
            authors[name].add(commit.author)
            last[name] = max(commit.when, last.get(name, 0))
        if len(commit.files) <= _TOGETHER:
            for name in commit.files:
                together[name].update(other for other in commit.files if other != name)
    files = {name: FilePast(count, len(authors[name]), last[name]) for name, count in commits.items()}
    return Past(number, files, {name: dict(others) for name, others in together.items() if others})


def _commits(log: bytes) -> Iterator[_Commit]:
    """From the newest back, so that the name before a renaming is known by the time it turns up."""
    named_now: dict[str, str] = {}
    words = iter(os.fsdecode(log).split("\0"))
    head = ""
    names: list[str] = []
    for word in words:
        if word.startswith("\x01"):
            if head:
                yield _commit(head, names)
            head, names = word, []
            continue
        status = word.lstrip("\n")[:1]
        before = next(words, "")
        name = next(words, "") if status in ("R", "C") else before
        if not status or not name:
            break
        names.append(named_now.get(name, name))
        if status == "R":
            named_now[before] = names[-1]
    if head:
        yield _commit(head, names)


def _commit(head: str, names: list[str]) -> _Commit:
    _, author, when = (*head.split("\x02"), "", "", "")[:3]
    return _Commit(author.casefold(), int(when) if when.isdecimal() else 0, tuple(dict.fromkeys(names)))
