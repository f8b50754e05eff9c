"""What moves the view of a document: words that somebody would read, and the passage that has most of them."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from roundtable_tui.ui.documents.news import new_words
from roundtable_tui.ui.documents.preview import Preview
from roundtable_tui.ui.theme import DARK

LINES = [f"Paragraph number {number} says what it has always said." for number in range(60)]


def document(**changed: str) -> bytes:
    lines = [changed.get(f"at_{number}", line) for number, line in enumerate(LINES)]
    return "\n\n".join(("# Decisions", *lines)).encode()


class Host(App[None]):
    AUTO_FOCUS = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def compose(self) -> ComposeResult:
        yield Preview()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Rests on CON-001.", "Rests on CON-001, CON-016 and AC-001-02."),
        ("**Last Updated**: turn 3", "**Last Updated**: turn 4\n**See also**: design-summary.md"),
        ("## Pending Sections", "## Pending Sections\n- Security, still open: Somebody says who may do this."),
    ],
)
def test_ids_and_what_a_document_says_of_itself_are_nothing_new(before: str, after: str) -> None:
    assert new_words(before, after) <= len("and".split())
    assert new_words(before, f"{after}\n\nAn expired badge is hidden at once.") > len("An expired badge".split())


async def test_the_view_goes_to_the_largest_passage_that_changed_and_not_to_an_id_in_a_list() -> None:
    async with Host().run_test(size=(80, 20)) as pilot:
        preview = pilot.app.query_one(Preview)
        preview.wrote("adr.md", document())
        await pilot.pause()
        small, large = f"{LINES[10]} Indeed.", "Here everything is said anew, at length, so that one can read it."
        preview.wrote("adr.md", document(at_10=small, at_40=large), document())
        await pilot.pause()
        assert large in preview.body.render_line(0).text + preview.body.render_line(1).text
        there = preview.body.scroll_y
        preview.wrote("adr.md", document(at_10=f"{small} CON-016", at_40=large), document(at_10=small, at_40=large))
        await pilot.pause()
        assert preview.body.scroll_y == there


async def test_what_is_for_programs_puts_no_document_away() -> None:
    async with Host().run_test(size=(80, 20)) as pilot:
        preview = pilot.app.query_one(Preview)
        preview.wrote("adr.md", document())
        assert not preview.wrote("traceability-matrix.csv", b"FR,AC\nFR-001,many new words in here\n")
        assert preview.document == "adr.md"
