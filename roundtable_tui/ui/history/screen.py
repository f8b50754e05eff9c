"""The history of an item: every document's earlier versions, and the journal as a timeline."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from roundtable_tui.errors import RoundtableError
from roundtable_tui.session.outline import name_of
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.documents.preview_head import Heading, PreviewHead
from roundtable_tui.ui.documents.view import DocumentView
from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.history.keys import HISTORY_KEYS
from roundtable_tui.ui.history.reader import Looking, first_names, last_changed, read_history, version_passages
from roundtable_tui.ui.history.timeline_list import TimelineList, TimelineRows
from roundtable_tui.ui.history.version_list import VersionList, VersionRow, version_rows
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MARK_ELSEWHERE_KEY, MOVING_KEYS
from roundtable_tui.ui.program import GoTo
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.line_field import SubmitField
from roundtable_tui.ui.widgets.paned_screen import PanedScreen
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.search_bar import SearchBar
from roundtable_tui.ui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.timer import Timer
    from textual.widget import Widget

    from roundtable_tui.review.dated_versions import DatedVersion
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update

DOCUMENTS, TIMELINE = "documents", "timeline"
_REFRESH_AFTER = 0.2
_NOTHING_WRITTEN = "No document is written yet. Once one is, every version of it can be read, compared and put back."


class HistoryScreen(PanedScreen[GoTo | None]):
    """Closes with the turn the user wants to go to, or with nothing."""

    KEYS = (*HISTORY_KEYS, *MOVING_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((*HISTORY_KEYS, MARK_ELSEWHERE_KEY))]
    CSS_PATH = "history.tcss"
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self, session: ItemSession) -> None:
        super().__init__()
        self._session = session
        self._view = DOCUMENTS
        self._looking = Looking.SINCE
        self._documents: dict[str, Sequence[DatedVersion]] = {}
        self._opened: set[str] = set()
        self._happened_rows = TimelineRows()
        self._words = ""
        self._loaded = False
        self._refreshing: Timer | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield Headline()
        yield Tabs({DOCUMENTS: "Documents", TIMELINE: "Timeline"})
        with Horizontal(id="versions-view"):
            yield VersionList(id="versions")
            with Vertical(id="version"):
                yield PreviewHead()
                yield DocumentView(id="version-text")
        with Vertical(id="timeline-view"):
            yield TimelineList(id="timeline")
            yield SubmitField("Only what has these words; Esc shows all again", id="timeline-filter")
        yield Static(id="history-empty")
        yield SearchBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Headline).say("history", name_of(self._session.state))
        self._unsubscribe = self._session.subscribe(self._happened)
        self._show_view()
        self.run_worker(self._load(first=True), group="history", exclusive=True)

    def on_unmount(self) -> None:
        self._unsubscribe()

    # The pieces

    @property
    def versions(self) -> VersionList:
        return self.query_one(VersionList)

    @property
    def timeline(self) -> TimelineList:
        return self.query_one(TimelineList)

    @property
    def text(self) -> DocumentView:
        return self.query_one("#version-text", DocumentView)

    @property
    def looking(self) -> Looking:
        return self._looking

    @property
    def view(self) -> str:
        """Which of the two is shown."""
        return self._view

    # What there is to show

    def _happened(self, update: Update) -> None:
        from roundtable_tui.session.updates import Happened

        if isinstance(update, Happened) and self.is_running and self._refreshing is None:
            self._refreshing = self.set_timer(_REFRESH_AFTER, self._reload)

    def _reload(self) -> None:
        self._refreshing = None
        self.run_worker(self._load(), group="history", exclusive=True)

    async def _load(self, *, first: bool = False) -> None:
        """Reads both in a thread: a journal of ten thousand lines takes a moment to tell."""
        at_end = first or self.timeline.cursor is None or self.timeline.cursor is self.timeline.rows[-1]
        self._documents, self._happened_rows = await asyncio.to_thread(_read, self._session)
        self._loaded = True
        newest = last_changed(self._documents) if first else ""
        self._opened |= {newest} - {""}
        rows = self._happened_rows.having(self._words)
        self.timeline.show(rows, rows[-1].key if at_end and rows else "")
        self._show_versions(newest)
        self._show_view()

    def _show_versions(self, key: str = "") -> None:
        self.versions.show(version_rows(self._documents, self._opened), key)
        if self._view == DOCUMENTS:
            self._show_version()

    def _show_view(self) -> None:
        documents = self._view == DOCUMENTS
        empty = documents and not self._documents
        self.query_one(Tabs).show(self._view)
        self.query_one("#versions-view").display = documents and not empty
        self.query_one("#timeline-view").display = not documents
        self.query_one("#history-empty").display = empty
        self.query_one("#history-empty", Static).update(_NOTHING_WRITTEN if self._loaded else "Reading …")
        self.query_one("#timeline-filter").display = bool(self._words) or self.query_one("#timeline-filter").has_focus
        if self.focused is None or not self.focused.display or self.focused in (self.versions, self.timeline):
            self.set_focus(None if empty else self.versions if documents else self.timeline)
        self.refresh_bindings()

    # One version

    @property
    def chosen(self) -> DatedVersion | None:
        """The version the cursor is on; on a document's own line, the document as it is."""
        row: VersionRow | None = self.versions.cursor
        if row is None:
            return None
        return row.version or self._documents[row.name][-1]

    def _show_version(self) -> None:
        if chosen := self.chosen:
            self.run_worker(self._show(chosen), group="version", exclusive=True)
        self.refresh_bindings()

    async def _show(self, chosen: DatedVersion) -> None:
        looking, versions = self._looking_at(chosen), self._documents[chosen.name]
        try:
            passages = await asyncio.to_thread(version_passages, self._session, versions, chosen, looking)
        except RoundtableError as problem:
            self.notify(str(problem), severity="warning", markup=False)
            return
        which = "as it is now" if chosen.is_current else f"version {chosen.number} of {len(versions)}"
        self.query_one(PreviewHead).heading = Heading(chosen.name, "", "", looking, which)
        self.text.show(passages, "")
        self.text.to_top()

    def _looking_at(self, chosen: DatedVersion) -> Looking:
        """Since the version of now nothing has changed; what it changed itself is the answer then."""
        if self._looking is Looking.SINCE and chosen.is_current:
            return Looking.BROUGHT
        return self._looking

    # What the user does

    @on(RowList.Highlighted, "#versions")
    def _other_version(self) -> None:
        self._show_version()

    @on(RowList.Selected, "#versions")
    def _open_or_read(self) -> None:
        row = self.versions.cursor
        if row is None:
            return
        if row.version is None:
            self._opened ^= {row.name}
            self._show_versions()
        else:
            self.text.focus()

    @on(RowList.Selected, "#timeline")
    def _go_there(self) -> None:
        row = self.timeline.cursor
        if row is None or row.happening is None:
            return
        if row.happening.taken_back:
            self.notify("This was taken back, so it is not in the conversation any more.", markup=False)
            return
        if not self.program.has_table:
            self.notify("Open the item to go to a turn of its conversation.", markup=False)
            return
        said = sorted({spoken.turn for spoken in self._session.state.talk.transcript})
        earlier = [turn for turn in said if turn <= row.happening.turn]
        self.dismiss(GoTo(earlier[-1] if earlier else 0))

    @on(Tabs.Chosen)
    def _tab(self, event: Tabs.Chosen) -> None:
        self.action_view(event.key)

    @on(PreviewHead.ViewClicked)
    def _next_look(self) -> None:
        looks = list(Looking)
        self._look(looks[(looks.index(self._looking) + 1) % len(looks)])

    @on(Input.Changed, "#timeline-filter")
    def _filter(self, event: Input.Changed) -> None:
        self._words = event.value
        self.timeline.show(self._happened_rows.having(self._words))

    @on(Input.Submitted, "#timeline-filter")
    def _filtered(self) -> None:
        self.timeline.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.query(VersionList):
            return True
        match action:
            case "view":
                return self._view not in parameters
            case "restore":
                can = self._view == DOCUMENTS and self.chosen is not None and not self.chosen.is_current
                return True if can and not self._session.read_only else None
            case "compare" | "read":
                return True if self._view == DOCUMENTS and self.chosen is not None else None
            case "talk":
                return self._view == TIMELINE and self._can_be_revised
            case "command":
                return True if self._session.state.talk.user_turns and not self._session.read_only else None
        return True

    def action_back(self) -> None:
        field = self.query_one("#timeline-filter", SubmitField)
        if self._words or field.has_focus:
            field.value = ""
            self.timeline.focus()
            field.display = False
        elif self.zoomed:
            self.unzoom()
        elif self.text.has_focus:
            self.versions.focus()
        else:
            self.dismiss(None)

    def action_view(self, view: str) -> None:
        self.unzoom()
        self._view = view
        self._show_view()
        if view == DOCUMENTS:
            self._show_version()

    @property
    def main_pane(self) -> RowList[Any]:
        return self.versions if self._view == DOCUMENTS else self.timeline

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        if self._view == TIMELINE:
            return {"Timeline": self.timeline}
        return {"Versions": self.versions, "Document": self.query_one("#version")}

    def action_search(self) -> None:
        """A document and the list of versions are searched; of the timeline only what has the words is shown."""
        if self._view == DOCUMENTS:
            super().action_search()
            return
        field = self.query_one("#timeline-filter")
        field.display = True
        field.focus()

    def action_search_step(self, forward: int) -> None:
        if self._view == TIMELINE:
            self.timeline.action_move(forward)
        else:
            super().action_search_step(forward)

    def action_states(self) -> None:
        from roundtable_tui.ui.history.states_screen import StatesScreen

        self.app.push_screen(StatesScreen(self._session))

    def action_compare(self) -> None:
        self._look(Looking.BROUGHT if self._looking is Looking.SINCE else Looking.SINCE)

    def action_read(self) -> None:
        self._look(Looking.RAW if self._looking is Looking.RENDERED else Looking.RENDERED)

    def _look(self, looking: Looking) -> None:
        self._looking = looking
        self._show_version()

    def action_restore(self) -> None:
        if (chosen := self.chosen) and chosen.version:
            self.run_worker(self._restore(chosen), group="restoring")

    async def _restore(self, chosen: DatedVersion) -> None:
        from roundtable_tui.ui.history.version_list import about

        sentences = (
            f"Version {chosen.number} ({about(chosen)}) takes the place of the document as it is now.",
            "It counts as your own text: the analysis takes over what it says, or asks where it cannot.",
            "What is there now stays in the history.",
        )
        question = ConfirmScreen(f"Put {chosen.name} back?", sentences, "Put it back")
        if chosen.version is None or not await self.app.push_screen_wait(question):
            return
        before = self._session.documents.read_own(chosen.name)
        from roundtable_tui.session.intents import Restore

        if not await guarded(self._session.do(Restore(chosen.version)), self.fail):
            return
        if self._session.documents.read_own(chosen.name) == before:
            self.notify("It differs only in what is always written anew, such as its head.", markup=False)
        else:
            self.notify(f"{chosen.name} is back as it was in version {chosen.number}.", markup=False)

    @property
    def _can_be_revised(self) -> bool:
        """Whether the cursor is on something the user said that still counts, in a conversation that goes on."""
        row, state = self.timeline.cursor, self._session.state
        said = row.happening if row else None
        goes_on = state.converses and state.talk.ending is None and not self._session.read_only
        return bool(said and said.who == "user" and not said.taken_back and goes_on and self.program.has_table)

    def action_talk(self, _what: str) -> None:
        """To the answer the cursor is on, where it can be changed."""
        if (row := self.timeline.cursor) and row.happening:
            self.dismiss(GoTo(row.happening.turn, revise=True))

    def action_command(self, _name: str) -> None:
        self.run_worker(self._undo(), group="undoing")

    async def _undo(self) -> None:
        from roundtable_tui.review.timeline import last_exchange
        from roundtable_tui.session.undo import to_take_back

        events = self._session.events
        found = to_take_back(events, self._session.state.exchange + 1)
        if not found.exchanges:
            self.notify("There is nothing to take back.", markup=False)
            return
        (turn,) = found.exchanges
        lines = [f"• {row.text}" for row in last_exchange(events, turn, first_names(self._session))]
        reopened = [f"Step {step} will be open again." for step in found.steps]
        kept = "It stays in the journal, marked as taken back; the documents follow."
        question = ConfirmScreen(f"Take back turn {turn}?", (*lines, "", *reopened, kept), "Take it back")
        from roundtable_tui.session.intents import Undo

        if await self.app.push_screen_wait(question) and await guarded(self._session.do(Undo()), self.fail):
            self.notify(f"Turn {turn} is taken back.", markup=False)

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.versions, self.text)


def _read(session: ItemSession) -> tuple[dict[str, Sequence[DatedVersion]], TimelineRows]:
    documents, happenings = read_history(session)
    return documents, TimelineRows(happenings)
