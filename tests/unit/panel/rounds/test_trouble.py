"""Malformed answers, failing seats, full disks, pauses and crashes cost at most what nobody had answered yet."""

from __future__ import annotations

import asyncio
import errno
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.errors import LockedError, StorageError, VoiceError
from roundtable_tui.items.budget import BudgetSpentError
from roundtable_tui.panel.record.session import Limits
from roundtable_tui.panel.rounds.dump import dump_answer
from roundtable_tui.panel.rounds.updates import Noticed, QuestionAsked, RoundWritten, SeatChanged, SeatState
from roundtable_tui.panel.seats.prompts import ballot_prompt
from roundtable_tui.panel.settings import PanelSettings
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import Image, crash_images, materialise
from tests.support.disk.disks import FaultyDisk, RecordingDisk
from tests.unit.panel.seats.test_replies import MALFORMED_BALLOTS, MALFORMED_QUESTIONS, MALFORMED_SYNTHESES
from tests.unit.panel.tables import Answering, Played, failing, findings_in, planned, resumed_at, seated_at, shelf_in

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.panel.seats.tasks import SeatTask, SynthesisTask

ONCE = PanelSettings(limits=Limits(min_rounds=1, max_rounds=1))
GOOD = {"position": "Do it.", "confidence": "0.7"}


def reply_in(content: object) -> Answering:
    """A voice that always answers this, whatever it is."""
    return Answering(lambda _: content, lambda _: content, lambda _: content)  # type: ignore[arg-type,return-value]


def notices(played: Played) -> list[str]:
    return [update.text for update in played.updates if isinstance(update, Noticed)]


@pytest.mark.parametrize("content", MALFORMED_BALLOTS.values(), ids=MALFORMED_BALLOTS)
async def test_a_seat_that_cannot_be_understood_is_asked_once_more_and_then_missing(
    content: object, tmp_path: Path
) -> None:
    voice = reply_in(content)
    offering = Answering(question=lambda _: {"question": "Which?", "options": ["a queue", "a table"]})
    played = seated_at(tmp_path, planned(settings=ONCE), {"qa-lead": voice}, offering)
    session = await played.run()
    (only,) = session.rounds
    assert set(only.ballots) == {"software-architect", "technical-lead"}
    assert only.positions["qa-lead"] == only.missing["qa-lead"]
    assert len(voice.tasks) == 2
    assert voice.tasks[1].repair
    assert voice.tasks[1].repair.problem in ballot_prompt(voice.tasks[1]).message
    assert findings_in(tmp_path) == []


async def test_a_seat_that_mends_its_answer_is_heard(tmp_path: Path) -> None:
    voice = Answering(lambda task: GOOD if task.repair else "Yes.")
    session = await seated_at(tmp_path, planned(settings=ONCE), {"qa-lead": voice}).run()
    assert session.rounds[0].ballots["qa-lead"].position == "Do it."
    assert session.rounds[0].tokens == 4 * 150


@pytest.mark.parametrize("content", MALFORMED_QUESTIONS.values(), ids=MALFORMED_QUESTIONS)
async def test_a_question_that_cannot_be_understood_is_asked_from_the_files(content: object, tmp_path: Path) -> None:
    facilitator = Answering(question=lambda _: content)  # type: ignore[arg-type,return-value]
    played = seated_at(tmp_path, planned(settings=ONCE), facilitator=facilitator)
    session = await played.run()
    assert session.rounds[0].question.startswith("What would you do, and what speaks most strongly")
    assert len(facilitator.questions) == 2
    assert len(notices(played)) == 1


@pytest.mark.parametrize("content", MALFORMED_SYNTHESES.values(), ids=MALFORMED_SYNTHESES)
async def test_a_synthesis_that_cannot_be_understood_is_replaced_by_a_count(content: object, tmp_path: Path) -> None:
    facilitator = Answering(synthesis=lambda _: content)  # type: ignore[arg-type,return-value]
    played = seated_at(tmp_path, planned(settings=ONCE), facilitator=facilitator)
    session = await played.run()
    assert session.rounds[0].synthesis == "What was said: Do it."
    assert len(session.rounds[0].ballots) == 3
    assert len(facilitator.syntheses) == 2
    assert len(notices(played)) == 1
    assert findings_in(tmp_path) == []


async def test_a_synthesis_with_a_lesser_fault_is_asked_for_again_but_not_thrown_away(tmp_path: Path) -> None:
    facilitator = Answering(synthesis=lambda _: {"synthesis": "So.", "next_action": "continue", "groups": [["A"]]})
    session = await seated_at(tmp_path, planned(settings=ONCE), facilitator=facilitator).run()
    assert session.rounds[0].synthesis == "So."
    assert len(facilitator.syntheses) == 2
    assert len(session.rounds[0].groups) == 1


@pytest.mark.parametrize("error", [VoiceError("Overloaded."), BudgetSpentError("All is used.")])
async def test_a_good_synthesis_is_not_lost_because_its_lesser_fault_cannot_be_mended(
    error: VoiceError, tmp_path: Path
) -> None:
    def once(task: SynthesisTask) -> dict[str, object]:
        if task.repair:
            raise error
        return {"synthesis": "So.", "next_action": "continue", "groups": [["A"]]}

    facilitator = Answering(synthesis=once)  # type: ignore[arg-type]
    session = await seated_at(tmp_path, planned(settings=ONCE), facilitator=facilitator).run()
    assert session.rounds[0].synthesis == "So."
    assert session.is_closed


def test_what_was_sent_to_have_an_answer_mended_is_kept_too(tmp_path: Path) -> None:
    asks_twice = Answering(lambda task: GOOD if task.repair else "Yes.")
    asyncio.run(seated_at(tmp_path, planned(settings=ONCE), {"qa-lead": asks_twice}, dump=dump_answer).run())
    (path,) = tmp_path.rglob("001-02-qa-lead.yaml")
    kept = path.read_text(encoding="utf-8")
    assert "Your answer could not be used: The answer is not one JSON object." in kept
    assert "Do it." in kept


async def test_a_failing_seat_is_missing_with_its_reason_and_the_round_goes_on(tmp_path: Path) -> None:
    played = seated_at(tmp_path, planned(settings=ONCE), {"qa-lead": failing()})
    session = await played.run()
    assert session.rounds[0].missing == {"qa-lead": "No answer: The connection was lost."}
    told = [
        update for update in played.updates if isinstance(update, SeatChanged) and update.state is SeatState.MISSING
    ]
    assert [update.reason for update in told] == ["No answer: The connection was lost."]


async def test_when_no_seat_can_answer_the_round_is_not_claimed(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    played = seated_at(tmp_path, plan, {seat: failing() for seat in plan.seats})
    with pytest.raises(VoiceError, match="No seat could answer"):
        await played.run()
    assert played.of(RoundWritten) == []
    again = resumed_at(tmp_path, plan)
    assert (await again.run()).is_closed
    first = again.of(QuestionAsked)[0]
    assert isinstance(first, QuestionAsked)
    assert first.resumed


async def test_a_spent_budget_stops_the_round_instead_of_costing_a_seat(tmp_path: Path) -> None:
    def spent(task: SeatTask) -> str:
        raise BudgetSpentError("All is used.")

    with pytest.raises(BudgetSpentError):
        await seated_at(tmp_path, planned(settings=ONCE), {"qa-lead": Answering(spent)}).run()


async def test_a_facilitator_that_fails_stops_the_round_and_keeps_the_ballots(tmp_path: Path) -> None:
    def fail(task: object) -> str:
        raise VoiceError("Overloaded.")

    plan = planned(settings=ONCE)
    with pytest.raises(VoiceError, match="Overloaded"):
        await seated_at(tmp_path, plan, facilitator=Answering(synthesis=fail)).run()
    voices = {seat: Answering() for seat in plan.seats}
    session = await resumed_at(tmp_path, plan, voices).run()
    assert len(session.rounds[0].ballots) == 3
    assert not any(voice.tasks for voice in voices.values())


@pytest.mark.parametrize("sealed", [0, 1, 2, 3])
async def test_a_pause_loses_at_most_the_seats_that_had_not_answered(sealed: int, tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    order = list(plan.seats)
    never = asyncio.Event()
    voices = {
        seat: Answering(wait=None if number < sealed else never.wait)  # type: ignore[arg-type]
        for number, seat in enumerate(order)
    }
    facilitator = Answering()
    played = seated_at(tmp_path, plan, voices, facilitator)

    def pause(update: object) -> None:
        if isinstance(update, SeatChanged):
            states = [one for one in played.updates if isinstance(one, SeatChanged)]
            done = sum(one.state is SeatState.SEALED for one in states)
            thinking = sum(one.state is SeatState.THINKING for one in states)
            if done == sealed and thinking == len(order):
                played.table.pause()

    played.table.subscribe(pause)
    session = await played.run()
    assert session.is_paused
    assert session.rounds == ()
    again = {seat: Answering() for seat in order}
    finished = await resumed_at(tmp_path, plan, again, facilitator).run()
    assert [seat for seat in order if again[seat].tasks] == order[sealed:]
    assert set(finished.rounds[0].ballots) == set(order)
    assert finished.paused_at == ""
    assert len(facilitator.questions) == 1


async def test_somebody_who_cancels_from_outside_loses_no_sealed_ballot(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    never = asyncio.Event()
    voices = {"qa-lead": Answering(wait=never.wait)}  # type: ignore[arg-type]
    played = seated_at(tmp_path, plan, voices)
    two_sealed = asyncio.Event()

    def look(_: object) -> None:
        if sum(isinstance(one, SeatChanged) and one.state is SeatState.SEALED for one in played.updates) == 2:
            two_sealed.set()

    played.table.subscribe(look)
    running = asyncio.create_task(played.run())
    await two_sealed.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    again = {seat: Answering() for seat in plan.seats}
    session = await resumed_at(tmp_path, plan, again).run()
    assert [seat for seat in plan.seats if again[seat].tasks] == ["qa-lead"]
    assert session.is_closed


def changes_of_a_whole_run(root: Path) -> int:
    root.mkdir()
    disk = RecordingDisk(RealDisk(), root)
    asyncio.run(seated_at(root, planned(settings=ONCE), disk=disk).run())
    return len(disk.operations)


@pytest.mark.parametrize("for_good", [True, False])
def test_where_the_disk_refuses_nothing_is_claimed_and_the_panel_can_go_on(tmp_path: Path, for_good: bool) -> None:
    total = changes_of_a_whole_run(tmp_path / "whole")
    refused = 0
    for fail_at in range(1, total + 1):
        root = tmp_path / f"{for_good}-{fail_at}"
        root.mkdir()
        full = OSError(errno.ENOSPC, "No space left on device")
        disk = FaultyDisk(RealDisk(), fail_at, full, partial=True, for_good=for_good)
        plan = planned(settings=ONCE)
        try:
            played = seated_at(root, plan, disk=disk)
        except StorageError:
            continue
        try:
            asyncio.run(played.run())
        except StorageError:
            refused += 1
            written = played.of(RoundWritten)
            on_disk = shelf_in(root).read(played.session.id)
            assert len(on_disk.rounds) >= len(written)
            revealed = [
                one for one in played.updates if isinstance(one, SeatChanged) and one.state is SeatState.REVEALED
            ]
            assert not revealed or on_disk.rounds
        session = asyncio.run(resumed_at(root, plan).run())
        assert session.is_closed
        assert findings_in(root) == []
    assert refused > 3


@pytest.mark.slow
def test_after_a_crash_anywhere_the_panel_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    root = tmp_path / "whole"
    root.mkdir()
    plan = planned(settings=PanelSettings(limits=Limits(min_rounds=2, max_rounds=2)))
    disk = RecordingDisk(RealDisk(), root)
    expected = asyncio.run(seated_at(root, plan, disk=disk).run())
    images = list(crash_images(disk.operations, Image()))
    assert len(images) > 60
    tried = 0
    for number, image in enumerate(images):
        place = tmp_path / str(number)
        place.mkdir()
        materialise(image, place)
        if not shelf_in(place).names():
            continue
        session = asyncio.run(resumed_at(place, plan).run())
        assert replace(session, raw={}) == replace(expected, raw={}), image.label
        assert findings_in(place) == [], image.label
        tried += 1
    assert tried > 30


async def test_another_program_that_changes_the_file_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    played = seated_at(tmp_path, plan)

    def change(update: object) -> None:
        if isinstance(update, QuestionAsked):
            played.opened.path.write_bytes(played.opened.path.read_bytes() + b"note: mine\n")

    played.table.subscribe(change)
    with pytest.raises(StorageError, match="changed by another program"):
        await played.run()
    assert b"note: mine" in played.opened.path.read_bytes()
    session = await resumed_at(tmp_path, plan).run()
    assert session.is_closed
    assert b"note: mine" in played.opened.path.read_bytes().replace(b'"', b"")


async def test_two_windows_cannot_hold_the_same_panel(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    played = seated_at(tmp_path, plan)
    with pytest.raises(LockedError, match="is open in another window"):
        shelf_in(tmp_path).open(played.session.id)
    await played.run()
    shelf_in(tmp_path).open(played.session.id).close()


async def test_two_panels_run_at_the_same_time(tmp_path: Path) -> None:
    one = seated_at(tmp_path, planned("First", workflow="design"))
    other = seated_at(tmp_path, planned("Second", workflow="specs"))
    first, second = await asyncio.gather(one.run(), other.run())
    assert first.is_closed
    assert second.is_closed
    assert findings_in(tmp_path) == []


def test_a_session_that_cannot_be_read_is_copied_aside_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / ".s2s/sessions"
    folder.mkdir(parents=True)
    (folder / "broken.yaml").write_text("id: [\n")
    with pytest.raises(StorageError, match=r"a copy is kept as broken\.yaml\.corrupt-"):
        shelf_in(tmp_path).read("broken")
    assert (folder / "broken.yaml").read_text() == "id: [\n"
    (summary,) = shelf_in(tmp_path).summaries()
    assert summary.problem.startswith("The file is not valid YAML")
