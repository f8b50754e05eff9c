"""What a conversation does next, decided from the state alone: one case a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.conversation_events import (
    AmendmentEnded,
    BudgetSet,
    ConfirmationEnded,
    CrossChecked,
    LookBegun,
    LookEnded,
    PointMarked,
    Steered,
    SummaryShown,
    TopicDeferred,
    VerdictGiven,
)
from roundtable_tui.domain.journal.events import (
    USER,
    ArtifactsWritten,
    Body,
    Contributed,
    Decided,
    Decision,
    DecisionAsked,
    DepthChanged,
    Event,
    Finished,
    ItemCreated,
    MetaWritten,
    Outcome,
    Remarked,
    Spoke,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.fold import Fold
from roundtable_tui.domain.journal.values import (
    LookDepth,
    LookEnd,
    LookPart,
    PointMark,
    PointName,
    Stage,
    Tokens,
    Verdict,
)
from roundtable_tui.domain.knowledge.points.open_points import open_points
from roundtable_tui.domain.knowledge.points.taken_in import is_to_be_carried
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.modes.conversation import wording
from roundtable_tui.modes.conversation.mode import ConversationMode
from roundtable_tui.session.moves import Append, Move, Rest, Scan, Speak, TakeBack
from roundtable_tui.voices.tasks import AskAmendment, AskPoint, CarryOn, OpenTalk, Reply
from tests.support.projects import shipped_knowledge

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.journal.state import State

PROBLEM = Question("", "problem-stated", "Why?", topic="problem-discovery", criterion="problem-stated")
WHAT = Question(
    "", "functional-requirements", "What?", topic="requirements-definition", criterion="functional-requirements"
)
NAME = PointName(PROBLEM.topic, PROBLEM.criterion, PROBLEM.key)
SCANNED = Scanned(("invoice",), (), (), 3, 0)


def state_after(*bodies: Body | str, tier: str = "standard") -> State:
    """Texts are what the user says; MetaWritten goes without saying."""
    fold = Fold()
    exchange = 0
    every: Iterable[Body | str] = (
        ItemCreated("pay", "Pay by invoice", "manual", "", "conversation", tier),
        MetaWritten({"phases_completed": [], "topics_covered": []}),
        *bodies,
    )
    for seq, body in enumerate(every, 1):
        exchange += isinstance(body, str)
        event = UserSaid(body) if isinstance(body, str) else body
        fold.add(Event(seq, "2026-11-16T12:00:00.000Z", exchange, USER if isinstance(body, str) else "app", 0, event))
    return fold.state


def asks(question: Question) -> Spoke:
    return Spoke("offline", "", Outcome.FINISHED, asked=question)


def settles(question: Question, *changes: Change) -> Spoke:
    point = PointName(question.topic, question.criterion, question.key)
    return Spoke("offline", "", Outcome.FINISHED, changes=changes, points=(point,))


def move_after(*bodies: Body | str, tier: str = "standard") -> Move:
    return ConversationMode().next_move(state_after(*bodies, tier=tier), shipped_knowledge())


def body_of(move: Move) -> Body:
    assert isinstance(move, Append), move
    (body,) = move.bodies
    return body


PROBLEM_NOTED = Change(Op.RECORD, "PROB-001", Kind.PROBLEM, {"text": "Invoices are late."}, (Stated(1),))
NO_MORE = BudgetSet(1)
TALKED = (asks(PROBLEM), "Late invoices.", settles(PROBLEM, PROBLEM_NOTED))
AT_THE_END = (*TALKED, NO_MORE, SCANNED, Contributed("scan"), ArtifactsWritten((), 99))
SHOWN = SummaryShown(Stage.REQUIREMENTS, "digest")


@pytest.mark.parametrize("how", [LookEnd.DONE, LookEnd.STOPPED, LookEnd.FAILED])
def test_what_was_kept_without_a_model_is_carried_on_before_the_first_summary(how: LookEnd) -> None:
    looked: tuple[Body, ...] = (LookBegun(LookDepth.THOROUGH), *(LookEnded(part, how) for part in LookPart))
    scan: tuple[Body, ...] = () if how is LookEnd.DONE else (SCANNED, Contributed("scan"))
    move = move_after(asks(PROBLEM), "Late invoices.", *looked, settles(PROBLEM, PROBLEM_NOTED), NO_MORE, *scan)
    assert isinstance(move, Speak)
    assert move.task == CarryOn()


def heard(question: Question, *changes: Change) -> Spoke:
    """A model took the answer in."""
    return replace(settles(question, *changes), voice="claude", tokens=(Tokens("m", 1),))


LOOKED: tuple[Body, ...] = (
    LookBegun(LookDepth.THOROUGH), *(LookEnded(part, LookEnd.DONE) for part in LookPart),
)  # fmt: skip
CARRIED = Spoke("claude", "", Outcome.FINISHED, complete=True, tokens=(Tokens("m", 1),))


def test_the_whole_dossier_is_gone_through_once_though_a_model_heard_every_answer() -> None:
    """A turn of the talk sees a part of it, so that what else an answer touches would stay as it was."""
    talked = (asks(PROBLEM), "Late invoices.", *LOOKED, heard(PROBLEM, PROBLEM_NOTED), NO_MORE)
    move = move_after(*talked)
    assert isinstance(move, Speak)
    assert move.task == CarryOn()
    after = move_after(*talked, CARRIED)
    assert not (isinstance(after, Speak) and after.task == CarryOn())


def test_an_amendment_that_a_model_made_everywhere_is_not_carried_on_once_more() -> None:
    talked = (asks(PROBLEM), "Late invoices.", *LOOKED, heard(PROBLEM, PROBLEM_NOTED), NO_MORE, CARRIED, SHOWN)
    amended = replace(PROBLEM_NOTED, op=Op.REVISE, sources=(Stated(2),))
    end = (VerdictGiven(Stage.REQUIREMENTS, Verdict.AMEND), "It is late letters.", heard(PROBLEM, amended))
    waiting = state_after(*talked, *end)
    assert is_to_be_carried(waiting)
    assert not is_to_be_carried(state_after(*talked, *end, AmendmentEnded()))


def test_nothing_was_said_so_maya_opens_alone_with_the_problem() -> None:
    move = move_after()
    assert isinstance(move, Speak)
    assert isinstance(move.task, OpenTalk)
    assert move.speakers == ("business-analyst",)
    assert move.task.point.name == NAME


def test_the_question_stands_so_it_is_the_users_turn() -> None:
    assert move_after(asks(PROBLEM)) == Rest()


def test_what_was_answered_is_followed_by_the_heaviest_open_point() -> None:
    move = move_after(*TALKED)
    assert isinstance(move, Speak)
    assert isinstance(move.task, AskPoint)
    assert move.task.point.name.key == "functional-requirements"


def test_after_two_questions_the_search_of_the_code_is_due_and_then_its_findings() -> None:
    talked = (*TALKED, asks(WHAT), "Three things.", settles(WHAT))
    assert isinstance(move_after(*talked), Scan)
    found = body_of(move_after(*talked, SCANNED))
    assert isinstance(found, Contributed)
    assert isinstance(move_after(*talked, SCANNED, found), Speak)


WORDS: list[tuple[str, type[Any]]] = [
    ("Late invoices.", Speak),
    ("what do you mean?", Speak),
    ("I don't know", Speak),
    ("undo", TakeBack),
    ("let's dig in, please", DepthChanged),
    ("that's enough", DecisionAsked),
    ("skip", PointMarked),
    ("", Remarked),
    ("ok", Remarked),
    ("please", Remarked),
    ("/help", Remarked),
    ("5 questions", BudgetSet),
    ("/budget 10 minutes", BudgetSet),
    ("/budget many", Remarked),
    ("/strike 1", PointMarked),
    ("/first 2", PointMarked),
    ("/first 99", Remarked),
    ("/ledger", Remarked),
    ("/nonsense", Remarked),
]


@pytest.mark.parametrize(("words", "kind"), WORDS)
def test_what_words_do_to_a_question(words: str, kind: type[Any]) -> None:
    move = move_after(asks(PROBLEM), words)
    found = move.bodies[0] if isinstance(move, Append) else move
    assert isinstance(found, kind)
    if kind is Speak:
        assert isinstance(move, Speak)
        assert isinstance(move.task, Reply)
        assert move.task.words == words


EXIT = DecisionAsked(Decision.EARLY_EXIT, (wording.question(wording.EARLY_EXIT_QUESTION),))
AT_A_DECISION: list[tuple[str, Body | Move | type[Any]]] = [
    ("yes pls", Decided(Decision.EARLY_EXIT, yes=True)),
    ("that's enough", Decided(Decision.EARLY_EXIT, yes=True)),
    ("no please", Decided(Decision.EARLY_EXIT, yes=False)),
    ("please dont", Decided(Decision.EARLY_EXIT, yes=False)),
    ("continue plz", Decided(Decision.EARLY_EXIT, yes=False)),
    ("don't wrap up", Decided(Decision.EARLY_EXIT, yes=False)),
    ("sure, wrap up", Decided(Decision.EARLY_EXIT, yes=True)),
    ("don't continue", Remarked),
    ("ok, what?", Remarked),
    ("please", Remarked),
    ("ok but first the errors", Remarked),
    ("/help", Remarked((wording.notice(wording.TYPED_COMMANDS),))),
    ("/depth deep", DepthChanged),
    ("undo", TakeBack()),
]


@pytest.mark.parametrize(("words", "does"), AT_A_DECISION)
def test_what_words_do_to_a_decision(words: str, does: Body | Move | type[Any]) -> None:
    move = move_after(asks(PROBLEM), EXIT, words)
    found = move.bodies[0] if isinstance(move, Append) else move
    assert isinstance(found, does) if isinstance(does, type) else found == does


AT_A_SUMMARY: list[tuple[str, type[Any], Verdict | None]] = [
    ("looks good 👍", VerdictGiven, Verdict.ACCEPT),
    ("im happy with that", VerdictGiven, Verdict.ACCEPT),
    ("right the order of the list", VerdictGiven, Verdict.AMEND),
    ("correct it", VerdictGiven, Verdict.AMEND),
    ("yes, they sign on glass", VerdictGiven, Verdict.AMEND),
    ("please", Remarked, None),
    ("skip", Remarked, None),
    ("show me that part and then I say yes", SummaryShown, None),
    ("one more look and then i confirm", SummaryShown, None),
    ("/help", Remarked, None),
]


@pytest.mark.parametrize(("words", "kind", "verdict"), AT_A_SUMMARY)
def test_what_words_do_to_a_summary(words: str, kind: type[Any], verdict: Verdict | None) -> None:
    body = body_of(move_after(*AT_THE_END, CrossChecked(), SHOWN, words))
    assert isinstance(body, kind)
    assert getattr(body, "verdict", None) is verdict


def test_a_budget_that_is_used_up_leads_to_the_cross_check_and_the_summaries() -> None:
    checked = body_of(move_after(*AT_THE_END))
    assert isinstance(checked, CrossChecked)
    shown = body_of(move_after(*AT_THE_END, checked))
    assert isinstance(shown, SummaryShown)
    assert shown.stage is Stage.REQUIREMENTS


def test_the_cross_check_names_what_it_corrects_and_what_it_leaves() -> None:
    said = (Stated(1),)
    changes = (
        Change(Op.RECORD, "FR-001", Kind.FR, {"title": "Pay by invoice"}, said),
        Change(Op.RECORD, "MOD-001", Kind.MODULE, {"text": "billing", "traces": ("FR-001", "FR-009")}, said),
        Change(Op.RECORD, "NOTE-001", Kind.NOTE, {"text": "As in AC-001-01."}, said),
    )
    drafted = (Contributed("user", changes), ArtifactsWritten((), 99))
    checked = body_of(move_after(*AT_THE_END, *drafted, tier="light"))
    assert isinstance(checked, CrossChecked)
    assert checked.said[0].text.removeprefix(f"{wording.CROSS_CHECK} ") == (
        "Corrected 1: MOD-001 (it refers to FR-009, which does not exist). "
        "1 point is left, which `check` lists in full: NOTE-001 (its text speaks of AC-001-01, which does not exist)."
    )
    assert [change.fields for change in checked.changes] == [{"traces": ("FR-001",)}]


CHECKED = (*AT_THE_END, CrossChecked())


def test_a_summary_accepted_as_it_stands_is_not_shown_again() -> None:
    shown = body_of(move_after(*CHECKED))
    ended = body_of(move_after(*CHECKED, shown, VerdictGiven(Stage.REQUIREMENTS, Verdict.ACCEPT)))
    assert ended == ConfirmationEnded((Stage.REQUIREMENTS,))


def test_a_summary_accepted_in_other_words_is_shown_again() -> None:
    again = body_of(move_after(*CHECKED, SHOWN, VerdictGiven(Stage.REQUIREMENTS, Verdict.ACCEPT)))
    assert isinstance(again, SummaryShown)


def test_a_verdict_on_what_is_not_shown_accepts_nothing() -> None:
    state = state_after(*CHECKED, SHOWN, VerdictGiven(Stage.DESIGN, Verdict.ACCEPT))
    assert not state.conversation.accepted
    assert not state_after(asks(PROBLEM), VerdictGiven(Stage.REQUIREMENTS, Verdict.ACCEPT)).conversation.accepted


def test_an_amendment_asks_what_changes_and_its_end_shows_the_requirements() -> None:
    amended = (*CHECKED, SHOWN, VerdictGiven(Stage.REQUIREMENTS, Verdict.AMEND))
    move = move_after(*amended)
    assert isinstance(move, Speak)
    assert isinstance(move.task, AskAmendment)
    assert len(move.speakers) == 3
    assert isinstance(body_of(move_after(*amended, AmendmentEnded())), SummaryShown)


LIGHT_ONE = {"text": "Who prints them?", "sort": "limit", "guess": "Nobody.", "keeps": "constraint.text"}


def raised(entry_id: str, about: str) -> Change:
    fields: dict[str, Any] = {**LIGHT_ONE, "loss": "high", "sure": "low", "knows": "user", "about": (about,)}
    return Change(Op.RECORD, entry_id, Kind.QUESTION, fields, (Stated(1),))


@pytest.mark.parametrize("tier", ["light", "standard", "epic"])
def test_after_an_amendment_just_what_it_put_in_doubt_is_asked_before_the_summaries(tier: str) -> None:
    untouched = settles(PROBLEM, PROBLEM_NOTED, raised("Q-001", "PROB-001"))
    talked = (asks(PROBLEM), "Late invoices.", untouched, NO_MORE, SCANNED, Contributed("scan"))
    judged = (ArtifactsWritten((), 99), CrossChecked(), SHOWN, VerdictGiven(Stage.REQUIREMENTS, Verdict.AMEND))
    new = Change(Op.RECORD, "CON-001", Kind.CONSTRAINT, {"text": "They are printed."}, (Stated(2),))
    amends = Spoke("m", "", Outcome.FINISHED, changes=(new, raised("Q-002", "CON-001")))
    amended = (*talked, *judged, "They are printed.", amends, AmendmentEnded())
    move = move_after(*amended, BudgetSet(9), tier=tier)
    assert isinstance(move, Speak)
    assert isinstance(move.task, AskPoint)
    assert move.task.point.name.key == "raised/Q-002"
    name = move.task.point.name
    question = Question("", name.key, "Who?", topic=name.topic, criterion=name.criterion)
    answered = (asks(question), "Nobody.", settles(question))
    after = move_after(*amended, BudgetSet(9), *answered, ArtifactsWritten((), 99), CrossChecked(), tier=tier)
    assert isinstance(body_of(after), SummaryShown), "what was open before the summaries stays a guess"
    assert not isinstance(move_after(*amended, tier=tier), Speak), "a budget that is used up stays so"


@pytest.mark.parametrize(("budget", "is_asked"), [(9, True), (1, False)])
def test_what_was_raised_with_the_last_answer_is_asked_before_the_summaries(budget: int, is_asked: bool) -> None:
    new = raised("Q-001", "PROB-001")
    nearly_sure = replace(new, fields={**new.fields, "sure": "high"})
    answered = settles(PROBLEM, PROBLEM_NOTED, nearly_sure)
    told: list[Body | str] = [
        asks(PROBLEM),
        "Late invoices.",
        answered,
        BudgetSet(budget),
        SCANNED,
        Contributed("scan"),
    ]
    while others := [
        point.name
        for point in open_points(state_after(*told), shipped_knowledge())
        if point.askable and point.name.key != "raised/Q-001"
    ]:
        told += [PointMarked(name, PointMark.DEFERRED) for name in others]
    move = move_after(*told, ArtifactsWritten((), 99), CrossChecked())
    assert (isinstance(move, Speak) and isinstance(move.task, AskPoint)) is is_asked
    if isinstance(move, Speak) and isinstance(move.task, AskPoint):
        assert move.task.point.name.key == "raised/Q-001"


def test_a_trivial_change_is_mentioned_and_not_put_to_a_verdict() -> None:
    shown = body_of(move_after(*CHECKED, tier="trivial"))
    assert isinstance(shown, SummaryShown)
    assert shown.stage is Stage.TRIVIAL
    assert body_of(move_after(*CHECKED, shown, tier="trivial")) == ConfirmationEnded(())


def test_only_after_everything_is_written_is_it_finished() -> None:
    ended = (*CHECKED, SHOWN, ConfirmationEnded(()))
    written = (*ended, ArtifactsWritten((), 99, ""), MetaWritten({"phases_completed": [], "topics_covered": []}))
    state = state_after(*written, tier="trivial")
    move = ConversationMode().next_move(state, shipped_knowledge())
    assert not isinstance(move, Append) or isinstance(move.bodies[0], Finished)


MARKS = [
    (PointMarked(NAME, PointMark.STRUCK), False),
    (PointMarked(NAME, PointMark.DEFERRED), False),
    (TopicDeferred(NAME.topic), False),
    (PointMarked(PointName("architecture", "options", "options"), PointMark.STRUCK), True),
]


@pytest.mark.parametrize(("mark", "stays"), MARKS)
def test_what_is_put_off_is_not_asked_any_more_and_anything_else_is(mark: Body, stays: bool) -> None:
    move = move_after(asks(PROBLEM), mark)
    assert (move == Rest()) is stays


def test_a_point_pulled_forward_comes_first_and_the_open_one_after_it() -> None:
    pulled = PointName("architecture", "options", "options")
    move = move_after(asks(PROBLEM), PointMarked(pulled, PointMark.PULLED))
    assert isinstance(move, Speak)
    assert isinstance(move.task, AskPoint)
    assert move.task.point.name == pulled
    options = Question("", "options", "How else?", topic="architecture", criterion="options")
    first = (asks(PROBLEM), PointMarked(pulled, PointMark.PULLED), asks(options), "No way.", settles(options))
    after = move_after(*first, SCANNED, Contributed("scan"))
    assert isinstance(after, Speak)
    assert isinstance(after.task, AskPoint)
    assert after.task.point.name == NAME


def in_vain(times: int) -> list[Body | str]:
    """Answers that settle nothing: the same is asked again after each."""
    return [asks(PROBLEM), *(part for _ in range(times) for part in ("What do you mean?", asks(PROBLEM)))]


def test_after_five_answers_that_bring_nothing_the_talk_goes_on_about_something_else_without_a_word() -> None:
    assert not isinstance(move_after(*in_vain(4)), Append)
    assert body_of(move_after(*in_vain(5))) == Steered(NAME)
    after = state_after(*in_vain(5), Steered(NAME), SCANNED, Contributed("scan"))
    assert after.talk.ledger.standing(NAME.question) is Standing.DEFERRED
    move = ConversationMode().next_move(after, shipped_knowledge())
    assert isinstance(move, Speak)
    assert isinstance(move.task, AskPoint)
    assert move.task.point.name.topic != NAME.topic
    assert not move.said


def test_once_something_is_settled_elsewhere_the_topic_may_come_up_again() -> None:
    led = (*in_vain(5), Steered(NAME))
    assert state_after(*led).conversation.steered_from == NAME.topic
    assert not state_after(*led, asks(WHAT), "Pay", settles(WHAT)).conversation.steered_from


RECORDED = Change(Op.RECORD, "FR-001", Kind.FR, {"title": "Pay by invoice"}, (Stated(5),))
NOTED = Change(Op.RECORD, "NOTE-001", Kind.NOTE, {"text": "Hm"}, (Stated(5),))


@pytest.mark.parametrize(
    ("spoke", "stalled"),
    [
        (settles(PROBLEM), 0),
        (Spoke("offline", "", Outcome.FINISHED, changes=(RECORDED,), asked=PROBLEM), 0),
        (Spoke("offline", "", Outcome.FINISHED, changes=(NOTED,), asked=PROBLEM), 5),
        (Spoke("offline", "", Outcome.FAILED, asked=None), 4),
    ],
)
def test_what_counts_as_progress(spoke: Spoke, stalled: int) -> None:
    assert state_after(*in_vain(4), "An answer", spoke).conversation.stalled == stalled
