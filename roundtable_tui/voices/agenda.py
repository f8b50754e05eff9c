"""Which question of a step comes next: what was settled, or is known already, is not asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.graph import related
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.dossier.questions import Capture, Question
from roundtable_tui.domain.knowledge.knowledge import Prompt
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step

_MANY = 3
"""From this many entries on it is a relief to be told that one answer can deal with all of them."""
_LISTED = 20
_LONGEST_TITLE = 80
_ASIDES = (Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION)
"""Kinds that gather whatever came up: an earlier one answers no later question."""


class Pending(Struct, frozen=True):
    key: str
    prompt: Prompt
    about: Entry | None = None

    @property
    def stem(self) -> str:
        """The question without the entry it is about."""
        return "/".join(self.key.split("/")[:2])


def pending(step: Step, depth: Depth, state: State) -> Iterator[Pending]:
    """The questions still to be asked, in order; of an entry, only the first of a kind can be known already.

    The talk does not turn back: an entry that a later question brought up is not put to an earlier one.
    """
    settled = state.settled(step.id)
    furthest = max((_number(key) for key in settled if key.startswith(f"{depth}/")), default=0)
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
        for entry in state.dossier.of(each) if number >= furthest and key not in settled else ():
            entry_key = f"{key}/{entry.id}"
            if entry_key not in settled and not (fresh and _known_of(entry, prompt.capture, state)):
                yield Pending(entry_key, prompt, entry)


def _number(key: str) -> int:
    number = key.split("/")[1] if "/" in key else ""
    return int(number) if number.isdigit() else 0


def _known_of(entry: Entry, capture: Capture, state: State) -> bool:
    if entry.kind is capture.kind:
        return bool(entry.text(capture.field)) and capture.field in entry.fields
    return bool(related(state.dossier, entry, capture.kind))


def prompts_of(step: Step, key: str) -> Sequence[Prompt]:
    """The prompts of the section a question's key belongs to."""
    name = key.split("/")[0]
    return step.section(Depth(name)).prompts if name in list(Depth) else ()


def find_prompt(step: Step, key: str) -> Prompt | None:
    """The prompt a question's key stands for."""
    prompts, number = prompts_of(step, key), _number(key)
    return prompts[number - 1] if 0 < number <= len(prompts) else None


def already_said(capture: Capture, state: State) -> tuple[Entry, ...]:
    """What the user, or a document of the item, has already said that answers this: to be confirmed, not asked."""
    if capture.for_each or capture.kind in _ASIDES:
        return ()
    wanted = dict(capture.preset)
    return tuple(
        entry
        for entry in state.dossier.of(capture.kind)
        if capture.field in entry.fields
        and (entry.confidence is Confidence.HIGH or entry.is_from_document)
        and all(entry.text(name) == value for name, value in wanted.items())
        and (wanted or not _is_special(entry))
    )


def _is_special(entry: Entry) -> bool:
    """An entry that carries a distinction of its own answers only the question that makes it."""
    return entry.text("type") in ("subsystem", "external") or entry.text("use") in ("pattern", "avoid", "folder")


def as_question(step: Step, pending: Pending, state: State) -> Question:
    """The question as it is put: about one entry, or showing what is known already, or as the file has it."""
    pending = _in_plain_words(step, pending, state)
    text, about = pending.prompt.text, pending.about
    if about is not None:
        text = "\n".join((asked_about(text, about), *_how_to_list(step, pending, state)))
        return Question(step.id, pending.key, text, about=about.id)
    capture = pending.prompt.capture
    known = already_said(capture, state) if capture and asks_first(step, pending) else ()
    if not known or capture is None:
        return Question(step.id, pending.key, text)
    listed = "\n".join(f"- {_shown(entry, capture)}" for entry in known)
    shown = f"{text}\nSo far I have:\n{listed}\n\nSay yes if that answers it, or tell me what to change or add."
    return Question(step.id, pending.key, shown, offers=tuple(entry.id for entry in known))


def _in_plain_words(step: Step, pending: Pending, state: State) -> Pending:
    """A brief question asks whether a draft is right: where there is none, Standard Mode asks for the same thing."""
    capture, about = pending.prompt.capture, pending.about
    if not pending.key.startswith(f"{Depth.BRIEF}/") or capture is None or capture.kind is Kind.REVIEW:
        return pending
    if _known_of(about, capture, state) if about else state.dossier.of(capture.kind):
        return pending
    plain = next((prompt for prompt in step.section(Depth.STANDARD).prompts if prompt.capture == capture), None)
    return Pending(pending.key, plain, about) if plain else pending


def _shown(entry: Entry, capture: Capture) -> str:
    said = one_line(entry.text(capture.field), 200)
    return said if SPECS[entry.kind].single else f"{entry.id} {said}"


def asks_first(step: Step, pending: Pending) -> bool:
    """A question that asks for more of what one before it asked for is not answered by that one's answer."""
    before = prompts_of(step, pending.key)[: _number(pending.key) - 1]
    return all(prompt.capture != pending.prompt.capture for prompt in before)


def _how_to_list(step: Step, first: Pending, state: State) -> Iterator[str]:
    """Said with the first of a row of like questions, so that nobody has to answer them one by one."""
    depth_name = first.key.split("/")[0]
    row = [part for part in pending(step, Depth(depth_name), state) if part.stem == first.stem and part.about]
    begun = any(key.startswith(f"{first.stem}/") for key in state.settled(step.id))
    if len(row) < _MANY or begun or row[0].key != first.key:
        return
    ids = [part.about.id for part in row if part.about]
    capture = first.prompt.capture
    seen = any(
        prompt.capture and capture and prompt.capture.for_each is capture.for_each
        for prompt in prompts_of(step, first.key)[: _number(first.key) - 1]
    )
    if seen:
        yield f"One by one, or a line for each as before ({ids[0]}: … to {ids[-1]}: …)."
        return
    yield f"There are {len(row)} of these. Take them one by one, or all at once with a line for each, by its id:"
    yield from (f"{part.about.id}: {one_line(part.about.text(), 60)}" for part in row[:_LISTED] if part.about)


def asked_about(text: str, entry: Entry) -> str:
    """A question with the name of the entry it is about."""
    title = _title(entry)
    if "{title}" not in text and "{id}" not in text:
        return f"{entry.id} ({title}): {text}"
    before = text.split("{title}")[0]
    name = title if not before or len(title.split()) < _MANY or before[-1] in "\"“'`(" else f'"{title}"'
    return text.replace("{title}", name).replace("{id}", entry.id)


def _title(entry: Entry) -> str:
    """The entry's name, short enough to stand in a sentence and cut between words."""
    title = one_line(entry.text()).rstrip(".")
    if len(title) <= _LONGEST_TITLE:
        return title
    return title[:_LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
