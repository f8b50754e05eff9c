"""What `doctor` finds out about whoever would speak: a server's abilities in a sentence, an agent by starting it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from roundtable_tui.plain.connection_check import described, greet, reach
from roundtable_tui.voices.agent.agent_settings import AgentSettings
from roundtable_tui.voices.claude.settings import ClaudeSettings
from tests.support.agents.started import agent_settings, command
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails, says
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.program import program

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.support.messages_api.server import Received


def able(received: Received) -> Reply:
    if received.request.get("tools"):
        return Reply((ToolUse("note", {"word": "kingfisher"}),))
    return says("The kingfisher." if received.request.get("system") else "one two three four five six", chunk=4)


def speaks_only(received: Received) -> Reply:
    """Whole messages, no tools, deaf to rules."""
    if received.request.get("tools"):
        return fails(Fault.BAD_REQUEST)
    return Reply(says("Hm, well.").blocks, fault=Fault.JSON)


def told(answer: object, monkeypatch: pytest.MonkeyPatch, *, abilities: bool = True) -> str:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with MessagesServer(answer=answer) as server:  # type: ignore[arg-type]
        found = reach(ClaudeSettings(base_url=server.url), abilities=abilities)
    assert found is not None
    assert found.trouble == ""
    return found.fact


def test_a_server_that_can_do_all_of_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(able, monkeypatch).endswith("it can do streaming, tools, system prompt, token counts")


def test_what_a_server_cannot_do_is_named_with_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    fact = told(speaks_only, monkeypatch)
    assert fact.endswith("it can do token counts; not streaming, tools, system prompt (the talk goes on in text)")


def test_abilities_are_asked_for_only_when_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "it can do" not in told(able, monkeypatch, abilities=False)


def test_an_agent_is_started_once_and_says_who_it_is() -> None:
    with MessagesServer() as server:
        fact = greet(agent_settings(server)).fact
    assert fact.startswith("Stand-in 1.0 starts and sees our tools")
    assert fact.endswith("its own account pays. Some agents say only in the first turn that they are not signed in.")


def test_one_that_cannot_speak_is_a_finding() -> None:
    with MessagesServer() as server:
        found = greet(agent_settings(server, "signed-out", sign_in="run `stand-in login`"))
    assert found.trouble == (
        "Stand-in is not signed in. In another terminal, run `stand-in login`; then try again, or go on offline."
    )
    assert described(AgentSettings("Nobody", (), "There is none.")).trouble == "There is none."


def test_doctor_lists_what_an_agent_is_handed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    monkeypatch.setenv("ROUNDTABLE_AGENT_COMMAND", "sh --acp")
    ran = program("doctor", "--project", tmp_path)
    handed = next(line for line in ran.out.splitlines() if line.startswith("handed"))
    assert "HOME" in handed
    assert "OPENAI" not in handed
    assert "your own account with it pays" in ran.out


def test_doctor_starts_the_agent_that_it_is_asked_about(tmp_path: Path) -> None:
    with MessagesServer() as server:
        line = shlex.join(command(server, "signed-out"))
        ran = program("doctor", "--connect", "--agent", line, "--project", tmp_path)
    assert ran.code == 1
    assert "your own account with it pays" in ran.out
    assert "Stand-in 1.0 cannot speak now" in ran.out
    assert " is not signed in. Sign in with its own program; then try again, or go on offline." in ran.out


def test_an_agent_that_is_not_there_is_said_before_anything_begins(tmp_path: Path) -> None:
    ran = program("turn", "pay", "--agent", "nobody-at-all", "--project", tmp_path)
    assert ran.code == 2
    assert ran.sentences[0].startswith("There is no program `nobody-at-all` on your PATH.")
    assert not (tmp_path / "docs").exists()
