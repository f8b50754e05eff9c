"""Personas and topics that stand in a prompt instead of in files: read by the same rules, for one run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from roundtable_tui.domain.knowledge.knowledge import Persona, Topic
from roundtable_tui.library.files import LARGEST, LeftOutError
from roundtable_tui.library.knowledge_file import Document
from roundtable_tui.library.personas import read_persona
from roundtable_tui.library.topics import read_topic

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_PERSONA = re.compile(r"^--- persona-(?P<name>[a-z0-9-]{1,60}) ---[ \t]*$", re.MULTILINE)
_TOPIC = re.compile(r"^--- topic:[ \t]*(?P<name>[a-z0-9-]{1,60}) ---[ \t]*$", re.MULTILINE)
_MOST = 40
_T = TypeVar("_T", Persona, Topic)


def with_inlined(knowledge: Knowledge, personas: str, topics: str) -> tuple[Knowledge, tuple[str, ...]]:
    """The knowledge with these in the place of those of the same key, and what of them could not be used."""
    problems: list[str] = []
    seated = _read(_PERSONA, personas, "PERSONA_CONTEXT", "key", read_persona, problems)
    told = _read(_TOPIC, topics, "TOPIC_CONTEXT", "topic_id", read_topic, problems)
    by_id = {topic.id: _usable(topic, knowledge, problems) for topic in told}
    known = [by_id.pop(topic.id, topic) for topic in knowledge.topics]
    people = {**knowledge.personas, **{persona.key: persona for persona in seated}}
    named = [_with_known(topic, people, problems) for topic in (*known, *by_id.values())]
    return replace(knowledge, personas=people, topics=tuple(named)), tuple(problems)


def _read(
    mark: re.Pattern[str], text: str, name: str, key: str, parse: Callable[[Document], _T], problems: list[str]
) -> list[_T]:
    if not text.strip():
        return []
    found = list(mark.finditer(text))
    if not found:
        problems.append(f"{name} is passed over because no line in it begins a part.")
    if len(found) > _MOST:
        problems.append(f"Only the first {_MOST} parts of {name} are read.")
    read: dict[str, _T] = {}
    for number, begins in enumerate(found[:_MOST]):
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        where = f"The part '{begins['name']}' of {name}"
        try:
            document = _document(where, text[begins.end() : end])
            document.head.setdefault(key, begins["name"])
            value = parse(document)
        except LeftOutError as error:
            problems.append(str(error))
            continue
        problems.extend(document.warnings)
        read[begins["name"]] = value
    return list(read.values())


def _document(where: str, text: str) -> Document:
    if len(text) > LARGEST:
        raise LeftOutError(where, "it is larger than 1 MB", "Shorten it.")
    document = Document(where, text)
    if str(document.head.get("name", "")).startswith("persona-"):
        del document.head["name"]  # the name of the file, not of the person
    return document


def _usable(topic: Topic, knowledge: Knowledge, problems: list[str]) -> Topic:
    """A topic whose criteria do not say what an answer becomes keeps the criteria of ours of the same name."""
    ours = next((one for one in knowledge.topics if one.id == topic.id), None)
    if ours is None or any(criterion.captures for criterion in topic.criteria):
        return topic
    problems.append(
        f"The topic '{topic.id}' does not say what its answers become, so the shipped criteria are asked for."
    )
    return replace(topic, criteria=ours.criteria, sections=topic.sections or ours.sections, steps=ours.steps)


def _with_known(topic: Topic, people: dict[str, Persona], problems: list[str]) -> Topic:
    if topic.primary not in people:
        problems.append(f"The topic '{topic.id}' is led by '{topic.primary}', whom nobody knows, so Maya leads it.")
        topic = replace(topic, primary="business-analyst")
    return replace(topic, contributing=tuple(key for key in topic.contributing if key in people))
