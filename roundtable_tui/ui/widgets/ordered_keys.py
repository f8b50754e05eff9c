"""Makes a text field act on its own keys at once: left to Textual's bindings, a Backspace typed in a burst would
come after the letters that follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen
    from textual.widget import Widget

_JOINERS = frozenset("\u200c\u200d")


class OwnKeys:
    """The keys bound by one widget itself, as the user has mapped them."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._actions: dict[str, str] | None = None

    def watch(self) -> None:
        """To be called once the widget is mounted."""
        self._widget.screen.bindings_updated_signal.subscribe(self._widget, self._forget)

    def _forget(self, _: Screen[object]) -> None:
        self._actions = None

    async def act(self, event: events.Key) -> bool:
        """Whether the key is the widget's own and was acted on."""
        actions = self._actions
        if actions is None:
            active = self._widget.screen.active_bindings
            actions = {key: bound.binding.action for key, bound in active.items() if bound.node is self._widget}
            if self._widget.has_focus:
                self._actions = actions
        action = actions.get(event.key)
        return action is not None and await self._widget.app.run_action(action, self._widget)


def typed_text(event: events.Key) -> str:
    """What the key types; nothing for one held with alt, although terminals send its letter along."""
    character = event.character
    *modifiers, _ = event.key.split("+")
    if character is None or not set(modifiers) <= {"shift"}:
        return ""
    return character if character.isprintable() or character in _JOINERS else ""
