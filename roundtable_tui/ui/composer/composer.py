"""Where the user writes: never locked, keys in the order typed, and nothing typed is ever lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.actions import SkipAction
from textual.content import Content
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Location, Selection

from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.composer.completing import Completing
from roundtable_tui.ui.composer.input_history import InputHistory
from roundtable_tui.ui.composer.paste_marks import PasteMarks
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import bindings, character_of, display, easiest
from roundtable_tui.ui.textual_internals import type_into
from roundtable_tui.ui.widgets.ordered_keys import OwnKeys, typed_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual import events
    from textual.binding import BindingType

    from roundtable_tui.ui.composer.suggestions import Offers, Suggestion

_HINTS = {"pane.write": "writes on", "app.help": "lists the keys"}


class _Words(Message):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Composer(TextArea, inherit_bindings=False):
    """A field that grows with what is written, keeps what waits its turn, and recalls what was sent."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(WRITING_KEYS)]
    BINDING_GROUP_TITLE = "Writing"
    DEFAULT_CSS = """
    Composer {
        height: auto;
        max-height: 9;
        border: none;
        border-top: solid $border-blurred;
        border-title-color: $text-muted;
        padding: 0 1;
        scrollbar-size-vertical: 1;
        background: $background;
        &:focus { border: none; border-top: heavy $accent; border-title-color: $accent; }
        & > .text-area--placeholder { color: $text-muted; }
    }
    """

    class Submitted(_Words):
        """Something to be said now; the composer takes its turn to be under way until `turn_ended`."""

    class QueueChanged(Message):
        """What waits for the turn under way to end."""

        def __init__(self, waiting: tuple[str, ...]) -> None:
            super().__init__()
            self.waiting = waiting

    class TakenBack(_Words):
        """What waited is in the composer again, and will not be sent."""

    class Suggested(Message):
        """What the word being written could become; `at` is the one that is marked."""

        def __init__(self, suggestions: Sequence[Suggestion], at: int, waiting: str) -> None:
            super().__init__()
            self.suggestions, self.at, self.waiting = suggestions, at, waiting

    class StopAsked(Message):
        """Esc was pressed while a turn is under way."""

    class Left(Message):
        """The composer gave up the focus; keys are commands now."""

    class Copied(_Words):
        """The selection is to go to the clipboard."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        self._paste_marks = PasteMarks()
        self._input_history = InputHistory()
        self._queue: list[str] = []
        self._under_way = ""
        self.keeps: Callable[[], None] | None = lambda: None
        """Puts what waits on disk, before anybody is told that it waits; None until it is known how."""
        self._busy = self._stop_asked = self._left = False
        self._asking = Asking.ANSWER
        self.says_while_busy: str = Asking.LATER
        super().__init__(id=id, highlight_cursor_line=False, placeholder=Content(Asking.ANSWER))
        self._own_keys = OwnKeys(self)
        self._completing = Completing(self, self._suggest)
        self.cursor_blink = self.match_cursor_bracket = False
        self.border_title = self._asking.enter

    def on_mount(self) -> None:
        self._own_keys.watch()
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    # What the screen says to it

    @property
    def words(self) -> str:
        """Everything written, with pastes in full."""
        return self._paste_marks.whole(self.text)

    @property
    def unheard(self) -> dict[str, str]:
        """Everything written that may not have been heard: what is being said, what waits, what stands here."""
        texts = (self._under_way, *self._queue, self.words)
        return {str(number): text for number, text in enumerate(filter(str.strip, texts), 1)}

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(self._queue)

    @property
    def busy(self) -> bool:
        return self._busy

    @property
    def sent(self) -> tuple[str, ...]:
        return self._input_history.entries

    def load_sent(self, entries: Iterable[str]) -> None:
        """What was sent before in this item, the oldest first."""
        self._input_history.load(entries)

    def ask(self, asking: Asking) -> None:
        self._asking = asking
        self._show_title()

    def complete_with(self, offers: Offers) -> None:
        """From now on commands and names are completed as they are written."""
        self._completing.offers = offers

    def put(self, text: str) -> None:
        """Fills the composer; what is already written there goes below, so that nothing is lost."""
        written = self.words
        self._fill(f"{text}\n{written}" if written.strip() and written != text else text)

    def take_away(self, text: str) -> None:
        """Empties the composer if it holds just these words."""
        if self.words == text:
            self._fill("")

    def turn_began(self) -> None:
        """From now on what is sent waits."""
        self._busy, self._stop_asked = True, False
        self._show_title()

    def turn_ended(self, *, go_on: bool = True) -> None:
        """Words that were not heard come back; else sends what waited first, unless it is not to go on."""
        self._busy = self._stop_asked = False
        if self._under_way:
            self.give_back(self._under_way)
        elif go_on and self._queue:
            self._send(self._queue.pop(0))
            self.tell_queue()
        self._show_title()

    def heard(self, words: str) -> None:
        """What is being said is safe, if it was these words; it need not be kept here any more."""
        if words == self._under_way:
            self._under_way = ""

    def give_back(self, words: str) -> None:
        """What was said is in the composer again, to be sent once more."""
        self.heard(words)
        self.put(words)

    def take_back(self) -> None:
        """What was to be sent last is in the composer again."""
        if self._queue:
            text = self._queue.pop()
            self.put(text)
            self.tell_queue()
            self.post_message(self.TakenBack(text))

    def take_stray_paste(self, event: events.Paste) -> None:
        """Takes a paste that nobody else had a use for."""
        event.stop()
        self._insert(event.text)
        self.screen.set_focus(self)

    def take_typed(self, text: str) -> None:
        """Types what was typed elsewhere; the writer is back with it."""
        self._type(text)
        if self.screen.focused is not self:
            self._left = False
            self.screen.set_focus(self)  # at once: `focus` comes later than the next letter

    # Keys

    async def on_key(self, event: events.Key) -> None:
        event.prevent_default()
        if self._left:
            return
        if text := typed_text(event):
            event.stop()
            if not await self._asks_for_help(text):
                self._type(text)
        elif event.key == "shift+\r" or await self._own_keys.act(event):
            if event.key == "shift+\r":
                self.action_new_line()
            event.stop()

    async def _asks_for_help(self, text: str) -> bool:
        """No answer begins with a question mark: whoever types one first wants to know what there is to press."""
        return text == "?" and not self.text and await self.app.run_action("screen.help", self)

    async def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        self._insert(event.text)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return super().check_consume_key(key, character or character_of(key))

    def _type(self, text: str) -> None:
        type_into(self, text)

    def _insert(self, text: str) -> None:
        from roundtable_tui.domain.talk.sanitize import neutral

        self._type(self._paste_marks.shortened(neutral(text)))

    def action_new_line(self) -> None:
        self._type("\n")

    async def action_complete(self) -> None:
        if not await self._completing.complete():
            raise SkipAction

    def action_send(self) -> None:
        if self._completing.takes_enter:
            self._completing.take_marked()
            return
        text = self.words
        if not text.strip():
            if not self._busy and self._queue:
                self.turn_ended()
            return
        self._input_history.remember(text)
        self._fill("")
        if self._busy:
            self._queue.append(text)
            self.tell_queue()
        else:
            self._send(text)

    def action_leave(self) -> None:
        if self._completing.is_open:
            self._completing.close()
            return
        if self._busy and not self._stop_asked:
            self._stop_asked = True
            self.post_message(self.StopAsked())
            return
        self._left = True
        self.screen.set_focus(None)
        self.post_message(self.Left())

    def action_earlier(self) -> None:
        if self._completing.is_open:
            self._completing.move(-1)
            return
        if self._input_history.shown != self.words and not self.navigator.is_first_wrapped_line(self.cursor_location):
            self.action_cursor_up()
        elif self._queue and not self.text:
            self.take_back()
        elif (recalled := self._input_history.earlier(self.words)) is not None:
            self._fill(recalled)
        else:
            self.action_cursor_up()

    def action_later(self) -> None:
        if self._completing.is_open:
            self._completing.move(1)
            return
        if self._input_history.shown == self.words and (recalled := self._input_history.later()) is not None:
            self._fill(recalled)
        else:
            self.action_cursor_down()

    def action_copy(self) -> None:
        if not self.selected_text:
            raise SkipAction
        self.post_message(self.Copied(self._paste_marks.whole(self.selected_text)))

    def action_cut(self) -> None:
        self.action_copy()
        self._type("")

    def action_paste(self) -> None:
        self._insert(self.app.clipboard)

    # Completing

    @property
    def before_cursor(self) -> str:
        row, column = self.cursor_location
        return self.document.get_line(row)[:column]

    def write_over(self, start: int, text: str) -> None:
        row, _ = self.cursor_location
        self.selection = Selection((row, start), self.cursor_location)
        self._type(text)

    def take_suggestion(self, suggestion: Suggestion) -> None:
        self._completing.take(suggestion)

    def _suggest(self, suggestions: Sequence[Suggestion], at: int, waiting: str) -> None:
        self.post_message(self.Suggested(suggestions, at, waiting))

    # Inside

    def _send(self, text: str) -> None:
        self._under_way = text
        self.turn_began()
        self.post_message(self.Submitted(text))

    def _fill(self, text: str) -> None:
        self._paste_marks.clear()
        self.load_text(self._paste_marks.shortened(text))
        self.move_cursor(self.document.end)

    def tell_queue(self) -> None:
        if self.keeps:
            self.keeps()
            self.post_message(self.QueueChanged(self.waiting))

    def _show_title(self) -> None:
        """What Enter does, and in the empty field what to write; where letters are commands, that."""
        self.placeholder = Content(self.says_while_busy if self._busy else self._asking)
        elsewhere = self.screen.focused if self.is_attached else None
        if elsewhere is self or self._asking is Asking.READ_ONLY or not self.is_attached:
            self.border_title = (Asking.LATER if self._busy else self._asking).enter
        elif elsewhere and elsewhere.check_consume_key("a", "a"):
            self.border_title = self._asking.enter  # what is typed goes into another field
        else:
            best = easiest(self.screen.active_bindings)
            hints = [f"{display(best[known][0])} {hint}" for known, hint in _HINTS.items() if known in best]
            self.border_title = "  ".join(("Keys are commands now", *hints))
            self.placeholder = ""

    def _focus_moved(self) -> None:
        """Also between two others: in the one letters are commands, in the other they are typed."""
        self.call_next(self._show_title)  # which keys there are is known once the focus has gone

    def on_focus(self, _: events.Focus) -> None:
        self._left = False
        self._show_title()

    def on_blur(self, _: events.Blur) -> None:
        self._completing.hide()

    def edit(self, edit: Edit) -> EditResult:
        """Every change comes through here: the mark of a paste is changed as a whole or not at all."""
        top, bottom = sorted((edit.from_location, edit.to_location))
        if top == bottom:
            top = bottom = self._outside_marks(top, after=True)
        else:
            top, bottom = self._outside_marks(top, after=False), self._outside_marks(bottom, after=True)
        if (top, bottom) != tuple(sorted((edit.from_location, edit.to_location))):
            edit = replace(edit, from_location=top, to_location=bottom)
        return super().edit(edit)

    def validate_selection(self, selection: Selection) -> Selection:
        """The cursor steps over the mark of a paste."""
        after = selection.end > self.selection.end
        return Selection(*(self._outside_marks(place, after=after) for place in selection))

    def _outside_marks(self, place: Location, *, after: bool) -> Location:
        row, column = place
        spans = self._paste_marks.spans(self.document.get_line(row))
        inside = (end if after else start for start, end in spans if start < column < end)
        return row, next(inside, column)

    @on(TextArea.Changed)
    @on(TextArea.SelectionChanged)
    def _keep_to_itself(self, event: Message) -> None:
        event.stop()
        if self._completing.has_work:
            self._look_for_more()

    @work(group="completing", exclusive=True)
    async def _look_for_more(self) -> None:
        await self._completing.look()
