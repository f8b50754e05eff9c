"""One page about an item over whatever shows: what was made, what is still assumed and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen

from roundtable_tui.ui.composer.stray_keys import StrayKeys
from roundtable_tui.ui.composer.typing_pace import TypingPace
from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.overview.page_view import PageView

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.ui.composer.stray_keys import Writes


class OverviewScreen(ModalScreen[str]):
    """The name of the document that was chosen; empty if it was only read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "walk(1)", "Next document", tooltip="Choose the next document", id="overview.next"),
        Binding(
            "shift+tab", "walk(-1)", "Previous document", tooltip="Choose the document before", id="overview.previous"
        ),
        Binding("enter", "open", "Open", tooltip="Open the document that is chosen", id="overview.open"),
        Binding("escape,q,m,W", "leave", "Close", tooltip="Back to where you were", id="overview.leave"),
    ]
    DEFAULT_CSS = """
    OverviewScreen {
        align: center middle;
        & > #overview { width: 92%; max-width: 96; height: auto; max-height: 92%; }
        & > #overview { background: $surface; border: round $accent; padding: 0 1; }
        & LineView { height: 36; max-height: 84vh; background: $surface; }
    }
    """

    def __init__(self, page: str, title: str = "Where it stands", writer: Writes | None = None) -> None:
        """Words that are typed here go to the `writer` below, and the page makes way for them."""
        super().__init__()
        self.page = page
        self._writer = writer
        self._pace, self._stray_keys = TypingPace(), StrayKeys(self, ())
        self._title = title

    def compose(self) -> ComposeResult:
        with Vertical(id="overview") as box:
            box.border_title = self._title
            box.border_subtitle = "Tab chooses a document · Enter opens it · Esc closes"
            yield PageView()

    def on_mount(self) -> None:
        view = self.query_one(LineView)
        view.append(Block("page", self.page, gap=0))
        view.focus()
        self.call_after_refresh(view.jump_to, "page")

    def on_line_view_link_clicked(self, event: LineView.LinkClicked) -> None:
        event.stop()
        self.dismiss(event.target)

    def on_key(self, event: events.Key) -> None:
        if self._writer:
            self._pace.note(event)
            self._stray_keys.take(event, self._pace, self)

    def take_typed(self, text: str) -> None:
        self.dismiss("")
        if self._writer:
            self._writer.take_typed(text)

    def action_walk(self, by: int) -> None:
        self.query_one(LineView).step_link(by)

    def action_open(self) -> None:
        """What is chosen; without a choice there is nothing more to do here."""
        self.dismiss(self.query_one(LineView).marked_link)

    def action_leave(self) -> None:
        self.dismiss("")
