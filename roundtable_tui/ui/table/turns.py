"""What the user wants, one after another: shows that it is under way, gives words back that failed, and says why."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from roundtable_tui.errors import RoundtableError, VoiceError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine, Mapping

    from roundtable_tui.ui.table.parts import SessionAccess, TableParts


class TurnTaking(Protocol):
    """What is told of the turns, and knows when the last of them is over."""

    @property
    def busy(self) -> bool:
        """Whether anything the user wants is under way or waits for what is."""
        ...

    @property
    def notice_after(self) -> float:
        """Seconds after which whoever waited is called; 0 for never."""
        ...

    def turn_went_well(self) -> None: ...

    def all_turns_ended(self) -> None: ...


class Turns:
    def __init__(self, screen: TableParts, link: SessionAccess, taking: TurnTaking) -> None:
        self._screen = screen
        self._link = link
        self._taking = taking
        self._trouble = ""
        """Why the voice could not finish its turn."""
        self._ways_out: dict[str, str] = {}
        """What the keys mean that help with it, where that is more than usual."""
        self._names: Mapping[str, str] = {}
        self._began = 0.0
        self._is_shown = False
        """Whether the screen says that something is under way."""
        self._goes_on = True
        """Whether what waits in the composer may be sent after the turn that ended last."""

    @property
    def failed(self) -> bool:
        """Whether the voice could not finish its turn."""
        return bool(self._trouble)

    def take(self, intent: Coroutine[Any, Any, None], words: str = "") -> None:
        """The words of an intent that fails are given back."""
        if not self._is_shown:
            self._began = monotonic()
        self._is_shown = True
        self._trouble = ""
        self._screen.composer.turn_began()
        self._screen.now_line.begin(self._who_reads(words))
        self._screen.run_guarded(self._carry_out(intent, words), "turns")

    def opened(self, names: Mapping[str, str]) -> None:
        """`names` are the personas' first names by their keys; whoever comes first has the description to read."""
        from roundtable_tui.domain.knowledge.phases import MAYA

        self._names = names
        state = self._link.state
        if state.item and not state.talk.transcript:
            draft = " and your draft" if state.item.draft.strip() else ""
            self._screen.now_line.say(f"{names.get(MAYA, 'The table')} reads your description{draft} …")

    def _who_reads(self, words: str) -> str:
        """Whoever spoke last reads what is said to them."""
        state = self._link.state_or_none
        speakers = (row.utterance.speaker for row in reversed(state.talk.transcript)) if state and words else ()
        name = next((self._names[one] for one in speakers if one in self._names), "")
        return f"{name} reads what you wrote …" if name else "One moment …"

    async def _carry_out(self, intent: Awaitable[None], words: str) -> None:
        try:
            await intent
        except RoundtableError as error:
            if self._screen.is_there:
                self._tell(error)
                if words and (not self.failed or self._link.state.talk.turn):
                    self._screen.composer.give_back(words)
                self._goes_on = False
                self.look()
            return
        if self._screen.is_there:
            self._screen.composer.heard(words)
            self._goes_on = True
            self.look()
            self._taking.turn_went_well()

    def _tell(self, error: RoundtableError) -> None:
        if not isinstance(error, VoiceError):
            self._screen.fail(error)
            return
        from roundtable_tui.items.voices import OFFLINE

        self._trouble = error.sentence
        self._ways_out = {"talk.retry": error.again}
        if self._link.state_or_none and self._link.session.voice.name != OFFLINE:
            self._ways_out["talk.voice"] = "Go on offline"
        self._screen.transcript.notice(str(error))

    def look(self) -> None:
        """Whether the last turn is over: another may wait, or something be under way that another screen wants."""
        if self._taking.busy or not self._is_shown or not self._screen.is_there:
            return
        self._is_shown = False
        self._screen.now_line.end(self._trouble, self._ways_out, self._ring())
        self._screen.composer.turn_ended(go_on=self._goes_on and not self._asks_to_confirm())
        self._screen.refresh_bindings()
        self._taking.all_turns_ended()

    def _asks_to_confirm(self) -> bool:
        """Whether a yes would now confirm something: one that was written before it was shown waits to be sent."""
        from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict

        state = self._link.state_or_none
        asked = state.talk.waiting if state else None
        return isinstance(asked, ForVerdict) or (isinstance(asked, ForAnswer) and bool(asked.question.offers))

    def _ring(self) -> str:
        """Whoever has turned to something else meanwhile is called back; what they read then."""
        after = self._taking.notice_after
        lasted = monotonic() - self._began
        if not after or lasted < after:
            return ""
        said = f"Your turn: that took {lasted:,.0f} s."
        self._screen.program.manners.call_back(said)
        return said
