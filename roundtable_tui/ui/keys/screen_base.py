"""What every screen of ours has: keys declared once, help and palette made from them, and the ways to other screens."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from textual.screen import Screen

from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.keys.palette import Command, ScreenCommands

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from textual.app import App
    from textual.dom import DOMNode
    from textual.message import Message
    from textual.notifications import SeverityLevel
    from textual.timer import Timer
    from textual.worker import Worker

    from roundtable_tui.ui.keys.key import Key
    from roundtable_tui.ui.keys.key_overrides import Keymap
    from roundtable_tui.ui.program import Program

_Result = TypeVar("_Result")
_TWICE = 4.0
"""Seconds within which a second ctrl+c quits."""
_READING = 12.0
"""Seconds it takes to read about an error."""


class AnyScreen(Protocol):
    """What the helpers of a screen may do with it, whichever screen it is."""

    @property
    def app(self) -> App[Any]: ...

    @property
    def program(self) -> Program: ...

    def key_for(self, name: str, *, outside: bool = True) -> str: ...

    def notify(
        self,
        message: str,
        *,
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None: ...

    def fail(self, error: Exception) -> None: ...

    def run_guarded(self, work: Awaitable[object], group: str) -> object: ...

    def run_worker(
        self, work: Awaitable[None], *, group: str = "default", exit_on_error: bool = True, exclusive: bool = False
    ) -> Worker[None]: ...

    def post_message(self, message: Message) -> bool: ...

    def set_timer(self, delay: float, callback: Callable[[], object]) -> Timer: ...

    def set_interval(self, interval: float, callback: Callable[[], object], *, name: str | None = None) -> Timer: ...

    def refresh_bindings(self) -> None: ...


class KeyedScreen(Screen[_Result]):
    """A screen names its commands in `KEYS` and binds them with `bindings(KEYS)`; the rest follows."""

    KEYS: ClassVar[tuple[Key, ...]] = ()
    COMMANDS: ClassVar[set[type[ScreenCommands]]] = {ScreenCommands}  # type: ignore[assignment]

    _interrupted = float("-inf")
    """When ctrl+c last had nothing to stop."""

    @property
    def program(self) -> Program:
        return cast("Program", self.app)

    @property
    def keymap(self) -> Keymap:
        return self.program.keymap

    @property
    def keys(self) -> tuple[Key, ...]:
        """Its commands on the keys they have now."""
        return self.keymap.of(self.KEYS)

    def key_for(self, name: str, *, outside: bool = True) -> str:
        """What to press for a command, for a sentence: `outside` of a field, or in one as well."""
        from roundtable_tui.ui.keys.key import display

        key = self.keymap[name]
        return next(map(display, (*(key.keys if outside else ()), *key.chords)), "no key")

    @property
    def is_current(self) -> bool:
        """Whether any of it can be seen: what another screen covers whole need not be drawn until that is gone.

        Textual draws whatever lies right below, as if all screens could be seen through.
        """
        return super().is_current and not self._is_covered

    @property
    def _is_covered(self) -> bool:
        for screen in reversed(self.app.screen_stack):
            if screen is self:
                break
            if not screen.is_modal:
                return True
        return False

    def more_commands(self) -> Iterable[Command]:
        """What the palette offers besides the keys."""
        return ()

    def widgets_with_keys(self) -> Iterable[DOMNode]:
        """Widgets whose own keys the help lists too."""
        return ()

    def keep_words(self) -> None:
        """The program ends: what is written here and not sent yet is to be there the next time."""

    async def finish(self) -> None:
        """The item shown here is about to be let go: what is under way with it ends first."""

    def fail(self, error: Exception) -> None:
        """Says what went wrong, for as long as it takes to read."""
        self.notify(str(error), severity="error", markup=False, timeout=_READING)

    def run_guarded(self, work: Awaitable[object], group: str) -> Worker[bool]:
        """Runs work beside the screen; an error of ours is said by `fail`."""
        return self.run_worker(guarded(work, self.fail), group=group)

    def interrupts(self) -> bool:
        """Stops what is under way on this screen; False where there is nothing to stop."""
        return False

    def action_interrupt(self) -> None:
        """Copies a selection, else stops what is under way, else, pressed twice, quits."""
        now = monotonic()
        if selected := self.get_selected_text():
            self.copy(selected)
            self.clear_selection()
        elif now - self._interrupted < _TWICE:
            self.app.exit(0)
        elif not self.interrupts():
            self._interrupted = now
            self.notify("Press ctrl+c once more to quit. Everything is kept.", timeout=_TWICE, markup=False)

    def forget_interrupt(self) -> None:
        """Something else was done since: ctrl+c means what it meant at first."""
        self._interrupted = float("-inf")

    def copy(self, text: str) -> None:
        if text:
            self.run_worker(self._copy(text), group="copying")

    async def _copy(self, text: str) -> None:
        from roundtable_tui.ui.terminal.clipboard import copy

        self.notify(await copy(self.app, text), markup=False)

    def action_help(self) -> None:
        from roundtable_tui.ui.dialogs.help import HelpScreen

        self.app.push_screen(HelpScreen(self.keys, self.widgets_with_keys()))

    def action_settings(self) -> None:
        self.program.open_settings()

    def action_theme(self) -> None:
        from roundtable_tui.ui.settings.theme_picker import pick_theme

        self.run_guarded(pick_theme(self.app, self.program), "choosing")

    def action_jump(self) -> None:
        from roundtable_tui.ui.dialogs.jump import JumpScreen

        self.app.push_screen(JumpScreen(self))
