"""Words are looked for in all documents of an item as they are typed; Enter goes to the document and the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.ui.documents.search_dialog import DocumentSearchScreen
from roundtable_tui.ui.documents.text_search import MOST, lines_with
from roundtable_tui.ui.review.screen import ReviewScreen
from tests.support.projects import SLUG
from tests.support.screen.tables import Sitting, app_in, sitting, specified

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "a.md": "# Pay\n\nClinics pay by invoice.\nNobody else does.",
    "b.csv": "id,name\nFR-001,Pay by Invoice\n",
    "c.json": '{"pay": 1}',
}


def test_a_line_is_found_by_all_its_words_whatever_their_case_and_order() -> None:
    found = lines_with(TEXTS, "Invoice pay")
    assert [(one.document, one.line) for one in found] == [("a.md", 2), ("b.csv", 1)]
    assert lines_with(TEXTS, "invoice nobody") == ()
    assert lines_with(TEXTS, "  ") == ()


def test_no_more_lines_are_listed_than_anybody_reads() -> None:
    assert len(lines_with({"a.md": "pay\n" * 5_000}, "pay")) == MOST


@given(st.text(), st.text(max_size=6))
def test_whatever_is_found_can_be_marked_in_its_line(text: str, words: str) -> None:
    for one in lines_with({"a.md": text}, words):
        assert one.line <= text.count("\n")
        assert one.pattern.search(one.text) or "ß" in text.casefold() or one.text.casefold() != one.text.lower()


def dialog(sat: Sitting) -> DocumentSearchScreen:
    assert isinstance(sat.app.screen, DocumentSearchScreen)
    return sat.app.screen


@pytest.mark.parametrize("size", [(140, 40), (80, 24)])
async def test_from_the_table_enter_goes_to_the_line_of_the_document(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path)), size) as sat:
        await sat.press("ctrl+f9", *"that matters")
        rows = [row for row in dialog(sat).found.rows if row.found]
        assert len({row.found.document for row in rows if row.found}) > 1
        await sat.press("down")
        row = dialog(sat).found.cursor
        assert row is not None
        assert row.found is not None
        wanted = row.found
        await sat.press("enter")
        preview = sat.table.preview
        assert preview.document == wanted.document
        assert preview.body.has_focus
        position, total = preview.body.match_position
        assert total
        lines = (tmp_path / "docs/requirements" / SLUG / wanted.document).read_text().split("\n")
        before = sum(line.lower().count("that matters") for line in lines[: wanted.line])
        assert position == before + 1


async def test_nothing_found_says_so_and_esc_leaves_all_as_it_was(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        shown = sat.table.preview.document
        await sat.press("escape", "F", *"xyzzy")
        assert "nothing found" in str(dialog(sat).query_one("#find-box").border_subtitle)
        await sat.press("enter")
        assert isinstance(sat.app.screen, DocumentSearchScreen)
        await sat.press("escape")
        assert (len(sat.app.screen_stack), sat.table.preview.document) == (2, shown)


async def test_from_the_review_the_document_beside_the_entry_goes_to_the_line(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, specified(tmp_path))) as sat:
        await sat.press("ctrl+right_square_bracket")
        await sat.press("F", *"quality")
        row = dialog(sat).found.cursor
        assert row is not None
        assert row.found is not None
        await sat.press("enter")
        review = sat.app.screen
        assert isinstance(review, ReviewScreen)
        assert review.preview.document == row.found.document
        assert review.preview.body.match_position[1]
        await sat.press("n")
        assert review.preview.body.has_focus
