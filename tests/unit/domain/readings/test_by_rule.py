"""Without a model only words are asked about that are known to be read in two ways."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.dossier import Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.readings.by_rule import differences_by_rule


def criterion(text: str) -> Entry:
    return Entry("AC-001-01", Kind.AC, {"text": FieldValue(text, ())}, 1)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("The invoice is paid within 30 days.", "Exactly 30 days still counts", "Only less than 30 days"),
        ("Orders until Friday are shipped.", "Friday itself still counts", "It ends before Friday begins"),
        ("Between 3 and 5 items are shown.", "Both ends belong", "The upper end does not"),
        ("Up to 10 files can be attached.", "beyond 10 files is refused", "beyond 10 files is left out"),
        ("Admins and owners or auditors see it.", "The “and” binds first", "The “or” binds first"),
        ("A mail and/or a message is sent.", "One of the two is enough", "Both are needed"),
        ("A reminder goes out once per day.", "each calendar day", "any span of one day"),
        ("A reader can borrow 5 books a month.", "each calendar month", "any span of one month"),
        ("The fine is rounded to full euros.", "means the nearest", "means always up"),
        ("A reminder is sent every two weeks while a book is out.", "comes at once", "when two weeks have passed"),
        ("The page shows their last three loans.", "began last", "something happened last"),
        ("What is not fetched in three days is sold.", "Every day of the calendar", "Only days on which people work"),
        ("All users must not see it.", "none of the users", "not hold for every one of the users"),
    ],
)
def test_words_that_are_read_in_two_ways_are_asked_about(text: str, one: str, other: str) -> None:
    (found,) = differences_by_rule([criterion(text)])
    assert one in found.one
    assert other in found.other
    assert found.question.endswith("?")


@pytest.mark.parametrize(
    "text",
    [
        "The invoice is paid within 30 days, inclusive.",
        "At most 10 or fewer files can be attached.",
        "Given an order of 100 EUR, when it is paid, then the invoice shows 100 EUR.",
        "The list shows open and paid invoices.",
        "An error names the file and the line.",
        "All users see the list.",
        "Each line is shown within 10 seconds.",
        "A note may have up to 200 characters; a longer one is refused.",
        "A reader can borrow 5 books a calendar month.",
        "The price is rounded up to full euros.",
        "A warning is sent every 5 minutes until somebody leaves, the first at once.",
        "The page shows their last three loans, ordered by due date.",
        "The chart shows the last 12 months.",
        "Whoever signed in 3 days ago is listed.",
        "The page shows the last 10 lines of the log.",
        "The page shows the latest 5 messages.",
        "A reminder goes out once per calendar day; twice a week in a row is refused.",
        "What is not fetched in 3 working days is sold.",
    ],
)
def test_what_is_said_plainly_is_let_be(text: str) -> None:
    assert not list(differences_by_rule([criterion(text)]))


def test_however_a_limit_is_put_its_count_is_asked_about_in_the_same_words() -> None:
    limited = ["A user can send 3 messages a week.", "A message is sent 3 times a week."]
    first, second = differences_by_rule([criterion(text) for text in limited])
    for one, other in zip(
        (first.question, first.one, first.other), (second.question, second.one, second.other), strict=True
    ):
        assert one.replace("3 messages a week", "3 times a week") == other


def test_a_criterion_is_asked_about_once() -> None:
    both = criterion("Within 30 days up to 10 files can be attached.")
    assert len(list(differences_by_rule([both]))) == 1
