"""Reads agenda files: what a workflow's panel has to settle, who sits on it, and what it writes; skills as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.panel import Agenda, AgendaTopic, EntryKind, Skill
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats import markdown

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.library.knowledge_file import Document


def read_agenda(document: Document) -> Agenda:
    """The agenda in a file; LeftOutError where the id, or every topic and phase, is missing."""
    workflow = document.need_text("id")
    by_phase = "topics" not in document.head
    return Agenda(
        id=workflow,
        name=document.text("name") or workflow.replace("-", " ").title(),
        topics=_topics(document, "phases" if by_phase else "topics"),
        by_phase=by_phase,
        strategy=document.text("strategy"),
        output=document.text("output") or "summary",
        seats=document.texts("seats"),
        entries=_kinds(document, "'entries'", document.head.get("entries")),
        purpose=markdown.paragraphs(document.section("purpose")),
        path=document.path,
    )


def read_skill(document: Document) -> Skill:
    """The skill in a file: its body is what enters a prompt."""
    skill = document.need_text("id")
    if not document.body:
        document.leave_out("it says nothing below its head", "Write the knowledge there.")
    return Skill(
        id=skill,
        name=document.text("name") or skill.replace("-", " ").title(),
        description=document.text("description"),
        text=document.body,
        path=document.path,
    )


def _topics(document: Document, field: str) -> tuple[AgendaTopic, ...]:
    found: dict[str, AgendaTopic] = {}
    for number, value in enumerate(document.need_list(field), start=1):
        what = f"entry {number} of '{field}'"
        topic = _topic(document, what, value)
        if topic and topic.id in found:
            document.ignore(what, f"its id '{one_line(topic.id, 60)}' is taken", "Give it another.")
        elif topic:
            found[topic.id] = topic
    if not found:
        document.leave_out(f"none of its '{field}' can be read", "Write each as {id, name, question}.")
    return tuple(found.values())


def _topic(document: Document, what: str, value: Value) -> AgendaTopic | None:
    given = {"id": value} if isinstance(value, str) else document.as_mapping(what, value)
    topic = document.as_text(f"'id' of {what}", given.get("id") or given.get("name"))
    if not topic:
        document.ignore(what, "it has no 'id'")
        return None
    assess = _kinds(document, f"'assess' of {what}", given.get("assess"))
    done_when = document.as_list(f"'done_when' of {what}", given.get("done_when"))
    return AgendaTopic(
        id=topic,
        name=document.as_text(f"'name' of {what}", given.get("name")) or topic.replace("-", " ").capitalize(),
        critical=document.as_yes(f"'critical' of {what}", given.get("critical")),
        min_entries=int(document.as_number(f"'min_entries' of {what}", given.get("min_entries"), 0)),
        entries=_kinds(document, f"'entries' of {what}", given.get("entries")),
        assess=assess[0] if assess else None,
        done_when=document.as_texts(f"'done_when' of {what}", done_when),
        question=document.as_text(f"'question' of {what}", given.get("question")),
        exploration=document.as_text(f"'exploration' of {what}", given.get("exploration")),
    )


def _kinds(document: Document, what: str, value: Value) -> tuple[EntryKind, ...]:
    listed: list[Value] = [value] if isinstance(value, str) else document.as_list(what, value)
    found = []
    for name in document.as_texts(what, listed):
        if name in list(EntryKind):
            found.append(EntryKind(name))
        else:
            document.ignore(f"'{one_line(name, 40)}' in {what}", f"it is none of {', '.join(EntryKind)}")
    return tuple(found)
