"""One piece of work beside the talk: lets a voice do it, and brings in what it finds, batch by batch, at breaks."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import TALKED_OF, Kind
from roundtable_tui.domain.journal.state import State
from roundtable_tui.domain.journal.values import LookEnd, Tokens
from roundtable_tui.domain.knowledge.points.open_points import depth_of
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.code.background_scan import own_folders
from roundtable_tui.session.code.code_access import A_LOOK, CodeForVoices
from roundtable_tui.session.proposals import Proposal, Stale
from roundtable_tui.voices.protocol import Batch, Brief, Busy, Investigator, LookOver, Used
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from roundtable_tui.domain.dossier.dossier import IdGiver, SharedIds
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.proposals import Accepted
    from roundtable_tui.session.voice_turn import VoiceTurns
    from roundtable_tui.voices.protocol import LookPiece


class Errand(Struct, frozen=True):
    who: str
    """Under whose name it comes in."""
    persona: str
    task: Look
    state: State
    """What whoever does it is shown."""
    records: frozenset[Kind] = TALKED_OF
    turn: int | None = None
    """The turn it deals with, where that is not the last."""
    used: list[Tokens] = field(default_factory=list)
    """What it has used since the last batch that came in."""


class Listener(Protocol):
    """Hears how an errand goes on."""

    async def tell(self, text: str) -> None:
        """What is being done now."""
        ...

    async def sort(self, batch: Batch) -> Batch:
        """What of a batch is to be proposed, just before it is."""
        ...


class Errands:
    def __init__(
        self,
        turns: VoiceTurns,
        ids: SharedIds,
        project: Callable[[], Project],
        propose: Callable[[Proposal], Awaitable[Accepted | Stale]],
        latest: Callable[[], State],
    ) -> None:
        """`latest` tells how things stand by now."""
        self._turns, self._ids, self._project, self._propose = turns, ids, project, propose
        self._latest = latest

    async def run(self, errand: Errand, listener: Listener) -> LookOver:
        """VoiceError where it could not be ended; what it used and no batch brought in stands in the errand then."""
        paths = self._project().paths
        code = CodeForVoices(paths.root, own_folders(paths), A_LOOK)
        try:
            with self._ids.lent() as ids:
                return await self._pieces(errand, self._brief(errand, code, ids), listener)
        finally:
            code.stop()

    async def count(self, errand: Errand) -> None:
        """What was used for something that is broken off without a word counts all the same."""
        if errand.used:
            await self._propose(Proposal(errand.who, errand.state.seq, tokens=tuple(errand.used)))
            errand.used.clear()

    async def _pieces(self, errand: Errand, brief: Brief, listener: Listener) -> LookOver:
        voice = self._turns.voice
        if not isinstance(voice, Investigator):
            raise VoiceError("Whoever speaks now cannot look into the code alone.", "The talk goes on without it.")
        pieces = cast("AsyncGenerator[LookPiece, None]", voice.look(brief))
        over = LookOver(LookEnd.DONE)
        own: dict[str, int] = {}
        async with aclosing(pieces):
            async for piece in pieces:
                match piece:
                    case Used(tokens=tokens):
                        errand.used.append(tokens)
                    case Busy(text=text):
                        await listener.tell(text)
                    case Batch() as batch:
                        await self._turns.break_in_the_talk()
                        await asyncio.shield(self._take_in(batch, errand, own, listener))
                    case LookOver():
                        over = piece
        return over

    async def _take_in(self, batch: Batch, errand: Errand, own: dict[str, int], listener: Listener) -> None:
        """What somebody else changed since the line that was read stays as they left it; the rest counts."""
        batch = await listener.sort(batch)
        tokens = tuple(errand.used)
        errand.used.clear()
        read = max(errand.state.seq, batch.read)
        wanted = Proposal(
            errand.who, read, batch.changes, batch.claims, tokens=tokens, seen=batch.seen, lent=True, own=own,
            dealt=batch.dealt,
        )  # fmt: skip
        while isinstance(outcome := await self._propose(wanted), Stale):
            stale = outcome.entries
            wanted = replace(wanted, changes=tuple(change for change in wanted.changes if change.id not in stale))
        own |= {change.id: outcome.at for change in wanted.changes}

    def _brief(self, errand: Errand, code: CodeForVoices, ids: IdGiver) -> Brief:
        knowledge, state = self._project().knowledge, errand.state
        return Brief(
            id=f"{state.seq}/{errand.task.part or 'mend'}",
            task=errand.task,
            state=state,
            knowledge=knowledge,
            speakers=(knowledge.persona(errand.persona),),
            depth=depth_of(state),
            ids=ids,
            records=errand.records,
            turn=state.exchange if errand.turn is None else errand.turn,
            code=code,
            latest=self._latest,
        )
