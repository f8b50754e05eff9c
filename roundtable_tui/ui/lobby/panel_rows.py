"""Makes of a project's panels the rows of their list, and of one panel the page beside it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.lobby.item_rows import ago
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.binding import BindingType

    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.panel.record.shelf import PanelSummary

STATES = ("active", "paused", "closed")
_MARKS = {"active": "◐", "paused": "‖", "closed": "✓"}
_STRATEGY, _PHASE, _ROUNDS, _CHANGED = 17, 15, 10, 13
_WIDE, _MIDDLE = 84, 54


class PanelRow(Struct, frozen=True):
    key: str
    topic: str = ""
    status: str = ""
    strategy: str = ""
    phase: str = ""
    rounds: str = ""
    changed: str = ""
    current: bool = False
    problem: str = ""
    heading: str = ""

    @property
    def selectable(self) -> bool:
        return not self.heading

    @property
    def is_open(self) -> bool:
        return self.status in ("active", "paused")


def panel_rows(found: Sequence[PanelSummary], current: str, now: datetime) -> Iterator[PanelRow]:
    """Under active, paused and closed; what cannot be read stands last."""
    for state in (*STATES, ""):
        group = [one for one in found if one.status == state or (not state and one.status not in STATES)]
        if group:
            yield PanelRow(f"heading-{state}", heading=f"{state or 'unreadable'} ({len(group)})".upper())
        for one in group:
            yield PanelRow(
                one.id,
                one_line(one.topic, 200) or one_line(one.id, 200),
                one.status,
                one_line(one.strategy, 40),
                one_line(one.phase, 40) or "–",
                f"{one.rounds} round{'' if one.rounds == 1 else 's'}",
                _changed(one.updated_at, now),
                one.id == current,
                one_line(one.problem, 200),
            )


def _changed(stamp: str, now: datetime) -> str:
    try:
        then = datetime.fromisoformat(stamp)
    except ValueError:
        return ""
    return ago(then, now) if then.tzinfo else ""


class PanelList(RowList[PanelRow], inherit_bindings=False):
    """Enter is the screen's, so that the footer can name it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound for bound in RowList.BINDINGS if getattr(bound, "action", "") != "select"
    ]

    def line_of(self, row: PanelRow, width: int) -> Iterator[Run]:
        if row.heading:
            yield Run(fitted(row.heading, width), ("heading",))
            return
        mark = "★ " if row.current else f"{_MARKS.get(row.status, '!')} "
        columns = [(row.strategy, _STRATEGY), (row.phase, _PHASE), (row.rounds, _ROUNDS), (row.changed, _CHANGED)]
        if width < _WIDE:
            columns = columns[1:3] if width >= _MIDDLE else columns[2:3]
        if row.problem:
            columns = []
        topic = max(width - len(mark) - sum(size for _, size in columns), 8)
        yield Run(mark, ("accent",) if row.current else ("quiet",))
        yield Run(fitted(row.problem or row.topic, topic), ("warning",) if row.problem else ())
        for text, size in columns:
            yield Run(fitted(f" {text}", size), ("quiet",))


def preview_blocks(row: PanelRow, session: PanelSession, names: Sequence[str], files: Sequence[str]) -> list[Block]:
    """A panel on one page: where it stands, what it came to, and what it wrote."""
    stands = f"{row.status}{' · the one worked on last' if row.current else ''}"
    facts = f"{session.strategy} · {session.workflow} · {row.phase} · {row.rounds}"
    blocks = [
        Block("topic", one_line(session.topic, 400), markdown=False, gap=0, label="TOPIC", style="heading"),
        Block("stands", f"{stands}\n{facts}", markdown=False, label="WHERE IT STANDS", style="heading"),
        *([Block("files", "\n".join(files), markdown=False, label="WRITTEN", style="heading")] if files else []),
        Block("seats", ", ".join(names), markdown=False, label="SEATS", style="heading"),
    ]
    if session.item:
        blocks.append(Block("item", one_line(session.item), markdown=False, label="ITEM", style="heading"))
    last = next((one for one in reversed(session.rounds) if one.synthesis), None)
    if last:
        label = f"ROUND {last.number} CAME TO"
        blocks.append(Block("synthesis", last.synthesis, label=label, style="heading"))
    conflicts = [f"{one.id} {one_line(one.title, 100)}" for one in session.open_conflicts]
    if conflicts:
        blocks.append(Block("conflicts", "\n".join(conflicts), markdown=False, label="IN DISPUTE", style="heading"))
    if session.escalations and (said := session.escalations[-1].user_decision):
        blocks.append(Block("decision", said, Kind.USER, markdown=False, label="YOU DECIDED", style="heading"))
    return blocks
