"""The rules the shipped knowledge files must keep, beyond what the loader needs to read a user's."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from roundtable_tui.domain.dossier.graph import RELATED
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.knowledge.knowledge import Persona, Step, Topic
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA, phase
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.formats.markdown import listing, paragraphs
from roundtable_tui.library.topic_defaults import DOMAINS
from roundtable_tui.voices.gaps import asks_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_File: TypeAlias = Step | Topic | Persona

PROMPTS = {Depth.BRIEF: 1, Depth.STANDARD: 3, Depth.DEEP: 6}
_STEP_ID = re.compile(r"[0-9]{2}-[0-9]{2}")
_FILE_NAME = re.compile(r"([0-9]{2})-[a-z0-9-]+\.md")
_PLACEHOLDER = re.compile(r"\bTODO\b|\bTBD\b|(?i:\blorem\b)|(?i:\bxxx+\b)|\.\.\.")
_ITEM_MARK = re.compile(r"^\s*(?:[-*+]|[0-9]+[.)])\s+", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.?!])[\"”')]*\s+|\n+")
_SHORTEST = 6
"""Sentences of fewer words are turns of phrase ("One a line.") and may come again."""


def strict_problems(knowledge: Knowledge, path: str) -> list[str]:
    """What is wrong with the knowledge file at this path, each as one sentence; empty if it is fit to ship."""
    problems = [warning for warning in knowledge.warnings if path in warning]
    value = next((value for value in _files(knowledge) if value.path == path), None)
    match value:
        case None:
            return problems or [f"{path} was not loaded."]
        case Step():
            problems += _with_step(value, knowledge)
        case Topic():
            problems += _with_topic(value)
        case Persona():
            problems += _with_persona(value)
    return [*problems, *_with_wording(value, knowledge)]


def _files(knowledge: Knowledge) -> list[_File]:
    steps = [step for group in knowledge.steps.values() for step in group]
    topics = [topic for topic in knowledge.topics if topic.path]  # a derived topic has no file
    return [*steps, *topics, *knowledge.personas.values()]


def _with_step(step: Step, knowledge: Knowledge) -> Iterator[str]:
    name = _FILE_NAME.fullmatch(PurePath(step.path).name)
    if not _STEP_ID.fullmatch(step.id) or step.id[:2] != phase(step.phase).number:
        yield f"The step_id '{step.id}' is not of the form NN-NN with the number of {step.phase}."
    elif not name or name[1] != step.id[3:]:
        yield f"The file name is not of the form {step.id[3:]}-name.md."
    if len(step.title) > 60:
        yield "The title is longer than 60 characters."
    if step.persona not in (MAYA, ALEX, JORDAN):
        yield f"The persona '{step.persona}' is none of the three."
    if len(step.checks) < 2:
        yield "There are fewer than 2 checks."
    if not 3 <= len(listing(step.validation).items) <= 5:
        yield "The Validation section does not have 3 to 5 criteria."
    if sum(line.startswith("Edge case:") for line in step.validation.splitlines()) != 1:
        yield "The Validation section does not have exactly one line that begins with 'Edge case:'."
    if not step.artifacts:
        yield "There is no Artifacts section."
    for depth in Depth:
        yield from _with_section(step, depth, knowledge)


def _with_section(step: Step, depth: Depth, knowledge: Knowledge) -> Iterator[str]:
    section = step.sections.get(depth)
    if section is None:
        yield f"There is no section for {depth} mode."
        return
    if len(section.prompts) != PROMPTS[depth]:
        yield f"The {depth} mode has {len(section.prompts)} questions instead of {PROMPTS[depth]}."
    if not section.lead:
        yield f"The {depth} mode begins without a word before its questions."
    for number, prompt in enumerate(section.prompts, start=1):
        if prompt.capture is None:
            yield f"Question {number} of {depth} mode has no capture."
            continue
        if prompt.where_it_matters and (depth is not Depth.STANDARD or _is_needed(step, number)):
            yield f"Question {number} of {depth} mode is needed and cannot be left to where it matters."
        before = [earlier.capture for earlier in section.prompts[: number - 1] if earlier.capture]
        if problem := _with_capture(prompt.capture, [*before, *_captures_before(step, knowledge)]):
            yield f"Question {number} of {depth} mode {problem}."


def _is_needed(step: Step, number: int) -> bool:
    """Whether a check wants what only this question of Standard Mode asks for."""
    prompts = step.section(Depth.STANDARD).prompts
    others = [prompt.capture for prompt in prompts if not prompt.where_it_matters]
    mine = prompts[number - 1].capture
    return any(asks_for(check, mine) and not any(asks_for(check, one) for one in others) for check in step.checks)


def _with_capture(capture: Capture, before: list[Capture]) -> str:
    spec = SPECS[capture.kind]
    is_main = capture.field == spec.main
    if capture.for_each == capture.kind:
        return f"is asked for each {spec.one} but names it anew" if is_main else ""
    if capture.for_each:
        related = (capture.for_each, capture.kind) in RELATED
        return "" if related else f"is asked for each {capture.for_each}, which no {spec.one} refers to"
    # A preset says which entry it is (the review of the impact), so such a question can begin it by itself.
    if is_main or spec.single or capture.preset or any(begun.kind == capture.kind for begun in before):
        return ""
    return f"fills '{capture.field}' of {spec.a_one} that nothing before it can have begun"


def _captures_before(step: Step, knowledge: Knowledge) -> list[Capture]:
    earlier = [other for group in knowledge.steps.values() for other in group if other.id < step.id]
    prompts = [prompt for other in earlier for section in other.sections.values() for prompt in section.prompts]
    return [prompt.capture for prompt in prompts if prompt.capture]


def _with_topic(topic: Topic) -> Iterator[str]:
    domain = next((domain for domain in DOMAINS if domain.topic == topic.id), None)
    if domain is None:
        yield f"The topic '{topic.id}' is not in the inventory."
        return
    if len(topic.criteria) != domain.criteria:
        yield f"There are {len(topic.criteria)} criteria instead of {domain.criteria}."
    if (topic.primary, set(topic.contributing)) != (domain.primary, set(domain.contributing)):
        yield f"The personas are not {domain.primary} with {', '.join(domain.contributing)}."
    if set(topic.steps) != set(domain.steps):
        yield f"The equivalent steps are not {', '.join(domain.steps) or 'none'}."
    for criterion in topic.criteria:
        if not criterion.question:
            yield f"The criterion '{criterion.id}' has no question."
        if not criterion.captures:
            yield f"The criterion '{criterion.id}' has no captures."
    if set(topic.guidance) != set(Depth):
        yield "There is not a depth_guidance for each of brief, standard and deep."
    if not topic.sections:
        yield "There are no artifact_sections."
    for name in ("knowledge", "validation", "instructions"):
        if not getattr(topic, name):
            yield f"The section with the topic's {name} is missing."


def _with_persona(persona: Persona) -> Iterator[str]:
    if PurePath(persona.path).stem != persona.key:
        yield f"The file is not named {persona.key}.md."
    if len(persona.principles) < 4:
        yield "There are fewer than 4 principles."
    if len(persona.acknowledges) < 2:
        yield "There are fewer than 2 ways to acknowledge."
    if any("{what}" not in said for said in persona.acknowledges):
        yield "An acknowledgement does not say {what} was heard."
    if len(persona.self_check) < 3:
        yield "There are fewer than 3 questions in the Self-Check."
    for name in ("identity", "voice", "owns", "leaves"):
        if not getattr(persona, name):
            yield f"There is nothing about the persona's {name}."


def _with_wording(value: _File, knowledge: Knowledge) -> Iterator[str]:
    for text in _prose(value):
        if found := _PLACEHOLDER.search(text):
            yield f"There is a placeholder, '{found[0]}'."
    own = _sentences(value)
    for other in _files(knowledge):
        if other is not value:
            yield from (f"'{own[same]}' stands in {other.path} too." for same in own.keys() & _sentences(other).keys())


def _sentences(value: _File) -> dict[str, str]:
    """The sentences of a file by the words they have in common with any other spelling of them."""
    texts = (paragraphs(_ITEM_MARK.sub("\n", text)) for text in _prose(value))
    found = [sentence.strip() for text in texts for sentence in _SENTENCE_END.split(text)]
    words = {sentence: re.findall(r"\w+", sentence.casefold()) for sentence in found}
    return {" ".join(said): sentence for sentence, said in words.items() if len(said) >= _SHORTEST}


def _prose(value: _File) -> Iterator[str]:
    match value:
        case Step():
            yield value.title
            for section in value.sections.values():
                yield section.lead
                yield from (prompt.text for prompt in section.prompts)
            yield from (value.validation, value.artifacts)
        case Topic():
            yield from (value.name, value.knowledge, value.validation, value.instructions, *value.guidance.values())
            for criterion in value.criteria:
                yield from (criterion.text, criterion.question)
        case Persona():
            yield from (value.identity, value.voice, value.owns, value.leaves)
            yield from (*value.principles, *value.acknowledges, *value.self_check)
