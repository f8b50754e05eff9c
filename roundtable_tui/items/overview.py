"""One page about an item, made from its state: what was made, what is still assumed, what was said last, what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.cross_references import FOR_PEOPLE
from roundtable_tui.domain.dossier.footing import guesses
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import APP, USER, Ending, TakenIn
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.items.project import Project

_LONGEST = 160
_MOST = 8
_LAST_WORDS = 2


class Overview(Struct, frozen=True):
    title: str
    standing: str
    documents: tuple[str, ...]
    assumed: tuple[str, ...]
    """What nobody has stated or confirmed, each with its id."""
    questions: tuple[str, ...]
    said_last: tuple[tuple[str, str], ...]
    ended: bool
    entries: int = 0
    """How many entries there are in all."""
    accepted: bool = False
    """Whether the user has accepted summaries of it."""


def overview_of(state: State, project: Project, slug: str, found: Sequence[str] = ()) -> Overview:
    """`found` are the documents that lay there before."""
    names = {key: persona.first_name for key, persona in project.knowledge.personas.items()} | {USER: "You"}
    spoken = [one.utterance for one in state.talk.transcript if one.utterance.speaker != APP][-_LAST_WORDS:]
    return Overview(
        title=one_line(state.item.description if state.item else "", _LONGEST) or slug,
        standing=_standing(state),
        documents=tuple(dict.fromkeys((*found, *state.files.artifacts))),
        assumed=tuple(map(_in_short, guesses(state.dossier))),
        entries=len(state.dossier),
        questions=tuple(map(_in_short, state.dossier.of(Kind.QUESTION))),
        said_last=tuple((names.get(one.speaker, one.speaker), one_line(one.text, _LONGEST)) for one in spoken),
        ended=state.talk.ending is not None,
        accepted=bool(state.conversation.domains),
    )


def overview_in(opened: OpenItem) -> Overview:
    """Of an item that is only looked at; it is let go again."""
    try:
        taken = next((event.body for event in opened.events if isinstance(event.body, TakenIn)), None)
        return overview_of(fold(opened.events), opened.project, opened.slug, taken.documents if taken else ())
    finally:
        opened.release()


def _in_short(entry: Entry) -> str:
    return f"{entry.id} {one_line(entry.text(), _LONGEST)}"


def _standing(state: State) -> str:
    talks = state.converses
    if talks:
        number = sum(state.conversation.exchanges.values())
        done = f"{number} {'question was' if number == 1 else 'questions were'} answered"
    else:
        number = sum(step.status is StepStatus.DONE for step in state.guided.steps.values())
        done = f"{number} {'step is' if number == 1 else 'steps are'} done"
    match state.talk.ending:
        case Ending.COMPLETE:
            return "The analysis is complete."
        case Ending.EARLY:
            return f"The analysis was wrapped up early: {done}."
    if talks and state.talk.user_turns:
        return f"In progress, in conversation: {done}."
    if not state.guided.phase:
        begun = "Another program began it. " if state.item and state.item.guest else ""
        return f"{begun}Nothing has been said here yet."
    return f"In progress, in {phase(state.guided.phase).name}: {done}."


def as_page(about: Overview, next_steps: Sequence[str] = ()) -> str:
    """As Markdown; documents are links by their names."""
    return "\n".join(_lines(about, next_steps))


def _lines(about: Overview, next_steps: Sequence[str]) -> Iterator[str]:
    yield from (f"# {_plain(about.title)}", "", about.standing, "")
    if about.said_last and not about.ended:
        yield from ("## Said last", "", *(f"- **{who}**: {_plain(words)}" for who, words in about.said_last), "")
    yield from ("## What was made", "")
    yield from (*(_made(about.documents) or ["No document yet."]), "")
    yield from ("## What is still assumed", "")
    if about.assumed:
        are = "is a guess" if len(about.assumed) == 1 else "are guesses"
        also = " Accepting the summaries confirmed none of them." if about.accepted else ""
        yield from (f"{len(about.assumed)} of {about.entries} entries {are} that nobody has confirmed.{also}", "")
    all_sure = "Nothing that you did not say, confirm or show." if about.documents else "Nothing is written down yet."
    yield from (*(_some(about.assumed) or [all_sure]), "")
    if about.questions:
        yield from ("## What is still open", "", *_some(about.questions), "")
    if next_steps:
        yield from ("## What to do next", "", *(f"- {step}" for step in next_steps))


def _made(documents: Sequence[str]) -> list[str]:
    """What people read comes first, each with what it is for; the rest stands in one line."""
    read = [f"- {_linked(name)}: {what}" for name, what in FOR_PEOPLE.items() if name in documents]
    others = ", ".join(_linked(name) for name in documents if name not in FOR_PEOPLE)
    return [*read, *([f"- {'beside them: ' if read else ''}{others}"] if others else [])]


def _linked(name: str) -> str:
    return f"[{_plain(name)}]({name})"


def _some(entries: Sequence[str]) -> list[str]:
    shown = [f"- {_plain(entry)}" for entry in entries[:_MOST]]
    more = len(entries) - _MOST
    return [*shown, f"- … and {more} more"] if more > 0 else shown


def _plain(text: str) -> str:
    """Words that look like Markdown stay words."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|~" else letter for letter in text)
