"""The field of a search bar: says when to go to another match, to stay at one, and to close."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.message import Message

from roundtable_tui.ui.widgets.line_field import LineField

if TYPE_CHECKING:
    from textual.binding import BindingType

_GROUP = Binding.Group("Search field")


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, action, tooltip, show=False, tooltip=tooltip, id=f"search.{name}", group=_GROUP)


class SearchField(LineField):
    BINDINGS: ClassVar[list[BindingType]] = [
        _bound("keep", "enter", "keep", "Stay at this match; n and N go on from there"),
        _bound("next", "down", "found(True)", "Next match"),
        _bound("previous", "shift+enter,up", "found(False)", "Previous match"),
        _bound("close", "escape", "close", "Close the search"),
    ]

    class Found(Message):
        """Go to the next match, or the previous."""

        def __init__(self, *, forward: bool) -> None:
            super().__init__()
            self.forward = forward

    class Kept(Message):
        """The match that was gone to is the one."""

    class Escaped(Message):
        """Enough searched."""

    def action_keep(self) -> None:
        self.post_message(self.Kept())

    def action_found(self, forward: bool) -> None:
        self.post_message(self.Found(forward=forward))

    def action_close(self) -> None:
        self.post_message(self.Escaped())
