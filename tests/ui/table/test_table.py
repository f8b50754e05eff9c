"""The table as a person uses it: every flow from the first words to a conflict, over the real session and disk."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import pytest
from textual.command import CommandPalette

from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.lookup import item_names
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.outline import RowKind
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.ui.composer.asking import Asking
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.table.new_below import NewBelow
from roundtable_tui.ui.table.screen import TableScreen
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar, MenuLine
from roundtable_tui.ui.widgets.search_bar import SearchBar
from tests.support.disk.disks import FaultyDisk
from tests.support.projects import DESCRIPTION, PHASE_00, project_in, write_code
from tests.support.screen.tables import AT_MENU, Sitting, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen
    from textual.widget import Widget


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project without an item."""
    write_code(tmp_path)
    return tmp_path


def row(sat: Sitting, kind: RowKind, key: str) -> int:
    return next(at for at, one in enumerate(sat.table.sidebar.rows) if (one.kind, one.key) == (kind, key))


def shows(widget: Widget) -> bool:
    return bool(widget.display)


def has_on_top(sat: Sitting, screen: type[Screen[Any]]) -> bool:
    return isinstance(sat.app.screen, screen)


# Beginning


async def test_an_item_is_gone_on_with_by_its_name(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        assert "Welcome back." in sat.said
        assert AT_MENU[0] in sat.said
        assert sat.state.talk.waiting == ForMenu("00-01")
        assert sat.table.composer.sent[-1] == AT_MENU[-1]


async def test_words_on_the_command_line_begin_at_once(root: Path) -> None:
    async with sitting(app_in(root, DESCRIPTION)) as sat:
        assert isinstance(sat.state.talk.waiting, ForAnswer)
        assert sat.state.talk.waiting.question.text in sat.said
        assert DESCRIPTION in str(sat.table.query_one(Headline).render())


async def test_a_long_description_leaves_room_for_the_progress_at_80_columns(root: Path) -> None:
    words = f"{DESCRIPTION} within thirty days, with reminders by mail and a list of what is still owed"
    async with sitting(app_in(root, words), (80, 24)) as sat:
        line = sat.table.query_one(Headline).render().plain
        assert line.startswith(f"roundtable  {DESCRIPTION}")
        assert line.endswith("0 of 24 steps")


async def test_who_speaks_stays_in_view_under_the_steps(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (120, 24)) as sat:
        assert sat.table.link.voice_switch.note.name in str(sat.table.sidebar.border_subtitle)


async def test_an_item_held_elsewhere_can_be_read_but_not_changed(tmp_path: Path) -> None:
    name = begun(tmp_path)
    holder = open_item(project_in(tmp_path), name)
    try:
        async with sitting(app_in(tmp_path, name)) as sat:
            assert "read-only" in sat.said
            assert str(sat.table.composer.placeholder) == Asking.READ_ONLY
            assert sat.table.check_action("command", ("continue",)) is None
            before = sat.state.seq
            await sat.say("Something to add")
            assert sat.state.seq == before
            assert sat.table.composer.words == "Something to add"
    finally:
        holder.release()


async def test_an_item_that_cannot_be_written_is_shown_and_begins_no_other(tmp_path: Path) -> None:
    name = begun(tmp_path)
    refusing = FaultyDisk(RealDisk(), 1, OSError(errno.EROFS, "Read-only file system"), for_good=True)
    async with sitting(app_in(tmp_path, name, disk=refusing)) as sat:
        assert "It is shown read-only here." in sat.said
        assert str(sat.table.composer.placeholder) == Asking.READ_ONLY
        await sat.say("Something to add")
        assert sat.table.composer.words == "Something to add"
        assert item_names(project_in(tmp_path)) == [name]


async def test_where_nothing_could_be_opened_the_composer_says_what_its_words_would_do(root: Path) -> None:
    refusing = FaultyDisk(RealDisk(), 1, OSError(errno.EROFS, "Read-only file system"), for_good=True)
    async with sitting(app_in(root, DESCRIPTION, disk=refusing)) as sat:
        assert sat.table.composer.words == DESCRIPTION, "given back"
        assert sat.table.composer.border_title == Asking.UNOPENED.enter
        refusing.fail_at = 10**9
        await sat.press("enter")
        assert len(item_names(project_in(root))) == 1
        assert isinstance(sat.state.talk.waiting, ForAnswer)


# Talking


async def test_an_answer_is_noted_and_the_next_question_asked(root: Path) -> None:
    async with sitting(app_in(root, DESCRIPTION)) as sat:
        first = sat.state.talk.waiting
        await sat.say(PHASE_00[0])
        assert "Noted: SCOPE-001" in sat.said
        assert isinstance(sat.state.talk.waiting, ForAnswer)
        assert sat.state.talk.waiting != first
        assert not sat.table.composer.text


@pytest.mark.parametrize(("letter", "current"), [("E", "00-01"), ("C", "00-02"), ("S", "00-01")])
async def test_the_menu_is_chosen_from_by_click(tmp_path: Path, letter: str, current: str) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        line = str(sat.table.query_one(MenuLine).render())
        await sat.click(MenuLine, 1 + line.index(f"[{letter}]"))
        assert sat.state.guided.current == current
        assert sat.state.talk.waiting != ForMenu("00-01")


async def test_other_words_at_the_menu_are_feedback_and_the_menu_comes_again(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.say("The finance team must agree first.")
        assert sat.state.talk.waiting == ForMenu("00-01")
        assert sat.table.query_one(MenuLine).display
        assert "The finance team must agree first." in sat.said


async def test_skipping_asks_and_y_does_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.press("f7")
        assert isinstance(sat.state.talk.waiting, ForDecision)
        assert str(sat.table.composer.placeholder) == Asking.YES_OR_NO
        await sat.say("y")
        assert "00" in "".join(sat.state.guided.phases_ended)
        assert sat.state.guided.steps.get("00-03") is None


async def test_the_depth_is_changed_by_saying_so(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.say("Let's dig in, please")
        assert sat.state.guided.depth_overrides[sat.state.guided.phase] is Depth.DEEP
        assert "thorough" in sat.said


async def test_a_choice_is_taken_back(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.press("f6")
        assert sat.state.guided.current == "00-02"
        await sat.press("ctrl+t")
        assert sat.state.talk.waiting == ForMenu("00-01")


async def test_a_refusing_disk_is_told_in_a_sentence_and_the_words_are_given_back(tmp_path: Path) -> None:
    name = begun(tmp_path)
    disk = FaultyDisk(RealDisk(), 10**9, OSError(errno.ENOSPC, "No space left on device"), for_good=True)
    async with sitting(app_in(tmp_path, name, disk=disk)) as sat:
        before = sat.state
        disk.fail_at = disk.changes + 1
        await sat.say("Words that must not be lost")
        assert sat.table.composer.words == "Words that must not be lost"
        assert "No space left" in sat.said or "full" in sat.said
        assert sat.state == before
        disk.fail_at = 10**9
        await sat.press("enter")
        assert sat.state.seq > before.seq


async def test_a_letter_of_the_menu_that_a_disk_refuses_is_given_back(tmp_path: Path) -> None:
    name = begun(tmp_path)
    disk = FaultyDisk(RealDisk(), 10**9, OSError(errno.ENOSPC, "No space left on device"), for_good=True)
    async with sitting(app_in(tmp_path, name, disk=disk)) as sat:
        disk.fail_at = disk.changes + 1
        await sat.say("c")
        assert sat.table.composer.words == "c"
        disk.fail_at = 10**9
        await sat.press("enter")
        assert sat.table.composer.words == ""


# Steps


async def test_going_on_while_a_question_waits_says_what_is_missing_and_asks(root: Path) -> None:
    async with sitting(app_in(root, DESCRIPTION)) as sat:
        await sat.press("f6")
        assert "this is still open" in sat.said
        before = sat.state
        await sat.pilot.press("f6")
        await sat.until(lambda: has_on_top(sat, ConfirmScreen))
        question = sat.app.screen
        assert isinstance(question, ConfirmScreen)
        assert any("missing" in sentence for sentence in question.sentences)
        await sat.press("escape")
        assert sat.state == before
        await sat.pilot.press("f6")
        await sat.until(lambda: has_on_top(sat, ConfirmScreen))
        await sat.press("y")
        assert sat.state.guided.steps["00-01"].status is StepStatus.DONE


@pytest.mark.parametrize("by", ["enter", "click"])
async def test_a_finished_step_is_gone_to_from_the_sidebar_and_reopened_after_a_yes(tmp_path: Path, by: str) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path, PHASE_00[:4])), (140, 16)) as sat:
        at = row(sat, RowKind.STEP, "00-01")
        before = sat.state

        async def choose() -> None:
            if by == "click":
                await sat.pilot.click(Sidebar, offset=(6, at))
            else:
                await sat.pilot.press("ctrl+l") if not sat.table.sidebar.has_focus else None
                sat.table.sidebar.highlighted = at
                await sat.pilot.press("enter")

        await choose()
        await sat.settle()
        assert sat.state == before
        header = next(block.key for block in sat.table.transcript.blocks if "Step 00-01:" in block.text)
        assert sat.table.transcript.shows(header)
        await choose()
        await sat.until(lambda: has_on_top(sat, ConfirmScreen))
        await sat.press("y")
        assert sat.state.guided.current == "00-01"


async def test_a_step_not_reached_yet_says_so(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.click(Sidebar, 6, row(sat, RowKind.STEP, "00-03"))
        assert sat.notices == ["That step has not been reached yet."]


async def test_a_phase_opens_to_show_its_steps(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        phase = next(one for one in sat.table.sidebar.rows if one.text.strip() == "Design")
        await sat.click(Sidebar, 6, row(sat, RowKind.PHASE, phase.key))
        assert any(one.kind is RowKind.STEP and one.key.startswith("04-") for one in sat.table.sidebar.rows)


async def test_the_sidebar_shows_what_matters_most_in_the_rows_there_are(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (80, 24)) as sat:
        sidebar = sat.table.sidebar
        assert sidebar.region.width <= 28
        visible = [str(sidebar.get_option_at_index(at).prompt) for at in range(sidebar.size.height)]
        shown = "\n".join(visible)
        assert all(words in shown for words in ("Scope Estimation", "Design", "quick-scan.md"))
        drawn = [str(option.prompt) for option in sidebar.options]
        assert all(len(line) <= sidebar.size.width for line in drawn)
        assert any(line.startswith("Requirements  ") and line.rstrip().endswith("0/7") for line in drawn)


# Reading


async def test_the_conversation_is_searched_with_next_and_previous(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.press("ctrl+f", *"checkout")
        found, total = sat.table.transcript.match_position
        assert total > 1
        assert f"of {total}" in str(sat.table.query_one(".searchbar--count").render())
        await sat.press("down")
        assert sat.table.transcript.match_position[0] == found % total + 1
        await sat.press("up")
        assert sat.table.transcript.match_position[0] == found
        await sat.press("enter")
        assert sat.table.transcript.has_focus, "reading goes on where it was found"
        await sat.press("n", "n", "N")
        assert sat.table.transcript.match_position == (found % total + 1, total)
        await sat.press("slash", "escape", "i")
        assert not sat.table.query_one(SearchBar).display
        assert sat.table.composer.has_focus
        assert sat.table.transcript.match_position == (0, 0)


async def test_what_comes_below_the_reader_is_counted_and_one_click_away(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (100, 20)) as sat:
        mark = sat.table.query_one(NewBelow)
        assert not shows(mark)
        sat.table.transcript.action_edge(-1)
        await sat.press("f6")
        assert shows(mark)
        assert str(mark.render()) == f"↓ {mark.count} new below"
        assert sat.table.transcript.scroll_y == 0
        await sat.click(NewBelow, 5)
        assert sat.table.transcript.at_tail
        assert not shows(mark)


async def test_a_table_that_is_covered_is_not_drawn_and_catches_up_when_it_shows_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        await sat.press("escape", "w")
        assert isinstance(sat.app.screen, ReviewScreen)
        draw = TableScreen._compositor_refresh

        def count(table: TableScreen) -> None:
            drawn.append(table)
            draw(table)

        monkeypatch.setattr(TableScreen, "_compositor_refresh", count)
        for number in range(60):
            sat.table.transcript.notice(f"Notice {number}")
        await sat.settle()
        assert drawn == []
        await sat.press("escape")
        assert drawn
        shown = [line.text for line in sat.table.transcript.render_lines(sat.table.transcript.size.region)]
        assert any("Notice 59" in text for text in shown)


async def test_help_and_palette_open_over_the_table_and_close_again(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        for key in ("f1", "question_mark"):
            await sat.press(key)
            assert has_on_top(sat, HelpScreen)
            await sat.press("escape")
            assert has_on_top(sat, TableScreen)
        await sat.press("w", "question_mark")
        assert sat.table.composer.text == "w?"
        sat.table.composer.clear()
        await sat.press("ctrl+p", *"Show quick-scan")
        assert has_on_top(sat, CommandPalette)
        await sat.until(lambda: sat.app.screen.query("OptionList").first().display)
        await sat.press("enter", "enter")
        await sat.until(lambda: sat.app.screen is sat.table and sat.table.has_class("show-preview"))


# Keys from the settings


async def test_remapped_keys_work_and_help_and_footer_name_them(tmp_path: Path) -> None:
    keys = {"menu.continue": "Q, f13", "pane.search": "Z"}
    async with sitting(app_in(tmp_path, begun(tmp_path), keys=keys)) as sat:
        footer = sat.table.query_one(KeyBar)
        sat.table.composer.focus()
        await sat.settle()
        assert [key for key, label, _ in footer.items if label in ("Continue", "Search")] == ["F13", "ctrl+f"]
        await sat.press("f1")
        assert isinstance(sat.app.screen, HelpScreen)
        assert {row.id: (row.key, row.chord) for row in sat.app.screen.rows}["menu.continue"] == ("Q", "F13")
        await sat.press("escape")
        await sat.press("Q", "f6")
        assert sat.table.composer.text == "Q"
        assert sat.state.guided.current == "00-01"
        await sat.press("backspace", "escape")
        assert [key for key, label, _ in footer.items if label in ("Continue", "Search")] == ["Q", "Z"]
        await sat.press("Q")
        assert sat.state.guided.current == "00-02"


async def test_the_footer_names_keys_that_work_at_this_moment(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        footer = sat.table.query_one(KeyBar)
        assert ("ctrl+f", "Search", True) in footer.items
        await sat.leave_composer()
        assert ("/", "Search", True) in footer.items
        await sat.press("slash")
        assert ("ctrl+f", "Search", True) in footer.items
