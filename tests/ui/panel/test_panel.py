"""A panel on the screen: begun by keys, watched, written at, decided about, paused and read afterwards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.rounds.updates import SeatState
from roundtable_tui.panel.seats.files_facilitator import FilesFacilitator
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.panel.ballot_form import BallotScreen, SynthesisScreen
from roundtable_tui.ui.panel.escalation_dialog import EscalationScreen
from roundtable_tui.ui.panel.outcome_reader import OutcomeScreen
from roundtable_tui.ui.panel.proof import ProofList, ProofScreen
from roundtable_tui.ui.panel.seat_cards import SeatCards
from tests.support.screen.panels import (
    ARCHITECT,
    LEAD,
    QA,
    begin,
    closed,
    handed_over,
    on_screen,
    panel_of,
    panels_in,
    said,
    states,
    vote,
)
from tests.support.screen.tables import sitting
from tests.unit.panel.tables import Answering, failing

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.seats.tasks import SeatTask

SMALL = (80, 24)
POSITIONS = {ARCHITECT: "A queue, it retries.", LEAD: "A table, we have one.", QA: "A table, it can be looked into."}


def says(seat: str, confidence: str = "0.9") -> Answering:
    return Answering(lambda _: {"position": POSITIONS[seat], "confidence": confidence})


def everybody(**others: Answering) -> dict[str, Answering]:
    return {seat: others.get(seat, says(seat)) for seat in POSITIONS}


def alike() -> dict[str, Answering]:
    return {seat: Answering(lambda _: {"position": "A table.", "confidence": "0.7"}) for seat in POSITIONS}


@pytest.mark.parametrize("size", [SMALL, (140, 40)])
async def test_every_seat_of_a_large_panel_is_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(panels_in(tmp_path), size) as sat:
        everybody_sits = ("tab", "tab", "tab", *("down", "down", "down"), *("space", "down") * 7)
        panel = await begin(sat, "Queue?", *everybody_sits)
        await handed_over(sat, "Next: ")
        names = [panel.link.name_of(seat) for seat in panel.link.session.seats]
        assert len(names) == 10
        shown = on_screen(sat)
        assert [
            name for name in names if f"○ waiting   {name}" not in shown and f"✎ writing   {name}" not in shown
        ] == []


@pytest.mark.parametrize("size", [SMALL, (140, 40)])
@pytest.mark.parametrize("strategy", ["standard", "six-hats"])
async def test_a_panel_goes_from_its_topic_to_its_document(
    tmp_path: Path, strategy: str, size: tuple[int, int]
) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator()), size) as sat:
        down = ("down",) * (4 if strategy == "six-hats" else 0)
        panel = await begin(sat, "Where do outgoing mails wait?", "tab", "tab", *down)
        await closed(sat)
        assert panel.link.session.strategy == strategy
        assert len(panel.link.session.rounds) >= 3
        assert set(states(sat).values()) <= {SeatState.REVEALED, SeatState.WAITING}
        assert "Software Architect · 70% sure\nA table." in said(sat)
        assert "The panel ended after" in said(sat)
        assert "Closed." in panel.status.shown
        await sat.press("d")
        assert isinstance(sat.app.screen, OutcomeScreen)


async def test_the_first_seat_is_seen_sealed_before_the_last_has_answered(tmp_path: Path) -> None:
    slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    late = Answering(says(QA).answer, wait=lambda: slow)
    async with sitting(panels_in(tmp_path, {**everybody(), QA: late}, FilesFacilitator()), SMALL) as sat:
        panel = await begin(sat)
        await sat.until(lambda: states(sat)[LEAD] is SeatState.SEALED)
        assert states(sat)[QA] is SeatState.THINKING
        drawn = panel.query_one(SeatCards).lines
        assert [line.split()[:2] for line in drawn] == [["■", "sealed"], ["■", "sealed"], ["◐", "thinking"]]
        assert "2 of 3 sealed" in panel.status.shown
        assert "Esc pauses" in panel.status.shown
        assert all(position not in on_screen(sat) for position in POSITIONS.values())
        slow.set_result(None)
        await sat.until(lambda: len(panel.link.session.rounds) >= 1)


async def test_a_seat_that_fails_is_missing_and_says_why(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, {**alike(), QA: failing()}, FilesFacilitator()), SMALL) as sat:
        await begin(sat)
        await closed(sat)
        assert states(sat)[QA] is SeatState.MISSING
        assert "✗ missing   QA Lead" in on_screen(sat)
        assert "QA Lead: No answer: The connection was lost." in said(sat)


async def test_nobody_sees_what_another_person_wrote_before_all_are_revealed(tmp_path: Path) -> None:
    secrets = {"Software Architect": "ZEBRA", "Technical Lead": "GIRAFFE", "QA Lead": "OKAPI"}
    written: list[str] = []
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await begin(sat)
        for name, secret in secrets.items():
            await handed_over(sat, f"Next: {name}")
            assert all(word not in on_screen(sat) for word in written)
            await sat.press("enter")
            assert isinstance(sat.app.screen, BallotScreen)
            assert all(word not in on_screen(sat) for word in written)
            await sat.press(*secret, "tab", *"why", secret[0])
            assert secret in on_screen(sat)
            await sat.press("f6")
            written.append(secret)
            assert all(word not in on_screen(sat) for word in written)
        await handed_over(sat, "whoever facilitates")
        await sat.press("enter")
        assert isinstance(sat.app.screen, SynthesisScreen)
        unnamed = on_screen(sat)
        assert all(word in unnamed for word in written)
        assert all(name not in unnamed for name in secrets)
        await sat.press("f6")
        await sat.until(lambda: len(panel_of(sat).link.session.rounds) == 1)
        assert "Software Architect · 50% sure\nZEBRA\n• whyZ" in said(sat)


async def test_whoever_facilitates_says_which_ballots_are_alike(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        panel = await begin(sat)
        for name, words in (("Software Architect", "A table."), ("Technical Lead", "Tables."), ("QA Lead", "A queue.")):
            await vote(sat, name, words)
        await handed_over(sat, "whoever facilitates")
        await sat.press("enter")
        assert "The largest group has 33% of all confidence." in on_screen(sat)
        assert "About: Where do outgoing mails wait?" in on_screen(sat)
        await sat.press("end", "ctrl+u", *"1 4")
        assert "There is no ballot '4'" in on_screen(sat)
        await sat.press("f6")
        assert isinstance(sat.app.screen, SynthesisScreen)
        await sat.press("end", "ctrl+u", *"3 1")
        shown = on_screen(sat)
        assert "The largest group has 67% of all confidence." in shown
        await sat.press("f6")
        await sat.until(lambda: len(panel.link.session.rounds) == 1)
        (done,) = panel.link.session.rounds
        assert done.synthesis in shown
        assert done.consensus
        assert [len(group) for group in done.groups] == [2, 1]


async def test_people_hold_a_whole_debate_at_one_keyboard(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        panel = await begin(sat, "Queue versus table?", "f7")
        assert panel.link.session.strategy == "debate"
        for phase in ("opening", "rebuttal", "closing"):
            await handed_over(sat, "Next: Software Architect")
            assert panel.link.standing.phase == phase
            for name in ("Software Architect", "Technical Lead", "QA Lead"):
                await vote(sat, name, "The table.", *("tab",) * 4, "right", "right")
            await handed_over(sat, "whoever facilitates")
            await sat.press("enter")
            await sat.press("f6")
        await closed(sat)
        assert all(one.confidence == 0.7 for done in panel.link.session.rounds for one in done.ballots.values())
        assert (tmp_path / ".s2s/decisions").is_dir()


async def test_where_only_the_facilitator_speaks_they_are_told_what_for(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await begin(sat, "Where do mails wait?", "tab", "tab", *("down",) * 4)
        await handed_over(sat, "whoever facilitates")
        assert "The facilitator speaks alone in this phase." in on_screen(sat)
        await sat.press("enter")
        assert "Blue hat, opening" in on_screen(sat)
        assert "To be answered: Where do mails wait?" in on_screen(sat)


async def test_the_last_word_under_the_hats_is_asked_for_and_nobody_is_said_to_have_voted(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        panel = await begin(sat, "Where do mails wait?", "tab", "tab", *("down",) * 4)
        for hat in range(7):
            if hat not in (0, 6):
                for name in ("Software Architect", "Technical Lead", "QA Lead"):
                    await vote(sat, name, f"Idea {hat}.")
            await handed_over(sat, "whoever facilitates")
            assert ("listening" in on_screen(sat)) == (hat in (0, 6))
            await sat.press("enter")
            if hat == 6:
                assert "Round 6: What was said: Idea 5." in on_screen(sat)
                await sat.press(*"Table")
            await sat.press("f6")
        await closed(sat)
        (entry,) = panel.link.session.entries
        assert entry.text("decision") == "Table"
        assert "Would have decided otherwise" not in said(sat)
        assert "not agreed" not in said(sat)


async def test_proposals_that_were_not_adopted_are_told_as_given_up(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, everybody(), FilesFacilitator()), SMALL) as sat:
        await begin(sat, "Where do mails wait?", "tab", "tab", "down")
        await closed(sat)
        assert "Written down: ARCH-001, ARCH-002, ARCH-003" in said(sat)
        assert "Written down: ARCH-001\n\nGiven up: ARCH-002, ARCH-003" in said(sat)


async def test_a_person_and_models_answer_the_same_round(tmp_path: Path) -> None:
    seated = {ARCHITECT: says(ARCHITECT), LEAD: says(LEAD)}
    async with sitting(panels_in(tmp_path, seated, FilesFacilitator()), SMALL) as sat:
        panel = await begin(sat)
        await sat.until(lambda: states(sat)[LEAD] is SeatState.SEALED)
        await handed_over(sat, "Your ballot: QA Lead")
        assert all(position not in on_screen(sat) for position in POSITIONS.values())
        await vote(sat, "QA Lead", "Neither.")
        await sat.until(lambda: len(panel.link.session.rounds) == 1)
        assert panel.link.session.rounds[0].ballots[QA].position == "Neither."


async def test_a_ballot_without_a_position_is_not_sealed_and_one_can_pass(tmp_path: Path) -> None:
    seated = {ARCHITECT: says(ARCHITECT), LEAD: says(LEAD)}
    async with sitting(panels_in(tmp_path, seated, FilesFacilitator()), SMALL) as sat:
        panel = await begin(sat)
        await handed_over(sat, "QA Lead")
        await sat.press("enter")
        await sat.press("f6")
        assert isinstance(sat.app.screen, BallotScreen)
        assert "Write your position first." in on_screen(sat)
        await sat.press("f8")
        await sat.until(lambda: len(panel.link.session.rounds) == 1)
        assert panel.link.session.rounds[0].missing == {QA: "No answer: QA Lead passed."}


async def test_options_are_chosen_by_their_number_and_stand_for_the_position(tmp_path: Path) -> None:
    options: dict[str, Value] = {
        "question": "Which?",
        "options": [{"id": "queue", "text": "A queue"}, {"id": "table", "text": "A table"}],
    }
    asking = Answering(question=lambda _: options)
    async with sitting(panels_in(tmp_path, {ARCHITECT: says(ARCHITECT), LEAD: says(LEAD)}, asking), SMALL) as sat:
        panel = await begin(sat)
        await handed_over(sat, "QA Lead")
        await sat.press("enter")
        await sat.press("tab", "2")
        await sat.press("f6")
        await sat.until(lambda: len(panel.link.session.rounds) >= 1)
        ballot = panel.link.session.rounds[0].ballots[QA]
        assert (ballot.option, ballot.position) == ("table", "A table")


async def test_what_goes_to_the_user_has_no_names_until_they_have_decided(tmp_path: Path) -> None:
    wants = Answering(
        synthesis=lambda _: {
            "synthesis": "They do not agree.",
            "next_action": "escalate",
            "escalation_reason": "Only you know the budget.",
            "recommendation": "The table.",
        }
    )
    async with sitting(panels_in(tmp_path, everybody(), wants), SMALL) as sat:
        panel = await begin(sat)
        await sat.until(lambda: isinstance(sat.app.screen, EscalationScreen))
        shown = on_screen(sat)
        assert "Only you know the budget." in shown
        assert all(position in shown for position in POSITIONS.values())
        assert "Recommended: The table." in shown
        assert set(states(sat).values()) == {SeatState.SEALED}
        assert "Software Architect · " not in said(sat)
        await sat.press("d", *"Both", "enter")
        await sat.until(lambda: bool(panel.link.session.escalations))
        record = panel.link.session.escalations[0]
        assert (record.choice, record.user_decision) == (Choice.DECIDE, "Both")
        assert "Software Architect · 90% sure" in said(sat)
        assert "You decided: Both" in said(sat)


async def test_a_raised_hand_is_heard_when_the_round_is_written_and_can_let_them_go_on(tmp_path: Path) -> None:
    slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    late = Answering(says(QA).answer, wait=lambda: slow)
    async with sitting(panels_in(tmp_path, {**everybody(), QA: late}, FilesFacilitator()), SMALL) as sat:
        panel = await begin(sat)
        await sat.press("h")
        assert "Your hand is up." in panel.status.shown
        slow.set_result(None)
        await sat.until(lambda: isinstance(sat.app.screen, EscalationScreen))
        assert "You raised your hand." in on_screen(sat)
        await sat.press("c", "2", "enter")
        await sat.until(lambda: bool(panel.link.session.escalations))
        assert panel.link.session.escalations[0].until_round == 3


async def test_pausing_keeps_what_is_sealed_and_what_is_half_written(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        panel = await begin(sat)
        await vote(sat, "Software Architect", "A queue.")
        await handed_over(sat, "Technical Lead")
        await sat.press("enter")
        await sat.press(*"HALF", "escape")
        await sat.until(lambda: panel.link.can_go_on)
        assert "Paused." in panel.status.shown
        assert "HALF" not in on_screen(sat)
        assert panel.link.session.is_paused
        await sat.press("r")
        await handed_over(sat, "Technical Lead")
        assert states(sat)[ARCHITECT] is SeatState.SEALED
        await sat.press("enter")
        assert "HALF" in on_screen(sat)


async def test_words_of_a_ballot_survive_quitting(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await begin(sat)
        await handed_over(sat, "Software Architect")
        await sat.press("enter")
        await sat.press(*"HALF")
        await sat.pilot.press("ctrl+q")
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        await sat.press("ctrl+pagedown", "enter")
        await handed_over(sat, "Software Architect")
        assert "HALF" not in on_screen(sat)
        await sat.press("enter")
        assert "HALF" in on_screen(sat)


async def test_the_proof_names_request_model_tokens_and_time_of_each_ballot(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator())) as sat:
        await begin(sat)
        await closed(sat)
        await sat.press("i")
        assert isinstance(sat.app.screen, ProofScreen)
        rows = [row for row in sat.app.screen.query_one(ProofList).rows if row.selectable]
        first = rows[0]
        assert (first.model, first.request, first.tokens, first.time) == ("model-a", "req_qa-lead", "100 + 50", "2.0 s")
        assert "req_qa-lead" in on_screen(sat)
        assert "450 tokens" in panel_of(sat).status.shown.replace(",", "") or "tokens" in panel_of(sat).status.shown


async def test_the_user_votes_beside_the_panel_and_it_counts_for_nothing(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator()), SMALL) as sat:
        panel = await begin(sat, "Where?", *("tab",) * 5, "down")
        await handed_over(sat, "Your own ballot")
        await sat.press("enter")
        await sat.press(*"Mine", "f6")
        await sat.until(lambda: len(panel.link.session.rounds) == 1)
        done = panel.link.session.rounds[0]
        assert done.own_ballot is not None
        assert done.own_ballot.position == "Mine"
        assert set(done.ballots) == set(POSITIONS)
        assert "You, beside the panel · 50% sure\nMine" in said(sat)


async def test_words_from_outside_are_never_markup(tmp_path: Path) -> None:
    def answer(_: SeatTask) -> dict[str, str]:
        return {"position": "[red]A table[/red]", "confidence": "0.7"}

    seated = {seat: Answering(answer) for seat in POSITIONS}
    async with sitting(panels_in(tmp_path, seated, FilesFacilitator())) as sat:
        await begin(sat, "Why")
        await closed(sat)
        assert "[red]A table[/red]" in on_screen(sat)


async def test_leaving_goes_back_to_the_lobby(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path, alike(), FilesFacilitator()), SMALL) as sat:
        await begin(sat)
        await closed(sat)
        await sat.press("escape")
        assert isinstance(sat.app.screen, LobbyScreen)


async def test_ctrl_c_pauses_the_panel_first(tmp_path: Path) -> None:
    async with sitting(panels_in(tmp_path), SMALL) as sat:
        panel = await begin(sat)
        await handed_over(sat, "Software Architect")
        await sat.press("ctrl+c")
        await sat.until(lambda: panel.link.can_go_on)
        assert sat.app.is_running
        assert panel.link.session.is_paused
