"""The rows of the sidebar: what tells them apart stays in sight, and the bar beside them has a column of its own."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.app import App, ComposeResult

from roundtable_tui.session.outline import Row, RowKind
from roundtable_tui.ui.table.sidebar import Sidebar
from roundtable_tui.ui.table.sidebar_rows import folded
from roundtable_tui.ui.theme import THEMES


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.register_theme(THEMES[0])
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        yield Sidebar()


def drawn(sidebar: Sidebar) -> list[str]:
    prompts = [sidebar.get_option_at_index(at).prompt for at in range(sidebar.option_count)]
    return [prompt.plain for prompt in prompts if isinstance(prompt, Text)]


async def test_a_point_has_two_lines_for_its_words_and_its_count_only_where_it_fits() -> None:
    asked = "Should an expired document really be deleted from the stored data?"
    rows = (
        Row(RowKind.POINT, "1", f"1 {asked}", "5 entries", here=True),
        Row(RowKind.POINT, "2", "2 how to check: Pay by an invoice", "4 docs"),
        Row(RowKind.POINT, "3", "3 how to check: Download it", "4 docs"),
        Row(RowKind.POINT, "4", "4 errors", "1 doc"),
    )
    async with Host().run_test(size=(80, 20)) as pilot:
        sidebar = pilot.app.query_one(Sidebar)
        sidebar.show(rows)
        await pilot.pause()
        assert drawn(sidebar) == [
            "1 Should an expired document\n  really be deleted from the…",
            "2 how to check: Pay by an\n  invoice              4 docs",
            "3 how to check: Download it  ",
            "4 errors                1 doc",
        ]


async def test_rows_keep_their_distance_from_the_bar_that_comes_with_them() -> None:
    rows = tuple(Row(RowKind.STEP, str(at), f"Step {at}", "0/3") for at in range(30))
    async with Host().run_test(size=(80, 20)) as pilot:
        sidebar = pilot.app.query_one(Sidebar)
        sidebar.show(rows)
        await pilot.pause()
        await pilot.pause()
        assert sidebar.show_vertical_scrollbar
        assert {cell_len(line) for line in drawn(sidebar)} == {sidebar.scrollable_content_region.width - 1}


NAMES = tuple(f"document-{number:02}.md" for number in range(20))
DOCUMENTS = tuple(Row(RowKind.ARTIFACT, name, name, "conflict" if name == NAMES[3] else "") for name in NAMES)
SECTIONS = (
    Row(RowKind.HEADING, "artifacts", "Documents", "20"),
    *DOCUMENTS,
    Row(RowKind.GAP, "0", ""),
    Row(RowKind.HEADING, "code", "Code"),
    *(Row(RowKind.PLACE, f"{at}.py", f"{at}.py") for at in range(4)),
)
COST = (Row(RowKind.HEADING, "voice", "Cost"), Row(RowKind.FACT, "sent", "Tokens sent", "437k"))


def test_of_many_documents_the_last_changed_few_are_in_view_and_the_rest_unfolds() -> None:
    shown = folded(SECTIONS, (), (*NAMES[10:], *NAMES[:2]))
    names = [row.text for row in shown if row.kind is RowKind.ARTIFACT]
    assert names == [*NAMES[:2], NAMES[3], *NAMES[17:]], "those that changed last, and the one in conflict"
    rest = next(row for row in shown if row.text == "and 14 more")
    assert rest.selectable
    assert [row.text for row in shown][-5:] == [row.text for row in SECTIONS][-5:], "what is short stays whole"
    unfolded = folded(SECTIONS, {rest.key}, ())
    assert [row.text for row in unfolded if row.kind is RowKind.ARTIFACT] == list(NAMES)
    assert next(row.key for row in unfolded if row.text == "show fewer") == rest.key


async def test_keys_reach_what_stands_below_the_last_row_that_can_be_chosen() -> None:
    async with Host().run_test(size=(80, 12)) as pilot:
        sidebar = pilot.app.query_one(Sidebar)
        sidebar.show((*SECTIONS, *COST))
        sidebar.focus()
        for keys in (["G"], ["j"] * 26):
            sidebar.highlighted = 1
            sidebar.scroll_home(animate=False)
            await pilot.press(*keys)
            await pilot.pause()
            assert sidebar.scroll_y == sidebar.max_scroll_y
            assert sidebar.rows[sidebar.highlighted or 0].key == "3.py", "it does not begin again at the top"
        await pilot.press("g")
        await pilot.pause()
        assert sidebar.scroll_y == 0
