"""What an agent may do: our tools in every spelling agents have for them, and nothing that only looks like one."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable_tui.voices.agent.permissions import (
    Wish,
    asks_nobody,
    better_mode,
    done_unasked,
    modes_in,
    reply,
    wish_of,
)

TOOLS = ("ask", "record_entries", "read_code")
ONCE = {"optionId": "a", "name": "Allow", "kind": "allow_once"}
ALWAYS = {"optionId": "b", "name": "Always", "kind": "allow_always"}
NEVER = {"optionId": "c", "name": "No", "kind": "reject_once"}


@pytest.mark.parametrize(
    "title",
    [
        "mcp__roundtable__ask",
        "mcp.roundtable.record_entries",
        "roundtable_read_code",
        "roundtable__ask",
        "roundtable/ask",
        "roundtable: ask",
        "ask (roundtable MCP Server)",
    ],
)
def test_our_tools_are_known_however_an_agent_writes_them(title: str) -> None:
    assert wish_of({"title": title, "kind": "other"}, {}, TOOLS) is Wish.TOOL
    assert wish_of({"toolCallId": "x"}, {"title": title}, TOOLS) is Wish.TOOL


@pytest.mark.parametrize(
    ("call", "wish"),
    [
        ({"title": "echo mcp__roundtable__ask", "kind": "execute"}, Wish.RUN),
        ({"title": "mcp__roundtable__ask", "kind": "execute"}, Wish.RUN),
        ({"title": "mcp__roundtable__ask && rm -rf /", "kind": "other"}, Wish.OTHER),
        ({"title": "mcp__elsewhere__ask", "kind": "other"}, Wish.OTHER),
        ({"title": "mcp__roundtable__delete_all"}, Wish.OTHER),
        ({"title": "ask"}, Wish.OTHER),
        ({"title": "Write x", "kind": "edit"}, Wish.CHANGE),
        ({"title": "Remove x", "kind": "delete"}, Wish.CHANGE),
        ({"title": "https://x", "kind": "fetch"}, Wish.FETCH),
        ({"title": "Leave plan mode", "kind": "switch_mode"}, Wish.MODE),
        ({"title": "Read x", "kind": "read"}, Wish.READ),
        ({"title": 7, "kind": []}, Wish.OTHER),
        ({}, Wish.OTHER),
    ],
)
def test_nothing_else_passes_for_one(call: dict[str, Any], wish: Wish) -> None:
    assert wish_of(call, {}, TOOLS) is wish


@pytest.mark.parametrize(
    ("update", "wish"),
    [
        ({"status": "completed"}, Wish.RUN),
        ({"status": "in_progress"}, None),
        ({"status": "failed"}, None),
        ({"status": "completed", "kind": "read"}, None),
        ({"status": "completed", "kind": "other", "title": "mcp__roundtable__ask"}, None),
    ],
)
def test_only_what_went_through_and_is_never_allowed_was_done_unasked(
    update: dict[str, Any], wish: Wish | None
) -> None:
    assert done_unasked(update, {"kind": "execute", "title": "ls"}, TOOLS) is wish


def test_without_tools_nothing_is_ours() -> None:
    assert wish_of({"title": "mcp__roundtable__ask"}, {}, ()) is Wish.OTHER


@pytest.mark.parametrize(
    ("options", "allowed", "chosen"),
    [
        ([ALWAYS, ONCE, NEVER], True, "a"),
        ([ALWAYS, NEVER], True, None),
        ([ALWAYS, ONCE, NEVER], False, "c"),
        ([ONCE, ALWAYS], False, None),
        ("nonsense", False, None),
    ],
)
def test_what_is_allowed_is_allowed_once_and_never_for_ever(options: Any, *, allowed: bool, chosen: str | None) -> None:
    assert reply(options, allowed=allowed)["outcome"].get("optionId") == chosen


@pytest.mark.parametrize(
    ("current", "available", "wanted"),
    [
        ("default", ("auto", "default", "acceptEdits", "plan"), None),
        ("bypassPermissions", ("default", "bypassPermissions"), "default"),
        ("agent", ("read-only", "workspace-write", "agent", "agent-full-access"), "read-only"),
        ("build", ("build", "plan"), "plan"),
        ("yolo", ("yolo",), None),
        ("auto", ("auto", "approve", "chat"), "approve"),
    ],
)
def test_an_agent_is_asked_to_work_in_a_mode_in_which_it_asks(
    current: str, available: tuple[str, ...], wanted: str | None
) -> None:
    assert better_mode(current, available) == wanted


def test_modes_that_ask_nobody_are_known_by_their_names() -> None:
    assert all(map(asks_nobody, ("bypassPermissions", "yolo", "agent-full-access", "acceptEdits", "auto")))
    assert not any(map(asks_nobody, ("default", "plan", "read-only", "approve", "build")))


def test_modes_are_read_in_both_forms_and_garbage_is_none() -> None:
    option = {"id": "mode", "category": "mode", "currentValue": "build", "options": [{"value": "plan"}, 7]}
    found = modes_in({"configOptions": ["x", {"category": "model"}, option]})
    assert found is not None
    assert (found.current, found.names, found.option) == ("build", ("plan",), "mode")
    assert modes_in({"modes": {"currentModeId": 7}, "configOptions": {"mode": 1}}) is None
