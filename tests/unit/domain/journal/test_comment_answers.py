"""Beside a comment stands what the user said to it, and nothing that a model did meanwhile."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentSort, Dealt
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred, Source, Stated
from roundtable_tui.domain.journal.comment_events import CommentDealt, CommentMade, CommentsSent
from roundtable_tui.domain.journal.events import ItemCreated
from tests.support.commented import comment, on_entry
from tests.unit.domain.journal.lines import after, records

ASKED = comment("Who may see it?", on_entry("FR-001"), CommentSort.CHANGE)


def reason_after(turn: int, fields: dict[str, Value], source: Source) -> str:
    """What stands beside the comment once a turn has changed these fields and taken its question out."""
    wanted: dict[str, Value] = {"title": "Pay by invoice", "text": "It can be paid by invoice."}
    question: dict[str, Value] = {"text": "What shall it say instead?", "keeps": "FR-001.text", "about": ("FR-001",)}
    state = after(
        (0, ItemCreated("invoices", "Pay by invoice", "manual", "", "conversation", "standard")),
        (1, records(Change(Op.RECORD, "FR-001", Kind.FR, wanted, (Stated(1),)))),
        (1, records(Change(Op.RECORD, "Q-001", Kind.QUESTION, question, (Inferred((1,)),)))),
        (1, CommentMade(ASKED)),
        (1, CommentsSent((ASKED.id,))),
        (1, CommentDealt(ASKED.id, Dealt(ASKED.id, CommentOutcome.ASKED, "", "maya", ("Q-001",)))),
        (
            turn,
            records(
                Change(Op.REVISE, "FR-001", Kind.FR, fields, (source,)),
                Change(Op.DROP, "Q-001", Kind.QUESTION),
            ),
        ),
    )
    return state.comments.dealt[ASKED.id].reason


def test_what_the_user_made_it_say_is_their_answer() -> None:
    assert reason_after(2, {"text": "Admins see it."}, Stated(2)) == "Admins see it."


@pytest.mark.parametrize(
    ("fields", "source"),
    [
        ({"priority": "Must Have"}, Stated(2)),
        ({"text": "Admins see it."}, Inferred((2,))),
        ({"text": "Admins see it."}, Stated(1)),
    ],
)
def test_what_a_model_changed_meanwhile_is_not(fields: dict[str, Value], source: Source) -> None:
    assert not reason_after(2, fields, source)
