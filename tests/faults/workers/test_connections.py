"""The connection of one worker of a team is cut, at each of its requests in turn and anywhere in the answer to it.

The suite cuts each request once, `make faults` (EVERY_FAULT=1) in every way and at several places of each answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Ending, UserSaid
from roundtable_tui.domain.journal.state import TEAM
from roundtable_tui.domain.journal.team_events import WorkerFailed
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.updates import Noticed
from tests.support.disk.sampling import EVERY_ONE
from tests.support.invariants import problems
from tests.support.messages_api.replies import Fault, Reply, fails
from tests.support.messages_api.server import MessagesServer
from tests.support.voices.analyst_model import AnalystModel, kind_of
from tests.support.voices.teams import FIRST, drafted, in_mode, to_the_end, worker_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession
    from tests.faults.conftest import Promise
    from tests.support.messages_api.server import Received

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers")]

WORKERS = (ALEX, MAYA, JORDAN)
STATED = "Nobody may see the invoices of others."
REQUESTS = ((ALEX, 1), (ALEX, 2), (ALEX, 3), (MAYA, 1), (MAYA, 2), (JORDAN, 1))
"""Every request that a worker sends, by its number: two for reading, a part each, and what Maya mends."""
BESIDE = {"reading", "requirements", "architecture", "design", "mend"}
WRITTEN = {"requirements-spec.md", "impact-analysis.md", "architecture-overview.md", "module-design.md"}

Cut = tuple[Fault, float]
"""How, and after which part of the answer it would have been."""
CUTS: tuple[Cut, ...] = ((Fault.CLOSE, 0.5),)
if EVERY_ONE:
    INSTEAD = (Fault.UNAUTHORIZED, Fault.HTML, Fault.HANG_UP)
    MIDWAY = (Fault.RESET, Fault.BAD_JSON, Fault.ERROR_EVENT)
    CUTS += (*((fault, 0.0) for fault in INSTEAD), *((fault, 0.5) for fault in MIDWAY))
    CUTS += ((Fault.CLOSE, 0.0), (Fault.CLOSE, 1.0))


def broken(reply: Reply, cut: Cut) -> Reply:
    fault, part = cut
    deltas = sum(event["type"] == "content_block_delta" for event in reply.events())
    return replace(reply, fault=fault, after=int(deltas * part))


def cutting(cut: Cut, *whose: tuple[str, int], once: bool = False) -> Callable[[Received], Reply]:
    """From its request of this number on, or at that one only, a worker's connection breaks like this."""
    model, seen = AnalystModel(), Counter[str]()

    def answer(received: Received) -> Reply:
        worker, reply = worker_of(received), model(received)
        seen[worker] += 1
        wanted = (
            number == seen[worker] or (number < seen[worker] and not once) for key, number in whose if key == worker
        )
        return broken(reply, cut) if any(wanted) else reply

    return answer


def bodies(session: ItemSession, kind: type) -> list[Any]:
    return [event.body for event in session.events if isinstance(event.body, kind)]


def is_whole(session: ItemSession) -> None:
    """The documents are there, nothing is promised that is not kept, and all that was said is heard."""
    assert session.state.talk.ending is Ending.COMPLETE
    assert set(session.state.files.artifacts) >= WRITTEN
    assert problems(session.state) == []
    assert [one.text for one in bodies(session, UserSaid)][:2] == [FIRST, STATED]


async def test_every_request_of_a_worker_is_one_that_is_cut_below(tmp_path: Path) -> None:
    with MessagesServer(answer=AnalystModel()) as server:
        async with in_mode(TEAM, tmp_path, server) as session:
            await drafted(session)
            await session.do(Submit(STATED))
            await session.investigate()
        sent = Counter(worker_of(one) for one in server.received if worker_of(one))
    assert sent == Counter(worker for worker, _ in REQUESTS)


@pytest.mark.parametrize(("worker", "number"), REQUESTS, ids=str)
async def test_cutting_a_worker_off_at_any_request_ends_in_a_whole_analysis(
    tmp_path: Path, worker: str, number: int, promise: Promise
) -> None:
    for at, cut in enumerate(CUTS):
        for once in (False, True) if EVERY_ONE and not at else (False,):
            told: list[str] = []
            with promise.point(f"{cut}, once: {once}"), MessagesServer() as server:
                server.answer = cutting(cut, (worker, number), once=once)
                async with in_mode(TEAM, tmp_path / f"{at}-{once}", server) as session:
                    session.subscribe(partial(_hear, told))
                    await drafted(session)
                    await session.do(Submit(STATED))
                    await session.investigate()
                    failed = [one.persona for one in bodies(session, WorkerFailed)]
                    assert failed == ([] if once else [worker]), "one that is cut off once tries again by itself"
                    assert sum("The lead takes over" in text for text in told) == len(failed)
                    assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
                    await to_the_end(session)
                    is_whole(session)


def _hear(told: list[str], update: object) -> None:
    if isinstance(update, Noticed):
        told.append(update.text)


@pytest.mark.parametrize("cut", [(Fault.CLOSE, 0.5), (Fault.UNAUTHORIZED, 0.0)] if EVERY_ONE else CUTS, ids=str)
async def test_all_workers_cut_off_at_once_are_taken_over_all_the_same(
    tmp_path: Path, cut: Cut, promise: Promise
) -> None:
    with promise.point(str(cut)), MessagesServer() as server:
        server.answer = cutting(cut, *((key, 1) for key in WORKERS))
        async with in_mode(TEAM, tmp_path, server) as session:
            await drafted(session)
            await session.do(Submit(STATED))
            await session.investigate()
            assert {one.persona for one in bodies(session, WorkerFailed)} == set(WORKERS)
            await to_the_end(session)
            is_whole(session)


async def test_where_the_lead_is_cut_off_too_the_talk_goes_on_and_look_takes_it_up(
    tmp_path: Path, promise: Promise
) -> None:
    """Whoever works beside the talk is gone; only the talk itself is still answered."""
    model = AnalystModel()
    with promise.point(), MessagesServer() as server:
        server.answer = lambda got: fails(Fault.UNAUTHORIZED) if kind_of(got) in BESIDE else model(got)
        async with in_mode(TEAM, tmp_path, server) as session:
            await drafted(session)
            assert {one.how for one in bodies(session, LookEnded)} == {LookEnd.FAILED}
            await session.do(Submit(STATED))
            assert session.state.talk.waiting is not None
            server.answer = model
            await session.look_ahead(again=True)
            assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
            await to_the_end(session)
            is_whole(session)


async def test_a_worker_that_falls_silent_is_stopped_with_the_others_and_goes_on_later(
    tmp_path: Path, promise: Promise
) -> None:
    model = AnalystModel()
    with promise.point(), MessagesServer() as server:
        silent = cutting((Fault.STALL, 0.5), (ALEX, 2))
        server.answer = silent
        async with in_mode(TEAM, tmp_path, server) as session:
            await session.do(Start())
            await session.do(Submit(FIRST))
            looking = asyncio.ensure_future(session.look_ahead())
            while Counter(map(worker_of, server.received))[ALEX] < 2:
                await asyncio.to_thread(server.arrived.acquire)
            await session.do(Submit(STATED))
            session.stop_looking()
            await looking
            server.answer = model
            await session.look_ahead(again=True)
            assert not bodies(session, WorkerFailed)
            assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
            await to_the_end(session)
            is_whole(session)
