"""What was found out about the very same values is not found out again; about any other it is."""

from __future__ import annotations

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.events import APP, USER, VOICE, Body, Event, Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.last_answers import remembered


def test_only_the_very_same_values_are_answered_from_memory() -> None:
    asked = []

    @remembered
    def length(*lists: list[int]) -> int:
        asked.append(lists)
        return sum(map(len, lists))

    one, like_it, other = [1], [1], [1, 2]
    assert [length(one), length(one), length(like_it), length(other, one), length(other)] == [1, 1, 1, 3, 2]
    assert asked == [(one,), (like_it,), (other, one), (other,)]


def test_a_dossier_is_another_one_only_after_it_was_changed() -> None:
    fold = Fold()

    def after(actor: str, body: Body) -> object:
        return fold.add(Event(fold.state.seq + 1, "2026-11-16T12:00:00.000Z", 1, actor, 0, body)).dossier

    first = after(USER, UserSaid("Invoices are due after 30 days."))
    recorded = Change(Op.RECORD, "CON-001", Kind.CONSTRAINT, {"text": "Due after 30 days"}, (Stated(1),))
    second = after(VOICE, Spoke("offline", "1", Outcome.FINISHED, changes=(recorded,)))
    assert after(APP, UserSaid("Is that so?")) is second
    confirmed = Change(Op.CONFIRM, "CON-001", Kind.CONSTRAINT, sources=(Stated(2),))
    third = after(VOICE, Spoke("offline", "2", Outcome.FINISHED, changes=(confirmed,)))
    assert first != second != third
