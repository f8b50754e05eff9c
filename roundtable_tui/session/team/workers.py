"""One worker of a team: does what is its persona's, one job at a time, and speaks only in messages and proposals."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.journal.values import LookEnd
from roundtable_tui.domain.knowledge.team_work import heard_by_now, kinds_of
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.code.errands import Errand
from roundtable_tui.session.team.messages import Completion, Failure, Finding, Progress
from roundtable_tui.session.team.relay import inbox_of, view_of
from roundtable_tui.voices.protocol import PassedOn

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.team_work import Job
    from roundtable_tui.session.code.errands import Errands
    from roundtable_tui.session.team.messages import Post
    from roundtable_tui.voices.protocol import Batch
    from roundtable_tui.voices.tasks import Look

_SPENT = VoiceError("It has used all the tokens that one worker has.", "The lead goes on.")
_NOTHING = VoiceError("It came back with nothing that can be used.", "The lead goes on.")


class Worker:
    def __init__(self, job: Job, errands: Errands, state: Callable[[], State], post: Post) -> None:
        self._job, self._errands, self._state, self._post = job, errands, state, post
        self._brought = False
        self.quiet = False
        """Broken off to be taken up again: then it says nothing."""

    async def work(self, knowledge: Knowledge, task: Look, budget: int) -> None:
        """`task` comes without what only this worker is told; `budget` is how many tokens it may use in all."""
        persona, state = self._job.persona, self._state()
        left = budget - state.team.used_by(persona)
        task = replace(task, worker=persona, inbox=inbox_of(persona, state, knowledge), most_tokens=left)
        errand = Errand(persona, persona, task, view_of(persona, state), kinds_of(persona))
        try:
            if left <= 0:
                raise _SPENT
            over = await self._errands.run(errand, self)
            if over.how is LookEnd.BOUNDED and self._used(errand) >= budget:
                raise _SPENT
            if self._job.part and not self._brought and not over.note:
                raise _NOTHING
        except asyncio.CancelledError:
            await asyncio.shield(self._broken_off(errand))
            raise
        except VoiceError as trouble:
            await self._post(Failure(self._job, trouble.sentence, tuple(errand.used)))
            return
        await self._post(self._completion(errand, over.how, over.note))

    async def tell(self, text: str) -> None:
        await self._post(Progress(self._job, text))

    async def sort(self, batch: Batch) -> Batch:
        """What is another's goes to the lead as a finding; only what is theirs is proposed."""
        mine = kinds_of(self._job.persona)
        foreign = [_passed_on(change) for change in batch.changes if change.kind not in mine]
        for one in (*batch.findings, *foreign):
            await self._post(Finding(self._job, one.kind, one.text, one.about))
        self._brought = True
        return replace(batch, changes=tuple(change for change in batch.changes if change.kind in mine), findings=())

    async def _broken_off(self, errand: Errand) -> None:
        if self.quiet:
            await self._errands.count(errand)
        else:
            await self._post(self._completion(errand, LookEnd.STOPPED))

    def _completion(self, errand: Errand, how: LookEnd, note: str = "") -> Completion:
        seen = errand.state
        return Completion(self._job, how, heard_by_now(seen), seen.seq, note, tuple(errand.used))

    def _used(self, errand: Errand) -> int:
        more = sum(one.input + one.output + one.cache_read + one.cache_write for one in errand.used)
        return self._state().team.used_by(self._job.persona) + more


def _passed_on(change: Change) -> PassedOn:
    """A change of what is another's, in words; its id means nothing to them unless the entry is there."""
    said = "; ".join(f"{name}: {', '.join(v) if isinstance(v, tuple) else v}" for name, v in change.fields.items())
    about = "" if change.op == "record" else change.id
    return PassedOn(change.kind, said or f"{change.op} {SPECS[change.kind].a_one}", about)
