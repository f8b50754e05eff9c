"""The server behind `mcp`: the protocol of the package `mcp` on the outside, our tools on the inside."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from roundtable_tui import __version__
from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import RoundtableError, UsageError
from roundtable_tui.formats.json_output import json_text
from roundtable_tui.plain.agent.tools import Call, Tool, tools_for

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams

    from roundtable_tui.items.project import Project

_ABOUT = (
    "Analyses of changes to this project: what is to be built, decided with the people who want it. Read the brief of "
    "an item, or of one task, before you build it, and verify afterwards. Do not decide what is open: "
)
_ASK = "ask it with the tool `ask`, go on with something else, and look for the answer later."
_TELL = "tell whoever you work for what is missing."


def serve(project: Project, *, may_ask: bool) -> None:
    """Until stdin ends; stdout carries nothing but the protocol."""
    try:
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise UsageError(
            "The package `mcp` is not installed, so no agent can be served.", "Install it: pip install mcp."
        ) from error
    server = server_for(project, may_ask=may_ask)

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    print(f"roundtable-tui: serving {project.paths.root} to a coding agent.", file=sys.stderr)
    asyncio.run(run())


def server_for(project: Project, *, may_ask: bool) -> Server[Any]:
    import mcp_types as types
    from mcp.server.lowlevel import Server

    tools = {tool.name: tool for tool in tools_for(may_ask=may_ask)}
    one_at_a_time = asyncio.Lock()
    """Of what is written: two questions do not wait for each other's lock."""

    async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in tools.values()])

    async def call_tool(context: ServerRequestContext[Any], wanted: CallToolRequestParams) -> CallToolResult:
        tool = tools.get(wanted.name)
        if tool is None:
            known = ", ".join(tools)
            return _failed(f"There is no tool '{one_line(wanted.name, 60)}'. There are: {known}.")
        call = Call(project, _agent(context), wanted.arguments or {})
        try:
            if tool.writes:
                async with one_at_a_time:
                    return _answered(await asyncio.to_thread(tool.run, call))
            return _answered(await asyncio.to_thread(tool.run, call))
        except RoundtableError as error:
            return _failed(str(error))

    def _described(tool: Tool) -> types.Tool:
        hints = types.ToolAnnotations(
            title=tool.title,
            read_only_hint=not tool.writes,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        )
        schema = tool.schema
        return types.Tool(name=tool.name, description=tool.description, input_schema=schema, annotations=hints)

    def _answered(found: str | dict[str, Any]) -> CallToolResult:
        told = without_secrets(found)
        text = told if isinstance(told, str) else json_text(told)
        structured = None if isinstance(told, str) else told
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=structured)

    def _failed(sentence: str) -> CallToolResult:
        return types.CallToolResult(content=[types.TextContent(text=sentence)], is_error=True)

    return Server(
        "roundtable-tui",
        version=__version__,
        instructions=_ABOUT + (_ASK if may_ask else _TELL),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def without_secrets(found: Any) -> Any:
    """What an agent reads goes into a prompt: nothing in it may look like a key or a password."""
    match found:
        case str():
            return redact(found).text
        case dict():
            return {name: without_secrets(value) for name, value in found.items()}
        case list():
            return [without_secrets(value) for value in found]
    return found


def _agent(context: ServerRequestContext[Any]) -> str:
    """What the program on the other side calls itself."""
    params = context.session.client_params
    return params.client_info.name if params else ""
