"""The state of an analysis while events are folded into it: the fields of `State`, ready to be changed."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.dossier.dossier import Dossier
from roundtable_tui.domain.journal.state import State

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.domain.journal.code_facts import Scanned
    from roundtable_tui.domain.journal.events import Claim, Decision, Ending, ItemCreated, PhaseEnd, Tokens, WrittenFile
    from roundtable_tui.domain.journal.state import Elaboration, Spoken, StepRecord, Turn, Waiting
    from roundtable_tui.domain.talk.depth import Depth


class UnfrozenState:
    def __init__(self) -> None:
        self.item: ItemCreated | None = None
        self.created_at = ""
        self.changed_at = ""
        self.entries: dict[str, Entry] = {}
        self.used: dict[str, int] = {}
        self.confirmed_at: dict[str, str] = {}
        self.version = 0
        self.version_at = ""
        self.version_turn = 0
        self.transcript: list[Spoken] = []
        self.claims: dict[tuple[str, str], Claim] = {}
        self.tokens: dict[str, Tokens] = {}
        self.steps: dict[str, StepRecord] = {}
        self.phase = ""
        self.phases_begun: list[str] = []
        self.phases_ended: dict[str, PhaseEnd] = {}
        self.codebase_hash = ""
        self.current = ""
        self.waiting: Waiting | None = None
        self.turn: Turn | None = None
        self.agreed: Decision | None = None
        self.depth_overrides: dict[str, Depth] = {}
        self.scan: Scanned | None = None
        self.lost: dict[Cited, str] = {}
        self.missing: tuple[str, ...] = ()
        self.elaborations: list[Elaboration] = []
        self.artifacts: dict[str, WrittenFile] = {}
        self.conflicts: dict[str, tuple[str, ...]] = {}
        self.stale = False
        self.finalised = -1
        self.meta_fields: dict[str, object] | None = None
        self.meta_owed = False
        self.marker = ""
        self.boundary = False
        self.left = False
        self.ending: Ending | None = None
        self.exchange = 0
        self.user_turns = 0
        self.seq = 0

    def freeze(self) -> State:
        values: dict[str, Any] = {name: _frozen(getattr(self, name)) for name in _PLAIN_FIELDS}
        return State(dossier=Dossier(dict(self.entries), dict(self.used)), **values)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) else value


_PLAIN_FIELDS = tuple(field.name for field in fields(State) if field.name != "dossier")
