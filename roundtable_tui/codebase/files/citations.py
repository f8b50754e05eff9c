"""Ties what is said about the code to lines that anybody can look up, and finds the lines again when they move."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from roundtable_tui.codebase.files import git
from roundtable_tui.codebase.files.secrets import is_secret_file
from roundtable_tui.domain.dossier.provenance import Cited, Exact, Gone, Moved, Standing
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import CitationError

LARGEST = 16 * 1024 * 1024
_MOST_HASHED = 64 * 1024 * 1024
"""How many bytes of a file are looked through for lines that have moved."""
_FEWEST_TELLING = 12
"""Fewer letters and digits than this may stand in any file, so finding them in another one proves nothing."""
_MOST_NAMESAKES = 20
_DIGEST_LENGTH = 16
THERE_IS_NONE = Gone("there is no such file")
_ESCAPED = re.compile(rb"\\x([0-9a-f]{2})")


def cite(root: Path, name: str, start: int, end: int) -> Cited:
    """A citation of these lines as they are now; raises CitationError if they cannot be shown."""
    return WorkingTree(root).cite(name, start, end)


def verify(root: Path, cited: Cited) -> Standing:
    """Whether the lines still stand where the citation says, stand somewhere else now, or are gone."""
    return WorkingTree(root).standing(cited)


def digest_of(lines: list[bytes]) -> str:
    """The same for the same lines, however their endings are stored."""
    return hashlib.sha256(b"\n".join(lines)).hexdigest()[:_DIGEST_LENGTH]


def text_name(name: str) -> str:
    """A file's name as text that can be shown and written anywhere: what is no text is escaped, as in `caf\\xe9.py`."""
    if name.isprintable():
        return name
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in name)


def _escaped(letter: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(letter))


def file_name(text: str) -> str:
    """The other way round; a backslash that was in the name all along is no escape and stays."""
    if "\\x" not in text:
        return text
    return os.fsdecode(_ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), os.fsencode(text)))


class WorkingTree:
    """The project's code as it is now; each file is read once, so it is made anew for every look."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._home = Path(os.path.realpath(root))
        self._read: dict[str, list[bytes] | Gone] = {}
        self._renamed = cache(git.renamed_since)

    def exists(self, name: str) -> bool:
        path = self._place(name)
        return isinstance(path, Path) and _is_there(path)

    def cite(self, name: str, start: int, end: int) -> Cited:
        found = self.shown(name, start, end)
        if isinstance(found, Gone):
            raise CitationError(f"{one_line(name)}:{start}-{end} cannot be cited: {found.why}.")
        return Cited(text_name(name), start, end, digest_of(found), self.commit)

    def standing(self, cited: Cited) -> Standing:
        found = self.shown(cited.path, cited.start, cited.end)
        if not isinstance(found, Gone) and cited.digest in ("", digest_of(found)):
            return Exact()
        if not cited.digest:
            return found if isinstance(found, Gone) else Exact()
        start = self._found_in(cited.path, cited)
        if start:
            return Moved(self._moved(cited, cited.path, start))
        elsewhere = self._elsewhere(cited)
        if elsewhere:
            return Moved(elsewhere)
        return found if isinstance(found, Gone) else Gone("these lines have changed")

    def shown(self, name: str, start: int, end: int) -> list[bytes] | Gone:
        """These lines of the file, or why they cannot be shown."""
        lines = self.lines(name)
        if isinstance(lines, Gone):
            return lines
        if not 1 <= start <= end:
            return Gone("these are no lines")
        if end > len(lines):
            return Gone(f"the file has only {len(lines)} line{'' if len(lines) == 1 else 's'}")
        return lines[start - 1 : end]

    def lines(self, name: str) -> list[bytes] | Gone:
        """All lines of the file without their endings, or why they cannot be shown."""
        if name not in self._read:
            place = self._place(name)
            self._read[name] = place if isinstance(place, Gone) else _lines_in(place)
        return self._read[name]

    @cached_property
    def commit(self) -> str:
        return git.head(self._root)

    @cached_property
    def _by_last_part(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in map(os.fsdecode, git.known_files(self._root) or ()):
            found.setdefault(name.rpartition("/")[2], []).append(name)
        return found

    def _place(self, text: str) -> Path | Gone:
        """Where the file lies; outside the project and where secrets may be nobody looks."""
        name = text if _is_there(self._root / text) else file_name(text)
        parts = PurePosixPath(name).parts
        if "\0" in name or not parts or ".." in parts or PurePosixPath(name).is_absolute() or Path(name).drive:
            return Gone("its name leads out of the project")
        path = self._root.joinpath(*parts)
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(self._home):
            return Gone("it is, or passes through, a link that leads out of the project")
        led_to = real.relative_to(self._home)
        if is_secret_file(name) or is_secret_file(led_to.as_posix()) or ".git" in (*parts, *led_to.parts):
            return Gone("it may hold secrets and is never read")
        return path

    def _elsewhere(self, cited: Cited) -> Cited | None:
        """The same lines in the file that git says this one became, else in the one namesake that has them."""
        renamed = self._renamed(self._root, cited.commit).get(file_name(cited.path))
        if renamed:
            start = self._found_in(renamed, cited)
            return self._moved(cited, renamed, start) if start else None
        namesakes = self._by_last_part.get(file_name(cited.path).rpartition("/")[2], [])[:_MOST_NAMESAKES]
        found = [(name, start) for name in namesakes if (start := self._found_in(name, cited, telling=True))]
        return self._moved(cited, *found[0]) if len(found) == 1 else None

    def _found_in(self, name: str, cited: Cited, *, telling: bool = False) -> int:
        """The line where the cited lines begin in this file, nearest to where they were; 0 if nowhere."""
        lines = self.lines(name)
        height = cited.end - cited.start + 1
        if isinstance(lines, Gone) or not 1 <= height <= len(lines):
            return 0
        last = len(lines) - height + 1
        hashed = 0
        for start in sorted(range(1, last + 1), key=lambda number: abs(number - cited.start)):
            window = lines[start - 1 : start - 1 + height]
            if digest_of(window) == cited.digest:
                return start if not telling or _is_telling(window) else 0
            hashed += sum(map(len, window))
            if hashed > _MOST_HASHED:
                break
        return 0

    def _moved(self, cited: Cited, name: str, start: int) -> Cited:
        return Cited(text_name(name), start, start + cited.end - cited.start, cited.digest, self.commit)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _lines_in(path: Path) -> list[bytes] | Gone:
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            return Gone("it is a folder")
        if not stat.S_ISREG(found.st_mode):
            return Gone("it is no ordinary file")
        if found.st_size > LARGEST:
            return Gone(f"it is larger than {LARGEST // 1024 // 1024} MB")
        data = path.read_bytes()
    except FileNotFoundError:
        return THERE_IS_NONE
    except OSError as error:
        return Gone(f"it cannot be read ({error.strerror})")
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    return lines[:-1] if not lines[-1] else lines


def _is_telling(lines: list[bytes]) -> bool:
    return sum(1 for byte in b"".join(lines) if chr(byte).isalnum()) >= _FEWEST_TELLING
