"""The code pane and the links that lead to it: a citation opens at its lines, and what changed is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files.citations import cite
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.ui.dialogs.code import CodeScreen
from roundtable_tui.ui.links import cited_place
from tests.support.scans import MODELS, SCAN
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.states import changed

if TYPE_CHECKING:
    from pathlib import Path

LONG = "\n".join(f"line_{number} = {number}" for number in range(1, 301)) + "\n"


def shown(sat: Sitting) -> str:
    screen = sat.app.screen
    assert isinstance(screen, CodeScreen)
    top = round(screen.view.scroll_y)
    lines = screen.view.rendered_lines[top : top + screen.view.size.height]
    return "\n".join(line.text for line in lines)


def title(sat: Sitting) -> str:
    return str(sat.app.screen.query_one("#code-box").border_title)


async def opened(sat: Sitting, target: str) -> None:
    sat.table.follow_link(target)
    await sat.until(lambda: isinstance(sat.app.screen, CodeScreen) and bool(sat.app.screen.view.blocks))
    await sat.settle()


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("src/a.py:12", Cited("src/a.py", 12, 12)),
        ("src/a.py:12-20", Cited("src/a.py", 12, 20)),
        ("src/a.py:20-12", Cited("src/a.py", 20, 20)),
        ("Makefile", Cited("Makefile", 0, 0)),
    ],
)
def test_a_place_is_read_from_its_text(text: str, cited: Cited) -> None:
    assert cited_place(text) == cited


def test_a_place_the_analysis_rests_on_is_the_citation_that_finds_it_again() -> None:
    state = changed(scan=SCAN)
    assert cited_place("billing/models.py:9", state) == MODELS
    assert cited_place("billing/models.py:9-10", state) == Cited("billing/models.py", 9, 10)


async def test_a_citation_opens_at_its_lines_and_escape_leads_back(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    (tmp_path / "long.py").write_text(LONG)
    async with sitting(app_in(tmp_path, slug), (100, 30)) as sat:
        await opened(sat, "cite:long.py:200-202")
        assert "200  line_200 = 200" in shown(sat)
        assert "line_150 = 150" not in shown(sat)
        assert title(sat) == "long.py:200-202"
        await sat.press("escape")
        assert sat.app.screen is sat.table


async def test_of_a_very_long_file_the_lines_around_are_shown(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    (tmp_path / "long.py").write_text("\n".join(f"line_{number} = 1" for number in range(1, 10_001)))
    async with sitting(app_in(tmp_path, slug), (100, 30)) as sat:
        await opened(sat, "cite:long.py:6000")
        assert " 6000  line_6000 = 1" in shown(sat)
        screen = sat.app.screen
        assert isinstance(screen, CodeScreen)
        notes = [screen.view.rendered_lines[at].text for at in (0, -1)]
        assert [note.strip(" ·").split()[0] for note in notes] == ["3,999", "2,000"]


async def test_of_a_file_that_has_become_far_shorter_all_that_is_left_is_shown(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    (tmp_path / "short.py").write_text("only = 1\n")
    async with sitting(app_in(tmp_path, slug), (100, 30)) as sat:
        await opened(sat, "cite:short.py:5000")
        assert shown(sat).split() == ["1", "only", "=", "1"]


async def test_lines_that_have_moved_are_shown_where_they_are_now(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    (tmp_path / "long.py").write_text(LONG)
    cited = cite(tmp_path, "long.py", 10, 12)
    (tmp_path / "long.py").write_text("# new\n" * 100 + LONG)
    async with sitting(app_in(tmp_path, slug), (100, 30)) as sat:
        sat.table.show_code(cited)
        await sat.until(lambda: isinstance(sat.app.screen, CodeScreen) and bool(sat.app.screen.view.blocks))
        assert "long.py:110-112" in title(sat)
        assert "moved" in title(sat)


@pytest.mark.parametrize("name", ["gone.py", ".env", "harmless.txt", "../outside.py"])
async def test_what_may_not_or_cannot_be_read_is_said_and_not_shown(name: str, tmp_path: Path) -> None:
    root = tmp_path / "project"
    slug = begun(root)
    (root / ".env").write_text("SECRET=xyzzy\n")
    (root / "harmless.txt").symlink_to(".env")
    (tmp_path / "outside.py").write_text("SECRET = 'xyzzy'\n")
    async with sitting(app_in(root, slug), (100, 30)) as sat:
        await opened(sat, f"cite:{name}:1")
        assert "cannot be shown" in shown(sat)
        assert "xyzzy" not in shown(sat)


@pytest.mark.parametrize("target", ["./quick-scan.md#scope", "../requirements/{slug}/quick-scan.md#scope"])
async def test_a_link_to_a_document_shows_it_and_an_unknown_one_says_so(target: str, tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        sat.table.follow_link(target.format(slug=slug))
        await sat.settle()
        assert sat.table.preview.document == "quick-scan.md"
        sat.table.follow_link("javascript:alert(1)")
        await sat.settle()
        assert any("leads nowhere" in said for said in sat.notices)
