"""Personas and topics in a prompt are read by the rules of files; what cannot be used is named and left out."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.items.inlined_knowledge import with_inlined
from tests.support.projects import shipped_knowledge

PERSONA = """\
--- persona-business-analyst ---
---
key: business-analyst
name: Mira Sand
role: Analyst
---

## Voice

Short sentences.
--- persona-lawyer ---
---
name: Ada Law
role: Lawyer
triggers: [contract]
---
"""
TOPIC = """\
--- topic: law ---
---
topic_name: Law
primary_persona: lawyer
contributing_personas: [nobody-knows]
coverage_criteria:
  - id: contracts
    text: Contracts are named.
    question: Which contracts?
    captures:
      - {kind: constraint, field: text}
---
"""


def test_a_persona_takes_the_place_of_the_one_of_its_key_and_others_join() -> None:
    knowledge, problems = with_inlined(shipped_knowledge(), PERSONA, TOPIC)
    assert knowledge.persona(MAYA).name == "Mira Sand"
    assert knowledge.persona("lawyer").triggers == ("contract",)
    law = knowledge.topics[-1]
    assert (law.id, law.primary, law.contributing) == ("law", "lawyer", ())
    assert not problems


def test_criteria_without_captures_leave_those_of_ours_in_place() -> None:
    theirs = "--- topic: security ---\n---\ntopic_name: Safety\nprimary_persona: solutions-architect\n"
    knowledge, problems = with_inlined(shipped_knowledge(), "", f"{theirs}coverage_criteria: [All is safe]\n---\n")
    security = next(topic for topic in knowledge.topics if topic.id == "security")
    ours = next(topic for topic in shipped_knowledge().topics if topic.id == "security")
    assert (security.name, security.criteria) == ("Safety", ours.criteria)
    assert problems == (
        "The topic 'security' does not say what its answers become, so the shipped criteria are asked for.",
    )


@pytest.mark.parametrize(
    ("personas", "topics", "sentence"),
    [
        ("no part at all", "", "PERSONA_CONTEXT is passed over because no line in it begins a part."),
        ("", "no part at all", "TOPIC_CONTEXT is passed over because no line in it begins a part."),
        ("--- persona-x ---\nno head", "", "The part 'x' of PERSONA_CONTEXT is left out because it does not begin"),
        ("--- persona-x ---\n---\nname: X\n---", "", "The part 'x' of PERSONA_CONTEXT is left out because it has no"),
        ("--- persona-x ---\n---\nname: persona-x\nrole: R\n---", "", "The part 'x' of PERSONA_CONTEXT is left out"),
        ("--- persona-x ---\n" + "a" * 1_000_001, "", "The part 'x' of PERSONA_CONTEXT is left out because it is lar"),
        ("", "--- topic: t ---\n---\ntopic_name: T\n---", "The part 't' of TOPIC_CONTEXT is left out because it has"),
    ],
)
def test_a_part_that_cannot_be_used_is_named_in_one_sentence(personas: str, topics: str, sentence: str) -> None:
    knowledge, problems = with_inlined(shipped_knowledge(), personas, topics)
    assert (knowledge.personas.keys(), knowledge.topics) == (
        shipped_knowledge().personas.keys(),
        shipped_knowledge().topics,
    )
    assert len(problems) == 1
    assert problems[0].startswith(sentence)
