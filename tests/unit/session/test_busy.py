"""Whoever shows an item asks its session whether something is under way; there is no second count of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.session.intents import Start, Submit, Undo
from roundtable_tui.session.updates import Rested
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, open_sample, project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.updates import Update


async def test_a_session_is_busy_from_the_first_wish_until_the_last_is_done(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        wishes = [session.do(Submit(PHASE_00[0])), session.do(Undo())]
        assert session.busy, "it has not come to them yet, but they are wanted"
        await wishes[0]
        assert session.busy, "one still waits"
        await wishes[1]
        assert session.busy is False


async def test_a_wish_that_is_given_up_before_it_begins_leaves_nothing_under_way(tmp_path: Path) -> None:
    told: list[Update] = []
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        session.subscribe(told.append)
        cancelled = asyncio.create_task(session.do(Submit(PHASE_00[0])))
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        assert session.busy is False
        session.do(Undo()).close()
        assert session.busy is False
        assert told == [Rested(), Rested()]


async def test_a_wish_that_is_cancelled_while_it_waits_leaves_nothing_under_way(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        first = asyncio.create_task(session.do(Submit(PHASE_00[0])))
        second = asyncio.create_task(session.do(Undo()))
        await asyncio.sleep(0)
        second.cancel()
        await first
        assert session.busy is False


async def test_it_says_once_when_nothing_is_wanted_any_more(tmp_path: Path) -> None:
    told: list[Update] = []
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        session.subscribe(told.append)
        await asyncio.gather(session.do(Submit(PHASE_00[0])), session.do(Undo()))
    assert [update for update in told if isinstance(update, Rested)] == [Rested()]
    assert told[-1] == Rested()
