"""The same keys move and search in every pane, whatever it shows; pressed on the real screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.ui.dialogs.code import CodeScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.history.screen import HistoryScreen
from roundtable_tui.ui.keys.key_overrides import remapped
from roundtable_tui.ui.keys.pane_keys import MOVING_KEYS
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.widgets.search_bar import SearchBar
from tests.support.screen.tables import Sitting, app_in, begun, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.ui.widgets.row_search import SearchableRows

SIZE = (80, 13)
"""So low that everything scrolls."""
WAYS: dict[str, tuple[tuple[str, ...], str]] = {
    "conversation": (("ctrl+g",), "e"),
    "document": (("ctrl+o",), "e"),
    "card": (("ctrl+right_square_bracket", "tab"), "e"),
    "document of the review": (("ctrl+right_square_bracket", "ctrl+o"), "e"),
    "version": (("ctrl+backslash", "tab"), "e"),
    "code": ((), "line"),
}
LISTS: dict[str, tuple[str, ...]] = {
    "steps": ("ctrl+l",),
    "entries": ("ctrl+right_square_bracket",),
    "timeline": ("ctrl+backslash", "t"),
    "versions": ("ctrl+backslash",),
    "settings": ("ctrl+f5",),
}


async def _gone_to(sat: Sitting, keys: tuple[str, ...]) -> None:
    if not keys:
        (sat.app.request.folder / "long.py").write_text("".join(f"line = {at}\n" for at in range(200)))
        sat.table.show_code(Cited("long.py", 1, 1))
        await sat.settle()
    for key in keys:
        await sat.press(key)


@pytest.mark.parametrize("name", WAYS)
async def test_every_text_moves_by_the_same_keys(tmp_path: Path, name: str) -> None:
    keys, word = WAYS[name]
    async with sitting(app_in(tmp_path, specified(tmp_path)), SIZE) as sat:
        await _gone_to(sat, keys)
        view = sat.app.screen.focused
        assert isinstance(view, LineView)
        await sat.press("g")
        assert view.scroll_y == 0
        await sat.press("j", "j", "k")
        assert view.scroll_y == 1
        await sat.press("ctrl+d")
        half = view.scroll_y
        assert half == min(1 + view.size.height // 2, view.max_scroll_y)
        await sat.press("ctrl+u")
        assert view.scroll_y == max(half - view.size.height // 2, 0)
        await sat.press("G")
        assert view.scroll_y == view.max_scroll_y > 1
        await sat.press("g", "slash", *word)
        found, total = view.match_position
        assert total > 1
        await sat.press("escape")
        assert view.has_focus
        await sat.press("n")
        assert view.match_position == (found, total), "what was looked for last is found again"
        await sat.press("n")
        assert view.match_position == (found % total + 1, total)
        await sat.press("N")
        assert view.match_position == (found, total)


def _row(sat: Sitting) -> int | None:
    rows: SearchableRows = sat.app.screen.focused  # type: ignore[assignment]
    return rows.row_at


@pytest.mark.parametrize("name", LISTS)
async def test_every_list_moves_by_the_same_keys(tmp_path: Path, name: str) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), SIZE) as sat:
        await _gone_to(sat, LISTS[name])
        await sat.press("G")
        last = _row(sat)
        await sat.press("g")
        first = _row(sat)
        assert first is not None
        assert last is not None
        assert first < last
        await sat.press("j")
        assert _row(sat) != first
        await sat.press("k")
        assert _row(sat) == first
        await sat.press("ctrl+d")
        half = _row(sat)
        assert half is not None
        assert first < half <= last
        await sat.press("ctrl+u")
        assert _row(sat) == first


async def test_rows_that_have_the_words_are_gone_to_one_after_the_other(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), (140, 40)) as sat:
        await sat.press("ctrl+l", "g", "slash", *"quick")
        sidebar = sat.table.sidebar
        found, total = sidebar.match_position
        assert (found, total > 0) == (1, True)
        assert sidebar.row_at is not None
        assert "quick" in sidebar.rows[sidebar.row_at].text.lower()
        await sat.press("escape")
        assert sidebar.has_focus
        assert not sat.table.query_one(SearchBar).display


async def test_the_walk_of_the_review_goes_from_one_entry_with_the_words_to_the_next(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), (140, 40)) as sat:
        await sat.press("ctrl+right_square_bracket", "slash", *"the")
        review = sat.app.screen
        assert isinstance(review, ReviewScreen)
        await sat.press("enter", "g")
        first = review.shown
        await sat.press("n")
        assert first is not None
        assert review.shown is not None
        assert review.shown.id == review.walk[1].entry.id
        await sat.press("N")
        assert review.shown.id == first.id


@pytest.mark.parametrize("at", ["f1", "ctrl+right_square_bracket", "ctrl+backslash"])
async def test_the_help_of_every_screen_names_them(tmp_path: Path, at: str) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await sat.press(at) if at == "f1" else await sat.press(at, "f1")
        assert isinstance(sat.app.screen, HelpScreen)
        assert {key.id for key in MOVING_KEYS} <= {row.id for row in sat.app.screen.rows}


def test_a_moving_key_can_be_another_and_says_so_where_it_is_taken() -> None:
    assert remapped({"move.half_down": "ctrl+x"}).warnings == ()
    assert remapped({"menu.skip": "j"}).warnings == ("menu.skip stays on s F7: j already belongs to move.down.",)


async def test_a_remapped_moving_key_moves_in_the_pane(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path), keys={"move.last": "Q"}), SIZE) as sat:
        await sat.press("ctrl+g", "g", "Q")
        assert sat.table.transcript.at_tail
        assert isinstance(sat.app.screen.focused, LineView)


async def test_the_code_has_its_cited_lines_a_key_away(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        (tmp_path / "long.py").write_text("".join(f"line = {at}\n" for at in range(200)))
        sat.table.show_code(Cited("long.py", 120, 121))
        await sat.settle()
        assert isinstance(sat.app.screen, CodeScreen)
        view = sat.app.screen.view
        there = view.scroll_y
        await sat.press("g")
        assert view.scroll_y == 0
        await sat.press("c")
        assert view.scroll_y == there > 0


async def test_the_timeline_is_filtered_and_walked(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), (140, 40)) as sat:
        await sat.press("ctrl+backslash", "t", "slash", *"requirements", "enter")
        history = sat.app.screen
        assert isinstance(history, HistoryScreen)
        await sat.press("g")
        first = history.timeline.row_at
        await sat.press("n")
        assert history.timeline.row_at != first
        await sat.press("N")
        assert history.timeline.row_at == first
