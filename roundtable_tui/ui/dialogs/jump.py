"""Jump mode: a letter on everything one can go to; pressed, it goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from roundtable_tui.ui.keys.jump_targets import Target, targets

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.screen import Screen

HINT = "Press a letter to go there · Esc stays"


class JumpScreen(ModalScreen[None]):
    """Lies over a screen that need not know of it."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+@", "stay", "Stay", tooltip="Stay where you are", id="jump.stay"),
    ]
    DEFAULT_CSS = """
    JumpScreen {
        background: $background 35%;
        overflow: hidden;
        & > .jump-label {
            position: absolute;
            width: 3;
            height: 1;
            color: $accent;
            background: $background;
            text-style: bold reverse;
        }
        & > #jump-hint { dock: bottom; width: 1fr; height: 1; padding: 0 1; }
        & > #jump-hint { color: $accent; background: $background; text-style: bold reverse; }
    }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._beneath = screen
        self._fits = screen.size
        self._targets = targets(screen)

    @property
    def targets(self) -> tuple[Target, ...]:
        return self._targets

    def compose(self) -> ComposeResult:
        for target in self._targets:
            label = Static(f" {target.letter} ", classes="jump-label", markup=False)
            label.styles.offset = (target.at.x, target.at.y)
            yield label
        yield Static(HINT, id="jump-hint")

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._fits:
            self.action_stay()  # the letters would stand beside what they mean

    def on_click(self) -> None:
        self.action_stay()

    def action_stay(self) -> None:
        """Once: dismissed again, it would take the screen beneath with it."""
        if self.is_current:
            self.dismiss()

    def on_key(self, event: events.Key) -> None:
        target = next((one for one in self._targets if one.letter == event.character), None)
        if target is None:
            return
        event.stop()
        event.prevent_default()
        self.action_stay()
        self._beneath.call_after_refresh(_go_to, target)


async def _go_to(target: Target) -> None:
    """As if with the mouse, where there is something to click on."""
    widget = target.widget
    if not widget.is_attached:
        return
    if target.click is None:
        widget.screen.set_focus(widget)
        if isinstance(widget, Button):
            widget.press()
        return
    if widget.focusable:
        widget.screen.set_focus(widget)
    for event in _click_at(target):
        await widget.app.on_event(event)


def _click_at(target: Target) -> tuple[events.MouseEvent, ...]:
    x, y = target.click or (0, 0)
    return tuple(
        kind(target.widget, x, y, 0, 0, 1, False, False, False, x, y) for kind in (events.MouseDown, events.MouseUp)
    )
