"""No seat is told another's answer of the same round, and no name reaches the synthesis: on the words that are sent."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.panel.record.ballots import Ballot
from roundtable_tui.panel.record.session import Limits
from roundtable_tui.panel.rounds.parts import shuffled
from roundtable_tui.panel.seats.anonymity import SOMEBODY, veiled
from roundtable_tui.panel.seats.prompts import ballot_prompt, question_prompt, synthesis_prompt
from roundtable_tui.panel.settings import PanelSettings
from tests.unit.panel.samples import SHIPPED, ballot, session_of
from tests.unit.panel.tables import Answering, planned, seated_at, unshuffled

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

STRATEGIES = sorted(SHIPPED.strategies)


class Marked(Answering):
    """Puts a word into every part of every answer that nobody else can know."""

    def __init__(self) -> None:
        super().__init__(self._marked)
        self.marks: dict[int, str] = {}

    def _marked(self, task: SeatTask) -> Mapping[str, Value]:
        mark = self.marks.setdefault(task.asked.round, secrets.token_hex(8))
        who = task.participant
        return {
            "position": f"As {who.name} ({who.id}) I say {mark}.",
            "rationale": [f"{mark}, says the {who.name.upper()}"],
            "trade_offs": {"optimizing_for": f"{who.id} and {mark}"},
            "concerns": [f"CONTEXT GAP: {mark}"],
            "suggestions": [f"Ask {who.name}: {mark}"],
            "confidence": "0.7",
        }


def summing_up(task: SynthesisTask) -> Mapping[str, Value]:
    """A facilitator who repeats everything it was told."""
    told = " / ".join(one.ballot.position for one in task.ballots) or "nothing"
    conflict: Value = {
        "title": f"Dispute {task.situation.round}",
        "positions": {one.label: one.ballot.position for one in task.ballots},
    }
    entry: Value = {"type": "decision", "title": f"Entry {task.situation.round}", "description": told}
    return {
        "synthesis": told,
        "conflicts": [conflict],
        "artifacts": [entry],
        "next_action": "phase",
    }


async def played(root: Path, strategy: str) -> tuple[Answering, dict[str, Marked]]:
    settings = PanelSettings(limits=Limits(max_rounds=4))
    plan = planned("Which way?", settings, strategy=strategy)
    voices = {seat: Marked() for seat in plan.seats}
    facilitator = Answering(synthesis=summing_up)
    await seated_at(root, plan, voices, facilitator, shuffle=shuffled).run()
    return facilitator, voices


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_no_seat_is_sent_an_answer_of_the_same_round(strategy: str, tmp_path: Path) -> None:
    _, voices = await played(tmp_path, strategy)
    sent = [(task, ballot_prompt(task)) for voice in voices.values() for task in voice.tasks]
    assert sent
    for task, prompt in sent:
        words = f"{prompt.system}\n{prompt.message}"
        marks = {
            mark for voice in voices.values() for number, mark in voice.marks.items() if number == task.asked.round
        }
        assert marks
        assert not [mark for mark in marks if mark in words]


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_no_seat_is_told_who_said_what_in_earlier_rounds(strategy: str, tmp_path: Path) -> None:
    _, voices = await played(tmp_path, strategy)
    for seat, voice in voices.items():
        for task in voice.tasks:
            message = ballot_prompt(task).message
            assert not [other for other in voices if other in message]
            assert not [other for other in voices if other != seat and SHIPPED.participant(other).name in message]


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_the_facilitator_is_sent_no_name_of_anybody(strategy: str, tmp_path: Path) -> None:
    facilitator, voices = await played(tmp_path, strategy)
    prompts = [synthesis_prompt(task) for task in facilitator.syntheses]
    prompts += [question_prompt(task) for task in facilitator.questions]
    for prompt in prompts:
        words = f"{prompt.system}\n{prompt.message}".lower()
        names = [name for seat in voices for name in (seat, SHIPPED.participant(seat).name.lower()) if name in words]
        assert names == []


async def test_every_ballot_reaches_the_facilitator_whole(tmp_path: Path) -> None:
    facilitator, voices = await played(tmp_path, "standard")
    for task in facilitator.syntheses:
        message = synthesis_prompt(task).message
        for voice in voices.values():
            mark = voice.marks[task.asked.round]
            assert message.count(mark) == 5


async def test_the_names_return_with_the_record(tmp_path: Path) -> None:
    plan = planned(settings=PanelSettings(limits=Limits(max_rounds=1)))
    voices = {seat: Marked() for seat in plan.seats}
    session = await seated_at(tmp_path, plan, voices, Answering(synthesis=summing_up), shuffle=shuffled).run()
    (only,) = session.rounds
    for seat, voice in voices.items():
        assert voice.marks[1] in only.ballots[seat].position
        assert voice.marks[1] in session.conflicts[0].positions[seat]


@given(st.integers(2, 60))
def test_every_ballot_has_a_letter_of_its_own(number: int) -> None:
    seats = {f"seat-{one}": Ballot("x") for one in range(number)}
    veil = veiled(session_of(), SHIPPED, seats, shuffled)
    assert len({one.label for one in veil.ballots}) == number
    assert sorted(veil.seats.values()) == sorted(seats)
    assert veil.seat(f"ballot {veil.ballots[0].label}") == veil.seats[veil.ballots[0].label]


def test_the_order_of_the_ballots_is_not_that_of_the_seats() -> None:
    seats = {f"seat-{one:02d}": Ballot("x") for one in range(20)}
    orders = {tuple(veiled(session_of(), SHIPPED, seats, shuffled).seats.values()) for _ in range(5)}
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("As QA Lead, I", f"As {SOMEBODY}, I"),
        ("as qa-lead I", f"as {SOMEBODY} I"),
        ("the technical lead's view", f"the {SOMEBODY}'s view"),
        ("misleading qa-leads", "misleading qa-leads"),
    ],
)
def test_somebody_who_says_who_they_are_is_not_heard_saying_it(said: str, left: str) -> None:
    veil = veiled(session_of(), SHIPPED, {"qa-lead": ballot(said)}, unshuffled)
    assert veil.ballots[0].ballot.position == left


def test_the_proof_of_where_a_ballot_came_from_stays_out_of_the_synthesis() -> None:
    from roundtable_tui.panel.record.ballots import Request

    veil = veiled(session_of(), SHIPPED, {"qa-lead": ballot(request=Request("req_1", "model-b"))}, unshuffled)
    assert veil.ballots[0].ballot.request == Request()


async def test_both_sides_of_a_debate_are_told_their_side_and_nobody_elses(tmp_path: Path) -> None:
    _, voices = await played(tmp_path, "debate")
    sides = {seat: voice.tasks[0].side for seat, voice in voices.items()}
    assert sorted(sides.values()) == ["con", "observer", "pro"]
    for seat, voice in voices.items():
        message = ballot_prompt(voice.tasks[0]).message
        assert ("You argue **for**" in message) == (sides[seat] == "pro")
        assert ("You argue **against**" in message) == (sides[seat] == "con")


async def test_the_facilitator_is_told_what_it_judges_by(tmp_path: Path) -> None:
    """When a topic is done, how the fields of an entry are written, and what the seats were told."""
    facilitator, _ = await played(tmp_path, "standard")
    message = synthesis_prompt(facilitator.syntheses[0]).message
    assert "The question has an answer somebody could act on tomorrow." in message
    assert 'options [{"name", "pros": [], "cons": []}]' in message
    assert "In this phase the participants are told this:" in message
    assert "What kept the panel from ending before this round" in message
