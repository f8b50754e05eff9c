"""The cache of what files say, by their content, in one SQLite file that may be thrown away at any time."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import zlib
from array import array
from threading import Lock
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.dependencies import EdgeTable
from roundtable_tui.codebase.parse.file_facts import VERSION, from_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from roundtable_tui.codebase.parse.file_facts import FileFacts

_TABLES = """
CREATE TABLE IF NOT EXISTS seen (name BLOB PRIMARY KEY, size INTEGER, mtime INTEGER, looked INTEGER, hash BLOB)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (hash BLOB PRIMARY KEY, data BLOB);
CREATE TABLE IF NOT EXISTS graphs (key BLOB, part TEXT, digest BLOB, data BLOB, PRIMARY KEY (key, part));
"""
_DROP_OLD_GRAPHS = """
DELETE FROM graphs WHERE key IN (SELECT key FROM graphs GROUP BY key ORDER BY max(rowid) DESC LIMIT -1 OFFSET ?)
"""
_GRAPHS_KEPT = 4
_SPARE_FACTS = 2
"""How many times the facts of the present files may be kept: switching between branches finds the others again."""
_SECONDS = 10.0
_TYPES = {name: "B" if name == "ties" else "I" for name in EdgeTable.COLUMNS}


def store_name(root: Path) -> str:
    """The file a project's facts are kept in; another version of this program uses another one."""
    place = hashlib.blake2b(os.fsencode(os.path.realpath(root)), digest_size=12).hexdigest()
    return f"code-{place}-{VERSION}.sqlite"


def content_hash(name: str, data: bytes) -> bytes:
    """Of a file's name and content: what a file says depends on both."""
    return hashlib.blake2b(os.fsencode(name) + b"\0" + data, digest_size=16, salt=VERSION.to_bytes(2, "big")).digest()


class Seen:
    """What a file looked like when it was last read; `looked` is when that was."""

    __slots__ = ("hash", "looked", "mtime", "size")

    def __init__(self, size: int, mtime: int, looked: int, content: bytes) -> None:
        self.size, self.mtime, self.looked, self.hash = size, mtime, looked, content


class IndexStore:
    """Raises sqlite3.Error where the file is damaged or out of reach; facts that cannot be read are just missing."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, timeout=_SECONDS, check_same_thread=False, isolation_level=None)
        self._lock = Lock()
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.executescript(_TABLES)

    def close(self) -> None:
        self._database.close()

    def seen(self) -> dict[str, Seen]:
        rows = self._database.execute("SELECT name, size, mtime, looked, hash FROM seen")
        return {os.fsdecode(name): Seen(*rest) for name, *rest in rows}

    def known(self) -> set[bytes]:
        """The hashes of all contents whose facts are here."""
        return {row[0] for row in self._database.execute("SELECT hash FROM facts")}

    def keep(self, seen: Mapping[str, Seen], facts: Mapping[bytes, str]) -> None:
        """Everything or nothing."""
        rows = [(os.fsencode(name), one.size, one.mtime, one.looked, one.hash) for name, one in seen.items()]
        data = [(content, zlib.compress(text.encode("ascii"), 1)) for content, text in facts.items()]
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", data)
                self._database.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?)", rows)
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def forget(self, gone: Iterable[str]) -> None:
        """Drops files that are no longer there, and facts if those of files that are gone outweigh the rest."""
        self._database.executemany("DELETE FROM seen WHERE name = ?", ((os.fsencode(name),) for name in gone))
        present, kept = self._database.execute(
            "SELECT (SELECT count(*) FROM seen), (SELECT count(*) FROM facts)"
        ).fetchone()
        if kept > _SPARE_FACTS * present:
            self._database.execute("DELETE FROM facts WHERE hash NOT IN (SELECT hash FROM seen)")

    def texts(self, hashes: Sequence[bytes]) -> Iterator[bytes | None]:
        """The facts of these contents as JSON, one after the other; None where they are missing or damaged."""
        for content in hashes:
            row = self._database.execute("SELECT data FROM facts WHERE hash = ?", (content,)).fetchone()
            yield _unpacked(row[0]) if row else None

    def facts(self, name: str) -> FileFacts | None:
        """What a file said when it was last indexed."""
        query = "SELECT facts.data FROM seen JOIN facts ON facts.hash = seen.hash WHERE seen.name = ?"
        with self._lock:
            row = self._database.execute(query, (os.fsencode(name),)).fetchone()
        text = _unpacked(row[0]) if row else None
        try:
            return from_json(text) if text else None
        except ValueError:
            return None

    def keep_graph(self, key: bytes, table: EdgeTable, entry_points: str) -> None:
        parts = {name: column.tobytes() for name, column in table.columns.items()}
        parts |= {"words": "\0".join(table.words).encode("utf-8", "surrogatepass"), "entries": entry_points.encode()}
        rows = [(key, part, _digest(data), data) for part, data in parts.items()]
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT OR REPLACE INTO graphs VALUES (?, ?, ?, ?)", rows)
            self._database.execute(_DROP_OLD_GRAPHS, (_GRAPHS_KEPT,))
            self._database.execute("COMMIT")

    def graph(self, key: bytes) -> tuple[EdgeTable, str] | None:
        """The edges and entry points; None if they are missing or not as they were written."""
        rows = self._database.execute("SELECT part, digest, data FROM graphs WHERE key = ?", (key,)).fetchall()
        parts = {part: data for part, digest, data in rows if isinstance(data, bytes) and _digest(data) == digest}
        if parts.keys() != {*EdgeTable.COLUMNS, "words", "entries"}:
            return None
        columns = {name: array(code) for name, code in _TYPES.items()}
        for name, column in columns.items():
            column.frombytes(parts[name])
        words = parts["words"].decode("utf-8", "surrogatepass").split("\0")
        return EdgeTable(columns, words), parts["entries"].decode()


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16, person=sys.byteorder.encode()).digest()


def _unpacked(data: object) -> bytes | None:
    try:
        return zlib.decompress(data) if isinstance(data, bytes) else None
    except zlib.error:
        return None
