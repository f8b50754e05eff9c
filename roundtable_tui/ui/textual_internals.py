# ruff: noqa: SLF001
"""What we need of Textual that it does not offer: every use of its private names is here, behind a public one."""

from __future__ import annotations

import codecs
import sys
from functools import partial
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.css.query import NoMatches
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.dom import DOMNode
    from textual.driver import Driver
    from textual.geometry import Size
    from textual.scroll_view import ScrollView
    from textual.widgets import Input, OptionList, TextArea


class CalmApp(App[int]):
    """An app that ends without a word when something unexpected happens: the traceback would show what it works on."""

    @property
    def failure(self) -> Exception | None:
        """What ended it."""
        return self._exception

    def _handle_exception(self, error: Exception) -> None:
        if self._was_left_behind(error):
            return
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self.keep_words()
        self._close_messages_no_wait()

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        """A key that was on its way while a screen opened has nothing to act on there yet."""
        if isinstance(namespace, Screen) and not namespace.is_mounted:
            return False
        return await super()._dispatch_action(namespace, action_name, params)

    def _was_left_behind(self, error: Exception) -> bool:
        """Whether somebody looked for a part of a screen that was left meanwhile: nobody misses what comes of it."""
        failed = error.error if isinstance(error, WorkerFailed) else error
        if not isinstance(failed, NoMatches):
            return False
        nodes = [frame.f_locals.get("self") for frame, _ in walk_tb(failed.__traceback__)]
        if nodes[0] is self:  # its own loop has ended with this
            return False
        return any(isinstance(node, Screen) and node not in self.screen_stack for node in nodes)

    def keep_words(self) -> None:
        """What is written and not sent yet is to be there the next time."""


def tell_terminal(app: App[Any], sequence: str) -> None:
    """Sends the terminal something that is not drawn."""
    if app._driver is not None and not app.is_headless:
        app._driver.write(sequence)


def give_back_mouse(app: App[Any], *, back: bool) -> None:
    """Leaves the mouse to the terminal, also after the screen was lent to somebody; or takes it again."""
    driver = app._driver
    if driver is None:
        return
    if back:
        _call(driver, "_disable_mouse_support")
    driver._mouse = not back
    if not back:
        _call(driver, "_enable_mouse_support")


def _call(driver: Driver, name: str) -> None:
    """Drivers without a terminal have no mouse."""
    if method := getattr(driver, name, None):
        method()


def resize_content(view: ScrollView, size: Size) -> None:
    """Sets the virtual size of a view that draws its own lines, without a layout of the whole screen."""
    if size != view.virtual_size:
        view.set_reactive(Widget.virtual_size, size)
        view._scroll_update(size)


def type_into(area: TextArea, text: str) -> None:
    """Puts the text in the place of the selection as typing does: undone in one go, and not where it is read-only."""
    area._replace_via_keyboard(text, *area.selection)


def suggestion_in(field: Input) -> str:
    """How the field would complete what is typed there; empty if it would not."""
    return field._suggestion


def component_classes(widget: Widget) -> Iterable[str]:
    """The names of a widget's parts that styles can be given to, with those of the widgets it is one of."""
    return widget._get_component_classes()


def options_in_sight(options: OptionList) -> Iterator[int]:
    """For every line of the list that shows, which option stands there."""
    top = round(options.scroll_y)
    yield from (index for index, _ in options._lines[top : top + options.content_size.height])


def inherits_bindings(node_type: type[DOMNode]) -> bool:
    """Whether a widget also has the keys of the widgets it is one of."""
    return bool(vars(node_type).get("_inherit_bindings", True))


def keep_undrawn(screen: Screen[Any]) -> None:
    """Whatever changes on the screen is not drawn before `draw_now`; a batch alone draws it and throws it away.

    For a screen that was just mounted: its styles were applied then, and need not be when it comes to the front.
    """
    asked: list[bool] = []
    vars(screen)["_compositor_refresh"] = lambda: None
    vars(screen)["update_node_styles"] = lambda animate=True: asked.append(animate)
    vars(screen)["_styles_asked_for"] = asked


def draw_now(screen: Screen[Any]) -> None:
    """At once, not at the next tick of the timer that collects changes."""
    vars(screen).pop("_compositor_refresh", None)
    vars(screen).pop("update_node_styles", None)
    if len(vars(screen).pop("_styles_asked_for", ())) > 1:  # coming to the front asks once
        screen.update_node_styles(animate=False)
    screen._refresh_layout()


class KeptStylesheet(Stylesheet):
    """Parses what is new: Textual's parses everything again for the same colours, and for a screen with styles."""

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        self.parse()


def accept_any_bytes() -> None:
    """Bytes from the terminal that are no UTF-8 arrive as replacement characters: Textual would end the program.

    Windows hands out characters, not bytes.
    """
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    vars(linux_driver)["getincrementaldecoder"] = _forgiving_decoder


def _forgiving_decoder(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")
