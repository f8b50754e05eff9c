"""What an error answer means, whoever sent it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import ExitCode
from roundtable_tui.voices.claude import failures as t
from roundtable_tui.voices.claude.failures import by_status

if TYPE_CHECKING:
    from roundtable_tui.voices.model.model_error import ModelError

MEANINGS = [
    (400, "invalid_request_error", "Your credit balance is too low to access the API.", t.NotAllowedError),
    (400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum", t.TooLongError),
    (400, "", "the request exceeds the available context size", t.TooLongError),
    (400, "exceed_context_size_error", "request (9 tokens) exceeds the available context size", t.TooLongError),
    (400, "odd_error", "", t.RequestRefusedError),
    (400, "invalid_request_error", "tools.0.custom.name: bad", t.RequestRefusedError),
    (401, "", "", t.KeyRefusedError),
    (404, "", "model 'x' not found", t.UnknownModelError),
    (404, "not_found_error", "model: x", t.UnknownModelError),
    (404, "", "", t.NotTheApiError),
    (409, "conflict_error", "", t.ServerTroubleError),
    (418, "", "", t.RequestRefusedError),
    (429, "", "", t.RateLimitedError),
    (500, "api_error", "Internal server error", t.ServerTroubleError),
    (503, "", "", t.ServerTroubleError),
    (529, "", "", t.OverloadedError),
    (200, "overloaded_error", "", t.OverloadedError),
    (200, "api_error", "", t.ServerTroubleError),
]


@pytest.mark.parametrize(("status", "kind", "message", "meaning"), MEANINGS)
def test_what_an_error_answer_means(status: int, kind: str, message: str, meaning: type[ModelError]) -> None:
    assert type(by_status(status, kind, message, "x", "host")) is meaning


def test_the_servers_words_are_quoted_harmlessly_and_on_one_line() -> None:
    error = by_status(400, "invalid_request_error", "bad\n\x1b[2Jthing." + "x" * 500, "m", "host")
    assert "“bad thing." in error.sentence
    assert "\x1b" not in error.sentence
    assert len(error.sentence) < 300


def test_the_hint_names_the_ways_out_in_words() -> None:
    assert t.lost(started=True).hint == "Try again or go on offline."
    assert t.NoNetworkError("x").hint == "Try again, go on offline, or change the settings."


def test_a_model_that_fails_ends_a_headless_run_as_a_failing_voice_does() -> None:
    assert t.context_full().exit_code is ExitCode.VOICE_FAILED
