"""What a panel has put down: entries, open questions and conflicts, each under an id that is never used twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct, field

from roundtable_tui.domain.knowledge.panel import EntryKind
from roundtable_tui.formats.yaml import Value


class Lifecycle(StrEnum):
    ACTIVE = "active"
    AMENDED = "amended"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


class Agreement(StrEnum):
    CONSENSUS = "consensus"
    DRAFT = "draft"
    CONFLICT = "conflict"


class Settled(StrEnum):
    OPEN = "open"
    RESOLVED = "resolved"


class Method(StrEnum):
    """How a conflict was resolved."""

    CONSENSUS = "consensus"
    ESCALATION = "escalation"
    FACILITATOR = "facilitator"


LIVE = (Lifecycle.ACTIVE, Lifecycle.AMENDED)


class EntrySpec(Struct, frozen=True):
    kind: EntryKind
    place: str
    """The name of its map below `artifacts`."""
    prefix: str
    texts: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Fields that hold maps, lists of maps, or a yes or no."""
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        return (*self.texts, *self.lists, *self.others)


_PRIORITIES = ("must", "should", "could", "wont")
_DEGREES = ("high", "medium", "low")
_SPECS = (
    EntrySpec(
        EntryKind.REQUIREMENT, "requirements", "REQ", ("priority",), ("acceptance",), choices={"priority": _PRIORITIES}
    ),
    EntrySpec(EntryKind.BUSINESS_RULE, "business_rules", "BR", ("conditions", "actions")),
    EntrySpec(EntryKind.NFR, "nfr", "NFR", ("category", "target", "minimum", "measurement")),
    EntrySpec(EntryKind.EXCLUSION, "exclusions", "EX", ("rationale",), others=("future_consideration",)),
    EntrySpec(
        EntryKind.DECISION,
        "architecture_decisions",
        "ARCH",
        ("context", "decision", "rationale"),
        others=("options", "consequences"),
    ),
    EntrySpec(
        EntryKind.COMPONENT,
        "components",
        "COMP",
        ("responsibility", "technology"),
        ("dependencies",),
        others=("interfaces",),
    ),
    EntrySpec(EntryKind.INTERFACE, "interfaces", "INT", ("type",), ("endpoints",)),
    EntrySpec(EntryKind.IDEA, "ideas", "IDEA", ("potential_value", "feasibility", "implementation_notes")),
    EntrySpec(
        EntryKind.RISK,
        "risks",
        "RISK",
        ("severity", "likelihood"),
        ("affected_ideas",),
        choices={"severity": _DEGREES, "likelihood": _DEGREES},
    ),
    EntrySpec(EntryKind.MITIGATION, "mitigations", "MIT", ("risk_id", "effort")),
    EntrySpec(EntryKind.OPEN_QUESTION, "open_questions", "OQ"),
    EntrySpec(EntryKind.CONFLICT, "conflicts", "CONF"),
)
SPECS: Mapping[EntryKind, EntrySpec] = {spec.kind: spec for spec in _SPECS}
PLACES: Mapping[str, EntrySpec] = {spec.place: spec for spec in _SPECS}
ASSESSED = "feasibility"
"""The field that says that an idea was looked at by realists."""
_ID = re.compile(r"([A-Z]+)-(\d{1,9})")


class Amendment(Struct, frozen=True):
    round: int
    change: str
    reason: str = ""


class Entry(Struct, frozen=True):
    id: str
    kind: EntryKind
    title: str
    description: str = ""
    status: str = Lifecycle.ACTIVE
    agreement: str = Agreement.DRAFT
    created_round: int = 0
    topic_id: str = ""
    proposed_by: str = ""
    supported_by: tuple[str, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    fields: Mapping[str, Value] = field(default_factory=dict)
    """Those of its kind."""

    @property
    def is_live(self) -> bool:
        return self.status in LIVE

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.fields.get(name)
        if isinstance(value, str):
            return (value,) if value else ()
        return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


class OpenQuestion(Struct, frozen=True):
    id: str
    title: str
    description: str = ""
    status: str = Settled.OPEN
    created_round: int = 0
    topic_id: str = ""
    raised_by: str = ""
    blocking: bool = False
    resolution: str = ""
    resolved_round: int = 0

    @property
    def is_open(self) -> bool:
        return self.status == Settled.OPEN


class Conflict(Struct, frozen=True):
    id: str
    title: str
    description: str = ""
    status: str = Settled.OPEN
    created_round: int = 0
    topic_id: str = ""
    positions: Mapping[str, str] = field(default_factory=dict)
    """By seat."""
    resolution: str = ""
    resolved_round: int = 0
    resolution_method: str = ""
    resolved_by: str = ""

    @property
    def is_open(self) -> bool:
        return self.status == Settled.OPEN

    def age(self, rounds: int) -> int:
        """How many of these rounds it has been open, the one that raised it included."""
        return max(0, rounds - self.created_round + 1)

    @property
    def text(self) -> str:
        return "\n".join((self.title, self.description, *self.positions.values()))


def next_id(kind: EntryKind, used: Iterable[str]) -> str:
    """The id after the highest that was ever given to this kind."""
    prefix = SPECS[kind].prefix
    numbers = [int(found[2]) for one in used if (found := _ID.fullmatch(one)) and found[1] == prefix]
    return f"{prefix}-{max(numbers, default=0) + 1:03d}"


def kind_of(entry_id: str) -> EntryKind | None:
    """The kind an id belongs to, by its prefix."""
    found = _ID.fullmatch(entry_id)
    return next((spec.kind for spec in _SPECS if found and spec.prefix == found[1]), None)
