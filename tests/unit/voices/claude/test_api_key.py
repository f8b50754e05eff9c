"""Where the key comes from, and that it goes nowhere else."""

from __future__ import annotations

import pickle
import sys

import pytest

from roundtable_tui.voices.claude.api_key import Key, find_key, has_key
from roundtable_tui.voices.claude.failures import NoKeyError
from roundtable_tui.voices.claude.settings import ClaudeSettings

SECRET = "sk-very-secret"


def printing(code: str, timeout: float = 30.0) -> ClaudeSettings:
    return ClaudeSettings(key_command=(sys.executable, "-Sc", code), key_command_timeout=timeout)


async def test_the_first_variable_that_holds_something_wins() -> None:
    environ = {"ANTHROPIC_API_KEY": "  ", "ANTHROPIC_AUTH_TOKEN": f" {SECRET}\n"}
    assert (await find_key(ClaudeSettings(), environ)).reveal() == SECRET


async def test_the_users_own_variable_can_be_named() -> None:
    assert (await find_key(ClaudeSettings(key_env=("MY_KEY",)), {"MY_KEY": SECRET})).reveal() == SECRET


async def test_a_command_prints_the_key_where_no_variable_holds_it() -> None:
    assert (await find_key(printing(f"print('{SECRET}')"), {})).reveal() == SECRET


async def test_the_command_is_not_run_when_a_variable_holds_the_key() -> None:
    assert (await find_key(printing("raise SystemExit(9)"), {"ANTHROPIC_API_KEY": SECRET})).reveal() == SECRET


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (f"import sys; print('{SECRET}'); sys.exit(3)", "status 3"),
        ("pass", "printed nothing"),
        (f"print('{SECRET}'); print('and more')", "more than one word"),
        (f"print('{SECRET}\\x1b[31m')", "more than one word"),
    ],
)
async def test_a_command_that_prints_no_key_is_told_without_its_output(code: str, says: str) -> None:
    with pytest.raises(NoKeyError, match=says) as raised:
        await find_key(printing(code), {})
    assert SECRET not in f"{raised.value} {raised.value!r}"


async def test_a_command_that_takes_too_long_is_ended() -> None:
    with pytest.raises(NoKeyError, match=r"within 0\.05 seconds"):
        await find_key(printing("import time; time.sleep(60)", timeout=0.05), {})


async def test_a_command_that_does_not_exist_is_named() -> None:
    with pytest.raises(NoKeyError, match="no-such-program"):
        await find_key(ClaudeSettings(key_command=("no-such-program", SECRET)), {})


@pytest.mark.parametrize("value", ["two words", "schlüssel", "line\nbreak"])
async def test_what_cannot_be_sent_as_a_key_is_not_shown(value: str) -> None:
    with pytest.raises(NoKeyError) as raised:
        await find_key(ClaudeSettings(), {"ANTHROPIC_API_KEY": value})
    assert value not in str(raised.value)


def test_a_key_shows_itself_to_nobody() -> None:
    key = Key(SECRET)
    assert SECRET not in f"{key} {key!r} {[key]}"
    assert key.hide_in(f"bad key {SECRET}!") == "bad key …!"
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_settings_do_not_show_what_may_be_secret_in_them() -> None:
    settings = ClaudeSettings(base_url=f"https://me:{SECRET}@host", key_command=("pass", SECRET))
    assert SECRET not in repr(settings)


def test_whether_there_is_a_key_is_known_without_running_anything() -> None:
    assert has_key(ClaudeSettings(key_command=("no-such-program",)), {})
    assert has_key(ClaudeSettings(), {"ANTHROPIC_AUTH_TOKEN": SECRET})
    assert not has_key(ClaudeSettings(), {"ANTHROPIC_API_KEY": " "})
