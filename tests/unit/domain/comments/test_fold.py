"""What the journal says of comments: written, sent, taken back, brought in and dealt with, and nothing is ever lost."""

from __future__ import annotations

from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentSort, Dealt
from roundtable_tui.domain.journal.comment_events import (
    CommentDealt,
    CommentMade,
    CommentsBrought,
    CommentsSent,
    CommentWithdrawn,
)
from roundtable_tui.domain.journal.events import Contributed, Retracted, UserSaid
from roundtable_tui.domain.journal.fold.fold import fold
from tests.support.commented import AT, comment, happened

FIRST = comment("Say by when.")
OTHER = comment("Who decides?", sort=CommentSort.QUESTION)
THEIRS = comment("Not for us.", sort=CommentSort.OBJECTION, author="Ana")
MADE = (CommentMade(FIRST), CommentMade(OTHER))
SENT = CommentsSent((FIRST.id, OTHER.id))
DONE = Dealt(FIRST.id, CommentOutcome.DONE, "It says so now.", "alex", ("FR-001",))


def test_comments_wait_until_they_are_sent_and_go_together() -> None:
    before = fold(happened(*MADE)).comments
    assert list(before.waiting) == [FIRST.id, OTHER.id]
    after = fold(happened(*MADE, SENT, exchange=4)).comments
    assert (dict(after.waiting), list(after.sent)) == ({}, [FIRST.id, OTHER.id])
    assert after.turns == {FIRST.id: 4, OTHER.id: 4}


def test_what_is_sent_stands_in_the_talk_as_the_users_words() -> None:
    (said,) = fold(happened(*MADE, SENT, exchange=1)).talk.transcript
    assert said.utterance.speaker == "user"
    assert "Say by when." in said.utterance.text
    assert "Who decides?" in said.utterance.text


def test_only_what_waits_is_sent() -> None:
    after = fold(happened(*MADE, CommentsSent((FIRST.id, "c-unknown")))).comments
    assert (list(after.waiting), list(after.sent)) == ([OTHER.id], [FIRST.id])


def test_a_withdrawn_comment_is_gone_with_all_that_became_of_it() -> None:
    after = fold(happened(*MADE, SENT, CommentDealt(FIRST.id, DONE), CommentWithdrawn(FIRST.id))).comments
    assert (after.get(FIRST.id), FIRST.id in after.dealt, FIRST.id in after.turns) == (None, False, False)
    assert after.get(OTHER.id) == OTHER


def test_taking_back_that_comments_were_sent_leaves_them_waiting() -> None:
    events = [*happened(*MADE), *happened(SENT, first=3, exchange=1), *happened(Retracted(), first=4, exchange=1)]
    state = fold(events)
    assert (list(state.comments.waiting), dict(state.comments.sent)) == ([FIRST.id, OTHER.id], {})
    assert state.talk.transcript == ()


def test_what_was_changed_for_a_comment_counts_when_it_is_sent_again_after_that_was_taken_back() -> None:
    events = [
        *happened(*MADE),
        *happened(SENT, Contributed("comments", dealt=(DONE,)), first=3, exchange=1),
        *happened(Retracted(), first=5, exchange=1),
        *happened(SENT, first=6, exchange=2),
    ]
    comments = fold(events).comments
    assert comments.dealt[FIRST.id].outcome is CommentOutcome.DONE


def test_an_answer_that_is_taken_back_takes_no_comment_with_it() -> None:
    events = [
        *happened(UserSaid("Forty customers."), CommentMade(FIRST), first=1, exchange=1),
        *happened(Retracted(), first=3, exchange=1),
    ]
    assert list(fold(events).comments.waiting) == [FIRST.id]


def test_what_a_colleague_wrote_comes_in_as_sent() -> None:
    comments = fold(happened(CommentsBrought("ana.md", (THEIRS,)))).comments
    assert (dict(comments.waiting), list(comments.sent)) == ({}, [THEIRS.id])


def test_what_became_of_a_comment_elsewhere_counts_if_it_is_later() -> None:
    ours = Dealt(THEIRS.id, CommentOutcome.DECLINED, "No.", at="2026-11-18T11:00:00Z")
    earlier = Dealt(THEIRS.id, CommentOutcome.DONE, "Yes.", at="2026-11-18T10:30:00Z")
    later = Dealt(THEIRS.id, CommentOutcome.DONE, "Yes.", at="2026-11-18T11:30:00Z")
    brought = CommentsBrought("ana.md", (THEIRS,))
    for told, outcome in ((earlier, CommentOutcome.DECLINED), (later, CommentOutcome.DONE)):
        events = happened(brought, CommentDealt(THEIRS.id, ours), CommentsBrought("b.md", dealt=(told,)))
        assert fold(events).comments.dealt[THEIRS.id].outcome is outcome


def test_what_i_did_stays_mine_when_it_comes_back_under_my_name() -> None:
    mine = Dealt(THEIRS.id, CommentOutcome.DONE, "Yes.", at="2026-11-18T11:00:00Z")
    events = happened(CommentsBrought("ana.md", (THEIRS,)), CommentDealt(THEIRS.id, mine))
    again = CommentsBrought("ben.md", dealt=(replace(mine, by="Me Myself"),))
    assert fold([*events, *happened(again, first=3)]).comments.dealt[THEIRS.id] == mine


def test_a_comment_can_be_closed_and_opened_again() -> None:
    closed = happened(*MADE, SENT, CommentDealt(FIRST.id, DONE))
    assert fold(closed).comments.dealt == {FIRST.id: DONE}
    assert fold([*closed, *happened(CommentDealt(FIRST.id), first=5)]).comments.dealt == {}


def test_whoever_dealt_with_it_is_dated_by_the_journal() -> None:
    comments = fold(happened(*MADE, SENT, Contributed("comments", dealt=(DONE,)))).comments
    assert comments.dealt[FIRST.id].at == AT
