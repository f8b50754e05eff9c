"""What the Markdown of several targets has in common: documents of sections, lists of entries, and tasks as lines."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import code, fenced, inline, sentence
from roundtable_tui.artifacts.render.phrasing import has_shown_id
from roundtable_tui.artifacts.render.story_sentence import told
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Kind
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Taking

_AS_TYPED = ("in and out", "what others can call")
"""Fields with code in them, whose line breaks mean something."""


def document(title: str, sections: Iterable[tuple[str, str]]) -> str:
    """Under a title, the sections that say something; each heading comes with its marks."""
    parts = [f"# {inline(title)}", *(f"{heading}\n\n{text}" for heading, text in sections if text)]
    return "\n\n".join(parts) + "\n"


def listed(taking: Taking, *kinds: Kind) -> str:
    """Every entry of these kinds with all that it says and nobody has taken yet."""
    return "\n".join(described(taking, entry) for entry in taking.of(*kinds))


def described(taking: Taking, entry: Entry) -> str:
    """An entry as an item of a list, with what it says below."""
    title = inline(taking.title(entry))
    lines = [f"- **{entry.id}** {title}" if has_shown_id(entry) else f"- {title} ({entry.id})"]
    for name, value in taking.rest(entry):
        label = f"{name[0].upper()}{name[1:]}"
        if "\n" in value and name in _AS_TYPED:
            lines += [f"  - {label}:", "", indent(fenced(value), "    "), ""]
        else:
            lines.append(f"  - {label}: {inline(value)}")
    return "\n".join(lines)


def story_line(taking: Taking, story: Entry) -> str:
    """A story in one sentence, with its id and its title."""
    taking.take(story, "role", "want", "so_that")
    title = taking.title(story)
    about = [value for name in ("priority", "type") if (value := taking.text(story, name))]
    note = f" ({', '.join(about)})" if about else ""
    sentence_told = inline(told(story))
    said = "" if one_line(title).lower() in sentence_told.lower() else f" {inline(title)}:"
    return f"**{story.id}**{said} {sentence_told}{note}"


def duty(taking: Taking, fr: Entry, word: str) -> str:
    """What a requirement obliges to, in one sentence with the word that the target looks for."""
    title = taking.title(fr)
    text = taking.text(fr, "text")
    whole = text if text.lower().startswith(title.rstrip(".!").lower()) else title
    more = f" {sentence(text)}" if text and text != whole else ""
    return f"{word} support this: {sentence(whole)}{more}"


def task_text(task: Task) -> str:
    """What a task says behind its id, on one line."""
    files = ", ".join(f"{code(path)} ({action})" for path, action in task.files)
    parts = [inline(task.title), *([f"in {files}"] if files else [])]
    notes = [f"serves {', '.join(map(inline, task.traces))}"] if task.traces else []
    notes += [f"after {', '.join(map(inline, task.blocked_by))}"] if task.blocked_by else []
    return " ".join(parts) + (f" ({'; '.join(notes)})" if notes else "")


def box(task: Task) -> str:
    return "[x]" if task.done else "[ ]"
