"""Reads the documents a panel wrote, over whatever shows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.ui.documents.passages import LARGEST, carried_on, passages
from roundtable_tui.ui.documents.view import DocumentView

if TYPE_CHECKING:
    from textual.app import App, ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.items.project import Project


class OutcomeScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,d", "dismiss", "Close", tooltip="Back to the panel", id="outcome.close"),
    ]
    DEFAULT_CSS = """
    OutcomeScreen {
        align: center middle;
        & > #outcome { width: 94%; max-width: 110; height: 94%; background: $surface; }
        & > #outcome { border: round $accent; padding: 0 1; }
        & DocumentView { height: 1fr; background: $surface; }
    }
    """

    def __init__(self, name: str, data: bytes) -> None:
        super().__init__()
        self._file = name
        self._data = data

    def compose(self) -> ComposeResult:
        with Vertical(id="outcome") as box:
            box.border_title = Content(one_line(self._file, 90))
            box.border_subtitle = "Esc closes"
            yield DocumentView()

    def on_mount(self) -> None:
        view = self.query_one(DocumentView)
        view.show(carried_on(passages(self._file, self._data), ()), "")
        view.focus()
        self.call_after_refresh(view.to_top)


async def read_documents(app: App[Any], project: Project, files: tuple[str, ...]) -> None:
    """The one there is, or one after another until nobody chooses any more."""
    from roundtable_tui.ui.dialogs.choice import PickEntryScreen

    while files:
        name = files[0]
        if len(files) > 1:
            name = await app.push_screen_wait(PickEntryScreen("What the panel wrote", {file: file for file in files}))
            if not name:
                return
        path = project.paths.contained(project.paths.root, name)
        data = await asyncio.to_thread(project.disk.read, path, LARGEST)
        await app.push_screen_wait(OutcomeScreen(name, data))
        if len(files) == 1:
            return
