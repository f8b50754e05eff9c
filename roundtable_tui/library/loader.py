"""Loads everything the analysts know from several places, the first of which wins, and says what was left out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona, Step, Topic
from roundtable_tui.domain.knowledge.phases import MAYA, PHASE_KEYS, known_phase, phase
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.library.files import files_beside, files_in_folders, shown
from roundtable_tui.library.personas import read_persona
from roundtable_tui.library.places import load_files
from roundtable_tui.library.steps import read_step
from roundtable_tui.library.topic_defaults import derived_topics, in_order
from roundtable_tui.library.topics import read_topic

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roundtable_tui.library.files import Found
    from roundtable_tui.library.knowledge_file import Document


def load_knowledge(places: Sequence[Path]) -> Knowledge:
    """What the files in these places say, first place first; a file that cannot be used becomes a warning."""
    warnings: list[str] = []
    personas = {
        persona.key: persona
        for persona in load_files(places, files_beside, "personas", _persona, lambda persona: persona.key, warnings)
    }
    steps = load_files(places, files_in_folders, "steps", _step, lambda step: step.id, warnings)
    steps = [_with_known_persona(step, personas, warnings) for step in steps]
    topics = load_files(places, files_in_folders, "topics", _topic, lambda topic: topic.id, warnings)
    topics = [_with_known_personas(topic, personas, warnings) for topic in topics]
    by_phase = _by_phase(steps, warnings)
    ordered = in_order(topics) or derived_topics(step for group in by_phase.values() for step in group)
    return Knowledge(steps=by_phase, topics=ordered, personas=personas, warnings=tuple(warnings))


def _persona(document: Document, _: Found) -> Persona:
    return read_persona(document)


def _topic(document: Document, _: Found) -> Topic:
    return read_topic(document)


def _step(document: Document, found: Found) -> Step:
    return read_step(document, phase=found.name.split("/")[1])


def _with_known_persona(step: Step, personas: Collection[str], warnings: list[str]) -> Step:
    lead = phase(step.phase).persona
    if step.persona in personas or step.persona == lead:
        return step
    warnings.append(_unknown_persona(step.path, step.persona, f"so {lead} leads the step", personas))
    return replace(step, persona=lead)


def _with_known_personas(topic: Topic, personas: Collection[str], warnings: list[str]) -> Topic:
    # With no persona file at all everybody is unknown, and one warning a topic would help nobody.
    if not personas:
        return topic
    if topic.primary not in personas:
        warnings.append(_unknown_persona(topic.path, topic.primary, f"so {MAYA} leads the topic", personas))
        topic = replace(topic, primary=MAYA)
    unknown = [key for key in topic.contributing if key not in personas]
    warnings += [_unknown_persona(topic.path, key, "so it contributes nothing", personas) for key in unknown]
    return replace(topic, contributing=tuple(key for key in topic.contributing if key in personas))


def _unknown_persona(path: str, key: str, consequence: str, personas: Iterable[str]) -> str:
    known = ", ".join(map(one_line, personas)) or "no other"
    return (
        f"{shown(path)} names the persona '{one_line(key, 60)}', which has no file, {consequence}. "
        f"Name one that is known ({known}), or add its file."
    )


def _by_phase(steps: Iterable[Step], warnings: list[str]) -> dict[str, tuple[Step, ...]]:
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.phase, []).append(step)
    for key, group in groups.items():
        if not known_phase(key):
            warnings.append(
                f"{shown(Path(group[0].path).parent)} is no folder of a known phase, so {MAYA} leads its steps. "
                f"Move them into one of {', '.join(PHASE_KEYS)}, or leave it so."
            )
    return {key: tuple(groups[key]) for key in sorted(groups)}
