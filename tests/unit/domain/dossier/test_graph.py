"""Which entry points to which, in both directions, and where a chain bites its own tail."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.graph import RELATED, Trace, cycle_in, graph_of, related, traces
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value


def entry(entry_id: str, kind: Kind, **fields: Value) -> Entry:
    return Entry(entry_id, kind, {name: FieldValue(value, ()) for name, value in fields.items()}, 1)


def dossier(*entries: Entry) -> Dossier:
    return Dossier({one.id: one for one in entries})


def modules(needs: dict[str, tuple[str, ...]]) -> Dossier:
    return dossier(*(entry(name, Kind.MODULE, text=name, depends_on=others) for name, others in needs.items()))


FR = entry("FR-001", Kind.FR, title="Pay")
AC = entry("AC-001-01", Kind.AC, text="It pays.", fr=("FR-001",))
STORY = entry("US-001", Kind.STORY, title="As a buyer", traces=("FR-001", "FR-009"))
MODULE = entry("MOD-001", Kind.MODULE, text="billing", traces=("FR-001",), files=("FILE-009", "FILE-001"))
FILE = entry("FILE-001", Kind.FILE, path="app/pay.py", traces=("FR-001",))
INTERFACE = entry("IF-001", Kind.INTERFACE, text="pay()", module=("MOD-001",))


def test_links_are_known_in_both_directions_and_those_to_nothing_are_listed() -> None:
    graph = graph_of(dossier(FR, AC, STORY))
    assert (graph.from_("US-001"), graph.to("FR-001")) == (("FR-001",), ("AC-001-01", "US-001"))
    assert [(link.source, link.target, link.field) for link in graph.dangling] == [("US-001", "FR-009", "traces")]
    assert (graph.from_("FR-001"), graph.to("nothing")) == ((), ())


def test_what_touches_an_entry_is_followed_over_any_number_of_links() -> None:
    graph = graph_of(dossier(FR, AC, MODULE, FILE, INTERFACE))
    assert graph.touched_by("FR-001") == {"AC-001-01", "MOD-001", "FILE-001", "IF-001"}
    assert graph.touched_by("IF-001") == frozenset()


def test_a_circle_of_links_does_not_touch_itself() -> None:
    graph = graph_of(modules({"MOD-001": ("MOD-002",), "MOD-002": ("MOD-001",)}))
    assert graph.touched_by("MOD-001") == {"MOD-002"}


@pytest.mark.parametrize(("pair", "field"), RELATED.items())
def test_what_one_kind_refers_to_another_by_is_one_of_its_references(pair: tuple[Kind, Kind], field: str) -> None:
    known = SPECS[pair[1]].field(field)
    assert known is not None
    assert known.type is FieldType.REFS


def test_entries_of_a_kind_that_refer_to_an_entry_are_found() -> None:
    whole = dossier(FR, AC, STORY)
    assert related(whole, FR, Kind.AC) == (AC,)
    assert related(whole, FR, Kind.RISK) == ()


def test_a_row_of_the_matrix_follows_a_requirement_to_its_file() -> None:
    rows = traces(dossier(FR, AC, STORY, MODULE, FILE))
    assert rows == (Trace("FR-001", "AC-001-01", "US-001", "MOD-001", "FILE-001"),)


def test_a_requirement_without_anything_is_a_row_of_gaps() -> None:
    assert traces(dossier(FR)) == (Trace("FR-001"),)


def test_a_file_traced_directly_stands_in_where_no_module_names_one() -> None:
    assert traces(dossier(FR, FILE)) == (Trace("FR-001", file="FILE-001"),)


@pytest.mark.parametrize(
    ("needs", "cycle"),
    [
        ({}, ()),
        ({"A": ("B",), "B": ("C",), "C": ()}, ()),
        ({"A": ("B", "C"), "B": ("D",), "C": ("D",), "D": ()}, ()),
        ({"A": ("missing",), "B": ("A",)}, ()),
        ({"A": ("A",)}, ("A", "A")),
        ({"A": ("B",), "B": ("A",)}, ("A", "B", "A")),
        ({"X": ("A",), "A": ("B",), "B": ("C",), "C": ("A",)}, ("A", "B", "C", "A")),
    ],
)
def test_a_circle_is_found_and_nothing_else_is_called_one(
    needs: dict[str, tuple[str, ...]], cycle: tuple[str, ...]
) -> None:
    found = cycle_in(modules(needs), Kind.MODULE)
    assert (len(found), set(found)) == (len(cycle), set(cycle))
    assert found[:1] == found[-1:]


NAMES = ["A", "B", "C", "D", "E"]


@given(st.dictionaries(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=3).map(tuple)))
def test_every_link_of_a_circle_that_is_found_is_really_there(needs: dict[str, tuple[str, ...]]) -> None:
    found = cycle_in(modules(needs), Kind.MODULE)
    assert all(after in needs[before] for before, after in pairwise(found))
    assert bool(found) == any(_reaches(needs, name, name) for name in needs)


def _reaches(needs: dict[str, tuple[str, ...]], start: str, goal: str) -> bool:
    seen: set[str] = set()
    todo = list(needs.get(start, ()))
    while todo:
        name = todo.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            todo += needs.get(name, ())
    return False


def test_many_ways_through_a_graph_take_no_longer_than_its_links() -> None:
    """Every module needs every later one: two to the power of sixty ways, and seventeen hundred links."""
    names = [f"MOD-{number:03d}" for number in range(60)]
    needs = {name: tuple(names[number + 1 :]) for number, name in enumerate(names)}
    assert cycle_in(modules(needs), Kind.MODULE) == ()
