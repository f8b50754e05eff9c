"""Mermaid's flowcharts drawn with boxes and arrows: what leads where, never wider than the pane, never a failure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from roundtable_tui.artifacts.render import machine_data
from roundtable_tui.ui.documents.diagram import diagram
from roundtable_tui.ui.documents.layout import lay_out_passage
from roundtable_tui.ui.documents.passages import View, passages

CHAIN = """flowchart LR
    N1["bank CSV"]
    N2["back office"]
    N1 --> N2"""
FORK = """flowchart LR
    A["billing"]
    B["mail #40;Postmark#41;"]
    C["export"]
    A --> B
    A --> C"""
CIRCLE = """flowchart TD
    A --> B
    B --> C
    C --> A"""


def drawn(source: str, width: int) -> str:
    lines = diagram(source, width)
    assert lines is not None
    return "\n".join(lines)


def test_boxes_of_which_each_leads_to_the_next_stand_in_a_row() -> None:
    assert drawn(CHAIN, 40) == (
        "┌──────────┐     ┌─────────────┐\n"
        "│ bank CSV │ ──▶ │ back office │\n"
        "└──────────┘     └─────────────┘"
    )  # fmt: skip


def test_where_a_row_does_not_fit_they_stand_below_one_another() -> None:
    assert drawn(CHAIN, 20) == (
        "┌─────────────┐\n"
        "│ bank CSV    │\n"
        "└─┬───────────┘\n"
        "  ▼\n"
        "┌─────────────┐\n"
        "│ back office │\n"
        "└─────────────┘"
    )  # fmt: skip


def test_an_arrow_to_a_box_further_down_runs_along_the_side() -> None:
    assert drawn(FORK, 40) == (
        "┌─────────────────┐\n"
        "│ billing         ├──┐\n"
        "└─┬───────────────┘  │\n"
        "  ▼                  │\n"
        "┌─────────────────┐  │\n"
        "│ mail (Postmark) │  │\n"
        "└─────────────────┘  │\n"
        "┌─────────────────┐  │\n"
        "│ export          │◀─┘\n"
        "└─────────────────┘"
    )  # fmt: skip


def test_a_circle_leads_back_up() -> None:
    assert drawn(CIRCLE, 40) == (
        "┌───┐\n"
        "│ A │◀─┐\n"
        "└─┬─┘  │\n"
        "  ▼    │\n"
        "┌───┐  │\n"
        "│ B │  │\n"
        "└─┬─┘  │\n"
        "  ▼    │\n"
        "┌───┐  │\n"
        "│ C ├──┘\n"
        "└───┘"
    )  # fmt: skip


def test_what_does_not_fit_is_told_as_a_list_of_arrows() -> None:
    assert drawn(FORK, 12) == "billing →\nmail\n(Postmark)\nbilling →\nexport"


def test_words_at_an_arrow_stand_beside_it() -> None:
    assert "▼ yes" in drawn("graph TD\nA{Paid?} -->|yes| B[Ship]", 30)
    assert "Paid? → Ship (yes)" in drawn("graph TD\nA{Paid?} -->|yes| B[Ship]\nA -- no --> C\nB --> C", 30)


@pytest.mark.parametrize(
    "source",
    ["", "sequenceDiagram\nA->>B: hi", "flowchart LR", "flowchart LR\nsubgraph x\nA --> B\nend", "flowchart LR\nA -->"],
)
def test_anything_else_stays_as_it_is_written(source: str) -> None:
    assert diagram(source, 60) is None


nodes = st.dictionaries(st.text("ABCDEFG", min_size=1, max_size=2), st.text(max_size=40), min_size=1, max_size=9)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[str, str], list[tuple[str, str]]]:
    boxes = draw(nodes)
    ends = st.sampled_from(sorted(boxes))
    return boxes, draw(st.lists(st.tuples(ends, ends), max_size=14))


@given(graphs(), st.integers(1, 120))
def test_every_chart_that_is_written_is_drawn_within_the_width(
    graph: tuple[dict[str, str], list[tuple[str, str]]], width: int
) -> None:
    source = machine_data.graph(*graph).removeprefix("```mermaid\n").removesuffix("\n```")
    lines = diagram(source, width)
    assert lines
    assert max(map(cell_len, lines)) <= max(width, 2), "a character may be two cells wide"


@given(st.text(), st.integers(-1, 60))
def test_no_text_makes_it_fail(text: str, width: int) -> None:
    diagram(text, width)
    diagram(f"flowchart LR\n{text}", width)


def test_a_document_shows_the_drawing_and_its_source_shows_the_source() -> None:
    data = f"# Parts\n\n```mermaid\n{CHAIN}\n```\n\nAs it stands.\n".encode()
    shown, raw = (_read(data, view) for view in (View.RENDERED, View.RAW))
    assert "│ bank CSV │ ──▶ │ back office │" in shown
    assert "flowchart" not in shown
    assert CHAIN in raw


def _read(data: bytes, view: View) -> str:
    lines = [line for one in passages("a.md", data, view) for line, _ in lay_out_passage(one, 60)]
    return "\n".join("".join(run.text for run in line.runs) for line in lines)
