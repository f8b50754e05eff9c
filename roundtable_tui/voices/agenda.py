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

_SHORT_NAME = 3
"""A title of fewer words than this stands in a sentence without quotation marks."""
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
    for number, prompt in step.listed(depth):
        key = f"{depth}/{number}"
        each = prompt.capture.for_each if prompt.capture else None
        if each is None or prompt.capture is None:
            if key not in settled:
                yield Pending(key, prompt)
            continue
        if _has_none_to_name(prompt.capture, state):
            continue
        fresh = prompt.capture not in asked_before
        asked_before.add(prompt.capture)
        for entry in state.dossier.of(each) if number >= furthest and key not in settled else ():
            entry_key = f"{key}/{entry.id}"
            if entry_key not in settled and not (fresh and _known_of(entry, prompt.capture, state)):
                yield Pending(entry_key, prompt, entry)


def _has_none_to_name(capture: Capture, state: State) -> bool:
    """Whether it asks what a lone entry waits for: there is no other."""
    return capture.field == "depends_on" and len(state.dossier.of(capture.kind)) == 1


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


def row_of(step: Step, first: Pending, state: State) -> tuple[Entry, ...]:
    """The entries of which a question is still to be asked; they are asked about together."""
    depth_name = first.key.split("/")[0]
    row = pending(step, Depth(depth_name), state) if first.about else ()
    return tuple(part.about for part in row if part.about and part.stem == first.stem)


def as_question(step: Step, pending: Pending, state: State) -> Question:
    """The question as it is put: about entries, or showing what is known already, or as the file has it."""
    row = row_of(step, pending, state)
    pending = _in_plain_words(step, pending, state)
    text, about = pending.prompt.text, pending.about
    if len(row) > 1:
        return Question(step.id, pending.stem, about_each(text, pending.prompt.capture, row))
    if about is not None:
        return Question(step.id, pending.key, about_one(text, about), about=about.id)
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


def about_each(text: str, capture: Capture | None, row: Sequence[Entry], shown: Sequence[str] = ()) -> str:
    """One question about several entries, with each of them on a line and how to answer for all of them.

    Lines that are `shown` above the question and say all of them already are not said again.
    """
    field = SPECS[capture.kind].field(capture.field) if capture else None
    if field is not None and field.choices:
        how = f'Answer by id, like "{field.choices[0]}: {row[0].id}, {row[1].id}", or give one for each in this order.'
    else:
        how = f'Answer with a line for each, like "{row[0].id}: …"; "all: …" says the same of all of them.'
    if all(any(_title(entry).removesuffix(" …") in line for line in shown) for entry in row):
        return f"{of_each(text)}\n\n{how.replace(row[0].id, shown[0].partition(' ')[0])}"
    return "\n".join((of_each(text), *listed_for_each(row), "", how))


def listed_for_each(row: Sequence[Entry]) -> tuple[str, ...]:
    more = (f"… and {len(row) - _LISTED} more, up to {row[-1].id}",) if len(row) > _LISTED else ()
    return (*(f"- {entry.id} {_title(entry)}" for entry in row[:_LISTED]), *more)


def of_each(text: str) -> str:
    """A question about one entry, put about several."""
    if "{title}" not in text and "{id}" not in text:
        return f"For each of these: {text}"
    if text.startswith("{title}:"):
        return f"For each of these:{text.removeprefix('{title}:')}"
    for named in ('"{title}"', "{title}", "{id}"):
        text = text.replace(named, "each of these", 1).replace(named, "it")
    return text[:1].upper() + text[1:]


def about_it(text: str) -> str:
    """One more question about an entry that was just named."""
    for named in ('"{title}"', "`{title}`", "{title}", "{id}"):
        text = text.replace(named, "it")
    return text[:1].upper() + text[1:]


def about_one(text: str, entry: Entry) -> str:
    title = _title(entry)
    if "{title}" not in text and "{id}" not in text:
        return f"{entry.id} ({title}): {text}"
    before = text.split("{title}")[0]
    name = title if not before or len(title.split()) < _SHORT_NAME or before[-1] in "\"“'`(" else f'"{title}"'
    return text.replace("{title}", name).replace("{id}", entry.id)


def _title(entry: Entry) -> str:
    """The entry's name, short enough to stand in a sentence and cut between words."""
    title = one_line(entry.text()).rstrip(".")
    if len(title) <= _LONGEST_TITLE:
        return title
    return title[:_LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
