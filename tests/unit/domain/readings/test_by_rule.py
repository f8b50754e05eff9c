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
        ("A reminder goes out once per day.", "by the calendar", "over any such span"),
        ("A reader can borrow 5 books a month.", "by the calendar", "over any such span"),
        ("The fine is rounded to full euros.", "means the nearest", "means always up"),
        ("A reminder is sent every two weeks while a book is out.", "comes at once", "when two weeks have passed"),
        ("The page shows their last three loans.", "begun last", "something happened last"),
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
        "What is not fetched in 3 working days is sold.",
    ],
)
def test_what_is_said_plainly_is_let_be(text: str) -> None:
    assert not list(differences_by_rule([criterion(text)]))


def test_a_criterion_is_asked_about_once() -> None:
    both = criterion("Within 30 days up to 10 files can be attached.")
    assert len(list(differences_by_rule([both]))) == 1
