"""What a coding agent is told, piece by piece: the dossier in, lines with what each is worth out."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.render.markup import code
from roundtable_tui.artifacts.render.phrasing import cited
from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.footing import Footing, footing, is_guess
from roundtable_tui.domain.dossier.kinds import PRIORITIES, SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.plan.tasks import EDITS
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.handover.brief.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.plan.tasks import Task
    from roundtable_tui.handover.material import Material

_MOST_CITED = 3
_LONGEST = 1200
"""Of one entry: what is longer is cut, and says so with an ellipsis."""
_BINDING = (Kind.CONSTRAINT, Kind.QUALITY, Kind.EXCLUSION)
_FORBIDDING = ("convention", "version", "compliance", "limit")


class Worth(IntEnum):
    """What is dropped last comes first; of two pieces worth the same the later one goes."""

    TASK = 1
    MUST = 2
    FILE = 3
    DECISION = 4
    BAN = 5
    OPEN = 6
    TRAP = 7
    SHOULD = 8
    DESIGN = 9
    QUALITY = 10
    ORDER = 11
    BACKGROUND = 12


DROPPED = (
    "background, the order of other tasks, quality nobody asked for, design, what is no must, traps, open points, what "
    "must not change or was decided by those who want it, decisions, files, the musts with their criteria"
)
"""In which order pieces are dropped, for people."""


class Piece(Struct, frozen=True):
    section: str
    text: str
    worth: Worth
    name: str = ""
    """The entry or task it tells of."""


def pieces_of(material: Material, task: Task | None = None) -> tuple[Piece, ...]:
    """In the order in which they are read."""
    return tuple(_Sections(material, Scope(material, task)).all())


class _Sections:
    def __init__(self, material: Material, scope: Scope) -> None:
        self._material = material
        self._scope = scope
        self._lost = frozenset(material.state.code.lost)

    def all(self) -> Iterator[Piece]:
        yield from self._change()
        yield from self._own_task()
        yield from self._requirements()
        yield from self._decisions()
        yield from self._files()
        yield from self._order()
        yield from self._described("Design", Worth.DESIGN, Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR)
        yield from self._described("Design", Worth.DESIGN, Kind.INTEGRATION, Kind.TECHNOLOGY)
        yield from self._described("Traps", Worth.TRAP, Kind.ZONE, Kind.RISK)
        yield from self._seen_in_code()
        yield from self._bans()
        yield from self._also_said()
        yield from self._described("Quality that is expected", Worth.QUALITY, Kind.QUALITY)
        yield from self._described("Not answered: ask before you decide it yourself", Worth.OPEN, Kind.QUESTION)
        yield from self._described("Assumed: nobody has confirmed it", Worth.OPEN, Kind.ASSUMPTION)
        yield from self._described("Background", Worth.BACKGROUND, Kind.USER, Kind.METRIC, Kind.ENTRY_POINT)

    def _change(self) -> Iterator[Piece]:
        yield Piece("The change", f"- {_clean(self._material.title)}", Worth.TASK)
        for kind in (Kind.PROBLEM, Kind.SCOPE):
            for entry in self._scope.of(kind):
                if (said := _clean(entry.text())) != _clean(self._material.title):
                    yield Piece("The change", f"- {said}{self._notes(entry)}", Worth.DECISION, entry.id)

    def _own_task(self) -> Iterator[Piece]:
        if task := self._scope.task:
            done = ", ticked as done" if task.done else ""
            yield Piece("Your task", f"{task.id}: {_clean(task.title)} (stage: {_clean(task.stage)}{done})", Worth.TASK)
            for name in task.blocked_by:
                yield Piece("Your task", f"- builds on {self._named(name)}", Worth.TASK, name)
            for other in self._scope.followers:
                yield Piece("Your task", f"- {self._named(other.id)} builds on it", Worth.ORDER, other.id)

    def _requirements(self) -> Iterator[Piece]:
        title = "What to build, and when it is right"
        for fr in self._scope.requirements:
            must = fr.text("priority") in ("", PRIORITIES[0])
            worth = Worth.MUST if must else Worth.SHOULD
            priority = _clean(fr.text("priority")) or "no priority yet"
            text, more = _clean(fr.text("title")), _clean(fr.text("text"))
            said = f"{text}. {more}" if more and more != text else text
            yield Piece(title, f"- {fr.id} [{priority}] {said}{self._notes(fr)}", worth, fr.id)
            for ac in self._scope.criteria(fr):
                yield Piece(title, f"  - {ac.id}: {_clean(ac.text())}{self._notes(ac)}", worth, ac.id)

    def _decisions(self) -> Iterator[Piece]:
        for entry in self._scope.decisions:
            status = _clean(entry.text("status")) or "proposed"
            title, *rest = (_clean(entry.text(name)) for name in ("title", "decision", "consequences"))
            parts = [
                part.rstrip(".") for part in ("" if rest[0].startswith(title.rstrip(".")) else title, *rest) if part
            ]
            worth = Worth.DECISION if status == "accepted" else Worth.OPEN
            text = f"- {entry.id} [{status}] {'. '.join(parts) or title}{self._notes(entry)}"
            yield Piece("Decisions", text, worth, entry.id)

    def _files(self) -> Iterator[Piece]:
        for path, action in self._scope.files:
            entry = self._scope.file(path)
            why = _clean(entry.text("why")) if entry else ""
            worth = Worth.FILE if action in EDITS else Worth.TRAP
            notes = self._notes(entry) if entry else ""
            name = entry.id if entry else path
            text = f"- {action} {code(one_line(path))}{f': {why}' if why else ''}{notes}"
            yield Piece("Files", text, worth, name)

    def _order(self) -> Iterator[Piece]:
        for task in self._scope.others:
            waits = f", after {', '.join(map(one_line, task.blocked_by))}" if task.blocked_by else ""
            box = "x" if task.done else " "
            yield Piece("Order of work", f"- [{box}] {task.id} {_clean(task.title)}{waits}", Worth.ORDER, task.id)
        if not self._scope.others and not self._scope.task:
            yield from self._described("Order of work", Worth.ORDER, Kind.BUILD_STEP)

    def _seen_in_code(self) -> Iterator[Piece]:
        """What was read in the code on the way here, and words that mean something else there."""
        notes = (
            note for note in self._scope.of(Kind.NOTE) if self._cited(note) and footing(note) is not Footing.THEIRS
        )
        words = (word for word in self._scope.of(Kind.KEYWORD) if word.get("use") == "avoid")
        for entry in (*notes, *words):
            yield Piece("Traps", f"- {_clean(entry.text())}{self._notes(entry)}", Worth.TRAP, entry.id)

    def _also_said(self) -> Iterator[Piece]:
        """The user's own notes: among them what they answered to a coding agent."""
        for note in self._scope.of(Kind.NOTE):
            if footing(note) is Footing.THEIRS:
                yield Piece(
                    "Also said by those who want it", f"- {note.id}: {_clean(note.text())}", Worth.OPEN, note.id
                )

    def _bans(self) -> Iterator[Piece]:
        title = "What must not change, and what is not to be built"
        for fr in self._scope.unwanted:
            yield Piece(title, f"- {fr.id} is not to be built now: {_clean(fr.text('title'))}", Worth.BAN, fr.id)
        yield from self._described(title, Worth.BAN, Kind.EXCLUSION)
        for path in self._scope.untouchable:
            yield Piece(title, f"- {code(one_line(path))} stays as it is", Worth.BAN, path)
        for entry in self._scope.of(Kind.CONSTRAINT):
            worth = Worth.BAN if entry.get("type") in _FORBIDDING else _decided_or(Worth.QUALITY, entry)
            yield Piece(title, f"- {entry.id}: {_clean(entry.text())}{self._notes(entry)}", worth, entry.id)

    def _described(self, title: str, worth: Worth, *kinds: Kind) -> Iterator[Piece]:
        for kind in kinds:
            for entry in self._scope.of(kind):
                yield Piece(title, self._line(entry), _decided_or(worth, entry), entry.id)

    def _line(self, entry: Entry) -> str:
        spec = SPECS[entry.kind]
        names = [field.name for field in spec.fields if field.name in entry.fields and field.name not in _UNTOLD]
        rest = [f"{called(entry.kind, name)}: {_clean(entry.text(name))}" for name in names if name != spec.main]
        about = "; ".join(part for part in rest if not part.endswith(": "))
        return f"- {entry.id}: {_clean(entry.text())}{f' ({about})' if about else ''}{self._notes(entry)}"

    def _notes(self, entry: Entry) -> str:
        """That it is a guess, and where in the code it shows."""
        guess = " (assumed)" if is_guess(entry) and entry.kind is not Kind.ASSUMPTION else ""
        places = self._cited(entry)
        more = f" and {len(places) - _MOST_CITED} more" if len(places) > _MOST_CITED else ""
        where = f" [{', '.join(places[:_MOST_CITED])}{more}]" if places else ""
        return f"{guess}{where}"

    def _cited(self, entry: Entry) -> list[str]:
        """Only lines that can be looked up."""
        found = (source for source in entry.sources if isinstance(source, Cited) and source not in self._lost)
        return list(dict.fromkeys(cited(source) for source in found))

    def _named(self, name: str) -> str:
        task = next((one for one in self._material.plan.tasks if one.id == name), None)
        return f"{one_line(name)} {_clean(task.title)}{' (done)' if task.done else ''}" if task else one_line(name)


_UNTOLD = frozenset(
    {"about", "traces", "files", "module", "depends_on", "options", "sort", "loss", "sure", "knows", "keeps"}
)


def _decided_or(worth: Worth, entry: Entry) -> Worth:
    """What the user decided goes before what is only known, whatever it is about."""
    decided = entry.kind in _BINDING and footing(entry) in (Footing.THEIRS, Footing.HEARD)
    return min(worth, Worth.BAN) if decided else worth


def _clean(text: str) -> str:
    """On one line, without what looks like a key or a password."""
    return one_line(redact(one_line(text)).text, _LONGEST)
