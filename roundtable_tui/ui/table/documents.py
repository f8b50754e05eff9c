"""Between the table and the documents of its item: shows them as they change, and takes in what others write there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.values import WrittenFile
    from roundtable_tui.storage.paths import ProjectPaths
    from roundtable_tui.storage.versions import Version
    from roundtable_tui.ui.documents.text_search import FoundLine
    from roundtable_tui.ui.table.parts import SessionAccess, TableParts

_BEGIN = "<!-- roundtable:begin "


class TableDocuments:
    def __init__(self, screen: TableParts, link: SessionAccess, taken_in: Callable[[], None]) -> None:
        """`taken_in` is called after what somebody else wrote was taken in."""
        self._screen = screen
        self._link = link
        self._taken_in = taken_in
        self._digests: dict[str, str] = {}

    @property
    def by_change(self) -> tuple[str, ...]:
        """Those that were written, the one that changed last at the end."""
        return tuple(self._digests)

    def take_as_known(self, events: Iterable[Event]) -> None:
        """What is written already is no news."""
        from roundtable_tui.domain.journal.events import ArtifactsWritten

        self._digests = {}
        for event in events:
            if isinstance(event.body, ArtifactsWritten):
                self._changed(event.body.files)

    def _changed(self, files: Sequence[WrittenFile]) -> list[str]:
        """Those that are not as they were: a batch holds every document, also the unchanged."""
        changed = [file.path for file in files if self._digests.get(file.path) != file.digest]
        for file in files:
            if file.path in changed:
                self._digests.pop(file.path, "")
                self._digests[file.path] = file.digest
        return changed

    def known_digest(self, name: str) -> str | None:
        written = self._link.state.files.artifacts.get(name)
        return written.digest if written else None

    def written(self, files: Sequence[WrittenFile]) -> None:
        """Shows those that are not as they were."""
        if changed := self._changed(files):
            self._screen.run_guarded(self._wrote(changed), group="showing")

    async def _wrote(self, names: Sequence[str]) -> None:
        """Of several, the one that has most to read is shown; the one on the screen is brought up to date."""
        read = [(name, *await asyncio.to_thread(self._read, name)) for name in names]
        written = [(name, data, previous) for name, data, previous in read if data is not None]
        most = await asyncio.to_thread(most_to_read, written)
        preview = self._screen.preview
        for name, data, previous in written:
            if name == preview.document and name != most:
                preview.wrote(name, data, previous)
        for name, data, previous in written:
            if name == most:
                preview.wrote(name, data, previous)

    def show(self, name: str, found: FoundLine | None = None) -> None:
        """At the line that was found, if one was."""
        self._screen.run_guarded(self._show(name, found), group="showing")

    async def _show(self, name: str, found: FoundLine | None) -> None:
        data, previous = await asyncio.to_thread(self._read, name)
        if data is None:
            self._screen.notify(f"{name} is not there any more.", severity="warning", markup=False)
            return
        self._screen.preview.show(name, data, previous)
        if found:
            self._screen.preview.go_to(found)

    def find(self) -> None:
        self._screen.run_guarded(self._find(), group="choosing")

    async def _find(self) -> None:
        from roundtable_tui.ui.documents.search_dialog import DocumentSearchScreen

        texts = await asyncio.to_thread(self._texts, tuple(self._link.state.files.artifacts))
        await self._screen.app.push_screen(DocumentSearchScreen(texts), self._found)

    def _found(self, found: FoundLine | None) -> None:
        if found:
            self._screen.show_document(found.document, found)

    def _texts(self, names: Sequence[str]) -> dict[str, str]:
        from roundtable_tui.ui.documents.passages import text_of

        read = {name: self._link.session.documents.read(name) for name in names}
        return {name: text_of(data) for name, data in read.items() if data is not None}

    async def show_latest(self) -> None:
        """The one that changed last, of those that people read if there are any."""
        from roundtable_tui.ui.documents.news import is_prose

        there = [name for name in self.by_change if name in self._link.state.files.artifacts]
        await self._wrote(([name for name in there if is_prose(name)] or there)[-1:])

    def _read(self, name: str) -> tuple[bytes | None, bytes | None]:
        """The document and the version before it, read in a thread."""
        from roundtable_tui.ui.documents.passages import prepare

        documents = self._link.session.documents
        data = documents.read(name)
        versions = documents.versions(name)
        previous = documents.read_version(versions[-1]) if versions else None
        if previous is None and data is not None and self._link.state.item:
            previous = _of_others(data, self._link.state.item.slug)
        return (prepare(name, data) if data is not None else None), previous

    def versions(self, name: str) -> list[Version]:
        return list(self._link.session.documents.versions(name)) if self._link.state_or_none else []

    def load_version(self, version: Any) -> bytes:
        return self._link.session.documents.read_version(version)

    def choose_version(self, document: str) -> None:
        self._screen.run_guarded(self._choose_version(document), group="choosing")

    async def _choose_version(self, document: str) -> None:
        from roundtable_tui.ui.history.version_dialog import choose_version

        chosen = await choose_version(self._screen.app, self._link.session, document, self._screen.preview.chosen)
        if chosen:
            await self._screen.preview.choose(chosen.version)

    def watch(self, paths: ProjectPaths, slug: str) -> None:
        """From now on what others write is noticed; what agents asked since the item was opened is taken in."""
        from roundtable_tui.ui.file_watch import start_watching

        if self._link.state_or_none is None:
            return
        folders = (paths.item_folder(slug), paths.common_folder, paths.inbox(slug))
        start_watching(self._screen, folders, self.known_digest, self._is_writing)
        self._take_in_questions()

    def _is_writing(self) -> bool:
        return self._link.state_or_none is not None and self._link.session.is_writing

    def _take_in_questions(self) -> None:
        self._screen.run_guarded(self._link.session.take_in_questions(), group="questions")

    def changed_outside(self, path: Path) -> None:
        """Another program changed a document, or an agent asks something: it is shown, and what it says is taken in."""
        state = self._link.state_or_none
        if state and path.parent.name == "inbox":
            self._take_in_questions()
        elif state and not self._link.read_only and path.name in state.files.artifacts:
            self._screen.run_guarded(self._take_in(path.name), group="turns")

    async def _take_in(self, name: str) -> None:
        session = self._link.session
        await self._wrote([name])
        if await asyncio.to_thread(session.documents.is_as_written, name, session.state):
            return  # another item's part of a shared file, or our own
        from roundtable_tui.session.intents import TakeInEdits

        await session.do(TakeInEdits())
        await self._wrote([name])
        self._taken_in()

    def edit(self, name: str) -> None:
        self._screen.run_guarded(self._edit(name), group="editing")

    async def _edit(self, name: str) -> None:
        from roundtable_tui.ui.external_editor import edit

        if await edit(self._screen.app, self._link.session.documents.path(name)):
            await self._take_in(name)


def most_to_read(written: Sequence[tuple[str, bytes, bytes | None]]) -> str:
    from roundtable_tui.ui.documents.news import is_prose, new_words
    from roundtable_tui.ui.documents.passages import text_of

    weighed = {
        name: (is_prose(name), new_words(text_of(previous or b""), text_of(data))) for name, data, previous in written
    }
    return max(weighed, key=lambda name: weighed[name], default="")


def _of_others(data: bytes, slug: str) -> bytes | None:
    """A document that several items share as it was before this one; None where no other has a part in it."""
    before, begun, rest = data.partition(f"{_BEGIN}{slug} -->".encode())
    others = before + rest.partition(f"<!-- roundtable:end {slug} -->".encode())[2]
    return others if begun and _BEGIN.encode() in others else None
