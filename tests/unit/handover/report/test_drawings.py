"""The drawings of the page, as the shapes they are made of."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.handover.report import bars, radius_drawing, trace_drawing
from roundtable_tui.handover.report.content import Share
from roundtable_tui.handover.report.radius_drawing import Spot
from roundtable_tui.handover.report.svg import cut_path, cut_to, width_of, wrapped
from roundtable_tui.handover.report.trace_drawing import Chip, Linked, Traced, Web
from tests.support.dossiers import texts

CHIPS = (Chip("AC-001-01", "001-01", "It is paid", "ac"), Chip("ADR-0001", "ADR-0001", "Own", "adr"))
WEB = Web(
    (
        Traced("FR-001", "Pay", CHIPS),
        Traced("FR-002", "Remind", assumed=True),
    ),
    (Linked("US-001", "Order", ("FR-001",)),),
    (Linked("MOD-001", "billing", ("FR-001", "FR-002")),),
    (Linked("FILE-001", "billing/invoices.py", ("MOD-001",)), Linked("FILE-002", "README.md", ("FR-002", "FR-404"))),
)  # fmt: skip


def parsed(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314 (we drew it)


def boxes(root: ET.Element, kind: str) -> list[tuple[float, float]]:
    """Top and bottom of every node of a kind, from top to bottom."""
    nodes = [one for one in root.iter() if kind in one.get("class", "").split()]
    shapes = [shape for node in nodes if (shape := node.find("rect")) is not None]
    return sorted((float(one.attrib["y"]), float(one.attrib["y"]) + float(one.attrib["height"])) for one in shapes)


def test_every_link_is_a_line_and_knows_whose_it_is() -> None:
    root = parsed(trace_drawing.drawn(WEB, "all"))
    lines = [one.get("data-of") for one in root.iter("path")]
    assert lines == ["FR-001", "FR-001", "FR-002", "FR-001 FR-002", "FR-002"]
    assert [one.get("href") for one in root.iter("a")] == ["#FR-001", "#FR-002"]
    assert [one.get("class") for one in root.iter("g") if "chip" in one.get("class", "")] == ["chip ac", "chip adr"]


def test_what_is_assumed_can_be_told_from_what_is_not() -> None:
    root = parsed(trace_drawing.drawn(WEB, "all"))
    assert [one.get("class") for one in root.iter("a")] == ["node wanted", "node wanted assumed"]


@given(st.lists(st.lists(st.integers(0, 9), max_size=3), max_size=30), texts())
def test_nodes_never_lie_over_each_other_whatever_they_are_called(ends: list[list[int]], name: str) -> None:
    frs = tuple(Traced(f"FR-{one:03d}", name) for one in range(10))
    modules = tuple(
        Linked(f"MOD-{at:03d}", name, tuple(f"FR-{one:03d}" for one in several)) for at, several in enumerate(ends)
    )
    root = parsed(trace_drawing.drawn(Web(frs, modules=modules), name))
    assert len(boxes(root, "wanted")) == 10
    assert len(boxes(root, "module")) == len(modules)
    for kind in ("wanted", "module"):
        assert all(above[1] < below[0] for above, below in pairwise(boxes(root, kind)))
    height = float(root.attrib["viewBox"].split()[3])
    assert all(bottom <= height for kind in ("wanted", "module") for _, bottom in boxes(root, kind))


@pytest.mark.parametrize("counts", [(1, 0, 0), (0, 1, 0), (11, 4, 4), (40, 60, 100), (300, 0, 900)])
def test_no_two_dots_touch_and_nearer_files_lie_further_in(counts: tuple[int, int, int]) -> None:
    spots = [Spot(0, f"{tier}/{one}.py", tier) for tier, count in enumerate(counts, 1) for one in range(count)]
    root = parsed(radius_drawing.drawn([Spot(at, one.path, one.tier) for at, one in enumerate(spots, 1)], "all"))
    circles = [one for group in root.iter("g") if (one := group.find("circle")) is not None]
    places = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in circles]
    least = 2 * float(circles[0].attrib["r"])
    assert len(places) == len(spots)
    if len(places) < 250:
        assert all(hypot(a - c, b - d) > least - 0.5 for (a, b), (c, d) in combinations(places, 2))
    far = [hypot(*place) for place in places]
    per_tier = [[one for one, spot in zip(far, spots, strict=True) if spot.tier == tier] for tier in (1, 2, 3)]
    assert all(max(inner) < min(outer) for inner, outer in pairwise([one for one in per_tier if one]))


def test_a_file_is_tied_to_the_nearest_that_is_drawn() -> None:
    spots = [Spot(1, "a.py", 1), Spot(2, "b.py", 2, via=("a.py",)), Spot(3, "c.py", 3, via=("gone.py", "b.py"))]
    assert len(list(parsed(radius_drawing.drawn(spots, "all")).iter("line"))) == 2


def test_shares_of_a_bar_are_as_long_as_they_count() -> None:
    shares = [Share("Stated", "theirs", 3, 75), Share("Assumed", "guess", 1, 25)]
    widths = [float(one.attrib["width"]) for one in parsed(bars.stacked(shares)).iter("rect")]
    assert widths == [747, 250]
    assert [one.get("class") for one in parsed(bars.filled(0, 0)).iter("rect")] == ["rest"]


@given(texts(), st.integers(40, 300))
def test_words_are_cut_to_what_fits(text: str, room: int) -> None:
    assert width_of(cut_to(text, room, 12), 12) <= room
    lines = wrapped(text, room, 12)
    assert len(lines) <= 2
    assert all(width_of(line, 12) <= room for line in lines)


def test_a_long_path_keeps_its_end() -> None:
    assert cut_path("a/b.py", 200, 11) == "a/b.py"
    assert cut_path("a/very/long/way/down/to/the/file.py", 120, 11) == "…/to/the/file.py"
    assert cut_path("x" * 99 + ".py", 60, 11) == "…xxxx.py"
