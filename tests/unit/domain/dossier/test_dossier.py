"""Entries, their ids, and what a change may do to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import (
    Change,
    Dossier,
    Entry,
    FieldValue,
    IdGiver,
    Op,
    apply_change,
    id_number,
    note_used,
    series_of,
    single_id,
)
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed, Inferred, Source, Stated

SAID: tuple[Source, ...] = (Stated(1),)
GUESSED: tuple[Source, ...] = (Inferred(),)


def record(
    entry_id: str, kind: Kind, op: Op = Op.RECORD, sources: tuple[Source, ...] = SAID, **fields: Value
) -> Change:
    return Change(op, entry_id, kind, fields, sources)


def applied(*changes: Change) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for seq, change in enumerate(changes, 1):
        apply_change(entries, change, seq)
    return entries


@pytest.mark.parametrize(
    ("kind", "fr_id", "first", "second"),
    [
        (Kind.FR, "", "FR-001", "FR-002"),
        (Kind.QUALITY, "", "NFR-001", "NFR-002"),
        (Kind.DECISION, "", "ADR-0001", "ADR-0002"),
        (Kind.AC, "FR-012", "AC-012-01", "AC-012-02"),
        (Kind.AC, "", "AC-000-01", "AC-000-02"),
        (Kind.PROBLEM, "", "PROB-001", "PROB-001"),
    ],
)
def test_ids_have_the_form_other_programs_parse(kind: Kind, fr_id: str, first: str, second: str) -> None:
    ids = IdGiver({})
    assert [ids.next(kind, fr_id), ids.next(kind, fr_id)] == [first, second]


@given(st.lists(st.tuples(st.sampled_from(Kind), st.sampled_from(["FR-001", "FR-002"])), max_size=40))
def test_every_id_given_out_can_be_recorded_and_none_twice(wanted: list[tuple[Kind, str]]) -> None:
    ids = IdGiver({})
    given_out: list[str] = []
    for kind, fr_id in wanted:
        entry_id = ids.next(kind, fr_id)
        fields: dict[str, Value] = {SPECS[kind].main: "words"}
        if kind is Kind.AC:
            fields["fr"] = (fr_id,)
        assert apply_change({}, Change(Op.RECORD, entry_id, kind, fields), 1)
        if not SPECS[kind].single:
            given_out.append(entry_id)
    assert len(set(given_out)) == len(given_out)


def test_the_giver_goes_on_after_the_highest_number_ever_used() -> None:
    used: dict[str, int] = {}
    for entry_id in ("FR-007", "FR-003", "AC-001-04"):
        note_used(used, entry_id)
    ids = IdGiver(used)
    assert [ids.next(Kind.FR), ids.next(Kind.AC, "FR-001"), ids.next(Kind.AC, "FR-002")] == [
        "FR-008",
        "AC-001-05",
        "AC-002-01",
    ]


@pytest.mark.parametrize(
    ("entry_id", "number"),
    [
        ("FR-001", ("FR", 1)),
        ("AC-001-02", ("AC-001", 2)),
        ("ADR-0001", ("ADR", 1)),
        ("FR-999999999", ("FR", 999_999_999)),
        ("FR-9999999999", None),
        ("FR-1", None),
        ("FR-001\n", None),
        ("FR-٠٠١", None),
        ("-001", None),
        ("FR", None),
        ("", None),
    ],
)
def test_only_what_an_entry_can_be_called_has_a_number(entry_id: str, number: tuple[str, int] | None) -> None:
    assert id_number(entry_id) == number
    used: dict[str, int] = {}
    note_used(used, entry_id)
    assert used == ({number[0]: number[1]} if number else {})


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(record("FR-001", Kind.FR, title="Pay"), id="a record"),
        pytest.param(
            record("AC-001-01", Kind.AC, text="It pays.", fr=("FR-001",)), id="a criterion of its requirement"
        ),
        pytest.param(record("PROB-001", Kind.PROBLEM, text="Late."), id="a single entry"),
        pytest.param(
            record("PROB-001", Kind.PROBLEM, Op.REVISE, text="Late."), id="a single entry, revised into being"
        ),
        pytest.param(record("FR-001", Kind.FR, title="Pay", colour="red"), id="a record with one good field"),
    ],
)
def test_what_may_begin_an_entry(change: Change) -> None:
    assert list(applied(change)) == [change.id]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(record("FR-001", Kind.FR), id="without fields"),
        pytest.param(record("FR-001", Kind.FR, priority="urgent"), id="with no good field"),
        pytest.param(record("FR-001", Kind.FR, Op.REVISE, title="Pay"), id="revised before it was recorded"),
        pytest.param(record("FR-001", Kind.FR, Op.CONFIRM), id="confirmed before it was recorded"),
        pytest.param(record("FR-001", Kind.FR, Op.DROP), id="dropped before it was recorded"),
        pytest.param(record("US-001", Kind.FR, title="Pay"), id="under another kind's id"),
        pytest.param(record("FR-1", Kind.FR, title="Pay"), id="under too short an id"),
        pytest.param(record("FR-٠٠١", Kind.FR, title="Pay"), id="under digits of another script"),
        pytest.param(record("FR-001\n", Kind.FR, title="Pay"), id="under an id with a line break"),
        pytest.param(record("FR-../x-001", Kind.FR, title="Pay"), id="under an id that is a path"),
        pytest.param(
            record("AC-002-01", Kind.AC, text="It pays.", fr=("FR-001",)), id="under another requirement's id"
        ),
        pytest.param(
            record("AC-../x-01", Kind.AC, text="It pays.", fr=("../x",)), id="of a requirement that is a path"
        ),
        pytest.param(record("PROB-002", Kind.PROBLEM, text="Late."), id="as a second of a single kind"),
        pytest.param(record("", Kind.FR, title="Pay"), id="under no id"),
    ],
)
def test_what_may_not_begin_an_entry(change: Change) -> None:
    assert applied(change) == {}


FR = record("FR-001", Kind.FR, title="Pay", priority="Must Have")


def test_a_revision_changes_the_fields_it_names_and_where_they_come_from() -> None:
    entry = applied(FR, record("FR-001", Kind.FR, Op.REVISE, GUESSED, title="Pay later"))["FR-001"]
    assert (entry.text("title"), entry.text("priority"), entry.changed) == ("Pay later", "Must Have", 2)
    assert [entry.fields[name].sources for name in ("title", "priority")] == [GUESSED, SAID]


def test_a_revision_with_no_good_field_changes_nothing() -> None:
    assert applied(FR, record("FR-001", Kind.FR, Op.REVISE, priority="urgent")) == applied(FR)


def test_an_entry_is_not_recorded_over() -> None:
    assert applied(FR, record("FR-001", Kind.FR, title="Something else")) == applied(FR)


def test_another_answer_fills_the_single_entry_of_its_kind() -> None:
    entry = applied(record("PROB-001", Kind.PROBLEM, text="Late."), record("PROB-001", Kind.PROBLEM, cost="A lot."))
    assert {name: said.value for name, said in entry["PROB-001"].fields.items()} == {"text": "Late.", "cost": "A lot."}


@pytest.mark.parametrize("op", Op)
def test_an_id_of_one_kind_cannot_be_used_for_another(op: Op) -> None:
    assert applied(FR, record("FR-001", Kind.STORY, op, title="Pay")) == applied(FR)


def test_confirming_adds_the_users_word_to_every_field() -> None:
    guessed = record("FR-001", Kind.FR, sources=GUESSED, title="Pay", priority="Must Have")
    confirmed = Change(Op.CONFIRM, "FR-001", Kind.FR, sources=(Confirmed(4),))
    before, entry = applied(guessed)["FR-001"], applied(guessed, confirmed)["FR-001"]
    assert (before.confidence, entry.confidence) == (Confidence.LOW, Confidence.HIGH)
    assert (entry.changed, entry.confirmed) == (1, 2)


def test_a_change_after_a_confirmation_must_be_confirmed_again() -> None:
    confirmed = Change(Op.CONFIRM, "FR-001", Kind.FR, sources=(Confirmed(4),))
    entry = applied(FR, confirmed, record("FR-001", Kind.FR, Op.REVISE, GUESSED, title="Pay later"))["FR-001"]
    assert entry.confirmed < entry.changed
    assert entry.confidence is Confidence.LOW


def test_a_dropped_entry_is_gone() -> None:
    assert applied(FR, record("FR-001", Kind.FR, Op.DROP)) == {}


def test_an_entry_is_as_sure_as_its_weakest_field() -> None:
    fields = {"title": FieldValue("Pay", GUESSED), "priority": FieldValue("Must Have", SAID)}
    assert Entry("FR-001", Kind.FR, fields, 1).confidence is Confidence.LOW


def test_sources_are_listed_once_each() -> None:
    assert applied(FR)["FR-001"].sources == SAID


def test_an_entry_says_what_it_is_by_its_main_field_or_else_by_its_first() -> None:
    entries = applied(FR, record("FR-002", Kind.FR, priority="Must Have"), record("AC-000-01", Kind.AC, fr=("A", "B")))
    assert [entries["FR-001"].text(), entries["FR-002"].text(), entries["FR-002"].text("title")] == [
        "Pay",
        "Must Have",
        "",
    ]


def test_a_list_reads_as_its_parts_and_only_a_list_has_references() -> None:
    entry = applied(record("AC-001-01", Kind.AC, text="It pays.", fr=("FR-001", "FR-002")))["AC-001-01"]
    assert (entry.text("fr"), entry.refs("fr"), entry.refs("text")) == ("FR-001, FR-002", ("FR-001", "FR-002"), ())


def test_a_dossier_finds_entries_by_id_by_kind_and_by_requirement() -> None:
    entries = applied(
        FR,
        record("AC-001-01", Kind.AC, text="It pays.", fr=("FR-001",)),
        record("PROB-001", Kind.PROBLEM, text="Late."),
    )
    dossier = Dossier(entries)
    problem = dossier.one(Kind.PROBLEM)
    assert [entry.id for entry in dossier.children("FR-001")] == ["AC-001-01"]
    assert [entry.id for entry in dossier.of(Kind.FR)] == ["FR-001"]
    assert problem is dossier.get("PROB-001")
    assert (dossier.one(Kind.SCOPE), dossier.get("FR-009"), len(dossier)) == (None, None, 3)


def test_a_kind_with_one_entry_always_gives_it_the_same_id() -> None:
    assert {single_id(kind) for kind, spec in SPECS.items() if spec.single} == {"SCOPE-001", "EST-001", "PROB-001"}
    assert series_of(Kind.AC, "FR-003") == "AC-003"
