"""The history: versions read, compared and put back; the timeline filtered, followed and taken back."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import HandEdited, Retracted
from roundtable_tui.ui.dialogs.choice import ConfirmScreen
from roundtable_tui.ui.history.reader import Looking
from roundtable_tui.ui.history.screen import HistoryScreen
from roundtable_tui.ui.history.version_dialog import ChosenVersion, VersionsScreen, choose_version
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from tests.support.screen.tables import Sitting, app_in, begun, sitting, specified

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SPEC = "requirements-spec.md"


@asynccontextmanager
async def looking_back(
    root: Path, slug: str, size: tuple[int, int] = (140, 40)
) -> AsyncIterator[tuple[Sitting, HistoryScreen]]:
    async with sitting(app_in(root, slug), size) as somebody:
        await somebody.leave_composer()
        await somebody.press("h")
        screen = somebody.app.screen
        assert isinstance(screen, HistoryScreen)
        await somebody.until(lambda: bool(screen.timeline.rows))
        yield somebody, screen


async def go_to_version(somebody: Sitting, screen: HistoryScreen, number: int) -> None:
    """Opens the requirements if need be, and goes to a version of theirs."""
    if not any(row.name == SPEC and row.version for row in screen.versions.rows):
        screen.versions.go_to(SPEC)
        await somebody.press("enter")
    versions = {row.version.number: row.key for row in screen.versions.rows if row.version and row.name == SPEC}
    screen.versions.go_to(versions[number])
    await somebody.settle()


def read(screen: HistoryScreen) -> str:
    return "\n".join(line.text for line in screen.text.rendered_lines)


async def test_a_version_is_compared_with_now_with_the_one_before_and_read(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with looking_back(tmp_path, slug) as (somebody, screen):
        await go_to_version(somebody, screen, 2)
        versions = [row.version for row in screen.versions.rows if row.version and row.name == SPEC]
        assert versions[0] is not None
        assert versions[0].is_current
        assert [one.number for one in versions] == list(range(len(versions), 0, -1))
        await somebody.until(lambda: "Lines" in read(screen))
        since = read(screen)
        await somebody.press("x")
        assert screen.looking is Looking.BROUGHT
        await somebody.until(lambda: read(screen) != since)
        await somebody.press("v", "v")
        kept = versions[-2]
        assert kept is not None
        assert kept.version is not None
        source = somebody.table.link.session.documents.read_version(kept.version).decode()
        await somebody.until(lambda: read(screen).split() == source.split())
        await somebody.press("escape")
        assert somebody.app.screen is somebody.table


async def test_a_version_put_back_counts_as_the_users_own_text_and_what_it_replaces_is_kept(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with looking_back(tmp_path, slug) as (somebody, screen):
        session = somebody.table.link.session
        file = session.documents.path(SPEC)
        before = file.read_bytes()
        kept = len(session.documents.versions(SPEC))
        await go_to_version(somebody, screen, kept)
        chosen = screen.chosen
        assert chosen is not None
        assert chosen.version is not None
        await somebody.pilot.press("r")
        await somebody.until(lambda: isinstance(somebody.app.screen, ConfirmScreen))
        await somebody.press("escape")
        assert file.read_bytes() == before
        await somebody.pilot.press("r")
        await somebody.until(lambda: isinstance(somebody.app.screen, ConfirmScreen))
        await somebody.press("enter")
        await somebody.until(lambda: any("is back as it was" in notice for notice in somebody.notices))
        assert file.read_bytes() != before
        assert before in [session.documents.read_version(one) for one in session.documents.versions(SPEC)]
        assert any(isinstance(event.body, HandEdited) and event.body.path == SPEC for event in session.events)


async def test_enter_on_a_line_of_the_timeline_goes_to_its_turn(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with looking_back(tmp_path, slug, (80, 24)) as (somebody, screen):
        await somebody.press("t")
        assert screen.timeline.cursor is screen.timeline.rows[-1]
        await somebody.press("slash", *"quick", "enter")
        rows = [row.happening for row in screen.timeline.rows if row.happening]
        assert rows
        assert all("quick" in row.text.lower() for row in rows)
        await somebody.press("home")
        wanted = screen.timeline.cursor
        assert wanted is not None
        assert wanted.happening is not None
        await somebody.press("enter")
        assert somebody.app.screen is somebody.table
        transcript = somebody.table.transcript
        top = transcript._store.at(round(transcript.scroll_y))
        assert top is not None
        assert top[0].block.turn == wanted.happening.turn


async def test_undo_shows_what_goes_and_then_marks_it_as_taken_back(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with looking_back(tmp_path, slug) as (somebody, screen):
        await somebody.press("t")
        await somebody.pilot.press("u")
        await somebody.until(lambda: isinstance(somebody.app.screen, ConfirmScreen))
        question = somebody.app.screen
        assert isinstance(question, ConfirmScreen)
        assert "• You said: It adds invoices and changes checkout." in question.sentences
        assert "Step 00-01 will be open again." in question.sentences
        await somebody.press("y")
        await somebody.until(lambda: any("is taken back" in notice for notice in somebody.notices))
        session = somebody.table.link.session
        assert any(isinstance(event.body, Retracted) for event in session.events)
        await somebody.until(lambda: any(row.happening and row.happening.taken_back for row in screen.timeline.rows))


async def test_without_documents_it_says_what_will_be_here_and_greys_out_what_cannot_be_done(tmp_path: Path) -> None:
    slug = begun(tmp_path, ())
    async with looking_back(tmp_path, slug, (80, 24)) as (_, screen):
        assert screen.query_one("#history-empty").display
        assert not screen.query_one("#versions-view").display
        able = {shown.label: shown.bound.enabled for shown in screen.query_one(KeyBar).ranked()}
        assert (able["Put back"], able["Timeline"]) == (False, True)


async def test_a_version_of_the_document_shown_is_chosen_from_a_small_list(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as somebody:
        session = somebody.table.link.session
        found: list[ChosenVersion | None] = []

        async def choose() -> None:
            found.append(await choose_version(somebody.app, session, SPEC))

        somebody.table.run_worker(choose(), group="conflicts")
        await somebody.until(lambda: isinstance(somebody.app.screen, VersionsScreen))
        await somebody.pilot.press("down", "enter")
        await somebody.until(lambda: bool(found))
        assert found == [ChosenVersion(session.documents.versions(SPEC)[-1])]


@pytest.mark.parametrize("way_there", ["ctrl+backslash", "ctrl+right_square_bracket"])
async def test_history_and_review_call_the_item_by_its_description(tmp_path: Path, way_there: str) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        assert sat.state.item is not None
        await sat.press(way_there)
        said = sat.app.screen.query_one(Headline).render().plain
        assert sat.state.item.description in said
        assert sat.state.item.slug not in said
