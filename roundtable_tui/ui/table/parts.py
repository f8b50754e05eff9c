"""What the controllers of the table may ask of its screen, and of the item behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roundtable_tui.ui.keys.screen_base import AnyScreen

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.composer.composer import Composer
    from roundtable_tui.ui.documents.preview import Preview
    from roundtable_tui.ui.documents.text_search import FoundLine
    from roundtable_tui.ui.table.status_line import NowLine
    from roundtable_tui.ui.table.transcript import Transcript
    from roundtable_tui.ui.widgets.headline import Headline


class TableParts(AnyScreen, Protocol):
    """The pieces of the table, and what it can be told to show."""

    @property
    def headline(self) -> Headline: ...

    @property
    def transcript(self) -> Transcript: ...

    @property
    def composer(self) -> Composer: ...

    @property
    def preview(self) -> Preview: ...

    @property
    def now_line(self) -> NowLine: ...

    @property
    def is_there(self) -> bool:
        """Whether it can still be told anything: it is taken down with its pieces first."""
        ...

    def show_state(self, state: State) -> None: ...

    def take_typed(self, text: str) -> None: ...

    def show_document(self, name: str, found: FoundLine | None = None) -> None:
        """At the line that was found in it, if one was."""
        ...

    def show_ending(self) -> None:
        """The analysis has come to its end."""
        ...

    def show_code(self, cited: Cited) -> None: ...


class SessionAccess(Protocol):
    """The session of the item, once it is open."""

    @property
    def session(self) -> ItemSession: ...

    @property
    def state(self) -> State: ...

    @property
    def state_or_none(self) -> State | None: ...

    @property
    def read_only(self) -> bool: ...
