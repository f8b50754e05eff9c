"""An agent made with the protocol's own packages, so that what we send is read by them: `reference_agent.py`."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from typing import Any

from acp import PROTOCOL_VERSION, InitializeResponse, NewSessionResponse, PromptResponse, run_agent
from acp.helpers import start_tool_call, text_block, update_agent_message
from acp.schema import Implementation, PermissionOption, ToolCallUpdate
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TITLE = "Reference"


class ReferenceAgent:
    """What of the package's protocol an agent needs that only asks."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._tools: ClientSession | None = None

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> InitializeResponse:
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION, agent_info=Implementation(name="reference", title=TITLE, version="1")
        )

    async def new_session(self, cwd: str, mcp_servers: Any = None, **_: Any) -> NewSessionResponse:
        (server,) = mcp_servers
        env = {**os.environ, **{one.name: one.value for one in server.env}}
        started = StdioServerParameters(command=server.command, args=server.args, env=env, cwd=cwd)
        streams = await self._stack.enter_async_context(stdio_client(started))
        self._tools = await self._stack.enter_async_context(ClientSession(*streams))
        await self._tools.initialize()
        await self._tools.list_tools()
        return NewSessionResponse(session_id="reference-1")

    async def prompt(self, session_id: str, prompt: Any, **_: Any) -> PromptResponse:
        assert self._tools is not None
        await self._client.session_update(session_id, update_agent_message(text_block("Late, then.\n\n")))
        title = "mcp__roundtable__ask"
        await self._client.session_update(session_id, start_tool_call("c1", title, kind="other"))
        options = [PermissionOption(option_id="yes", name="Allow", kind="allow_once"),
                   PermissionOption(option_id="no", name="Reject", kind="reject_once")]  # fmt: skip
        may = await self._client.request_permission(
            session_id=session_id, tool_call=ToolCallUpdate(tool_call_id="c1", title=title), options=options
        )
        if may.outcome.outcome == "selected" and may.outcome.option_id == "yes":
            await self._tools.call_tool("ask", {"text": "Who notices first?"})
        return PromptResponse(stop_reason="end_turn")

    async def cancel(self, session_id: str, **_: Any) -> None:
        pass


if __name__ == "__main__":
    agent: Any = ReferenceAgent()
    asyncio.run(run_agent(agent))
