"""Reads an answers file: what to analyse, and what to say at every prompt that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import StorageError, UsageError
from roundtable_tui.formats.yaml import YamlError, read_yaml
from roundtable_tui.storage.disk import MEGABYTE, shown

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.storage.disk import Disk

LIMIT = 8 * MEGABYTE


class AnswersFile(BaseModel):
    """The form FORMATS gives; every entry is kept exactly as it was typed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: str = ""
    item: str = ""
    draft: str = ""
    mode: Literal["", "guided", "conversation", "team"] = ""
    tier: Literal["", "trivial", "light", "standard", "epic"] = ""
    depth: Literal["brief", "standard", "deep"] | None = None
    answers: tuple[str, ...] = ()


def read_answers(disk: Disk, path: Path) -> AnswersFile:
    name = shown(path)
    try:
        text = disk.read(path, LIMIT).decode("utf-8-sig")
        found = read_yaml(text)
    except StorageError as error:
        raise UsageError(error.sentence, error.hint) from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8 text.", "Save it as UTF-8 and try again.") from None
    except YamlError as error:
        raise UsageError(f"{name} {error}.", "Mend that line and try again.") from None
    if not isinstance(found, dict):
        raise UsageError(f"{name} is not an answers file.", "It needs a description and a list of answers.")
    answers = _validated(name, found)
    if not answers.description.strip() and not answers.item.strip():
        raise UsageError(f"{name} does not say what to analyse.", "Add a line 'description: …' or 'item: …'.")
    return answers


def _validated(name: str, found: dict[str, Any]) -> AnswersFile:
    entries = found.get("answers")
    if isinstance(entries, list):
        found = {**found, "answers": ["" if entry is None else entry for entry in entries]}
    elif entries is None:
        found = {key: value for key, value in found.items() if key != "answers"}
    try:
        return AnswersFile(**found)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            raise UsageError(f"{name} has an unknown entry '{one_line(where, 60)}'.", "Check its spelling.") from None
        reason = one_line(problem["msg"], 120)
        raise UsageError(
            f"{name}: '{one_line(where, 60)}' does not fit ({reason}).", "Mend it and try again."
        ) from None


def draft_path(answers_file: Path, draft: str) -> Path:
    """A draft is named relative to the answers file."""
    return answers_file.parent / draft
