"""Writes an item's artifacts around what the user wrote into them: first a plan that changes nothing, then writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.artifacts.merge.hand_edits import Edits, both_changed, find_edits
from roundtable_tui.artifacts.merge.three_way import dressed_as, merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError, quoted
from roundtable_tui.artifacts.reading.adoption import Adopted, adopted, is_in_our_forms
from roundtable_tui.artifacts.render.file_names import artifact_files, with_files
from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.journal.events import HandEdited
from roundtable_tui.domain.journal.values import WrittenFile
from roundtable_tui.domain.knowledge.artifact_specs import artifact
from roundtable_tui.errors import StorageError
from roundtable_tui.session.documents.baselines import Originals
from roundtable_tui.storage.atomic import make_folders, write_atomically, write_over
from roundtable_tui.storage.digest import digest_of
from roundtable_tui.storage.disk import read_if_there
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import LARGEST, set_aside
from roundtable_tui.storage.shared_files import remove_section, section_of, write_section
from roundtable_tui.storage.versions import History, Version

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project
    from roundtable_tui.storage.disk import Stamp


_BOM = b"\xef\xbb\xbf"


class Planned(Struct, frozen=True):
    """What is to become of one artifact."""

    name: str
    render: bytes
    found: bytes | None = None
    content: bytes | None = None
    """None: the file cannot be understood or is none, and stays as it is."""
    edited: bool = False
    """It holds text of the user's own."""
    changes: tuple[Change, ...] = ()
    conflicts: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    was_theirs: bool = False
    """It lay there before anything was written here."""


class Written(Struct, frozen=True):
    files: tuple[WrittenFile, ...]
    notices: tuple[str, ...] = ()
    were_theirs: tuple[str, ...] = ()
    """Documents of another program that were written over for the first time; the history has them as they were."""
    moved: tuple[str, ...] = ()
    """Files that changed between the plan and the write, so that they must be planned again."""

    def and_then(self, again: Written) -> Written:
        """Both attempts together; what was in the way of the first is settled by the second."""
        return Written(
            (*self.files, *again.files),
            (*self.notices, *again.notices),
            (*self.were_theirs, *again.were_theirs),
            again.moved,
        )


class Documents:
    """The artifacts of one item, for the session that holds its lock."""

    def __init__(self, project: Project, slug: str) -> None:
        self._project = project
        self._disk = project.disk
        self._paths = project.paths
        self._slug = slug
        self._history = History(project.disk, project.paths, slug)
        self._originals = Originals(project.disk, project.paths, slug)
        self._begun_from: dict[str, bytes] = {}
        """The render that is known to be kept as the last one of each artifact."""
        self._last_read: dict[str, tuple[Stamp, bytes]] = {}

    def plan(self, state: State, names: tuple[str, ...], then: Callable[[str], State | None]) -> tuple[Planned, ...]:
        """Renders all and merges each with what lies on disk; nothing is written.

        `then` gives the state that an artifact was last rendered from, or in which it was read.
        """
        files = artifact_files(state, names)
        written = with_files(state, (*files, *state.files.theirs))
        return tuple(self._planned(name, state, then, written) for name in files)

    def write(self, plan: tuple[Planned, ...], state: State) -> Written:
        """Carries a plan out, one file after another; what was written stays written if a later one fails."""
        files: list[WrittenFile] = []
        notices: list[str] = []
        theirs: list[str] = []
        moved: list[str] = []
        for planned in plan:
            overwrites = planned.content != planned.found
            if planned.changes or self._found_if_readable(planned.name, afresh=overwrites) != planned.found:
                moved.append(planned.name)
            elif planned.content is None:
                self._leave_alone(planned)
            elif self._write(planned, planned.content, state):
                digest = digest_of(planned.content)
                render = digest if planned.content == planned.render else digest_of(planned.render)
                files.append(WrittenFile(planned.name, digest, render, self._project.templates))
                notices += planned.notices
                theirs += [planned.name] if planned.was_theirs and overwrites else []
            else:
                moved.append(planned.name)
        return Written(tuple(files), tuple(notices), tuple(theirs), tuple(moved))

    def versions(self, name: str) -> tuple[Version, ...]:
        """The earlier versions of an artifact, oldest first."""
        return self._history.versions(name)

    def path(self, name: str) -> Path:
        return self._paths.nfr_matrix if _shared(name) else self._paths.artifact(self._slug, name)

    def read(self, name: str) -> bytes | None:
        """The artifact as it lies on disk; None if it is not there."""
        return read_if_there(self._disk, self.path(name), LARGEST)

    def read_own(self, name: str) -> bytes | None:
        """As `read`, but of a file shared by several items only this item's section: what its versions hold."""
        return self._found_if_readable(name, afresh=True)

    def is_as_written(self, name: str, state: State) -> bool:
        """Whether the artifact lies there as this program left it; of a shared file only its own section counts."""
        recorded, found = state.files.artifacts.get(name), self._found_if_readable(name, afresh=True)
        return recorded is not None and found is not None and digest_of(found) == recorded.digest

    def untouched(self, names: tuple[str, ...], state: State) -> tuple[str, ...]:
        """Those that lie there as this program left them, or are gone already."""
        return tuple(
            name
            for name in names
            if self._found_if_readable(name, afresh=True) is None or self.is_as_written(name, state)
        )

    def remove(self, names: tuple[str, ...], state: State) -> None:
        """Takes documents away whose bytes the history has first; done again after a crash, it comes out the same."""
        for name in names:
            found = self._found_if_readable(name, afresh=True)
            if found is None:
                continue
            self._history.keep(name, found, state.seq, edited=False)
            if _shared(name):
                remove_section(self._disk, self._paths, self._project.clock, self._slug, expected=found)
            else:
                path = writable_target(self._paths, self._paths.artifact(self._slug, name))
                self._disk.remove(path)
                self._disk.sync_folder(path.parent)

    def read_version(self, version: Version) -> bytes:
        return self._history.read(version)

    def restore(self, version: Version, state: State) -> None:
        """Puts an earlier version back as the user's own text; what it replaces is kept like any version."""
        content = self._history.read(version)
        found = self._found(version.name, afresh=True)
        if found is not None and found != content:
            self._history.keep(version.name, found, state.seq, edited=True)
        original = self._originals.current(version.name)
        if original is not None and version.name.endswith(".md"):
            theirs, style = _decoded(content)
            content = _encoded(dressed_as(theirs, original), style)
        self._put(version.name, content, found)

    def take_ours(self, name: str, state: State) -> WrittenFile:
        """Writes the pure render over what the user wrote; theirs is kept like any version."""
        render = self._project.renderer.render(name, state).encode("utf-8", "replace")
        planned = Planned(name, render, self._found(name, afresh=True), render, edited=True)
        if not self._write(planned, render, state):
            raise StorageError(f"{name} was changed by another program at this moment.", "Try it again.")
        digest = digest_of(render)
        return WrittenFile(name, digest, digest, self._project.templates)

    def _planned(self, name: str, state: State, then: Callable[[str], State | None], written: State) -> Planned:
        """`written` is the state once all of the plan is: what a document may lead to."""
        render = self._project.renderer.render(name, written)
        pure = render.encode("utf-8", "replace")
        try:
            found = self._found(name)
            if found is None or found == pure:
                return Planned(name, pure, found, pure)
            theirs, style = _decoded(found)
            return self._merged(name, state, then, render, found, theirs, style, written)
        except UnreadableError as unreadable:
            reason = f"it is left as it is, because {unreadable.sentence}"
            found = self._found_if_readable(name)
        except StorageError as obstacle:
            reason = f"it is not written, because {obstacle.sentence.rstrip('.')}"
            found = None
        return Planned(name, pure, found, conflicts=(f"{reason}. This program's version is in .roundtable/unmerged.",))

    def _merged(
        self,
        name: str,
        state: State,
        then: Callable[[str], State | None],
        render: str,
        found: bytes,
        theirs: str,
        style: _Style,
        written: State,
    ) -> Planned:
        pure = render.encode("utf-8", "replace")
        recorded = state.files.artifacts.get(name)
        original = self._originals.of(name, theirs, digest_of(found), recorded)
        if original is None and recorded and (was := then(name)):
            original = self._project.renderer.render(name, was)
        if original is None:
            as_read = then(name) if not recorded and is_in_our_forms(name, theirs) else None
            known = adopted(name, theirs, render, state.dossier)
            if as_read:
                as_read = replace(as_read, files=written.files)
                known = Adopted(theirs, self._project.renderer.render(name, as_read))
            merged = merge(name, known.base, known.text, render)
            content = _encoded(merged.text, style)
            return Planned(name, pure, found, content, True, (), merged.conflicts, was_theirs=not recorded)
        if theirs == original:
            return Planned(name, pure, found, _encoded(render, style))
        edits = find_edits(name, original, theirs, state.dossier)
        if edits.changes:
            contradictions = both_changed(name, original, render, edits, state.dossier)
            return Planned(name, pure, found, None, True, edits.changes, contradictions)
        return self._overlaid(name, state, then, render, (found, theirs, style), original, edits)

    def _overlaid(
        self,
        name: str,
        state: State,
        then: Callable[[str], State | None],
        render: str,
        file: tuple[bytes, str, _Style],
        original: str,
        edits: Edits,
    ) -> Planned:
        """The user's own text carried over: first onto the new templates, if they changed, then onto the new render."""
        found, theirs, style = file
        conflicts = edits.refused
        recorded = state.files.artifacts.get(name)
        if recorded and recorded.templates != self._project.templates and (was := then(name)):
            upgraded = self._project.renderer.render(name, was)
            step = merge(name, original, theirs, upgraded)
            theirs, original, conflicts = step.text, upgraded, (*conflicts, *step.conflicts)
        merged = merge(name, original, theirs, render)
        return Planned(
            name=name,
            render=render.encode("utf-8", "replace"),
            found=found,
            content=_encoded(merged.text, style),
            edited=True,
            conflicts=tuple(dict.fromkeys((*conflicts, *merged.conflicts))),
            notices=tuple(f"{name}: {quoted(line)} {_ALWAYS_RENDERED}" for line in merged.left_out),
        )

    def _found(self, name: str, *, afresh: bool = False) -> bytes | None:
        """The artifact as it lies there; StorageError if something else has its place.

        A file that looks untouched since it was last read is read again only `afresh`, which whoever is about to
        overwrite it must ask for: an edit can leave size and time as they were.
        """
        path = self.path(name)
        stamp = self._disk.stat(path)
        if stamp is None:
            return None
        if not stamp.is_file and not _shared(name):
            what = "a folder" if stamp.is_folder else "a link" if stamp.is_link else "no ordinary file"
            raise StorageError(f"{what} has its place.", "Move it away.")
        known, data = self._last_read.get(name, (None, b""))
        if afresh or known != stamp or not stamp.is_file:
            data = self._disk.read(path, LARGEST)
            self._last_read[name] = stamp, data
        return section_of(data, self._slug) if _shared(name) else data

    def _found_if_readable(self, name: str, *, afresh: bool = False) -> bytes | None:
        try:
            return self._found(name, afresh=afresh)
        except StorageError:
            return None

    def _write(self, planned: Planned, content: bytes, state: State) -> bool:
        """The earlier bytes, then what the new ones were rendered as, then the file itself: each safe before the next.

        A crash in between leaves the file as it was, with the render it came from still at hand.
        """
        name, found = planned.name, planned.found
        if found is not None and found != content:
            self._history.keep(name, found, state.seq, edited=planned.edited)
        if self._begun_from.get(name) != planned.render:
            self._begun_from.pop(name, None)
            recorded = state.files.artifacts.get(name)
            self._originals.renew(name, planned.render, recorded.render if recorded else "")
            self._begun_from[name] = planned.render
        if found != content and not self._put(name, content, found):
            return False
        unmerged = self._unmerged(name)
        if self._disk.stat(unmerged):
            self._disk.remove(unmerged)
        return True

    def _put(self, name: str, content: bytes, expected: bytes | None) -> bool:
        if _shared(name):
            return write_section(self._disk, self._paths, self._project.clock, self._slug, content, expected=expected)
        target = self._target(self._paths.artifact(self._slug, name))
        return write_over(self._disk, target, content, expected)

    def _leave_alone(self, planned: Planned) -> None:
        if planned.found is not None and not _shared(planned.name):
            set_aside(self._disk, self._paths.artifact(self._slug, planned.name), self._project.clock())
        place = self._unmerged(planned.name)
        if read_if_there(self._disk, place, LARGEST) != planned.render:
            write_atomically(self._disk, self._target(place), planned.render)

    def _unmerged(self, name: str) -> Path:
        return self._paths.contained(self._paths.item_private(self._slug), f"unmerged/{name}")

    def _target(self, path: Path) -> Path:
        target = writable_target(self._paths, path)
        make_folders(self._disk, target.parent)
        return target


def hand_edits(plan: tuple[Planned, ...], state: State) -> tuple[HandEdited, ...]:
    """What the plan found in the files that the journal does not know yet."""
    return tuple(
        HandEdited(one.name, one.changes, one.conflicts)
        for one in plan
        if one.changes or one.conflicts != state.files.conflicts.get(one.name, ())
    )


def kept_originals(names: tuple[str, ...], slug: str) -> str:
    """Said once for each document of another program, when it is first written over."""
    if len(names) == 1:
        return f"Another program wrote {names[0]}. As it was, it is in the history: roundtable-tui history {slug}."
    named = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"Another program wrote {named}. As they were, they are in the history: roundtable-tui history {slug}."


def told(edit: HandEdited, state: State) -> tuple[str, ...]:
    """What the user should know about a hand edit, before it is journaled."""
    known = state.files.conflicts.get(edit.path, ())
    conflicts = [f"Conflict in {edit.path}: {conflict}" for conflict in edit.conflicts if conflict not in known]
    if not edit.changes:
        return tuple(conflicts)
    fields = ", ".join(f"{change.id} ({', '.join(change.fields)})" for change in edit.changes)
    return (f"{edit.path} was changed by hand, and the analysis follows: {fields}.", *conflicts)


_ALWAYS_RENDERED = "stood in a part that is always written anew; .roundtable/history keeps it."


class _Style(Struct, frozen=True):
    """What an editor does to a file besides changing its text."""

    bom: bool
    carriage_returns: bool


def _decoded(content: bytes) -> tuple[str, _Style]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"it is not UTF-8 text (byte {error.start + 1})") from None
    style = _Style(content.startswith(_BOM), "\r\n" in text)
    return text.replace("\r\n", "\n"), style


def _encoded(text: str, style: _Style) -> bytes:
    if style.carriage_returns:
        text = text.replace("\n", "\r\n")
    return (_BOM if style.bom else b"") + text.encode("utf-8", "replace")


def _shared(name: str) -> bool:
    spec = artifact(name)
    return spec is not None and spec.shared
