"""Where a conversation stands, for the model: what is known, what is open and in which order, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.knowledge.look_parts import has_read
from roundtable_tui.domain.knowledge.points.open_points import open_points, questions_left, tier_of
from roundtable_tui.domain.knowledge.points.touched import hanging_on, speaking_of
from roundtable_tui.domain.knowledge.points.twin_questions import reasons
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.prompt.entry_text import in_a_line, title, whole
from roundtable_tui.voices.model.prompt.situation import by_kind, found_text, talk
from roundtable_tui.voices.model.prompt.stable import ANALYSTS, persona_text
from roundtable_tui.voices.model.prompt.templates import fenced
from roundtable_tui.voices.tasks import CarryOn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry
    from roundtable_tui.domain.journal.code_facts import Seen
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.protocol import Brief

MOST_OF_ENTRIES = 12_000
MOST_OF_THE_CLOSE = 5_000
MOST_OF_A_DRAFT = 56_000
MOST_OF_TITLES = 7_000
"""Characters."""
_TITLES = (70, 45, 35, 25, 0)
"""How long a title may be, until all of them fit."""
_POINTS = 4
_GROUP = 2
"""Entries from which on a point is a list, whose name says nothing to a reader."""
_QUESTIONS = f"{SPECS[Kind.QUESTION].prefix}-"
_TOLD = (
    Kind.PROBLEM, Kind.FR, Kind.AC, Kind.CONSTRAINT, Kind.EXCLUSION, Kind.QUALITY, Kind.DECISION, Kind.ERROR,
    Kind.INTERFACE,
)  # fmt: skip
"""What an answer most often touches, in this order."""


def talk_situation(brief: Brief, redact: Callable[[str], str]) -> str:
    parts = [
        _where(brief),
        _seated(brief),
        _dossier(_near(brief), brief, redact),
        _ledger(brief, redact),
    ]
    if brief.state.conversation.look_depth is None:
        parts.append(_found(brief, redact))
    parts += _seen_and_said(brief, redact)
    return "\n\n".join(part for part in parts if part)


def look_situation(brief: Brief, redact: Callable[[str], str]) -> str:
    """For whoever works beside the table: the dossier as whole as it goes, and what was said."""
    parts = [_notes(brief, redact), _dossier(_whole_draft(brief), brief, redact)]
    if not has_read(brief.state):
        parts.append(_found(brief, redact))
    parts += _seen_and_said(brief, redact)
    return "\n\n".join(part for part in parts if part)


def point_text(point: OpenPoint, state: State) -> str:
    """An open point as the model is told of it."""
    entry = state.dossier.get(point.about[0]) if point.about else None
    about = one_line(entry.text(), 120) if entry else ""
    lines = [f"{point.name.key}: {point.text.replace('{title}', about)}" if len(point.about) < _GROUP else point.text]
    if point.guess:
        lines.append(f"guess: {point.guess}")
    if stake := reasons(point, state.dossier):
        lines.append(f"hangs on it: {stake}")
    others = [name for name in point.hangs if name not in point.about and not name.startswith(_QUESTIONS)]
    if others:
        lines.append(f"touches: {', '.join(others[:8])}")
    return "\n  ".join(one_line(line, 400) for line in lines)


def _point_in_short(point: OpenPoint, state: State) -> str:
    return one_line(" ".join(line.strip() for line in point_text(point, state).split("\n")[:2]), 300)


def _notes(brief: Brief, redact: Callable[[str], str]) -> str:
    notes = brief.state.conversation.notes
    if not notes:
        return ""
    text = "\n".join(f"{part}: {one_line(note, 600)}" for part, note in notes.items())
    return f"# What the parts before this one came to\n\n{fenced('notes', redact(text))}"


def _found(brief: Brief, redact: Callable[[str], str]) -> str:
    scan = reach(brief.state)
    if scan is None:
        return ""
    on_record = {entry.text("path") for entry in brief.state.dossier.of(Kind.FILE)}
    text = fenced("search results", redact(found_text(scan, on_record)))
    return f"# What a search of the code found\n\n{text}"


def _where(brief: Brief) -> str:
    state = brief.state
    asked, left = state.talk.ledger.topic_questions, questions_left(state)
    return (
        f"# Where we are\n\nA {one_line(tier_of(state), 20)} analysis, {brief.depth} depth. "
        f"Questions put so far: {asked}; at most {left} more may be."
    )


def _seated(brief: Brief) -> str:
    """Who was brought in beside the three."""
    others = [persona for persona in brief.speakers if persona.key not in ANALYSTS]
    if not others:
        return ""
    people = "\n\n".join(map(persona_text, others))
    return f"# At the table too\n\nThey speak by the same rules where it is theirs, and own no document.\n\n{people}"


def _seen_and_said(brief: Brief, redact: Callable[[str], str]) -> list[str]:
    parts = []
    if seen := _by_file(brief.state.code.seen):
        parts.append(f"# Code that was seen\n\n{fenced('lines that may be cited as they are', redact(seen))}")
    parts.append(f"# The talk\n\n{fenced('the talk, the latest last', redact(talk(brief)))}")
    return parts


def _by_file(seen: Iterable[Seen]) -> str:
    """Passages of each file, joined where they touch; single hits of a search are left out."""
    found: dict[str, list[tuple[int, int]]] = {}
    for one in sorted(seen, key=lambda one: (one.path, one.start)):
        if one.end == one.start:
            continue
        spans = found.setdefault(one_line(one.path, 160), [])
        if spans and one.start <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], max(spans[-1][1], one.end)
        else:
            spans.append((one.start, one.end))
    return "\n".join(f"{path}: {', '.join(f'{a}-{b}' for a, b in spans)}" for path, spans in found.items())


def _dossier(near: list[Entry], brief: Brief, redact: Callable[[str], str]) -> str:
    shown = {entry.id for entry in near}
    far = [entry for entry in brief.state.dossier if entry.id not in shown]
    if not near and not far:
        return "# The dossier\n\nIt is empty."
    parts = ["# The dossier"]
    if near:
        asked = _asked_about(brief)
        text = "\n".join(whole(entry) if entry.id in asked else in_a_line(entry) for entry in near)
        parts.append(fenced("entries in full", redact(text)))
    if far:
        text = _by_title(far)
        parts.append(fenced("the other entries by title; read_entries shows them", redact(text)))
    return "\n\n".join(parts)


def _by_title(entries: Sequence[Entry]) -> str:
    """Every entry by its id, because what cannot be named cannot be looked up; titles as long as there is room."""
    text = ""
    for longest in _TITLES:
        text = "\n".join(
            f"{SPECS[kind].many}: {'; '.join(title(entry, longest) for entry in some)}"
            for kind, some in by_kind(entries)
        )
        if len(text) <= MOST_OF_TITLES:
            break
    return text


def _asked_about(brief: Brief) -> tuple[str, ...]:
    """The entries the question shows or is about; the question itself stands in what is to be done."""
    question, dossier = brief.question, brief.state.dossier
    if question is None:
        return ()
    about = dossier.get(question.about)
    raised = about is not None and about.kind is Kind.QUESTION
    named = (*question.offers, *question.sides, *question.subjects, *(() if raised else (question.about,)))
    return tuple(dict.fromkeys(name for name in named if dossier.get(name)))


def _near(brief: Brief) -> list[Entry]:
    """What the question is about, what hangs on that or speaks of the same, then what an answer most often touches."""
    dossier = brief.state.dossier
    if isinstance(brief.task, CarryOn):
        return _whole_draft(brief)
    named = _asked_about(brief)
    asked = brief.question.text if brief.question else ""
    close = _within(_entries(speaking_of(f"{asked} {brief.words}", dossier), dossier), MOST_OF_THE_CLOSE)
    rest = [entry.id for kind in _TOLD for entry in dossier.of(kind)]
    names = dict.fromkeys((*named, *(entry.id for entry in close), *hanging_on(named, dossier), *rest))
    return _within(_entries(names, dossier), MOST_OF_ENTRIES)


def _entries(names: Iterable[str], dossier: Dossier) -> Iterator[Entry]:
    return (entry for name in names if (entry := dossier.get(name)))


def _whole_draft(brief: Brief) -> list[Entry]:
    """All of it, stories last: they only say again who wants what."""
    entries = sorted(brief.state.dossier, key=lambda entry: (entry.kind is Kind.STORY, entry.id))
    return _within((entry for entry in entries if entry.kind is not Kind.TASK), MOST_OF_A_DRAFT)


def _within(entries: Iterable[Entry], room: int) -> list[Entry]:
    kept = []
    for entry in entries:
        room -= len(in_a_line(entry)) + 1
        if room < 0:
            break
        kept.append(entry)
    return kept


def _ledger(brief: Brief, redact: Callable[[str], str]) -> str:
    """Without the one that is answered just now and the one that comes next: they stand in what is to be done."""
    told = {brief.question.key} if brief.question else set()
    told |= {point.name.key for point in getattr(brief.task, "following", ())[:1]}
    points = [point for point in open_points(brief.state, brief.knowledge) if point.askable]
    points = [point for point in points if point.name.key not in told]
    if not points:
        return ""
    text = "\n".join(f"- {_point_in_short(point, brief.state)}" for point in points[:_POINTS])
    more = f"\nand {len(points) - _POINTS} lighter ones" if len(points) > _POINTS else ""
    return f"# Open points, the heaviest first\n\n{fenced('the ledger', redact(f'{text}{more}'))}"
