"""Half a word is completed: a command after a slash, somebody at the table or a file after an at sign."""

from __future__ import annotations

import asyncio
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.ui.composer.file_names import ProjectFiles, best_names
from roundtable_tui.ui.composer.suggestion_list import SuggestionList
from roundtable_tui.ui.composer.suggestions import MOST, mention
from tests.support.disk.bursts import burst
from tests.support.projects import SLUG
from tests.support.screen.tables import AT_MENU, app_in, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.screen.tables import Sitting

NAMES = ("README.md", "shop/cart.py", "shop/discount.py", "docs/My Notes.md", "tests/test_cart.py", "card/art.py")


def offered(sat: Sitting) -> tuple[str, ...]:
    return tuple(line.strip(" ›").split("  ")[0] for line in sat.table.query_one(SuggestionList).shown)


def at_the_menu(root: Path) -> Path:
    begun(root, AT_MENU)
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs" / "My Notes.md").write_text("Notes.\n")
    return root


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_the_commands_of_the_moment_show_as_soon_as_a_slash_is_typed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG), size) as sat:
        await sat.press("slash")
        assert {"/elaborate", "/continue", "/skip", "/depth", "/undo"} <= set(offered(sat))
        await sat.press("d")
        assert offered(sat) == ("/depth",)


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("/el\t", "/elaborate"),
        ("/de\tb\t", "/depth brief"),
        ("/depth d\t", "/depth deep"),
        ("/co\t\x7f", "/continu"),
        ("/xyz\t", "/xyz"),
    ],
)
async def test_tab_completes_a_command_also_in_a_burst(tmp_path: Path, typed: str, left: str) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await burst(sat.pilot, typed)
        await sat.settle()
        assert sat.table.composer.words == left
        assert sat.table.composer.has_focus


async def test_a_command_is_sent_as_written_unless_another_line_was_marked(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press("slash", "d", "e", "p", "t", "h", "space")
        assert offered(sat) == ("/depth brief", "/depth standard", "/depth deep")
        await sat.press("down", "enter")
        assert sat.table.composer.words == "/depth standard"
        sat.table.composer.take_away("/depth standard")
        await sat.press("slash", "h", "e", "l", "p", "enter")
        assert "You can type /continue" in sat.said


async def test_a_file_is_named_by_some_of_its_letters(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press(*"in", "space", "at", "n", "o", "t", "e", "s")
        assert offered(sat)[0] == "docs/My Notes.md"
        await sat.press("tab")
        assert sat.table.composer.words == 'in "docs/My Notes.md" '
        assert offered(sat) == ()


async def test_enter_takes_the_marked_file_and_sends_nothing(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        turns = sat.state.talk.user_turns
        await sat.press("at", "n", "o", "t", "enter")
        assert sat.table.composer.words == '"docs/My Notes.md" '
        assert sat.state.talk.user_turns == turns


async def test_enter_sends_a_word_whose_letters_only_lie_scattered_over_a_path(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        turns = sat.state.talk.user_turns
        await sat.press("at", *"dnotes")
        assert offered(sat) == ("docs/My Notes.md",)
        await sat.press("enter")
        assert sat.table.composer.words == ""
        assert sat.state.talk.user_turns == turns + 1


async def test_enter_takes_any_file_that_was_marked(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press("at", *"dnotes", "down", "enter")
        assert sat.table.composer.words == '"docs/My Notes.md" '


async def test_esc_closes_the_list_and_leaves_the_words_and_the_focus(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press("at", "n", "o")
        assert offered(sat)
        await sat.press("escape")
        assert offered(sat) == ()
        assert sat.table.composer.has_focus
        await sat.press("t")
        assert offered(sat) == (), "it stays closed for this word"
        assert sat.table.composer.words == "@not"


async def test_somebody_at_the_table_comes_before_files_and_is_not_completed_once_named(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press("at", "a", "l")
        assert offered(sat)[0].lower() == "@alex"
        await sat.press("e", "x")
        assert offered(sat) == ()


async def test_a_click_takes_a_suggestion(tmp_path: Path) -> None:
    at_the_menu(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.press("slash", "e")
        await sat.click(SuggestionList, 4, 0)
        assert sat.table.composer.words == "/elaborate"


def test_only_files_of_the_project_that_git_does_not_ignore_are_offered(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for name, text in {"kept.py": "a = 1\n", "thrown.py": "b = 1\n", ".gitignore": "thrown.py\n"}.items():
        (root / name).write_text(text)
    (tmp_path / "outside.py").write_text("c = 1\n")
    (root / "linked.py").symlink_to(tmp_path / "outside.py")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    assert asyncio.run(ProjectFiles(root).matching(".py")) == ("kept.py",)


@pytest.mark.parametrize(
    ("begun_with", "first"),
    [
        ("cart", "shop/cart.py"),
        ("SHOP", "shop/cart.py"),
        ("disc", "shop/discount.py"),
        ("spdis", "shop/discount.py"),
        ("my n", "docs/My Notes.md"),
        ('"my', "docs/My Notes.md"),
        ("", "README.md"),
    ],
)
def test_the_best_name_comes_first(begun_with: str, first: str) -> None:
    assert best_names(NAMES, begun_with)[0] == first


@pytest.mark.parametrize("begun_with", ["cart and then", "cart ", "xyz", "no such file"])
def test_a_sentence_after_an_at_sign_names_no_file(begun_with: str) -> None:
    assert best_names(NAMES, begun_with) == ()


@pytest.mark.parametrize(
    ("line", "started"),
    [
        ("@", 0),
        ("see @ca", 4),
        ("(@ca", 1),
        ("mail me@home", None),
        ("no at sign", None),
        ("@one and @two", 9),
    ],
)
def test_an_at_sign_counts_at_the_start_of_a_word_only(line: str, started: int | None) -> None:
    found = mention(line)
    assert (found.start if found else None) == started


@given(st.lists(st.text("abc/ .", min_size=1, max_size=12), max_size=30), st.text("abc/ .", max_size=5))
def test_a_name_that_is_offered_has_the_letters_in_their_order(names: list[str], begun_with: str) -> None:
    found = best_names(names, begun_with)
    assert len(found) <= MOST
    for name in found:
        letters = iter(name)
        assert all(letter in letters for letter in begun_with)


def test_among_twenty_thousand_names_the_one_meant_is_found() -> None:
    names = [f"src/part{number % 97}/module_{number}.py" for number in range(20_000)]
    assert best_names(names, "module_19876")[0] == "src/part88/module_19876.py"
