"""What several decisions in a row owe is done once, after the last of them, and never left undone."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import ArtifactsWritten, Reviewed
from roundtable_tui.errors import UsageError
from roundtable_tui.review.rules import accepting
from roundtable_tui.session.debounce import AfterBurst
from roundtable_tui.session.intents import Review, Start
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import open_sample, project_in
from tests.support.screen.tables import specified
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Change

SPEC = "requirements-spec.md"


async def test_what_is_asked_for_again_and_again_is_done_after_a_pause_and_at_the_latest_after_so_long() -> None:
    done: list[float] = []
    clock = asyncio.get_running_loop().time

    async def work() -> None:
        done.append(clock())

    burst = AfterBurst(work, pause=0.05, longest=0.15)
    began = clock()
    while not done:
        burst.call()
        await asyncio.sleep(0.01)
    assert done[0] - began >= 0.15
    done.clear()
    burst.call()
    burst.call()
    await burst.finish()
    assert len(done) == 1
    await burst.finish()
    assert len(done) == 1


async def test_ten_entries_accepted_in_a_row_are_written_once_when_the_item_is_let_go(
    tmp_path: Path,
) -> None:
    specified(tmp_path)
    opened = open_sample(project_in(tmp_path))
    async with seated(opened, OfflineVoice()) as session:
        await session.do(Start())
        before = session.documents.path(SPEC).read_bytes()
        asked = [entry for entry in session.state.dossier if not entry.confirmed][:10]
        since = len(session.events)
        for entry in asked:
            await session.do(Review(partial(accepting(entry), session.state), at_once=False))
        bodies = [event.body for event in session.events[since:]]
        assert sum(isinstance(body, Reviewed) for body in bodies) == len(asked) == 10
        assert not any(isinstance(body, ArtifactsWritten) for body in bodies)
        path = session.documents.path(SPEC)
    written = [event.body for event in session.events[since:] if isinstance(event.body, ArtifactsWritten)]
    assert len(written) == 1
    assert path.read_bytes() != before


async def test_documents_that_left_it_to_a_decision_which_then_failed_are_written_all_the_same(tmp_path: Path) -> None:
    def refused(_turn: int) -> tuple[Change, ...]:
        raise UsageError("It is not there any more.", "Look again.")

    specified(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        entry = next(entry for entry in session.state.dossier if not entry.confirmed)
        since = len(session.events)
        good = session.do(Review(partial(accepting(entry), session.state)))
        ends = await asyncio.gather(good, session.do(Review(refused)), return_exceptions=True)
        assert [type(end) for end in ends] == [type(None), UsageError]
    assert any(isinstance(event.body, ArtifactsWritten) for event in session.events[since:])
