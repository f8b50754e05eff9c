"""Who speaks and why: by flag, else by whether there is a key; said in one sentence with the way to change it."""

from __future__ import annotations

import pytest

from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Settings
from roundtable_tui.items.voices import CLAUDE, OFFLINE, Flags, voices_for, without_secrets

KEY = {"ANTHROPIC_API_KEY": "a-key"}


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
