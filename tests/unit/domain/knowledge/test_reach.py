"""What the user confirmed or dropped decides where a file stands, and every place counts the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, FieldValue, Op, with_changes
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Source, Stated
from roundtable_tui.domain.journal.code_facts import Entrance, Scanned, Touched
from roundtable_tui.domain.journal.events import Contributed, Event
from roundtable_tui.domain.journal.fold.growing_dossier import GrowingDossier
from roundtable_tui.domain.knowledge.reach import decided, reach, what_moved
from roundtable_tui.session.outline import code_rows
from tests.support.played import played, played_events
from tests.unit.artifacts.render.test_renderer import shipped

THEIRS = Stated(1)
FOUND = Scanned(
    ("invoice",),
    (),
    ("a.py", "b.py", "c.py"),
    40,
    0,
    touched=(
        Touched("a.py", 1, "invoice 9×"),
        Touched("b.py", 1, "invoice 5×"),
        Touched("c.py", 1, "invoice 4×"),
        Touched("d.py", 2, "uses a.py", ("a.py",)),
        Touched("e.py", 3, "uses d.py", ("d.py", "a.py")),
    ),
    tiers=(5, 1, 1),
    scope="medium",
    risk="medium",
    risk_because=("b.py has no test that could be found", "b.py is an entry point"),
)


def file(number: int, path: str, tier: str, source: Source = THEIRS) -> Entry:
    said = {"path": path, "tier": tier, "action": "MODIFY"}
    return Entry(
        f"FILE-{number:03}", Kind.FILE, {name: FieldValue(value, (source,)) for name, value in said.items()}, 1
    )


def dossier(*files: Entry, dropped: tuple[str, ...] = ()) -> Dossier:
    return Dossier({one.id: one for one in files}, dropped_files=dropped)


def tiers(scan: Scanned) -> dict[str, int]:
    return {one.path: one.tier for one in scan.touched}


def test_where_nobody_has_decided_it_is_what_the_search_found() -> None:
    assert decided(FOUND, dossier()) == FOUND


def test_a_dropped_file_is_nowhere_and_counts_nowhere() -> None:
    left = decided(FOUND, dossier(dropped=("b.py", "d.py")))
    assert tiers(left) == {"a.py": 1, "c.py": 1, "e.py": 3}
    assert (left.tiers, left.scope, left.likely) == ((4, 0, 1), "small", ("a.py", "c.py"))
    assert (left.risk, left.risk_because) == ("low", ())


def test_what_the_sizes_rest_on_is_counted_for_the_files_that_are_left() -> None:
    many = tuple(f"{'abcd'[number % 4]}/{number}.py" for number in range(17))
    scan = Scanned(
        ("invoice",),
        (),
        many,
        40,
        0,
        touched=tuple(Touched(path, 1, "invoice 1×") for path in many),
        tiers=(17, 20, 0),
        scope="large",
        complexity="high",
        complexity_because=(
            "17 files to edit",
            "in 4 folders",
            "in 2 languages",
            "18 files tied to them",
            "an entry point among them",
        ),
        risk="medium",
        risk_because=("a/0.py is used by 26 files", "b/1.py is an entry point"),
        entrances=(Entrance("main", "main", "b/1.py"),),
    )
    without = decided(scan, dossier(dropped=("b/1.py",)))
    assert without.complexity_because == ("16 files to edit", "in 4 folders", "18 files tied to them")
    assert (without.complexity, without.risk_because) == ("medium", ("a/0.py is used by 26 files",))
    settled = decided(scan, dossier(file(1, "c/2.py", "1"), file(2, "d/3.py", "2")))
    assert (settled.complexity, settled.complexity_because) == ("low", ())
    assert (settled.risk, settled.risk_because) == ("low", ())


def test_the_files_the_user_named_are_those_that_change_and_the_others_only_have_to_do_with_it() -> None:
    left = decided(FOUND, dossier(file(1, "c.py", "1"), file(2, "new.py", "1"), dropped=("a.py",)))
    assert tiers(left) == {"c.py": 1, "new.py": 1, "b.py": 2}
    assert (left.tiers, left.likely) == ((2, 3, 0), ("c.py", "new.py"))


def test_a_guess_on_record_takes_its_place_without_deciding_for_others() -> None:
    left = decided(FOUND, dossier(file(1, "d.py", "1", Inferred()), file(2, "a.py", "3", Inferred())))
    assert tiers(left) == {"d.py": 1, "b.py": 1, "c.py": 1, "e.py": 3, "a.py": 3}
    assert left.tiers == (5, 0, 1)


@given(
    st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from("123")),
    st.sets(st.sampled_from("abcdefg")),
    st.booleans(),
)
def test_every_file_stands_once_and_the_counts_are_those_of_the_files(
    placed: dict[str, str], dropped: set[str], is_theirs: bool
) -> None:
    source = Stated(1) if is_theirs else Inferred()
    files = [file(number, f"{name}.py", tier, source) for number, (name, tier) in enumerate(placed.items(), 1)]
    whole = replace(FOUND, tiers=(3, 1, 1))
    left = decided(whole, dossier(*files, dropped=tuple(f"{name}.py" for name in dropped)))
    paths = [one.path for one in left.touched]
    assert len(paths) == len(set(paths))
    on_record = [list(placed.values()).count(tier) for tier in "123"]
    found = [len(left.tier(number)) for number in (1, 2, 3)]
    assert left.tiers == (found[0], on_record[1] or found[1], on_record[2] or found[2])
    assert {f"{name}.py" for name in dropped - placed.keys()}.isdisjoint(paths)


def test_a_dropped_file_stays_known_until_it_is_on_record_again() -> None:
    growing = GrowingDossier()

    def change(op: Op, number: int) -> None:
        one = Change(op, f"FILE-{number:03}", Kind.FILE, {"path": "a.py"} if op is Op.RECORD else {}, (Stated(1),))
        growing.change(Event(number, "at", 1, "user", 0, Contributed("x", ())), (one,))

    change(Op.RECORD, 1)
    change(Op.DROP, 1)
    assert growing.freeze().dropped_files == ("a.py",)
    change(Op.RECORD, 2)
    assert growing.freeze().dropped_files == ()


@pytest.mark.parametrize(
    ("after", "line"),
    [
        ({"a.py": 1, "b.py": 1, "d.py": 2}, ""),
        ({"a.py": 1, "b.py": 1, "x.py": 1}, "new: x.py"),
        ({"a.py": 1, "b.py": 1, "d.py": 1}, "now among them: d.py"),
        ({"a.py": 2, "d.py": 2}, "no longer among them: a.py and b.py"),
        (
            {"v.py": 1, "w.py": 1, "x.py": 1, "y.py": 1, "a.py": 1, "b.py": 1},
            "new: v.py, w.py, x.py and 1 more",
        ),
    ],
)
def test_what_another_search_moved_is_told_in_a_line(after: dict[str, int], line: str) -> None:
    def scan(files: dict[str, int]) -> Scanned:
        return Scanned((), (), (), 9, 0, touched=tuple(Touched(path, tier, "why") for path, tier in files.items()))

    told = what_moved(scan({"a.py": 1, "b.py": 1, "d.py": 2}), scan(after))
    assert told == (f"I searched the code again. Of the files to change, {line}." if line else "")
    assert what_moved(None, scan(after)) == ""


@pytest.mark.parametrize(
    "change",
    [
        Change(Op.DROP, "FILE-001", Kind.FILE),
        Change(Op.REVISE, "FILE-001", Kind.FILE, {"path": "z.py"}, (THEIRS,)),
        Change(Op.DROP, "FILE-000", Kind.FILE, {"path": "b.py"}),
    ],
    ids=["by its id", "by another under its id", "before it was on record"],
)
def test_what_was_taken_out_comes_back_in_no_tier(change: Change) -> None:
    path = str(change.fields["path"]) if change.id == "FILE-000" else "a.py"
    growing = GrowingDossier()
    recorded = Change(Op.RECORD, "FILE-001", Kind.FILE, {"path": "a.py", "tier": "1"}, (THEIRS,))
    growing.change(Event(1, "", 1, "voice", 0, Contributed("x", ())), [recorded])
    before = growing.freeze()
    growing.change(Event(2, "", 1, "voice", 0, Contributed("x", ())), [change])
    assert path not in tiers(decided(FOUND, growing.freeze()))
    assert with_changes(before, [change], 2).dropped_files == growing.freeze().dropped_files == (path,)


def test_after_the_code_was_read_with_citations_a_search_adds_no_file_to_those_that_change() -> None:
    """In the played talk a late search put queries.py, operations.py and __init__.py among them, and all were wrong."""
    state = played()
    found = reach(state)
    assert found is not None
    assert found.likely == ("tinydb/table.py", "tinydb/database.py")
    assert {one.path for one in found.tier(1)} == set(found.likely)
    assert {one.path: one.tier for one in found.touched}["tinydb/queries.py"] == 2
    searched = [event.seq for event in played_events() if isinstance(event.body, Scanned)][-1]
    assert what_moved(reach(played(searched - 1)), found) == ""


def test_the_files_to_change_and_the_risk_are_the_same_everywhere() -> None:
    state = played()
    texts = shipped().render_all(state, ("quick-scan.md", "impact-analysis.md"))
    scan, impact = (json.loads(text.rpartition("```json")[2].strip("`\n")) for text in texts.values())
    assert scan["affected_file_count"] == impact["files_directly_affected"] == len(impact["files"]) == 2
    assert "File Count: 2\n" in texts["quick-scan.md"]
    assert "The change edits 2 files directly; 2 more follow it" in texts["impact-analysis.md"]
    assert texts["impact-analysis.md"].count("| MODIFY |") + texts["impact-analysis.md"].count("| CREATE |") == 4
    heading, sizes, follow = list(code_rows(state))[:3]
    assert (heading.note, sizes.text) == ("2 to change", "small scope, high risk")
    assert follow.text == "2 more that follow it"
    assert scan["risk_level"] == impact["risk_level"] == "high"
    told = [line for text in texts.values() for line in text.splitlines() if "risk" in line and "low" in line]
    assert not [line for line in told if line.startswith(("The risk", "- The risk"))]
