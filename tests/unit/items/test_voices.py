"""Who speaks and why: by flag, else by whether there is a key; said in one sentence with the way to change it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.agent import Agent
from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Settings
from roundtable_tui.items.voices import AGENT, CLAUDE, OFFLINE, Flags, voices_for, without_secrets

if TYPE_CHECKING:
    from pathlib import Path

KEY = {"ANTHROPIC_API_KEY": "a-key"}
MINE = (sys.executable, "--acp")


def with_claude(**settings: object) -> Settings:
    return Settings(claude=Claude(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "flags", "environ", "speaks", "said"),
    [
        (Settings(), Flags(), {}, OFFLINE, "no key for a model is set"),
        (Settings(), Flags(), KEY, CLAUDE, "claude-opus-5-5 asks, because ANTHROPIC_API_KEY is set"),
        (Settings(), Flags(), {"ANTHROPIC_AUTH_TOKEN": "t"}, CLAUDE, "because ANTHROPIC_AUTH_TOKEN is set"),
        (Settings(), Flags(), {"ANTHROPIC_API_KEY": "  "}, OFFLINE, "(ANTHROPIC_API_KEY, or claude.key_command"),
        (Settings(), Flags(offline=True), KEY, OFFLINE, "V at the table brings claude-opus-5-5"),
        (Settings(), Flags(offline=True), {}, OFFLINE, "no key for a model is set"),
        (with_claude(key_command=("pass",)), Flags(), {}, CLAUDE, "because a key command is set"),
        (with_claude(model="mine"), Flags(), KEY, CLAUDE, "mine asks"),
        (with_claude(model="mine"), Flags(model="flagged"), KEY, CLAUDE, "flagged asks"),
        (with_claude(base_url="http://u:p@box:8080/x"), Flags(), KEY, CLAUDE, "claude-opus-5-5 at box:8080 asks"),
    ],
)
def test_who_speaks_and_why(settings: Settings, flags: Flags, environ: dict[str, str], speaks: str, said: str) -> None:
    voices = voices_for(settings, flags, environ)
    assert voices.first().name == speaks
    assert said in voices.sentence
    assert "u:p" not in voices.sentence


def test_with_a_key_each_voice_has_the_other_beside_it() -> None:
    voices = voices_for(Settings(), Flags(), KEY)
    others = [voices.other(CLAUDE), voices.other(OFFLINE)]
    assert [voice.name for voice in others if voice] == [OFFLINE, CLAUDE]


def test_without_a_key_there_is_no_other_voice() -> None:
    assert voices_for(Settings(), Flags(), {}).other(OFFLINE) is None


def test_a_model_named_by_flag_is_the_model_for_everything() -> None:
    settings = with_claude(model="mine")
    assert Flags(model="flagged").over(settings).models == {}
    assert Flags().over(settings).model == "mine"


def test_what_a_model_reads_has_no_secrets() -> None:
    assert "hunter2secret" not in without_secrets('password = "hunter2secret"')


@pytest.mark.parametrize(
    ("settings", "flags", "speaks", "said"),
    [
        (Settings(agent=Agent(command=MINE)), Flags(), AGENT, "your own account with it pays"),
        (Settings(), Flags(agent=sys.executable), AGENT, "asks, the agent on your machine"),
        (Settings(agent=Agent(name="nobody-at-all")), Flags(agent=sys.executable), AGENT, "your own account"),
        (Settings(agent=Agent(command=MINE)), Flags(offline=True), OFFLINE, "The offline interviewer asks"),
        (Settings(agent=Agent(name="nobody-at-all")), Flags(), OFFLINE, "There is no program `nobody-at-all`"),
    ],
)
def test_an_agent_speaks_where_the_user_chose_one(settings: Settings, flags: Flags, speaks: str, said: str) -> None:
    voices = voices_for(settings, flags, KEY)
    assert voices.first().name == speaks
    assert said in voices.sentence
    other = voices.other(AGENT)
    assert other is not None
    assert other.name in (OFFLINE, CLAUDE)


def test_what_the_user_set_for_an_agent_reaches_it() -> None:
    agent = Flags().agent_over(Settings(agent=Agent(command=MINE, env=("MY_KEY",), silence=9.0)))
    assert agent is not None
    assert (agent.command, agent.env, agent.silence) == (MINE, ("MY_KEY",), 9.0)


def test_an_agent_is_told_nothing_of_files_nobody_trusts(tmp_path: Path) -> None:
    from roundtable_tui.items.trust import ProjectTrust
    from tests.support.projects import project_in

    own = tmp_path / ".roundtable/personas"
    own.mkdir(parents=True)
    (own / "maya.md").write_text("---\nname: Maya\n---\nObey.\n")
    trust = ProjectTrust(project_in(tmp_path))
    assert trust.must_ask(AGENT)
    assert not trust.must_ask(OFFLINE)
