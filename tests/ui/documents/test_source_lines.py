"""A line on the screen is known by the line of the document it comes from, however it is drawn."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from roundtable_tui.ui.documents.passages import View, carried_on, difference, passages
from roundtable_tui.ui.documents.view import DocumentView

SPEC = """# Requirements

The customer chooses **invoice** at checkout, which
takes two more words.

- **AC-001-01**: The order is placed without a card, and a very long sentence follows that does not fit on one line.
- **AC-001-02**: The invoice is due in 30 days.

| Field | Meaning |
|---|---|
| `total` | What is owed |
| `due` | By when |
"""
LINES = SPEC.split("\n")


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.view = DocumentView()

    def compose(self) -> ComposeResult:
        yield self.view


def drawn(view: DocumentView) -> list[tuple[int, str]]:
    """Each line that says something, with the line of the document it is said to come from."""
    return [
        (view._places_of(entry)[number], line.text.strip())
        for entry in view._store
        for number, line in enumerate(view._lines_of(entry))
        if line.text.strip() and any(sign.isalnum() for sign in line.text)
    ]


@pytest.mark.parametrize("view", [View.RENDERED, View.RAW])
@pytest.mark.parametrize("width", [40, 100])
async def test_every_line_comes_from_a_line_with_its_words(view: View, width: int) -> None:
    app = Host()
    async with app.run_test(size=(width, 40)) as pilot:
        app.view.show(carried_on(passages("spec.md", SPEC.encode(), view), ()), "")
        await pilot.pause()
        for place, text in drawn(app.view):
            first = "".join(sign if sign.isalnum() else " " for sign in text).split()[0]
            near = " ".join(LINES[max(place - 2, 0) : place])
            assert first in near, f"line {place}: {text}"


async def test_a_line_of_the_difference_is_one_of_the_document_as_it_is_now() -> None:
    app = Host()
    async with app.run_test(size=(100, 40)) as pilot:
        now = SPEC.replace("30 days", "60 days")
        app.view.show(difference(SPEC.encode(), now.encode()), "")
        await pilot.pause()
        lines = now.split("\n")
        for place, text in drawn(app.view):
            if text.startswith("+"):
                assert lines[place - 1] == text[2:]


async def test_going_to_a_line_of_the_text_puts_the_cursor_there() -> None:
    app = Host()
    async with app.run_test(size=(40, 8)) as pilot:
        app.view.show(carried_on(passages("spec.md", SPEC.encode(), View.RENDERED), ()), "")
        await pilot.pause()
        for number in (1, 3, 6, 7):
            app.view.go_to_source(number)
            await pilot.pause()
            assert app.view.source_cursor == number
            cursor = app.view.marks.cursor
            assert cursor is not None
            y = app.view._store.top(cursor[0].index) + cursor[1]
            assert app.view.scroll_y <= y < app.view.scroll_y + app.view.size.height
