"""The panels of a project on disk: begun, found by any part of their id, listed, read, and saved whole."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.knowledge.panel import AD_HOC
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.formats.yaml import YamlError, read_yaml
from roundtable_tui.formats.yaml_writer import write_yaml
from roundtable_tui.panel.record.pending_ballots import PendingBallots
from roundtable_tui.panel.record.session_file import LARGEST, UnreadableSessionError, read_session, session_bytes
from roundtable_tui.storage.atomic import make_folders, remove_leftovers, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.locks import ItemLock
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import set_aside
from roundtable_tui.storage.slugs import UNTITLED, slug_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.formats.yaml_writer import Writable
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

_ENDING = ".yaml"
_LONGEST_SLUG = 30


class PanelSummary(Struct, frozen=True):
    """One line of a list."""

    id: str
    topic: str = ""
    workflow: str = ""
    strategy: str = ""
    status: str = ""
    """active, paused or closed; empty where the file cannot be read."""
    phase: str = ""
    rounds: int = 0
    entries: int = 0
    updated_at: str = ""
    problem: str = ""


class PanelShelf:
    def __init__(self, disk: Disk, paths: ProjectPaths, clock: Callable[[], datetime]) -> None:
        self.disk = disk
        self.paths = paths
        self.clock = clock

    @cached_property
    def folder(self) -> Path:
        return self.paths.contained(self.paths.panels, "sessions")

    def path(self, session_id: str) -> Path:
        return self.paths.contained(self.folder, f"{session_id}{_ENDING}")

    def own_folder(self, session_id: str) -> Path:
        """Where snapshots, dumps and the open round lie."""
        return self.paths.contained(self.folder, session_id)

    def names(self) -> list[str]:
        """The ids of all sessions, newest first."""
        found = [name for name in self.disk.names(self.folder) if name.endswith(_ENDING) and name[0] not in ".~#"]
        return sorted((name.removesuffix(_ENDING) for name in found), reverse=True)

    def new_id(self, workflow: str, topic: str) -> str:
        """By date, workflow and topic; one that is taken gets a number."""
        now = self.clock()
        slug = slug_of(topic)
        slug = "untitled" if slug == UNTITLED else _cut(slug)
        day = f"{now:%Y%m%d-%H%M%S}" if workflow == AD_HOC else f"{now:%Y%m%d}"
        wanted = f"{day}-{workflow}-{slug}"
        number, free = 2, wanted
        while self.disk.stat(self.path(free)) or self.disk.stat(self.own_folder(free)):
            free = f"{wanted}-{number}"
            number += 1
        return free

    def find(self, words: str) -> str:
        """The id these words mean: exactly, or as the only one that holds them."""
        names = self.names()
        if words in names:
            return words
        found = [name for name in names if words and words.lower() in name.lower()]
        if not found:
            raise _unknown(words)
        if len(found) > 1:
            raise UsageError(f"'{one_line(words, 80)}' could be any of {', '.join(found[:8])}.", "Name one of them.")
        return found[0]

    def summaries(self) -> list[PanelSummary]:
        return [self._summary(name) for name in self.names()]

    def read(self, session_id: str) -> PanelSession:
        """The session; a file that cannot be understood is copied aside and left as it is."""
        path = self.path(session_id)
        data = self.disk.read(path, LARGEST)
        try:
            return read_session(data, lambda entry: self._entry_file(session_id, entry))
        except UnreadableSessionError as error:
            copy = set_aside(self.disk, path, self.clock(), data)
            sentence = f"{shown(path)} {error.sentence}. It stays as it is; a copy is kept as {copy.name}."
            raise StorageError(sentence, error.hint) from None

    def document(self, session_id: str) -> Mapping[str, Value]:
        """The file as it lies there, in whatever form; StorageError where it is no mapping."""
        path = self.path(session_id)
        try:
            found = read_yaml(self.disk.read(path, LARGEST).decode("utf-8-sig"), neutral)
        except (UnicodeDecodeError, YamlError) as error:
            reason = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
            raise StorageError(f"{shown(path)} {reason}.", "Mend it, or take it away.") from None
        if not isinstance(found, dict):
            raise StorageError(f"{shown(path)} is not a panel's session file.", "Mend it, or take it away.")
        return found

    def open(self, session_id: str) -> OpenPanel:
        """For writing: takes its lock."""
        if self.disk.stat(self.path(session_id)) is None:
            raise UsageError(
                f"There is no panel '{one_line(session_id, 80)}'.", "`roundtable-tui panel list` shows them."
            )
        return OpenPanel(self, session_id)

    def begin(self, session: PanelSession, snapshots: Mapping[str, Mapping[str, Writable]]) -> OpenPanel:
        """A new session on disk: its snapshots first, so that there is none without them."""
        folder = self.own_folder(session.id)
        make_folders(self.disk, folder)
        for name, content in snapshots.items():
            write_atomically(self.disk, writable_target(self.paths, folder / name), write_yaml(content).encode())
        opened = OpenPanel(self, session.id)
        try:
            opened.save(session)
        except BaseException:
            opened.close()
            raise
        return opened

    def snapshot(self, session_id: str, name: str) -> Mapping[str, Value]:
        """What a file in the session's folder says; nothing where it cannot be read."""
        path = self.paths.contained(self.own_folder(session_id), name)
        try:
            data = read_if_there(self.disk, path, MEGABYTE)
            found = read_yaml(data.decode("utf-8-sig"), neutral) if data else None
        except (StorageError, UnicodeDecodeError, YamlError):
            return {}
        return found if isinstance(found, dict) else {}

    def _entry_file(self, session_id: str, entry: str) -> Value:
        return dict(self.snapshot(session_id, f"{entry}{_ENDING}"))

    def _summary(self, name: str) -> PanelSummary:
        try:
            session = read_session(self.disk.read(self.path(name), LARGEST))
        except (StorageError, UnreadableSessionError) as error:
            sentence = error.sentence if isinstance(error, StorageError) else f"The file {error.sentence}."
            return PanelSummary(name, problem=sentence)
        return PanelSummary(
            id=name,
            topic=session.topic,
            workflow=session.workflow,
            strategy=session.strategy,
            status="paused" if session.is_paused else session.status,
            phase=session.phase,
            rounds=len(session.rounds),
            entries=len(session.live_entries),
            updated_at=session.updated_at or session.started_at,
        )


def current_panel(summaries: Sequence[PanelSummary]) -> str:
    """The one that was worked on last and is not closed."""
    going = [one for one in summaries if one.status in ("active", "paused")]
    return max(going, key=lambda one: one.updated_at).id if going else ""


def _cut(slug: str) -> str:
    """As many whole words as there is room for."""
    if len(slug) <= _LONGEST_SLUG:
        return slug
    return slug[: _LONGEST_SLUG + 1].rpartition("-")[0].strip("-") or slug[:_LONGEST_SLUG]


class OpenPanel:
    """One session in hand: the lock that makes it ours to write, and what its file held when we last saw it."""

    def __init__(self, shelf: PanelShelf, session_id: str) -> None:
        self.id = session_id
        self._shelf = shelf
        self._disk, self._paths = shelf.disk, shelf.paths
        self._path = shelf.path(session_id)
        self._seen: str | None = None
        lock = self._paths.contained(self._paths.local, f"panel-{session_id}.lock")
        self._lock = ItemLock(self._disk, lock, f"The panel {session_id}", shelf.clock)
        self._lock.acquire()

    @property
    def path(self) -> Path:
        return self._path

    @cached_property
    def pending(self) -> PendingBallots:
        return PendingBallots(self._disk, self._paths, self._shelf.own_folder(self.id) / "pending.jsonl")

    def read(self) -> PanelSession:
        remove_leftovers(self._disk, self._path.parent, of=self._path.name)
        self._seen = self._digest()
        return self._shelf.read(self.id)

    def save(self, session: PanelSession) -> None:
        """The whole file in one step; StorageError, and nothing written, where another program changed it."""
        if self._digest() != self._seen:
            raise StorageError(
                f"{shown(self._path)} was changed by another program while the panel was open.",
                "Nothing was written over it. Resume the panel to go on from what it says now.",
            )
        data = session_bytes(session)
        write_atomically(self._disk, writable_target(self._paths, self._path), data)
        self._seen = hashlib.sha256(data).hexdigest()

    def dump(self, name: str, content: Mapping[str, Writable]) -> None:
        """One file of what was sent and answered, for whoever wants to see all of it."""
        folder = self._shelf.own_folder(self.id) / "rounds"
        make_folders(self._disk, folder)
        path = self._paths.contained(folder, name)
        write_atomically(self._disk, writable_target(self._paths, path), write_yaml(content).encode())

    def close(self) -> None:
        self._lock.release()

    def _digest(self) -> str | None:
        data = read_if_there(self._disk, self._path, LARGEST)
        return None if data is None else hashlib.sha256(data).hexdigest()


def _unknown(words: str) -> UsageError:
    return UsageError(f"There is no panel '{one_line(words, 80)}'.", "`roundtable-tui panel list` shows them.")
