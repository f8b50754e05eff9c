"""A story reads as a sentence, whatever was typed into its fields."""

from __future__ import annotations

import pytest
from hypothesis import given

from roundtable_tui.artifacts.render.phrasing import title_of
from roundtable_tui.artifacts.render.story_sentence import article, told
from roundtable_tui.domain.dossier.kinds import Kind
from tests.support.dossiers import change, state_of, texts


def story(title: str = "", role: str = "", want: str = "", so_that: str = "") -> str:
    entry = change(Kind.STORY, "US-001", title=title, role=role, want=want, so_that=so_that)
    (found,) = state_of([entry]).dossier
    return told(found)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("accountant", "an accountant"),
        ("Accountant", "an accountant"),
        ("a accountant", "an accountant"),
        ("As an clerk,", "a clerk"),
        ("the clerk who closes the till", "the clerk who closes the till"),
        ("The clerk", "the clerk"),
        ("user", "a user"),
        ("SRE", "an SRE"),
        ("UX designer", "a UX designer"),
        ("unhappy customer", "an unhappy customer"),
        ("Developer with about 40 items", "a developer with about 40 items"),
        ("Practice manager who buys for a clinic group", "a practice manager who buys for a clinic group"),
        ("Head of Finance", "a head of Finance"),
        ("Mia, who keeps the books", "Mia, who keeps the books"),
    ],
)
def test_a_role_has_the_right_article(typed: str, read: str) -> None:
    assert story(title="x", role=typed, want="to pay") == f"As {read}, I want to pay."


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("to pay", "to pay"),
        ("to to pay", "to pay"),
        ("I want to pay.", "to pay"),
        ("I would like to pay", "to pay"),
        ("want to pay", "to pay"),
        ("I can pay", "to pay"),
        ("pay by card", "to pay by card"),
        ("Choose to pay by invoice", "to choose to pay by invoice"),
        ("Reconcile the payments", "to reconcile the payments"),
        ("order on invoice", "to order on invoice"),
        ("list of payments", "list of payments"),
        ("all payments in one go", "all payments in one go"),
        ("the list to come newest first", "the list to come newest first"),
        ("Reminders by email", "reminders by email"),
        ("the owner can pause it", "the owner to be able to pause it"),
        ("the import continues and lists it at the end", "the import to continue and list it at the end"),
        ("nothing is charged for a pause", "nothing to be charged for a pause"),
        ("nobody books", "nobody books"),
        ("that nobody may book a room", "nobody to book a room"),
        ("the last unit that is shown is rounded down", "the last unit that is shown is rounded down"),
        ("naturaltime takes the same argument", "naturaltime to take the same argument"),
        ("the public api may not change its names", "the public api not to change its names"),
        ("CSV export", "CSV export"),
        ("works with html renderer", "it to work with html renderer"),
        ("render as caption", "to render as caption"),
        ("names in bold", "names in bold"),
    ],
)
def test_a_wish_is_said_once_and_as_a_wish(typed: str, read: str) -> None:
    assert story(title="x", role="clerk", want=typed) == f"As a clerk, I want {read}."


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("nobody is forgotten", ", so that nobody is forgotten"),
        ("So that nobody is forgotten.", ", so that nobody is forgotten"),
        ("so nobody is forgotten", ", so that nobody is forgotten"),
        ("Because the books are open.", ", because the books are open"),
        ("to compare both", ", in order to compare both"),
        ("in order to sleep", ", in order to sleep"),
        ("save time", ", so that I can save time"),
        ("Jonas and I agree", ", so that Jonas and I agree"),
        ("I find it", ", so that I find it"),
        ("", ""),
    ],
)
def test_a_reason_is_joined_as_it_was_meant(typed: str, read: str) -> None:
    assert story(title="x", role="clerk", want="to pay", so_that=typed) == f"As a clerk, I want to pay{read}."


@pytest.mark.parametrize(
    ("title", "sentence", "called"),
    [
        (
            "As a clerk i want to pay so that I am done.",
            "As a clerk, I want to pay, so that I am done.",
            "Pay",
        ),
        ("As an user, I need all of it", "As a user, I want all of it.", "All of it"),
        ("Keep the old file", "Keep the old file.", "Keep the old file"),
        ("As a clerk the list is shorter", "As a clerk the list is shorter.", "As a clerk the list is shorter"),
    ],
)
def test_a_story_typed_as_a_whole_reads_the_same(title: str, sentence: str, called: str) -> None:
    (entry,) = state_of([change(Kind.STORY, "US-001", title=title)]).dossier
    assert (told(entry), title_of(entry)) == (sentence, called)


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("hour", "an"),
        ("European", "a"),
        ("one-off buyer", "a"),
        ("umbrella", "an"),
        ("HR manager", "an"),
        ("unit", "a"),
    ],
)
def test_the_article_follows_the_sound(noun: str, expected: str) -> None:
    assert article(noun) == expected


@given(texts(), texts(), texts(), texts())
def test_any_story_is_one_line_and_comes_to_an_end(title: str, role: str, want: str, so_that: str) -> None:
    told_story = story(title=title, role=role, want=want, so_that=so_that)
    assert "\n" not in told_story
    assert not told_story or told_story[-1] in ".!?…"


@pytest.mark.parametrize(
    ("role", "want", "so_that", "read"),
    [
        ("accountants", "to pay", "", "As accountants, we want to pay."),
        ("end users reading the page", "to pay", "", "As end users reading the page, we want to pay."),
        ("accountants", "to pay", "keep it", "As accountants, we want to pay, so that we can keep it."),
        ("clerk", "missing prices fall back to zero", "", "As a clerk, I want missing prices to fall back to zero."),
        ("clerk", "a comma where the locale has one", "", "As a clerk, I want a comma where the locale has one."),
    ],
)
def test_several_want_together_and_a_clause_keeps_its_verb(role: str, want: str, so_that: str, read: str) -> None:
    assert story(title="x", role=role, want=want, so_that=so_that) == read


def test_a_capital_that_was_meant_stays_and_a_clause_without_a_role_is_left_as_it_is() -> None:
    assert story(title="As a German user, I want to pay", role="German user", want="to pay") == (
        "As a German user, I want to pay."
    )
    assert story(title="developers can switch it off, because logs stay english") == (
        "Developers can switch it off, because logs stay english."
    )
