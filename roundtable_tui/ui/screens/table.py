"""The table: the conversation in the middle, where it stands on the left, what is written on the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from roundtable_tui.ui.commands import Command, TableCommands
from roundtable_tui.ui.keys import TABLE_KEYS, bindings
from roundtable_tui.ui.linking import SessionLink
from roundtable_tui.ui.panes import Panes
from roundtable_tui.ui.remapping import Keymap
from roundtable_tui.ui.widgets.composer import Asking, Composer, ComposerBox
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar, MenuLine
from roundtable_tui.ui.widgets.lines import LineView
from roundtable_tui.ui.widgets.new_below import NewBelow
from roundtable_tui.ui.widgets.pane_tabs import PaneTabs
from roundtable_tui.ui.widgets.preview import Preview
from roundtable_tui.ui.widgets.search_bar import SearchBar
from roundtable_tui.ui.widgets.sidebar import Sidebar
from roundtable_tui.ui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from roundtable_tui.domain.state import State
    from roundtable_tui.ui.app import Wanted
    from roundtable_tui.ui.opening import Kitchen
    from roundtable_tui.ui.watching import ChangedOutside

WELCOME = """**What would you like to change?**

One sentence is enough. Maya, Alex and Jordan will take it from there: they ask, you answer in your own words, \
and the documents fill in beside the conversation.

`?` shows every key once you have left the composer with Esc, F1 at any time."""


class TableScreen(Screen[None]):
    """Shows one analysis and sends what the user does to its session; it decides nothing."""

    AUTO_FOCUS = "Composer"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_KEYS)]
    COMMANDS: ClassVar[set[type[TableCommands]]] = {TableCommands}  # type: ignore[assignment]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]  # noqa: RUF012 (as Textual declares it)
    CSS_PATH = "../styles/table.tcss"

    def __init__(self, wanted: Wanted, kitchen: Callable[[Path], Kitchen] | None = None) -> None:
        super().__init__()
        self._keymap = Keymap()
        self._opened_phases: set[str] = set()
        self._pressed_interrupt = False
        self._panes = Panes(self)
        self.link = SessionLink(self, wanted, kitchen)

    def fit(self, width: int) -> None:
        """Says how wide it is before it is mounted, so that it is not styled and drawn twice."""
        self.set_class(True, [name for least, name in self.HORIZONTAL_BREAKPOINTS if width >= least][-1])

    def compose(self) -> ComposeResult:
        yield Headline()
        yield PaneTabs()
        with Horizontal(id="panes"):
            yield Sidebar(id="sidebar")
            with Vertical(id="talk"):
                yield Transcript(id="transcript")
                yield NewBelow()
            yield Preview(self.link.versions, self.link.load_version)
        with Vertical(id="below"):
            yield MenuLine()
            yield SearchBar()
            yield ComposerBox()
            yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.composer)  # at once: what was typed meanwhile comes before what `focus` would call later
        self.link.open()

    # The pieces

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
    def sidebar(self) -> Sidebar:
        return self.query_one(Sidebar)

    @property
    def keymap(self) -> Keymap:
        return self._keymap

    # What the link tells

    def show_welcome(self, items: list[str]) -> None:
        known = "\n\nOr go on with: " + ", ".join(f"`{name}`" for name in items[:12]) if items else ""
        self.transcript.welcome(WELCOME + known)
        self.add_class("nothing-open")
        self.query_one(Headline).say("nothing on the table yet")
        self.composer.ask(Asking.FIRST)

    def use_keys(self, keymap: Keymap) -> None:
        self._keymap = keymap
        self.app.set_keymap(keymap.overrides)
        self.refresh_bindings()

    def show_document(self, name: str) -> None:
        self._panes.ask_for("preview")
        if not self._panes.has_all:
            self.preview.body.focus()
        self.link.show_document(name)

    def show_state(self, state: State) -> None:
        from roundtable_tui.analysis.progress import menu_now
        from roundtable_tui.ui.outline import outline

        knowledge = self.link.knowledge
        self.remove_class("nothing-open")
        self.query_one(Headline).show(state, knowledge)
        self.sidebar.show(outline(state, knowledge, self.link.voice, self._opened_phases))
        self.query_one(MenuLine).show(menu_now(state, knowledge))
        self.composer.ask(Asking.READ_ONLY if self.link.read_only else _asking(state))
        self.refresh_bindings()

    # What the user does

    @on(Composer.Submitted)
    def _submitted(self, event: Composer.Submitted) -> None:
        self._pressed_interrupt = False
        self.transcript.scroll_to_tail()
        self.preview.follow()
        self._panes.ask_for("conversation")
        self.link.submit(event.text)

    @on(Composer.StopAsked)
    def action_stop(self) -> None:
        self.link.stop()

    @on(Composer.Copied)
    def _copied(self, event: Composer.Copied) -> None:
        self.link.copy(event.text)

    @on(MenuLine.Chosen)
    def _chosen(self, event: MenuLine.Chosen) -> None:
        self.action_choose(event.command.value)

    @on(Sidebar.Selected)
    def _selected(self, event: Sidebar.Selected) -> None:
        row = event.row
        match row.kind:
            case "step":
                self.link.reopen(row.key)
            case "phase":
                self._opened_phases ^= {row.key}
                self.show_state(self.link.state)
            case "artifact":
                self.show_document(row.key)
            case "question":
                self.composer.put(f"{row.key}: ")
                self.action_write()

    @on(Preview.EditRequested)
    def _edit(self, event: Preview.EditRequested) -> None:
        self.link.edit(event.document)

    def on_changed_outside(self, event: ChangedOutside) -> None:
        self.link.changed_outside(event.path)

    def on_key(self, event: events.Key) -> None:
        """A printable key that means nothing here goes back to the composer and is typed."""
        if not isinstance(self.focused, Composer):
            self.composer.take_stray(event)

    def on_paste(self, event: events.Paste) -> None:
        if not isinstance(self.focused, Composer):
            self.composer.take_stray_paste(event)

    # Actions, by the names keys.py gives them

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state = self.link.state_or_none
        match action:
            case "choose" | "change_depth":
                can = state is not None and bool(state.current) and not state.left and not self.link.read_only
                if action == "choose" and parameters == ("c",):
                    can = can or (state is not None and state.left)
                if action == "choose" and parameters == ("s",):
                    can = can and bool(self.link.steps_left)
                return True if can else None
            case "stop":
                return True if self.composer.busy else None
            case "write":
                elsewhere = self._panes.asked_for != "conversation" and not self._panes.has_all
                return elsewhere or not self.composer.has_focus
            case "undo":
                return True if state is not None and state.user_turns and not self.link.read_only else None
            case "reopen":
                return True if state is not None and state.steps else None
            case "edit" | "source" | "changes":
                return True if self.is_mounted and self.preview.document else None
            case "search_step":
                return True if self.transcript.match_position[1] else None
        return True

    def action_choose(self, letter: str) -> None:
        self.link.choose(letter)

    def action_change_depth(self, depth: str) -> None:
        self.link.change_depth(depth)

    def action_undo(self) -> None:
        self.link.undo()

    def action_reopen(self) -> None:
        self.action_pane("sidebar")

    def action_search(self) -> None:
        self.query_one(SearchBar).open()

    def action_search_step(self, forward: int) -> None:
        view = self._searched
        view.next_match() if forward > 0 else view.previous_match()
        self.query_one(SearchBar).show_count(*view.match_position)

    @property
    def _searched(self) -> LineView:
        """The pane one is in, as far as it can be searched."""
        return self.preview.body if self.preview.has_focus_within else self.transcript

    @on(SearchBar.Searched)
    def _search(self, event: SearchBar.Searched) -> None:
        self.transcript.search(event.text)
        self.query_one(SearchBar).show_count(*self.transcript.match_position)

    @on(SearchBar.Moved)
    def _move(self, event: SearchBar.Moved) -> None:
        self.action_search_step(1 if event.forward else -1)

    @on(SearchBar.Closed)
    def _search_closed(self) -> None:
        self.transcript.clear_search()
        self.set_focus(self.composer)

    def action_turn(self, direction: int) -> None:
        self.transcript.step_turn(direction)

    def action_page(self, direction: int) -> None:
        instead = self._panes.asked_for == "preview" and not self._panes.has_all
        view = self.preview.body if instead else self.transcript
        view.action_page_on() if direction > 0 else view.action_page_back()

    def action_edge(self, direction: int) -> None:
        self.transcript.action_to_tail() if direction > 0 else self.transcript.action_to_top()

    def action_write(self) -> None:
        self._panes.ask_for("conversation")
        self.set_focus(self.composer)

    def action_pane(self, name: str) -> None:
        """Goes to a pane and shows it; asked for once more, it goes away again."""
        views: dict[str, Widget] = {"sidebar": self.sidebar, "preview": self.preview.body}
        target = views.get(name, self.transcript)
        if target.has_focus and name in views:
            self._panes.put_away(name)
            self.set_focus(self.composer)
            return
        self._panes.ask_for(name)
        target.focus()

    @on(PaneTabs.Chosen)
    def _tab_chosen(self, event: PaneTabs.Chosen) -> None:
        if event.pane == "conversation":
            self.action_write()
        elif event.pane != self._panes.asked_for:
            self.action_pane(event.pane)

    @on(LineView.NewBelow, "#transcript")
    def _came_below(self, event: LineView.NewBelow) -> None:
        self.query_one(NewBelow).show(event.count)

    @on(NewBelow.Clicked)
    def _to_what_came(self) -> None:
        self.transcript.scroll_to_tail()

    def action_source(self) -> None:
        self.preview.toggle_source()

    async def action_changes(self) -> None:
        await self.preview.toggle_changes()

    def action_edit(self) -> None:
        self.preview.request_edit()

    def action_copy(self) -> None:
        self.link.copy(self.get_selected_text() or self.transcript.last_said)

    def action_interrupt(self) -> None:
        """Copies a selection, else stops the turn, else, pressed twice, quits."""
        if selected := self.get_selected_text():
            self.link.copy(selected)
            self.clear_selection()
        elif self._pressed_interrupt:
            self.app.exit(0)
        elif self.composer.busy and self.link.state_or_none:
            self.link.stop()
        else:
            self._pressed_interrupt = True
            self.notify("Press ctrl+c once more to quit. Everything is kept.", timeout=4, markup=False)
            self.set_timer(4, self._forget_interrupt)

    def _forget_interrupt(self) -> None:
        self._pressed_interrupt = False

    def action_help(self) -> None:
        from roundtable_tui.ui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self._keymap, [self.sidebar, self.transcript, self.preview.body]))

    # For the palette

    def steps_to_reopen(self) -> Iterable[Command]:
        state = self.link.state_or_none
        for record in state.steps.values() if state else ():
            title = f"Reopen step {record.id}: {record.title}"
            yield Command(title, "Go through this step again", partial(self.link.reopen, record.id))

    def documents_to_show(self) -> Iterable[Command]:
        state = self.link.state_or_none
        for name in state.artifacts if state else ():
            yield Command(f"Show {name}", "Open this document beside the talk", partial(self.show_document, name))

    def conflicts_to_settle(self) -> Iterable[Command]:
        state = self.link.state_or_none
        for name, standing in state.conflicts.items() if state else ():
            if standing:
                title = f"Settle the conflict in {name}"
                yield Command(title, "Keep your text or take the analysis's", partial(self.link.settle, name))


def _asking(state: State) -> Asking:
    from roundtable_tui.domain.state import ForAnswer, ForDecision, ForMenu

    match state.waiting:
        case ForMenu():
            return Asking.MENU
        case ForDecision():
            return Asking.YES_OR_NO
        case ForAnswer():
            return Asking.ANSWER
    return Asking.LEFT if state.left else Asking.NOTHING
