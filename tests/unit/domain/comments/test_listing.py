"""The rows that lists, reports and programs are made of: each comment with its place now, or that it is lost."""

from __future__ import annotations

from roundtable_tui.domain.comments.anchors import anchored
from roundtable_tui.domain.comments.comment import CommentOutcome, CommentPlace, Dealt
from roundtable_tui.domain.comments.listing import comment_rows
from roundtable_tui.domain.comments.standing import CommentStanding
from roundtable_tui.domain.journal.comment_events import CommentDealt, CommentMade, CommentsSent
from roundtable_tui.domain.journal.fold.fold import fold
from tests.support.commented import SPEC, comment, happened, on_entry

LINES = ["# Requirements", "", "### FR-001: Pay by invoice", "The customer chooses invoice.", "### FR-002: Remind"]
ONE = comment("Say by when.", anchored(CommentPlace.DOCUMENT, SPEC, LINES, 4, 4))
GONE = comment("Why?", anchored(CommentPlace.DOCUMENT, SPEC, ["Penguins swim in cold water every day"], 1, 1))
ENTRY = comment("Split it.", on_entry("FR-001"))


def test_each_row_says_where_its_words_stand_now() -> None:
    state = fold(happened(CommentMade(ONE), CommentMade(GONE)))
    rows = {row.id: row for row in comment_rows(state, {SPEC: ["A new line", *LINES]})}
    assert (rows[ONE.id].line, rows[ONE.id].lost) == (5, False)
    assert (rows[GONE.id].line, rows[GONE.id].lost) == (0, True)
    assert rows[GONE.id].quote == ("Penguins swim in cold water every day",)


def test_without_the_texts_nothing_is_taken_for_lost() -> None:
    (row,) = comment_rows(fold(happened(CommentMade(ONE))))
    assert (row.line, row.lost) == (4, False)


def test_a_comment_on_an_entry_that_was_dropped_is_lost() -> None:
    (row,) = comment_rows(fold(happened(CommentMade(ENTRY))))
    assert row.lost


def test_what_waits_comes_before_what_is_open_and_that_before_what_is_settled() -> None:
    dealt = Dealt(ONE.id, CommentOutcome.DECLINED, "Too dear.", "alex")
    bodies = (CommentMade(ONE), CommentMade(GONE), CommentsSent((ONE.id, GONE.id)), CommentMade(ENTRY))
    rows = comment_rows(fold(happened(*bodies, CommentDealt(ONE.id, dealt))))
    assert [row.standing for row in rows] == [CommentStanding.WAITING, CommentStanding.OPEN, CommentStanding.DECLINED]
    assert (rows[-1].reason, rows[-1].by) == ("Too dear.", "alex")
