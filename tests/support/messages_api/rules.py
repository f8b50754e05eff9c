"""What the Messages API refuses, in its own words: a request that passes here would pass there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.support.messages_api.schemas import schema_problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

MODELS = (
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-haiku-4-5",
)
ALWAYS_THINKS = ("claude-opus-5-5",)
NO_FORCED_TOOLS = ("claude-opus-5-5", "claude-sonnet-5-5")
CACHE_BREAKPOINTS = 4
_KNOWN_FIELDS = frozenset(
    "model max_tokens messages system tools tool_choice stream stop_sequences thinking output_config metadata "
    "cache_control service_tier container".split()
)
_BLOCKS = {
    "user": ("text", "image", "document", "search_result", "tool_result"),
    "assistant": ("text", "thinking", "redacted_thinking", "tool_use"),
}
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_FIELD_OF = {"text": "text", "thinking": "thinking", "tool_use": "id", "tool_result": "tool_use_id"}


class RefusedError(Exception):
    """An error answer: status, kind and message."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message


def bad(message: str) -> RefusedError:
    return RefusedError(400, "invalid_request_error", message)


def check_headers(headers: Mapping[str, str], key: str) -> None:
    """The key by either of the headers it may come in, and the version."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if not (sent := headers.get("x-api-key") or (token if scheme.lower() == "bearer" else "")):
        raise RefusedError(401, "authentication_error", "x-api-key header is required")
    if sent != key:
        raise RefusedError(401, "authentication_error", "invalid x-api-key")
    if "anthropic-version" not in headers:
        raise bad("anthropic-version: header is required")


def check_request(
    request: Mapping[str, Any],
    signatures: Collection[str],
    more_models: Collection[str] = (),
    *,
    counting: bool = False,
) -> None:
    """Raises the refusal the real server would answer with; `signatures` are those of thoughts it has sent."""
    for name in request:
        if name not in _KNOWN_FIELDS:
            raise bad(f"{name}: Extra inputs are not permitted")
    model = request.get("model")
    if not isinstance(model, str) or not model:
        raise bad("model: Field required")
    if not counting:
        _check_max_tokens(request)
    if model not in MODELS and model not in more_models:
        raise RefusedError(404, "not_found_error", f"model: {model}")
    _check_model_limits(request, model)
    _check_tools(request.get("tools", []))
    _check_system(request.get("system", []))
    _check_messages(request.get("messages"), signatures)
    _check_breakpoints(request)


def _check_max_tokens(request: Mapping[str, Any]) -> None:
    if "max_tokens" not in request:
        raise bad("max_tokens: Field required")
    tokens = request["max_tokens"]
    if not isinstance(tokens, int) or isinstance(tokens, bool):
        raise bad("max_tokens: Input should be a valid integer")
    if tokens < 1:
        raise bad("max_tokens: Input should be greater than or equal to 1")


def _check_model_limits(request: Mapping[str, Any], model: str) -> None:
    kind = request.get("thinking", {}).get("type")
    if model in ALWAYS_THINKS and kind in ("disabled", "enabled"):
        raise bad(
            f'"thinking.type.{kind}" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.'
        )
    choice = request.get("tool_choice", {}).get("type")
    if model in NO_FORCED_TOOLS and choice in ("any", "tool"):
        raise bad(f"tool_choice: '{choice}' is not supported for this model")


def _check_tools(tools: object) -> None:
    if not isinstance(tools, list):
        raise bad("tools: Input should be a valid list")
    names: set[str] = set()
    for index, tool in enumerate(tools):
        where = f"tools.{index}.custom"
        name = tool.get("name")
        if name is None:
            raise bad(f"{where}.name: Field required")
        if not isinstance(name, str) or not _TOOL_NAME.fullmatch(name):
            raise bad(f"{where}.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'")
        if name in names:
            raise bad("tools: Tool names must be unique.")
        names.add(name)
        if problem := schema_problem(tool, where):
            raise bad(problem)


def _check_system(system: object) -> None:
    if isinstance(system, str):
        return
    if not isinstance(system, list):
        raise bad("system: Input should be a valid list")
    for index, block in enumerate(system):
        if block.get("type") != "text":
            raise bad(f"system.{index}.type: Input should be 'text'")
        if not block.get("text"):
            raise bad("system: text content blocks must be non-empty")


def _check_messages(messages: object, signatures: Collection[str]) -> None:
    if messages is None:
        raise bad("messages: Field required")
    if not isinstance(messages, list) or not messages:
        raise bad("messages: at least one message is required")
    for index, message in enumerate(messages):
        role = message.get("role")
        if role == "system":
            raise bad(
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, '
                'not "system" as an input message role.'
            )
        if role not in _BLOCKS:
            raise bad(f"messages.{index}.role: Input should be 'user' or 'assistant'")
        _check_content(message.get("content"), role, index, signatures)
    if messages[0]["role"] != "user":
        raise bad('messages: first message must use the "user" role')
    if messages[-1]["role"] != "user":
        raise bad(
            "This model does not support assistant message prefill. The conversation must end with a user message."
        )
    _check_tool_pairs(messages)


def _check_content(content: object, role: str, index: int, signatures: Collection[str]) -> None:
    where = f"messages.{index}"
    if content is None:
        raise bad(f"{where}.content: Field required")
    if isinstance(content, str):
        if not content:
            raise bad(f"{where}: user messages must have non-empty content")
        return
    if not isinstance(content, list) or not content:
        raise bad(f"{where}: all messages must have non-empty content except for the optional final assistant message")
    for number, block in enumerate(content):
        kind = block.get("type")
        if kind not in _BLOCKS[role]:
            expected = ", ".join(f"'{name}'" for name in _BLOCKS[role])
            raise bad(
                f"{where}.content.{number}: Input tag '{kind}' found using 'type' does not match any of the "
                f"expected tags: {expected}"
            )
        if (field := _FIELD_OF.get(kind)) and field not in block:
            raise bad(f"{where}.content.{number}.{kind}.{field}: Field required")
        if kind == "text" and not block["text"].strip():
            what = "must be non-empty" if not block["text"] else "must contain non-whitespace text"
            raise bad(f"messages: text content blocks {what}")
        if kind == "thinking" and block.get("signature") not in signatures:
            raise bad(f"{where}.content.{number}: Invalid `signature` in `thinking` block")
        if kind == "tool_use" and not isinstance(block.get("input"), dict):
            raise bad(f"{where}.content.{number}.tool_use.input: Input should be a valid dictionary")


def _check_tool_pairs(messages: list[dict[str, Any]]) -> None:
    """Every call is answered in the next message, and every answer has its call in the one before."""
    open_calls: list[str] = []
    for index, message in enumerate(messages):
        blocks = [*_blocks(message)]
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        for number, block in enumerate(blocks):
            if block["type"] == "tool_result" and block["tool_use_id"] not in open_calls:
                raise bad(
                    f"messages.{index}.content.{number}: unexpected `tool_use_id` found in `tool_result` blocks: "
                    f"{block['tool_use_id']}. Each `tool_result` block must have a corresponding `tool_use` block "
                    "in the previous message."
                )
        if missing := [call for call in open_calls if call not in results]:
            raise bad(
                f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
                "next message."
            )
        if len(results) != len(set(results)):
            raise bad(f"messages.{index}: each tool_use must have a single result. Found multiple `tool_result` blocks")
        open_calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if len(open_calls) != len(set(open_calls)):
            raise bad(f"messages.{index}: `tool_use` ids must be unique")


def _check_breakpoints(request: Mapping[str, Any]) -> None:
    marked = sum("cache_control" in block for block in _cacheable(request)) + ("cache_control" in request)
    if marked > CACHE_BREAKPOINTS:
        raise bad(f"A maximum of {CACHE_BREAKPOINTS} blocks with cache_control may be provided. Found {marked}.")
    for block in _cacheable(request):
        if (control := block.get("cache_control")) and control.get("type") != "ephemeral":
            raise bad("cache_control.type: Input should be 'ephemeral'")


def _cacheable(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield from request.get("tools", [])
    if isinstance(system := request.get("system", []), list):
        yield from system
    for message in request.get("messages", []):
        yield from _blocks(message)


def _blocks(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    content = message["content"]
    yield from [{"type": "text", "text": content}] if isinstance(content, str) else content
