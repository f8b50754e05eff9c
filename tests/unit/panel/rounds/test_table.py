"""A panel from its first question to its last: every strategy, every workflow, and everything on disk as it goes."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
import yaml
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Participation
from roundtable_tui.panel.record.ballots import Stance
from roundtable_tui.panel.record.session import Choice, Limits, NextAction, SeatKind
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.updates import (
    Concluded,
    Escalating,
    Paused,
    QuestionAsked,
    RoundWritten,
    SeatChanged,
    SeatState,
)
from roundtable_tui.panel.rules.escalation import Decision, Issue
from roundtable_tui.panel.seats.files_facilitator import FilesFacilitator
from roundtable_tui.panel.seats.human import HumanVoice
from roundtable_tui.panel.seats.script import scripted_voices
from roundtable_tui.panel.settings import PanelSettings
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import (
    Answering,
    Deciding,
    findings_in,
    planned,
    resumed_at,
    seated_at,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

STRATEGIES = sorted(SHIPPED.strategies)


def brainstorming(task: SeatTask) -> Mapping[str, Value]:
    """Says in each phase what it is for."""
    who = sum(map(ord, task.participant.id))
    ideas = "\n".join(f"{idea}: a week." for idea in re.findall(r"^IDEA-\d+", task.asked.text, re.MULTILINE))
    said: dict[str, dict[str, Value]] = {
        "dreamer": {
            "position": f"- A shop on the moon, thought {who}\n- One below the sea, thought {who}",
            "confidence": "0.6",
            "suggestions": [f"{who} ship"],
        },
        "realist": {"position": ideas, "confidence": "0.6"},
        "critic": {
            "position": f"It may fall, {who}",
            "concerns": [f"Vacuum {who}"],
            "suggestions": ["Glue"],
            "confidence": "0.7",
        },
    }
    return said[task.phase.name]


class Team:
    """People at one keyboard: each answers for the seat that is asked, one after another."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.writing = 0

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        self.writing += 1
        assert self.writing == 1
        await asyncio.sleep(0)
        self.asked.append(task.participant.id)
        self.writing -= 1
        return {"position": "A table.", "confidence": "0.7", "stance": "support"}

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> str:
        return "In our own words." if task.situation.round == 1 else ""


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_every_strategy_comes_to_its_end_with_the_facilitator_of_the_files(strategy: str, tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned(strategy=strategy))
    session = await played.run()
    assert session.is_closed
    assert [one.phase for one in session.rounds][-1] == SHIPPED.strategies[strategy].phases[-1].name
    assert [entry.kind.value for entry in session.live_entries] != []
    assert findings_in(tmp_path) == []


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_every_strategy_comes_to_its_end_with_people_only(strategy: str, tmp_path: Path) -> None:
    team, turn = Team(), asyncio.Lock()
    plan = planned(strategy=strategy, seats=SeatKind.HUMAN)
    voices = {seat: HumanVoice(team, turn) for seat in plan.seats}
    session = await seated_at(tmp_path, plan, voices, HumanVoice(team, turn)).run()
    assert session.is_closed
    assert session.rounds[0].synthesis == "In our own words."
    assert {seat.kind for seat in session.seats.values()} == {SeatKind.HUMAN}
    assert set(team.asked) == set(plan.seats)
    assert findings_in(tmp_path) == []


class Own(Team):
    """People who never use the same words, and one who sees what they have in common."""

    def __init__(self, *, joined: bool, words: str = "") -> None:
        super().__init__()
        self.joined = joined
        self.words = words

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        sure = "0.9" if task.participant.id == "qa-lead" else "0.7"
        return {"position": f"A table, as {len(task.participant.id)} want.", "confidence": sure}

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> Mapping[str, Value]:  # type: ignore[override]
        return {"groups": [[one.label for one in task.ballots]] if self.joined else [], "synthesis": self.words}


async def held_by(team: Team, root: Path, strategy: str, most: int = 20) -> PanelSession:
    settings = PanelSettings(limits=Limits(max_rounds=most))
    plan = planned(strategy=strategy, seats=SeatKind.HUMAN, settings=settings)
    voices = {seat: HumanVoice(team) for seat in plan.seats}
    return await seated_at(root, plan, voices, HumanVoice(team)).run()


@pytest.mark.parametrize(("joined", "rounds"), [(True, 3), (False, 5)])
async def test_people_agree_in_different_words_once_somebody_says_that_they_do(
    joined: bool, rounds: int, tmp_path: Path
) -> None:
    session = await held_by(Own(joined=joined), tmp_path, "standard", 5)
    assert len(session.rounds) == rounds
    assert [one.consensus for one in session.rounds] == [joined] * rounds
    assert [entry.description for entry in session.live_entries] == (["A table, as 7 want."] if joined else [])


async def test_under_the_last_hat_what_the_person_concludes_is_the_decision(tmp_path: Path) -> None:
    session = await held_by(Own(joined=False, words="We take the table. It is there."), tmp_path, "six-hats")
    (entry,) = session.live_entries
    assert (entry.title, entry.text("decision")) == ("We take the table", "We take the table. It is there.")
    assert entry.agreement == "consensus"


async def test_under_the_last_hat_where_nobody_concludes_only_a_draft_is_left(tmp_path: Path) -> None:
    session = await held_by(Own(joined=False), tmp_path, "six-hats")
    (entry,) = session.live_entries
    assert entry.agreement == "draft"
    assert "A table, as 7 want" in entry.text("decision")


async def test_of_proposals_that_exclude_each_other_one_is_put_to_the_vote_and_adopted(tmp_path: Path) -> None:
    plan = planned(strategy="consensus-driven")
    positions = {seat: "A queue." if seat == "qa-lead" else "A table." for seat in plan.seats}
    voices = {
        seat: Answering(lambda task: {"position": positions[task.participant.id], "confidence": "0.7"})
        for seat in plan.seats
    }
    session = await seated_at(tmp_path, plan, voices).run()
    assert {entry.description: entry.status for entry in session.entries} == {
        "A table.": "amended",
        "A queue.": "withdrawn",
    }
    assert "On the table is ARCH-001: “A table.”" in session.rounds[2].question


class Debating(Team):
    """People who say what they are for, and whoever sums up with words of their own."""

    def __init__(self, votes: Mapping[str, tuple[str, str, str]], words: str = "") -> None:
        super().__init__()
        self.votes, self.words = votes, words

    async def ballot(self, task: SeatTask) -> Mapping[str, Value]:
        position, confidence, stance = self.votes[task.participant.id]
        return {"position": position, "confidence": confidence, "stance": stance}

    async def synthesis(self, task: SynthesisTask, draft: Mapping[str, Value]) -> str:
        return self.words if task.situation.is_last_phase else ""


TIE = {"qa-lead": ("A queue.", "0.7", ""), "technical-lead": ("A table.", "0.7", "")}
VETO = {"qa-lead": ("A queue.", "0.9", ""), "technical-lead": ("A table.", "0.4", "block")}


async def debated(root: Path, team: Debating, *decisions: Decision) -> tuple[PanelSession, Deciding]:
    plan = planned(strategy="debate", seats=SeatKind.HUMAN, participants=tuple(team.votes))
    voices = {seat: HumanVoice(team) for seat in plan.seats}
    user = Deciding(list(decisions))
    return await seated_at(root, plan, voices, HumanVoice(team), moderator=user).run(), user


@pytest.mark.parametrize(("votes", "advice"), [(TIE, ""), (VETO, "A queue.")], ids=["tie", "block"])
async def test_a_debate_that_people_leave_undecided_goes_to_the_user_and_ends_with_their_word(
    votes: Mapping[str, tuple[str, str, str]], advice: str, tmp_path: Path
) -> None:
    session, user = await debated(tmp_path, Debating(votes), Decision(Choice.DECIDE, "A table, for now."))
    (issue,) = user.seen
    assert issue.recommendation == advice
    assert set(issue.positions) == {"A queue.", "A table."}
    assert [one.consensus for one in session.rounds] == [False, False, False]
    (entry,), (conflict,) = session.live_entries, session.conflicts
    assert (entry.text("decision"), entry.agreement) == ("A table, for now.", "consensus")
    assert (conflict.resolution, conflict.resolved_by) == ("A table, for now.", "user")
    assert session.is_closed
    assert findings_in(tmp_path) == []


async def test_whoever_facilitates_a_tied_debate_may_judge_it(tmp_path: Path) -> None:
    session, user = await debated(tmp_path, Debating(TIE, "The table: it is there."))
    (entry,) = session.live_entries
    assert user.seen == []
    assert (entry.text("decision"), entry.agreement, entry.supported_by) == ("The table: it is there.", "consensus", ())
    assert session.is_closed


async def test_nobody_judges_a_block_away(tmp_path: Path) -> None:
    session, user = await debated(tmp_path, Debating(VETO, "The queue, all the same."))
    assert [issue.key for issue in user.seen] == ["conflict:CONF-001"]
    assert session.is_paused


async def test_a_debate_that_goes_on_and_agrees_settles_what_was_undecided(tmp_path: Path) -> None:
    team = Debating(dict(TIE))

    class GoingOn(Deciding):
        async def decide(self, issue: Issue) -> Decision | None:
            team.votes = {"qa-lead": ("A table.", "0.7", ""), "technical-lead": ("A table.", "0.7", "")}
            return Decision(Choice.CONTINUE, rounds=9)

    plan = planned(strategy="debate", seats=SeatKind.HUMAN, participants=tuple(TIE))
    voices = {seat: HumanVoice(team) for seat in plan.seats}
    session = await seated_at(tmp_path, plan, voices, HumanVoice(team), moderator=GoingOn()).run()
    (entry,), (conflict,) = session.live_entries, session.conflicts
    assert (entry.text("decision"), entry.agreement) == ("A table.", "consensus")
    assert (conflict.status, conflict.resolution) == ("resolved", "A table.")
    assert session.is_closed


async def consenting(root: Path, blocks_in: str) -> PanelSession:
    """A panel that shares a proposal from the start; one seat objects in one phase, and the facilitator hurries."""
    plan = planned(strategy="consensus-driven", settings=PanelSettings(limits=Limits(max_rounds=3)))

    def vote(task: SeatTask) -> Mapping[str, Value]:
        blocks = task.phase.name == blocks_in and task.participant.id == "qa-lead"
        said: Value = "The security of it is a must-have." if blocks else "It is small."
        stance = "block" if blocks else "support"
        return {"position": "A table.", "confidence": "0.7", "stance": stance, "concerns": [said]}

    def hurry(task: SynthesisTask) -> Mapping[str, Value]:
        entry: Value = {"type": "decision", "title": "A table", "agreement": "consensus"}
        done: Value = {"topic_id": "main", "new_status": "closed"}
        return {"synthesis": "x", "artifacts": [entry], "agenda_update": done, "next_action": "conclude"}

    voices = {seat: Answering(vote) for seat in plan.seats}
    facilitator = Answering(synthesis=hurry)
    return await seated_at(root, plan, voices, facilitator, moderator=Deciding()).run()


async def test_an_objection_before_there_is_a_proposal_neither_blocks_nor_goes_to_the_user(tmp_path: Path) -> None:
    session = await consenting(tmp_path, "proposal")
    assert [one.phase for one in session.rounds] == ["proposal", "refinement", "convergence"]
    assert [one.consensus for one in session.rounds] == [False, False, True]
    assert session.escalations == ()
    assert session.is_closed


async def test_nothing_is_adopted_or_closed_before_everybody_was_asked_for_consent(tmp_path: Path) -> None:
    session = await consenting(tmp_path, "convergence")
    assert session.is_paused, "the block went to the user"
    assert [one.consensus for one in session.rounds] == [False, False, False]
    assert [entry.agreement for entry in session.entries] == ["draft"]
    assert [state.status for state in session.agenda] == ["partial"]


async def test_a_stress_test_comes_on_top_of_the_rounds_of_a_phase(tmp_path: Path) -> None:
    plan = planned(strategy="consensus-driven")
    voices = {seat: Answering(lambda _: {"position": "A table.", "confidence": "0.9"}) for seat in plan.seats}
    session = await seated_at(tmp_path, plan, voices).run()
    assert [(one.phase, one.stress_test) for one in session.rounds] == [
        ("proposal", False),
        ("refinement", True),
        ("refinement", False),
        ("convergence", False),
    ]


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_every_strategy_comes_to_its_end_by_script(strategy: str, tmp_path: Path) -> None:
    entry = {"type": "decision", "title": "A table", "agreement": "consensus"}
    round_ = {
        "question": {
            "question": "Queue or table?",
            "options": [{"id": "q", "text": "A queue"}, {"id": "t", "text": "A table"}],
        },
        "synthesis": {
            "synthesis": "A table.",
            "groups": [["A", "B", "C"]],
            "consensus": ["A table"],
            "artifacts": [entry],
            "agenda_update": {"topic_id": "main", "new_status": "closed"},
            "next_action": "conclude",
        },
    }
    ballot = {"position": "A table.", "option": "t", "confidence": 0.7}
    plan = planned(strategy=strategy)
    script = {"facilitator": [round_] * 9, "seats": {seat: [ballot] * 9 for seat in plan.seats}}
    facilitator, voices = scripted_voices(yaml.safe_dump(script))
    assert facilitator
    session = await seated_at(tmp_path, plan, voices, facilitator).run()
    assert session.is_closed
    assert len(session.rounds) == max(3, len(plan.strategy.phases))
    assert findings_in(tmp_path) == []


async def test_requirements_end_to_end(tmp_path: Path) -> None:
    voices = {
        seat: Answering(
            lambda task: {
                "position": f"It prints {task.asked.round}\n- It is sent {task.asked.round}",
                "confidence": "1",
            }
        )
        for seat in planned(workflow="specs").seats
    }
    session = await seated_at(tmp_path, planned("The shop", workflow="specs"), voices).run()
    assert session.is_closed
    assert session.id == "20261116-specs-the-shop"
    assert {topic.status.value for topic in session.agenda if topic.topic_id in ("user-workflows",)} == {"closed"}
    assert {entry.id[:3] for entry in session.live_entries} >= {"REQ", "NFR"}
    assert [entry.title for entry in session.live_entries][:2] == ["It prints 1", "It is sent 1"]
    assert findings_in(tmp_path) == []


async def test_architecture_end_to_end(tmp_path: Path) -> None:
    session = await seated_at(tmp_path, planned("The shop", workflow="design")).run()
    assert session.is_closed
    assert session.rounds[0].phase == "opening"
    assert session.sides.pro == ("software-architect", "technical-lead")
    assert (
        yaml.safe_load((tmp_path / f".s2s/sessions/{session.id}.yaml").read_text())["rounds"][0]["debate_phase"]
        == "opening"
    )
    assert findings_in(tmp_path) == []


async def test_a_brainstorm_end_to_end(tmp_path: Path) -> None:
    plan = planned("The shop", workflow="brainstorm")
    voices = {seat: Answering(brainstorming) for seat in plan.seats}
    session = await seated_at(tmp_path, plan, voices).run()
    assert session.is_closed
    assert [one.phase for one in session.rounds] == ["dreamer", "realist", "critic"]
    assert "Write one idea a line." in session.rounds[0].question
    kinds = {entry.id.split("-")[0] for entry in session.live_entries}
    assert kinds == {"IDEA", "RISK", "MIT"}
    assert all(entry.text("feasibility") for entry in session.live_entries if entry.id.startswith("IDEA"))
    assert findings_in(tmp_path) == []


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if len(SHIPPED.strategies[name].phases) > 1])
async def test_without_a_model_each_phase_asks_its_own_question_about_the_topic(strategy: str, tmp_path: Path) -> None:
    session = await seated_at(tmp_path, planned("Queue or table?", strategy=strategy)).run()
    assert [one.question for one in session.rounds if "speaks most strongly against" in one.question] == []
    assert session.rounds[0].question.endswith("? Queue or table?")
    assert not any(one.probing for one in session.rounds)


async def test_a_round_is_on_disk_before_anybody_hears_of_it(tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned())
    rounds_on_disk = []

    def look(update: object) -> None:
        if isinstance(update, RoundWritten):
            rounds_on_disk.append(len(yaml.safe_load(played.opened.path.read_text())["rounds"]))

    played.table.subscribe(look)
    await played.run()
    assert rounds_on_disk == [1, 2, 3]


async def test_seats_are_told_to_think_to_be_sealed_and_to_be_revealed_in_that_order(tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned())
    await played.run()
    first = played.updates[: played.updates.index(played.of(RoundWritten)[0])]
    states = [update.state for update in first if isinstance(update, SeatChanged) and update.seat == "qa-lead"]
    assert states == [SeatState.WAITING, SeatState.THINKING, SeatState.SEALED, SeatState.REVEALED]
    sealed = [update for update in first if isinstance(update, SeatChanged) and update.state is SeatState.SEALED]
    assert all(update.ballot is None for update in sealed)


async def test_all_seats_think_at_the_same_time(tmp_path: Path) -> None:
    plan = planned()
    together = asyncio.Barrier(len(plan.seats))
    voices = {seat: Answering(wait=together.wait) for seat in plan.seats}  # type: ignore[arg-type]
    async with asyncio.timeout(20):
        session = await seated_at(tmp_path, plan, voices).run()
    assert session.is_closed


async def test_no_more_seats_think_at_once_than_may(tmp_path: Path) -> None:
    plan = planned(participants=tuple(SHIPPED.participants))
    thinking, most = 0, 0

    async def wait() -> None:
        nonlocal thinking, most
        thinking += 1
        most = max(most, thinking)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        thinking -= 1

    voices = {seat: Answering(wait=wait) for seat in plan.seats}  # type: ignore[arg-type]
    session = await seated_at(tmp_path, plan, voices, at_once=3).run()
    assert most == 3
    assert len(session.rounds[0].ballots) == 10


async def test_tokens_models_and_times_are_kept_as_proof(tmp_path: Path) -> None:
    session = await seated_at(tmp_path, planned()).run()
    request = session.rounds[0].ballots["qa-lead"].request
    assert (request.id, request.model, request.tokens, request.seconds) == ("req_qa-lead", "model-a", 150, 2.0)
    assert session.rounds[0].tokens == 450


async def test_a_facilitator_can_choose_who_answers_where_the_strategy_lets_it(tmp_path: Path) -> None:
    plan = planned()
    plan = replace(plan, strategy=replace(plan.strategy, participation=Participation.TARGETED))
    facilitator = Answering(question=lambda _: {"question": "?", "participants": ["qa-lead", "technical-lead"]})
    played = seated_at(tmp_path, plan, facilitator=facilitator)
    session = await played.run()
    assert set(session.rounds[0].ballots) == {"qa-lead", "technical-lead"}
    assert session.rounds[0].positions["software-architect"] == "Not asked in this round."
    assert findings_in(tmp_path) == []


async def test_nobody_votes_under_the_blue_hat(tmp_path: Path) -> None:
    session = await seated_at(tmp_path, planned(strategy="six-hats")).run()
    blue = [one for one in session.rounds if one.phase.startswith("blue")]
    assert [len(one.ballots) for one in blue] == [0, 0]
    assert set(blue[0].positions) == set(session.seats)


async def test_early_and_easy_agreement_is_put_to_the_test_once(tmp_path: Path) -> None:
    voices = {seat: Answering(lambda _: {"position": "Yes.", "confidence": "0.9"}) for seat in planned().seats}
    limits = PanelSettings(limits=Limits(min_rounds=1))
    played = seated_at(tmp_path, planned(settings=limits), voices)
    session = await played.run()
    assert [one.stress_test for one in session.rounds] == [False, True]
    asked = [update.asked.text for update in played.of(QuestionAsked) if isinstance(update, QuestionAsked)]
    assert "mistake" in asked[1]


async def test_a_conflict_goes_to_the_user_and_is_resolved_by_their_word(tmp_path: Path) -> None:
    def disagreeing(task: SynthesisTask) -> Mapping[str, Value]:
        conflict: Value = {"title": "Queue or table", "positions": {"A": "Queue", "B": "Table"}}
        entry: Value = {"type": "decision", "title": "It"}
        done: Value = {"topic_id": "main", "new_status": "closed"}
        first = task.situation.round == 1
        return {
            "synthesis": "They differ.",
            "conflicts": [conflict] if first else [],
            "artifacts": [entry] if first else [],
            "agenda_update": done,
            "recommendation": "Take the table.",
            "next_action": "conclude",
        }

    user = Deciding([Decision(Choice.ACCEPT)])
    played = seated_at(tmp_path, planned(), facilitator=Answering(synthesis=disagreeing), moderator=user)
    session = await played.run()
    (conflict,) = session.conflicts
    assert conflict.positions == {"qa-lead": "Queue", "software-architect": "Table"}
    assert (conflict.resolution, conflict.resolved_by) == ("Take the table.", "user")
    assert session.rounds[2].next_action is NextAction.ESCALATE
    assert [issue.key for issue in user.seen] == ["conflict:CONF-001"]
    assert "qa-lead" not in " ".join(user.seen[0].positions)
    assert findings_in(tmp_path) == []


async def test_without_a_decision_the_panel_waits_and_asks_again_when_it_is_resumed(tmp_path: Path) -> None:
    facilitator = Answering(
        synthesis=lambda _: {"synthesis": "?", "next_action": "escalate", "escalation_reason": "How much money?"}
    )
    plan = planned()
    played = seated_at(tmp_path, plan, facilitator=facilitator, moderator=Deciding())
    session = await played.run()
    assert session.is_paused
    assert isinstance(played.updates[-1], Paused)
    again = resumed_at(
        tmp_path, plan, facilitator=facilitator, moderator=Deciding([Decision(Choice.DECIDE, "Little.")])
    )
    await again.run()
    first = again.of(Escalating)[0]
    assert isinstance(first, Escalating)
    assert first.issue.reason == "How much money?"
    assert again.session.escalations[0].user_decision == "Little."


async def test_a_raised_hand_is_heard_after_the_round(tmp_path: Path) -> None:
    user = Deciding([Decision(Choice.DECIDE, "Mind the cost.")])
    facilitator = Answering(synthesis=lambda _: {"synthesis": "x", "next_action": "continue"})
    played = seated_at(tmp_path, planned(), facilitator=facilitator, moderator=user)

    def raise_hand(update: object) -> None:
        if isinstance(update, QuestionAsked) and update.asked.round == 1:
            played.table.raise_hand()
        if isinstance(update, RoundWritten) and update.round.number == 2:
            played.table.pause()

    played.table.subscribe(raise_hand)
    session = await played.run()
    assert session.escalations[0].round == 1
    assert facilitator.questions[1].situation.decisions == ("Mind the cost.",)


async def test_somebody_who_is_asked_after_each_round_can_end_it_or_pause_it(tmp_path: Path) -> None:
    ended = await seated_at(
        tmp_path / "a", planned(), interactive=True, moderator=Deciding(wishes=[Wish.CONCLUDE])
    ).run()
    assert (ended.is_closed, len(ended.rounds)) == (True, 1)
    paused = await seated_at(tmp_path / "b", planned(), interactive=True, moderator=Deciding(wishes=[Wish.PAUSE])).run()
    assert (paused.is_paused, len(paused.rounds)) == (True, 1)


async def test_a_panel_ends_when_its_rounds_are_used_up(tmp_path: Path) -> None:
    facilitator = Answering(synthesis=lambda _: {"synthesis": "x", "next_action": "continue"})
    settings = PanelSettings(limits=Limits(max_rounds=4))
    session = await seated_at(tmp_path, planned(settings=settings), facilitator=facilitator).run()
    assert session.is_closed
    assert len(session.rounds) == 4


async def test_your_own_ballot_stands_beside_the_panel_and_counts_for_nothing(tmp_path: Path) -> None:
    own = Answering(lambda _: {"position": "Never.", "confidence": "1", "stance": "block"})
    facilitator = Answering(synthesis=lambda _: {"synthesis": "x", "next_action": "phase"})
    settings = PanelSettings(limits=Limits(max_rounds=3))
    plan = planned(strategy="consensus-driven", settings=settings)
    session = await seated_at(tmp_path, plan, facilitator=facilitator, own=own).run()
    only = session.rounds[-1]
    assert only.own_ballot
    assert only.own_ballot.stance is Stance.BLOCK
    assert [one.consensus for one in session.rounds] == [False, False, True]
    assert "Never." not in str(facilitator.syntheses)
    assert set(only.ballots) == set(plan.seats)


async def test_an_ended_panel_says_what_it_wrote(tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned())
    await played.run()
    assert isinstance(played.updates[-1], Concluded)
    assert played.session.outcome == played.updates[-1].outcome
    assert not (tmp_path / f".s2s/sessions/{played.session.id}/pending.jsonl").exists()


async def test_a_facilitator_of_files_never_votes() -> None:
    with pytest.raises(Exception, match="never votes"):
        await FilesFacilitator().ballot(None)  # type: ignore[arg-type]
