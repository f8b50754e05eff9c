"""The MCP server with a real client on the other side: what an agent reads, and the way of a question to its answer."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.values import PointMark
from roundtable_tui.domain.knowledge.points.agent_questions import points_of_agents
from roundtable_tui.errors import UsageError
from roundtable_tui.items.agent_inbox import MOST_OPEN
from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.agent.asking import answers_to, ask
from roundtable_tui.plain.agent.tools import Call, tools_for
from roundtable_tui.session.intents import MarkPoint, Start, Submit
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.guests import SLUG as GUEST
from tests.support.guests import bytes_below, leave_guest
from tests.support.program import program
from tests.support.projects import SLUG, project_in, write_code
from tests.support.screen.tables import with_criterion
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from mcp import Client

QUESTION = "Which currency is the invoice in when the shop sells in two?"
ANSWER = "Always in euros."
READING = ["answers", "brief", "check", "items", "requirements", "tasks", "verify"]


@asynccontextmanager
async def agent(root: Path, *flags: str) -> AsyncIterator[Client]:
    """The package's own client, over the stdin and stdout of the real program."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp_types import Implementation

    words = ["-m", "roundtable_tui", "mcp", "--project", str(root), *flags]
    server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    transport = stdio_client(server)
    async with Client(transport, client_info=Implementation(name="test-agent", version="1")) as client:
        yield client


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text  # type: ignore[union-attr]
    assert not result.is_error, text
    return result.structured_content if result.structured_content is not None else text


async def answer(root: Path, words: str) -> None:
    """The user opens the item, has the question put, and answers it."""
    async with seated(open_item(project_in(root), SLUG), OfflineVoice()) as session:
        await session.do(Start())
        (point,) = points_of_agents(session.state, session.knowledge)
        await session.do(MarkPoint(point.name, PointMark.PULLED))
        await session.do(Submit(words))


def journal_of(root: Path) -> str:
    return (root / "docs/requirements" / SLUG / ".roundtable/journal.jsonl").read_text()


async def begin(root: Path) -> None:
    write_code(root)
    async with seated(open_conversation(project_in(root)), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session, until=lambda state: len(state.dossier.of(Kind.AC)) > 1)


@pytest.mark.slow
async def test_an_agent_reads_asks_back_and_finds_the_answer_when_it_asks_again(tmp_path: Path) -> None:
    await begin(tmp_path)
    async with agent(tmp_path, "--allow-questions") as client:
        assert sorted(tool.name for tool in (await client.list_tools()).tools) == sorted([*READING, "ask"])
        (item,) = (await called(client, "items"))["items"]
        assert item["item"] == SLUG
        required = await called(client, "requirements", item=SLUG)
        assert required["requirements"][0]["criteria"][0]["id"] == "AC-001-01"
        tasks = (await called(client, "tasks", item=SLUG))["tasks"]
        brief = await called(client, "brief", item=SLUG, task=tasks[0]["id"], size="2000c")
        assert tasks[0]["id"] in brief
        assert len(brief) <= 2000
        assert (await called(client, "check", item=SLUG))["items"][0]["slug"] == SLUG
        assert (await called(client, "verify", item=SLUG))["item"] == SLUG
        first = await called(client, "ask", item=SLUG, question=QUESTION, about=["FR-001", "FR-999"])
        assert first["status"] == "open"
        assert await called(client, "ask", item=SLUG, question=f" {QUESTION} ") == first
        assert (await called(client, "items"))["items"][0]["unanswered"] == 1
        await answer(tmp_path, ANSWER)
        again = await called(client, "ask", item=SLUG, question=QUESTION)
        assert (again["id"], again["status"], again["answer"]) == (first["id"], "answered", ANSWER)
        assert await called(client, "answers", item=SLUG, id=first["id"]) == again
        assert (await called(client, "items"))["items"][0]["unanswered"] == 0
        refused = await client.call_tool("brief", {"item": "no-such-item"})
        assert refused.is_error
        journal = journal_of(tmp_path)
        asked = [json.loads(line) for line in journal.splitlines() if first["id"] in line]
        assert [(line["type"], line["actor"]) for line in asked] == [("Contributed", "agent")]
        assert '"test-agent"' in journal


@pytest.mark.slow
async def test_without_the_flag_nothing_can_be_asked_and_no_byte_changes(tmp_path: Path) -> None:
    await begin(tmp_path)
    before = bytes_below(tmp_path)
    async with agent(tmp_path) as client:
        assert sorted(tool.name for tool in (await client.list_tools()).tools) == READING
        assert (await client.call_tool("ask", {"item": SLUG, "question": QUESTION})).is_error
        for tool in ("requirements", "tasks", "brief", "check", "verify", "answers"):
            await called(client, tool, item=SLUG)
    assert bytes_below(tmp_path) == before


@pytest.mark.slow
def test_an_agent_of_last_year_is_served_too_and_stdout_carries_nothing_but_the_protocol(tmp_path: Path) -> None:
    with_criterion(tmp_path)
    (tmp_path / ".roundtable").mkdir(exist_ok=True)
    (tmp_path / ".roundtable/config.yaml").write_text("no_such_setting: 1\n")
    about: dict[str, Any] = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"},
    }
    sent: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "items", "arguments": {}}},
    ]
    words = (sys.executable, "-m", "roundtable_tui", "mcp", "--project", str(tmp_path))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin
        assert server.stdout
        lines = []
        for message in sent:
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            lines += [json.loads(server.stdout.readline())] if "id" in message else []
        rest, complaints = server.communicate()
    assert [line["id"] for line in lines] == [1, 2]
    assert lines[1]["result"]["structuredContent"]["items"][0]["item"] == SLUG
    assert (rest, server.returncode) == (b"", 0)
    assert b"no_such_setting" in complaints


async def test_asked_while_somebody_has_the_item_open_nothing_is_lost(tmp_path: Path) -> None:
    await begin(tmp_path)
    project = project_in(tmp_path)
    async with seated(open_item(project, SLUG), OfflineVoice()) as session:
        kept = await asyncio.to_thread(ask, project, SLUG, "x", QUESTION)
        assert kept["status"] == "open"
        assert "open in another window" in kept["note"]
        assert await asyncio.to_thread(ask, project, SLUG, "x", QUESTION) == kept
        assert (await asyncio.to_thread(answers_to, project, SLUG, kept["id"]))["status"] == "open"
        await session.take_in_questions()
        taken = answers_to(project, SLUG, kept["id"])
        assert taken["called"].startswith("Q-")
    assert len(answers_to(project, SLUG)["questions"]) == 1


def test_to_an_item_of_another_program_it_waits_until_somebody_works_on_it(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    kept = ask(project_in(tmp_path), GUEST, "x", QUESTION)
    assert "when somebody does" in kept["note"]
    assert not (tmp_path / "docs/requirements" / GUEST / ".roundtable/journal.jsonl").exists()


def test_there_is_an_end_to_what_an_agent_may_ask(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    project = project_in(tmp_path)
    for number in range(MOST_OPEN):
        ask(project, GUEST, "x", f"Question {number}?")
    with pytest.raises(UsageError, match="room for no more"):
        ask(project, GUEST, "x", "One more?")
    assert ask(project, GUEST, "x", "Question 3?")["status"] == "open"


@pytest.mark.parametrize("arguments", [{}, {"item": 3}, {"item": SLUG, "question": ""}, {"item": SLUG, "question": []}])
def test_arguments_that_do_not_fit_are_named(tmp_path: Path, arguments: dict[str, object]) -> None:
    with_criterion(tmp_path)
    tool = next(one for one in tools_for(may_ask=True) if one.name == "ask")
    with pytest.raises(UsageError):
        tool.run(Call(project_in(tmp_path), "x", arguments))


def test_the_list_counts_what_waits_for_an_answer(tmp_path: Path) -> None:
    with_criterion(tmp_path)
    ask(project_in(tmp_path), SLUG, "x", QUESTION)
    assert "1 asked" in program("list", "--project", tmp_path).out
    assert json.loads(program("list", "--json", "--project", tmp_path).out)[0]["asked"] == 1


def test_a_question_is_shown_and_answered_from_the_shell_in_guided_mode_too(tmp_path: Path) -> None:
    with_criterion(tmp_path)
    project = project_in(tmp_path)
    assert program("answer", SLUG, "--project", tmp_path).code == 0
    asked = ask(project, SLUG, "a-robot", QUESTION, guess="Both")
    shown = program("answer", SLUG, "--project", tmp_path)
    assert (shown.code, QUESTION in shown.out, asked["called"] in shown.out) == (1, True, True)
    assert program("answer", SLUG, asked["called"], "--project", tmp_path).code == 2, "an answer says something"
    done = program("answer", SLUG, asked["called"], ANSWER, "--project", tmp_path)
    assert (done.code, "a-robot" in done.out) == (0, True)
    again = ask(project, SLUG, "a-robot", QUESTION)
    assert again["status"] == "answered"
    assert ANSWER in again["answer"]
    assert program("answer", SLUG, asked["called"], "No", "--project", tmp_path).code == 2
