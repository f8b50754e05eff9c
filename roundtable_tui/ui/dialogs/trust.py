"""Shows the knowledge files a project brings along, and asks once whether a model may go by them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from roundtable_tui.domain.talk.sanitize import one_line, with_the_undrawn_shown
from roundtable_tui.ui.dialogs.base import WALKING, AskingScreen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App
    from textual.binding import BindingType
    from textual.widget import Widget

    from roundtable_tui.items.trust import ProjectTrust
    from roundtable_tui.library.project_files import OwnFile, OwnFiles

_YES, _NO = "trust", "shipped"
_QUESTION = "May the model go by this project's own files?"
_WHY = (
    "This project brings knowledge files of its own. They would be part of what the model is told, so they can change "
    "what it asks and writes. Trust them if you know who wrote them. You are asked again when they change."
)


class TrustScreen(AskingScreen["bool | None"]):
    """True if the files are trusted, False if the shipped ones are to be used; None leaves it open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Not now", tooltip="Use the shipped files this time", id="trust.later"),
        Binding("pageup", "page(-1)", "Page up", tooltip="Scroll the files up a page", id="trust.page_up"),
        Binding("pagedown", "page(1)", "Page down", tooltip="Scroll the files down a page", id="trust.page_down"),
        *WALKING,
    ]
    DEFAULT_CSS = """
    TrustScreen {
        & > #asking { width: 94%; max-width: 100; max-height: 94%; }
        & #asking-about { max-height: 60vh; }
        & #asking-about > Static { margin: 0 0 1 0; }
    }
    """

    def __init__(self, own: OwnFiles) -> None:
        answers = {_NO: "Use the shipped ones instead", _YES: "Trust these files"}
        super().__init__(_QUESTION, "PgUp, PgDn scroll · Enter chooses · Esc decides later", answers)
        self.own = own

    def about(self) -> Iterable[Widget]:
        yield Static(Content(_WHY))
        if len(self.own.files) > 1:
            yield Static(Content("\n").join([_name(file) for file in self.own.files]))
        for file in self.own.files:
            yield Static(Content("\n").join([_name(file), Content(with_the_undrawn_shown(file.text))]))

    def result_of(self, answer: str) -> bool:
        return answer == _YES

    def action_page(self, pages: int) -> None:
        files = self.query_one("#asking-about", VerticalScroll)
        files.scroll_page_down() if pages > 0 else files.scroll_page_up()


def _name(file: OwnFile) -> Content:
    return Content.styled(one_line(f".roundtable/{file.name}"), "bold $accent")


async def ask_for_trust(app: App[Any], trust: ProjectTrust) -> None:
    """Remembers what the user decides; whoever leaves it open is asked the next time."""
    decided = await app.push_screen_wait(TrustScreen(trust.files))
    if decided is not None:
        await asyncio.to_thread(lambda: trust.decide(trusted=decided))
