"""Whole conversations through the real session and the offline voice: every tier, every way to leave and to amend."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.events import APP, USER, ArtifactsWritten, Ending, Spoke
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Role, Stage, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForVerdict
from roundtable_tui.domain.knowledge.points.aside_points import points_aside
from roundtable_tui.domain.knowledge.points.open_points import QUESTIONS, open_points
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.conversation import records, steering, wording
from roundtable_tui.modes.conversation.presenting import Presented, presented
from roundtable_tui.modes.conversation.several_answers import answer_several
from roundtable_tui.modes.conversation.summaries import summary
from roundtable_tui.review.integrity import look_at
from roundtable_tui.review.revisions import consequences, own_turns
from roundtable_tui.session.intents import (
    Choose,
    ChooseMode,
    Judge,
    Redo,
    Revise,
    SetBudget,
    Start,
    Submit,
    Undo,
    WrapUp,
)
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.played import played
from tests.support.projects import SLUG, project_in, shipped_knowledge, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.session import ItemSession

TIERS = ("trivial", "light", "standard", "epic")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    write_code(tmp_path)
    return project_in(tmp_path)


def run(project: Project, script: Callable[[ItemSession], Awaitable[None]], tier: str = "light") -> State:
    async def whole() -> State:
        async with seated(open_conversation(project, tier), OfflineVoice()) as session:
            await session.do(Start())
            await script(session)
            return session.state

    return asyncio.run(whole())


def asked(state: State) -> Question:
    assert isinstance(state.talk.waiting, ForAnswer)
    return state.talk.waiting.question


def at_verdict(state: State) -> bool:
    return isinstance(state.talk.waiting, ForVerdict)


def meta(project: Project) -> dict[str, object]:
    found = json.loads(project.paths.meta(SLUG).read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("tier", TIERS)
def test_a_conversation_of_each_tier_ends_accepted_within_its_budget(project: Project, tier: str) -> None:
    asked_for: list[str] = []

    async def script(session: ItemSession) -> None:
        talk = await converse(session)
        asked_for.extend(question.key for question in talk.questions)

    state = run(project, script, tier)
    assert state.talk.ending is Ending.COMPLETE
    assert state.conversation.confirmation is Confirmation.COMPLETE
    assert state.talk.ledger.topic_questions <= QUESTIONS[tier]
    assert len(asked_for) == len(set(asked_for)), "something was asked twice"
    domains = {
        "trivial": [],
        "light": ["requirements", "design"],
        "standard": ["requirements", "architecture", "design"],
        "epic": ["requirements", "architecture", "design"],
    }
    acceptance = meta(project)["acceptance"]
    assert isinstance(acceptance, dict)
    assert acceptance["domains"] == domains[tier]
    assert {"quick-scan.md", "requirements-spec.md"} <= set(state.files.artifacts)
    assert ("architecture-overview.md" in state.files.artifacts) == (tier in ("standard", "epic"))


def test_maya_opens_alone_and_all_three_have_spoken_by_the_third_question(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        speakers = {spoken.utterance.speaker for spoken in session.state.talk.transcript}
        assert speakers - {APP} == {"business-analyst"}
        await converse(session, lambda state: state.talk.ledger.topic_questions == 3)

    for tier in TIERS[:3]:
        state = run(project_in(project.paths.root / tier), script, tier)
        speakers = {spoken.utterance.speaker for spoken in state.talk.transcript}
        assert {"business-analyst", "solutions-architect", "system-designer"} <= speakers, tier


def test_no_headers_no_menus_and_no_lists_of_questions_stand_in_the_talk(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session)

    state = run(project, script, "standard")
    lines = [spoken.utterance for spoken in state.talk.transcript if spoken.utterance.speaker != USER]
    assert not [line for line in lines if line.role is Role.HEADER]
    assert not [line.text for line in lines if "Phase 0" in line.text or "Step 0" in line.text or "[E]" in line.text]


def test_documents_are_written_as_soon_as_enough_is_known(project: Project) -> None:
    written: list[tuple[int, set[str]]] = []

    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        written.extend(
            (event.exchange, {file.path for file in event.body.files})
            for event in session.events
            if isinstance(event.body, ArtifactsWritten)
        )

    run(project, script)
    first = {name: exchange for exchange, names in reversed(written) for name in names}
    assert first["quick-scan.md"] == 2
    assert first["quick-scan.md"] < first["requirements-spec.md"] < max(exchange for exchange, _ in written)
    assert meta(project)["phases_completed"] == [
        "00-quick-scan",
        "01-requirements",
        "02-impact-analysis",
        "04-design",
    ]


def test_a_document_is_in_progress_until_the_analysis_is_accepted(project: Project) -> None:
    def status() -> str:
        text = project.paths.artifact(SLUG, "impact-analysis.md").read_text()
        return next(line.split()[-1] for line in text.splitlines() if line.startswith("**Status**"))

    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        assert status() == "Progress"
        await converse(session)

    run(project, script)
    assert status() == "Complete"


def test_a_word_where_a_sentence_is_expected_is_asked_back_once_and_then_kept(project: Project) -> None:
    async def in_a_word(session: ItemSession) -> None:
        first = asked(session.state)
        await session.do(Submit("invoices"))
        assert session.state.dossier.of(Kind.PROBLEM) == ()
        assert asked(session.state).name == first.name
        await session.do(Submit("invoices"))
        assert [entry.text() for entry in session.state.dossier.of(Kind.PROBLEM)] == ["invoices"]

    run(project, in_a_word)


@pytest.mark.parametrize("words", ["no pls", "please", "hm", "👍"])
def test_what_says_nothing_is_never_written_down(project: Project, words: str) -> None:
    async def say_it(session: ItemSession) -> None:
        await session.do(Submit(words))
        assert session.state.dossier.of(Kind.PROBLEM) == ()

    run(project, say_it)


def test_asking_back_uses_up_nothing_and_repeats_the_question(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        before = asked(session.state)
        await session.do(Submit("What do you mean?"))
        assert asked(session.state) == before
        assert session.state.talk.ledger.topic_questions == 1
        assert not session.state.conversation.exchanges

    run(project, script)


def test_what_the_user_does_not_know_stays_open_and_is_not_asked_again(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        key = asked(session.state).key
        await session.do(Submit("I don't know"))
        assert len(session.state.dossier.of(Kind.QUESTION)) == 1
        talk = await converse(session)
        assert key not in [question.key for question in talk.questions]

    run(project, script)


def test_what_was_left_open_can_be_answered_later_beside_another_question(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("I don't know"))
        before = asked(session.state)
        await session.do(Submit("Q-001: Invoices are late, says accounting."))
        assert asked(session.state) == before
        assert not session.state.dossier.of(Kind.QUESTION)
        assert "says accounting" in session.state.dossier.of(Kind.NOTE)[-1].text()

    run(project, script)


def test_whatever_you_think_keeps_the_guess_without_confirming_it(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, lambda state: isinstance(state.talk.waiting, ForAnswer) and bool(asked(state).offers))
        offers = asked(session.state).offers
        await session.do(Submit("whatever you think"))
        guessed = [session.state.dossier.entries[entry_id] for entry_id in offers]
        assert {entry.confidence for entry in guessed} == {Confidence.LOW}
        assumption = session.state.dossier.of(Kind.ASSUMPTION)[-1]
        assert set(assumption.refs("about")) == set(offers)

    run(project, script)


def test_a_list_of_guesses_is_confirmed_by_one_yes_and_corrected_by_ids(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, lambda state: isinstance(state.talk.waiting, ForAnswer) and bool(asked(state).offers))
        first = asked(session.state).offers[0]
        await session.do(Submit(f"drop {first}"))
        assert session.state.dossier.get(first) is None

    run(project, script)


def test_skipping_the_subject_puts_its_topic_off_for_good(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        topic = asked(session.state).topic
        await session.do(Choose(MenuCommand.SKIP))
        talk = await converse(session)
        assert topic not in [question.topic for question in talk.questions]

    run(project, script)


def test_five_questions_are_five_questions(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(SetBudget(5))
        await converse(session)

    assert run(project, script, "epic").talk.ledger.topic_questions == 5


def test_the_budget_can_be_said_in_words(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("I have 3 minutes"))
        await converse(session)

    assert run(project, script, "epic").talk.ledger.topic_questions == 3


def test_elaborating_without_a_model_says_so_and_asks_a_deeper_question(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        before = asked(session.state)
        await session.do(Choose(MenuCommand.ELABORATE))
        assert "no model at the table" in session.state.talk.transcript[-2].utterance.text
        assert asked(session.state).topic == before.topic
        assert asked(session.state).key.startswith("deeper/")

    run(project, script)


def test_an_early_exit_is_confirmed_and_names_what_was_never_talked_about(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late every month."))
        await session.do(Submit("that's enough"))
        assert isinstance(session.state.talk.waiting, ForDecision)
        await session.do(Submit("continue"))
        assert isinstance(session.state.talk.waiting, ForAnswer)
        await session.do(Submit("that's enough"))
        await session.do(Submit("y"))

    state = run(project, script)
    assert state.talk.ending is Ending.EARLY
    assert "Never talked about: " in state.talk.transcript[-1].utterance.text
    assert "acceptance" not in meta(project)
    spec = project.paths.artifact(SLUG, "requirements-spec.md").read_text()
    assert "## Gaps and Assumptions" in spec


def test_wrapping_up_without_being_asked_ends_it_there(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(WrapUp())

    assert run(project, script).talk.ending is Ending.EARLY


# Confirmation


def test_an_amendment_says_what_changes_and_starts_again_at_the_requirements(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        await session.do(Submit("Looks good"))
        assert session.state.talk.waiting == ForVerdict(Stage.DESIGN)
        await session.do(Submit("MOD-001: billing.letters"))
        assert session.state.conversation.confirmation is Confirmation.AMENDING
        assert session.state.dossier.entries["MOD-001"].text() == "billing.letters"
        assert asked(session.state).topic == AMENDMENT
        assert not session.state.conversation.accepted
        await session.do(Choose(MenuCommand.CONTINUE))
        assert session.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert session.state.talk.transcript[-2].utterance.text.startswith("Unchanged since you accepted it.")
        await session.do(Judge(Stage.REQUIREMENTS, Verdict.ACCEPT))
        assert "billing.letters" in session.state.talk.transcript[-2].utterance.text
        await session.do(Judge(Stage.DESIGN, Verdict.ACCEPT))

    state = run(project, script)
    assert state.talk.ending is Ending.COMPLETE
    acceptance = meta(project)["acceptance"]
    assert isinstance(acceptance, dict)
    assert acceptance["amendment_cycles"] == 1


@pytest.mark.parametrize(
    ("words", "confirmation"),
    [
        ("yes", Confirmation.PRESENTING_REQUIREMENTS),
        ("Yes, that's right.", Confirmation.PRESENTING_REQUIREMENTS),
        ("Nothing else.", Confirmation.PRESENTING_REQUIREMENTS),
        ("no, that's all", Confirmation.PRESENTING_REQUIREMENTS),
        ("I accept it.", Confirmation.PRESENTING_REQUIREMENTS),
        ("c", Confirmation.PRESENTING_REQUIREMENTS),
        ("no", Confirmation.AMENDING),
        ("ok", Confirmation.AMENDING),
    ],
)
def test_a_yes_or_no_to_what_was_amended_does_what_it_means_and_is_kept_as_nothing(
    project: Project, words: str, confirmation: Confirmation
) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        await session.do(Submit("FR-001: Pay within thirty days"))
        assert "Is it right now?" in asked(session.state).text
        before = session.state
        await session.do(Submit(words))
        assert session.state.conversation.confirmation is confirmation
        assert session.state.dossier == before.dossier
        spoke = [event for event in session.events if isinstance(event.body, Spoke) and event.seq > before.seq]
        assert not spoke, "nobody was asked"
        if confirmation is Confirmation.AMENDING:
            assert asked(session.state).topic == AMENDMENT
            assert session.state.talk.transcript[-1].utterance.text.startswith("What is still to change?")

    run(project, script)


@pytest.mark.parametrize(
    ("words", "confirmation"),
    [
        ("show me that again", Confirmation.PRESENTING_REQUIREMENTS),
        ("hmm, perhaps", Confirmation.AMENDING),
        ("yes, but change FR-002", Confirmation.AMENDING),
        ("LGTM", Confirmation.PRESENTING_DESIGN),
        ("c", Confirmation.PRESENTING_DESIGN),
        ("/amend", Confirmation.AMENDING),
    ],
)
def test_what_words_do_to_a_summary(project: Project, words: str, confirmation: Confirmation) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        await session.do(Submit(words))

    assert run(project, script).conversation.confirmation is confirmation


def test_a_key_pressed_twice_accepts_only_the_summary_it_was_pressed_for(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        accept = next(command.intent for command in session.commands() if command.name == "accept")
        await asyncio.gather(session.do(accept), session.do(accept))
        assert session.state.talk.waiting == ForVerdict(Stage.DESIGN)
        assert set(session.state.conversation.accepted) == {Stage.REQUIREMENTS}

    run(project, script)


def test_an_acceptance_by_key_can_be_taken_back(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        await session.do(Judge(Stage.REQUIREMENTS, Verdict.ACCEPT))
        await session.do(Undo())
        assert session.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert not session.state.conversation.accepted

    run(project, script)


def test_the_cross_check_is_announced_and_its_result_shown(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)

    said = [spoken.utterance.text for spoken in run(project, script).talk.transcript]
    (check,) = [text for text in said if text.startswith("Before we wrap up")]
    assert len(check.splitlines()) == 1
    assert check.partition("the final requirements. ")[2]


def test_an_entry_changed_after_its_summary_was_accepted_is_presented_again(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        await session.do(Submit("accept"))
        spec = project.paths.artifact(SLUG, "requirements-spec.md")
        spec.write_text(spec.read_text().replace("Download an invoice", "Download any invoice"))
        await session.do(Submit("accept"))
        assert session.state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
        assert "Download any invoice" in session.state.talk.transcript[-2].utterance.text

    run(project, script)


# Coming back, taking back, changing the mode


def test_opening_a_finished_analysis_changes_nothing_and_check_names_no_other_program(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session)

    state = run(project, script, "standard")
    assert state.talk.ending is Ending.COMPLETE
    files = {path: path.read_bytes() for path in project.paths.root.rglob("*") if path.is_file()}

    async def opened() -> None:
        async with seated(open_item(project, SLUG), OfflineVoice()) as session:
            await session.do(Start())

    asyncio.run(opened())
    names = ("journal.jsonl", "lock")
    assert all(path.read_bytes() == data for path, data in files.items() if path.name not in names)
    assert not [one for one in look_at(project, SLUG).findings if one.code == "meta-outside"]


def test_an_analysis_accepted_under_other_rules_of_coverage_is_left_as_it_was_recorded() -> None:
    assert records.owed(played(136), shipped_knowledge()) is None


def test_an_answer_taken_back_is_asked_again(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        before = asked(session.state)
        await session.do(Submit("A slip."))
        await session.do(Undo())
        assert asked(session.state) == before
        assert not session.state.dossier.of(Kind.PROBLEM)

    run(project, script)


@pytest.mark.parametrize("words", ["redo", "/redo"])
def test_an_answer_taken_back_is_brought_back_by_words(project: Project, words: str) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late, and nobody is told."))
        kept, following = session.state.dossier.of(Kind.PROBLEM), asked(session.state)
        await session.do(Undo())
        await session.do(Submit(words))
        assert [entry.text() for entry in session.state.dossier.of(Kind.PROBLEM)] == [entry.text() for entry in kept]
        assert asked(session.state) == following

    run(project, script)


def test_whoever_comes_back_is_told_what_was_covered_and_asked_the_same(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, lambda state: state.talk.ledger.topic_questions == 4)

    before = run(project, script)
    notices: list[str] = []

    async def again() -> State:
        async with seated(open_item(project, SLUG), OfflineVoice()) as session:
            session.subscribe(lambda update: notices.append(getattr(update, "text", "")))
            await session.do(Start())
            return session.state

    assert asyncio.run(again()).talk.waiting == before.talk.waiting
    assert notices[0].startswith("I can see we've covered problem discovery")
    assert "Let's pick up from " in notices[0]


def test_an_item_goes_from_conversation_to_guided_and_back_and_keeps_what_is_known(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late every month."))
        before = asked(session.state).key
        await session.do(ChooseMode("guided"))
        assert session.state.guided.current == "00-01"
        assert session.state.dossier.of(Kind.PROBLEM)
        await session.do(ChooseMode("conversation"))
        assert asked(session.state).key == before
        await converse(session)

    state = run(project, script)
    assert state.talk.ending is Ending.COMPLETE
    assert not [event for event in state.talk.transcript if event.partial]


def test_guided_mode_takes_over_at_the_first_step_that_the_conversation_has_not_covered(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(
            session, lambda state: "requirements-definition" in str((state.files.meta or {}).get("topics_covered"))
        )
        await session.do(ChooseMode("guided"))
        assert {"01-04", "01-05", "01-06", "01-07", "01-08"} <= set(session.state.guided.steps_done)
        assert session.state.guided.current == "00-01"

    run(project, script, "epic")


def test_nothing_is_settled_that_nobody_answered(project: Project) -> None:
    settled: list[str] = []

    async def script(session: ItemSession) -> None:
        await session.do(Submit("ok"))
        settled.extend(
            point.key for event in session.events if isinstance(event.body, Spoke) for point in event.body.points
        )

    run(project, script)
    assert settled == []


def test_every_list_of_a_summary_stands_apart_from_the_heading_after_it(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        lines = summary(Stage.REQUIREMENTS, session.state, session.knowledge).text.split("\n")
        pairs = list(pairwise(lines))
        assert any(one.startswith("- ") for one in lines)
        assert not [two for one, two in pairs if one.startswith("- ") and two and not two.startswith("- ")]

    run(project, script)


def test_an_earlier_answer_is_given_anew_to_its_own_question_and_the_later_ones_stay(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late every month."))
        first = asked(session.state)
        await session.do(Submit("Pay by invoice"))
        second = asked(session.state)
        await session.do(Submit("A clinic that owes nothing can choose it"))
        open_now, put = asked(session.state).key, session.state.talk.ledger.topic_questions
        await session.do(Revise(2, "Pay later"))
        assert [entry.text() for entry in session.state.dossier.of(Kind.FR)] == ["Pay later"]
        assert [entry.text() for entry in session.state.dossier.of(Kind.AC)] == [
            "A clinic that owes nothing can choose it"
        ]
        assert asked(session.state).key == open_now
        assert session.state.talk.ledger.topic_questions == put, "what was put counts, whatever became of its answer"
        said = [spoken.utterance.text for spoken in session.state.talk.transcript]
        assert said[said.index("A clinic that owes nothing can choose it") - 1] == second.text
        assert said[said.index("Pay later") - 1].startswith("In place of an earlier answer, to: ")
        assert first.text[:60] in said[said.index("Pay later") - 1]
        await session.do(Undo())
        assert [entry.text() for entry in session.state.dossier.of(Kind.FR)] == ["Pay by invoice"]
        await session.do(Redo())
        assert [entry.text() for entry in session.state.dossier.of(Kind.FR)] == ["Pay later"]

    run(project, script)


def test_what_would_go_with_an_answer_is_told_before_another_is_given(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late every month."))
        await session.do(Submit("Pay by invoice\nDownload the invoice"))
        await session.do(Submit("A clinic that owes nothing can choose it"))
        found = consequences(2, session.state, session.events)
        assert [entry.id for entry in found.removed] == ["FR-001", "FR-002"]
        assert [entry.id for entry in found.hanging] == ["AC-001-01"]
        before = set(session.state.dossier.entries)
        turns = own_turns(session.state)
        assert [turn.words for turn in turns][-1] == "Invoices are late every month."
        assert turns[-1].question.startswith("What is going wrong")
        await session.do(Revise(2, "Pay later"))
        gone = before - set(session.state.dossier.entries)
        assert gone == {entry.id for entry in found.removed}, "just what was told goes"

    run(project, script)


def test_what_was_struck_or_put_off_comes_back_by_its_number(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("/strike 2"))
        struck = points_aside(session.state, session.knowledge)
        assert len(struck) == 1
        assert "Struck or put off" in steering.ledger_text(session.state, session.knowledge)
        await session.do(Submit("/back 1"))
        assert points_aside(session.state, session.knowledge) == ()
        assert struck[0].name in [point.name for point in open_points(session.state, session.knowledge)]
        await session.do(Submit("/back 1"))
        assert session.state.talk.transcript[-1].utterance.text == wording.NOTHING_ASIDE

    run(project, script)


def test_several_answers_settle_each_its_own_point(project: Project) -> None:
    async def script(session: ItemSession) -> None:
        await session.do(Submit("Invoices are late every month."))
        points = {point.name.key: point.name for point in open_points(session.state, session.knowledge)}
        answers = {points["primary-user"]: "Clinic managers", points["functional-requirements"]: "Pay by invoice"}
        assert await answer_several(session, answers) == {}
        assert [entry.text() for entry in session.state.dossier.of(Kind.USER)] == ["Clinic managers"]
        assert [entry.text() for entry in session.state.dossier.of(Kind.FR)] == ["Pay by invoice"]
        await session.do(SetBudget(0))
        rest = open_points(session.state, session.knowledge)[-1].name
        assert await answer_several(session, {rest: "Words nobody asked for"}) == {rest: "Words nobody asked for"}

    run(project, script)


def test_a_summary_says_what_changed_since_it_was_accepted(project: Project) -> None:
    def shown(session: ItemSession) -> Presented:
        found = presented(session.state, session.events, session.knowledge)
        assert found is not None
        assert found.summary.stage is Stage.REQUIREMENTS
        return found

    async def script(session: ItemSession) -> None:
        await converse(session, at_verdict)
        first = shown(session)
        assert (first.number, first.of, first.before) == (1, 2, None)
        await session.do(Submit("show me that again"))
        assert shown(session).before is None, "seen again is not seen before"
        await session.do(Submit("accept"))
        await session.do(Undo())
        await session.do(Submit("accept"))
        await session.do(Submit("amend"))
        await session.do(Choose(MenuCommand.CONTINUE))
        await session.do(Submit("amend"))
        await session.do(Submit("FR-001: Pay within thirty days"))
        assert shown(session).amending
        assert [line.entry for line in shown(session).changed if line.entry == "FR-001"], "marked while it is amended"
        await session.do(Submit("drop FR-002"))
        await session.do(Choose(MenuCommand.CONTINUE))
        again = shown(session)
        assert any(line.entry == "FR-001" for line in again.changed)
        assert "FR-002" not in again.summary.entries
        assert [line.split()[0] for line in again.gone][:1] == ["FR-002"]
        assert not again.unchanged
        await session.do(Submit("amend"))
        await session.do(Choose(MenuCommand.CONTINUE))
        await session.do(Submit("accept"))
        await session.do(Submit("amend"))
        await session.do(Choose(MenuCommand.CONTINUE))
        assert shown(session).unchanged
        assert not shown(session).changed

    run(project, script)


def test_what_is_done_to_entries_by_their_ids_is_no_answer_to_the_question_that_waits(project: Project) -> None:
    asked_for: list[str] = []

    async def script(session: ItemSession) -> None:
        await session.do(Submit("Accounting chases people by hand."))
        await session.do(Submit("- pay by invoice\n- remind late payers\n- export a list"))
        for words in (
            "drop FR-002",
            "PROB-001: Accounting chases them by phone",
            "FR-009: paid",
            "drop FR-009",
            "drop FR-001",
        ):
            asked_for.append(asked(session.state).key)
            await session.do(Submit(words))

    state = run(project, script)
    assert [entry.text() for entry in state.dossier.of(Kind.FR)] == ["export a list"]
    assert [entry.text() for entry in state.dossier.of(Kind.PROBLEM)] == ["Accounting chases them by phone"]
    assert not state.dossier.of(Kind.AC)
    assert len({*asked_for}) == 1, "the question stays"
    assert asked(state).key not in asked_for, "but for the one about an entry that is gone"
