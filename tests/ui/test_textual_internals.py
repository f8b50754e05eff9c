"""Textual's private names do what we count on; a new version that changes them fails here first, by name."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
import threading
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from textual.app import App
from textual.binding import Binding
from textual.css.parse import parse
from textual.events import Key
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.suggester import SuggestFromList
from textual.widgets import Input, OptionList, Static, TextArea
from textual.worker import WorkerFailed

from roundtable_tui import ui
from roundtable_tui.ui.textual_internals import (
    CalmApp,
    KeptStylesheet,
    accept_any_bytes,
    component_classes,
    draw_now,
    inherits_bindings,
    keep_undrawn,
    options_in_sight,
    resize_content,
    suggestion_in,
    type_into,
)
from tests.support.screen.textual_internals import (
    come_to_rest,
    empty_clipboard,
    has_work,
    holds_drawing_back,
    is_ending,
    notices_of,
    parsed,
    tell_when_drawn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.strip import Strip
    from textual.widget import Widget


class Bare(App[None]):
    """One widget on a screen of 40 by 10."""

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self._widget = widget

    def compose(self) -> ComposeResult:
        yield self._widget


class Counting(Static):
    """Knows how often its lines were asked for."""

    drawn = 0

    def render_line(self, y: int) -> Strip:
        self.drawn += 1
        return super().render_line(y)


def shown(widget: Widget) -> Any:
    return Bare(widget).run_test(size=(40, 10))


async def test_a_view_scrolls_through_the_size_its_content_is_given() -> None:
    view = ScrollView()
    async with shown(view):
        resize_content(view, Size(20, 100))
        assert view.virtual_size == Size(20, 100)
        assert view.max_scroll_y == 90
        view.scroll_to(y=90, animate=False, force=True, immediate=True)
        resize_content(view, Size(20, 20))
        assert view.scroll_y == 10


async def test_a_screen_that_is_kept_undrawn_is_drawn_when_it_is_told_to() -> None:
    widget = Counting("one")
    async with shown(widget) as pilot:
        keep_undrawn(pilot.app.screen)
        drawn = widget.drawn
        widget.refresh(layout=True)
        await pilot.pause()
        await pilot.pause()
        assert widget.drawn == drawn
        draw_now(pilot.app.screen)
        assert widget.drawn > drawn


async def test_what_changes_the_styles_of_a_screen_that_is_not_drawn_yet_shows_once_it_is() -> None:
    widget = Counting("one")
    async with shown(widget) as pilot:
        screen = pilot.app.screen
        keep_undrawn(screen)
        for name in ("-one", "-two"):
            screen.add_class(name)
        draw_now(screen)
        assert screen.has_class("-one", "-two")
        assert "update_node_styles" not in vars(screen)


class Styled(Screen[None]):
    CSS = "Styled Static { color: $primary; }"

    def compose(self) -> ComposeResult:
        yield Static("coloured")


async def test_a_screen_that_brings_styles_has_those_parsed_once_and_not_all_others_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Bare(Static("one"))
    app.stylesheet = KeptStylesheet(variables=app.get_css_variables())
    parsed: list[str] = []

    def parsing(scope: str, css: str, *arguments: Any, **named: Any) -> Any:
        parsed.append(css)
        return parse(scope, css, *arguments, **named)

    async with app.run_test():
        monkeypatch.setattr("textual.css.stylesheet.parse", parsing)
        await app.push_screen(Styled())
        assert parsed.count(Styled.CSS) == 1
        assert App.DEFAULT_CSS not in parsed


async def test_another_theme_has_its_colours_although_parsed_styles_are_kept() -> None:
    app = Bare(Static("one"))
    app.stylesheet = KeptStylesheet(variables=app.get_css_variables())
    async with app.run_test() as pilot:
        await app.push_screen(Styled())
        before = app.screen.query_one(Static).styles.color
        app.theme = "textual-light" if app.current_theme.dark else "textual-dark"
        await pilot.pause()
        after = app.screen.query_one(Static).styles.color
        assert after.hex == app.theme_variables["primary"]
        assert after != before


async def test_text_typed_into_an_area_replaces_the_selection_and_is_undone_as_typing() -> None:
    area = TextArea("one two")
    async with shown(area):
        area.select_all()
        type_into(area, "three")
        assert area.text == "three"
        area.undo()
        assert area.text == "one two"


async def test_nothing_is_typed_into_an_area_that_can_only_be_read() -> None:
    area = TextArea("one", read_only=True)
    async with shown(area):
        type_into(area, "two")
        assert area.text == "one"


async def test_what_a_field_suggests_is_known_and_empty_without_a_suggestion() -> None:
    field = Input(suggester=SuggestFromList(["invoice"]))
    async with shown(field) as pilot:
        assert suggestion_in(field) == ""
        await pilot.press("i", "n")
        await pilot.pause()
        assert suggestion_in(field) == "invoice"


class Coloured(Static):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"coloured--part"}


class MoreColoured(Coloured):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"more--part"}


def test_the_parts_of_a_widget_are_its_own_and_those_it_inherits() -> None:
    assert {"coloured--part", "more--part"} <= set(component_classes(MoreColoured()))


async def test_each_line_of_a_list_in_sight_is_known_by_its_option() -> None:
    options = OptionList("one line", "two\nlines", *map(str, range(20)), compact=True)
    options.styles.height = 4
    options.styles.border = None
    async with shown(options):
        assert list(options_in_sight(options)) == [0, 1, 1, 2]
        options.scroll_to(y=2, animate=False, force=True, immediate=True)
        assert list(options_in_sight(options)) == [1, 2, 3, 4]


class OwnKeysOnly(Input, inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("x", "cut", "Cut")]


def test_it_is_known_whether_a_widget_keeps_the_keys_of_its_kind() -> None:
    assert not inherits_bindings(OwnKeysOnly)
    assert inherits_bindings(Input)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows hands out characters, not bytes")
def test_the_driver_reads_any_bytes_with_the_decoder_it_is_given() -> None:
    from textual.drivers import linux_driver

    accept_any_bytes()
    assert "getincrementaldecoder" in linux_driver.LinuxDriver.run_input_thread.__code__.co_names
    decoder = vars(linux_driver)["getincrementaldecoder"]("utf-8")()
    assert decoder.decode(b"a\xffb") == "a\N{REPLACEMENT CHARACTER}b"


class Faulty(CalmApp):
    kept = False

    def on_ready(self) -> None:
        raise LookupError("what it works on")

    def keep_words(self) -> None:
        self.kept = True


async def test_an_app_that_fails_keeps_what_is_written_and_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    app = Faulty()
    with pytest.raises(LookupError):
        async with app.run_test():
            pass
    assert isinstance(app.failure, LookupError)
    assert app.kept
    assert app.return_code == 1
    assert capsys.readouterr() == ("", "")


class OfOnePart(Screen[None]):
    def compose(self) -> ComposeResult:
        yield Static(id="part")

    async def look_when_stopped(self) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.query_one("#part")

    def action_touch(self) -> None:
        self.query_one("#part")


@pytest.mark.parametrize("is_left", [True, False])
async def test_only_a_screen_that_was_left_may_fail_to_find_its_parts(is_left: bool) -> None:
    app, screen = CalmApp(), OfOnePart()
    with pytest.raises(WorkerFailed) if not is_left else nullcontext():
        async with app.run_test() as pilot:
            await app.push_screen(screen)
            working = screen.run_worker(screen.look_when_stopped())
            await pilot.pause()
            if is_left:
                await app.pop_screen()
            else:
                await screen.query_one("#part").remove()
                working.cancel()
            await pilot.pause()
    assert (app.failure is None) == is_left


async def test_a_key_for_a_screen_that_is_only_opening_does_nothing() -> None:
    app, screen = CalmApp(), OfOnePart()
    async with app.run_test():
        opening = app.push_screen(screen)
        assert not await app.run_action("touch", screen)
        await opening
        assert await app.run_action("touch", screen)


def our_widgets() -> Iterator[type]:
    """Every screen, widget and app of ours, but those that are there to cover Textual's private names."""
    for found in pkgutil.walk_packages(ui.__path__, f"{ui.__name__}."):
        if found.name == KeptStylesheet.__module__:
            continue
        module = importlib.import_module(found.name)
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == module.__name__ and issubclass(kind, MessagePump):
                yield kind


@cache
def private_names(kind: type) -> frozenset[str]:
    """The private names a class reads, sets or defines on itself; dunders and Textual's marks on classes are none."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return frozenset(name for name in used | defined if name.startswith("_") and not name.startswith("__"))


@pytest.mark.parametrize("kind", our_widgets(), ids=lambda kind: kind.__name__)
def test_no_widget_of_ours_uses_or_covers_a_private_name_of_textual(kind: type) -> None:
    theirs = (base for base in kind.__mro__ if base.__module__.startswith("textual."))
    assert private_names(kind) & frozenset[str]().union(*map(private_names, theirs)) == frozenset()


# What only tests need


async def test_a_loop_has_work_while_something_is_due_or_runs_in_a_thread() -> None:
    loop = asyncio.get_running_loop()
    await asyncio.to_thread(int)
    assert not has_work(loop, loop.time())
    due = loop.call_later(0.01, int)
    assert has_work(loop, loop.time() + 1)
    due.cancel()
    assert not has_work(loop, loop.time() + 1)
    let_go = threading.Event()
    waiting = asyncio.ensure_future(asyncio.to_thread(let_go.wait))
    await asyncio.sleep(0)
    assert has_work(loop, loop.time())
    let_go.set()
    await waiting


async def test_coming_to_rest_draws_what_changed_and_runs_what_was_put_off() -> None:
    widget = Counting("one")
    async with shown(widget):
        put_off: list[str] = []
        drawn = widget.drawn
        widget.refresh()
        widget.call_later(put_off.append, "done")
        await come_to_rest()
        assert put_off == ["done"]
        assert widget.drawn > drawn


async def test_what_the_program_said_and_copied_and_whether_it_ends_is_known() -> None:
    async with shown(Static()) as pilot:
        app = pilot.app
        app.notify("Said in passing")
        app.copy_to_clipboard("copied")
        await pilot.pause()
        assert notices_of(app) == ["Said in passing"]
        empty_clipboard(app)
        assert app.clipboard == ""
        assert not is_ending(app)
        app.exit()
        assert is_ending(app)


async def test_it_is_known_when_a_screen_is_drawn_and_whether_drawing_is_held_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widget = Static("one")
    async with shown(widget) as pilot:
        drawn: list[bool] = []
        tell_when_drawn(pilot.app, monkeypatch, lambda _: drawn.append(holds_drawing_back(pilot.app)))
        widget.update("two")
        await pilot.pause()
        assert drawn
        assert not any(drawn)
        with pilot.app.batch_update():
            assert holds_drawing_back(pilot.app)
        assert not holds_drawing_back(pilot.app)


def test_bytes_are_read_as_the_terminal_sends_them() -> None:
    keys = [message.key for message in parsed("a\x1b[A") if isinstance(message, Key)]
    assert keys == ["a", "up"]
    assert not [message for message in parsed("\x1b[1;5R") if isinstance(message, Key)], "ctrl+F3 is a cursor report"


@pytest.mark.parametrize("folder", ["tests", "bench", "screenshots"])
def test_private_modules_of_textual_are_imported_in_one_place(folder: str) -> None:
    root = Path(__file__).parents[2]
    users = {
        path.relative_to(root).as_posix()
        for path in (root / folder).rglob("*.py")
        if re.search(r"^\s*(from|import) textual(\._| import _)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert users <= {"tests/support/screen/textual_internals.py"}
