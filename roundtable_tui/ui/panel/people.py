"""The people at one keyboard and the user who decides, for a panel on the screen: one form at a time, then nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import MsgspecError
from msgspec.json import decode, encode

from roundtable_tui.errors import VoiceError
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.round import OWN
from roundtable_tui.ui.keys.screen_base import AnyScreen
from roundtable_tui.ui.panel.ballot_form import BallotScreen, Draft, SynthesisScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.screen import Screen

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rules.escalation import Decision, Issue
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

_T = TypeVar("_T")
_SEVERAL = "Nobody else looks. Enter begins the sealed ballot."
_ALONE = "Enter begins it. It stays sealed until all are revealed."
_OWN = "Enter begins it. It is shown with the others' and counts for nothing."
_SPEAKS_ALONE = "Nobody votes in this phase. Enter lets you say what it comes to."
_FACILITATES = "All ballots are in. Enter shows them without names, to be summed up."


class Stage(AnyScreen, Protocol):
    """Where it is said whose turn it is."""

    def offer_keyboard(self, seat: str, title: str, sentence: str) -> None:
        """To the person of this seat; to nobody where the title is empty."""
        ...


class PeopleAtTheScreen:
    def __init__(self, stage: Stage, pause: Callable[[], None]) -> None:
        self._stage = stage
        self._pause = pause
        self.several = True
        """Whether the keyboard goes round."""
        self.votes_too = False
        """Whether the user casts a ballot beside the panel."""
        self.form: BallotScreen | None = None
        """The ballot that is being written."""
        self._sits: asyncio.Future[None] | None = None
        self._drafts: dict[tuple[int, str], Draft] = {}

    def unsent(self) -> dict[str, str]:
        """What is written and not sealed, by round and seat."""
        written = dict(self._drafts)
        if self.form and self.form.is_attached:
            written[self.form.key] = self.form.draft
        return {
            f"{number}/{seat}": encode(draft).decode() for (number, seat), draft in written.items() if draft != Draft()
        }

    def take_up(self, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            number, _, seat = name.partition("/")
            with suppress(MsgspecError, ValueError):
                self._drafts.setdefault((int(number), seat), decode(text, type=Draft))

    @property
    def waits(self) -> bool:
        """Whether somebody has to sit down at the keyboard."""
        return self._sits is not None and not self._sits.done()

    def sit_down(self) -> None:
        if self._sits and not self._sits.done():
            self._sits.set_result(None)

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        seat, name = task.participant.id, task.participant.name
        own = seat == OWN
        if own and not self.votes_too:
            raise VoiceError("You cast no ballot.")
        if own:
            await self._handed_over(seat, "Your own ballot, beside the panel", _OWN)
        elif self.several:
            await self._handed_over(seat, f"Next: {name}", _SEVERAL)
        else:
            await self._handed_over(seat, f"Your ballot: {name}", _ALONE)
        key = task.asked.round, seat
        form = self.form = BallotScreen(task, self._drafts.pop(key, Draft()), own=own)
        try:
            written = await self._shown(form)
        except asyncio.CancelledError:
            if form.is_attached:
                self._drafts[key] = form.draft
            raise
        finally:
            self.form = None
        if written is not None and written.sealed:
            return written.draft.fields
        if written is not None and written.passed:
            raise VoiceError(f"{name} passed.")
        self._drafts[key] = written.draft if written else Draft()
        return await self._paused()

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> Mapping[str, Value]:
        await self._handed_over("", "Next: whoever facilitates", _FACILITATES if task.ballots else _SPEAKS_ALONE)
        said = await self._shown(SynthesisScreen(task, draft))
        return await self._paused() if said is None else said

    async def decide(self, issue: Issue) -> Decision | None:
        from roundtable_tui.ui.panel.escalation_dialog import EscalationScreen

        return await self._shown(EscalationScreen(issue))

    async def after_round(self, session: PanelSession) -> Wish:
        from roundtable_tui.ui.dialogs.choice import ChooseScreen

        last = session.last_round
        told = [last.synthesis] if last and last.synthesis else []
        choices = {
            Wish.GO_ON.value: "Go on with the next round",
            Wish.CONCLUDE.value: "End here and write the documents",
            Wish.PAUSE.value: "Pause",
        }
        chosen = await self._shown(ChooseScreen(f"Round {len(session.rounds)} is written", told, choices))
        return Wish(chosen) if chosen else Wish.PAUSE

    async def _handed_over(self, seat: str, title: str, sentence: str) -> None:
        self._sits = asyncio.get_running_loop().create_future()
        self._stage.offer_keyboard(seat, title, sentence)
        try:
            await self._sits
        finally:
            self._sits = None
            self._stage.offer_keyboard(seat, "", "")

    async def _shown(self, form: Screen[_T]) -> _T | None:
        """What comes of it; a panel that ends meanwhile takes it away."""
        answered: asyncio.Future[_T | None] = asyncio.get_running_loop().create_future()

        def answer(result: _T | None) -> None:
            if not answered.done():
                answered.set_result(result)

        self._stage.app.push_screen(form, answer)
        try:
            return await answered
        except asyncio.CancelledError:
            if form.is_attached and self._stage.app.screen is form:
                form.dismiss()
            raise

    async def _paused(self) -> Mapping[str, Value]:
        """Ends the round under way, and this with it."""
        self._pause()
        await asyncio.Event().wait()
        return {}
