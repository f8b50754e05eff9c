"""Puts a question together with what the search found for it: the user confirms, corrects, or answers instead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.knowledge.sizing import scope_for
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.offline.agenda import already_said, asks_first
from roundtable_tui.voices.offline.drafting import Draft, Drafter
from roundtable_tui.voices.offline.findings import Findings, edited_count

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import IdGiver
    from roundtable_tui.domain.dossier.questions import Capture, Question
    from roundtable_tui.domain.journal.code_facts import Scanned
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.voices.offline.agenda import Pending

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


def with_findings(question: Question, capture: Capture, draft: Draft, state: State) -> Question:
    scan = Findings(state).scan
    if scan is None:
        return question
    if capture.kind is Kind.ESTIMATE:
        text = f"{question.text}\n{_counted(scan)}\nSay yes if that is about right, or give me your number."
        return replace(question, text=text, offers=draft.offers)
    listed = "\n".join(f"- {line}" for line in draft.lines)
    first = draft.offers[0]
    how = (
        f'Say yes if that is right. "{first}: …" corrects one, "drop {first}" takes it out, '
        "and a list of your own takes the place of mine."
    )
    return replace(question, text=f"{question.text}\n{_lead(capture, state)}\n{listed}\n\n{how}", offers=draft.offers)


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
            history = f" and the last {scan.commits} commits" if scan and scan.commits else ""
            return f"By {findings.searched}{history}, I would look twice here:"
    words = _first_few([one_line(word, 30) for word in scan.words] if scan else [])
    match dict(capture.preset).get("tier"):
        case "2":
            return f"These use what you edit, are used by it, or speak of it too; each line says which. {_NO_CHANGE}"
        case "3":
            return f"These test it, lean on it from further away, or only speak of it. {_NO_CHANGE}"
    return f"By {findings.searched} for {words}, these have most to do with it. I put them down as modify:"
