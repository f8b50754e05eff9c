"""The forms an answer can have, and that nothing else is read into it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import SPECS, Field, Kind
from roundtable_tui.voices.offline import answer_forms


def field(kind: Kind, name: str) -> Field:
    found = SPECS[kind].field(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("answer", "kind", "expected"),
    [
        ("one thing", Kind.RISK, ("one thing",)),
        ("first\nsecond", Kind.RISK, ("first", "second")),
        ("first\n\n  second  ", Kind.RISK, ("first", "second")),
        ("- first\n- second", Kind.RISK, ("first", "second")),
        ("* first\n• second\n– third", Kind.RISK, ("first", "second", "third")),
        ("1. first\n2) second", Kind.RISK, ("first", "second")),
        ("- first\n  goes on\n- second", Kind.RISK, ("first goes on", "second")),
        ("We need:\n- first\n- second", Kind.RISK, ("first", "second")),
        ("- one, two and three\n- four", Kind.AREA, ("one, two and three", "four")),
        ("checkout, billing and the back office", Kind.AREA, ("checkout", "billing", "the back office")),
        ("checkout, billing and search.", Kind.KEYWORD, ("checkout", "billing", "search")),
        ("slow, late and lost", Kind.RISK, ("slow, late and lost",)),
        (
            "the part of checkout that nobody has touched, and billing",
            Kind.AREA,
            ("the part of checkout that nobody has touched, and billing",),
        ),
        ("first the model, then the screen and then mails", Kind.BUILD_STEP, ("the model", "the screen", "mails")),
        ("the model first, then the screen", Kind.BUILD_STEP, ("the model", "the screen")),
        ("1 read the flag\n2 parse the file", Kind.MODULE, ("read the flag", "parse the file")),
        ("2 clerks\n1 driver", Kind.USER, ("2 clerks", "1 driver")),
        ("idk the table rule and the renderer i guess", Kind.AREA, ("the table rule", "the renderer")),
        ("i dunno, maybe writers", Kind.OPTION, ("maybe writers",)),
        ("hm, I think search", Kind.KEYWORD, ("search",)),
        ("I think search is slow", Kind.RISK, ("I think search is slow",)),
        ("idk", Kind.OPTION, ("idk",)),
        ("model → screen → mails", Kind.BUILD_STEP, ("model", "screen", "mails")),
        ("If a payment fails, then retry it", Kind.BUILD_STEP, ("If a payment fails, then retry it",)),
        ("finance staff, clinic managers", Kind.USER, ("finance staff", "clinic managers")),
        ("the clerk who closes the till, and her boss", Kind.USER, ("the clerk who closes the till, and her boss",)),
        (
            "the data engineer who loads the exports, the analyst who reads the tables in the morning",
            Kind.USER,
            ("the data engineer who loads the exports", "the analyst who reads the tables in the morning"),
        ),
        (
            "the insert command, the bulk insert loop in db.py, csv parsing",
            Kind.AREA,
            ("the insert command", "the bulk insert loop in db.py", "csv parsing"),
        ),
        (
            "the clerk who scans a parcel, the label and the door",
            Kind.USER,
            ("the clerk who scans a parcel, the label and the door",),
        ),
        ("never losing a row, speed on clean files", Kind.QUALITY, ("never losing a row", "speed on clean files")),
        (
            "a flag with a reject file for it; a savepoint for every row",
            Kind.OPTION,
            ("a flag with a reject file for it", "a savepoint for every row"),
        ),
        ("shop -> mail, mail -> archive", Kind.INTEGRATION, ("shop -> mail", "mail -> archive")),
        ("shop -> mail, with a receipt", Kind.INTEGRATION, ("shop -> mail, with a receipt",)),
        ("99.9 % uptime, measured monthly", Kind.QUALITY, ("99.9 % uptime, measured monthly",)),
        ("1,000 rows in one go", Kind.QUALITY, ("1,000 rows in one go",)),
        ("Usable by everyone, everywhere", Kind.QUALITY, ("Usable by everyone, everywhere",)),
        ("S3, Stripe", Kind.INTEGRATION, ("S3", "Stripe")),
        ("Postgres 16, SQLite", Kind.OPTION, ("Postgres 16", "SQLite")),
        ("oauth2, billing", Kind.MODULE, ("oauth2", "billing")),
        ("L1 support, admins", Kind.USER, ("L1 support", "admins")),
        ("IPv6, IE11", Kind.EXCLUSION, ("IPv6", "IE11")),
        ("Data may be lost; backups exist", Kind.RISK, ("Data may be lost; backups exist",)),
        ("Use SQLite; Postgres is too heavy", Kind.DECISION, ("Use SQLite; Postgres is too heavy",)),
        ("File missing; show a message", Kind.ERROR, ("File missing; show a message",)),
        ("go on after a bad row; write a reject file", Kind.FR, ("go on after a bad row", "write a reject file")),
        (
            "go on after a bad row; it is listed at the end",
            Kind.FR,
            ("go on after a bad row; it is listed at the end",),
        ),
        ("billing.dunning, mail.outbox and reports", Kind.MODULE, ("billing.dunning", "mail.outbox", "reports")),
        ("Search and replace", Kind.OPTION, ("Search and replace",)),
        ("a second method; a service of its own", Kind.OPTION, ("a second method", "a service of its own")),
        ("no refunds, because nobody asked", Kind.EXCLUSION, ("no refunds, because nobody asked",)),
        ("It stands.\nBut not on a Friday.", Kind.REVIEW, ("It stands.\nBut not on a Friday.",)),
    ],
)
def test_an_answer_lists_entries_by_lines_bullets_or_names(answer: str, kind: Kind, expected: tuple[str, ...]) -> None:
    assert answer_forms.items(answer, kind) == expected


@given(st.lists(st.text("abcdef XYZ", min_size=1).filter(str.strip), min_size=2, max_size=8))
def test_every_line_becomes_an_entry_word_for_word(lines: list[str]) -> None:
    assert answer_forms.items("\n".join(lines), Kind.RISK) == tuple(line.strip() for line in lines)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("FR-002: a word", {"FR-002": "a word"}),
        ("- FR-002: a word\nFR-003 – another", {"FR-002": "a word", "FR-003": "another"}),
        ("FR-001: first\nFR-001: second", {"FR-001": "first\nsecond"}),
        ("FR-001, FR-002 and FR-003: all the same", dict.fromkeys(("FR-001", "FR-002", "FR-003"), "all the same")),
        ("AC-001-02: two numbers", {"AC-001-02": "two numbers"}),
        ("FR-002: a word\nand something else", {}),
        ("see FR-002: it is wrong", {}),
        ("FR-002", {}),
        ("TW-2027-00042 is the number", {}),
    ],
)
def test_lines_that_begin_with_an_id_are_read_by_id(answer: str, expected: dict[str, str]) -> None:
    assert answer_forms.labelled(answer) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "Must: FR-001, FR-002\nCould have: FR-003",
            {"FR-001": "Must Have", "FR-002": "Must Have", "FR-003": "Could Have"},
        ),
        ("Won't have: FR-001 and FR-004.", {"FR-001": "Won't Have", "FR-004": "Won't Have"}),
        ("Must: FR-001, because of the date", {}),
        ("Important: FR-001", {}),
        ("Must", {}),
    ],
)
def test_a_priority_can_be_given_to_several_at_once(answer: str, expected: dict[str, str]) -> None:
    assert answer_forms.grouped(answer, field(Kind.FR, "priority")) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("all: medium", "medium"), ("All of them: none", "none"), ("all medium", ""), ("all", ""), ("Overall: fine", "")],
)
def test_all_and_a_colon_speaks_of_every_entry(answer: str, expected: str) -> None:
    assert answer_forms.for_all(answer) == expected


@pytest.mark.parametrize(
    ("text", "role", "want", "so_that"),
    [
        ("As a clerk, I want to see it, so that I know", "clerk", "to see it", "I know"),
        ("as an auditor I need a list so that nothing is hidden.", "auditor", "a list", "nothing is hidden"),
        ("As a clerk, I would like a bell", "clerk", "a bell", ""),
        ("As the sales manager, I want a bell", "the sales manager", "a bell", ""),
        ("As our clerk who locks up, I want a bell", "our clerk who locks up", "a bell", ""),
    ],
)
def test_a_story_has_a_role_a_wish_and_a_benefit(text: str, role: str, want: str, so_that: str) -> None:
    assert answer_forms.story(text) == answer_forms.Story(role, want, so_that)


@pytest.mark.parametrize(
    "text",
    [
        "A clerk wants to see it",
        "I want it as a clerk",
        "As soon as I can",
        "As the import fails at night, I want a mail so that I know",
        "As my team grows, I want more seats",
        "As the nightly import failed, I want a mail",
    ],
)
def test_other_sentences_are_no_stories(text: str) -> None:
    assert answer_forms.story(text) is None


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Given an order, When it is paid, Then it ships", True),
        ("when it is paid then it ships", True),
        ("Given enough time it works", False),
        ("Then we go home", False),
    ],
)
def test_given_when_then_is_recognised(text: str, is_one: bool) -> None:
    assert answer_forms.is_given_when_then(text) is is_one


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("src/billing/models.py modify", "src/billing/models.py"),
        ("change `odd name.txt` please", "odd name.txt"),
        ("PaymentStepView.post in checkout/views.py", "checkout/views.py"),
        ("Makefile.am", "Makefile.am"),
        (".github/workflows/ci.yml no change", ".github/workflows/ci.yml"),
        ("the checkout", ""),
    ],
)
def test_a_path_is_recognised(text: str, path: str) -> None:
    assert answer_forms.path(text) == path


@pytest.mark.parametrize(
    ("text", "title", "priority"),
    [
        ("Export one month (must have)", "Export one month", "Must Have"),
        ("Export one month - should", "Export one month", "Should Have"),
        ("Could have: Export one month", "Export one month", "Could Have"),
        ("Export one month [won't]", "Export one month", "Won't Have"),
        ("Customers must pay", "Customers must pay", ""),
        ("Must", "Must", ""),
    ],
)
def test_moscow_words_at_the_edge_of_a_requirement_are_its_priority(text: str, title: str, priority: str) -> None:
    assert answer_forms.without_priority(text) == (title, priority)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("9", 9),
        ("about 12 files", 12),
        ("6, not counting tests", 6),
        ("8 to 12", 12),
        ("8-12", 12),
        ("seven or eight", 8),
        ("1,200", 1200),
        ("none", 0),
        ("a dozen", 12),
        ("3 in billing, 2 in checkout and 4 elsewhere", None),
        ("9 of the 400 files", None),
        ("python3.11", None),
        ("we get ~5 tickets a month", None),
        ("the 3 MB page; 6 files", 6),
        ("a few", None),
    ],
)
def test_a_number_is_read_only_where_there_is_one(text: str, number: int | None) -> None:
    assert answer_forms.number(text) == number


@pytest.mark.parametrize(
    ("kind", "name", "text", "expected"),
    [
        (Kind.SCOPE, "nature", "It only adds.", "additive"),
        (Kind.SCOPE, "nature", "It changes how checkout works", "modifying"),
        (Kind.SCOPE, "nature", "It adds a form and changes a rule", "both"),
        (Kind.SCOPE, "nature", "It adds a form and nothing changes otherwise", "additive"),
        (Kind.SCOPE, "nature", "It doesn't change anything, it is new", "additive"),
        (Kind.SCOPE, "nature", "Hard to put in one word", ""),
        (Kind.FR, "priority", "must", "Must Have"),
        (Kind.FR, "priority", "It's a should.", "Should Have"),
        (Kind.FR, "priority", "won't", "Won't Have"),
        (Kind.FR, "priority", "must or should", ""),
        (Kind.RISK, "likelihood", "rather high", "high"),
        (Kind.RISK, "likelihood", "highly unlikely", ""),
        (Kind.RISK, "likelihood", "between low and medium", ""),
        (Kind.FILE, "action", "no change", "NO CHANGE"),
        (Kind.FILE, "action", "modify", "MODIFY"),
        (Kind.REVIEW, "verdict", "go with changes", "go with changes"),
        (Kind.REVIEW, "verdict", "no-go", "no-go"),
        (Kind.REVIEW, "verdict", "go", "go"),
        (Kind.INTEGRATION, "style", "async", "asynchronous"),
    ],
)
def test_a_choice_is_read_only_where_it_is_one(kind: Kind, name: str, text: str, expected: str) -> None:
    assert answer_forms.choice(field(kind, name), text) == expected


@pytest.mark.parametrize(
    "answer", ["none", "Nothing.", "no", "nobody", "n/a", "There are none.", "no pls", "none thx 🙂", "please, no"]
)
def test_there_is_none_is_understood(answer: str) -> None:
    assert answer_forms.says_nothing(answer)


@pytest.mark.parametrize("answer", ["no new deps", "nothing new", "we need no extra libraries."])
def test_that_nothing_is_added_names_nothing(answer: str) -> None:
    assert answer_forms.says_none_is_new(answer)
    assert not answer_forms.says_none_is_new("no new deps but redis")


@pytest.mark.parametrize("answer", ["nothing but trouble", "no idea what they do", "the none type", "", "please"])
def test_an_answer_that_says_more_is_not_taken_for_none(answer: str) -> None:
    assert not answer_forms.says_nothing(answer)
