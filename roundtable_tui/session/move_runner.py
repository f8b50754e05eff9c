"""Carries out the moves of a mode: talk, search, documents, meta.json, backlog; each is journaled when it is done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import SharedIds
from roundtable_tui.domain.journal.events import (
    VOICE,
    BacklogMarked,
    MetaWritten,
    PhaseCompleted,
    Reinstated,
    Retracted,
    StepReopened,
)
from roundtable_tui.session import wording
from roundtable_tui.session.code.background_scan import CodeSearch, note_found, own_folders
from roundtable_tui.session.code.code_access import CodeForVoices
from roundtable_tui.session.documents.writer import DocumentWriter
from roundtable_tui.session.effects import Effects
from roundtable_tui.session.moves import (
    Append,
    BringBack,
    EndPhase,
    MarkBacklog,
    Move,
    Scan,
    Speak,
    TakeBack,
    WriteArtifacts,
    WriteMeta,
)
from roundtable_tui.session.undo import to_bring_back, to_take_back
from roundtable_tui.session.updates import Searching, Speaking
from roundtable_tui.session.voice_turn import VoiceTurns, brief_for

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State, Turn
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.record import Record
    from roundtable_tui.voices.protocol import Voice


class MoveRunner:
    def __init__(self, record: Record, project: Project, slug: str, voice: Voice) -> None:
        self._record, self._project = record, project
        self.turns = VoiceTurns(voice, lambda part: record.publish(Speaking(part)))
        self.effects = Effects(project, slug)
        self.documents = DocumentWriter(record, project, slug)
        self.ids = SharedIds(lambda: record.state.dossier.used, self.effects.reserve_decision)
        self.code_search = CodeSearch(self.effects.scan, lambda text: record.publish(Searching(text)))

    def use(self, project: Project) -> None:
        """From here on everything goes by this project's knowledge."""
        self._project = project
        self.effects.use(project)
        self.documents.use(project)

    @property
    def _state(self) -> State:
        return self._record.state

    async def carry_out(self, move: Move) -> None:
        match move:
            case Append(bodies=bodies):
                await self._record.append(*bodies)
            case Speak():
                await self._speak(move)
            case TakeBack():
                turn = self._state.talk.turn
                await self.take_back(turn.number if turn else self._state.exchange + 1)
            case BringBack():
                await self.bring_back(self._state.talk.turn)
            case Scan(wanted=wanted):
                await note_found(self._record, await self.code_search.result(wanted))
            case WriteArtifacts(names=names, batch=batch, without=without):
                await self.documents.write(names, batch, without)
            case WriteMeta():
                meta = await self._record.on_disk(self.effects.write_meta, self._state)
                if meta.notice:
                    self._record.notice(meta.notice)
                await self._record.append(MetaWritten(meta.fields))
            case MarkBacklog(marker=marker):
                await self._record.on_disk(self.effects.mark_backlog, self._state, marker)
                await self._record.append(BacklogMarked(marker))
            case EndPhase():
                commit = await self._record.on_disk(self.effects.head)
                await self._record.append(PhaseCompleted(move.phase, move.how, commit, move.said))

    async def _speak(self, move: Speak) -> None:
        """One attempt of the voice: everything it says and records becomes one line, or, stopped, only its words."""
        code = CodeForVoices(self._project.paths.root, own_folders(self._project.paths))
        with self.turns.taking_a_turn(), self.ids.lent() as ids:
            brief = brief_for(move, self._state, self._project.knowledge, ids, code)
            try:
                heard = await self.turns.hear(brief, move.said)
            finally:
                code.stop()
            await asyncio.shield(self._record.append(heard.spoke, actor=VOICE))
        if heard.trouble:
            raise heard.trouble from None

    async def take_back(self, before: int) -> None:
        """Voids the user's last exchange before this one; the message that asked for it goes first.

        In that order a crash between the two costs a repeated "undo", never one answer too many.
        """
        found = to_take_back(self._record.events, before)
        if not found.exchanges:
            self._record.notice(wording.NOTHING_TO_TAKE_BACK)
        for number in (*found.asked, *found.exchanges):
            await self._record.append(Retracted(), exchange=number)
        for step_id in found.steps:
            await self._record.append(StepReopened(step_id))

    async def bring_back(self, asked: Turn | None = None) -> None:
        """In one line, so that a crash leaves it either taken back or not; the words that asked for it go first."""
        if asked:
            await self._record.append(Retracted(), exchange=asked.number)
        found = to_bring_back(self._record.events)
        if found is None:
            self._record.notice(wording.NOTHING_TO_BRING_BACK)
            return
        await self._record.append(Reinstated(found.asked_again), exchange=found.exchange)
