"""What the sidebar shows, as frozen rows made from the state; the widget only draws them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.step_records import StepStatus
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.phases import PHASES, phase
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.items.budget import Bill

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.step_records import StepRecord
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

BAR = 5
_MOST_FILES = 5
_THOUSAND = 1000
_MARKS = {
    StepStatus.DONE: "✓",
    StepStatus.PASSED: "–",
    StepStatus.REOPENED: "↺",
    StepStatus.READY: "▸",
    StepStatus.ENGAGED: "▸",
}


class RowKind(StrEnum):
    GAP = "gap"
    HEADING = "heading"
    PHASE = "phase"
    STEP = "step"
    COVERAGE = "coverage"
    QUESTION = "question"
    ARTIFACT = "artifact"
    FACT = "fact"
    PLACE = "place"
    """A file of the user's code."""


@dataclass(frozen=True, slots=True)
class Row:
    """`key` is what selecting it is about: a step id, an artifact's name, a question's id."""

    kind: RowKind
    key: str
    text: str
    note: str = ""
    """Set at the right edge, quietly."""
    here: bool = False
    quiet: bool = False

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.key}"

    @property
    def selectable(self) -> bool:
        return self.kind in (RowKind.PHASE, RowKind.STEP, RowKind.QUESTION, RowKind.ARTIFACT, RowKind.PLACE)


@dataclass(frozen=True, slots=True)
class VoiceNote:
    """Who speaks, and what it used where that is counted."""

    name: str
    turn: Bill | None = None
    item: Bill | None = None
    budget: str = ""


def outline(state: State, knowledge: Knowledge, voice: VoiceNote, opened: Collection[str] = ()) -> tuple[Row, ...]:
    """All rows; the steps of the current phase show, and those of the phases in `opened`."""
    parts = (
        _phases(state, knowledge, opened),
        _artifacts(state),
        _questions(state),
        _depth(state),
        _coverage(state, knowledge),
        _code(state),
        _voice(voice),
    )
    rows: list[Row] = []
    for number, part in enumerate(parts):
        found = tuple(part)
        rows += [Row(RowKind.GAP, str(number), ""), *found] if rows and found else found
    return tuple(rows)


def _voice(voice: VoiceNote) -> Iterator[Row]:
    yield Row(RowKind.HEADING, "voice", "Voice")
    yield Row(RowKind.FACT, "voice", one_line(voice.name, 60), quiet=True)
    if voice.turn is None or voice.item is None:
        return
    spent = f"{voice.item.in_words} of {voice.budget}" if voice.budget else voice.item.in_words
    facts = {
        "Last turn": voice.turn.in_words,
        "This item": spent,
        "Tokens sent": _short(voice.item.sent),
        "  of them cached": _short(voice.item.cached),
        "Tokens answered": _short(voice.item.answered),
    }
    for name, note in facts.items():
        yield Row(RowKind.FACT, f"voice {name}", name, note, quiet=True)


def _short(tokens: int) -> str:
    return f"{tokens / 1000:,.1f}k" if tokens >= _THOUSAND else str(tokens)


def _phases(state: State, knowledge: Knowledge, opened: Collection[str]) -> Iterator[Row]:
    keys = dict.fromkeys((*(about.key for about in PHASES), *knowledge.steps))
    for key in keys:
        steps = knowledge.steps.get(key, ())
        done = sum(_is_done(state.guided.steps.get(step.id)) for step in steps)
        ended = key in state.guided.phases_ended
        here = key == state.guided.phase
        mark = "✓" if ended else "▾" if here or key in opened else "▸" if key in state.guided.phases_begun else " "
        yield Row(RowKind.PHASE, key, f"{mark} {phase(key).name}", f"{done}/{len(steps)}", here, quiet=ended)
        if not here and key not in opened:
            continue
        for step in steps:
            record = state.guided.steps.get(step.id)
            sign = "!" if record and record.gaps else _MARKS.get(record.status, "·") if record else "·"
            current = step.id == state.guided.current
            yield Row(RowKind.STEP, step.id, f"  {sign} {step.title}", here=current, quiet=record is None)


def _is_done(record: StepRecord | None) -> bool:
    return record is not None and record.status in (StepStatus.DONE, StepStatus.PASSED)


def _depth(state: State) -> Iterator[Row]:
    record = state.guided.current_step
    if record and record.depth and record.depth_source:
        yield Row(RowKind.HEADING, "depth", "Depth", record.depth)
        yield Row(RowKind.FACT, "depth", record.depth_source.phrase, quiet=True)


def _coverage(state: State, knowledge: Knowledge) -> Iterator[Row]:
    covered = [one for one in coverage(knowledge.topics, state) if one.total]
    if not covered:
        return
    yield Row(RowKind.HEADING, "coverage", "Coverage")
    names = {topic.id: topic.name for topic in knowledge.topics}
    for one in covered:
        filled = round(BAR * len(one.met) / one.total)
        bar = "━" * filled + "╌" * (BAR - filled)
        yield Row(RowKind.COVERAGE, one.topic, names.get(one.topic, one.topic), f"{bar} {len(one.met)}/{one.total}")


def _code(state: State) -> Iterator[Row]:
    """What the look through the code came to."""
    scan = state.code.scan
    if scan is None:
        return
    edited = scan.tiers[0] if scan.tiers else len(scan.likely)
    yield Row(RowKind.HEADING, "code", "Code", f"{edited} to change" if edited else "")
    if scan.problem:
        yield Row(RowKind.FACT, "code", one_line(scan.problem, 120), quiet=True)
        return
    sizes = [f"{scan.scope} scope" if scan.scope else "", f"{scan.risk} risk" if scan.risk else ""]
    said = ", ".join(size for size in sizes if size) or "no file found by these words"
    yield Row(RowKind.FACT, "code", said, quiet=True)
    for one in scan.tier(1)[:_MOST_FILES]:
        yield Row(RowKind.PLACE, one.path, one_line(one.path, 120))


def _questions(state: State) -> Iterator[Row]:
    questions = state.dossier.of(Kind.QUESTION)
    if not questions:
        return
    yield Row(RowKind.HEADING, "questions", "Open questions", str(len(questions)))
    for question in questions:
        yield Row(RowKind.QUESTION, question.id, f"? {one_line(question.text(), 120)}")


def _artifacts(state: State) -> Iterator[Row]:
    yield Row(
        RowKind.HEADING, "artifacts", "Documents", str(len(state.files.artifacts)) if state.files.artifacts else ""
    )
    if not state.files.artifacts:
        yield Row(RowKind.FACT, "artifacts", "none written yet", quiet=True)
    for name, written in state.files.artifacts.items():
        edited = "edited" if written.digest != written.render else ""
        yield Row(RowKind.ARTIFACT, name, name, "conflict" if state.files.conflicts.get(name) else edited)
