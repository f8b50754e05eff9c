"""A yes to the question and a yes to the guess are told apart, and plain assents are known in many words."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.talk.assents import (
    Assent,
    Pick,
    assent,
    opens_with_yes_or_no,
    pick_in,
    picked,
    replies_by_part,
)
from roundtable_tui.domain.talk.replies import same_words

GUESS = "Thirty days"


@pytest.mark.parametrize(
    "words",
    [
        "yes",
        "Yes, that's right.",
        "yes go ahead",
        "sounds right",
        "That sounds right to me.",
        "go with that",
        "Go with your guess",
        "your guess is fine",
        "Your suggestion works for me",
        "as you say",
        "exactly as you say",
        "I think so too",
        "ok sounds good thanks",
        "Yep that is right",
        "makes sense",
        "THIRTY DAYS.",
        "yes, thirty days",
        "sounds right to me, go with that",
        "your guess is fine by me",
        "LGTM",
        "yes to all",
        "ok for all three",
        "those are correct",
        "can't argue with that",
        "Couldn't have put it better myself.",
    ],
)
def test_a_plain_assent_is_a_yes_to_the_guess(words: str) -> None:
    assert assent(words, GUESS, "How long?") is Assent.PLAIN


@pytest.mark.parametrize(
    "words",
    [
        "please",
        "no please",
        "no",
        "not right",
        "yes?",
        "yes and no",
        "nothing else",
        "both",
        "right the order of the list",
        "It works for invoices only",
        "I do it on Mondays",
        "use that library",
        "all good but the second",
        "nothing to add to the cart",
        "no changes to the parser",
        "Sixty days",
    ],
)
def test_what_says_something_else_is_no_assent(words: str) -> None:
    assert assent(words, GUESS, "How long?") is Assent.NONE


@pytest.mark.parametrize("words", ["Yes, and also PDF", "Yes for that one. The other is late", "Fine, but sixty days"])
def test_a_yes_with_something_beside_it_is_not_plain(words: str) -> None:
    assert assent(words, GUESS, "How long?") is Assent.MORE


@pytest.mark.parametrize("guess", ["No, only admins", "Nobody but admins"])
@pytest.mark.parametrize("words", ["yes", "Yes, everyone can see it"])
def test_a_yes_to_the_question_is_none_to_a_guess_that_says_no(words: str, guess: str) -> None:
    assert assent(words, guess, "Can everyone see the report?") is Assent.AGAINST


@pytest.mark.parametrize("words", ["your guess is right", "Yes, your guess is fine", "that's correct"])
def test_a_yes_that_names_the_guess_is_one_whatever_it_says(words: str) -> None:
    assert assent(words, "No, only admins", "Can everyone see the report?") is Assent.PLAIN


@pytest.mark.parametrize(
    "words",
    [
        "no preference",
        "Whatever you think",
        "up to you, thanks",
        "You decide.",
        "I don't mind",
        "you're the experts",
        "not fussed",
    ],
)
def test_a_choice_can_be_left_to_the_analysts(words: str) -> None:
    assert assent(words, GUESS, "How long?") is Assent.DELEGATED


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("No, only admins", True),
        ("Yes", True),
        ("yes that is all", True),
        ("no reminders", False),
        ("Nobody", False),
        ("No one sees it", False),
    ],
)
def test_a_guess_that_opens_with_yes_or_no_is_seen(text: str, opens: bool) -> None:
    assert opens_with_yes_or_no(text) is opens


def test_the_same_words_are_the_same_whatever_their_case_and_opening() -> None:
    assert same_words("Yes, no reminders.", "NO REMINDERS")
    assert not same_words("no reminders", "reminders")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("2", 1),
        ("2.", 1),
        ("#1", 0),
        ("option 2", 1),
        ("the second one", 1),
        ("number two please", 1),
        ("as CSV", 0),
        ("4", None),
        ("2 days", None),
        ("2 and 3", None),
        ("none of them", None),
    ],
)
def test_a_choice_is_picked_by_its_number_or_its_words(words: str, place: int | None) -> None:
    assert picked(words, ("As CSV", "As PDF", "Both")) == place


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("1: yes; 2: after 30 days", {0: "yes", 1: "after 30 days"}),
        ("1. yes\n2. no", {0: "yes", 1: "no"}),
        ("2) no", {1: "no"}),
        ("1) no 2) yes", {0: "no", 1: "yes"}),
        ("1 yes, 2 after 30 days", {0: "yes", 1: "after 30 days"}),
        ("first one no, nobody. second: your guess is fine", {0: "no, nobody", 1: "your guess is fine"}),
        ("second yes", {}),
        ("2 weeks", {}),
        ("first we open it", {}),
        ("see 1: yes", {}),
        ("3: yes", {}),
        ("yes", {}),
    ],
)
def test_the_parts_of_a_form_are_answered_by_number(words: str, found: dict[int, str]) -> None:
    assert replies_by_part(words, 2) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("1: never, say so. The rest yes.", {0: "never, say so", 1: "yes", 2: "yes"}),
        ("2: a week; others ok", {0: "ok", 1: "a week", 2: "ok"}),
        ("2: a week. Rest whatever you think", {0: "whatever you think", 1: "a week", 2: "whatever you think"}),
        ("all fine but 2: a week", {0: "fine", 1: "a week", 2: "fine"}),
        ("yes, except 2: a week", {0: "yes", 1: "a week", 2: "yes"}),
        ("1: the rest of the file is kept", {0: "the rest of the file is kept"}),
        ("1: no, the rest of them are wrong", {0: "no, the rest of them are wrong"}),
        ("2: a week, and the rest I don't know", {1: "a week, and the rest I don't know"}),
        ("yes but 2 weeks", {}),
    ],
)
def test_a_yes_to_the_rest_answers_what_no_number_names(words: str, found: dict[int, str]) -> None:
    assert replies_by_part(words, 3) == found


PICKS = [
    ("1", Pick(0)),
    ("yes, 1", Pick(0)),
    ("1, right", Pick(0)),
    ("1 is fine.", Pick(0)),
    ("ok, option 2 please", Pick(1)),
    ("1 is fine, our job puts the date in the name", Pick(0, "our job puts the date in the name")),
    ("1 sounds right, the clerk should not have to", Pick(0, "the clerk should not have to")),
    ("1. They hold personal data. Not in the log.", Pick(0, "They hold personal data. Not in the log.")),
    ("2. our folder decides that", Pick(1, "our folder decides that")),
    ("yes, 1. Last time it was an id that came twice", Pick(0, "Last time it was an id that came twice")),
]
LEFT_TO_THE_MODEL = [
    "2 weeks", "2 of them", "1.5 seconds", "1 day, as today", "1 is wrong", "1, but only on weekdays",
    "1. Only for admins", "1, for admins", "1, and log it", "1 or 2", "1, 2",
    "2. 1000 if nothing is given", "1, or is 2 better?",
    "1: --nl must work too", "1. No wait, never", "3. There is none", "1. All of them, except on Sunday",
]  # fmt: skip


@pytest.mark.parametrize(("words", "pick"), PICKS)
def test_a_number_that_opens_a_reply_picks_and_the_rest_is_told_besides(words: str, pick: Pick) -> None:
    assert pick_in(words, ["Stop at once.", "Go on."]) == pick


@pytest.mark.parametrize("words", LEFT_TO_THE_MODEL)
def test_a_number_of_things_or_one_that_may_change_the_choice_picks_nothing(words: str) -> None:
    assert pick_in(words, ["Stop at once.", "Go on."]) is None
