"""What was said in a long sentence gets a title of whole words."""

from __future__ import annotations

import pytest
from hypothesis import given

from roundtable_tui.domain.dossier.short_titles import is_shortened, role_name, shortened
from roundtable_tui.domain.talk.sanitize import one_line
from tests.support.dossiers import texts


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Order on invoice", "Order on invoice"),
        (
            "Start the plan as soon as the invoice order is placed",
            "Start the plan as soon as the invoice order is placed",
        ),
        (
            "the owner can end the pause early, and everything works again within one minute after that",
            "the owner can end the pause early",
        ),
        (
            "no reminders are sent to patients for appointments that lie inside of the pause",
            "no reminders are sent to patients for appointments",
        ),
        (
            "the owner can pause the subscription from a first to a last day that lie at most 12 months ahead",
            "the owner can pause the subscription…",
        ),
        (
            "show a number of bytes as bits with naturalsize(value, bits=True) so that 1000 come out as kbit",
            "show a number of bytes as bits…",
        ),
        (
            "support ends a pause for a customer and the log says that it was support who did it",
            "support ends a pause for a customer…",
        ),
        (
            'naturaldelta(value: timedelta | int, months: bool = True, minimum_unit: str = "seconds") -> str',
            "naturaldelta(…)",
        ),
        (
            "time.py and the translations, and the docs of course. i think that is all of it",
            "time.py and the translations",
        ),
    ],
)
def test_a_title_ends_where_the_thought_pauses_and_never_within_a_word(said: str, title: str) -> None:
    assert shortened(said) == title


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("the owner of a small clinic who goes on holiday with the whole team", "the owner of a small clinic"),
        ("accounts clerk", "accounts clerk"),
        ("somebody who waits for the invoice", "somebody who waits for the invoice"),
    ],
)
def test_somebody_is_named_without_what_is_said_about_them(said: str, name: str) -> None:
    assert role_name(said) == name


@given(texts())
def test_whatever_was_typed_its_title_is_its_beginning_on_one_line(said: str) -> None:
    title = shortened(said)
    assert one_line(said) == title or (title and "\n" not in title and len(title) <= 90)
    assert is_shortened(said) == (title != one_line(said))
