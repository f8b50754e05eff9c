"""Whether somebody takes back what they said, or only says something new."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.talk.assents import corrects_itself


@pytest.mark.parametrize(
    "words",
    [
        "I was wrong before: changing a badge must not start its time again",
        "1, and I take my answer about updates back",
        "Actually I changed my mind about the limit, make it 20",
        "scratch that, only admins",
        "Correction: it is 30 days",
        "I’m mistaken, it was the export",
        "what I said about the header is not right",
        "it need not be sorted after all",
        "Earlier I said weekly. Daily.",
    ],
)
def test_words_that_take_something_back(words: str) -> None:
    assert corrects_itself(words)


@pytest.mark.parametrize(
    "words",
    [
        "Customers get their money back within a week",
        "It is wrong to delete data without asking",
        "The nightly job corrects the totals",
        "They change their mind often, so an order can be cancelled",
        "roll back the transaction",
        "2",
        "no",
    ],
)
def test_words_that_only_say_something(words: str) -> None:
    assert not corrects_itself(words)
