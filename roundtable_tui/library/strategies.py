"""Reads strategy files: the phases of a panel, what each lets its seats see, and when the panel has agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import FACILITATOR, History, Participation, Phase, Policy, Strategy
from roundtable_tui.formats import markdown

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.library.knowledge_file import Document


def read_strategy(document: Document) -> Strategy:
    """The strategy in a file; LeftOutError where the id or every phase is missing."""
    strategy = document.need_text("id")
    consensus = document.as_mapping("'consensus'", document.head.get("consensus"))
    validation = document.as_mapping("'validation'", document.head.get("validation"))
    attempts = document.as_number("'attempts_per_conflict'", document.head.get("attempts_per_conflict"), 3, 1)
    per_phase = document.text("attempts_count").lower() == "phase"
    return Strategy(
        id=strategy,
        name=document.text("name") or strategy.replace("-", " ").title(),
        phases=_phases(document),
        policy=document.as_choice("'policy' of 'consensus'", consensus.get("policy"), Policy.WEIGHTED_MAJORITY),
        threshold=document.as_number("'threshold' of 'consensus'", consensus.get("threshold"), 0.6, 0, 1),
        participation=document.as_choice("'participation'", document.head.get("participation"), Participation.ALL),
        attempts=int(attempts),
        attempts_per_phase=per_phase,
        min_seats=int(document.as_number("'min_seats'", validation.get("min_seats"), 2, 1, 50)),
        sides=document.as_yes("'sides'", validation.get("sides")),
        everyone=document.as_yes("'everyone'", validation.get("everyone")),
        keywords=document.texts("keywords"),
        suits=markdown.paragraphs(document.section("suits")),
        facilitator=markdown.paragraphs(document.section("facilitator")),
        seats=markdown.paragraphs(document.section("seats")),
        path=document.path,
    )


def _phases(document: Document) -> tuple[Phase, ...]:
    found: dict[str, Phase] = {}
    for number, value in enumerate(document.need_list("phases"), start=1):
        phase = _phase(document, f"phase {number}", value)
        if phase and phase.name in found:
            document.ignore(f"phase {number}", f"there is a phase '{phase.name}' already", "Give it another name.")
        elif phase:
            found[phase.name] = phase
    if not found:
        document.leave_out("none of its 'phases' can be read", "Write each as {name, suffix, question}.")
    return tuple(found.values())


def _phase(document: Document, what: str, value: Value) -> Phase | None:
    given = {"name": value} if isinstance(value, str) else document.as_mapping(what, value)
    name = document.as_text(f"'name' of {what}", given.get("name"))
    if not name:
        document.ignore(what, "it has no 'name'")
        return None
    return Phase(
        name=name,
        min_rounds=int(document.as_number(f"'min_rounds' of {what}", given.get("min_rounds"), 1, 1)),
        history=document.as_choice(f"'history' of {what}", given.get("history"), History.FULL),
        suffix=document.as_text(f"'suffix' of {what}", given.get("suffix")),
        question=document.as_text(f"'question' of {what}", given.get("question")) or "{question}",
        facilitator_only=document.as_text(f"'seats' of {what}", given.get("seats")) == FACILITATOR,
    )
