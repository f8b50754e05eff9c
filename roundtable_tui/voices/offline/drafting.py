"""Drafts what brief mode shows for confirmation, from what is known and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier import Change, Entry, IdGiver, Op
from roundtable_tui.domain.kinds import SPECS, FieldType, Kind, Value
from roundtable_tui.domain.provenance import Confidence, Inferred, Source
from roundtable_tui.domain.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.state import State
    from roundtable_tui.domain.steps import Step

_MOST_FILES = 15
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Draft:
    """Lines to show, entries proposed with them, and the ids a yes confirms."""

    lines: tuple[str, ...]
    changes: tuple[Change, ...]
    offers: tuple[str, ...]


class Drafter:
    def __init__(self, state: State, ids: IdGiver) -> None:
        self._state = state
        self._dossier = state.dossier
        self._ids = ids

    def draft(self, step: Step, kinds: Iterable[Kind]) -> Draft:
        """What is known of these kinds; what is not, as far as it follows from something the user said."""
        lines: list[str] = []
        changes: list[Change] = []
        offers: list[str] = []
        for kind in kinds:
            known = [entry for entry in self._dossier.of(kind) if not entry.confirmed]
            proposed = [] if self._dossier.of(kind) else self._proposals(kind)
            changes += proposed
            offers += [entry.id for entry in known if entry.confidence is not Confidence.HIGH]
            offers += [change.id for change in proposed]
            lines += [self._line(entry.kind, entry.id, _fields(entry)) for entry in self._dossier.of(kind)]
            lines += [self._line(kind, change.id, change.fields) for change in proposed]
        if not lines and step.phase == "00-quick-scan" and self._state.item:
            lines.append(f"The change: {one_line(self._state.item.description, 200)}")
        more = [f"… and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
        return Draft((*lines[:_SHOWN], *more), tuple(changes), tuple(offers))

    def _line(self, kind: Kind, entry_id: str, fields: dict[str, Value] | object) -> str:
        values = fields if isinstance(fields, dict) else {}
        main = values.get(SPECS[kind].main)
        rest = [
            f"{name.replace('_', ' ')}: {one_line(_shown(value), 80)}"
            for name, value in values.items()
            if name != SPECS[kind].main and SPECS[kind].field(name) and not _is_refs(kind, name)
        ]
        head = one_line(_shown(main), 120) if main is not None else ""
        details = " · ".join(rest)
        if kind is Kind.KEYWORD:
            details = self._hits(head) or details
        return f"{entry_id} {head}" + (f" ({details})" if details and head else details)

    def _hits(self, word: str) -> str:
        scan = self._state.scan
        hit = next((hit for hit in scan.hits if hit.word == word), None) if scan else None
        if hit is None:
            return ""
        return (
            f"{hit.count} {'hit' if hit.count == 1 else 'hits'} in {hit.files} {'file' if hit.files == 1 else 'files'}"
        )

    def _proposals(self, kind: Kind) -> list[Change]:
        match kind:
            case Kind.KEYWORD if self._state.scan:
                return [self._propose(kind, {"text": word, "use": "search"}) for word in self._state.scan.words]
            case Kind.ESTIMATE if self._state.scan and self._state.scan.likely:
                return [self._propose(kind, {"modified": len(self._state.scan.likely)}, from_code=True)]
            case Kind.FILE if self._state.scan:
                likely = self._state.scan.likely[:_MOST_FILES]
                fields = [{"path": path, "action": "MODIFY", "tier": "1"} for path in likely]
                return [self._propose(kind, dict(part), from_code=True) for part in fields]
            case Kind.PROBLEM | Kind.FR:
                return self._from_the_change(kind)
            case Kind.STORY:
                return self._stories()
            case Kind.MODULE:
                return [
                    self._propose(kind, {"text": area.text()}, (area.id,))
                    for area in self._dossier.of(Kind.AREA)
                    if area.text("type") != "external"
                ]
            case Kind.INTEGRATION:
                externals = [area for area in self._dossier.of(Kind.AREA) if area.text("type") == "external"]
                return [self._propose(kind, {"text": area.text()}, (area.id,)) for area in externals]
            case Kind.BUILD_STEP:
                return [self._propose(kind, {"text": fr.text()}, (fr.id,)) for fr in self._dossier.of(Kind.FR)]
            case Kind.ENTRY_POINT:
                files = self._dossier.of(Kind.FILE)[:1]
                return [self._propose(kind, {"text": file.text(), "path": file.text()}, (file.id,)) for file in files]
        return []

    def _from_the_change(self, kind: Kind) -> list[Change]:
        scope = self._dossier.one(Kind.SCOPE)
        change = scope.text("text") if scope else (self._state.item.description if self._state.item else "")
        basis = (scope.id,) if scope else ()
        return [self._propose(kind, {SPECS[kind].main: change}, basis)] if change else []

    def _stories(self) -> list[Change]:
        users = [user for user in self._dossier.of(Kind.USER) if user.text("role") != "stakeholder"]
        if not users:
            return []
        role = one_line(users[0].text(), 60)
        return [
            self._propose(
                Kind.STORY,
                {"title": fr.text(), "role": role, "want": fr.text(), "traces": (fr.id,)},
                (users[0].id, fr.id),
            )
            for fr in self._dossier.of(Kind.FR)
        ]

    def _propose(
        self, kind: Kind, fields: dict[str, Value], basis: tuple[str, ...] = (), *, from_code: bool = False
    ) -> Change:
        source: Source = Inferred(entries=basis) if from_code else Inferred((0,), basis)
        return Change(Op.RECORD, self._ids.next(kind), kind, fields, (source,))


def _fields(entry: Entry) -> dict[str, Value]:
    return {name: said.value for name, said in entry.fields.items()}


def _is_refs(kind: Kind, name: str) -> bool:
    field = SPECS[kind].field(name)
    return field is not None and field.type is FieldType.REFS


def _shown(value: Value | None) -> str:
    if value is None:
        return ""
    return ", ".join(value) if isinstance(value, tuple) else str(value)
