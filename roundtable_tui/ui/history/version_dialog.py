"""A small list of the versions of one document, to choose which is looked at beside the conversation."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from roundtable_tui.storage.versions import Version
from roundtable_tui.ui.history.reader import dated_versions
from roundtable_tui.ui.history.version_list import VersionList, VersionRow, version_key
from roundtable_tui.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import App, ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.review.dated_versions import DatedVersion
    from roundtable_tui.session.session import ItemSession

_TALLEST = 16


class ChosenVersion(Struct, frozen=True):
    version: Version | None
    """None: the document as it is now."""


class VersionsScreen(ModalScreen[ChosenVersion | None]):
    """None if the user left without choosing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Close", tooltip="Close the list", id="versions.close"),
    ]
    DEFAULT_CSS = """
    VersionsScreen {
        align: center middle;
        & > #versions-box { width: 92%; max-width: 56; height: auto; max-height: 92%; }
        & > #versions-box { background: $surface; border: round $accent; padding: 0 1; }
        & VersionList { background: $surface; }
    }
    """

    def __init__(self, document: str, versions: Sequence[DatedVersion], current: object = None) -> None:
        """The cursor starts on the version that is `current`; None is the document as it is now."""
        super().__init__()
        self.document = document
        self._rows = [VersionRow(version_key(one), document, one) for one in reversed(versions)]
        self._current = next((row.key for row in self._rows if row.version and row.version.version == current), "")

    def compose(self) -> ComposeResult:
        with Vertical(id="versions-box") as box:
            box.border_title = Content(f"Versions of {self.document}")
            box.border_subtitle = "Enter shows it · Esc closes"
            yield VersionList()

    def on_mount(self) -> None:
        rows = self.query_one(VersionList)
        rows.styles.height = min(len(self._rows), _TALLEST)
        rows.show(self._rows, self._current)
        rows.focus()

    @on(RowList.Selected)
    def _selected(self, event: RowList.Selected) -> None:
        event.stop()
        if (row := self.query_one(VersionList).cursor) and row.version:
            self.dismiss(ChosenVersion(row.version.version))


async def choose_version(
    app: App[Any], session: ItemSession, document: str, current: object = None
) -> ChosenVersion | None:
    """Asks which version of the document is to be shown; to be called in a worker."""
    versions = await asyncio.to_thread(dated_versions, session, document)
    return await app.push_screen_wait(VersionsScreen(document, versions, current))
