"""What a conversation shows beside the talk: the summary that waits, the open points, and an answer to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roundtable_tui.ui.table.parts import SessionAccess, TableParts

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from textual.widget import Widget

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.session.intents import Revise
    from roundtable_tui.session.updates import Update
    from roundtable_tui.ui.confirmation.summary_pane import SummaryPane

SUMMARY = "summary"
_CONFIRMING = "confirming"


class TalkScreen(TableParts, Protocol):
    def query_one(self, selector: str) -> Widget: ...

    def set_class(self, add: bool, *names: str) -> object: ...

    def set_focus(self, widget: Widget | None) -> None: ...

    def follow_link(self, target: str) -> None: ...


class WhichPane(Protocol):
    @property
    def asked_for(self) -> str: ...

    def ask_for(self, pane: str) -> None: ...


class TakesTurns(SessionAccess, Protocol):
    @property
    def busy(self) -> bool: ...

    def take(self, work: Coroutine[Any, Any, None], words: str = "") -> None:
        """Carries this out as one of the user's turns."""
        ...


class TalkViews:
    def __init__(self, screen: TalkScreen, link: TakesTurns, panes: WhichPane) -> None:
        self._screen = screen
        self._link = link
        self._panes = panes
        self._pane: SummaryPane | None = None
        self._listens = self._waits = False
        """Whether a summary waited for a verdict when it was last looked."""
        self._remarks: tuple[str, ...] = ()
        """What the program has answered in the talk since it was last the user's turn."""
        self._answers: dict[PointName, str] = {}
        self._instead: dict[int, str] = {}
        """Answers that were written and not sent: to several points, and in place of earlier ones."""

    # The summary

    @property
    def summary(self) -> SummaryPane | None:
        """Where it is shown, while it is."""
        return self._pane if self._pane and self._pane.is_mounted and self._pane.display else None

    @property
    def views(self) -> dict[str, Widget]:
        """What can be gone to, by the name of its pane."""
        return {SUMMARY: self._pane.body} if self._pane and self._pane.is_mounted else {}

    def look(self, state: State) -> None:
        """Shows the summary that waits, or is being amended; takes it away when neither is so."""
        if not self._listens:
            self._listens = True
            self._link.session.subscribe(self._heard)
        if not state.converses or not (state.conversation.shown or self._pane):
            return
        from roundtable_tui.domain.journal.fold.conversation import PRESENTING
        from roundtable_tui.domain.journal.waiting import ForVerdict
        from roundtable_tui.modes.conversation.presenting import presented

        shown = presented(state, self._link.session.events, self._link.session.knowledge)
        waits, self._waits = self._waits, isinstance(state.talk.waiting, ForVerdict)
        if shown is None and state.conversation.confirmation in PRESENTING.values():
            return  # between two summaries, or asked something else: it stays as it is
        self._screen.set_class(shown is not None, _CONFIRMING)
        if shown:
            self._shown_in().show(shown)
        if self._waits and not waits:
            self._panes.ask_for(SUMMARY)
        elif not self._waits and self._panes.asked_for == SUMMARY:
            self._panes.ask_for("conversation")

    def _shown_in(self) -> SummaryPane:
        if self._pane is None:
            from roundtable_tui.ui.confirmation.summary_pane import SummaryPane

            accept, amend = (self._screen.key_for(name, outside=False) for name in ("menu.continue", "menu.elaborate"))
            here = self._screen.key_for("pane.summary", outside=False)
            self._pane = SummaryPane(
                self,
                f"{accept} accepts · {amend} amends · or write it · {here}, then Enter opens an entry",
                f"Write what is to change · {accept} shows the summaries again",
            )
            self._screen.query_one("#panes").mount(self._pane)
        return self._pane

    def choose_entry(self) -> None:
        """By its id; what is chosen is reviewed."""
        from roundtable_tui.domain.talk.sanitize import one_line
        from roundtable_tui.ui.dialogs.choice import PickEntryScreen

        shown = self._pane.shown if self._pane else None
        dossier = self._link.state.dossier
        named = {name: dossier.get(name) for name in (shown.summary.entries if shown else ())}
        entries = {name: f"{name}  {one_line(entry.text(), 70)}" for name, entry in named.items() if entry}
        if entries:
            self._screen.app.push_screen(PickEntryScreen("Review which entry?", entries), self._picked)

    def _picked(self, entry: str | None) -> None:
        if entry:
            self.review_entry(entry)

    def accept_entries(self) -> None:
        """Those that stand in it in full; the summary itself goes on waiting."""
        from roundtable_tui.session.intents import Submit

        if not self._link.busy and not self._link.read_only:
            self._link.take(self._link.session.do(Submit("/entries")))

    def review_entry(self, entry: str) -> None:
        from roundtable_tui.review.rules import Filter
        from roundtable_tui.ui.review.controller import memory_of

        item = self._link.state.item
        if item:
            memory = memory_of(self._screen.app, item.slug)
            memory.entry, memory.filter = entry, Filter.ALL
            self._screen.program.open_review(self._link.session)

    def follow(self, target: str) -> None:
        self._screen.follow_link(target)

    # The open points, and an answer to be changed

    def offers(self, what: str) -> bool | None:
        """Whether there is something of it to open: "points", "revise", or a "panel"."""
        state = self._link.state_or_none
        if what == "panel":
            return True if state is not None and state.item is not None and not self._link.busy else None
        if state is None or not state.converses:
            return False
        can = not self._link.read_only and state.talk.ending is None and not self._link.busy
        if what == "revise":
            can = can and bool(state.talk.user_turns)
        return True if can else None

    def open(self, what: str) -> None:
        if what == "points":
            self.show_points()
        elif what == "panel":
            self._screen.run_guarded(self._put_to_a_panel(), "choosing")
        else:
            self.revise(self._screen.transcript.turn_at_top)

    def _heard(self, update: Update) -> None:
        from roundtable_tui.domain.journal.events import Remarked
        from roundtable_tui.session.updates import Happened, PanelWanted, Rested

        match update:
            case PanelWanted(point=point):
                self._screen.run_guarded(self._put_to_a_panel(point), "choosing")
            case Happened(event=event) if isinstance(event.body, Remarked):
                self._remarks = tuple(said.text for said in event.body.said)
            case Rested():
                for remark in self._remarks if self._covers_the_talk else ():
                    self._screen.app.notify(remark, markup=False)
                self._remarks = ()

    @property
    def _covers_the_talk(self) -> bool:
        """In a small window the summary stands where the talk does, so that what is said there is not seen."""
        return self.summary is not None and not self._screen.transcript.region.area

    async def _put_to_a_panel(self, point: PointName | None = None) -> None:
        """An open point, what is being asked, or the change itself; with what is known of it."""
        from roundtable_tui.panel.item.matter import matter_of
        from roundtable_tui.ui.program import PanelSubject

        state = self._link.state
        if state.item:
            matter = matter_of(state, self._link.session.knowledge, point)
            subject = PanelSubject(matter.topic, state.item.slug, matter.context, matter.point, matter.cited)
            await self._screen.program.new_panel(subject)

    def show_points(self, number: int = 0) -> None:
        """With the cursor on the one of that number, if one is named."""
        from roundtable_tui.ui.ledger.screen import LedgerScreen

        ledger = LedgerScreen(self._link.session, self._link.take, self._answers, number)
        self._screen.app.push_screen(ledger, self._answered)

    def _answered(self, answers: dict[PointName, str] | None) -> None:
        if answers:
            self._link.take(self._answer(answers))

    async def _answer(self, answers: dict[PointName, str]) -> None:
        from roundtable_tui.modes.conversation.several_answers import answer_several

        left = await answer_several(self._link.session, answers)
        if left:
            self._screen.composer.put("\n".join(left.values()))
            self._screen.notify("What found no question to answer is back in the composer.", markup=False)

    def revise(self, turn: int = 0) -> None:
        """Begins at that turn, or at the last one."""
        from roundtable_tui.ui.revision.screen import RevisionScreen

        self._screen.app.push_screen(RevisionScreen(self._link.session, self._instead, turn), self._revised)

    def _revised(self, wish: Revise | None) -> None:
        if wish is not None:
            self._link.take(self._link.session.do(wish), wish.text)
