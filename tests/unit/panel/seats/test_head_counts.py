"""Before the reveal nothing a seat is told says how many held a position, and what is over is not in dispute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.panel.record.entries import Agreement, Conflict, OpenQuestion, Settled
from roundtable_tui.panel.record.pending_ballots import AskedQuestion
from roundtable_tui.panel.record.session import Focus, FocusType, Limits, Sides
from roundtable_tui.panel.seats.files_facilitator import counted_synthesis, fallback_synthesis
from roundtable_tui.panel.seats.head_counts import without_counts
from roundtable_tui.panel.seats.prompts import ballot_prompt
from roundtable_tui.panel.seats.tasks import seat_task
from roundtable_tui.panel.settings import PanelSettings
from tests.unit.panel.samples import FULL, SHIPPED, ballot, round_of, session_of
from tests.unit.panel.tables import Answering, planned, seated_at

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

AGREED = tuple(replace(one, agreement=Agreement.CONSENSUS) for one in FULL.entries)
ABOUT_MAIN = Focus(FocusType.AGENDA, "main", "main")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Two would use a queue, one would use a table.", "Some would use a queue, some would use a table."),
        ("Most hold that it is enough; one stands alone.", "Some hold that it is enough; some stand apart."),
        ("The majority favours a table. A minority of one objects.", "Some favour a table. Some object."),
        ("Two of three seats prefer it.", "Some prefer it."),
        ("2 of 3 ballots name the queue.", "some name the queue."),
        ("All but one agree.", "Some agree."),
        ("One wants a queue, another wants a table.", "Some want a queue, some want a table."),
        ("It is agreed that one ballot blocks it.", "It is agreed that some block it."),
        ("The vote was 2:1.", "The vote was divided."),
        ("Supported by 2 of 3.", "Supported by some."),
        ("The rest disagree.", "Some disagree."),
    ],
)
def test_how_many_held_it_is_taken_out(said: str, left: str) -> None:
    assert without_counts(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "Two services would share one table.",
        "Step one calls the API, which retries 3 of 5 times.",
        "Both sides accept that the table stays.",
        "There are two ways: one is slow.",
        "The ratio of reads is 3:1 for the cache.",
        "Everybody agrees that mail must not be lost.",
        "A booking holds two seats for ten minutes.",
    ],
)
def test_other_numbers_stay(said: str) -> None:
    assert without_counts(said) == said


def told(session: PanelSession, question: str = "What would settle it?", strategy: str = "standard") -> SeatTask:
    found = SHIPPED.strategies[strategy]
    asked = AskedQuestion(len(session.rounds) + 1, found.phases[-1].name, ABOUT_MAIN, question)
    return seat_task(session, SHIPPED, found, asked, "qa-lead")


def test_a_split_is_in_no_part_of_what_a_seat_is_told() -> None:
    split = "Two would use a queue, one would use a table."
    entry = replace(FULL.entries[0], description=split, fields={"rationale": split, "options": [{"name": split}]})
    conflict = replace(FULL.conflicts[0], title=split, description=split, created_round=entry.created_round + 1)
    over = replace(conflict, id="CONF-002", status=Settled.RESOLVED, resolution=split, resolved_round=1)
    questions = (
        OpenQuestion("OQ-001", split, split),
        OpenQuestion("OQ-002", split, status=Settled.RESOLVED, resolution=split),
    )
    session = replace(FULL, rounds=(round_of(1, synthesis=split),), entries=(entry,), conflicts=(conflict, over))
    message = ballot_prompt(told(replace(session, questions=questions), split)).message
    assert message.count("Some would use a queue, some would use a table.") == 13
    assert "two would" not in message.lower()


def test_a_conflict_shows_each_position_once_however_many_hold_it() -> None:
    positions = {"software-architect": "A queue.", "technical-lead": "A queue, with retries.", "qa-lead": "A table."}
    conflict = Conflict("CONF-001", "Queue or table", created_round=1, topic_id="main", positions=positions)
    groups = (("software-architect", "technical-lead"), ("qa-lead",))
    task = told(session_of(round_of(1, groups=groups), conflicts=(conflict,)))
    assert list(task.conflicts[0].positions.values()) == ["A queue, with retries.", "A table."]


@pytest.mark.parametrize("summing_up", [counted_synthesis, fallback_synthesis])
async def test_what_the_program_sums_up_itself_counts_nobody(summing_up: object, tmp_path: Path) -> None:
    def answer(task: SeatTask) -> Mapping[str, Value]:
        return {"position": "A table." if task.participant.id == "qa-lead" else "A queue.", "confidence": "0.7"}

    def synthesis(task: SynthesisTask) -> Mapping[str, Value]:
        assert callable(summing_up)
        found: Mapping[str, Value] = summing_up(task)
        return found

    plan = planned(settings=PanelSettings(limits=Limits(min_rounds=2, max_rounds=2)))
    voices = {seat: Answering(answer) for seat in plan.seats}
    played = seated_at(tmp_path, plan, voices, Answering(synthesis=synthesis))
    await played.run()
    assert played.session.rounds[0].synthesis == "What was said: A queue / A table."
    for voice in voices.values():
        message = ballot_prompt(voice.tasks[-1]).message
        assert "What was said: A queue / A table." in message
        assert "ballots" not in message.partition("# Form of the answer")[0]


async def test_a_conflict_that_a_round_agreed_upon_is_in_dispute_no_longer(tmp_path: Path) -> None:
    """The facilitator raises it, and never says that it is over."""

    def synthesis(task: SynthesisTask) -> Mapping[str, Value]:
        topic = task.situation.focus.topic_id
        raised: Value = [
            {"title": "Queue or table", "topic_id": "data-flow", "positions": {"A": "Queue", "B": "Table"}}
        ]
        kind = "component" if topic == "components" else "decision"
        return {
            "synthesis": "So far.",
            "conflicts": raised if task.situation.round == 1 else [],
            "artifacts": [{"type": kind, "title": topic, "agreement": "consensus"}],
            "agenda_update": {"topic_id": topic, "new_status": "closed"},
            "next_action": "continue",
        }

    plan = planned(
        settings=PanelSettings(limits=Limits(min_rounds=5, max_rounds=5)), workflow="design", strategy="standard"
    )
    voice = Answering()
    played = seated_at(tmp_path, plan, dict.fromkeys(plan.seats, voice), Answering(synthesis=synthesis))
    session = await played.run()
    about = [one.number for one in session.rounds if one.focus.type is FocusType.CONFLICT]
    assert about == [3]
    (conflict,) = session.conflicts
    assert (conflict.status, conflict.resolution, conflict.resolved_round) == (Settled.RESOLVED, "Do it.", 3)
    assert [bool(task.conflicts) for task in voice.tasks if task.asked.round in (3, 4)].count(True) == len(plan.seats)


async def test_a_facilitator_has_to_say_what_became_of_every_conflict(tmp_path: Path) -> None:
    def synthesis(task: SynthesisTask) -> Mapping[str, Value]:
        known: Value = [one.id for one in task.situation.conflicts]
        raised: Value = [{"title": f"Dispute {task.situation.round}", "positions": {"A": "Queue", "B": "Table"}}]
        return {
            "synthesis": "So far.",
            "conflicts": raised,
            "still_open": known if task.repair else [],
            "next_action": "continue",
        }

    plan = planned(settings=PanelSettings(limits=Limits(min_rounds=2, max_rounds=2)))
    facilitator = Answering(synthesis=synthesis)
    await seated_at(tmp_path, plan, facilitator=facilitator).run()
    problems = [task.repair.problem for task in facilitator.syntheses if task.repair]
    assert problems == ["Say of CONF-001 whether it is 'still_open', 'resolved', or what 'replaces' it."]


def test_a_conflict_about_another_topic_is_not_shown() -> None:
    other = replace(FULL.conflicts[0], id="CONF-002", topic_id="data-flow")
    task = told(session_of(round_of(1), conflicts=(FULL.conflicts[0], other)))
    assert [one.id for one in task.conflicts] == ["CONF-001"]


@pytest.mark.parametrize(
    ("session", "strategy", "about"),
    [
        (session_of(), "standard", ""),
        (replace(FULL, rounds=FULL.rounds[:1]), "standard", "the draft ARCH-001"),
        (replace(FULL, rounds=FULL.rounds[:1], entries=AGREED), "standard", ""),
        (session_of(), "consensus-driven", "the proposal in the question"),
        (replace(FULL, sides=Sides(("qa-lead",), ("technical-lead",))), "debate", "the draft ARCH-001"),
    ],
)
def test_a_stance_is_asked_for_only_where_something_is_proposed(
    session: PanelSession, strategy: str, about: str
) -> None:
    task = told(session, strategy=strategy)
    message = ballot_prompt(task).message
    assert task.stands_to == about
    assert ("`stance`" in message) == bool(about)
    assert not about or f"how you stand to {about} as worded here, not to your own position" in message


def test_whoever_still_argues_a_side_is_asked_for_no_stance() -> None:
    debate = SHIPPED.strategies["debate"]
    session = replace(FULL, rounds=FULL.rounds[:1], sides=Sides(("qa-lead",), ("technical-lead",)))
    for phase in debate.phases:
        asked = AskedQuestion(2, phase.name, Focus(FocusType.AGENDA, "main", "main"), "?")
        task = seat_task(session, SHIPPED, debate, asked, "qa-lead")
        assert bool(task.stands_to) == (phase.name == "closing")


def test_a_ballot_without_a_stance_blocks_nothing() -> None:
    assert not ballot().blocks
