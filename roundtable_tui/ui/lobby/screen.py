"""The lobby: what there is to go on with, and the way to something new."""

from __future__ import annotations

import asyncio
import gc
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from roundtable_tui.errors import RoundtableError, StorageError
from roundtable_tui.ui.composer.stray_keys import StrayKeys
from roundtable_tui.ui.draft_keeper import DraftKeeper
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.palette import Command
from roundtable_tui.ui.keys.screen_base import KeyedScreen
from roundtable_tui.ui.lobby.actions import ItemActions
from roundtable_tui.ui.lobby.filter_bar import FilterBar
from roundtable_tui.ui.lobby.first_run import BeginField, FirstRun
from roundtable_tui.ui.lobby.item_commands import ItemCommands
from roundtable_tui.ui.lobby.item_list import ItemHead, ItemList, ItemRow
from roundtable_tui.ui.lobby.item_preview import ItemPreview
from roundtable_tui.ui.lobby.keys import AT_ONCE, LOBBY_KEYS
from roundtable_tui.ui.new_item.form import Form
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.ui.widgets.row_list import RowList
from roundtable_tui.ui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.dom import DOMNode

    from roundtable_tui.storage.drafts import Unsent
    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.new_item.screen import NewItemScreen


class LobbyScreen(ItemCommands, KeyedScreen[None]):
    """Lists the items from their meta.json alone; a project without any gets a page to begin with."""

    KEYS = LOBBY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LOBBY_KEYS)]
    AUTO_FOCUS = ""
    CSS_PATH = "lobby.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-tight"), (110, "-roomy")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-high")]  # noqa: RUF012 (as Textual declares it)

    def __init__(self) -> None:
        super().__init__()
        self._every: list[ItemRow] = []
        self._known = False
        """Whether it is known by now if there are items."""
        self._collects = True
        """Whether keys are put aside until that is known."""
        self._filtered_by = ""
        self._typed_ahead: list[events.Key | events.Paste] = []
        self._left = Form()
        """What was written on the page for a new item, and not begun."""
        self._page: NewItemScreen | None = None
        """That page, while it is open."""
        self._draft_keeper: DraftKeeper | None = None
        self._stray_keys = StrayKeys(self, AT_ONCE, types_alone=False)

    def compose(self) -> ComposeResult:
        yield Headline()
        yield Static(id="who")
        yield Tabs({"items": "Items", "panels": "Panels"}, id="shelf-tabs")
        yield FirstRun()
        with Vertical(id="items"):
            yield FilterBar()
            rows = ItemList(id="item-list")
            yield ItemHead(rows)
            with Horizontal(id="shelf"):
                yield rows
                yield ItemPreview()
            yield Static("No item has these words. Esc shows all of them again.", id="nothing")
            yield Static(id="about")
        yield Static(id="told")
        yield KeyBar()

    # The pieces

    @cached_property
    def item_actions(self) -> ItemActions:
        return ItemActions(self)

    @property
    def items(self) -> ItemList:
        return self.query_one(ItemList)

    @property
    def filter(self) -> FilterBar:
        return self.query_one(FilterBar)

    @property
    def first_run(self) -> FirstRun:
        return self.query_one(FirstRun)

    @property
    def begin_field(self) -> BeginField:
        return self.first_run.field

    # What there is

    def on_mount(self) -> None:
        self.query_one(Headline).say("opening the door …")
        self.watch(self.app, "app_focus", self._window_came_back, init=False)

    def _window_came_back(self, focused: bool) -> None:
        """Whoever was in another window may have changed something there."""
        if focused and self.is_current:
            self.action_refresh_list()

    def on_screen_resume(self) -> None:
        self.action_refresh_list()

    def action_refresh_list(self) -> None:
        self.run_worker(self.load(), group="listing", exclusive=True)

    async def load(self) -> None:
        """Shows the first items as soon as they are read; a list that is there already changes only once."""
        from roundtable_tui.ui.lobby.item_rows import next_rows

        try:
            shelf = await self.program.shelf()
            await self._take_up_words(shelf.unsent)
            rows: list[ItemRow] = []
            parts, now = shelf.items(), shelf.clock()
            while part := await asyncio.to_thread(next_rows, parts, now):
                rows += part
                if len(rows) > len(self._every):
                    self._take(list(rows))
            self._take(rows)
            self._offer_to_go_on(await asyncio.to_thread(shelf.open_at_the_crash))
            self.item_actions.trash = await asyncio.to_thread(shelf.trash)
            self.set_class(await asyncio.to_thread(shelf.has_panels), "-panels")
            services = await self.program.services()
        except RoundtableError as error:
            self._known, self._collects = True, False
            self.fail(error)
            return
        finally:
            if not gc.isenabled():
                gc.freeze()  # what is loaded by now stays, so the collector need never look at it
                gc.enable()
        self.query_one("#who", Static).update(Content(services.voices.sentence))
        self.query_one(ItemPreview).read_from_now_on()
        self.refresh_bindings()

    async def _take_up_words(self, store: Unsent) -> None:
        """What was written for a new item and not begun; where that cannot be read, the items show all the same."""
        if self._draft_keeper:
            return
        try:
            self._left = Form.of(await asyncio.to_thread(store.read))
        except StorageError as error:
            self.fail(error)
            return
        self._draft_keeper = DraftKeeper(self, store, lambda: self._unsent.texts())

    def _offer_to_go_on(self, slug: str) -> None:
        if slug and self.select(slug):
            key = self.key_for("lobby.open", outside=False)
            self.say(f"The program ended unexpectedly. What you sent is saved: {key} goes on with the marked item.")

    def select(self, slug: str) -> bool:
        """Puts the cursor on this item; False if it is not listed."""
        return self.items.go_to(slug)

    def drop(self, slug: str) -> None:
        self._take([row for row in self._every if row.key != slug])

    def _take(self, rows: list[ItemRow]) -> None:
        first, self._known = not self._known, True
        self._every = rows
        self.set_class(bool(rows), "-listed")
        self.set_class(not rows, "-empty")
        self._show_rows()
        self.first_run.show_ways(self.key_for("lobby.new", outside=False), self.key_for("app.help", outside=False))
        if first or self.focused is None or bool(rows) == isinstance(self.focused, BeginField):
            self.set_focus(self.items if rows else self.begin_field)
        if first:
            self._tell_what_is_left()
            self.program.keys_in_order.hold()
            self.call_later(self._replay)

    @property
    def _unsent(self) -> Form:
        """What was written for a new item, wherever it stands."""
        form = self._page.form if self._page and self._page.is_attached else self._left
        return form if form.is_written else Form(self.begin_field.value)

    def keep_words(self) -> None:
        if self._draft_keeper:
            self._draft_keeper.keep_now()

    def _tell_what_is_left(self) -> None:
        if not self._left.is_written:
            return
        if self._left.is_a_line and not self._every:
            self.begin_field.put(self._left.description)
            self._left = Form()
        else:
            key = self.key_for("lobby.new", outside=bool(self._every))
            self.say(f"What you wrote for a new item is kept. {key} goes on with it.")

    @on(FilterBar.Changed)
    def _show_rows(self) -> None:
        from roundtable_tui.ui.lobby.item_rows import matching

        self._filtered_by = self.filter.words
        shown = matching(self._every, self._filtered_by)
        self.items.show_items(shown, self._every)
        self.query_one(ItemHead).refresh()
        self.query_one("#nothing").set_class(bool(self._every) and not shown, "-on")
        self.filter.show_count(len(shown), len(self._every))
        count = len(self._every)
        where = self.program.request.folder.absolute().name
        self.query_one(Headline).say(where, *([f"{count:,} item{'' if count == 1 else 's'}"] if count else []))
        self._show_about()

    @on(RowList.Highlighted)
    @on(ItemList.Fitted)
    def _show_about(self) -> None:
        row = self.items.cursor
        words = [row.about] if row else []
        if row and not self.items.columns.has_words:
            words.insert(0, f"{row.mark} {row.status}")
        self.query_one("#about", Static).update(Content("  ·  ".join(words)))
        self.query_one(ItemPreview).show_item(row.key if row else "")
        self.refresh_bindings()

    # What is typed before it is known what it is for

    def on_key(self, event: events.Key) -> None:
        if self._collects:
            event.stop()
            event.prevent_default()
            self._typed_ahead.append(events.Key(event.key, event.character))
        elif self.focused is self.items or self.focused is None:
            self._stray_keys.take(event, self.program.pace, self)

    def on_paste(self, event: events.Paste) -> None:
        if self._collects:
            self._typed_ahead.append(events.Paste(event.text))

    def _replay(self) -> None:
        self._collects = False
        self.program.keys_in_order.go_on(self._typed_ahead)
        self._typed_ahead.clear()

    # What the user does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 (Textual's)
        """What makes no sense without items is not even named; what cannot be done with this one is grey."""
        row = self.items.cursor if self.is_mounted else None
        filtering = self.is_mounted and self.filter.field.has_focus
        can: object = not self.item_actions.busy
        match action:
            case "filter":
                return bool(self._every) and not filtering
            case "back":
                return self.is_mounted and self.filter.is_in_use
            case "undo":
                return bool(can and self.item_actions.trash)
            case "trash" if filtering:
                return False
            case "again":
                can = can and row and row.finished
            case "open" | "review" | "history" | "trash" | "overview" | "rename":
                can = can and row
            case "new":
                return True if can else None
            case _:
                return True
        return (True if can else None) if self._every else False

    def _catch_up(self) -> None:
        """Keys act at once, but the field tells of its words later: what is chosen must be of those already typed."""
        if self.filter.words != self._filtered_by:
            self._show_rows()

    @on(RowList.Selected)
    def action_open(self) -> None:
        self._catch_up()
        if row := self.items.cursor:
            self.set_focus(self.items)  # whoever comes back finds the keys at work, not the filter
            self.item_actions.open(row, self.program.open_item)

    def open_at(self, slug: str, turn: int) -> None:
        """Opens an item where something was said, for somebody who comes from its review or history."""
        if self.select(slug) and (row := self.items.cursor):
            self.item_actions.open(row, partial(self.program.open_item, turn=turn))

    def action_new(self) -> None:
        """To the page with everything there is to choose; what was left there is there again."""
        field = self.begin_field
        if field.value and not self._left.is_written:
            self._left = replace(self._left, description=field.value)
            field.value = ""
        self._to_new_item(self._left)

    def take_typed(self, text: str) -> None:
        """A sentence typed in the list says what to begin."""
        written = self._left.description
        self._to_new_item(replace(self._left, description=f"{written}\n{text}" if written.strip() else text))

    def _to_new_item(self, form: Form) -> None:
        from roundtable_tui.ui.new_item.screen import NewItemScreen

        def keep(left: Form | None) -> None:
            self._left = left or Form()
            self._page = None
            self._tell_what_is_left()

        self.say("")
        self._left = Form()
        taken = [row.key for row in self._every]
        self._page = NewItemScreen(form, self.program.request.folder, taken)
        self.app.push_screen(self._page, keep)

    @on(BeginField.PastedLines)
    def _pasted_lines(self, event: BeginField.PastedLines) -> None:
        self._to_new_item(replace(self._left, description=event.text))

    @on(BeginField.Begun)
    def _begin(self, event: BeginField.Begun) -> None:
        self.item_actions.begin(event.words)

    def action_panels(self) -> None:
        self.run_guarded(self.program.open_panels(), "choosing")

    @on(Tabs.Chosen)
    def _tab_chosen(self, event: Tabs.Chosen) -> None:
        if event.key == "panels":
            self.action_panels()

    def action_filter(self) -> None:
        self.filter.open()

    def action_move(self, by: int) -> None:
        self._catch_up()
        self.items.action_move(by)

    def action_page(self, pages: int) -> None:
        self.items.action_page(pages)

    def action_back(self) -> None:
        """Out of the filter, to all items."""
        self.set_focus(self.items)
        self.filter.clear()
        self._show_rows()

    # For help and palette

    @property
    def keys(self) -> tuple[Key, ...]:
        """Without items only what works without them."""
        if self._every:
            return super().keys
        begin = replace(self.keymap["lobby.open"], label="Begin", tooltip="Begin with these words")
        return (begin, *(key for key in super().keys if self.check_action(key.action, ())))

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        return (self.items, self.filter.field) if self._every else (self.begin_field,)

    def more_commands(self) -> Iterable[Command]:
        if row := self.items.cursor:
            title = f"Write the page for people who decide: {row.key}"
            write = partial(self.item_actions.write_page, row)
            yield Command(title, "One file for any browser: report.html beside the documents", write)
        for trashed in self.item_actions.trash:
            when = f"Deleted {trashed.at.astimezone():%Y-%m-%d %H:%M}"
            yield Command(f"Restore from the trash: {trashed.slug}", when, partial(self.item_actions.restore, trashed))

    # What is told at the foot

    def fail(self, error: Exception) -> None:
        self.say(f"! {error}", wrong=True)

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        told = self.query_one("#told", Static)
        told.update(Content(sentence))
        told.set_class(wrong, "-wrong")
        told.display = bool(sentence)
