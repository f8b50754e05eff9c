"""What an answer does to the list that is shown, and that it never does more than the user said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import LEVELS, PRIORITIES
from roundtable_tui.domain.talk.lists.corrections import corrections
from roundtable_tui.domain.talk.lists.operations import (
    Add,
    Choose,
    Corrections,
    Drop,
    ItemForm,
    Keep,
    Link,
    Listed,
    ListQuestion,
    Mention,
    Operation,
    Reword,
    Say,
    Select,
    Unlink,
)

FILES = ListQuestion(
    (
        Listed("FILE-001", "src/api/export.py"),
        Listed("FILE-002", "src/jobs/nightly.py"),
        Listed("FILE-003", "docs/man.1"),
        Listed("FILE-004", "src/api/__init__.py"),
        Listed("FILE-005", "src/jobs/__init__.py"),
    ),
    ItemForm.PATH,
)
RISKS = ListQuestion(
    (Listed("RISK-001", "The bank API may be down at night"), Listed("RISK-002", "Mails end up as spam")),
    ItemForm.SENTENCE,
)
TOOLS = ListQuestion(
    (Listed("TECH-001", "requests"), Listed("TECH-002", "PostgreSQL"), Listed("TECH-003", "Redis")), ItemForm.NAME
)
REQUIREMENTS = tuple(
    Listed(f"FR-00{number}", name)
    for number, name in enumerate(("Pay by invoice", "Export to CSV", "Remind late payers", "Cancel an order"), start=1)
)
PRIORITY = ListQuestion(REQUIREMENTS, values=PRIORITIES)
TRACES = ListQuestion(
    REQUIREMENTS, targets=(Listed("MOD-001", "billing"), Listed("MOD-008", "export"), Listed("MOD-009", "mailer"))
)
NEW = ListQuestion(form=ItemForm.SENTENCE)


def done(answer: str, question: ListQuestion) -> tuple[Operation, ...]:
    read = corrections(answer, question)
    assert not read.unknown
    assert not read.unread
    return read.operations


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("drop FILE-003", [Drop("FILE-003")]),
        ("drop FILE-003\ndrop FILE-002", [Drop("FILE-003"), Drop("FILE-002")]),
        ("drop FILE-003\nadd src/api/csv.py", [Drop("FILE-003"), Add("src/api/csv.py")]),
        ("drop FILE-003, add src/api/csv.py", [Drop("FILE-003"), Add("src/api/csv.py")]),
        ("Please remove FILE-003 and FILE-002.", [Drop("FILE-003"), Drop("FILE-002")]),
        ("remove docs/man.1", [Drop("FILE-003")]),
        ("remove man.1 pls", [Drop("FILE-003")]),
        ("delete FILE-003", [Drop("FILE-003")]),
        ("drop file-3", [Drop("FILE-003")]),
        ("drop 2 and 3", [Drop("FILE-002"), Drop("FILE-003")]),
        ("drop 1,3-5", [Drop("FILE-001"), Drop("FILE-003"), Drop("FILE-004"), Drop("FILE-005")]),
        ("drop FILE-003 to FILE-005", [Drop("FILE-003"), Drop("FILE-004"), Drop("FILE-005")]),
        ("drop FILE-003-005", [Drop("FILE-003"), Drop("FILE-004"), Drop("FILE-005")]),
        ("drop all but FILE-001", [Drop(f"FILE-00{number}") for number in (2, 3, 4, 5)]),
        ("drop the last two", [Drop("FILE-004"), Drop("FILE-005")]),
        ("drop:\n- FILE-003\n- FILE-002", [Drop("FILE-003"), Drop("FILE-002")]),
        ("FILE-003 is not needed", [Drop("FILE-003")]),
        ("FILE-003 and FILE-002 can go", [Drop("FILE-003"), Drop("FILE-002")]),
        ("-FILE-003", [Drop("FILE-003")]),
        ("keep FILE-001, drop the rest", [Keep("FILE-001"), *(Drop(f"FILE-00{number}") for number in (2, 3, 4, 5))]),
        ("add src/api/csv.py", [Add("src/api/csv.py")]),
        ("add src/api/csv.py create", [Add("src/api/csv.py create")]),
        ("add src/a.py, src/b.py and src/c.py", [Add("src/a.py"), Add("src/b.py"), Add("src/c.py")]),
        ("add src/api/export.py", [Keep("FILE-001")]),
        ("also add src/api/export.py and src/new.py", [Keep("FILE-001"), Add("src/new.py")]),
        ("src/new.py create", [Add("src/new.py create")]),
        ("create src/new.py", [Add("create src/new.py")]),
        ("src/api/export.py modify", [Mention("FILE-001", "modify", "src/api/export.py modify")]),
        ("modify src/api/export.py", [Say("FILE-001", "modify")]),
        ("FILE-001: no change", [Say("FILE-001", "no change")]),
        ("change FILE-001 to src/api/csv.py", [Reword("FILE-001", "src/api/csv.py")]),
        ("rename docs/man.1 to docs/man.5", [Reword("FILE-003", "docs/man.5")]),
        ("replace FILE-003 with docs/man.5", [Reword("FILE-003", "docs/man.5")]),
        ("you forgot src/new.py", [Add("src/new.py")]),
        ("src/new.py is missing", [Add("src/new.py")]),
        ("FILE-001, FILE-002", [Select(("FILE-001", "FILE-002"))]),
        ("1,3-5", [Select(("FILE-001", "FILE-003", "FILE-004", "FILE-005"))]),
        ("all", [Select(tuple(entry.id for entry in FILES.listed))]),
        ("the first two", [Select(("FILE-001", "FILE-002"))]),
        ("delete src/legacy.py", [Add("delete src/legacy.py")]),
        ("- FILE-002: create\n- FILE-001: modify", [Say("FILE-002", "create"), Say("FILE-001", "modify")]),
    ],
)
def test_a_list_of_files_is_corrected(answer: str, operations: list[Operation]) -> None:
    assert done(answer, FILES) == tuple(operations)


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("only: src/new.py", [Add("src/new.py"), *(Drop(f"FILE-00{number}") for number in (1, 2, 3, 4, 5))]),
        (
            "replace with: FILE-001, src/new.py",
            [Keep("FILE-001"), Add("src/new.py"), *(Drop(f"FILE-00{number}") for number in (2, 3, 4, 5))],
        ),
        (
            "only:\nsrc/api/export.py\nsrc/new.py create",
            [Select(("FILE-001",)), Add("src/new.py create"), *(Drop(f"FILE-00{number}") for number in (2, 3, 4, 5))],
        ),
        ("only FILE-001 and FILE-002", [Keep("FILE-001"), Keep("FILE-002"), *(Drop(f"FILE-00{n}") for n in (3, 4, 5))]),
    ],
)
def test_a_list_is_replaced_only_where_the_user_says_so(answer: str, operations: list[Operation]) -> None:
    assert done(answer, FILES) == tuple(operations)


REST = [Keep("FILE-001"), Keep("FILE-002"), Keep("FILE-004"), Keep("FILE-005")]


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("all fine, keep them", [Keep(f"FILE-00{number}") for number in (1, 2, 3, 4, 5)]),
        ("FILE-001 is fine", [Keep("FILE-001")]),
        ("all except man.1", [*REST, Drop("FILE-003")]),
        ("everything but FILE-003", [*REST, Drop("FILE-003")]),
        ("docs/man.1 doesnt belong there", [Drop("FILE-003")]),
        ("man.1 has nothing to do with it", [Drop("FILE-003")]),
        ("FILE-003 shouldn't be on the list.", [Drop("FILE-003")]),
        ("rm man.1", [Drop("FILE-003")]),
        ("no man.1", [Drop("FILE-003")]),
        ("I'd drop docs/man.1", [Drop("FILE-003")]),
        ("lets remove FILE-003 please", [Drop("FILE-003")]),
        ("also src/api/csv.py", [Add("src/api/csv.py")]),
        ("and src/api/csv.py too", [Add("src/api/csv.py")]),
        ("what about src/api/csv.py?", [Add("src/api/csv.py")]),
        ("swap man.1 for docs/man.5", [Reword("FILE-003", "docs/man.5")]),
        ("docs/man.5 instead of docs/man.1", [Reword("FILE-003", "docs/man.5")]),
    ],
)
def test_files_are_corrected_as_people_say_it(answer: str, operations: list[Operation]) -> None:
    assert done(answer, FILES) == tuple(operations)


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("httpx instead of requests", [Reword("TECH-001", "httpx")]),
        ("we'd rather use httpx than requests", None),
        ("Valkey, not Redis", [Reword("TECH-003", "Valkey")]),
        ("instead of Redis use Valkey", [Reword("TECH-003", "Valkey")]),
        ("not Redis", [Drop("TECH-003")]),
        ("Kafka too", [Add("Kafka")]),
        ("we already run Redis", None),
    ],
)
def test_a_name_makes_room_for_another_and_talk_about_one_is_no_name(
    answer: str, operations: list[Operation] | None
) -> None:
    read = corrections(answer, TOOLS)
    assert (read.operations, read.unread) == (((), (answer,)) if operations is None else (tuple(operations), ()))


@pytest.mark.parametrize("question", [FILES, RISKS, TOOLS])
@pytest.mark.parametrize("answer", ["only:", "only:\n", "instead:\nI am not sure yet", "just: hm", "only:\ndrop 1"])
def test_a_list_is_not_replaced_by_one_that_cannot_be_read(answer: str, question: ListQuestion) -> None:
    read = corrections(answer, question)
    assert (read.operations, read.lacks_list, read.is_sound) == ((), True, False)


def test_a_list_of_files_is_not_replaced_by_words_about_them() -> None:
    read = corrections("only:\nsrc/new.py\nthe invoice module and whatever it calls when an order is paid", FILES)
    assert (read.operations, read.lacks_list) == ((), True)


@pytest.mark.parametrize(
    ("answer", "unknown"),
    [
        ("drop FILE-009", ("FILE-009",)),
        ("drop FILE-003 and FILE-009", ("FILE-009",)),
        ("drop src/nowhere.py", ("src/nowhere.py",)),
        ("drop 7", ("7",)),
        ("drop FILE-003 to FILE-009", ("FILE-003 to FILE-009",)),
        ("FILE-009: modify", ("FILE-009",)),
        ("add FILE-009", ("FILE-009",)),
        ("change FILE-009 to a.py", ("FILE-009",)),
        ("drop __init__.py", ("__init__.py",)),
    ],
)
def test_what_is_not_in_the_list_is_reported_and_never_guessed(answer: str, unknown: tuple[str, ...]) -> None:
    read = corrections(answer, FILES)
    assert read.unknown == unknown
    assert not read.is_sound


@pytest.mark.parametrize(
    "answer",
    [
        "these are wrong",
        "looks fine to me apart from the man page",
        "why is the man page in there?",
        "too many files",
        "delete src/api/export.py",
        "the second one is generated",
        "I don't think we touch the jobs",
    ],
)
def test_talk_about_the_list_changes_nothing_in_it(answer: str) -> None:
    read = corrections(answer, FILES)
    assert not [one for one in read.operations if isinstance(one, Add | Drop | Reword)]
    assert not read.is_sound or all(isinstance(one, Say | Mention) for one in read.operations)


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("Payments could be booked twice", [Add("Payments could be booked twice")]),
        ("- Payments booked twice\n- Clock skew", [Add("Payments booked twice"), Add("Clock skew")]),
        ("add: clock skew", [Add("clock skew")]),
        ("add the clocks may differ", [Add("the clocks may differ")]),
        ("drop RISK-002, add: the clocks may differ", [Drop("RISK-002"), Add("the clocks may differ")]),
        ("drop mails end up as spam", [Drop("RISK-002")]),
        ("RISK-001: the bank API is down every night", [Say("RISK-001", "the bank API is down every night")]),
        ("change RISK-001 to the bank is down every night", [Reword("RISK-001", "the bank is down every night")]),
        ("drop both", [Drop("RISK-001"), Drop("RISK-002")]),
        ("Users remove items and add others twice", [Add("Users remove items and add others twice")]),
        ("Delete requests pile up overnight", [Add("Delete requests pile up overnight")]),
        ("Drop the second", [Drop("RISK-002")]),
    ],
)
def test_a_list_of_sentences_is_corrected(answer: str, operations: list[Operation]) -> None:
    assert done(answer, RISKS) == tuple(operations)


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("requests 2.31", [Mention("TECH-001", "2.31", "requests 2.31")]),
        ("requests: 2.31\nRedis: 7", [Say("TECH-001", "2.31"), Say("TECH-003", "7")]),
        ("add Celery and RabbitMQ", [Add("Celery"), Add("RabbitMQ")]),
        ("Celery, RabbitMQ", [Add("Celery"), Add("RabbitMQ")]),
        ("drop redis", [Drop("TECH-003")]),
        ("replace Redis with Valkey", [Reword("TECH-003", "Valkey")]),
        ("drop redis and add Valkey", [Drop("TECH-003"), Add("Valkey")]),
        ("New Relic", [Add("New Relic")]),
        ("PostgreSQL and Celery", [Keep("TECH-002"), Add("Celery")]),
        (
            "requests 2.31, Redis 7.2",
            [Mention("TECH-001", "2.31", "requests 2.31"), Mention("TECH-003", "7.2", "Redis 7.2")],
        ),
    ],
)
def test_a_list_of_names_is_corrected(answer: str, operations: list[Operation]) -> None:
    assert done(answer, TOOLS) == tuple(operations)


MUST, SHOULD, COULD, WONT = PRIORITIES


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ("FR-001: must", {"FR-001": MUST}),
        ("FR-001 must", {"FR-001": MUST}),
        ("FR-001 and FR-002 are musts", {"FR-001": MUST, "FR-002": MUST}),
        ("must: FR-001, FR-003\nshould have: FR-002", {"FR-001": MUST, "FR-003": MUST, "FR-002": SHOULD}),
        (
            "FR-001 to FR-002 must, the rest should",
            {"FR-001": MUST, "FR-002": MUST, "FR-003": SHOULD, "FR-004": SHOULD},
        ),
        ("all must", dict.fromkeys(("FR-001", "FR-002", "FR-003", "FR-004"), MUST)),
        ("all: must have", dict.fromkeys(("FR-001", "FR-002", "FR-003", "FR-004"), MUST)),
        ("must, should, could, won't", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": COULD, "FR-004": WONT}),
        ("must\nshould\ncould\nwont", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": COULD, "FR-004": WONT}),
        ("1,3-4 must", {"FR-001": MUST, "FR-003": MUST, "FR-004": MUST}),
        ("FR-001: must, FR-002: should", {"FR-001": MUST, "FR-002": SHOULD}),
        ("all but FR-003 must", {"FR-001": MUST, "FR-002": MUST, "FR-004": MUST}),
        ("make FR-001 must", {"FR-001": MUST}),
        ("set FR-002 to could have", {"FR-002": COULD}),
        ("Pay by invoice: must", {"FR-001": MUST}),
        ("FR-001: shoud", {"FR-001": SHOULD}),
        (
            "FR-001 must, FR-002 should, the rest could",
            {"FR-001": MUST, "FR-002": SHOULD, "FR-003": COULD, "FR-004": COULD},
        ),
        ("1 must, 2 should and 3 wont", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": WONT}),
        ("all must have except FR-004", {"FR-001": MUST, "FR-002": MUST, "FR-003": MUST}),
        ("must for everything but the first two", {"FR-003": MUST, "FR-004": MUST}),
        (
            "all must except FR-002 which is a should",
            {"FR-001": MUST, "FR-003": MUST, "FR-004": MUST, "FR-002": SHOULD},
        ),
        ("all must, but FR-002 wont", {"FR-001": MUST, "FR-002": WONT, "FR-003": MUST, "FR-004": MUST}),
        ("must: FR-001, rest should", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": SHOULD, "FR-004": SHOULD}),
        (
            "FR-001 has to be a must, others should",
            {"FR-001": MUST, **dict.fromkeys(("FR-002", "FR-003", "FR-004"), SHOULD)},
        ),
        ("musts are 2 and 4, the rest is should", {"FR-002": MUST, "FR-004": MUST, "FR-001": SHOULD, "FR-003": SHOULD}),
        ("must 1,2 should 3 could 4", {"FR-001": MUST, "FR-002": MUST, "FR-003": SHOULD, "FR-004": COULD}),
        ("1 must 2 should 3 could 4 wont", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": COULD, "FR-004": WONT}),
        ("must FR-001 and FR-002, should FR-003", {"FR-001": MUST, "FR-002": MUST, "FR-003": SHOULD}),
        ("must should could wont", {"FR-001": MUST, "FR-002": SHOULD, "FR-003": COULD, "FR-004": WONT}),
    ],
)
def test_one_of_a_few_values_is_set_on_many(answer: str, values: dict[str, str]) -> None:
    assert done(answer, PRIORITY) == tuple(Choose(entry_id, value) for entry_id, value in values.items())


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("FR-001 must while Export to CSV should", PRIORITY),
        ("FR-001 is done by MOD-001 while FR-002 goes to MOD-008", TRACES),
        ("FILE-001 modify FILE-002 delete", FILES),
        ("requests 2.31 while Redis 7", TOOLS),
    ],
)
def test_what_speaks_of_several_entries_at_once_is_not_said_of_one_of_them(answer: str, question: ListQuestion) -> None:
    read = corrections(answer, question)
    assert (read.operations, read.mixed, read.is_sound) == ((), (answer,), False)


def test_what_is_said_of_one_entry_may_mention_another() -> None:
    assert done("FILE-001: modify, since FILE-002 leans on it", FILES) == (
        Say("FILE-001", "modify, since FILE-002 leans on it"),
    )


@pytest.mark.parametrize(
    "answer", ["FR-001 must because of the law, rest should", "FR-009 must, rest should", "must must"]
)
def test_values_are_given_to_nobody_where_a_word_is_not_understood(answer: str) -> None:
    assert not [one for one in corrections(answer, PRIORITY).operations if isinstance(one, Choose)]


def test_a_value_alone_is_not_spread_over_all_entries() -> None:
    assert not [one for one in corrections("must", PRIORITY).operations if isinstance(one, Choose)]
    assert done("high", ListQuestion((Listed("RISK-001", "spam"),), values=LEVELS)) == (Choose("RISK-001", "high"),)


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("FR-001: MOD-008", [Link("FR-001", ("MOD-008",))]),
        ("FR-001: MOD-008, MOD-009", [Link("FR-001", ("MOD-008", "MOD-009"))]),
        ("FR-001 -> MOD-008\nFR-002 -> MOD-001", [Link("FR-001", ("MOD-008",)), Link("FR-002", ("MOD-001",))]),
        ("FR-001, FR-002: export", [Link("FR-001", ("MOD-008",)), Link("FR-002", ("MOD-008",))]),
        ("FR-001: also the mailer", [Link("FR-001", ("MOD-009",))]),
        ("FR-001: only MOD-008", [Link("FR-001", ("MOD-008",), alone=True)]),
        ("FR-001: drop MOD-008", [Unlink("FR-001", ("MOD-008",))]),
        ("MOD-008: FR-001, FR-003", [Link("FR-001", ("MOD-008",)), Link("FR-003", ("MOD-008",))]),
        ("FR-001 needs the export, FR-002 the mailer", [Link("FR-001", ("MOD-008",)), Link("FR-002", ("MOD-009",))]),
        ("all: MOD-001", [Link(f"FR-00{number}", ("MOD-001",)) for number in (1, 2, 3, 4)]),
        (
            "FR-001: MOD-008, the rest: MOD-001",
            [Link("FR-001", ("MOD-008",)), *(Link(f"FR-00{number}", ("MOD-001",)) for number in (2, 3, 4))],
        ),
    ],
)
def test_a_trace_is_added_to_and_not_replaced(answer: str, operations: list[Operation]) -> None:
    links = [one for one in corrections(answer, TRACES).operations if isinstance(one, Link | Unlink)]
    assert links == operations


def test_a_trace_to_something_unknown_is_reported() -> None:
    assert corrections("FR-001: MOD-077", TRACES) == Corrections((), ("MOD-077",))


@pytest.mark.parametrize(
    ("answer", "operations"),
    [
        ("Customers pay by invoice", [Add("Customers pay by invoice")]),
        ("one\ntwo", [Add("one"), Add("two")]),
        ("Remove a user from a project", [Add("Remove a user from a project")]),
        ("Add items to the cart", [Add("Add items to the cart")]),
        ("these are the rules we have", [Add("these are the rules we have")]),
    ],
)
def test_every_line_is_an_item_where_the_list_is_empty(answer: str, operations: list[Operation]) -> None:
    assert done(answer, NEW) == tuple(operations)


_DROPPING = (
    "drop remove strike delete out omit exclude cut rid without minus skip forget discard only just replace instead "
    "list - go not irrelevant unrelated unaffected superfluous much"
).split()


@given(st.text(alphabet="abcdefgh FILE-0123,.:\nandr/", max_size=80))
def test_nothing_leaves_the_list_without_a_word_that_says_so(answer: str) -> None:
    if any(word in answer.lower() for word in _DROPPING):
        return
    assert not [one for one in corrections(answer, FILES).operations if isinstance(one, Drop)]


@given(st.text(max_size=200), st.sampled_from([FILES, RISKS, TOOLS, PRIORITY, TRACES, NEW]))
def test_every_operation_is_about_an_entry_of_the_list(answer: str, question: ListQuestion) -> None:
    ids = {entry.id for entry in question.listed}
    for one in corrections(answer, question).operations:
        match one:
            case Add(text=text):
                assert text.strip()
            case Select(ids=chosen):
                assert set(chosen) <= ids
            case _:
                assert one.id in ids


def test_add_after_another_operation_is_an_operation_too() -> None:
    assert done("drop FR-001\nadd Pay by card", ListQuestion(REQUIREMENTS)) == (Drop("FR-001"), Add("Pay by card"))
    assert done("Add a button", ListQuestion(REQUIREMENTS)) == (Add("Add a button"),)


def test_lines_with_a_plus_and_lines_with_a_minus_add_and_drop() -> None:
    assert done("+ src/api/csv.py\n- docs/man.1", FILES) == (Add("src/api/csv.py"), Drop("FILE-003"))


def test_names_are_added_and_dropped_without_a_comma_too() -> None:
    assert done("drop requests add Celery", TOOLS) == (Drop("TECH-001"), Add("Celery"))


def test_an_entry_called_by_a_part_of_its_name_gets_its_value() -> None:
    assert done("the export is a should", PRIORITY) == (Choose("FR-002", "Should Have"),)
    assert done("everything must except the export", PRIORITY) == tuple(
        Choose(f"FR-00{number}", "Must Have") for number in (1, 3, 4)
    )


def test_a_value_for_an_id_that_is_not_there_is_refused() -> None:
    assert corrections("fr-009 must", PRIORITY).unknown == ("fr-009",)


WAYS = ListQuestion((Listed("O-1", "one click"), Listed("O-2", "two clicks"), Listed("O-3", "csv")), ItemForm.NAME)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("add one click remove all", (Add("one click remove all"),)),
        ("change O-2 to click to add items", (Reword("O-2", "click to add items"),)),
        ("drop csv remove all", (Drop("O-3"),)),
        ("drop csv add reject", (Drop("O-3"), Add("reject"))),
    ],
)
def test_a_name_that_holds_a_verb_is_not_cut(answer: str, expected: tuple[Operation, ...]) -> None:
    assert done(answer, WAYS) == expected


@pytest.mark.parametrize("question", [RISKS, NEW])
def test_a_minus_before_a_new_sentence_is_a_bullet(question: ListQuestion) -> None:
    assert done("+ Log each row\n- Sum only the paid rows", question) == (
        Add("Log each row"),
        Add("Sum only the paid rows"),
    )
    assert done("+Log each row", question) == (Add("Log each row"),)


@pytest.mark.parametrize("answer", ["this is a must", "that is a must"])
def test_this_and_that_are_no_part_of_a_name(answer: str) -> None:
    shown = ListQuestion(
        (Listed("FR-001", "Show what is exported"), Listed("FR-002", "Keep this and that")), values=PRIORITIES
    )
    assert corrections(answer, shown).operations == ()
