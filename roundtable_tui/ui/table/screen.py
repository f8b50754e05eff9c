"""The table: the conversation in the middle, where it stands on the left, what is written on the right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical

from roundtable_tui.ui.comments.commented_screen import CommentedScreen
from roundtable_tui.ui.composer.asking import Asking, asked_for, question_of
from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.composer.composer_box import ComposerBox
from roundtable_tui.ui.composer.stray_keys import StrayKeys
from roundtable_tui.ui.confirmation.talk_views import TalkViews
from roundtable_tui.ui.documents.commented_preview import CommentedPreview as Preview
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.pane_keys import MARK_ELSEWHERE_KEY, MOVING_KEYS
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.table.controller import TableController
from roundtable_tui.ui.table.keys import AT_ONCE, TABLE_KEYS
from roundtable_tui.ui.table.new_below import NewBelow
from roundtable_tui.ui.table.palette_commands import palette_commands
from roundtable_tui.ui.table.panes import Panes, PaneTabs
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.table.status_line import NowLine, QuestionLine
from roundtable_tui.ui.table.transcript import Transcript
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar, MenuLine
from roundtable_tui.ui.widgets.paned_screen import STAYS
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.documents.text_search import FoundLine
    from roundtable_tui.ui.file_watch import ChangedOutside
    from roundtable_tui.ui.keys.palette import Command
    from roundtable_tui.ui.open_request import OpenRequest


class TableScreen(CommentedScreen[None]):
    """Shows one analysis and sends what the user does to its session; it decides nothing."""

    AUTO_FOCUS = ""  # once, when it is mounted: whoever left the composer stays out of it, whatever shows meanwhile
    BINDINGS: ClassVar[list[BindingType]] = [*bindings((*TABLE_KEYS, *MOVING_KEYS, MARK_ELSEWHERE_KEY))]
    KEYS = (*TABLE_KEYS, *MOVING_KEYS, *WRITING_KEYS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS_PATH = Path(__file__).with_name("table.tcss")

    def __init__(self, request: OpenRequest, opened: OpenItem | None = None) -> None:
        super().__init__()
        self._unfolded: set[str] = set()
        self._panes = Panes(self)
        self.stray_keys = StrayKeys(self, AT_ONCE)
        self.link = TableController(self, request, opened)
        self.talk_views = TalkViews(self, self.link, self._panes)

    def fit(self, width: int) -> None:
        """Says how wide it is before it is mounted, so that it is not styled and drawn twice."""
        self.set_class(True, [name for least, name in self.HORIZONTAL_BREAKPOINTS if width >= least][-1])

    def key_bar(self) -> KeyBar:
        return KeyBar()

    def compose(self) -> ComposeResult:
        yield Headline()
        yield PaneTabs()
        with Horizontal(id="panes"):
            yield Sidebar(id="sidebar")
            with Vertical(id="talk"):
                yield Transcript(id="transcript")
                yield NewBelow()
            yield Preview(self.remarks_on, self.link.documents.versions, self.link.documents.load_version)
        with Vertical(id="below"):
            yield QuestionLine()
            yield NowLine()
            yield MenuLine()
            yield SearchBar()
            yield ComposerBox()
            yield self.key_bar()

    def on_mount(self) -> None:
        self.query_one(QuestionLine).watch_for(self.transcript)
        self.set_focus(self.composer)  # at once: what was typed meanwhile comes before what `focus` would call later
        self.link.open()

    # The pieces

    @property
    def headline(self) -> Headline:
        return self.query_one(Headline)

    @property
    def transcript(self) -> Transcript:
        return self.query_one(Transcript)

    @property
    def composer(self) -> Composer:
        return self.query_one(Composer)

    @property
    def preview(self) -> Preview:
        return self.query_one(Preview)

    @property
    def now_line(self) -> NowLine:
        return self.query_one(NowLine)

    @property
    def sidebar(self) -> Sidebar:
        return self.query_one(Sidebar)

    # What the link asks and tells

    @property
    def is_there(self) -> bool:
        return self.is_running and bool(self.children)

    def fail(self, error: Exception) -> None:
        """In the conversation, where it can still be read later; over it only where that is out of sight."""
        if self.is_there:
            self.transcript.notice(str(error))
            if not (self.app.screen is self and self.transcript.is_on_screen):
                super().fail(error)

    def has_document(self, name: str) -> bool:
        state = self.link.state_or_none
        return state is not None and name in state.files.artifacts

    def show_document(self, name: str, found: FoundLine | None = None) -> None:
        if self.zoomed is not self.preview:
            self.unzoom()
        self._panes.ask_for("preview")
        if found or not self._panes.has_all:
            self.set_focus(self.preview.body)
        self.link.documents.show(name, found)

    def show_state(self, state: State) -> None:
        from roundtable_tui.ui.table.sidebar_rows import sidebar_rows, voice_in_short

        session = self.link.session
        outline = session.outline(self._unfolded)
        self.headline.say(*self.commenting.noted_in(outline.headline))
        self.preview.look_at_remarks()
        voice = self.link.voice_switch.note
        self.sidebar.show(sidebar_rows(outline.rows, voice, self._unfolded, self.link.documents.by_change))
        self.sidebar.foot(voice_in_short(voice))
        self.query_one(MenuLine).show(tuple(command.option for command in session.commands() if command.option))
        self.query_one(QuestionLine).ask(question_of(state))
        self.talk_views.look(state)
        asking = Asking.READ_ONLY if self.link.read_only else asked_for(state)
        self.composer.ask(asking)
        self.query_one(KeyBar).call(asking.key_labels)
        self.refresh_bindings()

    def keep_words(self) -> None:
        self.link.keep_words()

    # What the user does

    @on(Composer.Submitted)
    def _submitted(self, event: Composer.Submitted) -> None:
        self.forget_interrupt()
        self.transcript.scroll_to_tail()
        self.preview.follow()
        self._panes.ask_for("conversation")
        self.link.submit(event.text)

    @on(Composer.StopAsked)
    def action_stop(self) -> None:
        self.link.stop()

    @on(Composer.Copied)
    def _copied(self, event: Composer.Copied) -> None:
        self.copy(event.text)

    @on(MenuLine.Chosen)
    def _chosen(self, event: MenuLine.Chosen) -> None:
        self.action_command(event.command.name.lower())

    @on(Sidebar.Selected)
    def _selected(self, event: Sidebar.Selected) -> None:
        row = event.row
        match row.kind:
            case "step":
                self.link.visit(row.key)
            case "phase":
                self._unfolded ^= {row.key}
                self.show_state(self.link.state)
            case "artifact":
                self.show_document(row.key)
            case "place":
                self.link.show_place(row.key)
            case "point":
                self.talk_views.show_points(int(row.key))
            case "question":
                self.composer.put(f"{row.key}: ")
                self.action_write()

    @on(Preview.EditRequested)
    def _edit(self, event: Preview.EditRequested) -> None:
        self.link.documents.edit(event.document)

    @on(Preview.Followed)
    @on(LineView.LinkClicked, "#transcript")
    def _follow(self, event: Preview.Followed | LineView.LinkClicked) -> None:
        self.follow_link(event.target)

    def follow_link(self, target: str) -> None:
        from roundtable_tui.domain.talk.sanitize import one_line
        from roundtable_tui.ui.links import follow

        if not follow(target, self, self.link.state_or_none):
            self.notify(f"{one_line(target, 80)} leads nowhere this program can show.", markup=False)

    @on(Preview.VersionRequested)
    def _choose_version(self, event: Preview.VersionRequested) -> None:
        self.link.documents.choose_version(event.document)

    @property
    def item_session(self) -> ItemSession | None:
        return self.link.session if self.link.state_or_none else None

    @property
    def code_root(self) -> Path:
        return self.link.root

    def on_changed_outside(self, event: ChangedOutside) -> None:
        self.link.documents.changed_outside(event.path)

    def on_key(self, event: events.Key) -> None:
        """A printable key that means nothing here goes back to the composer and is typed, as a burst of them does."""
        if not isinstance(self.focused, Composer) and not self.link.read_only:
            self.stray_keys.take(event, self.program.pace, self)

    def take_typed(self, text: str) -> None:
        self._panes.ask_for("conversation")
        self.composer.take_typed(text)

    def on_paste(self, event: events.Paste) -> None:
        if not isinstance(self.focused, Composer) and not self.link.read_only:
            self.composer.take_stray_paste(event)

    # Actions, by the names keys.py gives them

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state = self.link.state_or_none
        match action:
            case "command" | "redo":
                return True if self.link.offers(str(next(iter(parameters), action))) else None
            case "talk":
                return self.talk_views.offers(str(parameters[0]))
            case "pane" if "summary" in parameters:
                return self.has_class("confirming")
            case "stop":
                return True if self.link.busy else None
            case "write":
                elsewhere = self._panes.asked_for != "conversation" and not self._panes.has_all
                return elsewhere or not self.composer.has_focus
            case "retry":
                return True if self.link.failed else None
            case "voice":
                return True if state is not None and not self.link.read_only and not self.link.busy else None
            case "reopen":
                return True if state is not None and (self.link.reopens_steps or state.talk.ending) else None
            case "review" | "history" | "overview" | "comments":
                return True if state is not None else None
            case "find":
                return True if state is not None and state.files.artifacts else None
            case "edit" | "source" | "changes":
                return True if self.is_mounted and self.preview.document else None
            case "search_step":
                return True if self.pane.match_position[1] or self.query_one(SearchBar).text else None
        return True

    def action_command(self, name: str) -> None:
        self.link.do(name)

    def action_talk(self, what: str) -> None:
        self.talk_views.open(what)

    def action_redo(self) -> None:
        self.link.redo()

    def action_retry(self) -> None:
        self.link.retry()

    def action_voice(self) -> None:
        self.link.voice_switch.change()

    @on(NowLine.Chosen)
    async def _way_out_chosen(self, event: NowLine.Chosen) -> None:
        await self.run_action(event.action)

    def action_reopen(self) -> None:
        if self.link.reopens_steps:
            self.action_pane("sidebar")
        else:
            self.run_guarded(self.link.pages.take_up(), "choosing")

    @property
    def main_pane(self) -> LineView:
        """The conversation, unless a summary waits, or there is only room for the document and that is shown."""
        if summary := self.talk_views.summary:
            return summary.body
        instead = self._panes.asked_for == "preview" and not self._panes.has_all
        return self.preview.body if instead else self.transcript

    @property
    def zoomable(self) -> Mapping[str, Widget]:
        return {"Talk": self.query_one("#talk"), "Steps": self.sidebar, "Document": self.preview}

    def stays_beside(self, pane: Widget) -> tuple[type[Widget], ...]:
        """Beside the conversation one goes on writing."""
        talk = () if pane in (self.sidebar, self.preview) else (NowLine, MenuLine, ComposerBox)
        return (*STAYS, *talk)

    def action_turn(self, direction: int) -> None:
        self.transcript.step_turn(direction)

    def action_write(self) -> None:
        self._panes.ask_for("conversation")
        self.set_focus(self.composer)

    def action_pane(self, name: str) -> None:
        """Goes to a pane and shows it; asked for once more, it goes away again."""
        views: dict[str, Widget] = {"sidebar": self.sidebar, "preview": self.preview.body, **self.talk_views.views}
        target = views.get(name, self.transcript)
        if target.has_focus and name in views:
            self._panes.put_away(name)
            self.set_focus(self.composer)
            return
        self._panes.ask_for(name)
        self.set_focus(target)

    @on(PaneTabs.Chosen)
    def _tab_chosen(self, event: PaneTabs.Chosen) -> None:
        if event.key == "conversation":
            self.action_write()
        elif event.key != self._panes.asked_for:
            self.action_pane(event.key)

    @on(LineView.NewBelow, "#transcript")
    def _came_below(self, event: LineView.NewBelow) -> None:
        self.query_one(NewBelow).show(event.count)

    @on(NewBelow.Clicked)
    def _to_what_came(self) -> None:
        self.transcript.scroll_to_tail()

    def action_find(self) -> None:
        self.link.documents.find()

    def action_copy(self) -> None:
        self.copy(self.get_selected_text() or self.transcript.last_said)

    def interrupts(self) -> bool:
        """Stops the turn under way; where there is none, the look through the code beside the talk."""
        if self.link.busy and self.link.state_or_none is not None:
            self.link.stop()
            return True
        if looking := self.link.is_looking:
            self.link.stop_looking()
        return looking

    def widgets_with_keys(self) -> Iterable[Widget]:
        return (self.sidebar, self.transcript, self.preview.body)

    def action_review(self) -> None:
        self.program.open_review(self.link.session)

    def go_to_entry(self, entry: str) -> None:
        self.program.open_review(self.link.session, entry)

    def action_overview(self) -> None:
        self.run_guarded(self.link.show_overview(), "choosing")

    def show_ending(self) -> None:
        self.action_overview()

    def action_history(self) -> None:
        self.program.open_history(self.link.session)

    async def action_lobby(self) -> None:
        await self.program.open_lobby()

    def more_commands(self) -> Iterable[Command]:
        return (*self.comment_commands(), *palette_commands(self.link, self.show_document))
