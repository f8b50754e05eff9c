"""Which files differ from a commit, by their digests: to compare the working tree, git would run its filters."""

from __future__ import annotations

import hashlib
import os
import stat
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files import git
from roundtable_tui.codebase.files.citations import text_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LARGEST = 64 * 1024 * 1024
_SHA256 = 64


class Changes(Struct, frozen=True):
    """By name, as text: what is there now and was not, what is not as it was, and what is gone."""

    commit: str
    created: frozenset[str] = frozenset()
    modified: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        return self.created | self.modified | self.deleted

    def without(self, leaves: Callable[[str], bool]) -> Changes:
        """Those that are left when some paths do not count."""
        kept = [
            frozenset(path for path in some if not leaves(path)) for some in (self.created, self.modified, self.deleted)
        ]
        return Changes(self.commit, *kept)


def changes_since(root: Path, name: str) -> Changes | None:
    """Committed or not, since the commit of that name; None where git knows no such commit here."""
    commit = git.commit_named(root, name) if name else ""
    before = git.blobs_at(root, commit) if commit else None
    known = git.known_files(root) if before is not None else None
    if before is None or known is None:
        return None
    there = [one for one in known if _is_file(root, one)]
    suspects = [one for one in there if one in before and not _holds(root, one, before[one])]
    if suspects:
        staged, others = git.staged_blobs(root), git.filtered(root, suspects)
        suspects = [one for one in suspects if one not in others or staged.get(one) != before[one]]
    return Changes(
        commit,
        frozenset(_text(one) for one in there if one not in before),
        frozenset(map(_text, suspects)),
        frozenset(_text(one) for one in before if one not in set(there)),
    )


def _text(name: bytes) -> str:
    return text_name(os.fsdecode(name))


def _is_file(root: Path, name: bytes) -> bool:
    try:
        return stat.S_ISREG((root / os.fsdecode(name)).lstat().st_mode)
    except OSError:
        return False


def _holds(root: Path, name: bytes, digest: str) -> bool:
    """Whether the file has just these contents, whichever way its lines end."""
    try:
        path = root / os.fsdecode(name)
        if path.lstat().st_size > _LARGEST:
            return False
        data = path.read_bytes()
    except OSError:
        return False
    return _digest(data, digest) == digest or _digest(data.replace(b"\r\n", b"\n"), digest) == digest


def _digest(data: bytes, like: str) -> str:
    head = b"blob %d\0" % len(data)
    made = hashlib.sha256(head + data) if len(like) == _SHA256 else hashlib.sha1(head + data, usedforsecurity=False)
    return made.hexdigest()
