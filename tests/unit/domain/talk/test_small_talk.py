"""Which messages say nothing about the subject, so that they are never recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.talk.small_talk import says_none, says_nothing


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().split("\n") for row in line.split("|")]


NOTHING = """
    ok | Ok. | OK!! | okay | yes | y | next | Next please
    continue | contineu | skip | thanks | thx | ty 🙂 | hm | hmmm
    sure | 👍 | 🎉🎉 | ... | ?? | ! | -
    / | ok ok | yes, next | go on pls | lets move on | next step please | what now?
    help | help me | how do i continue? | which button do I press? | nothing to add
    no comments | no | nope | cool | great
    looks good | looks good to me 👍 | sounds great, let's continue | that's all | done
    back | bye | hello | I see | got it
    whatever you think | up to you | I agree | i'm happy with that, next | ready for the next one | please | k thx | lol
    thank you so much | good job team | so far so good | | wait | nice one | roger that | fair enough
"""
SOMETHING = """
    next week | next to the price | continue button
    skip the login page | done means paid | thanks to the cache it is fast
    ok button | yes men | no refunds | 5 | 20 % | $ | € | c | x | src/main.py | FR-001 | ok, one correction: tax is 19 %
    help texts are missing | back office | hello world page | nothing works offline | no users | that's all users need
    great expectations | cool down of 5 minutes | test data is missing | good error messages | yes and refunds too
    weekly | accountants | nobody | it depends | go | postgres | move on to Postgres 16 | the next step is wrong
"""


@pytest.mark.parametrize("message", rows(NOTHING))
def test_small_talk_says_nothing(message: str) -> None:
    assert says_nothing(message)


@pytest.mark.parametrize("message", rows(SOMETHING))
def test_anything_about_the_subject_says_something(message: str) -> None:
    assert not says_nothing(message)


def test_thanks_to_somebody_at_the_table_say_nothing_either() -> None:
    assert says_nothing("thanks, Maya!", ("Maya", "Alex"))
    assert not says_nothing("thanks, Maya!")
    assert not says_nothing("Maya", ("Maya", "Alex"))


@pytest.mark.parametrize(
    ("message", "none"), [("nothing else", True), ("that's all", True), ("ok", False), ("none", False)]
)
def test_saying_that_there_is_no_more_is_an_answer_to_a_list(message: str, none: bool) -> None:
    assert says_none(message) is none


@given(st.sampled_from([row for row in rows(NOTHING) if row]), st.sampled_from(["invoices", "42", "admins"]))
def test_one_word_of_content_says_something(message: str, content: str) -> None:
    assert not says_nothing(f"{message} {content}")
    assert not says_nothing(f"{content} {message}")
