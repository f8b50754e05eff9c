"""Reads topic files: what a conversation has to cover, criterion by criterion, and which artifacts it feeds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.library.captures import read_capture, read_check

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.library.knowledge_file import Document

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_LONGEST_ID = 50
_STEP_ID = re.compile(r"(?<![0-9])([0-9]{2}-[0-9]{2})(?![0-9])")
_STEP_FILE = re.compile(r"(?:^|/)([0-9]{2})-[^/]*/([0-9]{2})-[^/]*$")


def read_topic(document: Document) -> Topic:
    """The topic in a file; LeftOutError where id, name, primary persona or every criterion is missing."""
    return Topic(
        id=document.need_text("topic_id"),
        name=document.need_text("topic_name"),
        primary=document.need_text("primary_persona"),
        contributing=document.texts("contributing_personas"),
        criteria=_criteria(document),
        sections=_artifact_sections(document),
        guidance=_guidance(document),
        steps=tuple(map(_step_id, document.texts("source_step_files"))),
        knowledge=document.section("analytical knowledge"),
        validation=document.section("validation criteria"),
        instructions=document.section("artifact instructions"),
        path=document.path,
    )


def slug(text: str) -> str:
    """A short id for a criterion that was given none."""
    return _NOT_IN_IDS.sub("-", text.lower()).strip("-")[:_LONGEST_ID].rstrip("-")


def _criteria(document: Document) -> tuple[Criterion, ...]:
    found: dict[str, Criterion] = {}
    for number, value in enumerate(document.need_list("coverage_criteria"), start=1):
        criterion = _criterion(document, f"criterion {number}", value)
        if criterion is None:
            continue
        if criterion.id in found:
            taken = f"its id '{one_line(criterion.id, 60)}' is taken"
            document.ignore(f"criterion {number}", taken, "Give it another.")
            continue
        found[criterion.id] = criterion
    if not found:
        document.leave_out("none of its 'coverage_criteria' can be read", "Write each as {id, text, question}.")
    return tuple(found.values())


def _criterion(document: Document, what: str, value: Value) -> Criterion | None:
    if isinstance(value, str):
        value = {"text": value}
    if not isinstance(value, dict):
        document.ignore(what, "it is neither a text nor of the form {id, text, question}")
        return None
    parts = {name: _line(document, what, name, value) for name in ("id", "text", "question")}
    text = parts["text"] or parts["question"]
    if not text:
        document.ignore(what, "it has no 'text'")
        return None
    captures = document.as_list(f"'captures' of {what}", value.get("captures"))
    read = [read_capture(document, f"capture {at} of {what}", given) for at, given in enumerate(captures, start=1)]
    check = value.get("check")
    return Criterion(
        id=parts["id"] or slug(text) or what.replace(" ", "-"),
        text=text,
        question=parts["question"],
        captures=tuple(capture for capture in read if capture),
        check=None if check is None else read_check(document, f"the check of {what}", check),
    )


def _line(document: Document, what: str, name: str, parts: dict[str, Value]) -> str:
    value = parts.get(name)
    if value is None or isinstance(value, str):
        return one_line(value or "")
    document.ignore(f"'{name}' of {what}", "it is not a text")
    return ""


def _artifact_sections(document: Document) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for number, value in enumerate(document.list_of("artifact_sections"), start=1):
        what = f"entry {number} of 'artifact_sections'"
        artifact = _line(document, what, "artifact", value) if isinstance(value, dict) else ""
        if not artifact or not isinstance(value, dict):
            document.ignore(what, "it is not of the form {artifact, sections}")
            continue
        listed = document.as_list(f"'sections' of {what}", value.get("sections"))
        found[artifact] = found.get(artifact, ()) + document.as_texts(f"'sections' of {what}", listed)
    return found


def _guidance(document: Document) -> dict[Depth, str]:
    given = document.head.get("depth_guidance")
    if given is None:
        return {}
    if isinstance(given, str):
        return dict.fromkeys(Depth, one_line(given))
    if not isinstance(given, dict):
        document.ignore("'depth_guidance'", "it is not of the form {brief, standard, deep}")
        return {}
    for name in [name for name in given if name.lower() not in list(Depth)][:3]:
        document.ignore(f"'{one_line(name, 40)}' of 'depth_guidance'", f"it is not one of {', '.join(Depth)}")
    texts = {
        Depth(name.lower()): _advice(document, f"'{name}' of 'depth_guidance'", value)
        for name, value in given.items()
        if name.lower() in list(Depth)
    }
    return {depth: text for depth, text in texts.items() if text}


def _advice(document: Document, what: str, value: Value) -> str:
    """A text, or the parts of a mapping such as {behavior, acceptance, inference_policy} one after another."""
    if value is None or isinstance(value, str):
        return one_line(value or "")
    if not isinstance(value, dict):
        document.ignore(what, "it is neither a text nor a mapping of texts")
        return ""
    parts = [_line(document, what, name, value) for name in list(value)[:10]]
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts if part)


def _step_id(name: str) -> str:
    """The step id in `01-03`, `01-03-journeys.md` or `01-requirements/03-journeys.md`; else the name as it is."""
    if path := _STEP_FILE.search(name):
        return f"{path[1]}-{path[2]}"
    found = _STEP_ID.search(name)
    return found[1] if found else name
