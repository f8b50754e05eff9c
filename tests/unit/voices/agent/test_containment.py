"""An agent gets our tools and what may be read, an empty folder and no keys; what it wants besides is refused once."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.journal.values import Role
from roundtable_tui.voices.agent.tool_server import Loan, ToolServer
from roundtable_tui.voices.model.exchange import ToolResult, ToolSpec
from roundtable_tui.voices.protocol import Said
from tests.support.agents.stand_in import GoneError, Tools
from tests.support.agents.started import agent_at, heard_from_agent
from tests.support.projects import project_in
from tests.support.voices.model_voices import answering, asked, asks, talk, turn

if TYPE_CHECKING:
    from roundtable_tui.voices.model.exchange import ToolCall
    from roundtable_tui.voices.protocol import Part
    from tests.support.messages_api.server import MessagesServer

SECRET = "sk-ant-api03-" + "Zq8Lx2Vb7Nm4Kp9Wd3Rt6Yh1Jc5Gf0Ss"
ASKS = turn("", asks("Who notices first?"))


def notices(parts: list[Part]) -> list[str]:
    return [part.text for part in parts if isinstance(part, Said) and part.role is Role.NOTICE]


async def test_it_may_call_our_tools_and_nothing_else_and_each_refusal_is_said_once(server: MessagesServer) -> None:
    server.script.extend([ASKS, ASKS])
    voice = agent_at(server, "wishes")
    first = [part async for part in voice.speak(answering)]
    second = [part async for part in voice.speak(answering)]
    await voice.close()
    assert talk(first)[0][1] == "[False, False, False, False, True] True True"
    assert notices(first) == [
        "Stand-in wanted to run a command. Here it may not, and was refused.",
        "Stand-in wanted to change files. Here it may not, and was refused.",
        "Stand-in wanted to reach the network by itself. Here it may not, and was refused.",
        "Stand-in wanted to read a file. Here it may not, and was refused.",
    ]
    assert notices(second) == []


async def test_it_works_in_an_empty_folder_with_no_key_in_its_environment(
    server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    monkeypatch.setenv("SOMETHING_OF_MINE", "x")
    server.script.extend([ASKS])
    found = json.loads(talk(await heard_from_agent(server, answering, "where"))[0][1])
    assert found["cwd"] == []
    assert "HOME" in found["env"]
    assert not {"ANTHROPIC_API_KEY", "SOMETHING_OF_MINE"} & set(found["env"])


async def test_a_mode_that_asks_nobody_is_left(server: MessagesServer) -> None:
    server.script.extend([ASKS])
    assert asked(await heard_from_agent(server, answering, "bypass")).text == "Who notices first?"


async def test_it_reads_through_our_reader_without_secrets_and_without_line_numbers(
    server: MessagesServer, tmp_path: Path
) -> None:
    from roundtable_tui.session.code.code_access import CodeForVoices

    (tmp_path / "pay.py").write_text(f'KEY = "{SECRET}"\nprint(1)\n')
    brief = replace(answering, code=CodeForVoices(project_in(tmp_path).paths.root))
    server.script.extend([ASKS])
    said = talk(await heard_from_agent(server, brief, "read=pay.py"))[0][1]
    assert json.loads(said)["content"] == 'KEY = "[secret removed]"\nprint(1)'


@pytest.mark.parametrize("path", ["/etc/passwd", "../../etc/passwd", ".env", "nowhere.py", r"\ud800"])
async def test_what_our_reader_does_not_show_is_not_read(server: MessagesServer, tmp_path: Path, path: str) -> None:
    from roundtable_tui.session.code.code_access import CodeForVoices

    (tmp_path / ".env").write_text(f"KEY={SECRET}\n")
    brief = replace(answering, code=CodeForVoices(project_in(tmp_path).paths.root))
    server.script.extend([ASKS])
    parts = await heard_from_agent(server, brief, f"read={path}")
    assert "content" not in json.loads(talk(parts)[0][1])
    assert notices(parts) == ["Stand-in wanted to read a file. Here it may not, and was refused."]


# The door


async def answer(call: ToolCall) -> ToolResult:
    return ToolResult(call.id, f"{call.name} {json.dumps(call.input)}")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such sockets")
async def test_only_this_user_can_reach_the_door() -> None:
    server = ToolServer()
    await server.open()
    lent = server.lend(Loan((), answer))
    door = Path(next(one["value"] for one in lent["env"] if one["name"] == "ROUNDTABLE_DOOR"))
    assert stat.S_IMODE(door.parent.stat().st_mode) == 0o700
    await server.close()
    assert not door.parent.exists()


@pytest.mark.parametrize("unix", [True, False])
async def test_the_tools_are_lent_to_whoever_knows_the_secret(monkeypatch: pytest.MonkeyPatch, *, unix: bool) -> None:
    if not unix:
        monkeypatch.setattr(sys, "platform", "win32")
    server = ToolServer()
    await server.open()
    loan = Loan((ToolSpec("ask", "Ask.", {"type": "object"}),), answer)
    lent = server.lend(loan)
    tools = await Tools.start(lent)
    assert [one["name"] for one in tools.listed] == ["ask"]
    assert loan.listed.is_set()
    assert await tools.call("ask", {"text": "x"}) == ('ask {"text": "x"}', False)
    assert await tools.call("rm", {}) == ("There is no such tool. There are ask.", True)
    await tools.close()
    server.take_back(loan)
    with pytest.raises(GoneError):
        await Tools.start(lent)
    await server.close()
