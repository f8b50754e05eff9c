"""Reads participant files: who can sit on a panel, how it sees things, and when it blocks; the facilitator's too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import FACILITATOR, FacilitatorFile, Participant
from roundtable_tui.formats import markdown

if TYPE_CHECKING:
    from roundtable_tui.library.knowledge_file import Document

_BY_STRATEGY = re.compile(r"(?:\*\*)?([a-z0-9][a-z0-9-]*)(?:\*\*)?:(?:\*\*)?\s+(.+)", re.IGNORECASE)


def read_participant(document: Document) -> Participant | FacilitatorFile:
    """The participant in a file, or the facilitator; LeftOutError where the id or the name is missing."""
    seat = document.need_text("id")
    if seat == FACILITATOR:
        return _facilitator(document)
    return Participant(
        id=seat,
        name=document.need_text("name"),
        role=document.text("role"),
        # A file in somebody's own form says all of it in its body.
        lens=_section(document, "lens") or ("" if markdown.sections(document.body) else document.body),
        defers=_section(document, "defers to others"),
        strategies=_by_strategy(document),
        blocks=_section(document, "blocks when"),
        stance=_section(document, "critical stance"),
        skills=_skills(document),
        color=document.text("color"),
        model=document.text("model"),
        workflows=_workflows(document),
        path=document.path,
    )


def _facilitator(document: Document) -> FacilitatorFile:
    return FacilitatorFile(
        name=document.need_text("name"),
        role=document.text("role"),
        stance=_section(document, "stance"),
        asking=_section(document, "asking"),
        synthesising=_section(document, "synthesising"),
        never=_section(document, "never"),
        skills=_skills(document),
        model=document.text("model"),
        path=document.path,
    )


def _section(document: Document, title: str) -> str:
    return markdown.paragraphs(document.section(title))


def _skills(document: Document) -> tuple[str, ...]:
    """Comma-separated, as other programs write it; a list is read too."""
    value = document.head.get("skills")
    if isinstance(value, list):
        return document.texts("skills")
    named = (name.strip() for name in document.text("skills").split(","))
    return tuple(dict.fromkeys(name for name in named if name))


def _by_strategy(document: Document) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in markdown.listing(document.section("in each strategy")).items:
        if said := _BY_STRATEGY.fullmatch(item):
            found[said[1].lower()] = said[2]
        else:
            document.ignore(f"'{item[:40]}'", "it does not begin with a strategy and a colon")
    return found


def _workflows(document: Document) -> dict[str, str]:
    given = document.as_mapping("'workflows'", document.head.get("workflows"))
    return {name: document.as_text(f"'{name}' of 'workflows'", value) for name, value in given.items()}
