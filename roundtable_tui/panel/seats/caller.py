"""Asks one model for one answer: a prompt goes out in a request of its own, the text and its proof come back."""

from __future__ import annotations

import time
from contextlib import aclosing
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.values import Tokens
from roundtable_tui.panel.record.ballots import Request
from roundtable_tui.panel.seats.model import ModelAnswer
from roundtable_tui.voices.model.exchange import Answering, Ask, Passage, Retrying, TextDelta, Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.items.budget import Budget
    from roundtable_tui.panel.seats.prompts import PanelPrompt
    from roundtable_tui.voices.model.exchange import Transport


class TransportCaller:
    """One model over one transport. Nothing is kept from one request to the next."""

    def __init__(
        self,
        transport: Transport,
        model: str,
        budget: Budget,
        waits: Callable[[str], None] = lambda _: None,
        warn: Callable[[str], None] = lambda _: None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        """`waits` is told, once each time, why an answer takes longer; `warn`, once, that the budget is nearly used."""
        self._transport = transport
        self._budget = budget
        self._waits = waits
        self._warn = warn
        self._timer = timer
        self.model = model

    async def answer(self, prompt: PanelPrompt) -> ModelAnswer:
        """What is used counts against the budget also where the answer breaks off."""
        self._budget.before_call()
        ask = Ask(self.model, (Passage(prompt.system, kept=True),), (Passage(prompt.message),), apart=True)
        began, words, used, proof = self._timer(), list[str](), Usage(), Answering("", self.model)
        counting_down = False
        try:
            async with aclosing(self._transport.call(ask)) as parts:
                async for part in parts:
                    match part:
                        case Retrying(seconds=seconds, reason=reason):
                            if seconds and not counting_down:
                                self._waits(f"Trying again in {seconds} s: {reason}")
                            counting_down = bool(seconds)
                        case TextDelta(text=text):
                            words.append(text)
                        case Usage():
                            used += part
                        case Answering():
                            proof = part
        finally:
            self._budget.count(Tokens(self.model, used.input, used.output, used.cache_read, used.cache_write))
            if warning := self._budget.warning():
                self._warn(warning)
        took = round(self._timer() - began, 2)
        request = Request(proof.request, proof.model, used.total_input, used.output, took)
        return ModelAnswer("".join(words), request)
