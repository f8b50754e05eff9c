"""Who sits at the table: brings a voice in, changes it for the other, and knows what it is called and has cost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.ui.services import Services
    from roundtable_tui.ui.table.parts import SessionAccess, TableParts
    from roundtable_tui.ui.table.sidebar_rows import VoiceNote
    from roundtable_tui.voices.protocol import Voice

_NAMES = {"offline": "offline (no model)", "script": "a recording"}
_NO_OTHER = "There is no other voice: no key is set. The settings say how to bring a model or your own agent in."


class VoiceSwitch:
    def __init__(
        self, screen: TableParts, link: SessionAccess, services: Services, changed: Callable[[], None]
    ) -> None:
        """`changed` is called once another voice speaks."""
        self._screen = screen
        self._link = link
        self._changed = changed
        self._services = services
        self._voices = services.voices
        """As they were when the one who speaks was made."""

    @property
    def name(self) -> str:
        name = self._link.session.voice.name
        if name == "agent":
            return f"{self._voices.agent} (your agent)"
        return self._voices.model.model if name == "claude" else _NAMES.get(name, name)

    @property
    def note(self) -> VoiceNote:
        """Who speaks, and what models have used for this item."""
        from roundtable_tui.ui.table.sidebar_rows import VoiceNote

        tokens = self._link.state.spent
        if not tokens:
            unsaid = self._link.session.voice.name == "agent" and self._link.state.exchange > 0
            return VoiceNote(f"usage not reported · {self.name}" if unsaid else self.name)
        from roundtable_tui.items.budget import bill, dollars, tokens_of_last_turn

        prices, budget = self._voices.model.prices, self._voices.model.budget
        return VoiceNote(
            self.name,
            bill(tokens_of_last_turn(self._link.session.events), prices),
            bill(tokens.values(), prices),
            dollars(budget) if budget is not None else "",
        )

    def change(self) -> None:
        """The next voice speaks from here on; a turn that could not be finished is its first."""
        if voice := self._services.voices.other(self._link.session.voice.name):
            self._voices = self._services.voices
            self._screen.run_guarded(self._change_to(voice), group="voices")
        else:
            self._screen.notify(_NO_OTHER, markup=False)

    async def _change_to(self, voice: Voice) -> None:
        await self.bring_in(voice)
        self._screen.show_state(self._link.state)
        self._screen.notify(f"From here on: {self.name}.", markup=False)
        self._changed()

    async def bring_in(self, voice: Voice) -> None:
        """The voice speaks from here on; before a model is told what the project's own files say, the user is asked."""
        trust, session = self._services.trust, self._link.session
        if await asyncio.to_thread(trust.must_ask, voice.name):
            from roundtable_tui.ui.dialogs.trust import ask_for_trust

            await ask_for_trust(self._screen.app, trust)
        session.use_voice(voice, await asyncio.to_thread(trust.knowledge_for, voice.name))
        self._screen.run_guarded(session.warm_voice(), group="warming")

    def take_up_settings(self) -> None:
        """Who speaks goes on as the settings are now: a new model, key or address counts from the next turn on."""
        if self._services.voices is not self._voices:
            self._voices = self._services.voices
            if voice := self._voices.again(self._link.session.voice.name):
                self._link.session.use_voice(voice)
