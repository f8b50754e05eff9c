"""The composer: what is typed takes effect in the order typed, waits while it must, and is never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding

from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.composer.composer import Composer
from roundtable_tui.ui.composer.composer_box import ComposerBox, PendingLines
from roundtable_tui.ui.composer.input_history import InputHistory
from roundtable_tui.ui.composer.paste_marks import PasteMarks
from roundtable_tui.ui.keys.key import bindings
from roundtable_tui.ui.keys.key_overrides import remapped
from roundtable_tui.ui.table.keys import TABLE_KEYS
from roundtable_tui.ui.widgets.ordered_keys import typed_text
from tests.support.disk.bursts import PASTE, burst

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType
    from textual.message import Message

SIZE = (80, 24)


class Table(App[None]):
    """Hears what the composer says, and acts on no command but by noting it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_KEYS), Binding("ctrl+c", "interrupt", id="app.interrupt")]

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.acted: list[str] = []

    def compose(self) -> ComposeResult:
        yield ComposerBox()

    def on_mount(self) -> None:
        self.composer.focus()

    @property
    def composer(self) -> Composer:
        return self.query_one(Composer)

    @property
    def line_above(self) -> str:
        return self.composer.styles.border_top[0]

    def on_key(self, event: events.Key) -> None:
        if (text := typed_text(event)) and event.key not in self.screen.active_bindings:
            event.stop()
            self.composer.take_typed(text)

    def on_paste(self, event: events.Paste) -> None:
        self.composer.take_stray_paste(event)

    def _hear(self, message: Message, text: str = "") -> None:
        self.said.append(f"{type(message).__name__} {text}".strip())

    def on_composer_submitted(self, message: Composer.Submitted) -> None:
        self._hear(message, message.text)

    def on_composer_left(self, message: Composer.Left) -> None:
        self._hear(message)

    def on_composer_stop_asked(self, message: Composer.StopAsked) -> None:
        self._hear(message)

    def on_composer_taken_back(self, message: Composer.TakenBack) -> None:
        self._hear(message, message.text)

    def on_composer_copied(self, message: Composer.Copied) -> None:
        self._hear(message, message.text)

    def action_command(self, command: str) -> None:
        self.acted.append(f"command {command}")

    def action_interrupt(self) -> None:
        self.acted.append("interrupt")


@pytest.mark.parametrize(
    ("typed", "left", "said"),
    [
        ("abc\x7fxyz", "abxyz", []),
        ("abc\rxyz", "xyz", ["Submitted abc"]),
        ("abc\x1b[D\x1b[DX", "aXbc", []),
        ("one two\x17three", "one three", []),
        ("abc\x1b[H>", ">abc", []),
        ("abc\x15d", "d", []),
        ("one\ntwo\r", "", ["Submitted one\ntwo"]),
        ("one\x1b[13;2utwo\r", "", ["Submitted one\ntwo"]),
        ("one\x1b[27;2;13~two", "one\ntwo", []),
        ("a" + PASTE.format("b\rc") + "d\x7f", "ab\nc", []),
        ("abc\x7f\x1f", "abc", []),
        ("grüße 漢字 👩\u200d💻", "grüße 漢字 👩\u200d💻", []),
        ("   \r", "   ", []),
        ("abc\x1bex", "abcx", []),
    ],
)
async def test_keys_sent_in_a_burst_take_effect_in_the_order_typed(typed: str, left: str, said: list[str]) -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, typed)
        assert app.composer.words == left
        assert app.said == said


async def test_what_is_sent_while_a_turn_runs_waits_and_goes_out_one_after_the_other() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\rthree\rfour")
        assert app.said == ["Submitted one"]
        assert [*app.composer.waiting] == ["two", "three"]
        assert app.composer.text == "four"
        app.composer.heard("one")
        app.composer.turn_ended()
        await pilot.pause()
        assert app.said == ["Submitted one", "Submitted two"]
        assert [*app.composer.waiting] == ["three"]


async def test_what_waits_is_shown_above_and_hidden_when_it_is_gone() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\r[b]two[/b]\r")
        pending = app.query_one(PendingLines)
        assert pending.display
        assert "[b]two[/b]" in str(pending.render())
        app.composer.heard("one")
        app.composer.turn_ended()
        await pilot.pause()
        assert not pending.display


async def test_the_up_arrow_takes_back_what_waits_the_last_first() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\rthree\r\x1b[A")
        assert app.composer.text == "three"
        assert [*app.composer.waiting] == ["two"]
        assert app.said == ["Submitted one", "TakenBack three"]


async def test_a_click_on_what_waits_takes_it_back_above_what_is_written() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\rthree")
        await pilot.click(PendingLines)
        assert app.composer.words == "two\nthree"
        assert app.composer.waiting == ()


async def test_a_paste_made_elsewhere_lands_in_the_composer() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("escape")
        await burst(pilot, PASTE.format("my words"))
        assert app.composer.words == "my words"
        assert app.focused is app.composer


async def test_after_a_stop_what_waits_is_held_until_the_user_sends_again() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\r")
        app.composer.turn_ended(go_on=False)
        assert app.composer.words == "one"
        await burst(pilot, "\r")
        assert app.said == ["Submitted one", "Submitted one"]
        assert [*app.composer.waiting] == ["two"]
        app.composer.heard("one")
        app.composer.turn_ended()
        await pilot.pause()
        assert app.said[-1] == "Submitted two"


async def test_enter_in_the_empty_composer_sends_what_was_held() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\r")
        app.composer.heard("one")
        app.composer.turn_ended(go_on=False)
        await burst(pilot, "\r")
        assert app.said == ["Submitted one", "Submitted two"]


async def test_words_that_were_not_heard_come_back_and_what_waits_behind_them_is_not_sent_before_them() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\rtwo\rthree")
        app.composer.turn_ended()
        await pilot.pause()
        assert app.composer.words == "one\nthree"
        assert app.said == ["Submitted one"]
        assert [*app.composer.waiting] == ["two"]


async def test_what_else_was_heard_meanwhile_does_not_make_words_safe() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\r")
        app.composer.heard("something else")
        assert [*app.composer.unheard.values()] == ["one"]
        app.composer.heard("one")
        assert not app.composer.unheard


async def test_escape_stops_the_turn_first_and_leaves_second() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "one\r")
        await pilot.press("escape")
        assert app.said[1:] == ["StopAsked"]
        assert app.composer.has_focus
        await pilot.press("escape")
        assert app.said[1:] == ["StopAsked", "Left"]
        assert not app.composer.has_focus


async def test_escape_leaves_at_once_when_nothing_runs_and_that_is_visible() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        assert app.composer.border_title == Asking.ANSWER.enter
        await pilot.press("escape")
        await pilot.pause()
        assert app.said == ["Left"]
        assert app.composer.border_title == "Keys are commands now  i writes on  ? lists the keys"
        assert not str(app.composer.placeholder), "nobody is invited to write where letters are commands"
        assert app.line_above == "solid"
        await pilot.press("b")
        await pilot.pause()
        assert app.line_above == "heavy"
        assert str(app.composer.placeholder) == Asking.ANSWER


async def test_outside_a_bound_key_is_a_command_and_any_other_goes_back_and_is_typed() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("escape", "c")
        assert app.acted == ["command continue"]
        assert app.composer.text == ""
        await pilot.press("b", "e", "space", "c")
        assert app.composer.text == "be c"
        assert app.acted == ["command continue"]


async def test_letters_after_the_one_that_went_back_are_typed_even_in_a_burst() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("escape")
        await burst(pilot, "be can")
        assert app.composer.text == "be can"
        assert app.acted == []


async def test_a_letter_behind_a_fast_escape_is_the_command_of_that_letter() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "my answer\x1bc")
        assert app.acted == ["command continue"]
        assert app.composer.text == "my answer"


async def test_chords_work_while_typing_and_leave_the_text_alone() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("h", "i", "f6", "alt+e", "alt+shift+s")
        assert app.acted == ["command continue", "command elaborate", "command skip"]
        assert app.composer.text == "hi"


async def test_ctrl_c_copies_a_selection_and_is_handed_on_without_one() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a", "b", "ctrl+c")
        assert app.acted == ["interrupt"]
        await pilot.press("shift+left", "ctrl+c")
        assert app.said == ["Copied b"]
        assert app.acted == ["interrupt"]


async def test_history_goes_back_and_returns_to_the_draft() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        app.composer.load_sent(["first", "second\nline"])
        await burst(pilot, "draft")
        seen = []
        for key in ("up", "up", "up", "down", "down", "down"):
            await pilot.press(key)
            seen.append(app.composer.text)
        assert seen == ["second\nline", "first", "first", "second\nline", "draft", "draft"]


async def test_arrows_move_between_lines_before_they_recall() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        app.composer.load_sent(["sent"])
        await burst(pilot, "one\ntwo\x1b[A!")
        assert app.composer.text == "one!\ntwo"


async def test_it_grows_with_what_is_written_up_to_eight_lines() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        heights = []
        for lines in (1, 3, 8, 20):
            app.composer.put("")
            app.composer.load_text("\n".join("line" for _ in range(lines)))
            await pilot.pause()
            await pilot.pause()
            heights.append(app.composer.content_size.height)
        assert heights == [1, 3, 8, 8]


async def test_a_paste_of_ten_thousand_lines_is_one_mark_and_is_sent_whole() -> None:
    text = "\n".join(f"line {number}" for number in range(10_000))
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "see " + PASTE.format(text.replace("\n", "\r")) + " there")
        assert app.composer.text == "see [pasted 10,000 lines] there"
        await burst(pilot, "\r")
        assert app.said == [f"Submitted see {text} there"]


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ("\x7f", "a"),
        ("\x17", "a"),
        ("\x1b[D!", "a![pasted 60 lines]"),
        ("\x1b[D\x1b[D\x1b[C!", "a![pasted 60 lines]"),
        ("\x1b[D\x1b[3~", "a"),
        ("\x7f\x1f!", "a[pasted 60 lines]!"),
    ],
)
async def test_the_mark_of_a_paste_is_changed_as_a_whole_or_not_at_all(keys: str, left: str) -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "a" + PASTE.format("\r".join("x" * 60)) + keys)
        assert app.composer.text == left


async def test_control_sequences_in_a_paste_never_reach_the_screen_or_the_analysis() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, PASTE.format("a\u202eb\x9b31mc"))
        assert app.composer.words == "abc"


async def test_words_given_back_stand_above_what_was_written_meanwhile() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        await burst(pilot, "meanwhile")
        app.composer.put("given back")
        await pilot.pause()
        assert app.composer.words == "given back\nmeanwhile"


async def test_the_empty_composer_says_what_is_asked_for() -> None:
    app = Table()
    async with app.run_test(size=SIZE) as pilot:
        app.composer.ask(Asking.MENU)
        assert str(app.composer.placeholder) == Asking.MENU
        await burst(pilot, "more\r")
        assert str(app.composer.placeholder) == Asking.LATER
        app.composer.heard("more")
        app.composer.turn_ended()
        assert str(app.composer.placeholder) == Asking.MENU


async def test_its_own_keys_can_be_remapped() -> None:
    app = Table()
    app.set_keymap(remapped({"writing.send": "f11"}).overrides)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a", "enter", "b", "f11")
        assert app.said == ["Submitted ab"]


def test_two_pastes_of_the_same_size_keep_their_own_text() -> None:
    pasted = PasteMarks()
    one, two = "a\n" * 60, "b\n" * 60
    shown = f"{pasted.shortened(one)} and {pasted.shortened(two)}"
    assert pasted.whole(shown) == f"{one} and {two}"


def test_recall_remembers_nothing_empty_and_nothing_twice_in_a_row() -> None:
    recall = InputHistory()
    recall.load(["a", " ", "a", "b"])
    assert recall.entries == ("a", "b")
