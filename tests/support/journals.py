"""Journals for property tests: any well-typed events in any order, in a world small enough for names to meet."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.domain.comments import comment
from roundtable_tui.domain.dossier import questions
from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Source
from roundtable_tui.domain.dossier.questions import GAPS_KEY
from roundtable_tui.domain.journal import code_facts, conversation_events, events, values
from roundtable_tui.domain.journal.events import Body, Event, HandEdited, Reviewed, Spoke, StepClosed, TakenIn
from roundtable_tui.domain.knowledge.phases import PHASE_KEYS
from roundtable_tui.domain.talk.depth import Depth

BODIES: tuple[type[Body], ...] = get_args(Body)
STEPS = ("00-01", "00-02", "01-01", "eigener Schritt")
KINDS = (Kind.FR, Kind.AC, Kind.PROBLEM, Kind.ESTIMATE, Kind.MODULE, Kind.DECISION, Kind.ASSUMPTION, Kind.RISK)

_PAIR = re.compile("([\ud800-\udbff])([\udc00-\udfff])")


def joined(text: str) -> str:
    """Two surrogates that stand for one character are written as that character, as JSON itself reads them."""
    return _PAIR.sub(lambda pair: (pair[0]).encode("utf-16", "surrogatepass").decode("utf-16"), text)


texts = st.text(max_size=8) | st.sampled_from(["", "Invoices are late.", "🦜 \u202e\x1b[2J", "a\nb\r\n", "\x00\u2028"])
wild_texts = st.text(st.characters(exclude_categories=()), max_size=40).map(joined)
"""Anything a Python string can hold, lone surrogates included."""
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
small_numbers = st.integers(0, 9)


def values_for(field: Field) -> st.SearchStrategy[Value]:
    """Values that may stand in this field."""
    match field.type:
        case FieldType.NUMBER:
            return small_numbers
        case FieldType.CHOICE:
            return st.sampled_from(field.choices)
        case FieldType.LIST | FieldType.REFS:
            return st.lists(st.sampled_from(["FR-001", "MOD-001", "MOD-002", "nothing"]), max_size=2).map(tuple)
    return texts


_any_value: st.SearchStrategy[Value] = texts | st.integers(-3, 40) | st.lists(texts, max_size=2).map(tuple)


def fields_of(kind: Kind, *, tidy: bool = False) -> st.SearchStrategy[dict[str, Value]]:
    """Some fields of a kind; untidy ones may be unknown or of the wrong type."""
    right = st.fixed_dictionaries({}, optional={field.name: values_for(field) for field in SPECS[kind].fields})
    if tidy:
        main = SPECS[kind].fields[0]
        return st.tuples(right, values_for(main)).map(lambda found: {**found[0], main.name: found[1]})
    wrong = st.dictionaries(st.sampled_from([*(field.name for field in SPECS[kind].fields), "nonsense"]), _any_value)
    return right | wrong


def _ids(kind: Kind) -> st.SearchStrategy[str]:
    prefix = SPECS[kind].prefix
    series = st.sampled_from([f"{prefix}-001", f"{prefix}-000"]) if kind is Kind.AC else st.just(prefix)
    tidy = st.builds(lambda start, number: f"{start}-{number:03d}", series, st.integers(1, 4))
    odd = st.sampled_from([f"{prefix}-01", f"{prefix}-٠٠١", f"{prefix}-001\n", f"{prefix}-99999999999", "FR-001", ""])
    return st.one_of(tidy, tidy, tidy, odd)


sources: st.SearchStrategy[Source] = st.deferred(lambda: st.one_of(*(record(kind) for kind in get_args(Source))))


@st.composite
def changes(draw: st.DrawFn) -> Change:
    kind = draw(st.sampled_from(KINDS))
    op = draw(st.sampled_from([Op.RECORD, Op.RECORD, Op.REVISE, Op.CONFIRM, Op.DROP]))
    found = draw(st.lists(sources, max_size=2))
    return Change(op, draw(_ids(kind)), kind, draw(fields_of(kind)), tuple(found), draw(texts))


_outside = st.fixed_dictionaries(
    {},
    optional={
        "steps_completed": st.lists(st.sampled_from([*STEPS, "02-01", ""]) | json_values, max_size=3) | json_values,
        "depth_overrides": st.dictionaries(st.sampled_from(PHASE_KEYS), st.sampled_from([*Depth, "x"]) | json_values)
        | json_values,
        "description": json_values,
    },
)
_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "step": st.sampled_from(STEPS),
    "phase": st.sampled_from(PHASE_KEYS[:2]),
    "key": st.sampled_from([GAPS_KEY, "standard/1", "standard/2"]),
    "topic": st.sampled_from(["problem-discovery", "architecture"]),
    "criterion": st.sampled_from(["problem", "user"]),
    "path": st.sampled_from(["quick-scan.md", "requirements-spec.md"]),
    "turn": small_numbers,
}


def record(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a dataclass, every field drawn by its name or its type."""
    hints = get_type_hints(
        kind,
        vars(code_facts)
        | vars(comment)
        | vars(conversation_events)
        | vars(questions)
        | vars(values)
        | vars(events)
        | {"Mapping": Mapping},
    )
    return st.builds(kind, **{part: _of_type(hints[part], part) for part in kind.__struct_fields__})


def _of_type(hint: Any, name: str = "") -> st.SearchStrategy[Any]:
    if name in _BY_NAME:
        return _BY_NAME[name]
    if hint is Change:
        return changes()
    if hint == Source:
        return sources
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return st.lists(_of_type(parts[0]), max_size=3).map(tuple)
    if origin is Mapping:
        return _outside | st.dictionaries(texts, json_values, max_size=3)
    if origin in (Union, types.UnionType):
        return st.one_of(*(st.none() if part is type(None) else _of_type(part) for part in parts))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    plain: dict[Any, st.SearchStrategy[Any]] = {str: texts, int: small_numbers, bool: st.booleans()}
    return plain[hint] if hint in plain else record(hint)


bodies: st.SearchStrategy[Body] = st.one_of(*(record(kind) for kind in BODIES))


def numbered(lines: list[tuple[int, Body]]) -> list[Event]:
    """Exchanges and bodies as lines of a journal."""
    return [
        Event(seq, f"2026-11-16T03:{seq // 60:02d}:{seq % 60:02d}.000Z", exchange, events.APP, 0, body)
        for seq, (exchange, body) in enumerate(lines, 1)
    ]


any_event: st.SearchStrategy[Event] = st.builds(
    Event, st.integers(0, 2**40), texts, st.integers(0, 2**40), texts, st.integers(0, 2**40), bodies
)
any_journal = st.lists(st.tuples(small_numbers, bodies), max_size=25).map(numbered)
"""Well-typed events that need make no sense together."""


def with_changes(event: Event, changed: tuple[Change, ...]) -> Event:
    """The event with other changes; one that carries none stays as it is."""
    body = event.body
    if not isinstance(body, Spoke | StepClosed | HandEdited | Reviewed | TakenIn):
        return event
    return replace(event, body=replace(body, changes=changed))


def changes_of(event: Event) -> tuple[Change, ...]:
    return event.body.changes if isinstance(event.body, Spoke | StepClosed | HandEdited | Reviewed | TakenIn) else ()


def with_ids_given_once(journal: list[Event]) -> list[Event]:
    """As a program writes it: no id is recorded twice, except that of a kind with a single entry."""
    numbers = iter(range(100, 10_000))

    def renamed(change: Change) -> Change:
        if change.op is not Op.RECORD or SPECS[change.kind].single:
            return change
        return replace(change, id=f"{change.id.rpartition('-')[0]}-{next(numbers)}")

    return [with_changes(event, tuple(renamed(change) for change in changes_of(event))) for event in journal]
