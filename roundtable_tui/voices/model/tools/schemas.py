"""What a tool call of the model may hold: read leniently, asked for strictly, and made of few simple shapes.

The server compiles all schemas of a request into one grammar, so there are no optional values and no unions: what does
not apply is an empty text or an empty list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from roundtable_tui.domain.dossier.kinds import TALKED_OF, Kind
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.exchange import ToolSpec
from roundtable_tui.voices.model.turn.say_tool import SAY

if TYPE_CHECKING:
    from collections.abc import Mapping

_PROBLEMS_NAMED = 3
_PLACE = re.compile(r"(?P<path>.+?):(?P<start>[0-9]{1,7})(?:[-–](?P<end>[0-9]{1,7}))?")


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Quote(Input):
    turn: int
    quote: str


class Lines(Input):
    path: str
    start: int
    end: int

    @model_validator(mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        """From the form in which places are shown: `src/pay.py:12` or `src/pay.py:12-30`."""
        if not isinstance(given, str):
            return given
        found = _PLACE.fullmatch(given.strip())
        if found is None:
            raise ValueError("a place is written as path:12-30")
        return {"path": found["path"], "start": found["start"], "end": found["end"] or found["start"]}


class Evidence(Input):
    said: list[Quote] = Field(default_factory=list)
    code: list[Lines] = Field(
        default_factory=list, json_schema_extra={"items": {"type": "string"}, "description": "path:12-30"}
    )
    entries: list[str] = Field(default_factory=list)


class FieldInput(Input):
    name: str
    value: str


class EntryInput(Input):
    label: str = ""
    kind: str = Field(json_schema_extra={"enum": [kind.value for kind in Kind if kind in TALKED_OF]})
    fields: list[FieldInput]
    evidence: Evidence = Field(default_factory=Evidence)


class Say(Input):
    """Speak to the user, before all other calls of a message."""

    text: str = Field(description="The words alone, without the question; a line may open with an analyst's name.")


class RecordEntries(Input):
    """Record new entries."""

    entries: list[EntryInput]


class ReviseEntry(Input):
    """Fill or change fields of one entry, or drop it."""

    id: str
    fields: list[FieldInput] = Field(default_factory=list)
    drop: bool = Field(False, description="Then fields stay empty.")
    evidence: Evidence = Field(default_factory=Evidence)


class ClaimInput(Input):
    criterion: str = Field(description="topic/criterion")
    evidence: Evidence = Field(default_factory=Evidence)


class ClaimCriteria(Input):
    """Claim that criteria of a topic are met: what the evidence carries, no more."""

    claims: list[ClaimInput]


class PartInput(Input):
    text: str = Field(description="A question that a word or a number answers.")
    suggestion: str = ""
    keeps: str = ""


class Ask(Input):
    """Put one question to the user and end the turn."""

    text: str = Field(description="One question about one thing; with parts, what they have in common.")
    why: str = Field("", description="What hangs on the answer, in a few words; empty where it is plain.")
    suggestion: str = Field("", description="The answer you would guess, as a statement ready to be kept.")
    keeps: str = Field(
        "", description="Where the suggestion or choice they take is kept: metric.text, FR-001.priority; or empty."
    )
    choices: list[str] = Field(default_factory=list, description="Two to five answers to pick from by number.")
    between: list[str] = Field(
        default_factory=list, description="Two entries that contradict each other: they are the choices."
    )
    parts: list[PartInput] = Field(default_factory=list, description="Two or three tiny questions on one subject.")
    step_question: str = Field("", description="The key of the step's question this asks, as standard/2; or empty.")
    confirms: list[str] = Field(default_factory=list, description="Entries shown below it, confirmed by a plain yes.")


class SettleEntries(Input):
    """Do one thing to many entries: confirm or take them as left to you, set one field of all, or close questions."""

    act: str = Field(json_schema_extra={"enum": ["confirm", "delegate", "set", "close"]})
    ids: list[str]
    field: str = Field("", description="For set.")
    value: str = Field(
        "", description="For set; or, where they took a guess or a choice with a change, the sentence that holds now."
    )
    evidence: Evidence = Field(default_factory=Evidence)


class SearchCode(Input):
    """Find lines of the user's code with any of these words, whole or as part of a name."""

    words: str


class ReadCode(Input):
    """Read lines of a file of the user's code."""

    path: str
    start: int = 1
    end: int = 200


class ListFolder(Input):
    """List a folder of the user's code; an empty path is the project."""

    path: str


class ReadEntries(Input):
    """Read entries in full that you see only by their titles."""

    ids: list[str]


class ProposeComplete(Input):
    """Say that the step has what it needs, and end the turn."""


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
