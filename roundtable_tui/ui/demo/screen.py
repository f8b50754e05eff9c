"""The table while a recording plays, and the page that says that it has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from roundtable_tui.ui.demo.bar import DemoBar, WatchersKeys
from roundtable_tui.ui.demo.keys import DEMO_KEYS, LOOKING
from roundtable_tui.ui.table.screen import TableScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.open_request import OpenRequest
    from roundtable_tui.ui.widgets.keybar import KeyBar


class DemoTable(TableScreen):
    """The real table under a line that says that nobody sits at it."""

    def __init__(self, request: OpenRequest, speed: float, title: str = "") -> None:
        """`title` says what was recorded."""
        super().__init__(request)
        self.bar = DemoBar(speed, title)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What works for somebody who watches."""
        return (*DEMO_KEYS, *(key for key in super().keys if key.id in LOOKING))

    def key_bar(self) -> KeyBar:
        return WatchersKeys()

    def on_mount(self) -> None:
        self.now_line.can_be_stopped = False
        self.composer.says_while_busy = ""

    def show_ending(self) -> None:
        """The recording goes on by itself, to a page of its own."""

    def compose(self) -> ComposeResult:
        yield self.bar
        yield from super().compose()


class EndScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q,space,ctrl+c", "app.quit", "Leave", tooltip="Leave the demo", id="demo.leave"),
    ]
    DEFAULT_CSS = """
    EndScreen {
        align: center middle;
        & > #end-box { width: 46; max-width: 94%; height: auto; background: $surface; padding: 1 2; }
        & > #end-box { border: round $accent; }
        & #end-words { width: 1fr; height: auto; text-align: center; }
    }
    """

    def compose(self) -> ComposeResult:
        words = Content("\n").join(
            (
                Content.styled("That was a recording.", "bold"),
                Content("Nothing of it stays on your disk."),
                Content(""),
                Content("Start your own, in a project's folder:"),
                Content.styled("roundtable-tui", "bold $accent"),
            )
        )
        with Vertical(id="end-box") as box:
            box.border_subtitle = "Enter leaves"
            yield Static(words, id="end-words")
