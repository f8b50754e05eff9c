"""Three workers beside the talk: each asks for itself, records only what is its own, and is taken over if it fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed, Ending, ModeChosen
from roundtable_tui.domain.journal.state import CONVERSATION, TEAM
from roundtable_tui.domain.journal.team_events import FindingSent, WorkerBegun, WorkerFailed
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.domain.knowledge.team_work import jobs, kinds_of
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.session.code.investigation import NEEDS_A_MODEL, WHO
from roundtable_tui.session.intents import ChooseMode, Start, Submit
from roundtable_tui.session.updates import Happened, Noticed, Searching
from roundtable_tui.voices.model.prompt.stable import persona_text
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import LookLimits
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails
from tests.support.projects import DESCRIPTION, project_in
from tests.support.sessions import seated
from tests.support.voices.analyst_model import NOTE, AnalystModel, kind_of
from tests.support.voices.model_turns import entry
from tests.support.voices.model_voices import voice_at
from tests.support.voices.teams import FIRST, drafted, in_mode, system_of, to_the_end, worker_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession
    from tests.support.messages_api.server import MessagesServer, Received

pytestmark = pytest.mark.xdist_group("anthropic")
WORKERS = (ALEX, MAYA, JORDAN)
FOREIGN = "Invoices over 10,000 are never sent by mail"
STATED = "Nobody may see the invoices of others."


class Overstepping(AnalystModel):
    """Alex also records a constraint, which is Maya's."""

    def __call__(self, received: Received) -> Reply:
        reply = super().__call__(received)
        if worker_of(received) != ALEX or kind_of(received) != "reading" or self.asked.count("reading") != 2:
            return reply
        said: dict[str, Any] = {"said": [{"turn": 0, "quote": "pay by invoice"}], "code": [], "entries": []}
        more = ToolUse("record_entries", {"entries": [entry("constraint", said, text=FOREIGN)]}, "toolu_foreign")
        return Reply((more, *reply.blocks))


def bodies(session: ItemSession, kind: type) -> list[Any]:
    return [event.body for event in session.events if isinstance(event.body, kind)]


def by_worker(server: MessagesServer) -> dict[str, list[Received]]:
    return {key: [one for one in server.received if worker_of(one) == key] for key in WORKERS}


async def test_a_team_talks_like_one_and_ends_with_the_same_documents(tmp_path: Path, server: MessagesServer) -> None:
    written, asked = {}, {}
    for mode in (CONVERSATION, TEAM):
        server.answer = AnalystModel()
        async with in_mode(mode, tmp_path / mode, server) as session:
            await drafted(session)
            await to_the_end(session)
            assert session.state.talk.ending is Ending.COMPLETE
            written[mode] = set(session.state.files.artifacts)
            asked[mode] = session.state.talk.ledger.topic_questions
            assert session.state.files.meta is not None
            assert session.state.files.meta["mode"] == mode
    assert written[CONVERSATION] == written[TEAM]
    assert asked[CONVERSATION] == asked[TEAM]


async def test_alex_begins_then_maya_then_jordan_each_with_their_own(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    async with in_mode(TEAM, tmp_path, server) as session:
        await drafted(session)
        begun = [(one.persona, one.part) for one in bodies(session, WorkerBegun) if one.part]
        assert begun[:2] == [(ALEX, LookPart.READING), (MAYA, LookPart.REQUIREMENTS)]
        assert begun[2:] == [(ALEX, LookPart.ARCHITECTURE), (JORDAN, LookPart.DESIGN)]
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        for one in bodies(session, Contributed):
            if one.who in WORKERS:
                assert {change.kind for change in one.changes} <= kinds_of(one.who)


async def test_no_request_of_a_worker_holds_anything_of_another(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    async with in_mode(TEAM, tmp_path, server) as session:
        await drafted(session)
        await session.do(Submit(STATED))
        await session.investigate()
        people = {key: persona_text(session.knowledge.persona(key)) for key in WORKERS}
    sent = by_worker(server)
    notes = {ALEX: (NOTE, "architecture drafted."), MAYA: ("Three requirements.",), JORDAN: ("design drafted.",)}
    for key, requests in sent.items():
        assert requests, key
        assert len({system_of(one) for one in requests}) == 1, "its own system text stays the same"
        for other in (one for one in WORKERS if one != key):
            called = {block["id"] for one in sent[other] for block in _calls(one)}
            for one in requests:
                text = one.body.decode()
                assert people[key] in system_of(one)
                assert people[other] not in system_of(one)
                assert not [note for note in notes[other] if note in _prompt(one)]
                assert not [name for name in called if f'"{name}"' in text]


def _calls(received: Received) -> list[dict[str, Any]]:
    contents = (one["content"] for one in received.request["messages"] if one["role"] == "assistant")
    return [block for content in contents for block in content if block["type"] == "tool_use"]


def _prompt(received: Received) -> str:
    """What it is told; the talk is public, and the lead may speak there of what came of the work."""
    content = received.request["messages"][0]["content"]
    text = content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
    return text.split("# The talk")[0]


async def test_what_is_anothers_reaches_them_as_a_finding_and_never_the_dossier(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = Overstepping()
    async with in_mode(TEAM, tmp_path, server) as session:
        await drafted(session)
        (finding,) = bodies(session, FindingSent)
        assert (finding.by, finding.to, finding.kind) == (ALEX, MAYA, Kind.CONSTRAINT)
        assert not [one for one in session.state.dossier if FOREIGN in one.text()]
        told = [one for one in by_worker(server)[MAYA] if FOREIGN in one.body.decode()]
        assert told, "it is delivered with the owner's next request"
        assert not [one for one in by_worker(server)[JORDAN] if FOREIGN in one.body.decode()]
        assert not session.state.team.inbox[MAYA]


async def test_what_the_user_says_reaches_whom_it_concerns(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    async with in_mode(TEAM, tmp_path, server) as session:
        await drafted(session)
        before = {key: len(requests) for key, requests in by_worker(server).items()}
        await session.do(Submit(STATED))
        assert [job.persona for job in jobs(session.state)] == [MAYA], "a constraint is Maya's"
        await session.investigate()
        after = by_worker(server)
        assert len(after[MAYA]) == before[MAYA] + 1
        assert f"The user said in turn 2: {STATED}" in after[MAYA][-1].body.decode()
        assert [len(after[key]) for key in (ALEX, JORDAN)] == [before[key] for key in (ALEX, JORDAN)]
        assert not jobs(session.state)


async def test_findings_and_proposals_come_in_at_breaks_only(tmp_path: Path, server: MessagesServer) -> None:
    model, holding = Overstepping(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def answer(received: Received) -> Reply:
        if kind_of(received) == "reply" and STATED in received.body.decode():
            loop.call_soon_threadsafe(holding.set)
            return fails(Fault.NEVER)
        return model(received)

    server.answer = answer
    async with in_mode(TEAM, tmp_path, server) as session:
        await session.do(Start())
        await session.do(Submit(FIRST))
        speaking = asyncio.ensure_future(session.do(Submit(STATED)))
        await holding.wait()
        looking = asyncio.ensure_future(session.look_ahead())
        for _ in range(200):
            await asyncio.to_thread(int)
        assert not bodies(session, FindingSent)
        assert not [one for one in bodies(session, Contributed) if one.who in WORKERS]
        session.stop()
        await asyncio.gather(speaking, return_exceptions=True)
        await looking
        assert bodies(session, FindingSent)


# A worker that fails


async def test_a_worker_that_has_used_its_tokens_is_taken_over_and_the_others_go_on(
    tmp_path: Path, server: MessagesServer
) -> None:
    server.answer = model = AnalystModel()
    limits = LookLimits(LookDepth.THOROUGH, tokens=9_000)
    async with in_mode(TEAM, tmp_path, server, look=limits) as session:
        await drafted(session)
        failed = {one.persona for one in bodies(session, WorkerFailed)}
        assert ALEX in failed, "it has two parts, and reads"
        ended = {one.part: one.who for one in bodies(session, LookEnded)}
        assert set(ended) == set(LookPart)
        assert all(ended[part] != ALEX for part in (LookPart.ARCHITECTURE,))
        assert model.asked


async def test_one_that_brings_nothing_usable_is_taken_over(tmp_path: Path, server: MessagesServer) -> None:
    model = AnalystModel()
    server.answer = lambda received: Reply(()) if worker_of(received) == JORDAN else model(received)
    async with in_mode(TEAM, tmp_path, server) as session:
        await drafted(session)
        assert [one.persona for one in bodies(session, WorkerFailed)] == [JORDAN]
        assert session.state.dossier.of(Kind.MODULE)
        assert {one.who for one in bodies(session, Contributed)} == {ALEX, MAYA, WHO}


async def test_what_the_lead_does_is_told_as_the_leads_beside_the_others(
    tmp_path: Path, server: MessagesServer
) -> None:
    model, held = AnalystModel(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def answer(received: Received) -> Reply:
        if worker_of(received) == MAYA:
            return fails(Fault.UNAUTHORIZED)
        if kind_of(received) == "requirements":
            loop.call_soon_threadsafe(held.set)
            return fails(Fault.NEVER)
        return fails(Fault.NEVER) if worker_of(received) == ALEX else model(received)

    server.answer = answer
    told: list[str] = []
    async with in_mode(TEAM, tmp_path, server) as session:
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Searching) else None)
        await session.do(Start())
        await session.do(Submit(FIRST))
        looking = asyncio.ensure_future(session.look_ahead())
        await held.wait()
        rows = {row.key: row.text for row in session.outline().rows}
        session.stop_looking()
        await looking
    assert "Alex and the lead are at work" in told
    assert rows[f"worker:{MAYA}"] == "Maya: the lead goes on"
    assert not [text for text in told[told.index("Alex and the lead are at work") :] if text.startswith("Maya")]


# Switching, stopping, going on


async def test_switching_in_the_middle_goes_on_from_what_was_found_both_ways(
    tmp_path: Path, server: MessagesServer
) -> None:
    model = AnalystModel()
    server.answer = lambda one: fails(Fault.NEVER) if kind_of(one) == "requirements" else model(one)
    async with in_mode(TEAM, tmp_path, server) as session:
        await session.do(Start())
        await session.do(Submit(FIRST))
        looking = asyncio.ensure_future(session.look_ahead())
        await until(session, lambda: LookPart.READING in session.state.conversation.look)
        server.answer = model
        await session.do(ChooseMode(CONVERSATION))
        await looking
        assert session.state.mode == CONVERSATION
        await session.investigate()
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert model.asked.count("reading") == 2, "what was read is not read again"
        await session.do(ChooseMode(TEAM))
        assert not jobs(session.state), "what was said before is known"
        await session.do(Submit(STATED))
        await session.investigate()
        assert [worker_of(one) for one in server.received if kind_of(one) == "mend"] == [MAYA]
        await to_the_end(session)
        assert session.state.talk.ending is Ending.COMPLETE


async def until(session: ItemSession, came: Callable[[], bool]) -> None:
    happened = asyncio.Event()
    stop = session.subscribe(lambda update: happened.set() if isinstance(update, Happened) and came() else None)
    await happened.wait()
    stop()


async def test_stopping_stops_all_of_them_and_look_takes_it_up_again(tmp_path: Path, server: MessagesServer) -> None:
    model = AnalystModel()
    server.answer = lambda one: fails(Fault.NEVER) if worker_of(one) else model(one)
    async with in_mode(TEAM, tmp_path, server) as session:
        await session.do(Start())
        await session.do(Submit(FIRST))
        before = len(server.received)
        looking = asyncio.ensure_future(session.look_ahead())
        while len(server.received) < before + 2:
            await asyncio.to_thread(server.arrived.acquire)
        session.stop_looking()
        await looking
        assert session.state.conversation.look == dict.fromkeys(
            (LookPart.READING, LookPart.REQUIREMENTS), LookEnd.STOPPED
        )
        assert not session.is_looking
        server.answer = model
        await session.look_ahead(again=True)
        assert session.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)


async def test_workers_cut_off_by_closing_go_on_in_the_next_session(tmp_path: Path, server: MessagesServer) -> None:
    model = AnalystModel()
    server.answer = lambda one: fails(Fault.NEVER) if kind_of(one) == "requirements" else model(one)
    session = in_mode(TEAM, tmp_path, server)
    await session.do(Start())
    await session.do(Submit(FIRST))
    looking = asyncio.ensure_future(session.look_ahead())
    await until(session, lambda: LookPart.READING in session.state.conversation.look)
    await session.close()
    await asyncio.gather(looking, return_exceptions=True)
    server.answer = model
    project = project_in(tmp_path)
    async with seated(open_item(project, slug_for(project, DESCRIPTION)), voice_at(server)) as again:
        await again.do(Start())
        await again.investigate()
        assert again.state.conversation.look == dict.fromkeys(LookPart, LookEnd.DONE)
        assert model.asked.count("reading") == 2
        assert again.state.team.used_by(ALEX) > 0


async def test_the_sidebar_has_a_row_for_each_with_its_tokens(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    async with in_mode(TEAM, tmp_path, server) as session:
        await session.do(Start())
        doing = {row.key: row.text for row in session.outline().rows if row.key.startswith("worker:")}
        assert doing[f"worker:{JORDAN}"] == "Jordan: waits for Maya"
        await session.do(Submit(FIRST))
        await session.investigate()
        rows = {row.key: row for row in session.outline().rows}
        assert rows[f"worker:{ALEX}"].text == "Alex: at rest"
        assert all(rows[f"worker:{key}"].note for key in WORKERS)
        total = sum(session.state.team.used_by(key) for key in WORKERS)
        assert (
            0
            < total
            <= sum(one.input + one.output + one.cache_read + one.cache_write for one in session.state.spent.values())
        )


async def test_without_a_model_it_says_so_once_and_goes_on_as_a_conversation(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    opened = open_item(project, slug_for(project, DESCRIPTION), NewItem(DESCRIPTION, TEAM, "standard"))
    told: list[str] = []
    async with seated(opened, OfflineVoice()) as session:
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
        await session.do(Start())
        await session.do(Submit(FIRST))
        await session.investigate()
        assert told.count(NEEDS_A_MODEL) == 1
        assert session.state.talk.waiting is not None
        assert session.outline().rows
        assert not [row for row in session.outline().rows if row.key.startswith("worker:")]
        assert not bodies(session, ModeChosen)


def test_every_kind_has_an_owner_or_is_everybodys() -> None:
    owners = {spec.owner for spec in SPECS.values()}
    assert owners == {ALEX, MAYA, JORDAN, None}
