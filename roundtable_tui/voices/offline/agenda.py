"""Which question of a step comes next: what was settled, or is known already, is not asked again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Entry
from roundtable_tui.domain.graph import related
from roundtable_tui.domain.provenance import Confidence
from roundtable_tui.domain.questions import GAPS_KEY, Capture, Question
from roundtable_tui.domain.steps import Prompt
from roundtable_tui.domain.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.depth import Depth
    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Step


@dataclass(frozen=True, slots=True)
class Pending:
    key: str
    prompt: Prompt
    about: Entry | None = None


def pending(step: Step, depth: Depth, state: State) -> Iterator[Pending]:
    """The questions still to be asked, in order; of an entry, only the first of a kind can be known already."""
    record = state.steps.get(step.id)
    settled = record.settled if record else frozenset()
    asked_before: set[Capture] = set()
    for number, prompt in enumerate(step.section(depth).prompts, 1):
        key = f"{depth}/{number}"
        each = prompt.capture.for_each if prompt.capture else None
        if each is None or prompt.capture is None:
            if key not in settled:
                yield Pending(key, prompt)
            continue
        fresh = prompt.capture not in asked_before
        asked_before.add(prompt.capture)
        for entry in state.dossier.of(each):
            entry_key = f"{key}/{entry.id}"
            if entry_key not in settled and not (fresh and _known_of(entry, prompt.capture, state)):
                yield Pending(entry_key, prompt, entry)


def _known_of(entry: Entry, capture: Capture, state: State) -> bool:
    if entry.kind is capture.kind:
        return bool(entry.text(capture.field)) and capture.field in entry.fields
    return bool(related(state.dossier, entry, capture.kind))


def find_prompt(step: Step, key: str) -> Prompt | None:
    """The prompt a question's key stands for."""
    depth_name, _, rest = key.partition("/")
    if key == GAPS_KEY:
        return None
    number = rest.split("/")[0]
    for depth, section in step.sections.items():
        if depth == depth_name and number.isdigit() and 0 < int(number) <= len(section.prompts):
            return section.prompts[int(number) - 1]
    return None


def already_said(capture: Capture, state: State) -> tuple[Entry, ...]:
    """What the user has already said that answers this question: to be confirmed instead of asked."""
    if capture.for_each:
        return ()
    wanted = dict(capture.preset)
    return tuple(
        entry
        for entry in state.dossier.of(capture.kind)
        if capture.field in entry.fields
        and entry.confidence is Confidence.HIGH
        and all(entry.text(name) == value for name, value in wanted.items())
        and (wanted or not _is_special(entry))
    )


def _is_special(entry: Entry) -> bool:
    """An entry that carries a distinction of its own answers only the question that makes it."""
    return entry.text("type") in ("subsystem", "external") or entry.text("use") in ("pattern", "avoid", "folder")


def as_question(step: Step, pending: Pending, state: State, *, confirm: bool) -> Question:
    """The question as it is put: about one entry, or showing what is known already, or as the file has it."""
    text, about = pending.prompt.text, pending.about
    if about is not None:
        text = _about(text, about)
        return Question(step.id, pending.key, text, about=about.id)
    capture = pending.prompt.capture
    known = already_said(capture, state) if confirm and capture else ()
    if not known or capture is None:
        return Question(step.id, pending.key, text)
    listed = "\n".join(f"- {one_line(entry.text(capture.field), 200)}" for entry in known)
    shown = f"You have told me this already:\n{listed}\nIs that still right? Say yes, or tell me what to change or add."
    return Question(step.id, pending.key, shown, offers=tuple(entry.id for entry in known), about=text)


def _about(text: str, entry: Entry) -> str:
    title = one_line(entry.text(), 80)
    if "{title}" in text or "{id}" in text:
        return text.replace("{title}", title).replace("{id}", entry.id)
    return f"{entry.id} ({title}): {text}"
