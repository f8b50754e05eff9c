"""What the list of open points says: each with why it matters, the heaviest first, and below what was put aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.cells import cell_len

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.knowledge.points.aside_points import AsidePoint, points_aside
from roundtable_tui.domain.knowledge.points.open_points import about_to_go, questions_left
from roundtable_tui.domain.knowledge.points.point_names import OpenPoint, PointKind, criterion_of
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation import wording
from roundtable_tui.modes.conversation.outline import to_go
from roundtable_tui.modes.conversation.point_list import listed_points
from roundtable_tui.ui.lines.line_wrap import Run
from roundtable_tui.ui.widgets.row_list import RowList, fitted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.journal.values import PointName
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

_HANGING = "\nWhat hangs on it:"
"""With this a question says what stands below it here."""
_LONGEST = 200
_NAMED = 3


class LedgerRow(Struct, frozen=True):
    """An open point, one that was put aside, or the heading above them."""

    key: str
    text: str
    note: str = ""
    """What hangs on it, or what became of it."""
    point: OpenPoint | None = None
    aside: AsidePoint | None = None
    more: str = ""
    """What can be said once it is settled."""
    marked: bool = False
    here: bool = False
    """It is being asked."""
    later: bool = False
    """There is no question left for it."""

    @property
    def selectable(self) -> bool:
        return self.point is not None or self.aside is not None

    @property
    def name(self) -> PointName | None:
        return self.point.name if self.point else self.aside.name if self.aside else None


def ledger_rows(state: State, knowledge: Knowledge, marked: Collection[PointName]) -> tuple[LedgerRow, ...]:
    return (*_open_rows(state, knowledge, marked), *_aside_rows(state, knowledge))


def _open_rows(state: State, knowledge: Knowledge, marked: Collection[PointName]) -> Iterator[LedgerRow]:
    points, left = listed_points(state, knowledge), questions_left(state)
    asked = state.talk.open_question
    here = asked.question.name if isinstance(asked, ForAnswer) else None
    yield LedgerRow("open", "Open, the heaviest first" if points else "Nothing is open.")
    for number, point in enumerate(points, 1):
        if number == left + 1:
            yield LedgerRow("later", "No question is left for these; a budget gives them room")
        criterion = criterion_of(point.name, knowledge) if point.kind is PointKind.CRITERION else None
        yield LedgerRow(
            _key(point.name),
            f"{number:>2} {wording.point_name(point, state, _LONGEST)}",
            wording.why_it_matters(point),
            point,
            more=one_line(criterion.text, 200) if criterion else "",
            marked=point.name in marked,
            here=point.question == here,
            later=number > left,
        )


def _aside_rows(state: State, knowledge: Knowledge) -> Iterator[LedgerRow]:
    aside = points_aside(state, knowledge)
    if aside:
        yield LedgerRow("aside", "Struck or put off")
    for point in aside:
        key = f"aside/{_key(point.name)}"  # another row, so that the cursor stays where the point was struck
        yield LedgerRow(key, one_line(point.text, 200), str(point.standing), aside=point)


def _key(name: PointName) -> str:
    return f"{name.topic}/{name.criterion}/{name.key}"


class LedgerList(RowList[LedgerRow]):
    def _names_end(self, width: int) -> int:
        """Where the longest name ends, so that what is said beside them begins in one column; a third at most."""
        return min(max((cell_len(row.text) for row in self.rows if row.more), default=0), width // 3)

    def line_of(self, row: LedgerRow, width: int) -> Iterable[Run]:
        if not row.selectable:
            yield Run(fitted(row.text, width), ("heading",))
            return
        mark = "● " if row.marked else "? " if row.here else "  "
        note = f"  {row.note}" if row.note else ""
        style = ("struck",) if row.aside else ("accent",) if row.here else ("quiet",) if row.later else ()
        room = max(width - len(mark) - len(note), 1)
        text = row.text if cell_len(row.text) <= room else fitted(row.text, room)
        yield Run(mark, ("accent",))
        yield Run(text, style)
        beside = max(self._names_end(width) - cell_len(text), 0)
        yield Run(fitted(f"{' ' * beside}  {row.more}", room - cell_len(text)), ("quiet",))
        yield Run(note, ("quiet",))


def told_about(row: LedgerRow, state: State, knowledge: Knowledge) -> str:
    """All there is to know about a point, as Markdown: what is asked, what is guessed, and what hangs on it."""
    if row.aside:
        back = "It may be asked again once you put it back."
        return f"{row.aside.text}\n\nYou {'struck' if row.note == 'struck' else 'put off'} this. {back}"
    if row.point is None:
        return ""
    return "\n\n".join(_told(row.point, row, state, knowledge))


def _told(point: OpenPoint, row: LedgerRow, state: State, knowledge: Knowledge) -> Iterator[str]:
    entries = _entries_of(point, state)
    name = wording.point_name(point, state)
    if len(entries) > 1 and point.kind is PointKind.RAISED:
        yield "\n".join((f"**{name}, as we would build them:**", *map(_asked_and_guessed, entries)))
    elif len(entries) > 1 and point.kind is PointKind.GUESS:
        yield "\n".join((f"**{name}, not confirmed by you:**", *map(_guessed, entries)))
    else:
        yield asked_as(point, state).partition(_HANGING)[0]
    criterion = criterion_of(point.name, knowledge)
    if criterion and point.kind is PointKind.CRITERION:
        yield f"It is settled when this can be said: {criterion.text}"
    if hangs := hanging_on(point, state):
        yield "\n".join(("**Hangs on it:**", *(f"- {told}" for told in hangs)))
    if row.here:
        yield "This is what is being asked now."
    elif row.later:
        yield "There is no question left for it: give it room with a budget, or pull it forward."


def _asked_and_guessed(question: Entry) -> str:
    guess = one_line(question.text("guess"))
    return f"- {one_line(question.text())}" + (f" Our guess: {guess}" if guess else "")


def _guessed(entry: Entry) -> str:
    """All of it: what is cut cannot be confirmed."""
    title, text = one_line(entry.text()), one_line(entry.text("text")) if "text" in entry.fields else ""
    return f"- {entry.id} {title}" + (f": {text}" if text not in ("", title) else "")


def room(state: State, knowledge: Knowledge) -> str:
    """How much is still to come, and for how much there would be room, in one sentence."""
    left, to_come = questions_left(state), about_to_go(state, knowledge)
    going = to_go(state, knowledge)
    if not going.startswith("about "):
        return f"{going}, room for {_counted(left, 'question', 'questions')}" if left else going
    more = f", room for {left}" if left > to_come else ""
    return f"about {_counted(to_come, 'question', 'questions')} to go{more}"


def hanging_on(point: OpenPoint, state: State) -> tuple[str, ...]:
    """Counted by kind, with the first few of each: a long row of ids says nothing."""
    by_kind: dict[tuple[str, str], list[str]] = {}
    for name in point.hangs:
        entry = state.dossier.get(name)
        if name not in point.about and (entry or "." in name):
            spec = SPECS[entry.kind] if entry else None
            by_kind.setdefault((spec.one, spec.many) if spec else ("document", "documents"), []).append(name)
    return tuple(f"{_counted(len(names), *words)}: {_first(names, state)}" for words, names in by_kind.items())


def _first(names: Sequence[str], state: State) -> str:
    more = len(names) - _NAMED
    told = [f"{name} {one_line(entry.text(), 60)}" if (entry := state.dossier.get(name)) else name for name in names]
    return "; ".join(told[:_NAMED]) + (f"; and {more} more" if more > 0 else "")


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _entries_of(point: OpenPoint, state: State) -> list[Entry]:
    return [entry for entry_id in point.about if (entry := state.dossier.get(entry_id))]


def asked_as(point: OpenPoint, state: State) -> str:
    """The question in the words of the files, which a voice may put in its own."""
    from roundtable_tui.voices.offline.point_questions import question_for

    return question_for(point, (), state).text
