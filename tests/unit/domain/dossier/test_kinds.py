"""The vocabulary of the dossier is complete and contradicts itself nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value, problem_with
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from tests.support.journals import fields_of


def test_every_kind_has_one_row() -> None:
    assert list(SPECS) == list(Kind)


def test_no_two_kinds_share_an_id_prefix() -> None:
    prefixes = [spec.prefix for spec in SPECS.values()]
    assert len(set(prefixes)) == len(prefixes)
    assert all("-" not in prefix for prefix in prefixes)


@pytest.mark.parametrize("kind", Kind)
def test_the_fields_of_a_kind_have_names_of_their_own_and_choices_where_they_choose(kind: Kind) -> None:
    names = [field.name for field in SPECS[kind].fields]
    assert len(set(names)) == len(names)
    assert all(bool(field.choices) == (field.type is FieldType.CHOICE) for field in SPECS[kind].fields)


@pytest.mark.parametrize("kind", Kind)
def test_what_an_entry_is_stands_in_a_text(kind: Kind) -> None:
    main = SPECS[kind].field(SPECS[kind].main)
    assert main is not None
    assert main.type is FieldType.TEXT


@pytest.mark.parametrize(
    ("first", "last", "owner"),
    [
        (Kind.SCOPE, Kind.EXCLUSION, MAYA),
        (Kind.FILE, Kind.INTEGRATION, ALEX),
        (Kind.MODULE, Kind.ERROR, JORDAN),
        (Kind.REVIEW, Kind.NOTE, None),
    ],
)
def test_each_kind_has_the_owner_the_table_gives_it(first: Kind, last: Kind, owner: str | None) -> None:
    kinds = list(Kind)
    between = kinds[kinds.index(first) : kinds.index(last) + 1]
    assert {SPECS[kind].owner for kind in between} == {owner}


@given(st.sampled_from(Kind).flatmap(lambda kind: st.tuples(st.just(kind), fields_of(kind, tidy=True))))
def test_values_of_the_right_type_may_stand_in_their_field(drawn: tuple[Kind, dict[str, Value]]) -> None:
    kind, fields = drawn
    assert [problem_with(kind, name, value) for name, value in fields.items()] == [""] * len(fields)


@pytest.mark.parametrize(
    ("kind", "name", "value", "problem"),
    [
        (Kind.FR, "colour", "red", "a functional requirement has no field 'colour'"),
        (Kind.FR, "title", 7, "'title' must be text"),
        (Kind.FR, "title", ("a",), "'title' must be text"),
        (Kind.FR, "priority", "must", "'priority' must be one of Must Have, Should Have, Could Have, Won't Have"),
        (
            Kind.FR,
            "priority",
            ("Must Have",),
            "'priority' must be one of Must Have, Should Have, Could Have, Won't Have",
        ),
        (Kind.ESTIMATE, "new", "3", "'new' must be a whole number"),
        (Kind.ESTIMATE, "new", -1, "'new' must be a whole number"),
        (Kind.ESTIMATE, "new", True, "'new' must be a whole number"),
        (Kind.AC, "fr", "FR-001", "'fr' must be a list of texts"),
        (Kind.AC, "fr", (1,), "'fr' must be a list of texts"),
    ],
)
def test_what_may_not_stand_in_a_field_is_said_in_words(kind: Kind, name: str, value: Value, problem: str) -> None:
    assert problem_with(kind, name, value) == problem
