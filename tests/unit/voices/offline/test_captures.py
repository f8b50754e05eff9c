"""What answers become: entries in the user's words, claiming no more than was recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Dossier, IdGiver, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.journal.state import State
from roundtable_tui.voices.offline.captures import Captured, Capturer
from tests.support.voices.turns import THIS_TURN, dossier_of

TWO_REQUIREMENTS = dossier_of(
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}), ("FR-002", Kind.FR, {"title": "Remind late payers"})
)
MODULES = dossier_of(
    ("MOD-001", Kind.MODULE, {"text": "billing"}),
    ("MOD-002", Kind.MODULE, {"text": "billing.invoices"}),
    ("MOD-003", Kind.MODULE, {"text": "mail.outbox"}),
    ("MOD-004", Kind.MODULE, {"text": "checkout"}),
    ("FR-001", Kind.FR, {"title": "Pay by invoice"}),
)


def captured(capture: Capture, answer: str, dossier: Dossier | None = None, about: str = "") -> Captured:
    dossier = dossier or Dossier()
    capturer = Capturer(State(dossier=dossier), IdGiver(dossier.used), THIS_TURN)
    return capturer.capture(capture, answer, dossier.get(about))


def test_several_lines_become_several_entries_the_user_stated() -> None:
    changes = captured(Capture(Kind.RISK, "text"), "It is late.\nIt is lost.").changes
    assert [(change.id, change.fields["text"]) for change in changes] == [
        ("RISK-001", "It is late."),
        ("RISK-002", "It is lost."),
    ]
    assert {change.sources for change in changes} == {(Stated(THIS_TURN),)}


def test_what_the_question_presets_is_set_along() -> None:
    changes = captured(Capture(Kind.USER, "text", preset=(("role", "primary"),)), "the clerk").changes
    assert changes[0].fields == {"role": "primary", "text": "the clerk"}


def test_criteria_belong_to_the_requirement_they_were_asked_of() -> None:
    answer = "FR-002: It ships.\nIt is paid."
    changes = captured(Capture(Kind.AC, "text", Kind.FR), answer, TWO_REQUIREMENTS, "FR-002").changes
    assert [(change.id, change.fields["text"], change.fields["fr"]) for change in changes] == [
        ("AC-002-01", "It ships.", ("FR-002",)),
        ("AC-002-02", "It is paid.", ("FR-002",)),
    ]


def test_given_when_then_under_a_requirement_is_its_criterion() -> None:
    answer = "- Pay by invoice\n- Given a clinic, When it orders, Then it gets an invoice\n- Remind late payers"
    changes = captured(Capture(Kind.FR, "title"), answer).changes
    assert [(change.id, change.kind) for change in changes] == [
        ("FR-001", Kind.FR),
        ("AC-001-01", Kind.AC),
        ("FR-002", Kind.FR),
    ]


def test_an_id_before_a_line_says_that_entry_anew() -> None:
    changes = captured(Capture(Kind.FR, "title"), "FR-002: Remind everybody (could)", TWO_REQUIREMENTS).changes
    assert [(change.op, change.id, change.fields) for change in changes] == [
        (Op.REVISE, "FR-002", {"title": "Remind everybody", "priority": "Could Have"})
    ]


def test_a_choice_with_reasons_keeps_the_reasons_too() -> None:
    answer = "Must Have, because the date is fixed by law"
    changes = captured(Capture(Kind.FR, "priority", Kind.FR), answer, TWO_REQUIREMENTS, "FR-001").changes
    assert changes[0].fields == {"priority": "Must Have"}
    assert (changes[1].kind, changes[1].fields) == (Kind.NOTE, {"text": answer, "about": ("FR-001",)})


@pytest.mark.parametrize(
    ("capture", "answer", "says"),
    [
        (Capture(Kind.FR, "priority", Kind.FR), "rather important", "which of Must Have, Should Have"),
        (Capture(Kind.ESTIMATE, "modified"), "a few", "find a number"),
        (Capture(Kind.ESTIMATE, "modified"), "3 here, 4 there, 5 elsewhere", "which number"),
        (Capture(Kind.STORY, "traces", Kind.STORY), "the important ones", "which entries"),
    ],
)
def test_what_cannot_be_read_is_kept_as_a_note_and_said_to_be_unclear(capture: Capture, answer: str, says: str) -> None:
    dossier = dossier_of(("FR-001", Kind.FR, {"title": "Pay"}), ("US-001", Kind.STORY, {"title": "Pay"}))
    about = {Kind.FR: "FR-001", Kind.STORY: "US-001"}.get(capture.kind, "")
    result = captured(capture, answer, dossier, about)
    assert says in result.unclear
    assert [(change.kind, change.fields["text"]) for change in result.changes] == [(Kind.NOTE, answer)]


def test_a_note_beside_an_entry_that_never_began_refers_to_nothing() -> None:
    assert "about" not in captured(Capture(Kind.ESTIMATE, "modified"), "a few").changes[0].fields


def test_none_makes_no_entry_called_none() -> None:
    result = captured(Capture(Kind.EXCLUSION, "text"), "None.")
    assert result.nothing
    assert result.changes == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("none", ()),
        ("MOD-001 and MOD-003", ("MOD-001", "MOD-003")),
        ("billing.invoices", ("MOD-002",)),
        ("billing.invoices, billing", ("MOD-001", "MOD-002")),
        ("it calls mail.outbox", ("MOD-003",)),
        ("all the others", ("MOD-001", "MOD-002", "MOD-003")),
        ("FR-001", None),
    ],
)
def test_entries_are_referred_to_by_id_or_by_their_whole_name(answer: str, expected: tuple[str, ...] | None) -> None:
    changes = captured(Capture(Kind.MODULE, "depends_on", Kind.MODULE), answer, MODULES, "MOD-004").changes
    assert changes[0].fields.get("depends_on") == expected


def test_a_thing_named_once_more_is_still_one_thing() -> None:
    dossier = dossier_of(("FILE-001", Kind.FILE, {"path": "billing/models.py", "tier": "1", "action": "MODIFY"}))
    changes = captured(Capture(Kind.FILE, "path", preset=(("tier", "3"),)), "billing/models.py delete", dossier).changes
    assert [(change.op, change.id, change.fields) for change in changes] == [
        (Op.REVISE, "FILE-001", {"path": "billing/models.py", "action": "DELETE"})
    ]


def test_a_line_that_names_several_files_is_about_each() -> None:
    changes = captured(Capture(Kind.FILE, "path", preset=(("tier", "1"),)), "modify src/a.py and src/b.py").changes
    assert [(change.fields["path"], change.fields["action"]) for change in changes] == [
        ("src/a.py", "MODIFY"),
        ("src/b.py", "MODIFY"),
    ]


def test_files_named_each_with_its_own_action_keep_it() -> None:
    changes = captured(Capture(Kind.FILE, "path"), "create src/a.py, modify src/b.py").changes
    assert [(change.fields["path"], change.fields["action"]) for change in changes] == [
        ("src/a.py", "CREATE"),
        ("src/b.py", "MODIFY"),
    ]


def test_an_entry_that_is_there_is_linked_and_not_made_anew() -> None:
    changes = captured(Capture(Kind.MODULE, "text", Kind.FR), "mail.outbox", MODULES, "FR-001").changes
    assert [(change.op, change.id, change.fields) for change in changes] == [
        (Op.REVISE, "MOD-003", {"traces": ("FR-001",)})
    ]


def test_a_decision_names_the_options_it_chose_among() -> None:
    dossier = dossier_of(
        ("OPT-001", Kind.OPTION, {"title": "Own invoices"}), ("OPT-002", Kind.OPTION, {"title": "Xero"})
    )
    changes = captured(Capture(Kind.DECISION, "title"), "Own invoices, because we must", dossier).changes
    assert changes[0].fields["options"] == ("OPT-001",)


def test_a_later_field_of_a_review_goes_to_the_review_of_that_subject() -> None:
    dossier = dossier_of(
        ("REV-001", Kind.REVIEW, {"subject": "impact", "text": "Fine"}),
        ("REV-002", Kind.REVIEW, {"subject": "design", "text": "Good"}),
    )
    changes = captured(Capture(Kind.REVIEW, "concerns", preset=(("subject", "impact"),)), "Too fast", dossier).changes
    assert [(change.id, change.fields) for change in changes] == [("REV-001", {"concerns": "Too fast"})]


def test_a_review_said_again_replaces_what_was_said() -> None:
    dossier = dossier_of(("REV-001", Kind.REVIEW, {"subject": "impact", "text": "Fine"}))
    changes = captured(Capture(Kind.REVIEW, "text", preset=(("subject", "impact"),)), "Not fine", dossier).changes
    assert [(change.op, change.id) for change in changes] == [(Op.REVISE, "REV-001")]


@pytest.mark.parametrize(
    ("answer", "verdict"), [("yes", "go"), ("no", "no-go"), ("go with changes", "go with changes")]
)
def test_a_plain_yes_or_no_is_a_verdict(answer: str, verdict: str) -> None:
    changes = captured(Capture(Kind.REVIEW, "verdict", preset=(("subject", "impact"),)), answer).changes
    assert changes[0].fields == {"subject": "impact", "verdict": verdict}


@given(st.sampled_from([kind for kind in Kind if not SPECS[kind].single]), st.text(min_size=1, max_size=120))
def test_no_answer_loses_the_user_s_words(kind: Kind, answer: str) -> None:
    result = captured(Capture(kind, SPECS[kind].main), answer)
    kept = "".join(str(value) for change in result.changes for value in change.fields.values())
    letters = {letter for letter in answer if letter.isalnum()}
    assert result.nothing or letters <= set(kept) | set("-*•–:→`'\"()")
