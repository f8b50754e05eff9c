"""Reads persona files: who somebody is in the head, how they talk and work in the body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.knowledge import Persona
from roundtable_tui.formats import markdown

if TYPE_CHECKING:
    from roundtable_tui.library.knowledge_file import Document


def read_persona(document: Document) -> Persona:
    """The persona in a file; LeftOutError where key, name or role is missing."""
    return Persona(
        key=document.need_text("key"),
        name=document.need_text("name"),
        role=document.need_text("role"),
        identity=document.text("identity"),
        voice=markdown.paragraphs(document.section("voice")),
        principles=_items(document, "principles"),
        owns=markdown.paragraphs(document.section("owns")),
        leaves=markdown.paragraphs(document.section("leaves to others")),
        acknowledges=_items(document, "acknowledges"),
        self_check=_items(document, "self-check"),
        triggers=document.texts("triggers"),
        path=document.path,
    )


def _items(document: Document, title: str) -> tuple[str, ...]:
    """The items of a section; one without a list is one item."""
    text = document.section(title)
    found = markdown.listing(text)
    if found.items or not text:
        return found.items
    return (markdown.paragraphs(text),)
