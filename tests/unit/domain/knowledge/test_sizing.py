"""How big and how hard a change looks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import LEVELS, SCOPES
from roundtable_tui.domain.knowledge import scales, sizing
from roundtable_tui.domain.knowledge.sizing import Exposed, code_complexity_reasons, risk_reasons

COUNTS = st.integers(min_value=0, max_value=1000)


@pytest.mark.parametrize(
    ("files", "scope"),
    [(0, "small"), (4, "small"), (5, "medium"), (15, "medium"), (16, "large"), (4000, "large")],
)
def test_the_scope_follows_the_number_of_files(files: int, scope: str) -> None:
    assert scales.scope_for(files) == scope


@pytest.mark.parametrize(
    ("areas", "scope"),
    [(0, None), (1, "small"), (2, "medium"), (4, "medium"), (5, "large"), (40, "large")],
)
def test_the_first_guess_follows_the_number_of_areas(areas: int, scope: str | None) -> None:
    assert sizing.scope_for_areas(areas) == scope


@pytest.mark.parametrize(
    ("areas", "externals", "risks", "modifies", "files", "complexity"),
    [
        (0, 0, 0, None, None, "low"),
        (2, 0, 1, False, 15, "low"),
        (3, 0, 0, False, 3, "low"),
        (3, 0, 0, True, 3, "medium"),
        (1, 1, 2, None, None, "medium"),
        (1, 1, 2, True, 15, "medium"),
        (3, 1, 2, True, None, "high"),
        (1, 1, 2, True, 16, "high"),
        (9, 9, 9, True, 99, "high"),
    ],
)
def test_complexity_counts_its_points(
    areas: int, externals: int, risks: int, modifies: bool | None, files: int | None, complexity: str
) -> None:
    assert sizing.complexity_for(areas, externals, risks, modifies, files) == complexity


def test_every_reason_for_a_point_is_named_in_the_printed_rule() -> None:
    reasons = sizing.complexity_reasons(3, 1, 2, modifies=True, file_count=16)
    assert len(reasons) == 5
    assert all(reason in sizing.COMPLEXITY_RULE for reason in reasons)


def test_the_docstring_states_the_printed_rule() -> None:
    assert sizing.COMPLEXITY_RULE in " ".join((sizing.complexity_for.__doc__ or "").split())


def test_what_is_unknown_gives_no_point() -> None:
    assert sizing.complexity_reasons(0, 0, 0, modifies=None, file_count=None) == ()


@pytest.mark.parametrize(
    ("scope", "files", "agree"),
    [
        ("small", 4, True),
        ("small", 5, False),
        ("medium", 5, True),
        ("large", 15, False),
        ("large", 16, True),
        ("huge", 16, False),
        (None, 16, True),
        ("small", None, True),
        (None, None, True),
    ],
)
def test_scope_and_count_agree_unless_they_contradict(scope: str | None, files: int | None, agree: bool) -> None:
    assert sizing.agrees(scope, files) is agree


@given(fewer=COUNTS, more=COUNTS)
def test_more_files_never_make_a_change_smaller(fewer: int, more: int) -> None:
    fewer, more = sorted((fewer, more))
    assert SCOPES.index(scales.scope_for(fewer)) <= SCOPES.index(scales.scope_for(more))


@given(COUNTS, COUNTS, COUNTS, st.none() | st.booleans(), st.none() | COUNTS)
def test_another_external_system_never_makes_a_change_simpler(
    areas: int, externals: int, risks: int, modifies: bool | None, files: int | None
) -> None:
    before = sizing.complexity_for(areas, externals, risks, modifies, files)
    after = sizing.complexity_for(areas, externals + 1, risks, modifies, files)
    assert LEVELS.index(before) <= LEVELS.index(after)


QUIET = Exposed("a/quiet.py", users=0, tests=1)


@pytest.mark.parametrize(
    ("edited", "commits", "reasons"),
    [
        ((), 100, ()),
        ((QUIET,), 100, ()),
        ((replace(QUIET, commits=10),), 100, ("a/quiet.py was changed by 10 of the last 100 commits",)),
        ((replace(QUIET, commits=9),), 100, ()),
        ((replace(QUIET, commits=9),), 10, ()),
        ((replace(QUIET, authors=5),), 100, ("a/quiet.py was changed by 5 people",)),
        ((QUIET, replace(QUIET, path="b.py", tests=0)), 100, ("b.py has no test that could be found",)),
        ((replace(QUIET, users=11),), 100, ("a/quiet.py is used by 11 files",)),
        ((replace(QUIET, entrance=True),), 100, ("a/quiet.py is an entry point",)),
    ],
)
def test_each_risk_is_one_point_with_the_file_it_is_about(
    edited: tuple[Exposed, ...], commits: int, reasons: tuple[str, ...]
) -> None:
    assert risk_reasons(edited, commits) == reasons


@pytest.mark.parametrize(
    ("edited", "languages", "tied", "reasons"),
    [
        ((QUIET,), 1, 15, ()),
        ((QUIET,) * 16, 1, 0, ("16 files to edit",)),
        (tuple(replace(QUIET, path=f"{folder}/a.py") for folder in "abc"), 1, 0, ("in 3 folders",)),
        ((QUIET,), 2, 0, ("in 2 languages",)),
        ((QUIET,), 1, 16, ("16 files tied to them",)),
        ((replace(QUIET, entrance=True),), 1, 0, ("an entry point among them",)),
    ],
)
def test_what_the_code_says_about_complexity_is_one_point_each(
    edited: tuple[Exposed, ...], languages: int, tied: int, reasons: tuple[str, ...]
) -> None:
    assert code_complexity_reasons(edited, languages, tied) == reasons
