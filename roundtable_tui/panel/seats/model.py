"""Seats for models: composes the prompt of a task, has one model answer it, and hands the text back to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.panel.record.ballots import Request
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.panel.seats.prompts import PanelPrompt, ballot_prompt, question_prompt, synthesis_prompt
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask


class ModelAnswer(Struct, frozen=True):
    text: str
    request: Request
    """Request id, model, tokens and time: the proof that this answer is its own."""


class ModelCaller(Protocol):
    """One model at one address, asked once for one prompt: no history, no tools, nothing shared between seats.

    VoiceError where it cannot answer, BudgetSpentError where it may not; cancelling ends the request.
    """

    @property
    def model(self) -> str: ...

    async def answer(self, prompt: PanelPrompt) -> ModelAnswer: ...


class ModelVoice:
    """One seat, or the facilitator; what a prompt holds besides is redacted before it is sent."""

    def __init__(self, caller: ModelCaller, redact: Callable[[str], str], voice: str = "claude") -> None:
        self._caller = caller
        self._redact = redact
        self.seat = Seat(SeatKind.MODEL, voice, caller.model)

    async def ask(self, task: FacilitatorTask) -> Reply:
        return await self._reply(question_prompt(task))

    async def ballot(self, task: SeatTask) -> Reply:
        return await self._reply(ballot_prompt(task))

    async def synthesise(self, task: SynthesisTask) -> Reply:
        return await self._reply(synthesis_prompt(task))

    async def _reply(self, prompt: PanelPrompt) -> Reply:
        safe = PanelPrompt(self._redact(prompt.system), self._redact(prompt.message))
        answer = await self._caller.answer(safe)
        return Reply(answer.text, answer.request)
