"""Keys pressed beside the composer: one alone is a command, several in a burst are a sentence and go into it.

A command that does more than look or move waits a moment, so that the first letter of a sentence sets off nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from roundtable_tui.ui.widgets.ordered_keys import typed_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen
    from textual.timer import Timer

    from roundtable_tui.ui.composer.typing_pace import TypingPace


@runtime_checkable
class Writes(Protocol):
    """A place for words, or a screen that has one."""

    def take_typed(self, text: str) -> None:
        """Types this as if it had been typed there, and has the focus from now on."""
        ...


class StrayKeys:
    def __init__(self, screen: Screen[Any], at_once: Collection[str], *, types_alone: bool = True) -> None:
        """`at_once` are the commands, by id, that only look or move: they need not wait.

        Without `types_alone` a letter that means nothing is typed only together with others.
        """
        self._types_alone = types_alone
        self._screen = screen
        self._at_once = frozenset(at_once)
        self._held: tuple[str, ActiveBinding] | None = None
        self._timer: Timer | None = None

    def take(self, event: events.Key, pace: TypingPace, writer: Writes) -> None:
        text = typed_text(event)
        held = self._let_go()
        if not text:
            if held:
                self._act(held[1])
            return
        bound = self._screen.active_bindings.get(event.key)
        before = pace.before or (held[0] if held else "")
        if bound is None and not before and not self._types_alone:
            return
        if bound is None or held or (before and not self._only_moves(bound)):
            writer.take_typed(before + text)
        elif self._only_moves(bound):
            return
        else:
            self._held = text, bound
            self._timer = self._screen.set_timer(pace.fast, self._act_on_held)
        event.stop()
        event.prevent_default()

    def _only_moves(self, bound: ActiveBinding) -> bool:
        """What a pane binds itself is for moving in it, but for marking lines; once some are marked, that moves too."""
        name = bound.binding.id or ""
        if name.startswith("mark."):
            return "mark.leave" in {one.binding.id for one in self._screen.active_bindings.values()}
        return name in self._at_once or bound.node not in (self._screen, self._screen.app)

    def _let_go(self) -> tuple[str, ActiveBinding] | None:
        if self._timer:
            self._timer.stop()
        held, self._held, self._timer = self._held, None, None
        return held

    def _act_on_held(self) -> None:
        if held := self._let_go():
            self._act(held[1])

    def _act(self, bound: ActiveBinding) -> None:
        """By the app, as every key: a screen cannot wait for its own end."""
        app = self._screen.app
        app.call_later(app.run_action, bound.binding.action, bound.node)
