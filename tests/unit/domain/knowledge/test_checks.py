"""The closed vocabulary of checks: what is one, when it holds, and what is said when it does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.graph import RELATED
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.knowledge.checks import Check, CheckError, CheckName, holds, lacking, parse_check, said_once
from tests.support.journals import any_journal
from tests.support.projects import shipped_knowledge
from tests.support.states import changed

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Event

SCAN = Scanned(("pay", "bill"), (Hit("pay", 9, 2), Hit("bill", 0, 0)), ("app/pay.py",), 20, 0)


def entry(entry_id: str, kind: Kind, **fields: Value) -> Entry:
    return Entry(entry_id, kind, {name: FieldValue(value, ()) for name, value in fields.items()}, 1)


def state(*entries: Entry, scan: Scanned | None = None) -> State:
    return changed(dossier=Dossier({one.id: one for one in entries}), scan=scan)


PRIMARY = entry("USER-001", Kind.USER, text="Accountant", role="primary")
SECONDARY = entry("USER-002", Kind.USER, text="Auditor", role="secondary", pain="")
MUST = entry("FR-001", Kind.FR, title="Pay", priority="Must Have")
COULD = entry("FR-002", Kind.FR, title="Refund", priority="Could Have")
AC = entry("AC-001-01", Kind.AC, text="It pays.", fr=("FR-001",))
SELF = entry("MOD-001", Kind.MODULE, text="billing", depends_on=("MOD-001",))
FREE = entry("MOD-002", Kind.MODULE, text="mail")


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("count(metric) >= 1", Check(CheckName.COUNT, Kind.METRIC, op=">=", number=1)),
        (" count ( user , role = primary )>=2 ", Check(CheckName.COUNT, Kind.USER, "role", "primary", ">=", 2)),
        ("count(fr, ac) > 2", Check(CheckName.COUNT, Kind.FR, "ac", "", ">", 2)),
        ("every(fr, ac)", Check(CheckName.EVERY, Kind.FR, "ac")),
        ("not_all(fr, priority=Must Have)", Check(CheckName.NOT_ALL, Kind.FR, "priority", "Must Have")),
        ("acyclic(module)", Check(CheckName.ACYCLIC, Kind.MODULE)),
        ("searched() >= 3", Check(CheckName.SEARCHED, op=">=", number=3)),
        ("scanned()", Check(CheckName.SCANNED)),
        ("sized( )", Check(CheckName.SIZED)),
        ("agrees()", Check(CheckName.AGREES)),
    ],
)
def test_a_check_is_read_as_it_is_written(text: str, check: Check) -> None:
    assert parse_check(text) == check


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not of the form"),
        ("count(metric", "is not of the form"),
        ("__import__('os')", "there is no check '__import__'"),
        ("count(count(fr)) >= 1", "is not of the form"),
        ("count(fr) >= 9999999", "is not of the form"),
        ("count(fr) >= -1", "is not of the form"),
        ("total(fr) >= 1", "there is no check 'total'"),
        ("count(unicorn) >= 1", "there is no kind of entry 'unicorn'"),
        ("count() >= 1", "takes 1 or 2 parts"),
        ("count(fr)", "needs comparison"),
        ("scanned() >= 1", "takes no comparison"),
        ("scanned(fr)", "takes nothing between its brackets"),
        ("every(fr)", "takes 2 parts"),
        ("every(fr, )", "has an empty part"),
        ("every(fr, =Must Have)", "has an empty part"),
        ("count(fr, priority=) >= 1", "has an empty part"),
        ("count(fr, colour) >= 1", "has no 'colour'"),
        ("count(fr, risk) >= 1", "has no 'risk'"),
        ("count(fr, ac=AC-001-01) >= 1", "has no value"),
        ("count(fr, priority=urgent) >= 1", "'priority' is one of Must Have"),
        ("not_all(fr, priority)", "needs field=value"),
        ("acyclic(fr)", "depends on nothing"),
    ],
)
def test_what_is_not_a_check_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(CheckError) as raised:
        parse_check(text)
    assert why in str(raised.value)


@given(st.text())
def test_no_text_does_anything_but_parse_or_be_refused(text: str) -> None:
    try:
        check = parse_check(text)
    except CheckError:
        return
    assert parse_check(str(check)) == check


@pytest.mark.parametrize(
    ("check", "now", "expected"),
    [
        ("count(user) >= 2", state(PRIMARY, SECONDARY), True),
        ("count(user) >= 2", state(PRIMARY), False),
        ("count(user, role=primary) >= 1", state(SECONDARY), False),
        ("count(user, role=primary) >= 1", state(PRIMARY), True),
        ("count(user, pain) >= 1", state(SECONDARY), False),
        ("count(user) == 0", state(), True),
        ("count(user) != 0", state(), False),
        ("count(user) <= 1", state(PRIMARY, SECONDARY), False),
        ("count(user) < 1", state(), True),
        ("count(user) > 1", state(PRIMARY, SECONDARY), True),
        ("count(fr, ac) >= 1", state(MUST, AC), True),
        ("count(fr, ac) >= 2", state(MUST, COULD, AC), False),
        ("every(fr, ac)", state(MUST, AC), True),
        ("every(fr, ac)", state(MUST, COULD, AC), False),
        ("every(fr, ac)", state(), False),
        ("every(fr, priority)", state(MUST, COULD), True),
        ("every(fr, priority=Must Have)", state(MUST, COULD), False),
        ("not_all(fr, priority=Must Have)", state(MUST, COULD), True),
        ("not_all(fr, priority=Must Have)", state(MUST), True),
        ("not_all(fr, priority=Must Have)", state(MUST, entry("FR-003", Kind.FR, priority="Must Have")), False),
        ("acyclic(module)", state(FREE), True),
        ("acyclic(module)", state(FREE, SELF), False),
        ("acyclic(module)", state(), False),
        ("searched() >= 2", state(scan=SCAN), True),
        ("searched() >= 3", state(scan=SCAN), False),
        ("searched() >= 1", state(), False),
        ("scanned()", state(scan=SCAN), True),
        ("scanned()", state(scan=Scanned((), (), (), 0, 0, problem="no files")), False),
        ("scanned()", state(), False),
        ("sized()", state(entry("AREA-001", Kind.AREA, text="billing")), True),
        ("sized()", state(), False),
        ("agrees()", state(entry("SCOPE-001", Kind.SCOPE, size="large"), scan=SCAN), False),
        ("agrees()", state(entry("SCOPE-001", Kind.SCOPE, size="small"), scan=SCAN), True),
    ],
)
def test_a_check_holds_or_not(check: str, now: State, expected: bool) -> None:
    assert holds(parse_check(check), now) is expected


@pytest.mark.parametrize(
    ("check", "now", "phrase"),
    [
        ("count(metric) >= 1", state(), "at least one success metric"),
        ("count(metric) > 1", state(), "at least two success metrics"),
        ("count(user, role=primary) >= 1", state(), "somebody who uses it with their own hands"),
        ("count(user, role=primary) >= 2", state(), "two user types who use it with their own hands"),
        ("count(file, tier=1) >= 3", state(), "three files that somebody will edit"),
        ("count(fr, priority=Must Have) > 1", state(), "two functional requirements that are a Must Have"),
        ("count(review, verdict) >= 2", state(), "at least two reviews with a verdict"),
        ("count(problem, today) >= 1", state(), "how people get by today"),
        ("count(journey, errors) >= 1", state(), "at least one user journey with a way it can fail"),
        ("count(fr, ac) >= 3", state(), "at least three functional requirements with an acceptance criterion"),
        ("count(technology, licence) >= 1", state(), "at least one technology with a licence"),
        ("count(decision, status=contested) == 0", state(), "an end to what is still argued about among the decisions"),
        ("every(fr, ac)", state(), "at least one functional requirement"),
        ("every(fr, ac)", state(MUST, COULD, AC), "an acceptance criterion for FR-002"),
        ("every(risk, impact)", state(entry("RISK-001", Kind.RISK, text="x")), "how bad RISK-001 would be"),
        ("not_all(fr, priority=Must Have)", state(), "a functional requirement that is not a Must Have"),
        ("acyclic(module)", state(SELF), "circle (MOD-001 → MOD-001)"),
        ("searched() >= 3", state(), "three words to search the code for"),
        ("scanned()", state(), "a search of the code"),
        ("sized()", state(), "enough to tell how large the change is"),
        ("agrees()", state(entry("SCOPE-001", Kind.SCOPE, size="large"), scan=SCAN), "you called the change large"),
    ],
)
def test_what_is_missing_is_said_in_words(check: str, now: State, phrase: str) -> None:
    assert phrase in lacking(parse_check(check), now)


def test_only_the_first_few_of_many_are_named() -> None:
    many = [entry(f"FR-{number:03d}", Kind.FR, title="x") for number in range(1, 7)]
    assert lacking(parse_check("every(fr, ac)"), state(*many)) == (
        "an acceptance criterion for FR-001, FR-002, FR-003 and 3 more"
    )


@st.composite
def checks(draw: st.DrawFn) -> Check:
    """Any check that can be written."""
    name = draw(st.sampled_from(CheckName))
    kind = draw(st.sampled_from(Kind))
    names = [*(one.name for one in SPECS[kind].fields), *(other for (of, other) in RELATED if of is kind)]
    field = SPECS[kind].field(draw(st.sampled_from(names)))
    if field is None or field.type not in (FieldType.CHOICE, FieldType.TEXT):
        return parse_check(f"count({kind}) >= {draw(st.integers(0, 3))}")
    value = draw(st.sampled_from(field.choices or ("words",)))
    match name:
        case CheckName.COUNT | CheckName.EVERY:
            condition = draw(st.sampled_from([field.name, f"{field.name}={value}"]))
            comparison = f" {draw(st.sampled_from(['>=', '<', '==']))} 1" if name is CheckName.COUNT else ""
            return parse_check(f"{name}({kind}, {condition}){comparison}")
        case CheckName.NOT_ALL:
            return parse_check(f"not_all({kind}, {field.name}={value})")
        case CheckName.ACYCLIC:
            return parse_check("acyclic(module)")
        case CheckName.SEARCHED:
            return parse_check("searched() >= 3")
    return parse_check(f"{name}()")


@given(checks(), any_journal)
def test_whatever_does_not_hold_says_what_it_lacks(check: Check, journal: list[Event]) -> None:
    now = fold(journal)
    assert holds(check, now) or lacking(check, now)


@given(checks())
def test_a_check_written_out_is_the_same_check(check: Check) -> None:
    assert parse_check(str(check)) == check


EVERY_SHIPPED_CHECK = sorted(
    {check for steps in shipped_knowledge().steps.values() for step in steps for check in step.checks}, key=str
)


@pytest.mark.parametrize("check", EVERY_SHIPPED_CHECK, ids=str)
def test_no_shipped_check_speaks_in_the_words_of_the_schema(check: Check) -> None:
    said = lacking(check, changed())
    assert not re.search(r"[=_]|\bwhose\b|\bwith (?:role|type|use|status|subject|tier)\b|\bat least 1\b", said)


@pytest.mark.parametrize(
    "check", [check for check in EVERY_SHIPPED_CHECK if check.name is CheckName.EVERY and check.field != "ac"], ids=str
)
@pytest.mark.parametrize("count", [1, 2, 6])
def test_what_an_entry_lacks_is_asked_for_in_a_clause_about_it_and_not_by_the_name_of_a_field(
    check: Check, count: int
) -> None:
    assert check.kind
    main = SPECS[check.kind].main
    ids = [f"{SPECS[check.kind].prefix}-00{number}" for number in range(1, count + 1)]
    phrase = lacking(check, state(*(entry(one, check.kind, **{main: "Something"}) for one in ids)))
    assert ids[0] in phrase
    assert not re.search(r"\b(?:a|an) \w+ for \b", phrase)
    assert ("each of" in phrase) is (count > 1)


def test_what_lacks_only_because_nothing_is_there_is_not_said_twice() -> None:
    two, in_order = parse_check("count(build_step) >= 2"), parse_check("acyclic(build_step)")
    assert said_once((two, in_order), State()) == (two,)
    assert said_once((in_order,), State()) == (in_order,)
