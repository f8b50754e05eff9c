"""A finished panel that is held again comes to the same rounds, groups, entries, decisions and documents."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.panel.outputs.publisher import Publisher
from roundtable_tui.panel.record.session import Choice
from roundtable_tui.panel.record.session_file import read_session, session_bytes
from roundtable_tui.panel.recording.replay import PanelReplay
from roundtable_tui.panel.rounds.parts import Wish
from roundtable_tui.panel.rounds.updates import Synthesising
from roundtable_tui.panel.rules.escalation import Decision
from roundtable_tui.plain.panel.panel_demo import held_again, print_panel_demo
from roundtable_tui.plain.panel.printer import PanelPrinter
from roundtable_tui.recordings.samples import PANEL, open_sample, sample_bytes
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import Answering, Deciding, failing, planned, seated_at, shelf_in

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.rounds.updates import PanelUpdate
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, SynthesisTask
    from tests.unit.panel.tables import Played

QA = "qa-lead"
NAME = "shop"


async def held_in(folder: Path, session: PanelSession) -> PanelSession:
    return await held_again(open_sample(folder), PanelReplay(session), PanelPrinter(io.StringIO()))


def documents_in(folder: Path, session: PanelSession) -> dict[str, str]:
    assert session.outcome
    return {name: (folder / name).read_text("utf-8") for name in session.outcome.files}


def told(session: PanelSession) -> PanelSession:
    """Without when it was closed, and without what is counted again."""
    rounds = tuple(replace(one, tokens=0) for one in session.rounds)
    return replace(session, updated_at="", closed_at="", rounds=rounds, raw={})


async def recorded(played: Played) -> PanelSession:
    """As its file says once it is closed."""
    return read_session(session_bytes(await played.run()))


def argue(task: SeatTask) -> dict[str, Value]:
    option = {"qa-lead": "table", "technical-lead": "table"}.get(task.participant.id, "queue")
    return {
        "position": f"{task.participant.name} wants the {option} in round {task.asked.round}.",
        "option": option,
        "confidence": "0.9" if option == "table" else "0.6",
        "stance": "concern",
        "trade_offs": {"optimizing_for": "calm", "risks": ["none", "some"]},
        "rationale": ["Because."],
    }


def ask(task: FacilitatorTask) -> dict[str, Value]:
    return {
        "question": f"Question {task.situation.round}?",
        "probing": "What else?",
        "options": [{"id": "queue", "text": "A queue"}, {"id": "table", "text": "A table"}],
    }


def sum_up(task: SynthesisTask) -> dict[str, Value]:
    """Raises, amends, withdraws, settles and closes, a little in every round."""
    labels: list[Value] = [one.label for one in task.ballots]
    positions: dict[str, Value] = {one.label: one.ballot.position for one in task.ballots}
    found: dict[str, Value] = {"synthesis": f"Round {task.situation.round}.", "consensus": ["A table."]}
    match task.situation.round:
        case 1:
            entries: list[Value] = [
                {"type": "decision", "title": "A table", "decision": "A table.", "agreement": "consensus"},
                {"type": "decision", "title": "A queue", "supported_by": labels[:1]},
            ]
            conflicts: list[Value] = [{"title": "Queue or table", "positions": positions}]
            questions: list[Value] = [{"title": "How many?", "blocking": "true"}, {"title": "How long?"}]
            found |= {"entries": entries, "conflicts": conflicts, "open_questions": questions}
            covered: list[Value] = ["the choice"]
            found["agenda_update"] = [{"topic_id": "main", "new_status": "partial", "coverage_added": covered}]
        case 2:
            found["amended"] = [{"id": "ARCH-001", "change": "Shorter.", "reason": "Long.", "description": "It."}]
            found["withdrawn"] = ["ARCH-002"]
            found["resolved"] = [{"id": "CONF-001", "resolution": "A table.", "method": "facilitator"}]
        case _:
            found["answered"] = [{"id": "OQ-001", "answer": "Ten."}]
            found["agenda_update"] = [{"topic_id": "main", "new_status": "closed", "coverage_added": ["all"]}]
    return {**found, "next_action": "conclude", "recommendation": "The table."}


def arguing(root: Path, strategy: str = "standard", **parts: object) -> Played:
    plan = planned(strategy=strategy, participants=("software-architect", "technical-lead", QA))
    voices = {seat: Answering(argue) for seat in plan.seats}
    publish = Publisher(shelf_in(root), NAME).publish
    facts: dict[str, object] = {"voices": voices, "publish_outcome": publish, **parts}
    return seated_at(root, plan, facilitator=Answering(question=ask, synthesis=sum_up), **facts)  # type: ignore[arg-type]


async def test_the_one_that_ships_comes_to_the_same(tmp_path: Path) -> None:
    session = read_session(sample_bytes(PANEL))
    again = await held_in(tmp_path / NAME, session)
    assert told(again) == told(session)
    assert len(documents_in(tmp_path / NAME, again)) == len(session.outcome.files if session.outcome else ())


@pytest.mark.parametrize("strategy", sorted(SHIPPED.strategies))
async def test_a_panel_by_any_strategy_comes_to_the_same(tmp_path: Path, strategy: str) -> None:
    session = await recorded(arguing(tmp_path / "before", strategy))
    assert session.is_closed
    again = await held_in(tmp_path / NAME, session)
    assert told(again) == told(session)
    assert documents_in(tmp_path / NAME, again) == documents_in(tmp_path / "before", session)


async def test_a_missing_seat_is_missing_again_for_the_same_reason(tmp_path: Path) -> None:
    voices = {"software-architect": Answering(argue), "technical-lead": Answering(argue), QA: failing()}
    session = await recorded(arguing(tmp_path, voices=voices))
    assert session.rounds[0].missing == {QA: "No answer: The connection was lost."}
    assert told(await held_in(tmp_path / NAME, session)) == told(session)


async def test_what_the_user_said_is_said_again(tmp_path: Path) -> None:
    decisions = [Decision(Choice.CONTINUE, rounds=1), *[Decision(Choice.DECIDE, "So be it.")] * 9]
    own = Answering(lambda _: {"position": "Mine.", "confidence": "0.4"})
    played = arguing(tmp_path, moderator=Deciding(decisions), own=own)

    def speak(update: PanelUpdate) -> None:
        if isinstance(update, Synthesising) and len(played.session.rounds) < 2:
            played.table.raise_hand()

    played.table.subscribe(speak)
    session = await recorded(played)
    assert [one.choice for one in session.escalations][:2] == [Choice.CONTINUE, Choice.DECIDE]
    assert told(await held_in(tmp_path / NAME, session)) == told(session)


async def test_a_panel_the_user_ended_early_ends_there_again(tmp_path: Path) -> None:
    session = await recorded(arguing(tmp_path, moderator=Deciding([], [Wish.CONCLUDE]), interactive=True))
    assert len(session.rounds) == 1
    assert told(await held_in(tmp_path / NAME, session)) == told(session)


def test_line_by_line_it_says_what_it_is_and_keeps_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_panel_demo()
    shown = capsys.readouterr().out
    assert shown.startswith("This is a recording of 19 November 2026: a panel")
    assert "The panel has ended after" in shown
    assert "nothing of it was kept" in shown.splitlines()[-1]


def test_the_recording_names_no_folder_of_whoever_made_it() -> None:
    text = (shipped_assets() / "demo" / PANEL.recording).read_text("utf-8")
    assert not [word for word in ("/home/", "/work/", "/Users/", "sk-ant") if word in text]
