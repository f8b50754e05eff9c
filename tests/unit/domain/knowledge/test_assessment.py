"""How large the change is, on what that rests, and when the pictures of it disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Stated
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.knowledge.sizing import Size, assess
from tests.support.journals import any_journal
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.state import State


def entry(entry_id: str, kind: Kind, **fields: Value) -> Entry:
    return Entry(entry_id, kind, {name: FieldValue(value, (Stated(1),)) for name, value in fields.items()}, 1)


def state(*entries: Entry, likely: int = 0, problem: str = "") -> State:
    scan = Scanned(("pay",), (), tuple(f"{number}.py" for number in range(likely)), 99, 0, problem=problem)
    return changed(dossier=Dossier({one.id: one for one in entries}), scan=scan if likely or problem else None)


def areas(number: int, **fields: Value) -> tuple[Entry, ...]:
    return tuple(entry(f"AREA-{n:03d}", Kind.AREA, text=f"area {n}", **fields) for n in range(1, number + 1))


def scope(**fields: Value) -> Entry:
    return entry("SCOPE-001", Kind.SCOPE, **fields)


def estimate(**fields: Value) -> Entry:
    return entry("EST-001", Kind.ESTIMATE, **fields)


def guessed(known: Entry) -> Entry:
    fields = {name: replace(said, sources=(Inferred((1,)),)) for name, said in known.fields.items()}
    return replace(known, fields=fields)


def confirmed(known: Entry) -> Entry:
    fields = {name: replace(said, sources=(Inferred((1,)), Confirmed(2))) for name, said in known.fields.items()}
    return replace(known, fields=fields)


def files(*paths: str, action: str = "MODIFY") -> tuple[Entry, ...]:
    return tuple(
        entry(f"FILE-{n:03d}", Kind.FILE, path=path, action=action, tier="1") for n, path in enumerate(paths, 1)
    )


RISKS = tuple(entry(f"RISK-{n:03d}", Kind.RISK, text="x") for n in (1, 2))


@pytest.mark.parametrize(
    ("now", "size", "scope_basis", "count_basis"),
    [
        (state(), Size(), "", ""),
        (state(scope(text="Pay by invoice")), Size(), "", ""),
        (state(*areas(1)), Size("small", "low"), "a first guess from 1 area", ""),
        (state(*areas(3)), Size("medium", "low"), "a first guess from 3 areas", ""),
        (state(*areas(2, type="external")), Size(), "", ""),
        (state(likely=7), Size("medium", "low", 7), "7 files", "files the search points at"),
        (state(estimate(modified=1), likely=7), Size("small", "low", 1), "1 file", "your estimate"),
        (state(estimate(modified=10, new=10)), Size("large", "low", 20), "20 files", "your estimate"),
        (state(estimate(text="a few")), Size(), "", ""),
        (state(estimate(new=0)), Size("small", "low", 0), "0 files", "your estimate"),
        (state(scope(size="large"), likely=20), Size("large", "low", 20), "as you said", "files the search points at"),
        (state(guessed(scope(size="large"))), Size("large"), "inferred, and not confirmed by you", ""),
        (state(guessed(estimate(modified=1))), Size("small", "low", 1), "1 file", "inferred, and not confirmed by you"),
        (state(likely=3, problem="stopped"), Size(), "", ""),
        (
            state(scope(nature="modifying"), *areas(3), *RISKS),
            Size("medium", "medium"),
            "a first guess from 3 areas",
            "",
        ),
        (state(scope(nature="additive"), *areas(1)), Size("small", "low"), "a first guess from 1 area", ""),
    ],
)
def test_the_users_word_comes_before_the_count_and_the_count_before_the_areas(
    now: State, size: Size, scope_basis: str, count_basis: str
) -> None:
    found = assess(now)
    assert (found.size, found.scope_basis, found.count_basis) == (size, scope_basis, count_basis)


def test_a_stated_size_and_another_count_disagree_in_words() -> None:
    found = assess(state(scope(size="small"), likely=20))
    assert (found.agrees, found.disagreement) == (
        False,
        "one picture of the size: 20 files is large, but you called the change small",
    )


def test_the_areas_can_disagree_with_the_count_too() -> None:
    found = assess(state(*areas(1), likely=20))
    assert found.disagreement == "one picture of the size: 20 files is large, but the areas you named look small"


@given(any_journal)
def test_a_disagreement_is_said_exactly_where_there_is_one(journal: list[Event]) -> None:
    found = assess(fold(journal))
    assert found.agrees == (not found.disagreement)


def dropping(now: State, *paths: str) -> State:
    return replace(now, dossier=replace(now.dossier, dropped_files=paths))


@pytest.mark.parametrize(
    ("now", "count", "basis"),
    [
        (state(estimate(modified=7), *files("1.py", "2.py"), likely=7), 2, "the files on record"),
        (state(estimate(modified=7), *files("1.py", "2.py")), 2, "the files on record"),
        (state(estimate(modified=7), *map(guessed, files("1.py")), likely=7), 7, "your estimate"),
        (dropping(state(confirmed(estimate(modified=7)), likely=7), "1.py"), 6, "files the search points at"),
        (dropping(state(estimate(modified=9), likely=7), "1.py"), 9, "your estimate"),
    ],
)
def test_an_estimate_holds_until_the_user_decides_about_the_files(now: State, count: int, basis: str) -> None:
    found = assess(now)
    assert (found.size.file_count, found.count_basis) == (count, basis)
    assert found.overtaken == (basis != "your estimate")
