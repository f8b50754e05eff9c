"""The smells: measured on labelled sentences, and rule by rule where a rule could cry wolf."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.lint.requirements import ALL_MUST, ORPHAN, smells_of
from roundtable_tui.artifacts.lint.sentence_rules import Smell, smells_in
from roundtable_tui.artifacts.lint.sentences import Pattern, ears_of
from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op, apply_change
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Stated

SENTENCES = yaml.safe_load(
    (Path(__file__).parents[3] / "data" / "requirement_sentences.yaml").read_text(encoding="utf-8")
)


Row = tuple[str, Kind, dict[str, Value]]


def dossier_of(*entries: Row) -> Dossier:
    made: dict[str, Entry] = {}
    for seq, (entry_id, kind, fields) in enumerate(entries, 1):
        assert apply_change(made, Change(Op.RECORD, entry_id, kind, fields, (Stated(1),)), seq)
    return Dossier(made)


def found_in(text: str, kind: Kind = Kind.FR) -> set[str]:
    return {smelled.smell.value for smelled in smells_in(text, kind)}


def found_by(dossier: Dossier) -> set[tuple[str, str]]:
    return {(finding.entry, finding.code) for finding in smells_of(dossier)}


def tally(*, held_out: bool) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """What was found rightly, found wrongly and missed."""
    right, wrong, missed = Counter[str](), Counter[str](), Counter[str]()
    for number, row in enumerate(SENTENCES):
        if (number % 3 == 2) is not held_out:
            continue
        wanted, found = set(row["smells"]), found_in(row["text"], Kind(row["kind"]))
        right.update(wanted & found)
        wrong.update(found - wanted)
        missed.update(wanted - found)
    return right, wrong, missed


def test_the_labelled_sentences_are_many_and_no_two_are_alike() -> None:
    assert len({row["text"] for row in SENTENCES}) == len(SENTENCES) >= 240
    assert {smell for row in SENTENCES for smell in row["smells"]} == {smell.value for smell in Smell}


@pytest.mark.parametrize("held_out", [False, True])
def test_at_least_95_of_100_findings_are_right(held_out: bool) -> None:
    right, wrong, _ = tally(held_out=held_out)
    assert right.total() / (right.total() + wrong.total()) >= 0.95, wrong


@pytest.mark.parametrize("held_out", [False, True])
def test_at_least_4_of_5_smells_are_found(held_out: bool) -> None:
    right, _, missed = tally(held_out=held_out)
    for smell in Smell:
        assert right[smell] / (right[smell] + missed[smell]) >= 0.8, smell


@pytest.mark.parametrize(
    "sentence",
    [
        "Pause and resume the recording",
        "The user can view and print the plan",
        "Clear the basket",
        "Show the time and day that a class is offered",
        "The system shall show the site's name, address and contact person",
        'Mark a ticket as "slow"',
        "Start the plan as soon as the order is placed",
        "Set how often the list is fetched",
        "Show the total immediately below the list",
        "Book a room if there is enough space in it",
        "Show the effective date of a contract",
        "Answer frequently asked questions in the chat",
        "Sort the list by date, price or distance",
        "The operator shall be able to stop the line within 2 seconds",
        "The product shall be easy to learn. Nine of ten clerks finish the first task without help within 10 minutes",
        "Support IMAP, POP3 and Exchange",
    ],
)
def test_a_sound_requirement_is_left_alone(sentence: str) -> None:
    assert found_in(sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "If the PIN is correct, the door opens",
        "The + button increases the quantity",
        "A name longer than the field is cut at the right edge",
        "Then the order is saved and the basket is empty",
        "Given a member without that role, when they open the list, then they get HTTP 403",
        "After a merge both senders receive the answer",
        "Of two requests the one that waited longer is served first",
        "The reference matches the invoice number to the letter",
    ],
)
def test_a_sound_criterion_is_left_alone(sentence: str) -> None:
    assert found_in(sentence, Kind.AC) == set()


@pytest.mark.parametrize(
    ("sentence", "kind", "words"),
    [
        ("The reminder is sent quickly", Kind.AC, "The reminder is sent within [figure and unit]"),
        ("When an invoice is paid twice", Kind.AC, "When an invoice is paid twice, the system shall …"),
        ("If nobody votes", Kind.AC, "If nobody votes, then the system shall …"),
        ("Must be able to cancel an invoice", Kind.FR, "[Who] can cancel an invoice"),
        ("Large orders must be approved", Kind.FR, "[Who] must approve large orders"),
        ("Assign seats and print boarding passes", Kind.FR, '"Assign seats"; "Print boarding passes"'),
        ("Fraud decreases", Kind.AC, "Fraud decreases, from [today] to [target]"),
        ("Handle refunds", Kind.FR, "what somebody can do with refunds"),
        ("The import works correctly", Kind.AC, 'in place of "works correctly"'),
    ],
)
def test_a_suggestion_is_made_of_the_words_of_the_sentence(sentence: str, kind: Kind, words: str) -> None:
    (smelled,) = smells_in(sentence, kind)
    assert words in smelled.suggestion


@pytest.mark.parametrize(
    ("sentence", "pattern"),
    [
        ("The system shall add VAT to every line", Pattern.UBIQUITOUS),
        ("When the tank is full, the pump shall stop", Pattern.EVENT),
        ("While a build is running, the tool shall show its target", Pattern.STATE),
        ("Where a branch has lockers, the reader can choose one", Pattern.OPTION),
        ("If three PINs are wrong, then the system shall lock the card", Pattern.UNWANTED),
        ("While the door is open, when somebody presses start, the oven shall beep", Pattern.COMPLEX),
    ],
)
def test_the_ears_patterns_are_recognised(sentence: str, pattern: Pattern) -> None:
    found = ears_of(sentence)
    assert found
    assert found.pattern is pattern


def test_a_title_follows_no_ears_pattern() -> None:
    assert ears_of("Export one month as CSV") is None


def test_ears_parts_are_those_of_the_sentence() -> None:
    found = ears_of("When the tank is full, the pump shall stop within 2 seconds")
    assert found
    assert (found.condition, found.actor, found.response) == (
        "When the tank is full",
        "the pump",
        "stop within 2 seconds",
    )


def test_three_requirements_that_are_all_a_must_are_found_once() -> None:
    frs: list[Row] = [(f"FR-00{n}", Kind.FR, {"title": f"Print list {n}", "priority": "Must Have"}) for n in (1, 2, 3)]
    assert found_by(dossier_of(*frs)) == {("", ALL_MUST)}


def test_two_musts_may_both_be_needed() -> None:
    frs: list[Row] = [(f"FR-00{n}", Kind.FR, {"title": f"Print list {n}", "priority": "Must Have"}) for n in (1, 2)]
    assert found_by(dossier_of(*frs)) == set()


def test_a_story_without_role_or_use_is_found() -> None:
    dossier = dossier_of(
        ("FR-001", Kind.FR, {"title": "Print the list"}),
        ("US-001", Kind.STORY, {"title": "Print the list", "traces": ("FR-001",)}),
    )
    assert found_by(dossier) == {("US-001", "missing-actor"), ("US-001", "missing-outcome")}


def test_a_story_that_belongs_to_no_requirement_is_an_orphan() -> None:
    told: dict[str, Value] = {"title": "Print", "role": "clerk", "want": "to print", "so_that": "I can file it"}
    dossier = dossier_of(
        ("FR-001", Kind.FR, {"title": "Print the list"}),
        ("US-001", Kind.STORY, {**told, "traces": ("FR-001",)}),
        ("US-002", Kind.STORY, told),
        ("US-003", Kind.STORY, {**told, "type": "negative"}),
    )
    assert found_by(dossier) == {("US-002", ORPHAN)}


def test_a_module_that_only_others_need_is_no_orphan() -> None:
    dossier = dossier_of(
        ("FR-001", Kind.FR, {"title": "Print the list"}),
        ("MOD-001", Kind.MODULE, {"text": "printing", "traces": ("FR-001",), "depends_on": ("MOD-002",)}),
        ("MOD-002", Kind.MODULE, {"text": "queue"}),
        ("MOD-003", Kind.MODULE, {"text": "statistics"}),
    )
    assert found_by(dossier) == {("MOD-003", ORPHAN)}


def test_a_threshold_without_a_figure_is_vague() -> None:
    dossier = dossier_of(
        ("NFR-001", Kind.QUALITY, {"text": "Speed", "threshold": "fast"}),
        ("NFR-002", Kind.QUALITY, {"text": "Fast start", "threshold": "under 200 ms"}),
    )
    assert found_by(dossier) == {("NFR-001", "vague")}


@given(st.text(), st.sampled_from([Kind.FR, Kind.AC]))
def test_any_text_can_be_smelled_at(text: str, kind: Kind) -> None:
    for smelled in smells_in(text, kind):
        assert smelled.reason
        assert smelled.suggestion


@given(st.text(alphabet='If when, and then;"`the must be approved by fast 2', max_size=200))
def test_what_looks_like_a_sentence_can_be_smelled_at(text: str) -> None:
    assert smells_in(text, Kind.FR) == smells_in(text, Kind.FR)
