"""Lists a folder's files where git cannot: a walk that keeps to the ignore rules it meets on its way."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from pathspec import GitIgnoreSpec

_RULES = (".gitignore", ".ignore")
"""Of two rules in one folder that disagree, the one in the later file counts."""
_LARGEST_RULES = 256 * 1024
_NEVER = frozenset((".git", ".hg", ".svn", ".jj", ".bzr", "CVS", "__pycache__", ".venv", ".tox", ".nox", ".direnv"))
_OUTPUT = frozenset(("build", "dist", "target", "out"))
_BUILT_BY = frozenset(
    "package.json pyproject.toml setup.py Cargo.toml pom.xml build.gradle build.gradle.kts CMakeLists.txt".split()
)
_MARKS_OF_NO_SOURCE = ("pyvenv.cfg", "CACHEDIR.TAG")


def walked_files(root: Path, stopped: Callable[[], bool]) -> Iterator[str]:
    """Names relative to `root`, folder by folder; links to folders, and folders that cannot be read, are named."""
    waiting: list[tuple[str, tuple[_Rules, ...]]] = [("", tuple(_rules_in(root, "", (".git/info/exclude",))))]
    while waiting and not stopped():
        folder, rules = waiting.pop()
        try:
            with os.scandir(root / folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            if folder:
                yield folder.removesuffix("/")
            continue
        names = {entry.name for entry in entries}
        if folder and not names.isdisjoint(_MARKS_OF_NO_SOURCE):
            continue
        rules = (*rules, *_rules_in(root, folder, [name for name in _RULES if name in names]))
        for entry in entries:
            name = f"{folder}{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                if not _ignored(rules, name):
                    yield name
            elif not _is_no_source(entry.name, names) and not _ignored(rules, f"{name}/"):
                waiting.append((f"{name}/", rules))


def _is_no_source(name: str, beside: set[str]) -> bool:
    return name in _NEVER or (name in _OUTPUT and not beside.isdisjoint(_BUILT_BY))


class _Rules:
    """What one ignore file says about the names below its folder."""

    def __init__(self, folder: str, spec: GitIgnoreSpec) -> None:
        self._folder = folder
        self._spec = spec

    def verdict(self, name: str) -> bool | None:
        """Ignored, expressly not ignored, or not mentioned."""
        return self._spec.check_file(name[len(self._folder) :]).include


def _ignored(rules: tuple[_Rules, ...], name: str) -> bool:
    """The rule nearest to the file decides."""
    verdicts = (rule.verdict(name) for rule in reversed(rules))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _rules_in(root: Path, folder: str, files: Iterable[str]) -> Iterator[_Rules]:
    for file in files:
        path = root / folder / file
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST_RULES:
                continue
            text = path.read_bytes().decode("utf-8", "surrogateescape")
        except OSError:
            continue
        yield _Rules(folder, _spec([line.removesuffix("\r") for line in text.split("\n")]))


def _spec(lines: list[str]) -> GitIgnoreSpec:
    """A rule that cannot be understood is passed over, as git does."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        return _spec([line for line in lines if _is_understood(line)])


def _is_understood(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
