"""What a tool call of the model may hold: read leniently, asked for strictly, and made of few simple shapes.

The server compiles all schemas of a request into one grammar, so there are no optional values and no unions: what does
not apply is an empty text or an empty list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.exchange import ToolSpec
from roundtable_tui.voices.model.turn.say_tool import SAY

if TYPE_CHECKING:
    from collections.abc import Mapping

_PROBLEMS_NAMED = 3


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Quote(Input):
    turn: int = Field(description="The user's turn; 0 is what the item was begun with.")
    quote: str = Field(description="Copied letter by letter.")


class Lines(Input):
    path: str
    start: int
    end: int


class Evidence(Input):
    said: list[Quote] = Field(default_factory=list)
    code: list[Lines] = Field(default_factory=list)
    entries: list[str] = Field(default_factory=list, description="Ids or labels.")


class FieldInput(Input):
    name: str
    value: str = Field(description="Several ids with commas between them.")


class EntryInput(Input):
    label: str = Field("", description="A name for later entries of this turn to refer to it by, or empty.")
    kind: str = Field(json_schema_extra={"enum": [kind.value for kind in Kind]})
    fields: list[FieldInput]
    evidence: Evidence = Field(default_factory=Evidence)


class Say(Input):
    """Speak to the user: the analysts' words, shown as you write them. Call it before all other calls of a message, and
    write nothing beside it."""

    text: str = Field(description="The words alone, without the question; a line may open with an analyst's name.")


class RecordEntries(Input):
    """Record new entries in the dossier. A field in the user's own words, from a turn you quote, counts as stated;
    reworded it counts as inferred until they confirm it."""

    entries: list[EntryInput]


class ReviseEntry(Input):
    """Fill or change fields of one entry, or drop it. What the user stated changes only in words they have just said;
    anything else you send becomes an open question about it."""

    id: str
    fields: list[FieldInput] = Field(default_factory=list)
    drop: bool = Field(False, description="Take the entry out; then fields stay empty.")
    evidence: Evidence = Field(default_factory=Evidence)


class ClaimInput(Input):
    topic: str
    criterion: str
    evidence: Evidence = Field(default_factory=Evidence)


class ClaimCriteria(Input):
    """Claim that criteria of a topic are met, each with its evidence."""

    claims: list[ClaimInput]


class PartInput(Input):
    text: str = Field(description="A question that a word or a number answers.")
    suggestion: str = Field("", description="As below.")
    keeps: str = Field("", description="As below.")


class Ask(Input):
    """Put one question to the user and end the turn. It is shown after your words; do not write it there as well."""

    text: str = Field(description="One question about one thing; with parts, what they have in common.")
    why: str = Field("", description="What depends on the answer, in a few words; empty where it is plain.")
    suggestion: str = Field(
        "",
        description="The answer you would guess, ready to be kept as it is, without a yes or no before it; or empty.",
    )
    keeps: str = Field(
        "",
        description="Where the suggestion or the choice they take is kept: kind.field as metric.text, or id.field as "
        "FR-001.priority; empty where it is the step's question or has no one place.",
    )
    choices: list[str] = Field(
        default_factory=list, description="Two to five answers to pick from by number, each ready to be kept."
    )
    between: list[str] = Field(
        default_factory=list, description="Two entries that contradict each other: they are the choices then."
    )
    parts: list[PartInput] = Field(
        default_factory=list, description="Two or three tiny questions on one subject, numbered below the text."
    )
    step_question: str = Field("", description="The key of the step's question this asks, as standard/2; or empty.")
    confirms: list[str] = Field(
        default_factory=list,
        description="Ids or labels of entries that a plain yes confirms; they are shown below the question.",
    )


class SettleEntries(Input):
    """Do one thing to many entries, with one quote: confirm them, set one field of all to the same value, or close open
    questions that were answered or no longer matter."""

    act: str = Field(json_schema_extra={"enum": ["confirm", "set", "close"]})
    ids: list[str]
    field: str = Field("", description="For set: the field's name.")
    value: str = Field("", description="For set: its value.")
    evidence: Evidence = Field(default_factory=Evidence)


class SearchCode(Input):
    """Find lines of the user's code with any of these words, whole or as part of a name; a line says if it is not
    whole."""

    words: str = Field(description="Words as they could stand in code, with spaces between them.")


class ReadCode(Input):
    """Read lines of one file of the user's code."""

    path: str
    start: int = 1
    end: int = Field(200, description="The last line wanted.")


class ListFolder(Input):
    """List a folder of the user's code; an empty path is the project."""

    path: str


class ReadEntries(Input):
    """Read entries of the dossier in full that you only see by their titles."""

    ids: list[str]


class ProposeComplete(Input):
    """Say that the step has what it needs, and end the turn. Nothing is asked then."""


TOOLS: dict[str, type[Input]] = {
    SAY: Say,
    "record_entries": RecordEntries,
    "revise_entry": ReviseEntry,
    "settle_entries": SettleEntries,
    "claim_criteria": ClaimCriteria,
    "ask": Ask,
    "search_code": SearchCode,
    "read_code": ReadCode,
    "list_folder": ListFolder,
    "read_entries": ReadEntries,
    "propose_complete": ProposeComplete,
}


def tool_specs(tools: Mapping[str, type[Input]] = TOOLS) -> tuple[ToolSpec, ...]:
    """The tools as a model is told of them."""
    return tuple(
        ToolSpec(name, one_line(model.__doc__ or ""), _strict(model.model_json_schema()), streams=name == SAY)
        for name, model in tools.items()
    )


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Every value is required and nothing else is allowed; definitions stand where they are used."""
    definitions: dict[str, Any] = schema.pop("$defs", {})
    bare: dict[str, Any] = _bare(schema, definitions)
    bare.pop("description", None)
    return bare


def _bare(part: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_bare(one, definitions) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        named = definitions[part["$ref"].rpartition("/")[2]]
        own = {name: value for name, value in part.items() if name == "description"}
        return {**_bare({name: value for name, value in named.items() if name != "description"}, definitions), **own}
    found = {
        name: {key: _bare(one, definitions) for key, one in value.items()}
        if name == "properties"
        else _bare(value, definitions)
        for name, value in part.items()
        if name not in ("title", "default")
    }
    if found.get("type") == "object":
        found.update(properties=found.get("properties", {}), additionalProperties=False)
        found["required"] = list(found["properties"])
    return found


def what_is_wrong(error: ValidationError) -> str:
    """In words the model can act on."""
    problems = [f"{'.'.join(map(str, one['loc'])) or 'input'}: {one['msg']}" for one in error.errors(include_url=False)]
    more = f"; and {len(problems) - _PROBLEMS_NAMED} more" if len(problems) > _PROBLEMS_NAMED else ""
    return one_line("; ".join(problems[:_PROBLEMS_NAMED]) + more, 600)
