"""What the user sets for the model's voice reaches it as it was meant, in whichever of its forms it was written."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.claude import claude_settings
from roundtable_tui.config.loader import FILE_NAME, load_settings, user_folder
from roundtable_tui.voices.claude.pricing import Price
from roundtable_tui.voices.claude.settings import ClaudeSettings, Effort, Thinking
from roundtable_tui.voices.model.roles import ModelRole

if TYPE_CHECKING:
    from pathlib import Path

EVERYTHING = """\
claude:
  model: claude-sonnet-5-5
  models:
    synthesis: claude-haiku-5-5
  base_url: http://localhost:8080
  key_env: [GATEWAY_KEY]
  key_command: pass show 'my key'
  timeout: 60
  connect_timeout: 2.5
  max_tokens: 4000
  thinking: adaptive
  effort: low
  retries: 1
  budget: 2.50
  prices:
    my-model: 4 20 0.20 5
    other-*: {input: 1, output: 2, cache_read: 0.1, cache_write: 1.25}
"""


def settings_of(tmp_path: Path, written: str) -> tuple[ClaudeSettings, tuple[str, ...]]:
    user_folder().mkdir(parents=True)
    (user_folder() / FILE_NAME).write_text(written)
    loaded = load_settings(tmp_path / FILE_NAME)
    return claude_settings(loaded.settings.claude), loaded.warnings


def test_without_settings_the_voice_goes_by_its_own_defaults(tmp_path: Path) -> None:
    assert settings_of(tmp_path, "") == (ClaudeSettings(), ())


def test_everything_can_be_set(tmp_path: Path) -> None:
    found, warnings = settings_of(tmp_path, EVERYTHING)
    assert warnings == ()
    assert found == ClaudeSettings(
        model="claude-sonnet-5-5",
        models={ModelRole.SYNTHESIS: "claude-haiku-5-5"},
        base_url="http://localhost:8080",
        key_env=("GATEWAY_KEY",),
        key_command=("pass", "show", "my key"),
        timeout=60.0,
        connect_timeout=2.5,
        max_tokens=4000,
        thinking=Thinking.ADAPTIVE,
        effort=Effort.LOW,
        retries=1,
        budget=Decimal("2.50"),
        prices={
            "my-model": Price(Decimal(4), Decimal(20), Decimal("0.20"), Decimal(5)),
            "other-*": Price(Decimal(1), Decimal(2), Decimal("0.1"), Decimal("1.25")),
        },
    )


def test_a_command_may_be_a_list_of_words(tmp_path: Path) -> None:
    found, _ = settings_of(tmp_path, "claude:\n  key_command: [pass, show, my key]\n")
    assert found.key_command == ("pass", "show", "my key")


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_MODEL", "from-the-environment")
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_MODELS_INTERVIEW", "asks")
    found, _ = settings_of(tmp_path, EVERYTHING)
    assert (found.model, found.model_for(ModelRole.INTERVIEW)) == ("from-the-environment", "asks")


@pytest.mark.parametrize(
    "written",
    [
        "budget: -1",
        "budget: much",
        "prices: {m: 4 20}",
        "prices: {m: {input: 1}}",
        "prices: {m: 4 20 -1 5}",
        "prices: {m: 4 20 NaN 5}",
        "key_command: pass 'show",
        "timeout: 0",
        "thinking: hard",
        "retries: -1",
    ],
)
def test_what_does_not_fit_is_named_and_not_used(tmp_path: Path, written: str) -> None:
    found, (warning,) = settings_of(tmp_path, f"claude:\n  {written}\n")
    assert found == ClaudeSettings()
    assert f"line 2: 'claude.{written.partition(':')[0]}' does not fit (" in warning
