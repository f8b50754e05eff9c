"""Each rule for shipped files notices a file that breaks it, and only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.library.loader import load_knowledge
from tests.support.shipped_rules import strict_problems
from tests.unit.library.samples import put

if TYPE_CHECKING:
    from pathlib import Path

STEP = """\
---
step_id: "01-02"
title: User Needs Discovery
persona: business-analyst
depth: standard
outputs: [requirements-spec.md]
captures:
  brief:
    - {kind: user, field: text}
  standard:
    - {kind: user, field: text}
    - {kind: user, field: pain}
    - {kind: user, field: recovery, for_each: user}
  deep:
    - {kind: user, field: text}
    - {kind: user, field: pain}
    - {kind: user, field: workflow}
    - {kind: problem, field: cost}
    - {kind: fr, field: title}
    - {kind: ac, field: text, for_each: fr}
checks:
  - count(user) >= 1
  - every(user, pain)
---

## Brief Mode

This is who I think it is for.

1. Who did I forget?

## Standard Mode

Tell me about them.

1. Who is it for?
2. What hurts?
3. What do they do when it goes wrong?

## Deep Mode

Now slowly.

1. Who was it last Tuesday?
2. What were they waiting for?
3. What did they do meanwhile?
4. What did the wait cost?
5. What should they be able to do?
6. How would we know for {id}?

## Validation

- Somebody is named.
- Each has a pain.
- The pain is their own.

Edge case: everybody is a user. Ask who calls first.

## Artifacts

Record each of them.
"""
PERSONA = """\
---
key: zoe
name: Zoe Ng
role: Pricing
identity: I'm Zoe.
---

## Voice

Dry.

## Principles

- One.
- Two.
- Three.
- Four.

## Owns

Prices.

## Leaves to Others

The rest.

## Acknowledges

- So {what}.
- Noted: {what}.

## Self-Check

- A?
- B?
- C?
"""
TOPIC = """\
---
topic_id: security
topic_name: Security
primary_persona: solutions-architect
contributing_personas: [system-designer]
coverage_criteria:
  - {id: a, text: One, question: "Who?", captures: [note]}
  - {id: b, text: Two, question: "What?", captures: [note]}
  - {id: c, text: Three, question: "Where?", captures: [note]}
  - {id: d, text: Four, question: "When?", captures: [note]}
  - {id: e, text: Five, question: "Why?", captures: [note]}
artifact_sections: [{artifact: a.md, sections: [B]}]
depth_guidance: {brief: a, standard: b, deep: c}
source_step_files: []
---

## Analytical Knowledge

Trust nobody.

## Validation Criteria

- Nobody is trusted.

## Artifact Instructions

Write it down.
"""
STEP_NAME = "steps/01-requirements/02-user-needs.md"


def problems(place: Path, name: str, text: str) -> list[str]:
    path = put(place, name, text)
    return strict_problems(load_knowledge([place]), str(path))


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [(STEP_NAME, STEP), ("personas/zoe.md", PERSONA), ("topics/security/security.md", TOPIC)],
    ids=["step", "persona", "topic"],
)
def test_a_good_file_has_no_problems(tmp_path: Path, name: str, text: str) -> None:
    assert problems(tmp_path, name, text) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"01-02"', '"1-2"', "step_id"),
        ('"01-02"', '"02-02"', "step_id"),
        ('"01-02"', '"01-03"', "file name"),
        ("User Needs Discovery", "U" * 61, "longer than 60"),
        ("- every(user, pain)\n", "\n", "fewer than 2 checks"),
        ("- every(user, pain)", "- every(user, joy)", "check 2 is ignored"),
        ("3. What do they do when it goes wrong?\n", "", "2 questions instead of 3"),
        ("Tell me about them.\n", "", "without a word"),
        ("    - {kind: user, field: recovery, for_each: user}\n", "", "Question 3 of standard mode has no capture"),
        ("{kind: user, field: recovery, for_each: user}", "{kind: user, field: text, for_each: user}", "names it anew"),
        ("{kind: ac, field: text, for_each: fr}", "{kind: risk, field: text, for_each: fr}", "no risk refers to"),
        ("{kind: user, field: pain}", "{kind: risk, field: impact}", "nothing before it can have begun"),
        ("- Each has a pain.\n", "", "3 to 5 criteria"),
        ("Edge case:", "Note:", "Edge case:"),
        ("## Artifacts\n\nRecord each of them.\n", "", "no Artifacts section"),
        ("## Brief Mode", "## Short Mode", "no section for brief mode"),
        ("2. What hurts?", "2. Where it matters: What hurts?", "cannot be left to where it matters"),
        ("1. Who was it last", "1. Where it matters: Who was it last", "cannot be left to where it matters"),
        ("What hurts?", "What hurts? TODO", "placeholder, 'TODO'"),
        ("What hurts?", "What hurts...", "placeholder, '...'"),
    ],
)
def test_a_step_that_breaks_a_rule_is_found_out(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert any(said in problem for problem in problems(tmp_path, STEP_NAME, changed(STEP, old, new)))


def test_a_field_of_an_entry_that_an_earlier_step_begins_may_be_filled(tmp_path: Path) -> None:
    text = changed(STEP, "- {kind: user, field: pain}", "- {kind: risk, field: impact}")
    earlier = changed(STEP.replace("01-02", "01-01"), "- {kind: user, field: text}", "- {kind: risk, field: text}")
    put(tmp_path, "steps/01-requirements/01-business-context.md", earlier)
    assert not any("begun" in problem for problem in problems(tmp_path, STEP_NAME, text))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("- Four.\n", "", "fewer than 4 principles"),
        ("- Noted: {what}.\n", "", "fewer than 2 ways"),
        ("Noted: {what}", "Noted", "{what}"),
        ("- C?\n", "", "fewer than 3 questions"),
        ("key: zoe", "key: zoo", "not named zoo.md"),
        ("Dry.\n", "", "voice"),
    ],
)
def test_a_persona_that_breaks_a_rule_is_found_out(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert any(said in problem for problem in problems(tmp_path, "personas/zoe.md", changed(PERSONA, old, new)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("topic_id: security", "topic_id: secrets", "not in the inventory"),
        ('  - {id: e, text: Five, question: "Why?", captures: [note]}\n', "", "4 criteria instead of 5"),
        ('question: "Why?", ', "", "'e' has no question"),
        ('question: "Why?", captures: [note]', 'question: "Why?"', "'e' has no captures"),
        ("[system-designer]", "[]", "personas are not"),
        ("source_step_files: []", "source_step_files: [01-01]", "equivalent steps"),
        ("{brief: a, standard: b, deep: c}", "{brief: a}", "depth_guidance"),
        ("Trust nobody.", "", "knowledge is missing"),
    ],
)
def test_a_topic_that_breaks_a_rule_is_found_out(tmp_path: Path, old: str, new: str, said: str) -> None:
    found = problems(tmp_path, "topics/security/security.md", changed(TOPIC, old, new))
    assert any(said in problem for problem in found)


def test_a_sentence_that_stands_in_two_files_is_found_in_both(tmp_path: Path) -> None:
    same = "Nobody ever reads the third sentence twice"
    persona = put(tmp_path, "personas/zoe.md", changed(PERSONA, "Dry.", f"Dry. {same}!"))
    step = put(tmp_path, STEP_NAME, changed(STEP, "What hurts?", f"What hurts? {same.upper()}."))
    knowledge = load_knowledge([tmp_path])
    assert [str(step) in problem for problem in strict_problems(knowledge, str(persona))] == [True]
    assert [str(persona) in problem for problem in strict_problems(knowledge, str(step))] == [True]


def test_a_file_that_was_not_loaded_is_a_problem(tmp_path: Path) -> None:
    assert "left out" in problems(tmp_path, STEP_NAME, "no head")[0]
    assert strict_problems(load_knowledge([tmp_path]), "elsewhere.md") == ["elsewhere.md was not loaded."]
