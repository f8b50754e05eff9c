"""What came to an item while nobody looked: fields that others wrote into meta.json, and questions of coding agents."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import ByAgent
from roundtable_tui.domain.journal.events import APP, OUTSIDE, ChangedOutside
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.points.agent_questions import (
    WHO,
    AgentQuestion,
    Fate,
    agent_questions,
)
from roundtable_tui.errors import StorageError
from roundtable_tui.items.agent_inbox import AgentInbox, Letter
from roundtable_tui.session.moves import WriteMeta
from roundtable_tui.session.proposals import Accepted, Proposal, Stale

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.items.open_item import OpenItem
    from roundtable_tui.session.move_runner import MoveRunner
    from roundtable_tui.session.record import Record

_WEIGHT = {"sort": "scope", "loss": "high", "sure": "low", "knows": "user"}
"""Somebody stands still until it is answered."""


class Arrivals:
    def __init__(
        self,
        opened: OpenItem,
        record: Record,
        runner: MoveRunner,
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
    ) -> None:
        self._opened = opened
        self._record = record
        self._runner = runner
        self._propose = propose
        self._inbox = AgentInbox(opened.project, opened.slug)

    async def take_in_meta(self) -> None:
        effects, state = self._runner.effects, self._record.state
        meta, known = await self._record.on_disk(effects.read_meta), state.files.meta
        if meta is None:
            if known is not None:
                await self._runner.carry_out(WriteMeta())
            return
        if known is not None and (changed := effects.changed_outside(state, meta)):
            await self._record.append(ChangedOutside(changed), actor=OUTSIDE)

    async def take_in_questions(self) -> int:
        """Journals what agents ask, each question once however often it lies there; says how many were new.

        Nothing is taken into an item of another program before the user has said something in it: the files stay.
        """
        if self._opened.waits or self._opened.read_only:
            return 0
        letters = await self._record.on_disk(self._inbox.letters)
        known = {one.key for one in agent_questions(self._record.events, self._record.state)} if letters else set()
        new = [one for one in letters if one.key not in known]
        for one in new:
            await self._propose(Proposal(WHO, self._record.state.seq, (self._change(one),), said=(_told(one),)))
        return len(new)

    async def tidy(self) -> None:
        """Leaves one file for each question that still waits, and none for the others."""
        if self._opened.waits or self._opened.read_only or self._record.closed:
            return
        letters = {one.key: one for one in await self._record.on_disk(self._inbox.letters)}
        with suppress(StorageError):  # next time, then: the journal knows
            for question in agent_questions(self._record.events, self._record.state):
                await self._tidy(question, kept=question.key in letters)

    async def _tidy(self, question: AgentQuestion, *, kept: bool) -> None:
        waits = question.fate in (Fate.OPEN, Fate.UNKNOWN)
        entry = self._record.state.dossier.get(question.id)
        if waits and not kept and entry:
            why, guess = entry.text("stake"), entry.text("guess")
            await self._record.on_disk(
                self._inbox.keep, Letter(question.key, question.agent, question.text, why, guess)
            )
        elif kept and not waits:
            await self._record.on_disk(self._inbox.remove, question.key)

    def _change(self, one: Letter) -> Change:
        dossier = self._record.state.dossier
        fields: dict[str, Value] = {"text": one.text, **_WEIGHT}
        fields |= {name: text for name, text in (("stake", one.why), ("guess", one.guess)) if text}
        if about := tuple(name for name in one.about if dossier.get(name)):
            fields["about"] = about
        return Change(Op.RECORD, one.key, Kind.QUESTION, fields, (ByAgent(one.agent, one.key),), f"{WHO}/{one.key}")


def _told(one: Letter) -> Utterance:
    return Utterance(APP, f"{one.agent}, which builds this, asks: {one.text}", Role.NOTICE)
