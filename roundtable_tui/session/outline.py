"""What the sidebar and the headline show, as frozen rows made from the state; the screen only draws them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.footing import guesses
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.points.twin_questions import is_raised
from roundtable_tui.domain.knowledge.reach import edited_count, follows, reach
from roundtable_tui.domain.knowledge.risk import risk
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

BAR = 5
_MOST_FILES = 5
_LONGEST_NAME = 80


class RowKind(StrEnum):
    GAP = "gap"
    HEADING = "heading"
    PHASE = "phase"
    STEP = "step"
    COVERAGE = "coverage"
    QUESTION = "question"
    ARTIFACT = "artifact"
    FACT = "fact"
    POINT = "point"
    """What is not decided yet."""
    PLACE = "place"
    """A file of the user's code."""


class Row(Struct, frozen=True):
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
        return self.kind not in (RowKind.GAP, RowKind.HEADING, RowKind.COVERAGE, RowKind.FACT)


class WorkerRow(Struct, frozen=True):
    """A worker of a team: who, what they are doing, and how many tokens they have used."""

    key: str
    name: str
    doing: str
    tokens: int


def name_of(state: State) -> str:
    """What the item is called: its description in one line, its slug where it has none."""
    return (one_line(state.item.description, _LONGEST_NAME) or state.item.slug) if state.item else ""


class Outline(Struct, frozen=True):
    """`headline` is which item, how far, how deep; where there is little room what stands before the last goes."""

    headline: tuple[str, ...]
    rows: tuple[Row, ...]


def in_sections(*parts: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of all parts, with a gap between two that have any."""
    rows: list[Row] = []
    for number, part in enumerate(parts):
        found = tuple(part)
        rows += [Row(RowKind.GAP, str(number), ""), *found] if rows and found else found
    return tuple(rows)


def with_workers(outline: Outline, workers: Iterable[WorkerRow]) -> Outline:
    """Below what is open, above all else."""
    team = tuple(_worker_rows(workers))
    if not team:
        return outline
    gap = next((number for number, row in enumerate(outline.rows) if row.kind is RowKind.GAP), len(outline.rows))
    rows = (*outline.rows[:gap], Row(RowKind.GAP, "team", ""), *team, *outline.rows[gap:])
    return replace(outline, rows=rows)


def _worker_rows(workers: Iterable[WorkerRow]) -> Iterator[Row]:
    found = tuple(workers)
    if not found:
        return
    yield Row(RowKind.HEADING, "team", "Team", _tokens(sum(worker.tokens for worker in found)))
    for worker in found:
        doing = one_line(worker.doing.removeprefix(f"{worker.name} ").partition(" (")[0], 80)
        doing = doing.replace("drafts the ", "drafts ")
        yield Row(RowKind.FACT, f"worker:{worker.key}", f"{worker.name}: {doing}", _tokens(worker.tokens))


def _tokens(number: int) -> str:
    return "" if not number else f"{number / 1000:.0f}k" if number >= 1000 else str(number)


def coverage_rows(state: State, knowledge: Knowledge) -> Iterator[Row]:
    covered = [one for one in coverage(knowledge.topics, state) if one.total]
    if not covered:
        return
    yield Row(RowKind.HEADING, "coverage", "Coverage")
    names = {topic.id: topic.name for topic in knowledge.topics}
    for one in covered:
        filled = round(BAR * len(one.met) / one.total)
        bar = "━" * filled + "╌" * (BAR - filled)
        yield Row(RowKind.COVERAGE, one.topic, names.get(one.topic, one.topic), f"{bar} {len(one.met)}/{one.total}")


def code_rows(state: State) -> Iterator[Row]:
    """What the look through the code came to."""
    scan = reach(state)
    if scan is None:
        return
    edited, after = edited_count(scan), sum(map(follows, state.dossier.of(Kind.FILE)))
    yield Row(RowKind.HEADING, "code", "Code", f"{edited} to change" if edited else "")
    if scan.problem:
        yield Row(RowKind.FACT, "code", one_line(scan.problem, 120), quiet=True)
        return
    found = risk(state)
    sizes = [f"{scan.scope} scope" if scan.scope else "", f"{found.level} risk" if found and scan.scope else ""]
    said = ", ".join(size for size in sizes if size) or "no file found by these words"
    yield Row(RowKind.FACT, "code", said, quiet=True)
    if edited and after:
        yield Row(RowKind.FACT, "code", f"{after} more that follow it", quiet=True)
    for one in scan.tier(1)[:_MOST_FILES]:
        yield Row(RowKind.PLACE, one.path, one_line(one.path, 120))


def questions_rows(state: State, *, raised: bool = True) -> Iterator[Row]:
    """Without `raised` only those that the user could not answer: the others stand on the ledger."""
    questions = [one for one in state.dossier.of(Kind.QUESTION) if raised or not is_raised(one)]
    if not questions:
        return
    yield Row(RowKind.HEADING, "questions", "Open questions", str(len(questions)))
    for question in questions:
        yield Row(RowKind.QUESTION, question.id, f"? {one_line(question.text(), 120)}")


def guesses_rows(state: State) -> Iterator[Row]:
    """How much nobody has confirmed yet."""
    if number := len(guesses(state.dossier)):
        yield Row(RowKind.HEADING, "guesses", "Guesses", f"{number} of {len(state.dossier)} entries")


def artifacts_rows(state: State) -> Iterator[Row]:
    yield Row(
        RowKind.HEADING, "artifacts", "Documents", str(len(state.files.artifacts)) if state.files.artifacts else ""
    )
    if not state.files.artifacts:
        yield Row(RowKind.FACT, "artifacts", "none written yet", quiet=True)
    for name, written in state.files.artifacts.items():
        edited = "edited" if written.digest != written.render else ""
        yield Row(RowKind.ARTIFACT, name, name, "conflict" if state.files.conflicts.get(name) else edited)
