"""A voice that speaks to the loopback server, replies as a model makes them, and what came of a turn."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.protocol import Asked, Part, Said
from roundtable_tui.voices.tasks import Elaborate
from tests.support.messages_api.clients import wire_to
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.projects import open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.states import changed
from tests.support.voices.model_turns import asking, entry, request_in, said_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.voices.protocol import Brief
    from tests.support.messages_api.server import MessagesServer, Received


LATE = "Invoices go out late."
QUESTION = Question("01-01", "standard/1", "What goes wrong today?")
A_MOMENT = 60.0


def voice_at(server: MessagesServer, **settings: Any) -> ClaudeVoice:
    return ClaudeVoice(ClaudeSettings(**settings), wire_to(server.url))


async def heard(server: MessagesServer, request: Brief, **settings: Any) -> list[Part]:
    voice = voice_at(server, **settings)
    try:
        return [part async for part in voice.speak(request)]
    finally:
        await voice.close()


async def broken_off(
    server: MessagesServer, request: Brief, before_call: Callable[[], None] = lambda: None
) -> tuple[list[Part], VoiceError]:
    """What came before the turn failed, and how it did."""
    voice = ClaudeVoice(ClaudeSettings(), wire_to(server.url), before_call=before_call)
    parts: list[Part] = []
    try:
        async for part in voice.speak(request):
            parts.append(part)  # noqa: PERF401 - what came before the failure counts
    except VoiceError as error:
        return parts, error
    finally:
        await voice.close()
    raise AssertionError("it did not fail")


def turn(words: str, *calls: ToolUse) -> Reply:
    return Reply((Text(words), *calls) if words else calls)


def records(*entries: dict[str, Any], call: str = "toolu_r") -> ToolUse:
    return ToolUse("record_entries", {"entries": list(entries)}, call)


def asks(text: str, call: str = "toolu_a", **more: Any) -> ToolUse:
    return ToolUse("ask", asking(text, **more), call)


def completes(call: str = "toolu_p") -> ToolUse:
    return ToolUse("propose_complete", {}, call)


def talk(parts: list[Part], role: Role = Role.TALK) -> list[tuple[str, str]]:
    """Who said what, put together again."""
    said: list[tuple[str, str]] = []
    for part in parts:
        if isinstance(part, Said) and part.role is role:
            if part.more:
                said[-1] = said[-1][0], said[-1][1] + part.text
            else:
                said.append((part.speaker, part.text))
    return said


def asked(parts: list[Part]) -> Question:
    (question,) = [part.question for part in parts if isinstance(part, Asked)]
    return question


def results_in(request: dict[str, Any]) -> list[str]:
    return [block["content"] for block in request["messages"][-1]["content"] if block["type"] == "tool_result"]


answering = request_in("01-01", LATE, question=QUESTION)
PROBLEM = entry("problem", said_in(1, "Invoices go out late"), text="Invoices go out late")


@asynccontextmanager
async def talking(root: Path, server: MessagesServer) -> AsyncIterator[ItemSession]:
    write_code(root)
    voice = voice_at(server)
    async with seated(open_sample(project_in(root)), voice) as session:
        yield session
    await voice.close()


SCOPE = "Business customers can pay by invoice."
OPENING = turn("Let's see how big this is.", asks("What would be different?", step_question="standard/1"))
CLOSING = turn(
    "That is clear.",
    records(
        entry("scope", said_in(1, SCOPE), text=SCOPE, nature="additive"),
        entry("area", said_in(1, "invoice"), text="invoice"),
    ),
    completes(),
)


def persona_asked(received: Received) -> str:
    """Which analyst this request is for; empty if for all."""
    task = received.request["messages"][0]["content"][-1]["text"]
    return next((name for name in ("Maya", "Alex", "Jordan") if f"you are {name} and nobody else" in task), "")


TALKED_OVER = replace(
    request_in("01-01", LATE, task=Elaborate),
    state=changed(answering.state, steps={"01-01": replace(answering.state.guided.steps["01-01"], elaborating=1)}),
)
