"""One page says what was made, what is still assumed and what to do next: at the end, and whenever it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from roundtable_tui.cli import commands
from roundtable_tui.items.overview import Overview, as_page
from roundtable_tui.ui.lines.view import LineView
from roundtable_tui.ui.overview.next_steps import next_steps
from roundtable_tui.ui.overview.screen import OverviewScreen
from tests.support.screen.tables import app_in, begun, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path


async def test_the_end_shows_a_page_and_a_key_shows_it_again(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        await sat.say("I want to stop here", "y")
        await sat.until(lambda: isinstance(sat.app.screen, OverviewScreen))
        page = sat.app.screen
        assert isinstance(page, OverviewScreen)
        assert "[quick-scan.md](quick-scan.md)" in page.page
        assert "## What is still assumed" in page.page
        assert "## What to do next" in page.page
        assert "wrapped up early" in page.page
        assert "ctrl+\\ shows earlier versions" in page.page, "a key that works in the composer"
        await sat.press("escape")
        assert sat.app.screen is sat.table
        await sat.press("ctrl+f12")
        assert isinstance(sat.app.screen, OverviewScreen)


async def test_whoever_goes_on_writing_when_the_page_opens_loses_no_letter(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        for words in ("some more words", "more words", "just one more"):
            await sat.press("ctrl+f12")
            assert isinstance(sat.app.screen, OverviewScreen)
            await sat.pilot.press(*words)
            await sat.until(lambda: sat.app.screen is sat.table)
            assert sat.table.composer.text == words
            sat.table.composer.clear()
        await sat.press("ctrl+f12", "W")
        await sat.until(lambda: sat.app.screen is sat.table)
        assert not sat.table.composer.text, "a key alone closes it"


async def test_a_document_of_the_page_opens_beside_the_talk(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        await sat.press("ctrl+f12")
        page = sat.app.screen
        assert isinstance(page, OverviewScreen)
        await sat.press("tab", "enter")
        assert sat.app.screen is sat.table
        assert sat.table.preview.document == "quick-scan.md"


async def test_one_walks_through_the_documents_of_the_page_by_key_and_round_to_the_first(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        await sat.press("ctrl+f12")
        view = sat.app.screen.query_one(LineView)
        met = []
        for _ in range(len(sat.state.files.artifacts) + 1):
            await sat.press("tab")
            met.append(view.marked_link)
        assert set(met) == set(sat.state.files.artifacts)
        assert met[0] == met[-1] == "requirements-spec.md", "what people read comes first"
        await sat.press("shift+tab", "shift+tab")
        assert view.marked_link == met[-3]
        await sat.press("escape")
        assert sat.app.screen is sat.table


def test_words_of_the_item_stay_words() -> None:
    page = as_page(
        Overview("*Pay* [b]", "In progress.", (), ("NFR-001 <fast>",), (), (("You", "# no heading"),), False)
    )
    assert page.startswith("# \\*Pay\\* \\[b\\]")
    assert "- NFR-001 \\<fast\\>" in page
    assert "**You**: \\# no heading" in page


async def test_the_item_is_renamed_at_the_table_too(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        rename = next(one for one in sat.table.more_commands() if one.label == "Rename this item")
        rename.run()
        await sat.pilot.pause()
        await sat.press("ctrl+u", *"Bills", "enter")
        await sat.until(lambda: sat.state.item is not None and sat.state.item.description == "Bills")
        assert sat.state.item is not None
        assert sat.state.item.slug == slug


def test_what_the_page_of_the_end_offers_on_the_command_line_can_be_done(tmp_path: Path) -> None:
    """It named the hand-over of the next phase, which a finished item refuses."""
    slug = begun(tmp_path)
    about = Overview("Pay by invoice", "done", (), (), (), (), ended=True)
    offered = " ".join(next_steps(about, str, slug))
    assert "--dispatch" not in offered
    for command in ("brief", "plan", "check"):
        assert f"{command} {slug}" in offered
        done = CliRunner().invoke(commands, [command, slug, "--project", str(tmp_path)])
        assert "Usage:" not in done.output, done.output
        assert "Nothing" not in str(done.exception), command
