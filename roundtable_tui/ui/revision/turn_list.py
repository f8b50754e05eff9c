"""Draws what the user said, the latest first, each with the question it answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.review.revisions import Consequences, OwnTurn
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry

_LONGEST = 120


class TurnRow(Struct, frozen=True):
    said: OwnTurn
    written: bool = False
    """Other words are written for it and not sent."""

    @property
    def key(self) -> str:
        return str(self.said.turn)

    @property
    def selectable(self) -> bool:
        return True


class TurnList(RowList[TurnRow]):
    def line_of(self, row: TurnRow, width: int) -> Iterable[Run]:
        yield Run(f"{row.said.turn:>3} ", ("quiet",))
        yield Run("✎ " if row.written else "  ", ("accent",))
        yield Run(fitted(one_line(row.said.words, width), max(width - 6, 1)))


def told_of(said: OwnTurn, found: Consequences | None) -> str:
    """As Markdown: what was asked and said, and what stands and falls with it."""
    return "\n\n".join(_told(said, found))


def _told(said: OwnTurn, found: Consequences | None) -> Iterator[str]:
    if said.question:
        yield f"**Asked:** {one_line(said.question, 300)}"
    yield f"**You said:** {one_line(said.words, 600)}"
    if found is None:
        yield "Looking for what came from it …"
        return
    if not found.touches:
        yield "Nothing that is written down came from this answer."
    yield from _listed("Goes, unless your new words bring it back:", found.removed)
    yield from _listed("Goes back to what was known without it:", found.changed)
    yield from _listed("Stays, because something else says it:", found.kept)
    yield from _listed("Stays, but refers to what goes:", found.hanging)
    if found.documents:
        yield f"**Documents that will be rewritten:** {', '.join(found.documents)}"


def _listed(heading: str, entries: Sequence[Entry]) -> Iterator[str]:
    if entries:
        yield "\n".join((f"**{heading}**", *(f"- {one.id} {one_line(one.text(), _LONGEST)}" for one in entries)))


def in_short(found: Consequences) -> tuple[str, ...]:
    """For the question before it is sent."""
    parts = (
        ("Goes, unless your new words bring it back", found.removed),
        ("Goes back to what it was", found.changed),
        ("Stays", found.kept),
    )
    told = [f"{verb}: {', '.join(one.id for one in entries)}." for verb, entries in parts if entries]
    hanging = ", ".join(one.id for one in found.hanging)
    return (
        *(told or ("Nothing that is written down came from it.",)),
        *((f"Refers to what goes: {hanging}.",) if hanging else ()),
        *((f"Rewritten: {', '.join(found.documents)}.",) if found.documents else ()),
        "All you said later stays. Taking back the last answer undoes this too.",
    )
