"""Documents at the table: chosen, edited by somebody else, in conflict, and always shown as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.session.outline import RowKind
from roundtable_tui.ui.dialogs.conflict import ConflictAnswer, ConflictScreen
from roundtable_tui.ui.documents.passages import View
from roundtable_tui.ui.table.documents import most_to_read
from roundtable_tui.ui.table.sidebar import Sidebar
from tests.support.projects import DESCRIPTION
from tests.support.screen.tables import Sitting, app_in, begun, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

SPEC = "requirements-spec.md"


def document(root: Path, name: str, item: str) -> Path:
    return root / "docs" / "requirements" / item / name


def take_out_first_requirement(path: Path) -> None:
    text = path.read_text()
    start = text.index("### FR-001")
    path.write_text(text[:start] + text[text.index("\n## ", start) + 1 :])


def view_of(sat: Sitting) -> View:
    return sat.table.preview.view


async def conflict_in(sat: Sitting, path: Path) -> ConflictScreen:
    """Somebody takes a whole requirement out of the file; the question comes up."""
    take_out_first_requirement(path)
    await sat.until(lambda: isinstance(sat.app.screen, ConflictScreen))
    assert isinstance(sat.app.screen, ConflictScreen)
    return sat.app.screen


async def choose(sat: Sitting, answer: ConflictAnswer) -> None:
    await sat.press(*["down"] * list(ConflictAnswer).index(answer), "enter")
    await sat.until(lambda: sat.app.screen is sat.table)
    await sat.settle()


async def test_a_document_is_chosen_in_the_sidebar(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), (140, 50)) as sat:
        assert sat.table.preview.document != "quick-scan.md"
        at = next(n for n, row in enumerate(sat.table.sidebar.rows) if row.key == "quick-scan.md")
        await sat.click(Sidebar, 4, at)
        await sat.until(lambda: sat.table.preview.document == "quick-scan.md")


async def test_a_document_that_items_share_opens_at_the_part_of_this_one(tmp_path: Path) -> None:
    slug = specified(tmp_path)
    matrix = tmp_path / "docs" / "common" / "nfr-matrix.md"
    head, mark, own = matrix.read_text().partition("<!-- roundtable:begin ")
    other = "\n\n".join(("## Another (another)", *(f"Its line {number}." for number in range(60))))
    matrix.write_text(f"{head}{mark}another -->\n{other}\n<!-- roundtable:end another -->\n\n{mark}{own}")
    async with sitting(app_in(tmp_path, slug), (140, 40)) as sat:
        sat.table.show_document("nfr-matrix.md")
        await sat.until(lambda: sat.table.preview.document == "nfr-matrix.md")
        await sat.settle()
        body = sat.table.preview.body
        shown = "".join(body.render_line(y).text for y in range(body.size.height))
        assert DESCRIPTION in " ".join(shown.split())
        assert slug not in shown, "the name is for people, the slug for programs"


async def test_source_and_changes_show_the_file_itself_and_what_is_new_in_it(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path))) as sat:
        preview = sat.table.preview
        await sat.press("ctrl+s")
        assert view_of(sat) is View.RAW
        assert "## Size" in "\n".join(line.text for line in preview.body.rendered_lines)
        await sat.press("ctrl+s")
        await sat.say("The finance team must agree first.")
        await sat.press("f12")
        assert view_of(sat) is View.DIFF
        assert any("finance team" in line.text for line in preview.body.rendered_lines)


async def test_an_edit_from_outside_appears_and_the_dossier_follows(tmp_path: Path) -> None:
    item = specified(tmp_path)
    path = document(tmp_path, SPEC, item)
    async with sitting(app_in(tmp_path, item)) as sat:
        sat.table.preview.clear()
        path.write_text(re.sub(r"(?<=FR-001: ).*", "Pay within thirty days", path.read_text(), count=1))
        await sat.until(lambda: "Pay within thirty days" in sat.state.dossier.entries["FR-001"].text("title"))
        await sat.until(lambda: b"Pay within thirty days" in sat.table.preview._data)
        await sat.settle()
        assert sat.table.preview.document == SPEC
        assert "was changed by hand" in sat.said
        assert sat.app.screen is sat.table


async def test_a_document_that_was_chosen_stays_until_something_is_sent(tmp_path: Path) -> None:
    item = specified(tmp_path)
    path = document(tmp_path, SPEC, item)
    async with sitting(app_in(tmp_path, item)) as sat:
        sat.table.show_document("quick-scan.md")
        await sat.until(lambda: sat.table.preview.document == "quick-scan.md")
        path.write_text(re.sub(r"(?<=FR-001: ).*", "Pay within thirty days", path.read_text(), count=1))
        await sat.until(lambda: "Pay within thirty days" in sat.state.dossier.entries["FR-001"].text("title"))
        await sat.settle()
        assert sat.table.preview.document == "quick-scan.md"
        await sat.say("The finance team must agree first.")
        await sat.until(lambda: sat.table.preview.document != "quick-scan.md")


async def test_a_conflict_asks_once_and_keeping_leaves_the_text_standing(tmp_path: Path) -> None:
    item = specified(tmp_path)
    path = document(tmp_path, SPEC, item)
    async with sitting(app_in(tmp_path, item)) as sat:
        question = await conflict_in(sat, path)
        assert question.document == SPEC
        assert question.conflicts == sat.state.files.conflicts[SPEC]
        await choose(sat, ConflictAnswer.KEEP)
        assert "### FR-001" not in path.read_text()
        await sat.say("The finance team must agree first.")
        assert sat.app.screen is sat.table
        assert [row.note for row in sat.table.sidebar.rows if row.id == f"{RowKind.ARTIFACT}:{SPEC}"] == ["conflict"]
    async with sitting(app_in(tmp_path, item)) as again:
        assert any(again.state.files.conflicts.values())
        assert again.app.screen is again.table


async def test_the_analysis_version_is_taken_and_the_users_stays_in_the_history(tmp_path: Path) -> None:
    item = specified(tmp_path)
    path = document(tmp_path, SPEC, item)
    async with sitting(app_in(tmp_path, item)) as sat:
        await conflict_in(sat, path)
        theirs = path.read_bytes()
        await choose(sat, ConflictAnswer.TAKE)
        await sat.until(lambda: not sat.state.files.conflicts.get(SPEC))
        assert "### FR-001" in path.read_text()
        documents = sat.table.link.session.documents
        assert theirs in [documents.read_version(version) for version in documents.versions(SPEC)]


async def test_the_document_in_conflict_is_shown(tmp_path: Path) -> None:
    item = specified(tmp_path)
    async with sitting(app_in(tmp_path, item), (100, 30)) as sat:
        await conflict_in(sat, document(tmp_path, SPEC, item))
        await choose(sat, ConflictAnswer.SHOW)
        await sat.until(lambda: sat.table.preview.document == SPEC)
        assert sat.table.preview.display


async def test_the_editor_opens_the_document_in_conflict(tmp_path: Path) -> None:
    item = specified(tmp_path)
    async with sitting(app_in(tmp_path, item)) as sat:
        await conflict_in(sat, document(tmp_path, SPEC, item))
        await choose(sat, ConflictAnswer.EDIT)
        await sat.until(lambda: "No editor is set" in sat.said)


async def test_what_is_typed_while_a_conflict_asks_goes_on_into_the_composer(tmp_path: Path) -> None:
    item = specified(tmp_path)
    async with sitting(app_in(tmp_path, item)) as sat:
        await conflict_in(sat, document(tmp_path, SPEC, item))
        await sat.press(*"take it", "escape")
        await sat.until(lambda: sat.app.screen is sat.table)
        assert sat.table.composer.words == "take it"
        assert sat.state.files.conflicts[SPEC]


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_the_question_fits_a_small_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), size) as sat:
        await sat.app.push_screen(ConflictScreen(SPEC, ["Size: “Scope: [b]giant[/b]” stays; " * 6] * 5))
        await sat.pilot.pause()
        choices = sat.app.screen.query_one("#asking-answers").region
        assert choices.height >= len(ConflictAnswer)
        assert choices.bottom <= size[1]


def test_of_several_that_changed_the_one_with_most_to_read_is_shown() -> None:
    written: list[tuple[str, bytes, bytes | None]] = [
        ("adr-0001.md", b"Rests on CON-001, CON-002, CON-003, CON-004.", b"Rests on CON-001."),
        ("adr-0002.md", b"The stamps go into a table of their own.", b""),
        ("nfr-matrix.md", b"Fast and small.", b"Fast."),
        ("traceability-matrix.csv", b"one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve", None),
    ]
    assert most_to_read(written) == "adr-0002.md"
