"""What screens may ask of the program that shows them, and what they may tell it when they close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.values import PointName

if TYPE_CHECKING:
    from roundtable_tui.config.model import Settings
    from roundtable_tui.items.open_item import NewItem
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.composer.typing_pace import TypingPace
    from roundtable_tui.ui.item_shelf import Shelf
    from roundtable_tui.ui.keys.key_overrides import Keymap
    from roundtable_tui.ui.open_request import OpenRequest
    from roundtable_tui.ui.services import Services
    from roundtable_tui.ui.terminal.manners import Manners
    from roundtable_tui.ui.terminal_input import KeysInOrder


class GoTo(Struct, frozen=True):
    """To what was said in this turn; a screen that is dismissed with None sends nobody anywhere."""

    turn: int
    revise: bool = False
    """To say something else there."""


class PanelSubject(Struct, frozen=True):
    """What a panel is to be about, as far as that is known when it is asked for."""

    topic: str = ""
    item: str = ""
    """The slug of the item it is asked for."""
    about: str = ""
    """What is known of that item."""
    point: PointName | None = None
    """The open point it is about."""
    cited: tuple[Cited, ...] = ()
    """The code that the item goes by."""


class Program(Protocol):
    """The app as its screens know it; each of them is shown by one."""

    @property
    def request(self) -> OpenRequest:
        """What it was started with."""
        ...

    @property
    def keymap(self) -> Keymap:
        """The commands on the keys they have."""
        ...

    @property
    def keys_in_order(self) -> KeysInOrder: ...

    @property
    def pace(self) -> TypingPace: ...

    @property
    def manners(self) -> Manners: ...

    @property
    def has_table(self) -> bool:
        """Whether an item is being talked about, perhaps beneath other screens."""
        ...

    async def shelf(self) -> Shelf:
        """The items and the trash: there long before the knowledge is read."""
        ...

    async def services(self) -> Services:
        """The project, its settings and knowledge."""
        ...

    async def settings_changed(self, settings: Settings) -> None: ...

    # To other screens; the error that keeps an item closed is the caller's to show

    async def open_item(
        self, slug: str, *, look_only: bool = False, again: bool = False, turn: int | None = None, document: str = ""
    ) -> None: ...

    async def open_by_words(self, words: str) -> None:
        """An item by any of its names, else a new one."""
        ...

    async def begin_item(self, slug: str, new: NewItem, depth: str | None = None) -> None: ...

    async def review_item(self, slug: str, *, look_only: bool = False) -> None: ...

    async def history_of_item(self, slug: str, *, look_only: bool = False) -> None: ...

    async def open_lobby(self) -> None: ...

    async def open_panels(self) -> None:
        """All panels of the project; with none, the page where one is begun."""
        ...

    async def new_panel(self, subject: PanelSubject | None = None) -> None:
        """The page where a panel is begun."""
        ...

    def open_review(self, session: ItemSession, entry: str = "") -> None:
        """At this entry, else where it was left."""
        ...

    def open_history(self, session: ItemSession) -> None: ...

    def open_settings(self) -> None: ...

    def write_on(self, words: str) -> None:
        """Puts words that were typed elsewhere into the composer of the item that was just opened."""
        ...
