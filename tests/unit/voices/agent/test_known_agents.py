"""Which program speaks for an agent, and what is said of one that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.voices.agent.environment import handed_over
from roundtable_tui.voices.agent.known_agents import KNOWN, agent_named, installed

if TYPE_CHECKING:
    from collections.abc import Callable


def on_path(*programs: str) -> Callable[[str], str | None]:
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("wanted", "there", "command"),
    [
        ("claude", ("claude-agent-acp", "claude-code-acp"), ("/bin/claude-agent-acp",)),
        ("Claude", ("claude-code-acp",), ("/bin/claude-code-acp",)),
        ("gemini", ("gemini",), ("/bin/gemini", "--acp")),
        ("opencode", ("opencode",), ("/bin/opencode", "acp")),
        ("mine --acp 'two words'", ("mine",), ("/bin/mine", "--acp", "two words")),
    ],
)
def test_an_agent_is_found_by_its_name_or_command(
    wanted: str, there: tuple[str, ...], command: tuple[str, ...]
) -> None:
    assert agent_named(wanted, on_path(*there)).command == command


@pytest.mark.parametrize("name", KNOWN)
def test_one_that_is_not_installed_says_how_to_get_it(name: str) -> None:
    found = agent_named(name, on_path())
    assert found.command == ()
    assert "on your PATH" in found.missing
    assert KNOWN[name].install in found.missing


@pytest.mark.parametrize("line", ["nobody", "it's", "''"])
def test_a_command_that_cannot_be_run_is_said_to_be(line: str) -> None:
    found = agent_named(line, on_path())
    assert found.command == ()
    assert found.missing.endswith(".")


def test_those_that_could_speak_are_listed() -> None:
    assert installed(on_path("gemini", "codex-acp")) == ("codex", "gemini")


def test_no_key_is_handed_over_unless_the_user_names_it() -> None:
    here = {"HOME": "/h", "LC_ALL": "C", "HTTPS_PROXY": "p", "ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "k", "X": "1"}
    assert set(handed_over((), here)) == {"HOME", "LC_ALL", "HTTPS_PROXY"}
    assert handed_over(("OPENAI_API_KEY", "NOT_SET"), here)["OPENAI_API_KEY"] == "k"
