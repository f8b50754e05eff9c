"""What git remembers of each file: how often it changed, by how many people, and what changed along with it."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from roundtable_tui.codebase.files import git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_COMMITS = 1000
_SWEEPING = 200
"""A commit of more files than this (an import, a new formatter) says nothing about any one of them."""
_TOGETHER = 20
"""Only commits of at most this many files say that the files belong together."""


class FilePast(Struct, frozen=True):
    commits: int
    authors: int


class Past(Struct, frozen=True):
    """The last commits, told by file; files go by the names they have today."""

    commits: int = 0
    files: Mapping[str, FilePast] = field(default_factory=dict)
    together: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often a file changed in one commit with another."""
    problem: str = ""
    """One sentence if there is less of it here than there was."""


class _Commit(Struct, frozen=True):
    hash: str
    author: str
    files: tuple[str, ...]


def past_of(root: Path, most: int = MOST_COMMITS) -> Past:
    """What the last commits did; nothing where git knows nothing."""
    return read_past(git.history(root, most) or b"", git.cut_off_at(root))


def read_past(log: bytes, cut_off: frozenset[str] = frozenset()) -> Past:
    """Commits at which the history is `cut_off` seem to add every file there is, and are passed over."""
    commits: Counter[str] = Counter()
    authors: dict[str, set[str]] = defaultdict(set)
    together: dict[str, Counter[str]] = defaultdict(Counter)
    number, is_cut = 0, False
    for commit in _commits(log):
        if commit.hash in cut_off:
            is_cut = True
            continue
        number += 1
        if len(commit.files) > _SWEEPING:
            continue
        for name in commit.files:
            commits[name] += 1
            authors[name].add(commit.author)
        if len(commit.files) <= _TOGETHER:
            for name in commit.files:
                together[name].update(other for other in commit.files if other != name)
    files = {name: FilePast(count, len(authors[name])) for name, count in commits.items()}
    linked = {name: dict(others) for name, others in together.items() if others}
    return Past(number, files, linked, _cut_off_after(number) if is_cut else "")


def _cut_off_after(commits: int) -> str:
    if not commits:
        return "This is a shallow clone without its history, so nobody can tell here how often files change."
    known = "the last commit" if commits == 1 else f"the last {commits} commits"
    return f"This is a shallow clone: only {known} can be counted, so what it says of how often files change is little."


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
    commit, _, author = head.removeprefix("\x01").partition("\x02")
    return _Commit(commit, author.casefold(), tuple(dict.fromkeys(names)))
