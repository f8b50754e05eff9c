"""The lobby as a person uses it: the first page, the list, and every way from there and back."""

from __future__ import annotations

import errno
import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Static

from roundtable_tui.config.loader import cache_folder
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.items.crash_reports import keep_crash
from roundtable_tui.items.open_item import open_item
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.items import ItemSummary
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.history.screen import HistoryScreen
from roundtable_tui.ui.keys.key import Group
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.lobby.item_list import Columns, ItemList
from roundtable_tui.ui.lobby.item_preview import ItemPreview
from roundtable_tui.ui.lobby.item_rows import ago, item_row, matching
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.new_item.screen import NewItemScreen
from roundtable_tui.ui.overview.screen import OverviewScreen
from roundtable_tui.ui.program import GoTo
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.widgets.keybar import KeyBar
from tests.support.disk.bursts import burst
from tests.support.disk.disks import FaultyDisk
from tests.support.projects import NOON, SLUG, project_in, write_code
from tests.support.screen.tables import AT_MENU, Sitting, app_in, begun, sitting, specified


def add(root: Path, slug: str, minutes: int = 0, *, text: str = "", **meta: object) -> None:
    """An item that changed so many minutes before noon."""
    folder = root / "docs/requirements" / slug
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(text or json.dumps({"description": slug.title(), **meta}))
    at = (NOON - timedelta(minutes=minutes)).timestamp()
    os.utime(folder / "meta.json", (at, at))


def shop(root: Path) -> None:
    add(root, "search", 120, analysis_status="partial", phases_completed=["00-quick-scan"], source_id="GH-87")
    add(root, "invoices", 5, coverage={"a": {"pct": 30}, "b": {"pct": 50}}, source_id="SHOP-412")
    add(root, "export", 1500, analysis_status="analyzed", phases_completed=list(PHASE_KEYS))


def shown(sat: Sitting) -> list[str]:
    return [row.key for row in sat.lobby.items.rows]


def here(sat: Sitting) -> str:
    row = sat.lobby.items.cursor
    return row.key if row else ""


def text_of(sat: Sitting, name: str) -> str:
    return str(sat.lobby.query_one(name, Static).render())


def is_free(root: Path, slug: str) -> bool:
    private = root / "docs/requirements" / slug / ".roundtable"
    if (private / "lock.holder").exists():
        return False
    open_item(project_in(root), slug).release()
    return True


# The first page


async def test_an_empty_project_teaches_and_enter_begins_right_away(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        assert sat.lobby.has_class("-empty")
        assert sat.lobby.first_run.field.has_focus
        await sat.press(*"Pay later", "enter")
        assert sat.state.item is not None
        assert sat.state.item.description == "Pay later"


async def test_a_question_mark_on_the_empty_page_opens_help_that_names_only_what_works_there(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        lobby = sat.lobby
        await sat.press("question_mark")
        assert isinstance(sat.app.screen, HelpScreen)
        ids = [row.id for row in sat.app.screen.rows if row.group == Group.ITEMS]
        assert ids == ["lobby.open", "lobby.new", "lobby.panels", "lobby.refresh"]
        await sat.press("escape", *"Why", "question_mark")
        assert lobby.first_run.field.value == "Why?"


async def test_what_is_typed_before_the_lobby_knows_itself_begins_the_item(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        for key in (*"Pay", "space", *"ab", "backspace", "enter"):
            app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        sat = Sitting(app, pilot)
        await sat.until(lambda: app.is_at_table)
        await sat.settle()
        assert sat.state.item is not None
        assert sat.state.item.description == "Pay a"


async def test_words_that_could_not_begin_anything_are_back_in_the_field_with_the_reason(tmp_path: Path) -> None:
    disk = FaultyDisk(RealDisk(), 1, OSError(errno.EROFS, "Read-only file system"), for_good=True)
    async with sitting(app_in(tmp_path, disk=disk)) as sat:
        await sat.press(*"Pay", "enter")
        assert sat.lobby.first_run.field.value == "Pay"
        assert "read-only" in text_of(sat, "#told")


async def test_a_pasted_ticket_gets_the_page_with_room_for_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path)) as sat:
        sat.app.post_message(events.Paste("ABC-1: Pay\n\nBy invoice."))
        await sat.settle()
        assert isinstance(sat.app.screen, NewItemScreen)
        assert sat.app.screen.form.description == "ABC-1: Pay\n\nBy invoice."


# The list


async def test_the_list_says_of_every_item_how_it_stands_the_last_changed_first(tmp_path: Path) -> None:
    shop(tmp_path)
    add(tmp_path, "broken", 10, text="{")
    async with sitting(app_in(tmp_path), (186, 30)) as sat:
        assert [" ".join(sat.lobby.items.render_line(y).text.split()) for y in range(4)] == [
            "▸ Invoices ○ new ━━━╌╌╌╌╌ 40% 5 minutes ago SHOP-412",
            "broken ! cannot be read – 10 minutes ago",
            "Search ◐ in Requirements – 2 hours ago GH-87",
            "Export ✓ analyzed – yesterday",
        ]
        assert "The offline interviewer asks: no key for a model is set" in text_of(sat, "#who")
        await sat.press("down")
        assert "cannot be understood" in text_of(sat, "#about")


async def test_typing_filters_by_words_in_any_order_and_esc_shows_all_again(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("slash", *"ss gh")
        assert shown(sat) == ["search"]
        assert text_of(sat, ".filter--count") == "1 of 3"
        await sat.press("x")
        assert shown(sat) == []
        assert "No item has these words" in text_of(sat, "#nothing")
        await sat.press("escape")
        assert shown(sat) == ["invoices", "search", "export"]
        assert sat.lobby.items.has_focus


async def test_words_typed_in_one_go_after_the_slash_go_into_the_filter_and_enter_opens(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        for key in ("slash", "r", "n", "backspace", "c", "enter"):
            sat.app.post_message(events.Key(key, {"slash": "/"}.get(key) or (key if len(key) == 1 else None)))
        await sat.until(lambda: sat.app.is_at_table)
        await sat.settle()
        assert sat.state.item is not None
        assert sat.state.item.slug == "search"
        await sat.app.open_lobby()
        await sat.until(lambda: isinstance(sat.app.screen, LobbyScreen) and sat.lobby.items.has_focus)


async def test_a_status_there_is_no_room_for_is_told_below_the_list(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path), (40, 20)) as sat:
        assert "new" in text_of(sat, "#about")
        await sat.pilot.resize_terminal(140, 40)
        await sat.until(lambda: "new" not in text_of(sat, "#about"))


async def test_arrows_move_the_cursor_from_the_filter_and_a_click_puts_it_anywhere(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("slash", "down", "down", "up")
        assert here(sat) == "search"
        await sat.click(ItemList, 8, 2)
        assert here(sat) == "export"


async def test_the_footer_greys_out_what_this_item_does_not_allow(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        footer = sat.lobby.query_one(KeyBar)
        assert ("r", "Re-analyse", False) in footer.items
        await sat.press("end")
        assert ("r", "Re-analyse", True) in footer.items


async def test_what_changed_on_disk_shows_after_a_refresh(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        add(tmp_path, "refunds", 1)
        await sat.press("f5")
        assert shown(sat)[0] == "refunds"


async def test_kept_words_that_cannot_be_read_do_not_keep_the_items_away(tmp_path: Path) -> None:
    shop(tmp_path)
    (tmp_path / ".roundtable/local/unsent.json").mkdir(parents=True)
    async with sitting(app_in(tmp_path)) as sat:
        assert shown(sat) == ["invoices", "search", "export"]
        assert "unsent.json" in text_of(sat, "#told")


# After an unexpected end


async def test_after_an_unexpected_end_the_item_that_was_open_is_marked_and_said_once(tmp_path: Path) -> None:
    shop(tmp_path)
    keep_crash(LookupError(), cache_folder(), NOON, tmp_path, "search")
    async with sitting(app_in(tmp_path)) as sat:
        assert here(sat) == "search"
        assert "ended unexpectedly" in text_of(sat, "#told")
        assert "enter goes on with the marked item" in text_of(sat, "#told").lower()
    async with sitting(app_in(tmp_path)) as again:
        assert here(again) == "invoices"
        assert not text_of(again, "#told")


async def test_an_unexpected_end_elsewhere_or_of_a_lost_item_is_no_news_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, root = tmp_path / "other", tmp_path / "root"
    for folder in (other, root):
        shop(folder)
    monkeypatch.chdir(other)
    keep_crash(LookupError(), cache_folder(), NOON, Path(), "search")
    monkeypatch.chdir(root)
    async with sitting(app_in(Path())) as sat:
        assert here(sat) == "invoices"
    keep_crash(LookupError(), cache_folder(), NOON, root, "gone")
    async with sitting(app_in(root)) as sat:
        assert not text_of(sat, "#told")


async def test_whoever_opens_an_item_right_away_is_not_told_later(tmp_path: Path) -> None:
    name = begun(tmp_path)
    keep_crash(LookupError(), cache_folder(), NOON, tmp_path, name)
    async with sitting(app_in(tmp_path, name)) as sat:
        await sat.press("ctrl+f2")
        assert not text_of(sat, "#told")


# There and back


async def test_from_the_lobby_to_the_table_and_back_nothing_stays_behind(tmp_path: Path) -> None:
    name = begun(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        assert await sat.pilot.double_click(ItemList, offset=(8, 0))
        await sat.settle()
        assert AT_MENU[0] in sat.said
        table = sat.table
        assert any(worker.group == "watching" for worker in sat.app.workers)
        await sat.press("ctrl+f2")
        assert sat.lobby.items.has_focus
        assert not table.is_running
        assert not [worker for worker in sat.app.workers if worker.node is table]
        assert is_free(tmp_path, name)


async def test_leaving_by_the_footer_while_a_click_is_being_handled_works_too(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path, SLUG)) as sat:
        await sat.app.run_action("lobby", sat.table)
        await sat.until(lambda: isinstance(sat.app.screen, LobbyScreen))
        assert shown(sat) == [SLUG]
        assert is_free(tmp_path, SLUG)


async def test_a_review_holds_the_item_only_while_it_shows_and_changes_nothing_by_itself(tmp_path: Path) -> None:
    name = begun(tmp_path)
    journal = project_in(tmp_path).paths.journal(name)
    before = journal.read_bytes()
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("w")
        assert sat.app.screen.__class__ is ReviewScreen
        assert not is_free(tmp_path, name)
        await sat.press("escape")
        assert shown(sat) == [name]
        assert is_free(tmp_path, name)
    assert journal.read_bytes() == before


async def test_from_the_history_a_turn_is_gone_to_at_the_table(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path), (100, 20)) as sat:
        await sat.press("h")
        assert isinstance(sat.app.screen, HistoryScreen)
        sat.app.screen.dismiss(GoTo(1))
        await sat.until(lambda: sat.app.is_at_table)
        await sat.settle()
        assert sat.table.transcript.scroll_y < sat.table.transcript.max_scroll_y
        assert not sat.table.link.read_only


async def test_a_finished_item_is_gone_through_again_only_after_a_yes(tmp_path: Path) -> None:
    add(tmp_path, "export", analysis_status="analyzed", phases_completed=list(PHASE_KEYS))
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("r")
        assert isinstance(sat.app.screen, ConfirmScreen)
        await sat.press("escape")
        assert shown(sat) == ["export"]
        await sat.press("r", "enter")
        assert sat.app.is_at_table
        assert sat.table.link._request.again


# Deleting


async def test_a_deleted_item_is_in_the_trash_and_u_brings_it_back(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("down", "D")
        assert shown(sat) == ["invoices", "export"]
        assert "u brings it back" in text_of(sat, "#told")
        assert not (tmp_path / "docs/requirements/search").exists()
        await sat.press("u")
        assert shown(sat) == ["invoices", "search", "export"]
        assert here(sat) == "search"


async def test_also_after_a_restart_what_was_deleted_can_be_restored(tmp_path: Path) -> None:
    shop(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("D")
        await sat.press("delete")
    async with sitting(app_in(tmp_path)) as sat:
        offered = {command.label: command for command in sat.lobby.more_commands()}
        restoring = {label for label in offered if label.startswith("Restore")}
        assert restoring == {"Restore from the trash: search", "Restore from the trash: invoices"}
        offered["Restore from the trash: invoices"].run()
        await sat.settle()
        assert shown(sat) == ["invoices", "export"]


async def test_with_the_last_item_deleted_the_first_page_is_back_and_so_is_undo(tmp_path: Path) -> None:
    add(tmp_path, "pay")
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("D")
        assert sat.lobby.first_run.field.has_focus
        await sat.press("ctrl+t")
        assert shown(sat) == ["pay"]


async def test_an_item_open_elsewhere_is_not_deleted_and_can_be_looked_at(tmp_path: Path) -> None:
    name = begun(tmp_path)
    holder = open_item(project_in(tmp_path), name)
    try:
        async with sitting(app_in(tmp_path)) as sat:
            await sat.press("D")
            assert "open in another window" in text_of(sat, "#told")
            await sat.press("enter")
            assert isinstance(sat.app.screen, ConfirmScreen)
            assert "open in another window" in sat.app.screen.sentences[0]
            await sat.press("enter")
            assert sat.table.link.read_only
    finally:
        holder.release()


# Rules


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ({"seconds": -30}, "just now"),
        ({"seconds": 59}, "just now"),
        ({"seconds": 60}, "1 minute ago"),
        ({"minutes": 59}, "59 minutes ago"),
        ({"hours": 1}, "1 hour ago"),
        ({"hours": 23}, "23 hours ago"),
        ({"hours": 24}, "yesterday"),
        ({"days": 2}, "2 days ago"),
        ({"days": 13}, "13 days ago"),
        ({"days": 14}, "2 weeks ago"),
        ({"days": 55}, "7 weeks ago"),
        ({"days": 57}, "20 Sep 2026"),
        ({"days": -1}, "17 Nov 2026"),
    ],
)
def test_time_is_told_as_people_do(before: dict[str, int], said: str) -> None:
    assert ago(NOON - timedelta(**before), NOON) == said


@pytest.mark.parametrize("words", ["", "INVOICE pay", "abc-7", "progress requirements", "pay-by"])
def test_an_item_is_found_by_any_of_its_words(words: str) -> None:
    item = ItemSummary("pay-by-invoice", "Let them pay by invoice", "partial", "ABC-7", phases_completed=PHASE_KEYS[:1])
    rows = [item_row(item, NOON)]
    assert list(matching(rows, words)) == rows
    assert list(matching(rows, f"{words} zebra")) == []


def test_text_from_outside_is_content() -> None:
    row = item_row(ItemSummary("s", "[b]Pay\x1b[2J\nnow[/b]", source_id="A\t1"), NOON)
    assert (row.title, row.ticket) == ("[b]Pay now[/b]", "A 1")


@pytest.mark.parametrize("width", [20, 36, 50, 76, 100, 136, 200])
def test_the_columns_fill_the_width_and_never_more(width: int) -> None:
    fields: dict[str, Any] = {"source_id": "SHOP-412", "last_change": NOON, "coverage": {"a": 50.0}}
    rows = [item_row(ItemSummary("pay", "Pay", "partial", phases_completed=PHASE_KEYS[:2], **fields), NOON)]
    columns = Columns.fitting(width, rows)
    others = [part for part in (columns.status, columns.covered, columns.changed, columns.ticket) if part]
    assert columns.title + sum(others) + 2 * len(others) == width


async def test_a_sentence_typed_in_the_list_begins_a_new_item_with_it_and_sets_nothing_off(tmp_path: Path) -> None:
    begun(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await burst(sat.pilot, "what happens when nobody pays, Delete it?")
        await sat.settle()
        page = sat.app.screen
        assert isinstance(page, NewItemScreen)
        assert page.form.description == "what happens when nobody pays, Delete it?"


@pytest.mark.parametrize(("size", "in_sight"), [((80, 24), True), ((140, 30), True), ((80, 20), False)])
async def test_the_item_under_the_cursor_is_told_about_beside_or_below_the_list_or_by_a_key(
    tmp_path: Path, size: tuple[int, int], in_sight: bool
) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path), size) as sat:
        preview = sat.lobby.query_one(ItemPreview)
        assert preview.display is in_sight
        if in_sight:
            await sat.until(lambda: "[quick-scan.md]" in preview.page)
            assert "## What is still assumed" in preview.page
            assert "**You**: It adds invoices and changes checkout." in preview.page
        assert sat.lobby.select(slug)
        await sat.press("m")
        page = sat.app.screen
        assert isinstance(page, OverviewScreen)
        assert "In progress, in Quick Scan" in page.page


async def test_a_document_of_the_page_opens_the_item_with_that_document_beside_the_talk(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with sitting(app_in(tmp_path), (140, 40)) as sat:
        assert sat.lobby.select(slug)
        await sat.press("m")
        view = sat.app.screen.query_one(LineView)
        row = next(y for y in range(view.size.height) if "quick-scan.md" in view.render_line(y).text)
        column = view.render_line(row).text.index("quick-scan.md")
        await sat.click(LineView, column + 2, row)
        await sat.until(lambda: sat.app.is_at_table and sat.app.screen is sat.table)
        await sat.settle()
        assert list(sat.state.files.artifacts)[-1] != "quick-scan.md"
        assert sat.table.preview.document == "quick-scan.md"


async def test_an_item_is_renamed_from_the_list_and_its_folder_stays(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path)) as sat:
        await sat.press("f2")
        await sat.press("ctrl+u", *"Bills", "enter")
        await sat.until(lambda: sat.app.screen is sat.lobby and sat.lobby.items.rows[0].title == "Bills")
        assert sat.lobby.items.rows[0].key == slug


def test_a_conversation_is_told_about_without_phases_and_steps() -> None:
    item = ItemSummary("pay", "Pay", "partial", mode="conversation", phases_completed=PHASE_KEYS[:3])
    row = item_row(item, NOON)
    assert row.status == "under way"
    assert row.about == "pay  ·  conversation"
