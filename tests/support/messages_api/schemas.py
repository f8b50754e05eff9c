"""Which tool schemas the Messages API takes, and which of those it can hold the model to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_NOT_STRICT = {
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "string": ("minLength", "maxLength"),
    "array": ("maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties", "patternProperties"),
}
_INVALID = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). "
    "Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)


def schema_problem(tool: dict[str, Any], where: str) -> str:
    """What is wrong with a tool's schema; empty where nothing is."""
    if "input_schema" not in tool:
        return f"{where}.input_schema: Field required"
    schema = tool["input_schema"]
    if not isinstance(schema, dict):
        return f"{where}.input_schema: Input should be a valid dictionary"
    if "type" not in schema:
        return f"{where}.input_schema.type: Field required"
    if schema["type"] != "object":
        return f"{where}.input_schema.type: Input should be 'object'"
    if not _is_valid(schema):
        return f"{where}.input_schema: {_INVALID}"
    if tool.get("strict") and (problem := next(_not_strict(schema), "")):
        return f"{where}: {problem}"
    return ""


def _is_valid(schema: object) -> bool:
    if isinstance(schema, bool):
        return True
    if not isinstance(schema, dict):
        return False
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if not isinstance(types, list) or any(name not in _TYPES for name in types):
        return False
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        return False
    if not isinstance(schema.get("properties", {}), dict) or not isinstance(schema.get("enum", []), list):
        return False
    return all(_is_valid(inner) for inner in _within(schema))


def _not_strict(schema: object) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    kind = schema.get("type")
    if kind == "object" and schema.get("additionalProperties") is not False:
        yield "For 'object' type, 'additionalProperties' must be explicitly set to false"
    if isinstance(kind, str) and (extra := sorted(set(schema) & set(_NOT_STRICT.get(kind, ())))):
        yield f"For '{kind}' type, properties {', '.join(extra)} are not supported"
    for inner in _within(schema):
        yield from _not_strict(inner)


def _within(schema: dict[str, Any]) -> Iterator[object]:
    yield from schema.get("properties", {}).values()
    yield from schema.get("$defs", {}).values()
    for name in ("anyOf", "oneOf", "allOf"):
        yield from schema.get(name, [])
    if "items" in schema:
        yield schema["items"]
