"""A topic file becomes a topic, in the long and the short form of each of its fields."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import parse_check
from roundtable_tui.domain.knowledge.knowledge import Criterion, Topic
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.library.files import LeftOutError
from roundtable_tui.library.knowledge_file import Document
from roundtable_tui.library.topics import read_topic
from tests.unit.library.samples import topic_text

WHOLE = """\
---
topic_id: pricing
topic_name: Pricing
primary_persona: business-analyst
contributing_personas: [solutions-architect]
coverage_criteria:
  - id: price
    text: A price is named
    question: What does it cost?
    captures: [{kind: constraint, field: text, preset: {type: limit}}]
    check: count(constraint) >= 1
  - Somebody pays!
artifact_sections:
  - {artifact: requirements-spec.md, sections: [Business Context, Out of Scope]}
depth_guidance:
  brief: Ask once.
  standard: {behavior: Ask twice, acceptance: A number is enough., inference_policy: Guess openly}
source_step_files: ["01-01", 01-requirements/04-technical-context.md, 01-05-quality.md, other]
---

## Analytical Knowledge

Prices move.

## Validation Criteria

- There is a number.

## Artifact Instructions

Write the number.
"""


def loaded(text: str) -> tuple[Topic, list[str]]:
    document = Document("topics/x.md", text)
    return read_topic(document), document.warnings


def test_a_whole_file_is_read() -> None:
    topic, warnings = loaded(WHOLE)
    assert warnings == []
    assert topic == Topic(
        id="pricing",
        name="Pricing",
        primary="business-analyst",
        contributing=("solutions-architect",),
        criteria=(
            Criterion(
                "price",
                "A price is named",
                "What does it cost?",
                (Capture(Kind.CONSTRAINT, "text", None, (("type", "limit"),)),),
                parse_check("count(constraint) >= 1"),
            ),
            Criterion("somebody-pays", "Somebody pays!"),
        ),
        sections={"requirements-spec.md": ("Business Context", "Out of Scope")},
        guidance={
            Depth.BRIEF: "Ask once.",
            Depth.STANDARD: "Ask twice. A number is enough. Guess openly.",
        },
        steps=("01-01", "01-04", "01-05", "other"),
        knowledge="Prices move.",
        validation="- There is a number.",
        instructions="Write the number.",
        path="topics/x.md",
    )


@pytest.mark.parametrize("name", ["topic_id", "topic_name", "primary_persona", "coverage_criteria"])
def test_a_topic_without_a_required_field_is_left_out(name: str) -> None:
    with pytest.raises(LeftOutError, match=name):
        loaded(topic_text(**{name: None}))


def test_a_topic_without_a_criterion_that_can_be_read_is_left_out() -> None:
    with pytest.raises(LeftOutError, match="none of its 'coverage_criteria'"):
        loaded(topic_text(coverage_criteria="[[a], {id: x}]"))


def test_a_capture_can_be_the_name_of_a_kind() -> None:
    topic, _ = loaded(topic_text(coverage_criteria="[{text: Users, captures: [user, metric]}]"))
    assert topic.criteria[0].captures == (Capture(Kind.USER, "text"), Capture(Kind.METRIC, "text"))


def test_one_guidance_serves_every_depth() -> None:
    topic, _ = loaded(topic_text(depth_guidance="Go easy."))
    assert topic.guidance == dict.fromkeys(Depth, "Go easy.")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"contributing_personas": "me"}, "'contributing_personas' is ignored"),
        ({"coverage_criteria": "[A price, [b]]"}, "criterion 2 is ignored"),
        ({"coverage_criteria": "[A price, a price!]"}, "its id 'a-price' is taken"),
        ({"coverage_criteria": "[{text: A, question: [b]}]"}, "'question' of criterion 1 is ignored"),
        ({"coverage_criteria": "[{text: A, captures: user}]"}, "'captures' of criterion 1 is ignored"),
        ({"coverage_criteria": "[{text: A, captures: [wish]}]"}, "capture 1 of criterion 1 is ignored"),
        ({"coverage_criteria": "[{text: A, check: hope()}]"}, "the check of criterion 1 is ignored"),
        ({"artifact_sections": "{a: b}"}, "'artifact_sections' is ignored"),
        ({"artifact_sections": "[spec.md]"}, "entry 1 of 'artifact_sections' is ignored"),
        ({"artifact_sections": "[{artifact: a.md, sections: b}]"}, "'sections' of entry 1"),
        ({"depth_guidance": "[a]"}, "'depth_guidance' is ignored"),
        ({"depth_guidance": "{shallow: a}"}, "'shallow' of 'depth_guidance' is ignored"),
        ({"depth_guidance": "{brief: [a]}"}, "'brief' of 'depth_guidance' is ignored"),
        ({"depth_guidance": "{brief: {behavior: [a]}}"}, "'behavior' of 'brief'"),
        ({"source_step_files": "01-01"}, "'source_step_files' is ignored"),
    ],
)
def test_a_malformed_optional_part_is_ignored_with_one_warning(changes: dict[str, str], said: str) -> None:
    topic, warnings = loaded(topic_text(**changes))
    assert topic.criteria
    assert len(warnings) == 1
    assert "topics/x.md" in warnings[0]
    assert said in warnings[0]
