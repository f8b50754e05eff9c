"""Calls written into a message: words go on as they come, the block never reaches the user and is read kindly."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.voices.model.turn.text_calls import BadBlockError, TextCalls

KNOWN = frozenset({"ask", "record_entries"})
ASK = {"tool": "ask", "input": {"text": "Who?"}}


def heard(text: str, size: int = 1) -> tuple[str, TextCalls]:
    calls = TextCalls()
    words = "".join(calls.take(text[at : at + size]) for at in range(0, len(text), size))
    return words + calls.rest(), calls


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"Late, then.\n\n```json\n[{json.dumps(ASK)}]\n```", "Late, then.\n\n"),
        (f"Late.\n```\n{json.dumps(ASK)}\n```\n", "Late.\n"),
        (f"~~~json\n{json.dumps([ASK])}\n~~~", ""),
        (f"Late.\n```json\n[{json.dumps(ASK)}]", "Late.\n"),
        (json.dumps([ASK]), ""),
        (json.dumps({"calls": [ASK]}), ""),
        (f"Call `ask` now.\n```json\n{json.dumps([ASK])}\n```", "Call `ask` now.\n"),
    ],
)
def test_the_block_is_read_and_the_words_before_it_are_shown(text: str, words: str, size: int) -> None:
    shown, calls = heard(text, size)
    assert shown == words
    assert [(call.name, call.input) for call in calls.calls(KNOWN, "t")] == [("ask", {"text": "Who?"})]


@pytest.mark.parametrize(
    "block",
    [
        {"name": "ask", "arguments": {"text": "Who?"}},
        {"function": "ask", "parameters": {"text": "Who?"}},
        {"tool": "ask", "text": "Who?"},
    ],
)
def test_calls_in_the_forms_of_other_models_are_understood(block: dict[str, object]) -> None:
    _, calls = heard(f"```json\n{json.dumps(block)}\n```")
    assert [(call.name, call.input) for call in calls.calls(KNOWN, "t")] == [("ask", {"text": "Who?"})]


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ('[{"tool": "ask", ', "not JSON"),
        ("5", "not a list of calls"),
        ("[5]", "not an object"),
        ("[{}]", "does not say which tool"),
        ('[{"tool": "rm"}]', "no tool 'rm'"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_cannot_be_read_says_why(block: str, why: str) -> None:
    _, calls = heard(f"Hm.\n```json\n{block}\n```", 1000)
    with pytest.raises(BadBlockError, match=why):
        calls.calls(KNOWN, "t")


@given(st.text("ab`~ \n", max_size=30), st.integers(1, 5))
def test_words_without_a_block_are_shown_whole_whatever_the_pieces(text: str, size: int) -> None:
    shown, calls = heard(text, size)
    assert text.startswith(shown)
    assert calls.has_block or shown == text
