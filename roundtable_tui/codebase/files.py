"""Which files of the project may be read: what git knows, else a walk, without binaries, secrets and the vast."""

from __future__ import annotations

import fnmatch
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.codebase.git import known_files

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 1024 * 1024
_NOT_CODE = frozenset(
    "node_modules vendor third_party __pycache__ site-packages dist build target venv env bower_components".split()
)
_SECRET_NAMES = (
    ".env", ".env.*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "id_rsa*", "id_dsa*", "id_ecdsa*",
    "id_ed25519*", ".netrc", ".npmrc", ".pypirc", ".htpasswd", ".git-credentials", "credentials", "credentials.*",
    "secrets.*", "*.secret", "*.kdbx",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProjectFile:
    name: str
    """Relative to the project, with forward slashes; bytes that are no text are escaped."""
    path: Path


def is_secret(name: str) -> bool:
    """Whether a file of this name is never read, whatever it holds."""
    base = name.rsplit("/", 1)[-1].lower()
    if base in (".env.example", ".env.sample", ".env.template"):
        return False
    return any(fnmatch.fnmatchcase(base, pattern) for pattern in _SECRET_NAMES)


def project_files(root: Path) -> Iterator[ProjectFile]:
    """Every file worth looking into, in a stable order; none of them lies outside the project."""
    listed = known_files(root)
    names = sorted(os.fsdecode(name) for name in listed) if listed is not None else sorted(_walked(root))
    home = Path(os.path.realpath(root))
    for name in names:
        path = root / name
        if is_secret(name) or not _NOT_CODE.isdisjoint(name.split("/")[:-1]):
            continue
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
            continue
        yield ProjectFile(name, path)


def _walked(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _NOT_CODE)
        for name in names:
            yield Path(folder, name).relative_to(root).as_posix()


def read_text(file: ProjectFile) -> str | None:
    """The file's text; None where it is no ordinary text file of sensible size."""
    try:
        found = file.path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None
        data = file.path.read_bytes()
    except OSError:
        return None
    if b"\0" in data[:8192]:
        return None
    return data.decode("utf-8", "replace")
