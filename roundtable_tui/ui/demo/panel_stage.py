"""The panel while a recording plays: the real screen, with nobody at its keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.panel.rounds.updates import Concluded, Synthesising
from roundtable_tui.ui.demo.bar import DemoBar, WatchersKeys
from roundtable_tui.ui.demo.keys import DEMO_KEYS, LOOKING
from roundtable_tui.ui.panel.controller import PanelController
from roundtable_tui.ui.panel.screen import PanelScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.widget import Widget

    from roundtable_tui.panel.recording.replay import PanelReplay
    from roundtable_tui.panel.rounds.parts import Moderator
    from roundtable_tui.panel.rounds.updates import PanelUpdate
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.panel.controller import PanelOpening, PanelStage
    from roundtable_tui.ui.widgets.keybar import KeyBar


class RecordedController(PanelController):
    """What the user did then is done by the recording."""

    def __init__(
        self, screen: PanelStage, opening: PanelOpening, replay: PanelReplay, ended: Callable[[], None]
    ) -> None:
        super().__init__(screen, opening)
        self._replay = replay
        self._ended = ended

    @property
    def moderator(self) -> Moderator:
        return self._replay

    def _happened(self, update: PanelUpdate) -> None:
        super()._happened(update)
        if isinstance(update, Synthesising) and self._replay.wants_to_speak(self.standing.number):
            self.raise_hand()
        elif isinstance(update, Concluded):
            self._ended()


class DemoPanel(PanelScreen):
    """The real panel under a line that says that it is a recording."""

    says_what_to_press = False

    def __init__(
        self,
        opening: PanelOpening,
        replay: PanelReplay,
        bar: DemoBar,
        ended: Callable[[], None],
        hurry: Callable[[], None],
    ) -> None:
        """`ended` is told when the panel has ended; `hurry` keeps nobody waiting who would keep the program open."""
        self.bar = bar
        self._replay = replay
        self._told_when_ended = ended
        self._hurry = hurry
        super().__init__(opening)

    async def on_unmount(self) -> None:
        self._hurry()

    def controller(self, opening: PanelOpening, item: ItemSession | None) -> PanelController:
        del item
        return RecordedController(self, opening, self._replay, self._told_when_ended)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What works for somebody who watches."""
        return (*DEMO_KEYS, *(key for key in super().keys if key.id in LOOKING))

    def key_bar(self) -> KeyBar:
        return WatchersKeys()

    def compose(self) -> ComposeResult:
        yield self.bar
        yield from super().compose()

    def stays_beside(self, pane: Widget) -> tuple[type[Widget], ...]:
        return (*super().stays_beside(pane), DemoBar)
