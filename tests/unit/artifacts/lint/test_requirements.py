"""The smells: measured on labelled sentences, and rule by rule where a rule could cry wolf."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.lint.findings import Severity
from roundtable_tui.artifacts.lint.requirements import ALL_MUST, ORPHAN, smells_of
from roundtable_tui.artifacts.lint.sentence_rules import smells_in
from roundtable_tui.artifacts.lint.sentences import Pattern, Story, ears_of, story_of
from roundtable_tui.artifacts.lint.smells import Smell
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
    assert len({row["text"] for row in SENTENCES}) == len(SENTENCES) >= 400
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
        "System shall support phone verification",
        "When the card is lost, the bank blocks it and sends another",
        "The system shall keep the Exception and Reset Log",
        "The rows shall be protected from update and delete by the database",
        "Show the name, upload date, and download link",
        "Tokens shall be read from the vault and shall never be written to a log",
        "Every member must be registered to vote",
        "No prices shall be shown to guests",
        "Store the report immediately after the last page",
        "Clear the error messages of the last run",
        "Pick an appropriate role from the list of roles",
        "Hash the password with a safe number of rounds (at least 12)",
        "Fetch the rates of the day. They must be rounded to two digits",
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
        "Then they receive a clear message saying that the name is taken",
        "The command completes normally without a message",
        "A successfully paid invoice is shown in green",
        "The page clearly says whether the door is locked",
    ],
)
def test_a_sound_criterion_is_left_alone(sentence: str) -> None:
    assert found_in(sentence, Kind.AC) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "The product shall be easy to learn. Nine of ten clerks finish the first task within 10 minutes",
        "The archive continues to answer if the second server goes down",
        "The service must degrade gracefully (read-only until the disk is back)",
        "The clock is visible at all times during a game",
        "The tool runs on any machine with Python 3.11",
        "A faster start. The window opens within 500 ms",
    ],
)
def test_a_sound_quality_attribute_is_left_alone(sentence: str) -> None:
    assert found_in(sentence, Kind.QUALITY) == set()


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
        ("Files must be compressed and sent at night", Kind.FR, "Files must be compressed and sent by [who] at night"),
        ("If a file is late, it must be reported", Kind.FR, "If a file is late, [Who] must report it"),
        ("The editor shall minimise saving", Kind.QUALITY, "The editor shall minimise saving: [figure and unit]"),
        ("The robot shall never crash", Kind.QUALITY, 'in place of "never crash"'),
        ("The system shall provide error handling", Kind.FR, 'in place of "error handling"'),
        ("As a clerk, I want to print it", Kind.STORY, "print it, so that …"),
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


@pytest.mark.parametrize(
    ("kind", "entry", "fields", "smell"),
    [
        (Kind.QUALITY, "NFR-001", {"text": "The list must load fast"}, "vague"),
        (Kind.QUALITY, "NFR-001", {"text": "Latency"}, "no-measure"),
        (Kind.CONSTRAINT, "CON-001", {"text": "Use open-source tools where possible"}, "vague"),
        (
            Kind.METRIC,
            "MET-001",
            {"text": "Complaints", "baseline": "40 a month", "target": "fewer complaints"},
            "no-measure",
        ),
        (Kind.STORY, "US-001", {"role": "clerk", "want": "print it quickly", "so_that": "I can go home"}, "vague"),
        (Kind.ERROR, "ERR-001", {"text": "Disk full", "response": "show an appropriate message"}, "vague"),
        (Kind.ERROR, "ERR-001", {"text": "If the disk is full"}, "missing-outcome"),
    ],
)
def test_every_kind_that_asks_for_something_is_judged(
    kind: Kind, entry: str, fields: dict[str, Value], smell: str
) -> None:
    assert found_by(dossier_of((entry, kind, fields))) == {(entry, smell)}


@pytest.mark.parametrize(
    ("kind", "entry", "fields"),
    [
        (Kind.MODULE, "MOD-001", {"text": "import", "responsibility": "reads various formats"}),
        (Kind.INTERFACE, "IF-001", {"text": "rates", "constraints": "must answer quickly"}),
        (Kind.INTEGRATION, "INT-001", {"text": "bank", "failure": "retry a few times"}),
        (Kind.RISK, "RISK-001", {"text": "The bank is slow", "mitigation": "watch it regularly"}),
        (Kind.ZONE, "ZONE-001", {"text": "the cache", "mitigation": "adequate tests"}),
        (Kind.JOURNEY, "JRN-001", {"text": "paying", "errors": "an appropriate page"}),
        (Kind.EXCLUSION, "EXC-001", {"text": "Old browsers etc."}),
    ],
)
def test_a_loose_word_in_the_design_is_worth_knowing_and_fails_no_check(
    kind: Kind, entry: str, fields: dict[str, Value]
) -> None:
    (finding,) = smells_of(dossier_of((entry, kind, fields)))
    assert (finding.entry, finding.code, finding.severity) == (entry, "vague", Severity.NOTE)
    assert finding.where


def test_a_threshold_without_a_figure_is_vague() -> None:
    dossier = dossier_of(
        ("NFR-001", Kind.QUALITY, {"text": "Speed", "threshold": "fast"}),
        ("NFR-002", Kind.QUALITY, {"text": "Fast start", "threshold": "under 200 ms"}),
        ("NFR-003", Kind.QUALITY, {"text": "Reliable import", "threshold": "no row is lost when the power fails"}),
    )
    assert found_by(dossier) == {("NFR-001", "vague")}


def test_the_text_of_a_requirement_says_what_its_title_leaves_open() -> None:
    dossier = dossier_of(
        ("FR-001", Kind.FR, {"title": "Fast export", "text": "The export of one month ends within 4 seconds"}),
        ("FR-002", Kind.FR, {"title": "Handle refunds", "text": "The clerk pays back up to 50 EUR in cash"}),
        ("FR-003", Kind.FR, {"title": "Handle returns"}),
    )
    assert found_by(dossier) == {("FR-003", "missing-outcome")}


def test_the_state_of_an_error_needs_no_consequence_beside_its_response() -> None:
    fields: dict[str, Value] = {"text": "If the disk is full", "response": "the upload stops with code 507"}
    assert found_by(dossier_of(("ERR-001", Kind.ERROR, fields))) == set()


@pytest.mark.parametrize(
    ("text", "story"),
    [
        ("As a clerk, I want to print it, so that I can file it", Story("clerk", "print it", "I can file it")),
        ("as an Auditor I need the receipts in order to check them.", Story("Auditor", "the receipts", "check them")),
        ("I want to be able to track it to know when it comes", Story("", "track it", "to know when it comes")),
        ("I want to know when it comes", Story("", "know when it comes", "")),
        ("As a user, I want to export, so I can leave", Story("user", "export", "I can leave")),
        ("print it", Story("", "print it", "")),
    ],
)
def test_a_story_is_read_in_whatever_form_it_was_typed(text: str, story: Story) -> None:
    assert story_of(text) == story


def test_a_story_typed_whole_into_its_title_lacks_nothing() -> None:
    typed: dict[str, Value] = {"title": "As a clerk, I want to print the list, so that I can file it"}
    assert found_by(dossier_of(("US-001", Kind.STORY, typed))) == set()


@given(st.text(), st.sampled_from(Kind))
def test_any_text_can_be_smelled_at(text: str, kind: Kind) -> None:
    for smelled in smells_in(text, kind):
        assert smelled.reason
        assert smelled.suggestion


@given(st.text(alphabet='If when, and then;"`the must be approved by fast 2', max_size=200), st.sampled_from(Kind))
def test_what_looks_like_a_sentence_can_be_smelled_at(text: str, kind: Kind) -> None:
    assert smells_in(text, kind) == smells_in(text, kind)
