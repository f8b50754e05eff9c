"""Which earlier statements of the user new words are held against."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.dossier import Dossier, with_changes
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred
from roundtable_tui.domain.knowledge.points.stated_before import stated_before
from tests.support.voices.model_turns import known

DUE = known(Kind.CONSTRAINT, "CON-001", text="Invoices are due after 14 days.")
WEEKLY = known(Kind.QUALITY, "NFR-001", Confirmed(2), text="Reminders for late invoices go out weekly.")
GUESSED = known(Kind.CONSTRAINT, "CON-002", Inferred((1,)), text="Invoices that are due are printed.")
ASIDE = known(Kind.NOTE, "NOTE-001", text="Invoices are due, they say.")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("An invoice is due after 60 days.", ["CON-001"]),
        ("Late invoices bring reminders daily.", ["NFR-001"]),
        ("Invoices due at once bring no reminders.", ["CON-001", "NFR-001"]),
        ("Customers may pick a colour.", []),
        ("", []),
    ],
)
def test_what_the_user_stated_about_the_same_comes_closest_first_and_no_guess_does(
    words: str, found: list[str]
) -> None:
    dossier = with_changes(Dossier(), [DUE, WEEKLY, GUESSED, ASIDE], 1)
    assert sorted(entry.id for entry in stated_before(words, dossier)) == sorted(found)


def test_only_the_closest_are_told() -> None:
    many = [known(Kind.CONSTRAINT, f"CON-{number:03}", text="Invoices are due soon.") for number in range(1, 20)]
    close = known(Kind.CONSTRAINT, "CON-020", text="Invoices of schools are due soon.")
    found = stated_before("Invoices of schools are due soon.", with_changes(Dossier(), [*many, close], 1))
    assert found[0].id == "CON-020"
    assert len(found) < len(many)
