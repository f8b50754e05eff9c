"""What a model or a server says, in every wrong form: it is refused with a reason, and no turn breaks the program."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import problem_with
from roundtable_tui.domain.journal.events import Spoke, UserSaid
from roundtable_tui.errors import VoiceError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.stream_reader import Reader
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.model.exchange import Stopped, ToolCall
from roundtable_tui.voices.model.model_error import ModelError
from roundtable_tui.voices.model.tools.schemas import TOOLS
from roundtable_tui.voices.model.tools.talk_schemas import LOOK_TOOLS, TALK_TOOLS
from roundtable_tui.voices.model.tools.talk_toolbox import TalkToolbox
from roundtable_tui.voices.model.tools.toolbox import ENDING, LOOKING, RECORDING, Toolbox
from tests.support.fuzzing import NASTY, attempt, damaged_text
from tests.support.invariants import problems
from tests.support.journals import json_values, wild_texts
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import PHASE_00, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.model_turns import asking, entry, request_in, said_in
from tests.support.voices.talk_briefs import talk_brief
from tests.unit.voices.claude.test_stream_reader import END, EVENTS, START

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Dossier
    from tests.faults.conftest import Promise

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("anthropic")]

LATE = "Finance chases late invoices every Monday."
NOISE = st.sampled_from([one.decode("utf-8", "replace") for one in NASTY])
LEAVES = wild_texts | NOISE | st.sampled_from(["fr", "problem", "FR-001", "standard/1", "title", "text", "1", LATE])
VALUES = st.recursive(
    json_values | LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LEAVES, inner, max_size=3)
)
GOOD: dict[str, dict[str, Any]] = {
    "record_entries": {"entries": [entry("problem", said_in(1, "late invoices"), text="late invoices")]},
    "ask": asking("What would be different?", step_question="standard/1"),
    "say": {"text": "Well."},
    "search_code": {"words": "invoice"},
    "read_code": {"path": "src/pay.py", "start": 1, "end": 9},
}


CALLS = st.fixed_dictionaries(
    {
        "type": st.just("content_block_start"),
        "index": st.integers(0, 1),
        "content_block": st.fixed_dictionaries(
            {"type": st.just("tool_use"), "id": LEAVES, "name": LEAVES | st.sampled_from([*GOOD]), "input": VALUES}
        ),
    }
) | st.builds(
    lambda at, text: {
        "type": "content_block_delta",
        "index": at,
        "delta": {"type": "input_json_delta", "partial_json": text},
    },
    st.integers(0, 1),
    VALUES.map(json.dumps) | LEAVES,
)


@st.composite
def inputs(draw: st.DrawFn, names: tuple[str, ...]) -> tuple[str, Any]:
    """A call that is right but for some of its values, or one that has nothing of what is wanted."""
    name = draw(st.sampled_from((*names, "no_such_tool")))
    given = dict(GOOD.get(name, {}))
    fields = [*given, *_fields(name)]
    for field in draw(st.lists(st.sampled_from(fields), max_size=4)) if fields else ():
        given[field] = draw(VALUES)
    return name, given if draw(st.integers(0, 9)) else draw(st.dictionaries(LEAVES, VALUES, max_size=3))


def _fields(name: str) -> list[str]:
    schema = {**TOOLS, **TALK_TOOLS, **LOOK_TOOLS}.get(name)
    return list(schema.model_fields) if schema else []


def wrong_fields(dossier: Dossier) -> list[str]:
    found = ((entry.kind, name, said.value) for entry in dossier for name, said in entry.fields.items())
    return [problem for kind, name, value in found if (problem := problem_with(kind, name, value))]


def test_tool_inputs_in_guided_mode(promise: Promise) -> None:
    def take(calls: list[tuple[str, Any]]) -> None:
        toolbox = Toolbox(request_in("01-01", LATE), str, LOOKING | RECORDING | ENDING)
        results = toolbox.take_all(tuple(ToolCall(str(at), name, given) for at, (name, given) in enumerate(calls)))
        assert len(results) == len(calls)
        assert not wrong_fields(toolbox.recorder.state.dossier)

    attempt(promise, st.lists(inputs(tuple(TOOLS)), min_size=1, max_size=4), take, 1200)


@pytest.mark.parametrize("tools", [TALK_TOOLS, LOOK_TOOLS], ids=["talk", "look"])
def test_tool_inputs_in_a_conversation(tools: Any, promise: Promise) -> None:
    def take(calls: list[tuple[str, Any]]) -> None:
        toolbox = TalkToolbox(talk_brief(LATE), str, tools)
        results = toolbox.take_all(tuple(ToolCall(str(at), name, given) for at, (name, given) in enumerate(calls)))
        assert len(results) == len(calls)
        assert not wrong_fields(toolbox.recorder.state.dossier)

    attempt(promise, st.lists(inputs(tuple(tools)), min_size=1, max_size=4), take, 600)


def test_streams(promise: Promise) -> None:
    def read(events: list[Any]) -> None:
        reader = Reader("m", "host", 100)
        try:
            parts = [part for event in events for part in reader.take("event", event)]
            parts += reader.outcome()
        except ModelError:
            return
        assert isinstance(parts[-1], Stopped)
        assert all(isinstance(part.input, dict) for part in parts if isinstance(part, ToolCall))

    ended = [{**END[0], "delta": {"stop_reason": "tool_use"}}, {"type": "content_block_stop", "index": 0}]
    whole = [json.dumps(START), *map(json.dumps, (*ended, *END))]
    events = EVENTS.map(json.dumps) | CALLS.map(json.dumps) | damaged_text(*whole, errors="replace")
    attempt(
        promise,
        st.lists(events, max_size=6).map(lambda some: [whole[0], *some, whole[2], whole[1], whole[-1]]),
        read,
        1500,
    )
    attempt(promise, st.lists(events | st.sampled_from(whole), max_size=8), read, 500)


def test_whole_turns_with_a_model_that_says_anything(tmp_path: Path, promise: Promise) -> None:
    """A real server, the real client: whatever comes, the user's words are heard once and the next turn is theirs."""
    numbers = iter(range(10**6))
    blocks = st.lists(
        st.builds(Text, wild_texts.map(_sendable))
        | st.builds(
            lambda call, at: ToolUse(call[0], call[1], f"toolu_{at}"),
            inputs(tuple(TOOLS)),
            st.integers(0, 9**6),
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda block: getattr(block, "id", id(block)),
    )

    async def talk(replies: list[list[Any]], url: str) -> None:
        root = tmp_path / str(next(numbers))
        root.mkdir()
        write_code(root)
        settings = ClaudeSettings(base_url=url, timeout=10.0, retries=0)
        voice = ClaudeVoice(settings, Wire(settings, {"ANTHROPIC_API_KEY": KEY}), without_secrets)
        async with seated(open_sample(project_in(root)), voice) as session:
            for intent in (Start(), Submit(PHASE_00[0])):
                with suppress(VoiceError):
                    await session.do(intent)
            bodies = [event.body for event in session.events]
            assert [body.text for body in bodies if isinstance(body, UserSaid)] == [PHASE_00[0]]
            assert any(isinstance(body, Spoke) for body in bodies)
            assert problems(session.state) == []

    def one(replies: list[list[Any]]) -> None:
        scripted = [Reply(tuple(some)) for some in replies]
        with MessagesServer(*scripted) as server:
            asyncio.run(talk(replies, server.url))

    attempt(promise, st.lists(blocks, min_size=1, max_size=4), one, 120)


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode() or "?"
