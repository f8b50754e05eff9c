"""Where a comment stands and whose it is follow from the state alone."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.comments.comment import Anchor, CommentOutcome, CommentPlace, Dealt
from roundtable_tui.domain.comments.owners import owner_of
from roundtable_tui.domain.comments.standing import CommentStanding, open_comments, standing, to_take_up
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.comment_events import CommentDealt, CommentMade, CommentsSent
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.knowledge.phases import ALEX, MAYA
from tests.support.commented import comment, happened, on_entry, on_line
from tests.support.dossiers import change, state_of

ONE = comment("Say by when.")
SENT = (CommentMade(ONE), CommentsSent((ONE.id,)))


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        ((CommentMade(ONE),), CommentStanding.WAITING),
        (SENT, CommentStanding.OPEN),
        ((*SENT, CommentDealt(ONE.id, Dealt(ONE.id, CommentOutcome.DONE))), CommentStanding.DONE),
        ((*SENT, CommentDealt(ONE.id, Dealt(ONE.id, CommentOutcome.DECLINED))), CommentStanding.DECLINED),
        ((*SENT, CommentDealt(ONE.id, Dealt(ONE.id, CommentOutcome.ANSWERED))), CommentStanding.ANSWERED),
    ],
)
def test_a_comment_stands_where_the_journal_left_it(bodies: tuple[object, ...], expected: CommentStanding) -> None:
    assert standing(ONE.id, fold(happened(*bodies))) is expected  # type: ignore[arg-type]


def test_one_that_became_a_question_is_open_while_the_question_is_there() -> None:
    question = change(Kind.QUESTION, "Q-001", text="What shall it say instead?")
    asked = Dealt(ONE.id, CommentOutcome.ASKED, entries=("Q-001",))
    state = fold(happened(*SENT, Contributed("comments", (question,), dealt=(asked,))))
    assert standing(ONE.id, state) is CommentStanding.OPEN
    assert [one.id for one in open_comments(state)] == [ONE.id]
    assert to_take_up(state) == ()
    gone = fold(happened(*SENT, Contributed("comments", dealt=(asked,))))
    assert standing(ONE.id, gone) is CommentStanding.ANSWERED


@pytest.mark.parametrize(
    ("anchor", "owner"),
    [
        (on_entry("FR-001"), MAYA),
        (on_line("Pay by invoice", "FR-001", "architecture.md"), MAYA),
        (Anchor(CommentPlace.CODE, "shop/models.py", ("x = 1",)), ALEX),
        (on_line("Somewhere", "", "nobody-knows.md"), MAYA),
    ],
)
def test_a_comment_is_for_whoever_owns_what_it_is_on(anchor: Anchor, owner: str) -> None:
    dossier = state_of([change(Kind.FR, "FR-001", title="Pay by invoice")]).dossier
    assert owner_of(comment("Say more.", anchor), dossier) == owner
