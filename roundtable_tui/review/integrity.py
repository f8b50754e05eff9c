"""Holds an item's journal, meta.json and artifacts against each other; it only looks, and mends nothing."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.artifacts.lint.repetition import NOTHING_REPEATED, Repetition, repetition
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.knowledge.artifact_specs import ARTIFACTS, artifact
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import OutsideError, StorageError
from roundtable_tui.formats.yaml import YamlError, read_yaml
from roundtable_tui.storage.atomic import leftover_temporaries
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.journal import Journal
from roundtable_tui.storage.locks import Holder, item_lock
from roundtable_tui.storage.meta import META_LIMIT, Meta, derive_status, read_meta
from roundtable_tui.storage.quarantine import LARGEST
from roundtable_tui.storage.shared_files import section_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roundtable_tui.domain.journal.values import WrittenFile
    from roundtable_tui.items.project import Project
    from roundtable_tui.storage.journal import Contents

_JOURNAL, _META = ".roundtable/journal.jsonl", "meta.json"
_OURS = {spec.name for spec in ARTIFACTS if not spec.shared}


class Looked(Struct, frozen=True):
    """What could be read of an item, and what was wrong with its files."""

    state: State
    findings: tuple[Finding, ...]
    repetition: Repetition = NOTHING_REPEATED
    """How much of its documents stands there twice."""


def look_at(project: Project, slug: str) -> Looked:
    """Reads an item without its lock, so that it works while another window holds it."""
    try:
        holder = item_lock(project.disk, project.paths, slug, project.clock).holder()
        contents = Journal(project.disk, project.paths.journal(slug)).read()
    except StorageError as error:
        return Looked(fold(()), (_error("unreadable", _JOURNAL, error.sentence, error.hint),))
    state = fold(contents.events)
    item = _Item(project, slug, state, holder)
    return Looked(state, tuple(item.findings(contents)), repetition(item.documents()))


class _Item:
    def __init__(self, project: Project, slug: str, state: State, holder: Holder | None) -> None:
        self._project = project
        self._disk = project.disk
        self._paths = project.paths
        self._slug = slug
        self._state = state
        self._holder = holder
        self._busy = holder is not None and _may_be_alive(holder)

    def findings(self, contents: Contents) -> Iterator[Finding]:
        for look in (
            self._lock,
            lambda: self._journal(contents),
            self._meta,
            self._artifacts,
            self._conflicts,
            self._leftovers,
        ):
            try:
                yield from look()
            except StorageError as error:
                yield _error("unreadable", "", error.sentence, error.hint)

    def documents(self) -> dict[str, str]:
        """The Markdown documents that can be read, by name; of one that items share, this item's part."""
        found = {}
        for name in self._state.files.artifacts:
            try:
                path, shared = self._place(name)
                data = read_if_there(self._disk, path, LARGEST) if name.endswith(".md") else None
            except StorageError:
                continue
            if data is not None and shared:
                data = section_of(data, self._slug)
            if data is not None:
                found[name] = data.decode("utf-8", "replace")
        return found

    def _lock(self) -> Iterator[Finding]:
        if self._holder is None:
            return
        who = f"process {self._holder.pid} on host {self._holder.host}"
        if self._busy:
            yield _note(
                "open-elsewhere",
                "",
                f"The item is open in another window ({who}).",
                "What it writes next is not checked.",
            )
        else:
            yield _note(
                "lock-left", ".roundtable/lock.holder", f"A window that has ended ({who}) left its name behind.",
                "Nothing is locked; opening the item clears it.",
            )  # fmt: skip

    def _journal(self, contents: Contents) -> Iterator[Finding]:
        lines = len(contents.events)
        if contents.newer:
            yield _error(
                "journal-newer", _JOURNAL, f"A later version of roundtable-tui wrote it ({contents.newer}).",
                f"Update the program; only the first {lines} lines could be checked.",
            )  # fmt: skip
        elif contents.rest and contents.torn and not self._busy:
            yield _warning(
                "journal-torn", _JOURNAL, f"It ends in the middle of line {lines + 1}.",
                "Open the item: the unfinished line is dropped, and the question it answered is asked again.",
            )  # fmt: skip
        elif contents.rest and not contents.torn:
            yield _error(
                "journal-damaged", _JOURNAL, f"It is damaged after line {lines}.",
                "Restore it from a backup; opening the item goes on from the good part and keeps the rest beside it.",
            )  # fmt: skip
        elif not lines:
            yield _note(
                "no-journal", _JOURNAL, "There is no journal, so nothing was said here with this program yet.",
                "Open the item to begin from meta.json and the documents that are there.",
            )  # fmt: skip
        item = self._state.item
        if lines and (item is None or item.slug != self._slug):
            other = f"that of {one_line(item.slug, 60)}" if item else "without a beginning"
            yield _warning(
                "journal-other-item", _JOURNAL, f"The journal is {other}.",
                "Give the folder the name the item was begun with, or put the right journal back.",
            )  # fmt: skip

    def _meta(self) -> Iterator[Finding]:
        data = read_if_there(self._disk, self._paths.meta(self._slug), LARGEST)
        if data is None:
            if self._state.files.meta is not None:
                yield _warning(
                    "meta-missing",
                    _META,
                    "It was written and is gone.",
                    "Open the item: it is written again from the journal.",
                )
            return
        meta = read_meta(data, self._project.clock()) if len(data) <= META_LIMIT else None
        if meta is None:
            yield _error(
                "meta-unreadable", _META, "It cannot be understood.",
                "Mend its JSON; opening the item keeps a copy and writes it again from the journal.",
            )  # fmt: skip
            return
        yield from self._compare(meta)

    def _compare(self, meta: Meta) -> Iterator[Finding]:
        state = self._state
        expected = derive_status(meta.phases_completed, meta.raw.get("sizing_decision"))
        if meta.status in ("raw", "partial", "analyzed") and meta.status != expected:
            yield _warning(
                "meta-status", _META, f"Its status is {meta.status}, but its phases make it {expected}.",
                "Open the item and go on; the status is derived anew when it is written.",
            )  # fmt: skip
        if not state.seq or (self._busy and state.files.meta_owed):
            return
        pairs = (
            ("phases", "meta-phases", tuple(state.guided.phases_ended), meta.phases_completed),
            ("steps", "meta-steps", state.guided.steps_done, meta.steps_completed),
        )
        for what, code, ours, theirs in pairs:
            if lacking := [one for one in ours if one not in theirs]:
                yield _warning(
                    code, _META, f"It lacks the {what} {', '.join(lacking)}, which the journal has as done.",
                    "Open the item: they are added when it is next written.",
                )  # fmt: skip
        written = state.files.meta.get("steps_completed") if state.files.meta else None
        begun = {*state.guided.steps, *(written if isinstance(written, list | tuple) else ())}
        if unknown := [step for step in meta.steps_completed if step not in begun]:
            yield _note(
                "meta-outside", _META, f"Another program recorded {one_line(', '.join(unknown), 120)} as done.",
                "Opening the item takes them over.",
            )  # fmt: skip

    def _artifacts(self) -> Iterator[Finding]:
        for name, recorded in self._state.files.artifacts.items():
            try:
                yield from self._artifact(name, recorded)
            except OutsideError as error:
                yield _error("outside", one_line(name), error.sentence, error.hint)
        folder = self._paths.item_folder(self._slug)
        for name in self._disk.names(folder):
            if self._state.seq and name in _OURS and name not in self._state.files.artifacts and not self._busy:
                yield _note(
                    "artifact-unrecorded", name, "The journal does not say that it was written.",
                    "It is treated as yours: the next version is merged into it.",
                )  # fmt: skip

    def _artifact(self, name: str, recorded: WrittenFile) -> Iterator[Finding]:
        path, shared = self._place(name)
        found = read_if_there(self._disk, path, LARGEST)
        if found is None:
            yield _warning(
                "artifact-missing", name, "It was written and is gone.",
                "Restore it from version control, or open the item and go on: it is written again.",
            )  # fmt: skip
            return
        if shared:
            return
        if digest_of(found) != recorded.digest and not self._busy:
            yield _note(
                "artifact-edited", name, "It was changed by hand since.", "The next version keeps your changes."
            )
        if problem := _unparsable(name, found):
            yield _warning(
                "artifact-unparsable", name, f"It cannot be read: {problem}.", "Mend it; until then it stays as it is."
            )
        base = read_if_there(self._disk, self._paths.contained(self._paths.base_folder(self._slug), name), LARGEST)
        if base is None:
            yield _warning(
                "base-missing", name, "The version that your changes are compared with is gone.",
                "Open the item and go on: without it every difference counts as yours.",
            )  # fmt: skip
        elif digest_of(base) != recorded.render and not self._busy:
            yield _warning(
                "base-changed", name, "The version that your changes are compared with is not what was written.",
                "Leave .roundtable/base alone; look through the next version with care.",
            )  # fmt: skip

    def _place(self, name: str) -> tuple[Path, bool]:
        """Where an artifact lies, and whether items share it."""
        spec = artifact(name)
        if spec is not None and spec.shared:
            return self._paths.nfr_matrix, True
        return self._paths.artifact(self._slug, name), False

    def _leftovers(self) -> Iterator[Finding]:
        folder, private = self._paths.item_folder(self._slug), self._paths.item_private(self._slug)
        places = (folder, private, self._paths.base_folder(self._slug))
        if not self._busy:
            for path in (path for place in places for path in leftover_temporaries(self._disk, place)):
                yield _note(
                    "leftover",
                    self._named(path),
                    "A crash left this temporary file behind.",
                    "Opening the item removes it.",
                )
        for place in (folder, private):
            for name in self._disk.names(place):
                if ".corrupt-" in name or ".unsaved-" in name:
                    yield _warning(
                        "set-aside", self._named(place / name), "It holds what could not be kept in its place.",
                        "Take over what you need from it, then delete it.",
                    )  # fmt: skip

    def _conflicts(self) -> Iterator[Finding]:
        for name, conflicts in self._state.files.conflicts.items():
            for conflict in conflicts:
                yield _warning(
                    "conflict", one_line(name), f"Your text and the analysis disagree: {one_line(conflict, 200)}",
                    "Yours stands; say in the analysis, or in the file, which of the two holds.",
                )  # fmt: skip

    def _named(self, path: Path) -> str:
        return one_line(path.relative_to(self._paths.item_folder(self._slug)).as_posix())


def _may_be_alive(holder: Holder) -> bool:
    """Elsewhere, or where asking could harm the process, a note counts as a living window."""
    if holder.host != one_line(socket.gethostname(), 80) or os.name == "nt" or holder.pid <= 0:
        return True
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _unparsable(name: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
        if name.endswith(".json"):
            json.loads(text)
        elif name.endswith((".yaml", ".yml")):
            read_yaml(text)
    except UnicodeDecodeError:
        return "it is not UTF-8 text"
    except YamlError as error:
        return one_line(f"it {error}")
    except (ValueError, RecursionError) as error:
        return one_line(str(error), 120)
    return ""


def _error(code: str, where: str, reason: str, suggestion: str) -> Finding:
    return Finding(Severity.ERROR, code, where, "", reason, suggestion)


def _warning(code: str, where: str, reason: str, suggestion: str) -> Finding:
    return Finding(Severity.WARNING, code, where, "", reason, suggestion)


def _note(code: str, where: str, reason: str, suggestion: str) -> Finding:
    return Finding(Severity.NOTE, code, where, "", reason, suggestion)
