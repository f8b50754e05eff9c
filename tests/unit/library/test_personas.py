"""A persona file becomes somebody with a name, a role and a way of talking."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.library.files import LeftOutError
from roundtable_tui.library.knowledge_file import Document
from roundtable_tui.library.personas import read_persona
from tests.unit.library.samples import persona_text

BODY = """\
## Voice

Calm,
and brief.

## Principles

- Listen first.
- Ask once.

## Owns

The problem.

## Leaves to others

The solution.

## Acknowledges

- Noted: {what}.

## Self-check

Would a stranger understand it?
"""


def loaded(text: str) -> tuple[Persona, list[str]]:
    document = Document("personas/x.md", text)
    return read_persona(document), document.warnings


def test_a_whole_file_is_read() -> None:
    persona, warnings = loaded(persona_text(BODY, identity="I'm Maya.", triggers="[price, 24/7]"))
    assert warnings == []
    assert persona == Persona(
        key="business-analyst",
        name="Maya Chen",
        role="Business Analyst",
        identity="I'm Maya.",
        voice="Calm, and brief.",
        principles=("Listen first.", "Ask once."),
        owns="The problem.",
        leaves="The solution.",
        acknowledges=("Noted: {what}.",),
        self_check=("Would a stranger understand it?",),
        triggers=("price", "24/7"),
        path="personas/x.md",
    )


def test_key_name_and_role_are_enough() -> None:
    persona, warnings = loaded(persona_text())
    assert warnings == []
    assert persona.principles == ()


@pytest.mark.parametrize("name", ["key", "name", "role"])
def test_a_persona_without_a_required_field_is_left_out(name: str) -> None:
    with pytest.raises(LeftOutError, match=f"no '{name}'"):
        loaded(persona_text(**{name: None}))


@pytest.mark.parametrize(("field", "given"), [("identity", "[a]"), ("triggers", "price"), ("triggers", "[{a: b}]")])
def test_a_malformed_optional_field_is_ignored_with_one_warning(field: str, given: str) -> None:
    persona, warnings = loaded(persona_text(**{field: given}))
    assert persona.triggers == ()
    assert len(warnings) == 1
    assert field in warnings[0]
