"""Between the table and the session: opens the item behind the first frame, runs intents, shows what comes of them."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from typing import TYPE_CHECKING, Any

from roundtable_tui.errors import RoundtableError, StorageError
from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.composer.input_history import sent_in
from roundtable_tui.ui.composer.table_offers import TableOffers
from roundtable_tui.ui.draft_keeper import DraftKeeper, without_heard
from roundtable_tui.ui.overview.table_pages import TablePages
from roundtable_tui.ui.table.conflicts import Conflicts
from roundtable_tui.ui.table.documents import TableDocuments
from roundtable_tui.ui.table.keys import TOOLTIPS
from roundtable_tui.ui.table.step_questions import picked_letter, question_before, reopening_question
from roundtable_tui.ui.table.turns import Turns
from roundtable_tui.ui.table.voice_switch import VoiceSwitch
from roundtable_tui.ui.widgets.curtain import Curtain

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update
    from roundtable_tui.storage.drafts import Unsent
    from roundtable_tui.ui.dialogs.choice import ConfirmScreen
    from roundtable_tui.ui.open_request import OpenRequest
    from roundtable_tui.ui.services import Services
    from roundtable_tui.ui.table.parts import TableParts


class TableController:
    """Everything here runs in workers of the screen: the screen stays responsive, failures become sentences."""

    def __init__(self, screen: TableParts, request: OpenRequest, opened: OpenItem | None = None) -> None:
        """`opened` is the item, where it is in hand already; otherwise it is found by what was asked for."""
        self._screen = screen
        self._request = request
        self._opened = opened
        self.documents = TableDocuments(screen, self, self.ask_about_conflicts)
        self._conflicts = Conflicts(screen, self, self.documents.edit, self.take_ours)
        self._services: Services | None = None
        self._voice_switch: VoiceSwitch | None = None
        self._session: ItemSession | None = None
        self._closed = False
        self._draft_keeper: DraftKeeper | None = None
        self._turns = Turns(screen, self, self)
        self.pages = TablePages(screen, self, lambda intent: self.take(self.session.do(intent)))
        self._curtain: Curtain | None = None
        self._opening = False
        self._leaving = False
        """The user said at a phase boundary that this is enough for now."""
        self._has_ended = False
        """The analysis came to its end, and nobody was told yet what it came to."""
        self._visited = ""
        """The step the user went back to, until something is said or done."""

    # What the screen may ask

    @property
    def session(self) -> ItemSession:
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
    def root(self) -> Path:
        return self._request.folder

    @property
    def voice_switch(self) -> VoiceSwitch:
        if self._voice_switch is None:
            raise RuntimeError("nobody sits at the table yet")
        return self._voice_switch

    @property
    def failed(self) -> bool:
        """Whether the voice could not finish its turn."""
        return self._turns.failed

    @property
    def busy(self) -> bool:
        """Whether the item is being opened, or anything the user wants of it is under way or waits."""
        return self._opening or (self._session is not None and self._session.busy)

    @property
    def notice_after(self) -> float:
        return self._services.settings.notice_after if self._services else 0

    def offers(self, name: str) -> bool:
        """Whether this command can be given now."""
        return self._session is not None and any(command.name == name for command in self._session.commands())

    @property
    def reopens_steps(self) -> bool:
        """Whether a step can be gone through again by itself."""
        return self._session is not None and any(one.name.startswith("reopen ") for one in self._session.commands())

    # Opening

    def open(self) -> None:
        """What is sent before the item is open waits."""
        self._opening = True
        self.take(self._open_in_one_go(), "" if self._opened else self._request.words)

    async def _open_in_one_go(self) -> None:
        """What is loaded by now stays: the collector, off since the start, need never look at it."""
        self._curtain = Curtain(self._screen.app.screen, self._show_state)
        self._curtain.close()
        try:
            await self._open(self._request.words)
        finally:
            self._curtain.open()
            gc.freeze()
            gc.enable()

    async def _open(self, words: str) -> None:
        try:
            await self._begin(words)
        except RoundtableError:
            if self._session is None:
                self._screen.composer.ask(Asking.UNOPENED)
            raise
        finally:
            self._opening = False

    async def _begin(self, words: str) -> None:
        from roundtable_tui.session.intents import BeginAgain, Start

        self._screen.composer.keeps = None
        services = self._services = await self._screen.program.services()
        if self._opened is None:
            self._opened = await services.open_in_thread(partial(services.open, self._request, words))
        opened = self._opened
        if self._closed:
            opened.release()
            return
        self._voice_switch = VoiceSwitch(self._screen, self, services, lambda: self.retry() if self.failed else None)
        self._session = services.session(opened)
        self._session.subscribe(self._update)
        self._conflicts.take_as_known(self.state)
        self.documents.take_as_known(self._session.events)
        names = {key: persona.first_name for key, persona in self.knowledge.personas.items()}
        self._turns.opened(names)
        self._screen.transcript.load(self.state, names)
        self._screen.composer.load_sent(sent_in(self.state))
        self._screen.composer.complete_with(TableOffers(self._session, self.root, TOOLTIPS))
        self._show_state()
        await self.documents.show_latest()
        try:
            if not self.read_only:
                await self._take_up_words(services.shelf.unsent_of(opened.slug, "talk"))
                await self._voice_switch.bring_in(self._session.voice)
            await self._session.do(Start(services.depth(self._request.depth), self._request.mode))
            if self._request.again:
                await self._session.do(BeginAgain())
            if self._request.turn is not None:
                self._screen.transcript.jump_to_turn(self._request.turn)
            if self._request.document:
                self._screen.show_document(self._request.document)
        finally:
            self._screen.app.call_after_refresh(self.documents.watch, opened.project.paths, opened.slug)

    async def _take_up_words(self, store: Unsent) -> None:
        """What was written here and not heard, in the order in which it was to be sent."""
        composer = self._screen.composer
        try:
            kept = [*(await asyncio.to_thread(store.read)).values()]
        except StorageError as error:
            composer.keeps = lambda: None
            self._screen.fail(error)
            return
        if unheard := without_heard(kept, sent_in(self.state)):
            composer.put("\n".join(unheard))
        self._draft_keeper = DraftKeeper(self._screen, store, lambda: composer.unheard)
        composer.keeps = self._draft_keeper.keep_now
        composer.tell_queue()

    def keep_words(self) -> None:
        if self._draft_keeper:
            self._draft_keeper.keep_now()

    # Intents

    def submit(self, text: str) -> None:
        if self._session is None:
            self._opening = True
            self.take(self._open(text.strip()), text)
        elif picked := picked_letter(text, self._session.state):
            self._do(picked, text)
        else:
            from roundtable_tui.session.intents import Submit

            self.take(self._session.do(Submit(text)), text)

    def do(self, name: str) -> None:
        """A command by the name the mode gives it."""
        question = question_before(name, self.session) if self._session else None
        if question is not None and self.offers(name):
            self._run(self._do_if_sure(name, question), group="choosing")
        else:
            self._do(name)

    async def _do_if_sure(self, name: str, question: ConfirmScreen) -> None:
        if await self._screen.app.push_screen_wait(question):
            self._do(name)

    def _do(self, name: str, words: str = "") -> None:
        intent = next((command.intent for command in self.session.commands() if command.name == name), None)
        if intent is not None:
            self.take(self.session.do(intent), words)
        elif words:
            self._screen.composer.turn_ended()

    def reopen(self, step_id: str) -> None:
        if self.offers(f"reopen {step_id}"):
            self.do(f"reopen {step_id}")
        else:
            self._screen.notify("That step has not been reached yet.", markup=False)

    def visit(self, step_id: str) -> None:
        """Goes to where a step was talked about; chosen once more it is gone through again, if the user is sure."""
        step, name = self.knowledge.step(step_id), f"reopen {step_id}"
        if step is None or not self.offers(name):
            self.reopen(step_id)
        elif self._visited != step_id and self._screen.transcript.jump_to_step(step_id):
            self._visited = step_id
            self._screen.notify("Choose the step once more to go through it again.", markup=False)
        else:
            self._run(self._do_if_sure(name, reopening_question(step)), group="choosing")

    def redo(self) -> None:
        """What was taken back last counts again; said so where there is nothing."""
        from roundtable_tui.session.intents import Redo

        self.take(self.session.do(Redo()))

    def retry(self) -> None:
        """The words that were given back are said again as they were; whatever else is written stays."""
        from roundtable_tui.session.intents import Retry

        words = self.state.talk.turn.text if self.state.talk.turn else ""
        self._screen.composer.take_away(words)
        self.take(self.session.do(Retry()), words)

    def take_ours(self, document: str) -> None:
        from roundtable_tui.session.intents import TakeOurs

        self.take(self.session.do(TakeOurs(document)))

    def settle(self, document: str) -> None:
        """Asks once more what is to become of a conflict."""
        self._conflicts.ask_again(document)
        self._run(self._conflicts.ask(), group="conflicts")

    def stop(self) -> None:
        if self._session:
            self._session.stop()

    @property
    def is_looking(self) -> bool:
        """Whether the code is being looked through."""
        return self._session is not None and self._session.is_looking

    def stop_looking(self) -> None:
        self.session.stop_looking()

    def look_again(self) -> None:
        self._run(self.session.look_ahead(again=True), group="looking")

    def take(self, intent: Coroutine[Any, Any, None], words: str = "") -> None:
        """One intent at a time; the words of one that fails are given back."""
        if self._closed:
            intent.close()
            return
        if self._voice_switch and self._session:
            self._voice_switch.take_up_settings()
        self._visited = ""
        self._turns.take(intent, words)

    def turn_went_well(self) -> None:
        self.ask_about_conflicts()
        if self._session:
            self._run(self._session.look_ahead(), group="looking")

    def all_turns_ended(self) -> None:
        if self._has_ended:
            self._has_ended = False
            self._screen.show_ending()
        if self._leaving:
            self._screen.app.call_later(self._screen.program.open_lobby)

    def ask_about_conflicts(self) -> None:
        """At rest only: what a turn finds and settles by itself is told, not asked."""
        if self._session and self._conflicts.notice(self.state):
            self._run(self._conflicts.ask(), group="conflicts")

    # Updates

    def _update(self, update: Update) -> None:
        from roundtable_tui.domain.journal.events import AnswerRevised, ArtifactsWritten, Finished, Left, UserSaid
        from roundtable_tui.session.updates import Happened, Noticed, Rested, Searching, Speaking, Working
        from roundtable_tui.voices.protocol import Busy, Said

        if self._gone:
            return
        match update:
            case Speaking(part=Said() as part):
                self._screen.transcript.stream(part, self.state.exchange)
                self._screen.now_line.say(f"{self._name_of(part.speaker)} is speaking …")
            case Speaking(part=Busy(text=text, counts_down=counts_down)):
                self._screen.now_line.say(text, counts_down=counts_down)
            case Happened(event=event, state=state):
                if isinstance(event.body, UserSaid | AnswerRevised):
                    self._screen.composer.heard(event.body.text)
                self._screen.transcript.settle(state)
                self._show_state()
                self._leaving = self._leaving or isinstance(event.body, Left)
                self._has_ended = self._has_ended or isinstance(event.body, Finished)
                if isinstance(event.body, ArtifactsWritten):
                    self.documents.written(event.body.files)
            case Noticed(text=text):
                self._screen.transcript.notice(text)
            case Searching(text=text):
                self._screen.headline.beside(text, self._screen.key_for("app.interrupt"))
                self._screen.now_line.say(text)
            case Working():
                self._show_state()
            case Rested():
                self._screen.app.call_later(self._turns.look)

    def _show_state(self) -> None:
        """Behind the curtain not after every event, but once, when it opens."""
        if self._session and not self._gone and not (self._curtain and self._curtain.is_closed):
            self._screen.show_state(self.state)

    def _name_of(self, speaker: str) -> str:
        return persona.first_name if (persona := self.knowledge.personas.get(speaker)) else "The table"

    async def show_overview(self) -> None:
        if self._opened:
            await self.pages.show_overview(self._opened.project, self._opened.slug)

    def show_place(self, path: str) -> None:
        """A file of the code, at the lines for which the search found it."""
        from roundtable_tui.domain.dossier.provenance import Cited

        scan = self.state.code.scan
        found = next((one for one in scan.touched if one.path == path), None) if scan else None
        self._screen.show_code(found.lines if found and found.lines else Cited(path, 0, 0))

    async def close(self) -> None:
        """Stops what is under way and lets go of the item; from here on nothing more is done with it."""
        if self._closed:
            return
        self._closed = True
        if self._draft_keeper:
            await self._draft_keeper.keep()
        if self._session:
            self._session.stop()
            await self._session.close()
        elif self._opened:
            self._opened.release()

    @property
    def _gone(self) -> bool:
        """There is nobody to tell any more."""
        return not self._screen.is_there

    def _run(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self._screen.run_guarded(work, group)
