"""Asks git about the project; git is only read, and a project without it is fine."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_QUIET = tuple(
    word
    for setting in (
        "core.fsmonitor=false", "core.untrackedCache=false", "core.hooksPath=/dev/null", "core.pager=cat",
        "core.attributesFile=/dev/null", "diff.external=", "log.showSignature=false",
    )
    for word in ("-c", setting)
)  # fmt: skip
"""Whatever a cloned repository's settings say: no program of theirs is run."""
_ALONE = {
    "GIT_ALLOW_PROTOCOL": "none",  # the one list that no setting of a repository can lengthen
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
"""What a partial clone lacks is not fetched: a fetch runs whatever program the repository names as its remote's."""
_READ = frozenset({"check-attr", "diff", "log", "ls-files", "ls-tree", "rev-parse", "var"})
"""All that git is ever asked; nothing else is called."""
_SECONDS, _SECONDS_THEN = 20.0, 1.0
_silent: set[Path] = set()
"""Where it once did not answer in time and is not waited for as long again: a pipe among its files is for ever."""
_LONGEST_LIST = 1_000_000
_SUBMODULE = b"160000"
_AT_ONCE = 200
"""So many names fit on every command line."""
_COMMIT = re.compile(r"[0-9a-f]{4,64}")


def head(root: Path) -> str:
    """The short hash of the commit the working tree stands on; empty where there is none."""
    found = _git(root, "rev-parse", "--short", "HEAD")
    return found.decode("ascii", "replace").strip() if found else ""


def known_files(root: Path) -> list[bytes] | None:
    """The files git tracks or would track, relative to `root`, with those of submodules; None outside a work tree."""
    tracked = _git(root, "ls-files", "-z", "--stage")
    untracked = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if tracked is None or untracked is None:
        return None
    names: dict[bytes, None] = {}
    for entry in tracked.split(b"\0"):
        about, _, name = entry.partition(b"\t")
        names |= dict.fromkeys(_nested(root, name) if about.startswith(_SUBMODULE) else (name,))
    for name in untracked.split(b"\0"):
        names |= dict.fromkeys(_nested(root, name[:-1]) if name.endswith(b"/") else (name,))
    return [name for name in names if name]


def _nested(root: Path, name: bytes) -> list[bytes]:
    """The files of a submodule or of another work tree inside this one; none where it is not checked out."""
    folder = root / os.fsdecode(name)
    if folder.is_symlink() or not (folder / ".git").exists():
        return []
    return [name + b"/" + known for known in known_files(folder) or ()]


def history(root: Path, most: int) -> bytes | None:
    """The last commits that touched something below `root`, newest first, each with its author and what it did."""
    return _git(
        root, "log", f"-n{most}", "--no-merges", "--find-renames=100%", "--name-status", "-z", "--relative",
        "--no-show-signature", "--no-ext-diff", "--no-textconv", "--format=%x01%H%x02%aE", "--", ".",
    )  # fmt: skip


def commits_about(root: Path, words: Sequence[str], path: str, most: int) -> str | None:
    """Commits whose message has one of these words, or that touched this path, each with the files it changed."""
    sought = [f"--grep={word}" for word in words]
    found = _git(
        root, "log", f"-n{most}", "--no-merges", "--name-only", "--relative", "--no-show-signature", "--no-color",
        "--no-ext-diff", "--no-textconv", "--fixed-strings", "--regexp-ignore-case", *sought,
        "--format=%x01%h %as %s", "--", f":(literal){path}" if path else ".",
    )  # fmt: skip
    return None if found is None else found.decode("utf-8", "replace")


def cut_off_at(root: Path) -> frozenset[str]:
    """The commits a shallow clone begins with: what they changed is not known here. None where all history is here."""
    place = _git(root, "rev-parse", "--git-path", "shallow")
    if not place:
        return frozenset()
    path = root / os.fsdecode(place.rstrip(b"\n"))
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LONGEST_LIST:
            return frozenset()
        return frozenset(path.read_text("ascii", "replace").split())
    except OSError:
        return frozenset()


def renamed_since(root: Path, commit: str) -> Mapping[str, str]:
    """Where files of that commit are now, by their names then, as far as git can tell.

    By the index: to compare the working tree, git would run the filters that the repository's settings name.
    """
    if not _COMMIT.fullmatch(commit):
        return {}
    found = _git(
        root,
        "diff",
        "--cached",
        "--no-ext-diff",
        "--no-textconv",
        "--name-status",
        "-z",
        "--find-renames",
        "--diff-filter=R",
        "--relative",
        commit,
        "--",
    )
    parts = os.fsdecode(found or b"").split("\0")
    return dict(zip(parts[1::3], parts[2::3], strict=False))


def commit_named(root: Path, name: str) -> str:
    """The full hash of the commit that a user calls by hash, branch, tag or `HEAD~3`; empty where there is none."""
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return found.decode("ascii", "replace").strip() if found else ""


def blobs_at(root: Path, commit: str) -> Mapping[bytes, str] | None:
    """The files below `root` in that commit with the digests of their contents; links and submodules left out."""
    found = _git(root, "ls-tree", "-r", "-z", commit) if _COMMIT.fullmatch(commit) else None
    if found is None:
        return None
    files = (entry.partition(b"\t") for entry in found.split(b"\0") if entry.startswith(b"100"))
    return {name: about.split()[2].decode("ascii") for about, _, name in files}


def staged_blobs(root: Path) -> Mapping[bytes, str]:
    """The same of what is in the index now."""
    found = _git(root, "ls-files", "-z", "--stage") or b""
    files = (entry.partition(b"\t") for entry in found.split(b"\0") if entry.startswith(b"100"))
    return {name: about.split()[1].decode("ascii") for about, _, name in files}


def filtered(root: Path, names: Sequence[bytes]) -> frozenset[bytes]:
    """Of these files, those that git stores otherwise than they lie there; the filters themselves are not run."""
    found: set[bytes] = set()
    for start in range(0, len(names), _AT_ONCE):
        some = [os.fsdecode(name) for name in names[start : start + _AT_ONCE]]
        told = (_git(root, "check-attr", "-z", "filter", "working-tree-encoding", "ident", "--", *some) or b"").split(
            b"\0"
        )
        for name, value in zip(told[::3], told[2::3], strict=False):
            found |= {name} if value not in (b"unspecified", b"unset") else set()
    return frozenset(found)


def user_name(root: Path) -> str:
    """The name git would sign with; empty where it knows none."""
    found = os.fsdecode(_git(root, "var", "GIT_AUTHOR_IDENT") or b"")
    return found.partition("<")[0].strip()


def _git(root: Path, command: str, *arguments: str) -> bytes | None:
    if command not in _READ:
        raise ValueError(f"git {command} is more than reading")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= _ALONE
    try:
        done = subprocess.run(
            ("git", *_QUIET, command, *arguments),
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS_THEN if root in _silent else _SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        _silent.add(root)
        return None
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
