"""The declared keys: complete, without clashes, never where a terminal would not deliver them, and remappable by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Static

from roundtable_tui.domain.talk.menu import MenuCommand, menu_options
from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.composer.composer_box import ComposerBox
from roundtable_tui.ui.keys.all import ALL_KEYS, TOGETHER
from roundtable_tui.ui.keys.composer_keys import WRITING_KEYS
from roundtable_tui.ui.keys.key import FORBIDDEN, NO_ALT, SHARED, Group, Key, bindings, display
from roundtable_tui.ui.keys.key_overrides import Keymap, remapped
from roundtable_tui.ui.keys.palette import Command, OffersCommands, ScreenCommands
from roundtable_tui.ui.table.keys import TABLE_KEYS
from roundtable_tui.ui.widgets.keybar import KeyBar, MenuLine
from roundtable_tui.ui.widgets.search_bar import SearchBar
from roundtable_tui.ui.widgets.search_field import SearchField
from tests.support.disk.bursts import burst
from tests.support.screen.textual_internals import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType
    from textual.message import Message


class Table(Screen[None]):
    """Every action of the table, each only noted."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_KEYS)]
    COMMANDS: ClassVar = {ScreenCommands}

    def __init__(self) -> None:
        super().__init__()
        self.acted: list[str] = []
        self.keymap = Keymap()
        self.cannot: set[str] = set()
        self.has_not: set[str] = set()

    def compose(self) -> ComposeResult:
        yield MenuLine()
        yield Static("talk")
        yield SearchBar()
        yield ComposerBox()
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if {action, *parameters} & self.has_not:
            return False
        can_not = action in self.cannot or f"{action} {parameters[0] if parameters else ''}" in self.cannot
        return None if can_not else True

    @property
    def keys(self) -> tuple[Key, ...]:
        return self.keymap.of((*TABLE_KEYS, *WRITING_KEYS))

    def more_commands(self) -> Iterable[Command]:
        return [
            Command("Reopen: 01-02 [b]Users[/b]", "Goes through it again", lambda: self.acted.append("reopen 01-02")),
            Command("Show: requirements.md", "", lambda: self.acted.append("show requirements.md")),
        ]

    def on_menu_line_chosen(self, message: MenuLine.Chosen) -> None:
        self.acted.append(f"clicked {message.command.name}")

    def on_search_bar_searched(self, message: SearchBar.Searched) -> None:
        self.acted.append(f"search {message.text}")
        self.query_one(SearchBar).show_count(3 if message.text else 0, 17)

    def on_search_bar_moved(self, message: SearchBar.Moved) -> None:
        self.acted.append("next" if message.forward else "previous")

    def on_search_bar_closed(self, message: Message) -> None:
        self.acted.append("closed")


def _noting(name: str) -> object:
    def act(self: Table, *parameters: object) -> None:
        self.acted.append(" ".join(map(str, (name, *parameters))))

    return act


for declared in TABLE_KEYS:
    if not declared.action.startswith("app."):
        plain_name = declared.action.partition("(")[0]
        setattr(Table, f"action_{plain_name}", _noting(plain_name))


class Host(App[None]):
    def __init__(self, keymap: Keymap | None = None) -> None:
        super().__init__()
        self.table = Table()
        if keymap:
            self.table.keymap = keymap
            self.set_keymap(keymap.overrides)

    def on_mount(self) -> None:
        self.push_screen(self.table)

    @property
    def composer(self) -> Composer:
        return self.table.query_one(Composer)


def noted(key: Key) -> str:
    name, _, parameters = key.action.partition("(")
    return f"{name} {parameters.strip(')').strip(chr(39))}".strip()


@pytest.mark.parametrize("key", ALL_KEYS, ids=lambda key: key.id)
def test_every_command_has_an_id_words_a_group_and_a_chord_that_can_be_delivered(key: Key) -> None:
    bound = key.binding
    assert bound.id == key.id
    assert bound.tooltip
    assert bound.description
    assert bound.group is not None
    assert bound.group.description
    assert key.chords
    assert not set(key.pressed) & set(FORBIDDEN)
    assert not set(key.keys) & NO_ALT
    assert all(len(chord) > 1 for chord in key.chords)


def test_no_key_means_two_things() -> None:
    for keys in (TABLE_KEYS, WRITING_KEYS, *TOGETHER[1:]):
        pressed = [name for key in keys for name in key.pressed]
        assert sorted(pressed) == sorted(set(pressed))
    table, writing = ({name for key in keys for name in key.pressed} for keys in (TABLE_KEYS, WRITING_KEYS))
    assert table & writing == SHARED
    assert len({key.id for key in ALL_KEYS}) == len(ALL_KEYS)


@pytest.mark.parametrize("letter", [letter for key in TABLE_KEYS for letter in key.keys if letter.isalpha()])
def test_a_terminal_delivers_alt_with_every_letter_under_the_name_that_is_bound(letter: str) -> None:
    (event,) = parsed(f"\x1b{letter}")
    owner = next(key for key in TABLE_KEYS if letter in key.keys)
    assert getattr(event, "key", "") in owner.pressed


@pytest.mark.parametrize(
    "key", [key for key in TABLE_KEYS if not key.action.startswith("app.")], ids=lambda key: key.id
)
async def test_a_command_works_by_chord_while_typing_and_by_key_outside(key: Key) -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.composer.focus()
        await pilot.pause()
        expected = []
        for chord in key.chords:
            if chord in SHARED and chord == "escape":
                continue
            await pilot.press(chord)
            expected.append(noted(key))
        assert app.composer.text == ""
        app.table.set_focus(None)
        await pilot.pause()
        for name in (*key.pressed,):
            await pilot.press(name)
            expected.append(noted(key))
        assert app.table.acted == expected


async def test_letters_are_text_while_typing() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.composer.focus()
        letters = "".join(letter for key in TABLE_KEYS for letter in key.keys)
        await burst(pilot, letters)
        assert app.composer.text == letters
        assert app.table.acted == []


@pytest.mark.parametrize(
    ("wanted", "warning"),
    [
        ({"menu.nothing": "x"}, "There is no command 'menu.nothing' to put on a key; it is ignored."),
        ({"menu.skip": "ctrl+h"}, "menu.skip stays on s F7: ctrl+h cannot be used, terminals send it for Backspace."),
        ({"menu.skip": "ctrl+b"}, "menu.skip stays on s F7: ctrl+b cannot be used, tmux keeps it for itself."),
        ({"menu.skip": "f"}, "menu.skip stays on s F7: 'f' cannot be used, terminals send something else for alt+f."),
        ({"menu.skip": "ctrl+"}, "menu.skip stays on s F7: 'ctrl+' is not the name of a key."),
        ({"menu.skip": "F5"}, "menu.skip stays on s F7: F5 already belongs to menu.elaborate."),
        ({"menu.skip": "e"}, "menu.skip stays on s F7: e already belongs to menu.elaborate."),
        ({"menu.skip": "ctrl+w"}, "menu.skip stays on s F7: ctrl+w already belongs to writing.delete_word_left."),
        ({"app.quit": "none"}, "app.quit stays on q ctrl+q: there must be a way to quit."),
        ({"app.quit": ""}, "app.quit stays on q ctrl+q: there must be a way to quit."),
        (
            {"writing.send": "x"},
            "writing.send stays on Enter: 'x' is a character to type, and this works while typing.",
        ),
    ],
)
def test_a_mapping_that_does_not_fit_is_left_out_with_a_sentence(wanted: dict[str, str], warning: str) -> None:
    keymap = remapped(wanted)
    assert keymap.warnings == (warning,)
    assert keymap.overrides == {}


def test_two_commands_can_swap_their_keys() -> None:
    keymap = remapped({"menu.skip": "e", "menu.elaborate": "s"})
    assert keymap.warnings == ()
    assert (keymap["menu.skip"].key, keymap["menu.elaborate"].key) == ("e", "s")


async def test_a_remapped_command_answers_to_its_new_keys_only() -> None:
    app = Host(remapped({"menu.continue": "Z, f13"}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.set_focus(None)
        await pilot.press("Z", "alt+shift+z", "f13", "f6")
        assert app.table.acted == ["command continue"] * 3


async def test_a_command_taken_off_its_keys_answers_to_none() -> None:
    app = Host(remapped({"menu.continue": "none"}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.set_focus(None)
        await pilot.press("f6", "alt+c", "e")
        assert app.table.acted == ["command elaborate"]


async def test_quitting_works_whatever_is_mapped() -> None:
    app = Host(remapped({"app.quit": "none", "menu.continue": "ctrl+q"}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.composer.focus()
        await pilot.press("ctrl+q")
    assert app.return_code == 0
    assert app.table.acted == []


@pytest.mark.parametrize(
    ("key", "shown"),
    [("f5", "F5"), ("ctrl+f", "ctrl+f"), ("escape", "Esc"), ("?", "?"), ("slash", "/"), ("shift+up", "shift+↑")],
)
def test_keys_are_shown_as_people_write_them(key: str, shown: str) -> None:
    assert display(key) == shown


async def test_the_footer_fits_in_80_columns_and_shows_chords_while_typing() -> None:
    app = Host()
    app.table.has_not = {"talk", "summary"}  # as in guided mode
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.table.query_one(KeyBar)
        app.composer.focus()
        await pilot.pause()
        assert ("F6", "Continue", True) in bar.items
        assert ("F1", "Help", True) in bar.items
        assert ("ctrl+f", "Search", True) in bar.items
        app.table.set_focus(None)
        await pilot.pause()
        assert ("c", "Continue", True) in bar.items
        assert ("?", "Help", True) in bar.items
        width = sum(len(f"{key} {label}  ") for key, label, _ in bar.items) - 2
        assert width <= bar.content_size.width


async def test_the_footer_of_a_narrow_screen_keeps_the_most_important() -> None:
    app = Host()
    async with app.run_test(size=(30, 15)) as pilot:
        app.table.set_focus(None)
        await pilot.pause()
        labels = [label for _, label, _ in app.table.query_one(KeyBar).items]
        assert labels[0] == "Continue"
        assert "Quit" not in labels


async def test_the_footer_greys_out_what_cannot_be_done_and_gives_its_place_to_what_can() -> None:
    app = Host()
    async with app.run_test(size=(180, 24)) as pilot:
        app.table.set_focus(None)
        app.table.cannot = {"command"}
        app.table.refresh_bindings()
        await pilot.pause()
        bar = app.table.query_one(KeyBar)
        assert ("c", "Continue", False) in bar.items
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert all(works for _, _, works in bar.items)
        await pilot.resize_terminal(180, 24)
        await pilot.pause()
        await pilot.click(KeyBar, offset=(2, 0))
        assert app.table.acted == []


async def test_a_click_in_the_footer_does_what_the_key_does() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.set_focus(None)
        await pilot.pause()
        await pilot.click(KeyBar, offset=(2, 0))
        assert app.table.acted == ["command continue"]


@pytest.mark.parametrize(("width", "shown"), [(160, "move to the next step"), (80, "[C] Continue  [S] Skip remaining")])
async def test_the_menu_line_fits_and_each_option_can_be_clicked(width: int, shown: str) -> None:
    app = Host()
    async with app.run_test(size=(width, 24)) as pilot:
        line = app.table.query_one(MenuLine)
        assert not line.display
        line.show(menu_options("Phase 02", last_step=False))
        await pilot.pause()
        drawn = line.render().plain
        assert shown in drawn
        for letter in "ECS":
            await pilot.click(MenuLine, offset=(1 + drawn.index(f"[{letter}]") + 5, 0))
        assert app.table.acted == [f"clicked {command.name}" for command in MenuCommand]
        line.show(())
        assert not line.display


async def test_the_menu_line_of_the_last_step_has_no_skip() -> None:
    app = Host()
    async with app.run_test(size=(40, 15)) as pilot:
        line = app.table.query_one(MenuLine)
        line.show(menu_options(None, last_step=True))
        await pilot.pause()
        assert line.render().plain == "[E] Elaboration  [C] Complete"


async def test_search_says_what_is_looked_for_and_moves_between_matches() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.table.query_one(SearchBar)
        bar.open()
        await pilot.pause()
        await burst(pilot, "ab\x7fc\r")
        await pilot.press("down", "up", "shift+enter")
        assert app.table.acted[-5:] == ["search ac", "next", "next", "previous", "previous"]
        assert "3 of 17" in str(app.table.query_one(".searchbar--count", Static).render())
        await pilot.press("escape")
        assert app.table.acted[-1] == "closed"
        assert not bar.display


async def test_search_opens_with_the_last_text_selected_so_that_typing_replaces_it() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.table.query_one(SearchBar)
        bar.open()
        await pilot.pause()
        await burst(pilot, "old")
        bar.show_count(0, 0)
        assert "nothing found" in str(app.table.query_one(".searchbar--count", Static).render())
        bar.close()
        bar.open()
        await pilot.pause()
        await burst(pilot, "new")
        assert app.table.query_one(SearchField).value == "new"


async def test_the_palette_offers_every_command_that_can_be_done_and_the_steps_and_documents() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)):
        assert isinstance(app.table, OffersCommands)
        app.table.cannot = {"redo"}
        labels = [hit.text async for hit in ScreenCommands(app.table).discover()]
        missing = {"Conversation: Bring back", "Program: Commands", "Program: Interrupt"}
        expected = {f"{key.group.value}: {key.label}" for key in TABLE_KEYS} - missing
        assert expected <= set(labels)
        assert not missing & set(labels)
        assert not any(str(label).startswith(Group.WRITING) for label in labels)
        assert labels[-2:] == ["Reopen: 01-02 [b]Users[/b]", "Show: requirements.md"]


async def test_a_command_chosen_in_the_palette_is_carried_out() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        assert isinstance(app.screen, CommandPalette)
        await burst(pilot, "reopen: 01")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.table.acted == ["reopen 01-02"]
