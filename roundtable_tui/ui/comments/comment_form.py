"""Where a comment is written: what it is on, what it wants, and the words; what is left here is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

_QUOTED = 5
"""Lines of what it is on that are shown."""
_ELSEWHERE = ("writing.send", "writing.leave", "writing.complete")
_GROUP = Binding.Group("Comment")
_ASKS = {
    CommentSort.CHANGE: "What should change here?",
    CommentSort.QUESTION: "What do you want to know?",
    CommentSort.OBJECTION: "What speaks against it?",
}
_SORTS = {
    CommentSort.CHANGE: ("f5", "F5 Change"),
    CommentSort.QUESTION: ("f6", "F6 Question"),
    CommentSort.OBJECTION: ("f7", "F7 Objection"),
}


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, action, tooltip, show=False, tooltip=tooltip, id=f"comment.{name}", group=_GROUP)


class Draft(Struct, frozen=True):
    """What is being written."""

    sort: CommentSort = CommentSort.CHANGE
    text: str = ""


class CommentText(Composer, inherit_bindings=False):
    """Its keys act in the order typed: Enter keeps the comment, Tab says what it wants."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(key for key in WRITING_KEYS if key.id not in _ELSEWHERE),
        _bound("keep", "enter", "send", "Keep the comment"),
        _bound("leave", "escape", "leave", "Leave it; what you wrote stands here the next time"),
        _bound("sort", "tab", "turn(1)", "Change, question or objection"),
        _bound("sort_back", "shift+tab", "turn(-1)", "The one before"),
        *(_bound(sort, key, f"sort('{sort}')", f"What it wants: {sort}") for sort, (key, _) in _SORTS.items()),
    ]
    DEFAULT_CSS = """
    CommentText { border: none; min-height: 3; max-height: 10; padding: 0; background: $surface; }
    CommentText:focus { border: none; }
    """

    def __init__(self, form: CommentScreen) -> None:
        super().__init__()
        self._form = form

    def fill(self, text: str) -> None:
        self._fill(text)

    def show_what_is_asked(self) -> None:
        """In the empty field."""
        self.placeholder = Content(self._form.asks)

    def _show_title(self) -> None:
        self.show_what_is_asked()

    def action_send(self) -> None:
        self._form.keep()

    def action_leave(self) -> None:
        self._form.leave()

    def action_turn(self, by: int) -> None:
        self._form.turn(by)

    def action_sort(self, sort: str) -> None:
        self._form.choose(CommentSort(sort))

    def action_earlier(self) -> None:
        self.action_cursor_up()

    def action_later(self) -> None:
        self.action_cursor_down()


class SortLine(Widget):
    """What the comment wants; the chosen one stands in brackets."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"sorts--chosen", "sorts--other"}
    DEFAULT_CSS = """
    SortLine {
        height: 1; margin: 0 0 1 0;
        & > .sorts--chosen { color: $accent; text-style: bold; }
        & > .sorts--other { color: $muted; }
    }
    """
    chosen = CommentSort.CHANGE

    def render(self) -> Content:
        chosen, other = map(self.get_visual_style, ("sorts--chosen", "sorts--other"))
        drawn = [
            Content.styled(f"[{words}]", chosen) if sort is self.chosen else Content.styled(f" {words} ", other)
            for sort, (_, words) in _SORTS.items()
        ]
        return Content(" ").join(drawn)

    def on_click(self, event: events.Click) -> None:
        place, at = event.get_content_offset(self), 0
        for sort, (_, words) in _SORTS.items():
            if place and at <= place.x < at + len(words) + 2 and isinstance(self.screen, CommentScreen):
                self.screen.choose(sort)
            at += len(words) + 3


class CommentScreen(ModalScreen["Draft | None"]):
    """Dismissed with what was written, or with None; `leaves` is told what was left without keeping it."""

    DEFAULT_CSS = """
    CommentScreen {
        align: center middle;
        & > #comment-box { width: 92%; max-width: 84; height: auto; max-height: 92%; background: $surface; }
        & > #comment-box { border: round $accent; padding: 0 1; }
        & #comment-on { height: auto; color: $text-muted; margin: 0 0 1 0; }
        & #comment-on { border-left: heavy $border; padding: 0 0 0 1; }
        & #comment-problem { height: auto; color: $error; text-style: bold; display: none; }
    }
    """

    def __init__(
        self,
        title: str,
        quote: Sequence[str],
        draft: Draft,
        leaves: Callable[[Draft], None],
        *,
        asks: str = "",
    ) -> None:
        """With `asks` only that is asked, and not what the comment wants."""
        super().__init__()
        self._title, self._quote, self._draft, self._leaves = title, quote, draft, leaves
        self._asks, self._sorts = asks, not asks
        self.text = CommentText(self)
        self.sort_line = SortLine()
        self.sort_line.chosen = draft.sort

    def compose(self) -> ComposeResult:
        with Vertical(id="comment-box") as box:
            box.border_title = Content(self._title)
            sorts = "Tab what it wants · " if self._sorts else ""
            box.border_subtitle = f"{sorts}ctrl+j new line · Enter keeps it · Esc leaves"
            if self._quote:
                more = len(self._quote) - _QUOTED
                lines = [*map(neutral, self._quote[:_QUOTED]), *([f"… {more} more"] if more > 0 else [])]
                yield Static(Content("\n".join(lines)), id="comment-on")
            if self._sorts:
                yield self.sort_line
            yield self.text
            yield Static(id="comment-problem")

    def on_mount(self) -> None:
        self.text.fill(self._draft.text)
        self.set_focus(self.text)  # at once: what is typed next is meant for it

    @property
    def asks(self) -> str:
        return self._asks or _ASKS[self.sort_line.chosen]

    @property
    def draft(self) -> Draft:
        return Draft(self.sort_line.chosen, self.text.words)

    def turn(self, by: int) -> None:
        known = list(CommentSort)
        self.choose(known[(known.index(self.sort_line.chosen) + by) % len(known)])

    def choose(self, sort: CommentSort) -> None:
        if self._sorts:
            self.sort_line.chosen = sort
            self.sort_line.refresh()
            self.text.show_what_is_asked()

    def keep(self) -> None:
        if self.draft.text.strip():
            self._leaves(Draft())
            self.dismiss(self.draft)
            return
        problem = self.query_one("#comment-problem", Static)
        problem.update("There is nothing in it yet. Write it, or leave with Esc.")
        problem.display = True

    def leave(self) -> None:
        self._leaves(self.draft)
        self.dismiss(None)
