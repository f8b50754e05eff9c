"""What every part of a turn needs: entries by id, the state as it will be, and the next question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change
from roundtable_tui.domain.dossier.dossier import with_changes as dossier_with
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import GAPS_KEY, NOTHING_LEFT_TO_ASK, StepSubject
from roundtable_tui.domain.knowledge.scales import scope_for
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.agenda import Pending, already_said, as_question, asks_first, row_of
from roundtable_tui.voices.gaps import all_asked_for
from roundtable_tui.voices.offline.drafts import Draft, Drafter
from roundtable_tui.voices.offline.forms import form, put_together
from roundtable_tui.voices.offline.pairs import pair, paired_with
from roundtable_tui.voices.offline.scan_proposals import Findings, edited_count
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded, Settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry, IdGiver
    from roundtable_tui.domain.dossier.questions import Capture, Question
    from roundtable_tui.domain.journal.code_facts import Scanned
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.voices.agenda import Pending
    from roundtable_tui.voices.protocol import Brief

AGAIN = "again"
"""The last part of a key whose question shows a finished step once more."""


def entry_of(brief: Brief, entry_id: str) -> Entry | None:
    return brief.state.dossier.get(entry_id)


def with_changes(brief: Brief, changes: Iterable[Change], settled: frozenset[str] = frozenset()) -> Brief:
    """The brief as it would be once these changes are journaled, so that the next question knows of them."""
    state = brief.state
    dossier = dossier_with(state.dossier, changes, state.seq + 1)
    ledger = state.talk.ledger.with_settled(StepSubject(brief.step.id), settled)
    talk = replace(state.talk, ledger=ledger)
    return replace(brief, state=replace(state, dossier=dossier, talk=talk))


def depth_of(brief: Brief) -> Depth:
    record = brief.state.guided.steps.get(brief.step.id)
    return Depth.DEEP if record is not None and record.elaborating else brief.depth


def ask(brief: Brief, following: Pending | None) -> Iterator[Part]:
    """Puts the question; what the search found for it is recorded first, as what it is: not confirmed by anybody."""
    if following is None:
        yield from ready(brief)
        return
    second = paired_with(brief.step, following, brief.state, depth_of(brief))
    if second:
        yield Asked(pair(brief.step, following, second, row_of(brief.step, following, brief.state)))
        return
    together = put_together(brief.step, following, brief.state)
    if len(together) > 1:
        yield from _ask_together(brief, together)
        return
    question = as_question(brief.step, following, brief.state)
    capture = following.prompt.capture
    found = found_for(brief.step, following, brief.state, brief.ids)
    if capture and found:
        yield from (Recorded(change) for change in found.changes)
        question = with_findings(question, capture, found, brief.state)
    yield Asked(with_choices(question, capture))


def ready(brief: Brief) -> Iterator[Part]:
    """Nothing more to ask; where all that is missing was asked for, it is not asked for once more."""
    if all_asked_for(brief.step, depth_of(brief), brief.state):
        yield Settled(NOTHING_LEFT_TO_ASK)
    yield Ready()


def _ask_together(brief: Brief, together: Sequence[Pending]) -> Iterator[Part]:
    texts: list[str] = []
    offers: list[str] = []
    for part in together:
        text = part.prompt.text
        found = found_for(brief.step, part, brief.state, brief.ids)
        if found and part.prompt.capture:
            yield from (Recorded(change) for change in found.changes)
            brief = with_changes(brief, found.changes)
            text = f"{text}\n{found_lines(part.prompt.capture, found, brief.state)}"
            offers += found.offers
        texts.append(text)
    yield Asked(form(brief.step, together, texts, tuple(offers)))


def with_choices(question: Question, capture: Capture | None) -> Question:
    """Where the answer is one of a few words, they can be picked by number."""
    field = SPECS[capture.kind].field(capture.field) if capture else None
    if field is None or not field.choices or question.offers or _is_row(question, capture):
        return question
    listed = " · ".join(f"{number} {plainly(choice)}" for number, choice in enumerate(field.choices, 1))
    return replace(question, text=f"{question.text}\n{listed}", choices=field.choices)


def _is_row(question: Question, capture: Capture | None) -> bool:
    if question.key == GAPS_KEY:
        return False
    return capture is not None and capture.for_each is not None and not question.about


def plainly(choice: str) -> str:
    """A choice that is written in capitals in documents, as one says it."""
    return choice.lower() if choice.isupper() else choice


_NAMED = 4
_NO_CHANGE = "I put them down as no change; say which ones you will open."


def found_for(step: Step, asked: Pending, state: State, ids: IdGiver) -> Draft | None:
    """What the search has to offer for this question; nothing where the user has answered it already."""
    capture = asked.prompt.capture
    if asked.about or capture is None or capture.for_each or not asks_first(step, asked):
        return None
    if already_said(capture, state):
        return None
    draft = Drafter(state, ids).found(capture)
    return draft if draft.offers else None


def how_to_correct(first: str) -> str:
    """What can be said to a list that is shown; `first` is the id of its first entry."""
    return (
        f'Say yes if that is right. "drop {first}" takes one out, "{first}: …" changes it, more lines add to the list, '
        'and "only: …" puts yours in its place.'
    )


def with_findings(question: Question, capture: Capture, draft: Draft, state: State) -> Question:
    scan = Findings(state).scan
    if scan is None:
        return question
    lines = found_lines(capture, draft, state)
    first = draft.offers[0]
    if capture.kind is Kind.ESTIMATE:
        how = "Say yes if that is about right, or give me your number."
    else:
        how = how_to_correct(first)
    return replace(question, text=f"{question.text}\n{lines}\n\n{how}", offers=draft.offers)


def found_lines(capture: Capture, draft: Draft, state: State) -> str:
    """What the search found, below the question it is an answer to."""
    scan = Findings(state).scan
    if capture.kind is Kind.ESTIMATE:
        return _counted(scan) if scan else ""
    return "\n".join((_lead(capture, state), *(f"- {line}" for line in draft.lines)))


def _counted(scan: Scanned) -> str:
    number = edited_count(scan)
    named = _first_few([one_line(path, 80) for path in scan.likely], number)
    files = "1 file" if number == 1 else f"{number} files"
    return f"The search points at {files} to edit, which would be a {scope_for(number)} change: {named}."


def _first_few(names: list[str], number: int = 0) -> str:
    more = max(number, len(names)) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _lead(capture: Capture, state: State) -> str:
    findings = Findings(state)
    scan = findings.scan
    match capture.kind:
        case Kind.KEYWORD:
            return f"Going by what you said I would look for these, counted by {findings.searched}:"
        case Kind.ENTRY_POINT:
            return f"By {findings.searched}, these ways in lead to files of this change:"
        case Kind.ZONE:
            commits = "commit" if scan and scan.commits == 1 else f"{scan.commits if scan else 0} commits"
            history = f" and the last {commits}" if scan and scan.commits else ""
            return f"By {findings.searched}{history}, I would look twice here:"
    words = _first_few([one_line(word, 30) for word in scan.words] if scan else [])
    match dict(capture.preset).get("tier"):
        case "2":
            return f"These use what you edit, are used by it, or speak of it too; each line says which. {_NO_CHANGE}"
        case "3":
            return f"These test it, lean on it from further away, or only speak of it. {_NO_CHANGE}"
    return f"By {findings.searched} for {words}, these have most to do with it. I put them down as modify:"
