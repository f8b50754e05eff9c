"""Drafts what is shown for confirmation, from what the user said and what the search found, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change, Entry, IdGiver, Op
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred
from roundtable_tui.domain.dossier.short_titles import role_name
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.offline.scan_proposals import Findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Step
    from roundtable_tui.voices.offline.scan_proposals import Finding

_SHOWN = 20
_UNDER_REVIEW: Mapping[str, tuple[Kind, ...]] = {
    "impact": (Kind.FILE, Kind.ENTRY_POINT, Kind.BUILD_STEP, Kind.ZONE),
    "architecture": (Kind.OPTION, Kind.DECISION, Kind.TECHNOLOGY, Kind.INTEGRATION),
    "design": (Kind.MODULE, Kind.INTERFACE, Kind.FLOW, Kind.ERROR, Kind.QUESTION),
}
"""What somebody has to see before they can judge it."""
_NAMED_IN_A_SUMMARY = 4
_GOES_WITHOUT_SAYING = ("type", "use", "tier", "role")
"""Fields that sort entries and follow from what was asked."""
_WHO_WANTS_IT = (Kind.STORY, "role")


class Draft(Struct, frozen=True):
    """Lines to show, entries proposed with them, and the ids a yes confirms: exactly those shown."""

    lines: tuple[str, ...]
    changes: tuple[Change, ...]
    offers: tuple[str, ...]


def kinds_to_draft(step: Step, captures: Iterable[Capture]) -> tuple[Kind, ...]:
    """What the step has to know, then what its question asks for; not what the question is asked of."""
    asked = list(captures)
    asked_of = {capture.for_each for capture in asked}
    checked = [check.kind for check in step.checks if check.kind and check.kind not in asked_of]
    return tuple(dict.fromkeys((*checked, *(capture.kind for capture in asked if capture.kind not in asked_of))))


class Drafter:
    def __init__(self, state: State, ids: IdGiver) -> None:
        self._state = state
        self._dossier = state.dossier
        self._ids = ids
        self._findings = Findings(state)

    def found(self, capture: Capture) -> Draft:
        """What the search offers as an answer to a question, together with what nobody has confirmed of it before."""
        wanted = dict(capture.preset)
        findings = self._findings.of(capture.kind, wanted)
        if not any(capture.field in finding.fields for finding in findings):
            return Draft((), (), ())
        known = self._dossier.of(capture.kind)
        names = {entry.text() for entry in known}
        open_still = [entry for entry in known if all(entry.text(name) == value for name, value in wanted.items())]
        changes = [
            self._found(finding) for finding in findings if finding.fields.get(SPECS[capture.kind].main) not in names
        ]
        shown = [(entry.id, self._line(capture.kind, entry.id, _fields(entry))) for entry in open_still]
        shown += [(change.id, self._line(capture.kind, change.id, change.fields)) for change in changes]
        return Draft(tuple(line for _, line in shown), tuple(changes), tuple(entry_id for entry_id, _ in shown))

    def draft(self, kinds: Iterable[Kind]) -> Draft:
        """What is known of these kinds; what is not, as far as it follows from something the user said."""
        shown: list[tuple[str, str]] = []
        changes: list[Change] = []
        for kind in kinds:
            known = self._dossier.of(kind)
            proposed = [] if known else self._proposals(kind)
            changes += proposed
            shown += [(entry.id, self._line(kind, entry.id, _fields(entry))) for entry in known]
            shown += [(change.id, self._line(kind, change.id, change.fields)) for change in proposed]
        more = [f"… and {len(shown) - _SHOWN} more"] if len(shown) > _SHOWN else []
        offers = tuple(entry_id for entry_id, _ in shown[:_SHOWN])
        return Draft((*(line for _, line in shown[:_SHOWN]), *more), tuple(changes), offers)

    def line(self, entry: Entry) -> str:
        """An entry as it stands in a list, with what the search says of it."""
        return self._line(entry.kind, entry.id, _fields(entry))

    def review(self, subject: str) -> tuple[str, ...]:
        """A page to judge: what is known of each kind, counted, with the first few by name."""
        kinds = _UNDER_REVIEW.get(subject, ())
        lines = [self._summary(kind, entries) for kind in kinds if (entries := self._dossier.of(kind))]
        guesses = [entry.id for kind in kinds for entry in self._dossier.of(kind) if _is_guess(entry)]
        if guesses:
            lines.append(f"Nobody has confirmed yet: {', '.join(guesses)}")
        return (*lines, *(self._findings.picture() if subject == "impact" else ()))

    def _summary(self, kind: Kind, entries: tuple[Entry, ...]) -> str:
        spec = SPECS[kind]
        named = "; ".join(_named(entry) for entry in entries[:_NAMED_IN_A_SUMMARY])
        more = f"; and {len(entries) - _NAMED_IN_A_SUMMARY} more" if len(entries) > _NAMED_IN_A_SUMMARY else ""
        return f"{len(entries)} {spec.one if len(entries) == 1 else spec.many}: {named}{more}"

    def _line(self, kind: Kind, entry_id: str, fields: Mapping[str, Value]) -> str:
        spec = SPECS[kind]
        rest = [
            _detail(kind, name, one_line(_shown(value), 80))
            for name, value in fields.items()
            if name != spec.main
            and (name not in _GOES_WITHOUT_SAYING or (kind, name) == _WHO_WANTS_IT)
            and (field := spec.field(name))
            and field.type is not FieldType.REFS
            and value != fields.get(spec.main)
        ]
        head = one_line(_shown(fields.get(spec.main)), 120)
        counted = self._findings.detail(kind, head)
        details = counted if counted and kind is Kind.KEYWORD else " · ".join(filter(None, (*rest, counted)))
        if not head:
            return details if spec.single else f"{entry_id} {details}"
        return f"{entry_id} {head}" + (f" ({details})" if details else "")

    def _proposals(self, kind: Kind) -> list[Change]:
        match kind:
            case Kind.SCOPE | Kind.PROBLEM | Kind.FR:
                return self._from_the_change(kind)
            case Kind.KEYWORD | Kind.ESTIMATE | Kind.FILE:
                return self._from_the_code(kind)
            case Kind.STORY:
                return self._stories()
            case Kind.ENTRY_POINT:
                return self._from_the_code(kind) or [
                    self._propose(kind, {"text": file.text(), "path": file.text()}, (file.id,))
                    for file in self._dossier.of(Kind.FILE)[:1]
                ]
            case Kind.MODULE:
                areas = [area for area in self._dossier.of(Kind.AREA) if area.text("type") != "external"]
                return self._each(kind, areas)
            case Kind.INTEGRATION:
                return self._each(
                    kind, [area for area in self._dossier.of(Kind.AREA) if area.text("type") == "external"]
                )
            case Kind.BUILD_STEP:
                return self._each(kind, self._dossier.of(Kind.FR))
            case Kind.ZONE:
                return [*self._each(kind, self._dossier.of(Kind.RISK)), *self._from_the_code(kind)]
            case Kind.ERROR:
                seams = [point for point in self._dossier.of(Kind.INTEGRATION) if point.text("failure")]
                return [
                    self._propose(kind, {"text": f"{seam.text()} fails", "response": seam.text("failure")}, (seam.id,))
                    for seam in seams
                ]
        return []

    def _each(self, kind: Kind, entries: Iterable[Entry]) -> list[Change]:
        return [self._propose(kind, {SPECS[kind].main: entry.text()}, (entry.id,)) for entry in entries]

    def _from_the_change(self, kind: Kind) -> list[Change]:
        scope = self._dossier.one(Kind.SCOPE)
        change = scope.text("text") if scope else (self._state.item.description if self._state.item else "")
        basis = (scope.id,) if scope else ()
        return [self._propose(kind, {SPECS[kind].main: change}, basis)] if change else []

    def _from_the_code(self, kind: Kind) -> list[Change]:
        return [self._found(finding) for finding in self._findings.of(kind, {})]

    def _found(self, finding: Finding) -> Change:
        return Change(Op.RECORD, self._ids.next(finding.kind), finding.kind, finding.fields, finding.sources)

    def _stories(self) -> list[Change]:
        users = [user for user in self._dossier.of(Kind.USER) if user.text("role") != "stakeholder"]
        if not users:
            return []
        role = role_name(users[0].text())
        return [
            self._propose(
                Kind.STORY,
                {"title": fr.text(), "role": role, "want": fr.text(), "traces": (fr.id,)},
                (users[0].id, fr.id),
            )
            for fr in self._dossier.of(Kind.FR)
        ]

    def _propose(self, kind: Kind, fields: dict[str, Value], basis: tuple[str, ...] = ()) -> Change:
        return Change(Op.RECORD, self._ids.next(kind), kind, fields, (Inferred((0,), basis),))


def _detail(kind: Kind, name: str, value: str) -> str:
    if kind is Kind.FILE and name == "action":
        return value.lower()
    return f"{called(kind, name)}: {value}"


def _is_guess(entry: Entry) -> bool:
    return entry.confidence is Confidence.LOW


def _fields(entry: Entry) -> dict[str, Value]:
    return {name: said.value for name, said in entry.fields.items()}


def _named(entry: Entry) -> str:
    """An entry in a summary, with the ratings that decide how one feels about it."""
    ratings = "/".join(entry.text(name) for name in ("action", "likelihood", "impact") if name in entry.fields)
    return one_line(entry.text(), 60) + (f" ({ratings.lower()})" if ratings else "")


def _shown(value: Value | None) -> str:
    if value is None:
        return ""
    return ", ".join(value) if isinstance(value, tuple) else str(value)
