"""Whole analyses through the real session: every depth, every way to leave, skip, reopen and come back."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.journal.events import Decision, Ending, PhaseEnd
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision, ForMenu
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.intents import ChangeDepth, Choose, Reopen, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.scripted import Talk, go_through, listener, next_entry, single_questions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from roundtable_tui.items.project import Project
    from roundtable_tui.session.session import ItemSession

ALL_STEPS = 24


def run(
    project: Project, script: Callable[[ItemSession], Awaitable[None]], depth: Depth | None = None
) -> tuple[State, list[str]]:
    """Opens the sample item, lets the script act, and returns how it stands and all that was said."""
    lines: list[str] = []

    async def whole() -> State:
        async with seated(open_sample(project), OfflineVoice()) as session:
            session.subscribe(listener(lines))
            await session.do(Start(depth))
            await script(session)
            return session.state

    return asyncio.run(whole()), lines


@pytest.fixture
def project(tmp_path: Path) -> Project:
    write_code(tmp_path)
    return project_in(tmp_path)


def at_menu(step: str) -> Callable[[State], bool]:
    return lambda state: isinstance(state.talk.waiting, ForMenu) and state.talk.waiting.step == step


def at_question(key: str) -> Callable[[State], bool]:
    return lambda state: isinstance(state.talk.waiting, ForAnswer) and state.talk.waiting.question.key == key


def meta(project: Project, slug: str = SLUG) -> dict[str, object]:
    found = json.loads(project.paths.meta(slug).read_text())
    assert isinstance(found, dict)
    return found


def texts(state: State, kind: Kind) -> list[str]:
    return [entry.text() for entry in state.dossier.of(kind)]


@dataclass(frozen=True)
class Whole:
    """An analysis from the first question to the last."""

    state: State
    lines: list[str]
    talk: Talk
    meta: dict[str, object]


_WHOLE: dict[Depth, Whole] = {}


def whole_run(project: Project, depth: Depth) -> Whole:
    """Run once per depth, because several tests look at the same run."""
    if depth not in _WHOLE:
        talk = Talk()

        async def everything(session: ItemSession) -> None:
            await go_through(session, talk=talk)

        state, lines = run(project, everything, depth)
        _WHOLE[depth] = Whole(state, lines, talk, meta(project))
    return _WHOLE[depth]


@pytest.mark.parametrize("depth", list(Depth))
def test_all_24_steps_can_be_gone_through(project: Project, depth: Depth) -> None:
    whole = whole_run(project, depth)
    assert whole.state.talk.ending is Ending.COMPLETE
    assert len(whole.state.guided.steps_done) == ALL_STEPS
    assert whole.lines[-1] == f"Phase 04 (Design) complete. Analysis complete. {SLUG} is ready to build."
    assert whole.meta["analysis_status"] == "analyzed"


@pytest.mark.parametrize("depth", [Depth.STANDARD, Depth.DEEP])
def test_whoever_answers_everything_leaves_no_gaps(project: Project, depth: Depth) -> None:
    steps = whole_run(project, depth).state.guided.steps.values()
    assert {step.id: step.gaps for step in steps if step.gaps} == {}


@pytest.mark.parametrize(("depth", "most"), [(Depth.BRIEF, ALL_STEPS), (Depth.STANDARD, 60)])
def test_a_whole_analysis_takes_no_more_single_questions_than_its_depth_allows(
    project: Project, depth: Depth, most: int
) -> None:
    questions = whole_run(project, depth).talk.questions
    asked = [question.step for question in questions for _ in range(single_questions(question))]
    assert len(asked) <= most, Counter(asked)


def test_brief_asks_one_question_a_step_and_shows_what_it_takes_for_granted(project: Project) -> None:
    whole = whole_run(project, Depth.BRIEF)
    assert set(Counter(question.step for question in whole.talk.questions).values()) == {1}
    assert not [line for line in whole.lines if "Before I close this step" in line]
    lacking = {step.id: step.gaps for step in whole.state.guided.steps.values() if step.gaps}
    assert lacking
    assert len(whole.state.dossier.of(Kind.ASSUMPTION)) == sum(map(len, lacking.values()))
    assert all(any(gap in line for line in whole.lines) for gaps in lacking.values() for gap in gaps)


def test_what_is_said_in_the_place_of_a_draft_leaves_no_gap_in_the_ids(project: Project) -> None:
    async def own_words(session: ItemSession) -> None:
        await go_through(session, lambda state: state.guided.current == "01-06")
        await session.do(Submit("Pay by invoice\nGet a PDF\nBe reminded in time"))

    state, _ = run(project, own_words, Depth.BRIEF)
    assert [entry.id for entry in state.dossier.of(Kind.FR)] == ["FR-001", "FR-002", "FR-003"]


def test_what_an_accepted_proposal_leaves_open_was_said_before_and_is_not_said_after(project: Project) -> None:
    async def agree(session: ItemSession) -> None:
        await go_through(session, at_menu("01-06"))

    state, lines = run(project, agree, Depth.BRIEF)
    gap = "an acceptance criterion for FR-001"
    assert gap in state.guided.steps["01-06"].gaps
    assert [line.startswith("If there were a box") for line in lines if gap in line] == [True]


def test_a_depth_chosen_in_one_phase_holds_in_the_next_ones(project: Project) -> None:
    async def brief_from_here_on(session: ItemSession) -> None:
        await session.do(ChangeDepth(Depth.BRIEF))
        await go_through(session, at_menu("01-01"))

    state, _ = run(project, brief_from_here_on)
    assert (state.guided.phase, state.guided.steps["01-01"].depth) == ("01-requirements", Depth.BRIEF)
    assert "01-requirements" not in state.guided.depth_overrides


@pytest.mark.parametrize("depth", list(Depth))
def test_no_question_is_asked_twice(project: Project, depth: Depth) -> None:
    questions = whole_run(project, depth).talk.questions
    asked = [(question.step, question.key, question.text, question.offers) for question in questions]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("depth", list(Depth))
def test_every_turn_asks_one_question_at_most(project: Project, depth: Depth) -> None:
    transcript = whole_run(project, depth).state.talk.transcript
    asked = Counter(spoken.turn for spoken in transcript if spoken.utterance.role is Role.QUESTION)
    assert set(asked.values()) == {1}


@pytest.mark.parametrize("depth", list(Depth))
def test_one_line_says_what_was_kept_of_every_answer(project: Project, depth: Depth) -> None:
    whole = whole_run(project, depth)
    kept = [spoken.utterance.text for spoken in whole.state.talk.transcript if spoken.utterance.role is Role.CAPTURED]
    assert len(kept) == len(whole.talk.questions)
    assert not [line for line in kept if "\n" in line]


def test_the_analysts_hand_over_in_the_words_of_the_seeds(project: Project) -> None:
    lines = whole_run(project, Depth.STANDARD).lines
    assert lines[0] == (
        "Hi, I'm Maya, your Business Analyst. I'll be guiding you through a quick scan of the change. "
        "Let's get started."
    )
    handoff = lines.index(
        "Maya Chen has finished requirements discovery. Handing off to Alex Rivera (Solutions Architect) who will "
        "assess the impact and design the architecture."
    )
    assert lines[handoff + 1].startswith("I've reviewed Maya's requirements spec. Here's what I'm working with: ")
    assert lines[handoff + 2] == (
        "Hi, I'm Alex, your Solutions Architect. I'll be guiding you through impact analysis. Let's get started."
    )
    handoff = next(place for place, line in enumerate(lines) if "Handing off to Jordan Park (System Designer)" in line)
    assert lines[handoff + 1].startswith("I've reviewed Alex's architecture. Here's what I'm working with: ")
    assert lines[handoff + 2].startswith("Hi, I'm Jordan, your System Designer. I'll be guiding you through ")
    assert sum("Handing off" in line for line in lines) == 2


async def _resumed_again_and_again(project: Project, turns: int | None, depth: Depth, every: int) -> State:
    """A new session from disk after each so many answers."""
    taken = 0
    while True:
        async with seated(open_sample(project), OfflineVoice()) as session:
            await session.do(Start(depth if not taken else None))
            for _ in range(every):
                if session.state.talk.ending or (turns is not None and taken == turns):
                    return session.state
                await session.do(Submit(next_entry(session)))
                taken += 1


def _comes_to(state: State) -> dict[str, object]:
    """What counts of a state: everything but journal lines and times."""
    return {
        "dossier": {
            entry.id: {name: (said.value, said.sources) for name, said in entry.fields.items()}
            for entry in state.dossier
        },
        "steps": {step.id: (step.status, state.settled(step.id), step.gaps) for step in state.guided.steps.values()},
        "waiting": state.talk.waiting,
        "phases": dict(state.guided.phases_ended),
        "transcript": [spoken.utterance for spoken in state.talk.transcript],
        "artifacts": sorted(state.files.artifacts),
        "ending": state.talk.ending,
    }


def _resumed_equals_uninterrupted(tmp_path: Path, turns: int | None, depth: Depth, every: int = 1) -> None:
    for name in ("once", "resumed"):
        (tmp_path / name).mkdir()
        write_code(tmp_path / name)

    async def straight_on(session: ItemSession) -> None:
        while not session.state.talk.ending and (turns is None or session.state.talk.user_turns < turns):
            await session.do(Submit(next_entry(session)))

    once, _ = run(project_in(tmp_path / "once"), straight_on, depth)
    resumed = asyncio.run(_resumed_again_and_again(project_in(tmp_path / "resumed"), turns, depth, every))
    assert _comes_to(resumed) == _comes_to(once)


def test_resuming_after_every_turn_of_the_quick_scan_changes_nothing(tmp_path: Path) -> None:
    _resumed_equals_uninterrupted(tmp_path, 12, Depth.DEEP)


@pytest.mark.slow
@pytest.mark.parametrize("depth", list(Depth))
def test_resuming_again_and_again_in_a_whole_analysis_changes_nothing(tmp_path: Path, depth: Depth) -> None:
    _resumed_equals_uninterrupted(tmp_path, None, depth, every=5)


def test_skipping_a_phase_leaves_its_steps_undone_and_asks_before_going_on(project: Project) -> None:
    async def skip(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("S"))
        await session.do(Submit("y"))

    state, lines = run(project, skip)
    assert state.guided.phases_ended == {"00-quick-scan": PhaseEnd.SKIPPED}
    assert state.guided.steps_done == ("00-01",)
    assert lines[-1] == "Phase 00 (Quick Scan) complete. Continue to Phase 01 (Requirements)? [Y/n]"
    assert project.paths.artifact(SLUG, "quick-scan.md").is_file()


def test_a_phase_skipped_while_a_question_waits_is_not_taken_up_again(project: Project) -> None:
    async def skip(session: ItemSession) -> None:
        for words in ("/skip", "y", "y"):
            await session.do(Submit(words))

    state, _ = run(project, skip)
    assert state.guided.phase == "01-requirements"
    assert state.guided.current == "01-01"


@pytest.mark.parametrize("words", ["", "no, don't go ahead"])
def test_no_at_the_question_of_skipping_comes_back_to_the_menu(project: Project, words: str) -> None:
    async def think_again(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("s"))
        await session.do(Submit(words))

    state, _ = run(project, think_again)
    assert state.talk.waiting == ForMenu("00-01")
    assert state.guided.phases_ended == {}


def test_yes_at_the_phase_boundary_begins_the_next_phase(project: Project) -> None:
    async def on(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        for entry in ("S", "y", "y"):
            await session.do(Submit(entry))

    state, _ = run(project, on)
    assert (state.guided.phase, state.guided.current) == ("01-requirements", "01-01")


def test_no_at_the_phase_boundary_leaves_with_the_phase_recorded(project: Project) -> None:
    async def leave(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        for entry in ("S", "y", "n"):
            await session.do(Submit(entry))

    state, _ = run(project, leave)
    assert state.talk.left
    assert meta(project)["phases_completed"] == ["00-quick-scan"]

    async def come_back(session: ItemSession) -> None:
        assert session.state.guided.current == "01-01"

    run(project, come_back)


def test_a_depth_message_in_mid_phase_asks_the_current_step_anew_and_holds_for_the_rest(project: Project) -> None:
    async def deeper(session: ItemSession) -> None:
        await go_through(session, at_question("standard/2"))
        await session.do(Submit("Let's dig in, please"))

    state, lines = run(project, deeper, Depth.STANDARD)
    assert "Got it, switching to thorough mode." in lines
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.key == "deep/1"
    assert "So far I have:" in state.talk.waiting.question.text
    assert state.guided.depth_overrides["00-quick-scan"] is Depth.DEEP
    assert state.guided.depth_overrides["01-requirements"] is Depth.STANDARD


def test_a_yes_after_a_change_of_depth_keeps_what_was_said(project: Project) -> None:
    async def deeper(session: ItemSession) -> None:
        await session.do(Submit("Clinics can pay by invoice."))
        await session.do(Submit("deeper"))
        await session.do(Submit("yes"))

    state, _ = run(project, deeper, Depth.STANDARD)
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.key == "deep/2"
    assert texts(state, Kind.SCOPE) == ["Clinics can pay by invoice."]


def test_continue_with_gaps_says_what_is_missing_asks_once_and_records_it_as_assumed(project: Project) -> None:
    async def hurry(session: ItemSession) -> None:
        await session.do(Submit("Clinics can pay by invoice."))
        await session.do(Choose(MenuCommand.CONTINUE))
        assert isinstance(session.state.talk.waiting, ForAnswer)
        assert session.state.talk.waiting.question.key == GAPS_KEY
        assert "at least one area" in session.state.talk.waiting.question.text
        await session.do(Choose(MenuCommand.CONTINUE))

    state, _ = run(project, hurry, Depth.STANDARD)
    assert state.talk.waiting == ForMenu("00-01")
    assert state.guided.steps["00-01"].gaps[0] == "at least one area"
    assert "Not settled in Scope Estimation: at least one area." in texts(state, Kind.ASSUMPTION)


def test_what_is_said_to_the_question_about_gaps_fills_them(project: Project) -> None:
    async def fill(session: ItemSession) -> None:
        await session.do(Submit("Clinics can pay by invoice."))
        await session.do(Choose(MenuCommand.CONTINUE))
        await session.do(Submit("checkout\nbilling"))

    state, _ = run(project, fill, Depth.STANDARD)
    assert texts(state, Kind.AREA) == ["checkout", "billing"]
    assert state.guided.steps["00-01"].gaps == ()


def test_elaboration_without_a_model_says_so_and_asks_the_deep_questions(project: Project) -> None:
    async def elaborate(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("e"))

    state, lines = run(project, elaborate, Depth.STANDARD)
    assert any("There is no model at the table" in line for line in lines)
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.key == "deep/1"


def test_elaboration_ends_at_the_same_menu_and_is_recorded_without_changing_the_depth(project: Project) -> None:
    async def elaborate(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        for entry in ("e", "yes", "yes", "yes", "the job queue", "done"):
            await session.do(Submit(entry))

    state, _ = run(project, elaborate)
    assert state.talk.waiting == ForMenu("00-01")
    assert [one.step for one in state.guided.elaborations] == ["00-01"]
    assert "the job queue" in texts(state, Kind.AREA)
    assert state.guided.depth_overrides == {}


def test_feedback_at_the_menu_is_recorded_and_the_menu_shows_again(project: Project) -> None:
    async def add(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("The old reports read the same table, by the way."))

    state, _ = run(project, add)
    assert state.talk.waiting == ForMenu("00-01")
    assert texts(state, Kind.NOTE) == ["The old reports read the same table, by the way."]


def test_feedback_that_names_an_entry_says_it_anew(project: Project) -> None:
    async def correct(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("AREA-002: invoicing"))

    state, _ = run(project, correct)
    assert texts(state, Kind.AREA)[:2] == ["checkout", "invoicing"]
    assert "invoicing" in project.paths.artifact(SLUG, "quick-scan.md").read_text()


def test_feedback_can_take_an_entry_out(project: Project) -> None:
    async def drop(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Submit("drop AREA-002"))

    state, _ = run(project, drop)
    assert texts(state, Kind.AREA) == ["checkout"]


def test_an_answer_can_be_taken_back_and_is_asked_for_again(project: Project) -> None:
    async def regret(session: ItemSession) -> None:
        await session.do(Submit("Clinics can pay by invoice."))
        await session.do(Submit("checkout"))
        await session.do(Submit("undo that"))

    state, _ = run(project, regret, Depth.STANDARD)
    assert texts(state, Kind.AREA) == []
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.key == "standard/2"


def test_taking_back_the_answer_that_finished_a_step_asks_for_it_again(project: Project) -> None:
    async def regret(session: ItemSession) -> None:
        await go_through(session, at_menu("00-01"))
        await session.do(Undo())

    state, _ = run(project, regret, Depth.STANDARD)
    assert isinstance(state.talk.waiting, ForAnswer)
    assert state.talk.waiting.question.key == "standard/3"
    assert state.guided.steps["00-01"].status is StepStatus.ENGAGED


def test_a_reopened_step_shows_what_it_came_to_and_a_yes_closes_it_again(project: Project) -> None:
    async def reopen(session: ItemSession) -> None:
        await go_through(session, at_menu("00-02"))
        await session.do(Reopen("00-01"))
        assert isinstance(session.state.talk.waiting, ForAnswer)
        assert "AREA-001 checkout" in session.state.talk.waiting.question.text
        await session.do(Submit("yes"))

    state, _ = run(project, reopen, Depth.STANDARD)
    assert state.talk.waiting == ForMenu("00-01")
    assert meta(project)["steps_completed"] == ["00-01", "00-02"]


def test_a_reopened_step_takes_corrections(project: Project) -> None:
    async def reopen(session: ItemSession) -> None:
        await go_through(session, at_menu("00-02"))
        await session.do(Reopen("00-01"))
        await session.do(Submit("AREA-001: payments"))

    state, _ = run(project, reopen, Depth.STANDARD)
    assert state.talk.waiting == ForMenu("00-01")
    assert texts(state, Kind.AREA) == ["payments", "billing"]


def test_after_a_reopened_step_the_analysis_goes_on_where_it_was(project: Project) -> None:
    async def reopen(session: ItemSession) -> None:
        await go_through(session, at_menu("00-02"))
        await session.do(Reopen("00-01"))
        await session.do(Submit("yes"))
        await session.do(Submit("C"))

    state, _ = run(project, reopen, Depth.STANDARD)
    assert state.guided.current == "00-03"


def test_early_exit_asks_writes_what_there_is_and_ends(project: Project) -> None:
    async def stop(session: ItemSession) -> None:
        await session.do(Submit("Clinics can pay by invoice."))
        await session.do(Submit("that's enough"))
        assert isinstance(session.state.talk.waiting, ForDecision)
        assert session.state.talk.waiting.what is Decision.EARLY_EXIT
        await session.do(Submit("y"))

    state, _ = run(project, stop, Depth.STANDARD)
    assert state.talk.ending is Ending.EARLY
    assert state.guided.steps_done == ()
    assert "Clinics can pay by invoice." in project.paths.artifact(SLUG, "quick-scan.md").read_text()


def test_continue_at_the_early_exit_asks_the_same_question_again(project: Project) -> None:
    async def go_on(session: ItemSession) -> None:
        before = session.state.talk.waiting
        await session.do(Submit("let's stop"))
        await session.do(Submit("continue"))
        assert session.state.talk.waiting == before

    state, _ = run(project, go_on)
    assert state.talk.ending is None


def test_an_item_of_another_tool_goes_on_after_its_steps(project: Project) -> None:
    folder = project.paths.item_folder("from-elsewhere")
    folder.mkdir(parents=True)
    steps = [step.id for step in project.knowledge.steps["00-quick-scan"]]
    found = {
        "description": "Pay by invoice",
        "slug": "from-elsewhere",
        "phases_completed": ["00-quick-scan"],
        "steps_completed": [*steps, "01-01"],
        "somebody_else": {"keeps": "this"},
    }
    (folder / "meta.json").write_text(json.dumps(found))

    async def take_over() -> State:
        async with seated(open_item(project, "from-elsewhere"), OfflineVoice()) as session:
            await session.do(Start())
            await go_through(session, at_menu("01-02"))
            return session.state

    state = asyncio.run(take_over())
    assert state.talk.waiting == ForMenu("01-02")
    written = meta(project, "from-elsewhere")
    assert written["steps_completed"] == [*steps, "01-01", "01-02"]
    assert written["somebody_else"] == {"keeps": "this"}


@pytest.mark.parametrize("letter", ["c", "C", "e", "s."])
def test_a_menu_letter_while_a_question_waits_is_no_answer(project: Project, letter: str) -> None:
    async def press(session: ItemSession) -> None:
        await go_through(session, at_question("standard/2"))
        await session.do(Submit(letter))

    state, lines = run(project, press, Depth.STANDARD)
    assert at_question("standard/2")(state)
    assert lines[-1].startswith("While a question waits, a letter alone")
    assert not state.dossier.of(Kind.NOTE)
