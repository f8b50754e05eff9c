"""Between the table and the session: opens the item behind the first frame, runs intents, shows what comes of them."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any

from roundtable_tui.ui.settling import Conflicts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from pathlib import Path

    from textual.worker import Worker

    from roundtable_tui.analysis.session import Session
    from roundtable_tui.analysis.updates import Update
    from roundtable_tui.domain.events import WrittenFile
    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Knowledge, Step
    from roundtable_tui.storage.history import Version
    from roundtable_tui.ui.app import Wanted
    from roundtable_tui.ui.opening import Kitchen
    from roundtable_tui.ui.screens.table import TableScreen


class SessionLink:
    """Everything here runs in workers of the screen: the screen stays responsive, failures become sentences."""

    def __init__(
        self, screen: TableScreen, wanted: Wanted, open_kitchen: Callable[[Path], Kitchen] | None = None
    ) -> None:
        self._screen = screen
        self._wanted = wanted
        self._open_kitchen = open_kitchen or _kitchen
        self._conflicts = Conflicts(screen, self)
        self._digests: dict[str, str] = {}
        self._kitchen: Kitchen | None = None
        self._session: Session | None = None
        self._ready = asyncio.Event()
        self._turns = 0
        """How many intents are under way or wait for the one before them: a key does not wait for the answer's end."""

    # What the screen may ask

    @property
    def session(self) -> Session:
        if self._session is None:
            raise RuntimeError("no item is open")
        return self._session

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def state_or_none(self) -> State | None:
        return self._session.state if self._session else None

    @property
    def knowledge(self) -> Knowledge:
        return self.session.knowledge

    @property
    def read_only(self) -> bool:
        return self._session is not None and self._session.read_only

    @property
    def voice(self) -> str:
        return f"{self.session.voice_name} (no model)" if self._session else ""

    @property
    def steps_left(self) -> tuple[Step, ...]:
        from roundtable_tui.analysis.progress import remaining

        return remaining(self.state, self.knowledge, self.state.phase) if self._session else ()

    # Opening

    def open(self) -> None:
        """What is sent before the item is open waits; without an item, it says what to begin with."""
        if self._wanted.words or self._wanted.draft:
            self._turn(self._open_in_one_go(), self._wanted.words)
        else:
            self._run(self._open_in_one_go(), group="opening")

    async def _open_in_one_go(self) -> None:
        """What is loaded by now stays: the collector, off since the start, need never look at it."""
        try:
            await self._open()
        finally:
            gc.freeze()
            gc.enable()

    async def _open(self) -> None:
        self._kitchen = await asyncio.to_thread(self._open_kitchen, self._wanted.folder)
        self._screen.use_keys(self._kitchen.keymap)
        for warning in self._kitchen.warnings:
            self._screen.notify(warning, severity="warning", markup=False, timeout=12)
        if self._wanted.words or self._wanted.draft:
            self._ready.set()
            await self._begin(self._wanted.words)
            return
        items = await asyncio.to_thread(lambda: self._kitchen.items if self._kitchen else [])
        self._screen.show_welcome(items)
        self._ready.set()

    async def _begin(self, words: str) -> None:
        from roundtable_tui.ui.opening import session_for

        kitchen = self._kitchen
        if kitchen is None:
            return
        opened = await asyncio.to_thread(kitchen.open, self._wanted, words)
        self._session = session_for(opened)
        self._session.subscribe(self._update)
        self._conflicts.take_as_known(self.state)
        self._digests = {name: written.digest for name, written in self.state.artifacts.items()}
        names = {key: persona.first_name for key, persona in self.knowledge.personas.items()}
        with self._screen.app.batch_update():
            self._screen.transcript.load(self.state, names)
            self._screen.composer.load_sent(_sent(self.state))
            self._screen.show_state(self.state)
            await self._show_latest_document()
        try:
            await self._session.start(kitchen.depth(self._wanted))
        finally:
            self._watch(opened.project.paths.item_folder(opened.slug), opened.project.paths.common_folder)

    def _watch(self, *folders: Path) -> None:
        from roundtable_tui.ui.watching import start_watching

        start_watching(self._screen, folders, self._known_digest, self._at_work)

    def _at_work(self) -> bool:
        return self._session is not None and self._session.at_work

    def _known_digest(self, name: str) -> str | None:
        written = self.state.artifacts.get(name)
        return written.digest if written else None

    # Intents

    def submit(self, text: str) -> None:
        if self._session is None:
            self._turn(self._begin_with(text), text)
        else:
            self._turn(self._session.submit(text), text)

    async def _begin_with(self, text: str) -> None:
        await self._ready.wait()
        await self._begin(text.strip())

    def choose(self, letter: str) -> None:
        from roundtable_tui.domain.menu import MenuCommand

        goes_on = self.state.left and letter == MenuCommand.CONTINUE
        self._turn(self.session.go_on() if goes_on else self.session.choose(MenuCommand(letter)))

    def change_depth(self, depth: str) -> None:
        from roundtable_tui.domain.depth import Depth

        self._turn(self.session.change_depth(Depth(depth)))

    def reopen(self, step_id: str) -> None:
        if step_id in self.state.steps:
            self._turn(self.session.reopen(step_id))
        else:
            self._screen.notify("That step has not been reached yet.", markup=False)

    def undo(self) -> None:
        self._turn(self.session.undo())

    def take_ours(self, document: str) -> None:
        self._turn(self.session.take_ours(document))

    def settle(self, document: str) -> None:
        """Asks once more what is to become of a conflict."""
        self._conflicts.ask_again(document)
        self._run(self._conflicts.ask(), group="conflicts")

    def stop(self) -> None:
        if self._session:
            self._session.stop()

    def _turn(self, intent: Coroutine[Any, Any, None], words: str = "") -> None:
        """One intent at a time; the words of one that fails are given back."""
        self._turns += 1
        self._screen.composer.turn_began()
        self._run(self._take_turn(intent, words), group="turns")

    async def _take_turn(self, intent: Awaitable[None], words: str) -> None:
        from roundtable_tui.errors import RoundtableError

        try:
            await intent
        except RoundtableError as error:
            self._fail(error)
            if words:
                self._screen.composer.put(words)
            self._turn_ended(go_on=False)
            return
        self._turn_ended(go_on=True)
        self._ask_about_conflicts()

    def _turn_ended(self, *, go_on: bool) -> None:
        self._turns -= 1
        if not self._turns:
            self._screen.composer.turn_ended(go_on=go_on)
            self._screen.refresh_bindings()

    def _ask_about_conflicts(self) -> None:
        """At rest only: what a turn finds and settles by itself is told, not asked."""
        if self._session and self._conflicts.notice(self.state):
            self._run(self._conflicts.ask(), group="conflicts")

    # Updates

    def _update(self, update: Update) -> None:
        from roundtable_tui.analysis.updates import Happened, Noticed, Speaking
        from roundtable_tui.domain.events import ArtifactsWritten
        from roundtable_tui.voices.protocol import Said

        if not self._screen.is_running:
            return
        match update:
            case Speaking(part=Said() as part):
                self._screen.transcript.stream(part, self.state.exchange)
            case Happened(event=event, state=state):
                self._screen.transcript.settle(state)
                self._screen.show_state(state)
                if isinstance(event.body, ArtifactsWritten) and (names := self._news(event.body.files)):
                    self._run(self._wrote(names), group="showing")
            case Noticed(text=text):
                self._screen.transcript.notice(text)

    def _news(self, files: Sequence[WrittenFile]) -> list[str]:
        """Those that are not as they were: a batch holds every document, also the unchanged."""
        changed = [file.path for file in files if self._digests.get(file.path) != file.digest]
        self._digests.update({file.path: file.digest for file in files})
        return changed

    async def _wrote(self, names: list[str]) -> None:
        for name in names:
            data, previous = await asyncio.to_thread(self._document, name)
            if data is not None:
                self._screen.preview.wrote(name, data, previous)

    # Documents

    def show_document(self, name: str) -> None:
        self._run(self._show(name), group="showing")

    async def _show(self, name: str) -> None:
        data, previous = await asyncio.to_thread(self._document, name)
        if data is None:
            self._screen.notify(f"{name} is not there any more.", severity="warning", markup=False)
            return
        self._screen.preview.show(name, data, previous)

    async def _show_latest_document(self) -> None:
        if self.state.artifacts:
            name = list(self.state.artifacts)[-1]
            data, previous = await asyncio.to_thread(self._document, name)
            if data is not None:
                self._screen.preview.wrote(name, data, previous)

    def _document(self, name: str) -> tuple[bytes | None, bytes | None]:
        """The document and the version before it, read in a thread."""
        from roundtable_tui.ui.widgets.documents import prepare

        documents = self.session.documents
        data = documents.read(name)
        versions = documents.versions(name)
        previous = documents.read_version(versions[-1]) if versions else None
        return (prepare(name, data) if data is not None else None), previous

    def versions(self, name: str) -> list[Version]:
        return list(self.session.documents.versions(name)) if self._session else []

    def load_version(self, version: Any) -> bytes:
        return self.session.documents.read_version(version)

    def changed_outside(self, path: Path) -> None:
        """Another program changed a document: it is shown, and what it says is taken in."""
        if self._session and not self.read_only and path.name in self.state.artifacts:
            self._run(self._take_in(path.name), group="turns")

    async def _take_in(self, name: str) -> None:
        await self._show_if_shown(name)
        if await asyncio.to_thread(self.session.documents.is_as_written, name, self.state):
            return  # another item's part of a shared file, or our own
        await self.session.take_in_edits()
        await self._show_if_shown(name)
        self._ask_about_conflicts()

    async def _show_if_shown(self, name: str) -> None:
        data, previous = await asyncio.to_thread(self._document, name)
        if data is not None:
            self._screen.preview.wrote(name, data, previous)

    def edit(self, name: str) -> None:
        self._run(self._edit(name), group="editing")

    async def _edit(self, name: str) -> None:
        from roundtable_tui.ui.editing import edit

        if await edit(self._screen.app, self.session.documents.path(name)):
            await self._take_in(name)

    def copy(self, text: str) -> None:
        if text:
            self._run(self._copy(text), group="copying")

    async def _copy(self, text: str) -> None:
        from roundtable_tui.ui.clipboard import copy

        self._screen.notify(await copy(self._screen.app, text), markup=False)

    async def close(self) -> None:
        if self._session:
            session, self._session = self._session, None
            await session.close()

    # Inside

    def _run(self, work: Coroutine[Any, Any, None], group: str) -> Worker[None]:
        return self._screen.run_worker(self._guarded(work), group=group, exit_on_error=True)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        from roundtable_tui.errors import RoundtableError

        try:
            await work
        except RoundtableError as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._screen.transcript.notice(str(error))
        self._screen.notify(str(error), severity="error", markup=False, timeout=12)


def _kitchen(folder: Path) -> Kitchen:
    from roundtable_tui.ui.opening import Kitchen

    return Kitchen.in_folder(folder)


def _sent(state: State) -> list[str]:
    from roundtable_tui.domain.events import USER

    return [spoken.utterance.text for spoken in state.transcript if spoken.utterance.speaker == USER]
