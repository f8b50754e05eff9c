"""Shows the knowledge files a project brings along, and asks once whether a model may go by them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from roundtable_tui.domain.text import one_line

if TYPE_CHECKING:
    from textual.app import App, ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.analysis.trust import ProjectTrust
    from roundtable_tui.library.own_files import OwnFile, OwnFiles

_MOST_LINES = 200
_YES, _NO = "trust", "shipped"
_QUESTION = "May the model go by this project's own files?"
_WHY = (
    "This project brings knowledge files of its own. They would be part of what the model is told, so they can change "
    "what it asks and writes. Trust them if you know who wrote them. You are asked again when they change."
)


class TrustScreen(ModalScreen["bool | None"]):
    """True if the files are trusted, False if the shipped ones are to be used; None leaves it open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Not now", tooltip="Use the shipped files this time", id="trust.later"),
        Binding("pageup", "page(-1)", "Page up", tooltip="Scroll the files up a page", id="trust.page_up"),
        Binding("pagedown", "page(1)", "Page down", tooltip="Scroll the files down a page", id="trust.page_down"),
    ]
    DEFAULT_CSS = """
    TrustScreen {
        align: center middle;
        & > #trust-box { width: 94%; max-width: 100; height: auto; max-height: 94%; }
        & > #trust-box { background: $surface; border: round $accent; padding: 0 1; }
        & #trust-files { height: auto; max-height: 55vh; margin: 1 0; scrollbar-size-vertical: 1; }
        & .trust-file { margin: 0 0 1 0; }
        & #trust-choices { height: auto; border: none; background: $surface; padding: 0; }
        & #trust-choices:focus { border: none; background-tint: $surface 0%; }
        & #trust-choices > .option-list--option-highlighted { background: $accent; color: $background; }
    }
    """

    def __init__(self, own: OwnFiles) -> None:
        super().__init__()
        self.own = own

    def compose(self) -> ComposeResult:
        with Vertical(id="trust-box") as box:
            box.border_title = Content(_QUESTION)
            box.border_subtitle = "PgUp, PgDn scroll · Enter chooses · Esc decides later"
            yield Static(Content(_WHY))
            with VerticalScroll(id="trust-files", can_focus=False):
                yield Static(Content("\n").join([_name(file) for file in self.own.files]), classes="trust-file")
                for file in self.own.files:
                    yield Static(Content("\n").join([_name(file), *_lines(file)]), classes="trust-file")
            yield OptionList(
                Option(Content("Use the shipped ones instead"), id=_NO),
                Option(Content("Trust these files"), id=_YES),
                id="trust-choices",
            )

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id == _YES)

    def action_page(self, pages: int) -> None:
        files = self.query_one("#trust-files", VerticalScroll)
        files.scroll_page_down() if pages > 0 else files.scroll_page_up()


def _name(file: OwnFile) -> Content:
    return Content.styled(one_line(f".roundtable/{file.name}"), "bold $accent")


def _lines(file: OwnFile) -> list[Content]:
    lines = file.text.splitlines()
    shown = [Content(line) for line in lines[:_MOST_LINES]]
    more = len(lines) - _MOST_LINES
    return [*shown, Content.styled(f"… and {more:,} more lines", "italic")] if more > 0 else shown


async def ask_for_trust(app: App[int], trust: ProjectTrust) -> None:
    """Remembers what the user decides; whoever leaves it open is asked the next time."""
    decided = await app.push_screen_wait(TrustScreen(trust.files))
    if decided is not None:
        await asyncio.to_thread(lambda: trust.decide(trusted=decided))
