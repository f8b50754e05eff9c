"""What the user reads about their answer: in words, without half a word, and only what they left as left."""

from __future__ import annotations

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op, with_changes
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Stated
from roundtable_tui.voices.model.turn.talk_receipt import receipt
from tests.support.voices.model_turns import known

WEEKLY = known(Kind.CONSTRAINT, "CON-001", Inferred(), text="Reminders go out weekly.")
SAID = "The function runs in the thread that removed the entry, so it must be quick and never wait for a lock."
LONG = known(Kind.CONSTRAINT, "CON-002", Stated(1), text=SAID)
DAILY = known(Kind.CONSTRAINT, "CON-003", Stated(1), text="Letters go out daily.")
LEFT = known(Kind.ASSUMPTION, "ASM-001", text="The user left this to the analysts.", about=("CON-001",))
YES = Change(Op.CONFIRM, "CON-001", Kind.CONSTRAINT, sources=(Confirmed(1),))


def told(*changes: Change, before: tuple[Change, ...] = ()) -> str:
    return receipt(changes, with_changes(Dossier(), [*before, *changes], 1).get, unknown=False)


def test_what_was_confirmed_is_told_in_words() -> None:
    assert told(YES, before=(WEEKLY,)) == "Confirmed: CON-001 Reminders go out weekly"


def test_a_long_one_ends_with_a_whole_word_and_no_dot_follows() -> None:
    changed = Change(Op.REVISE, "CON-001", Kind.CONSTRAINT, {"text": "Never."}, (Stated(1),))
    line = told(LONG, changed, before=(WEEKLY,))
    assert line.endswith("so it must be quick and never… Changed to fit: CON-001")


def test_what_they_decided_is_not_told_as_left_to_us() -> None:
    assert (
        told(WEEKLY, DAILY, LEFT) == "Left to us: CON-001 Reminders go out weekly. Noted: CON-003 Letters go out daily"
    )


def test_what_is_left_to_us_is_named_in_the_order_it_was_left() -> None:
    named = [f"CON-{number:03d}" for number in range(1, 7)]
    made = [known(Kind.CONSTRAINT, name, Stated(1), text=f"Rule {name[-1]}.") for name in named]
    left = known(Kind.ASSUMPTION, "ASM-001", text="The user left this to the analysts.", about=tuple(named))
    listed = ", ".join(named[2:])
    assert told(*made, left) == f"Left to us: CON-001 Rule 1; CON-002 Rule 2 and 4 more ({listed})"
