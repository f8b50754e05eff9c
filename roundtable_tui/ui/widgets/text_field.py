"""A field of several lines whose keys take effect in the order typed; Enter begins a new line, Tab goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.content import Content
from textual.widgets import TextArea

from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import bindings, character_of
from roundtable_tui.ui.textual_internals import type_into
from roundtable_tui.ui.widgets.ordered_keys import OwnKeys, typed_text

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

_OF_THE_COMPOSER = {f"writing.{name}" for name in ("send", "line", "leave", "earlier", "later", "cut", "copy", "paste")}


class TextField(TextArea, inherit_bindings=False):
    """Text from outside is made harmless where it comes in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(key for key in WRITING_KEYS if key.id not in _OF_THE_COMPOSER),
        Binding("enter,ctrl+j,shift+enter", "new_line", "New line", tooltip="Begin a new line", id="text.line"),
        Binding("up", "cursor_up", "Up", tooltip="The line above", show=False, id="text.up"),
        Binding("down", "cursor_down", "Down", tooltip="The line below", show=False, id="text.down"),
        Binding("ctrl+v", "paste", "Paste", tooltip="Insert what was copied here", show=False, id="text.paste"),
    ]

    def __init__(self, placeholder: str, text: str = "", *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        """With a `text` in it one goes on writing at its end."""
        super().__init__(text, id=id, highlight_cursor_line=False, placeholder=Content(placeholder))
        self.move_cursor(self.document.end)
        self.cursor_blink = False
        self.match_cursor_bracket = False
        self._own_keys = OwnKeys(self)

    def on_mount(self) -> None:
        self._own_keys.watch()

    async def on_key(self, event: events.Key) -> None:
        event.prevent_default()
        if text := typed_text(event):
            event.stop()
            self._type(text)
        elif await self._own_keys.act(event):
            event.stop()

    async def on_paste(self, event: events.Paste) -> None:
        from roundtable_tui.domain.talk.sanitize import neutral

        event.prevent_default()
        event.stop()
        self._type(neutral(event.text))

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return super().check_consume_key(key, character or character_of(key))

    def action_new_line(self) -> None:
        self._type("\n")

    def action_paste(self) -> None:
        self._type(self.app.clipboard)

    def _type(self, text: str) -> None:
        type_into(self, text)
