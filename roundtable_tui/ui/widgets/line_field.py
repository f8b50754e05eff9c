"""A one-line field whose keys take effect in the order typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.widgets import Input

from roundtable_tui.ui.keys.key import character_of
from roundtable_tui.ui.widgets.ordered_keys import OwnKeys, typed_text

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

_GROUP = Binding.Group("One-line field")


def _bound(name: str, keys: str, action: str, tooltip: str) -> Binding:
    return Binding(keys, action, tooltip, show=False, tooltip=tooltip, id=f"field.{name}", group=_GROUP)


class LineField(Input, inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        _bound("left", "left", "cursor_left", "One character left"),
        _bound("right", "right", "cursor_right", "One character right"),
        _bound("home", "home", "home", "To the start"),
        _bound("end", "end,ctrl+e", "end", "To the end"),
        _bound("backspace", "backspace", "delete_left", "Delete the character before"),
        _bound("delete", "delete,ctrl+d", "delete_right", "Delete the character after"),
        _bound("word", "ctrl+w,ctrl+backspace,alt+backspace", "delete_left_word", "Delete the word before"),
        _bound("clear", "ctrl+u", "delete_left_all", "Delete to the start"),
        _bound("paste", "ctrl+v", "paste", "Insert what was copied here"),
    ]
    DEFAULT_CSS = """
    LineField, LineField:focus { border: none; height: 1; padding: 0; background: $panel; width: 1fr; }
    LineField > .input--placeholder { color: $text-muted; }
    """

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(placeholder=placeholder, select_on_focus=True, id=id)
        self.cursor_blink = False
        self._own_keys = OwnKeys(self)

    def on_mount(self) -> None:
        self._own_keys.watch()

    async def on_key(self, event: events.Key) -> None:
        event.prevent_default()
        if text := typed_text(event):
            event.stop()
            self.replace(text, *self.selection)
        elif await self._own_keys.act(event):
            event.stop()

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return super().check_consume_key(key, character or character_of(key))


class SubmitField(LineField):
    """Enter hands in what was typed."""

    BINDINGS: ClassVar[list[BindingType]] = [_bound("submit", "enter", "submit", "Take what was typed")]
