"""Writes a panel's documents into `.s2s/`, around what stands there already, under the project's lock."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.artifacts.merge.three_way import merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError
from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.outputs.documents import (
    architecture_document,
    decision_record,
    requirements_document,
    summary_document,
)
from roundtable_tui.panel.outputs.minority import last_minority, minority_about
from roundtable_tui.panel.record.entries import Agreement, Entry, next_id
from roundtable_tui.panel.record.session import Minority, Outcome
from roundtable_tui.storage.atomic import make_folders, make_private_folder, remove_leftovers, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.slugs import slug_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.record.shelf import PanelShelf

LARGEST = 16 * MEGABYTE
REQUIREMENTS, ARCHITECTURE, DECISIONS = "requirements.md", "architecture.md", "decisions"
_NUMBERED = re.compile(r"(?:adr[-_ ]?)?0*(\d{1,6})(?=[-_. ])", re.IGNORECASE)
_ENTRY_HEADING = re.compile(r"^#{2,4}\s+(?P<id>[A-Z]{2,5}-\d{3,9})\b", re.MULTILINE)
_BULLET_ID = re.compile(r"^- \*\*(?P<id>[A-Z]{2,5}-\d{3,9})\*\*", re.MULTILINE)
_OUR_LABELS = ("Project", "Generated", "Strategy", "Session", "Version", "Source", "Date", "Decided by")
_HEADER_LINE = re.compile(rf"^\*\*(?:{'|'.join(_OUR_LABELS)})\*\*:.*\n?", re.MULTILINE)
_GENERATED = re.compile(r"\A\s*<!--[^>]*-->\s*")
_NUMBERED_HEADING = re.compile(r"^## \d+(?:\.\d+)*\.? (?P<text>\S.*)$", re.MULTILINE)
_LONGEST_TITLE = 48


class Published(Struct, frozen=True):
    outcome: Outcome
    notices: tuple[str, ...] = ()


class Publisher:
    """Of one panel; the same panel published twice leaves the same files."""

    def __init__(self, shelf: PanelShelf, project: str) -> None:
        self._shelf = shelf
        self._disk, self._paths = shelf.disk, shelf.paths
        self._project = project
        self._notices: list[str] = []

    def publish(self, session: PanelSession) -> Published:
        self._notices = []
        with project_lock(self._disk, self._paths, self._shelf.clock):
            self._clear_up(session)
            files = self._files(session)
        outcome = Outcome(session.output, files[0] if files else "", tuple(files), last_minority(session))
        return Published(outcome, tuple(self._notices))

    def _clear_up(self, session: PanelSession) -> None:
        """Takes away what a crash left half written here; the lock says that nobody is at it."""
        panels = self._paths.panels
        for folder in (panels, self._paths.contained(panels, DECISIONS), self._keeping(session)):
            remove_leftovers(self._disk, folder)
        remove_leftovers(self._disk, self._shelf.folder, of=f"{session.id}-summary.md")

    def _files(self, session: PanelSession) -> list[str]:
        match session.output:
            case "requirements":
                return [self._merged(REQUIREMENTS, session)]
            case "architecture":
                return [self._merged(ARCHITECTURE, session), *self._records(session)]
            case "adr":
                return self._records(session, at_least_one=True)
        path = self._shelf.folder / f"{session.id}-summary.md"
        return [self._written(path, summary_document(session, self._project, last_minority(session)), session)]

    def _merged(self, name: str, session: PanelSession) -> str:
        """A document that several panels share: this one's entries beside those of others."""
        path = self._paths.contained(self._paths.panels, name)
        taken = ids_in(self._text(path) or "") - set(self._numbers(session, name).values())
        numbers = self._numbered(session, name, taken)
        renumbered = _with_ids(session, numbers)
        for old, new in numbers.items():
            if old != new:
                self._notices.append(
                    f"{old} of this panel is called {new} in {name}, because the other id is taken there."
                )
        render = requirements_document if name == REQUIREMENTS else architecture_document
        return self._written(path, render(renumbered, self._project), session)

    def _records(self, session: PanelSession, *, at_least_one: bool = False) -> list[str]:
        folder = self._paths.contained(self._paths.panels, DECISIONS)
        found = decisions_of(session)
        if found == (_whole_decision(session),) and not at_least_one:
            found = ()
        files = []
        told: dict[tuple[Minority, ...], str] = {}
        for entry in found:
            name = self._record_name(folder, session, entry)
            date = (session.closed_at or session.updated_at)[:10]
            number = int(name[:4])
            minority = minority_about(session, entry) or last_minority(session)
            text = decision_record(session, entry, number, minority, date, told.get(minority, ""))
            if minority:
                told.setdefault(minority, name)
            files.append(self._written(self._paths.contained(folder, name), text, session))
        return files

    def _record_name(self, folder: Path, session: PanelSession, entry: Entry) -> str:
        """The file this decision has already, else the next number nobody has, whatever the others are called."""
        names = self._disk.names(folder)
        mark = f"**Source**: {session.id} {entry.id}\n"
        for name in names:
            if name.endswith(".md") and mark in (self._text(self._paths.contained(folder, name)) or ""):
                return name
        numbers = [int(found[1]) for name in names if (found := _NUMBERED.match(name))]
        slug = slug_of(_whole_words(entry.title))
        return f"{max(numbers, default=0) + 1:04d}-{slug}.md"

    def _written(self, path: Path, ours: str, session: PanelSession) -> str:
        """The file with what it says now and what we say; where the two cannot be joined it stays as it is."""
        name = path.relative_to(self._paths.root).as_posix()
        existing = read_if_there(self._disk, path, LARGEST)
        keeping = self._keeping(session)
        base_file = keeping / f"{path.name}.base"
        content = ours.encode()
        if existing is not None and existing != content:
            try:
                theirs = existing.decode("utf-8-sig")
                ours = adapted(ours, theirs)
                content, conflicts = joined(path.name, self._text(base_file), theirs, ours)
            except (UnreadableError, UnicodeDecodeError) as error:
                reason = error.sentence if isinstance(error, UnreadableError) else "it is not UTF-8 text"
                self._put(keeping / path.name, ours.encode())
                aside = shown((keeping / path.name).relative_to(self._paths.root))
                self._notices.append(f"{name} is left as it is, because {reason}. The panel's version is in {aside}.")
                return name
            self._notices += [f"Conflict in {name}: {one}" for one in conflicts]
            before = keeping / f"{path.name}.before"
            if self._disk.stat(before) is None:
                self._put(before, existing)
        self._put(base_file, ours.encode())
        if content != existing:
            self._put(path, content)
        return name

    def _numbered(self, session: PanelSession, name: str, taken: set[str]) -> dict[str, str]:
        """What each entry is called in a shared document: as in the session, unless somebody else has that id."""
        numbers = self._numbers(session, name)
        for entry in session.live_entries:
            if entry.id not in numbers:
                used = taken | set(numbers.values())
                numbers[entry.id] = next_id(entry.kind, used) if entry.id in used else entry.id
        keeping = self._keeping(session)
        content = json.dumps(numbers, indent=2, sort_keys=True).encode()
        if read_if_there(self._disk, keeping / f"{name}.ids", MEGABYTE) != content:
            self._put(keeping / f"{name}.ids", content)
        return numbers

    def _numbers(self, session: PanelSession, name: str) -> dict[str, str]:
        data = read_if_there(self._disk, self._keeping(session) / f"{name}.ids", MEGABYTE)
        try:
            found = json.loads(data or b"{}")
            return {str(old): str(new) for old, new in found.items()}
        except (ValueError, AttributeError, RecursionError):
            return {}

    def _keeping(self, session: PanelSession) -> Path:
        """Where this checkout remembers what the panel wrote and what stood there before."""
        return self._paths.contained(self._paths.local, f"panels/{session.id}")

    def _text(self, path: Path) -> str | None:
        data = read_if_there(self._disk, path, LARGEST)
        try:
            return None if data is None else data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            return None

    def _put(self, path: Path, content: bytes) -> None:
        target = writable_target(self._paths, path)
        if target.is_relative_to(self._paths.local):
            make_private_folder(self._disk, self._paths.local)
        make_folders(self._disk, target.parent)
        write_atomically(self._disk, target, content)


def decisions_of(session: PanelSession) -> tuple[Entry, ...]:
    """What it decided; where it put no decision down, what it came to as one."""
    found = tuple(one for one in session.live_entries if one.kind is EntryKind.DECISION)
    return found or (_whole_decision(session),)


def _whole_words(title: str) -> str:
    """As much of it as makes a file name, without half a word at the end."""
    short = one_line(title)
    return short if len(short) <= _LONGEST_TITLE else short[: _LONGEST_TITLE + 1].rpartition(" ")[0] or short


def ids_in(text: str) -> set[str]:
    """The ids of the entries a document holds."""
    return {found["id"] for pattern in (_ENTRY_HEADING, _BULLET_ID) for found in pattern.finditer(text)}


def adapted(ours: str, theirs: str) -> str:
    """Ours under their title, and with their numbers before the headings that both have."""
    theirs = _GENERATED.sub("", theirs.replace("\r\n", "\n"))
    title = re.match(r"# .*", theirs)
    if title:
        ours = re.sub(r"\A# .*", lambda _: title[0], ours)
    numbered = {f"## {found['text']}": found[0] for found in _NUMBERED_HEADING.finditer(theirs)}
    return "\n".join(numbered.get(line, line) for line in ours.split("\n"))


def joined(name: str, base: str | None, theirs: str, ours: str) -> tuple[bytes, tuple[str, ...]]:
    """Their file with what is new of ours; their line ends and everything they wrote stay."""
    returns = "\r\n" in theirs
    theirs = _GENERATED.sub("", theirs.replace("\r\n", "\n"))
    merged = merge(name, _without_header(base) if base else None, _without_header(theirs), ours)
    text = merged.text.replace("\n", "\r\n") if returns else merged.text
    return text.encode(), merged.conflicts


def _without_header(text: str) -> str:
    """Without the lines that only programs write, which are written anew."""
    head, mark, rest = text.partition("\n## ")
    return _HEADER_LINE.sub("", head) + mark + rest


def _with_ids(session: PanelSession, numbers: Mapping[str, str]) -> PanelSession:
    entries: Iterable[Entry] = (replace(one, id=numbers.get(one.id, one.id)) for one in session.entries)
    return replace(session, entries=tuple(entries))


def _whole_decision(session: PanelSession) -> Entry:
    """The panel's result as one decision, where it put none down."""
    last = session.last_round
    said = (last.recommendation or last.synthesis) if last else ""
    return Entry(
        id="RESULT",
        kind=EntryKind.DECISION,
        title=one_line(session.topic, 90),
        description=said or session.topic,
        agreement=Agreement.CONSENSUS if last and last.consensus else Agreement.DRAFT,
        topic_id=last.topic_id if last else "",
        fields={"decision": said or "The panel came to no decision."},
    )
