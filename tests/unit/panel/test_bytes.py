"""Blind and unnamed on the bytes of every request: whole panels of models over HTTP, by every strategy."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import VoiceError
from roundtable_tui.panel.rounds.updates import SeatChanged, SeatState
from roundtable_tui.panel.seating import seating_for
from tests.support.messages_api.replies import Fault, Reply, fails, says
from tests.unit.panel.loopback import PanelServer, Silent, begun, finished, model_of, room_at, tabled, wire
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import ACCEPTING, Deciding

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.panel.record.session import PanelSession
    from tests.support.messages_api.server import MessagesServer

__all__ = ["wire"]
SEATS = ("software-architect", "security-champion", "qa-lead", "devops-engineer", "ux-researcher")
STRATEGIES = sorted(SHIPPED.strategies)


async def played(root: Path, server: MessagesServer, strategy: str, at_once: int) -> tuple[PanelServer, PanelSession]:
    models = PanelServer(SEATS)
    models.serve(server)
    room = room_at(root, server.url, SEATS, at_once)
    table = tabled(room, begun(room, SEATS, strategy=strategy))
    await finished(table)
    return models, table.session


def who_is_who() -> list[str]:
    """Everything that tells who somebody is: ids, names, roles, models, in any case."""
    found = [model_of(seat) for seat in SEATS]
    for seat in SEATS:
        participant = SHIPPED.participant(seat)
        found += [seat, seat.replace("-", "_"), participant.name, participant.role]
    return [one.lower() for one in found]


@pytest.mark.parametrize("at_once", [1, 6])
@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_no_request_of_a_seat_holds_a_word_that_was_said_in_the_same_round(
    strategy: str, at_once: int, tmp_path: Path, wire: MessagesServer
) -> None:
    """Also where one seat is asked after the other has answered."""
    models, session = await played(tmp_path, wire, strategy, at_once)
    assert len(session.rounds) >= 3
    asked = models.of(*SEATS)
    assert {one.seat for one in asked} == set(SEATS)
    for one in asked:
        said = [mark for (_, number), mark in models.marks.items() if number == one.round]
        assert len(said) == len(SEATS)
        assert [mark for mark in said if mark in one.text] == []


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_no_request_tells_a_seat_who_said_what_in_any_round(
    strategy: str, tmp_path: Path, wire: MessagesServer
) -> None:
    """A seat's own name and role stand in its rules; nothing of anybody's stands in what it is shown."""
    models, _ = await played(tmp_path, wire, strategy, at_once=6)
    for one in models.of(*SEATS):
        told = one.message.lower()
        assert [word for word in who_is_who() if word in told] == []
        others = [model_of(seat) for seat in SEATS if seat != one.seat]
        assert [model for model in others if model in one.text] == []


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_the_facilitator_is_never_sent_a_name_an_id_a_role_or_a_model(
    strategy: str, tmp_path: Path, wire: MessagesServer
) -> None:
    models, session = await played(tmp_path, wire, strategy, at_once=6)
    requests = models.of("question", "synthesis")
    assert len(requests) == 2 * len(session.rounds)
    for one in requests:
        assert [word for word in who_is_who() if word in one.text.lower()] == []


async def test_every_ballot_reaches_the_facilitator_whole_in_an_order_that_tells_nothing(
    tmp_path: Path, wire: MessagesServer
) -> None:
    models, session = await played(tmp_path, wire, "standard", at_once=1)
    orders = set()
    for one in models.of("synthesis"):
        marks = {models.marks[seat, one.round]: seat for seat in SEATS}
        assert all(one.message.count(mark) >= 6 for mark in marks)
        ballots = one.message.partition("# The ballots")[2]
        orders.add(tuple(marks[mark] for mark in sorted(marks, key=ballots.index)))
    assert len(session.rounds) >= 3
    assert len(orders) > 1, "the same order in every round"


async def test_the_names_return_with_the_reveal_and_not_before(tmp_path: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS))
    synthesised: list[bool] = []

    def watch(update: object) -> None:
        if isinstance(update, SeatChanged):
            assert (update.ballot is None) == (update.state is not SeatState.REVEALED)
            if update.state is SeatState.REVEALED:
                synthesised.append(bool(models.of("synthesis")))

    table.subscribe(watch)
    await finished(table)
    assert synthesised == [True] * len(SEATS)
    (only,) = table.session.rounds
    for seat in SEATS:
        assert models.marks[seat, 1] in only.ballots[seat].position


async def test_each_ballot_carries_the_proof_of_its_own_request(tmp_path: Path, wire: MessagesServer) -> None:
    models, session = await played(tmp_path, wire, "standard", at_once=6)
    proofs = {(one.seat, one.round): f"req_{one.received.number:04d}" for one in models.sent}
    for done in session.rounds:
        assert {seat: ballot.request.id for seat, ballot in done.ballots.items()} == {
            seat: proofs[seat, done.number] for seat in SEATS
        }
        for seat, ballot in done.ballots.items():
            assert ballot.request.model == model_of(seat)
            assert ballot.request.input > 100
            assert ballot.request.output > 10
            assert ballot.request.seconds >= 0
        asked, summed = done.requests
        assert (asked.id, summed.id) == (proofs["question", done.number], proofs["synthesis", done.number])


async def test_a_round_taken_up_again_is_as_blind_as_it_was(tmp_path: Path, wire: MessagesServer) -> None:
    """Sealed ballots of a round that broke off reach nobody who is asked later in it."""
    models = PanelServer(SEATS, fault=breaking_once("synthesis"))
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    with pytest.raises(VoiceError):
        await finished(tabled(room, begun(room, SEATS)))
    gone = SEATS[0]
    pending = next((tmp_path / ".s2s/sessions").glob("*/pending.jsonl"))
    kept = [line for line in pending.read_text().splitlines() if f'"seat":"{gone}"' not in line]
    pending.write_text("\n".join(kept) + "\n")
    models.marks.pop((gone, 1))
    table = tabled(room, room.resume("which"))
    await finished(table)
    asked = models.of(*SEATS)
    assert [one.seat for one in asked[len(SEATS) :]] == [gone]
    assert not [mark for mark in models.marks.values() if mark in asked[-1].text]
    assert table.session.is_closed


async def test_an_answer_that_is_mended_tells_nobody_anything_either(tmp_path: Path, wire: MessagesServer) -> None:
    """Neither the second request nor what --verbose keeps on disk holds a word of another seat's, or a name."""
    models = PanelServer(SEATS)
    models.fault = formless_once(models)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=2)
    ready = begun(room, SEATS)
    table = room.table(ready, seating_for(room, ready, Silent()), Deciding(list(ACCEPTING)), verbose=True)
    await finished(table)
    again = [one for one in models.of(*SEATS) if "could not be used" in one.message]
    assert len(again) == 2 * len(SEATS)
    for one in again:
        asked = (one.seat, one.round)
        others = [mark for said, mark in models.marks.items() if said[1] == one.round and said != asked]
        assert [mark for mark in others if mark in one.text] == []
        assert models.marks[asked] in one.text
    for one in models.of("question", "synthesis"):
        assert [word for word in who_is_who() if word in one.text.lower()] == []
    for (seat, number), mark in models.marks.items():
        for other in SEATS:
            assert (mark in kept_of(tmp_path, number, f"02-{other}")) == (seat == other)
        told = kept_of(tmp_path, number, "03-facilitator-synthesis").partition("response:")[0].lower()
        assert mark in told
        assert [word for word in who_is_who() if word in told] == []


def kept_of(root: Path, number: int, actor: str) -> str:
    (path,) = root.rglob(f"{number:03d}-{actor}.yaml")
    return path.read_text(encoding="utf-8")


def formless_once(models: PanelServer) -> Callable[[str, int], Reply | None]:
    """Everybody answers without any form at first, and says who they are."""
    before: set[tuple[str, int]] = set()

    def fault(seat: str, number: int) -> Reply | None:
        if (seat, number) in before:
            return None
        before.add((seat, number))
        mark = models.marks.setdefault((seat, number), secrets.token_hex(8)) if seat in SEATS else ""
        return says(f"Speaking for {seat}: {mark} is what I think.")

    return fault


def breaking_once(seat: str) -> Callable[[str, int], Reply | None]:
    broken: list[int] = []

    def fault(asked: str, number: int) -> Reply | None:
        if asked != seat or broken:
            return None
        broken.append(number)
        return fails(Fault.SERVER)

    return fault
