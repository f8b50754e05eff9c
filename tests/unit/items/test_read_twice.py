"""Criteria are read twice by every voice behind which a model sits, as the program makes it."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.readings.reading import to_read
from roundtable_tui.items.voices import agent_maker, claude_maker
from roundtable_tui.session.intents import ReadCriteria
from roundtable_tui.session.updates import Noticed
from roundtable_tui.voices.claude.settings import ClaudeSettings
from tests.support.agents.started import agent_settings
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.voices.criterion_readers import DIFFERENCE, READ, Readers, with_criteria

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.session.updates import Update
    from roundtable_tui.voices.protocol import Voice

pytestmark = pytest.mark.xdist_group("anthropic")


def _claude(server: MessagesServer) -> Voice:
    return claude_maker(ClaudeSettings(base_url=server.url, retries=0))()


def _agent(server: MessagesServer) -> Voice:
    return agent_maker(agent_settings(server))()


@pytest.mark.parametrize("made", [_claude, _agent])
async def test_two_readers_are_asked_whatever_carries_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Callable[[MessagesServer], Voice]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with MessagesServer(answer=(model := Readers(clumsy=True))) as server:
        async with await with_criteria(tmp_path, made(server)) as session:
            assert session.asides.readings.estimate().requests >= 3
            await session.do(ReadCriteria())
            assert not to_read(session.state)
            assert DIFFERENCE["question"] in [one.text() for one in session.state.dossier.of(Kind.QUESTION)]
    assert len(model.readers) == 2
    for request in model.readers:
        assert json.dumps(request["messages"]).count(READ) == 1, "each is told only what it is to read"


async def test_a_budget_that_is_spent_is_not_spent_on_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with MessagesServer(answer=(model := Readers())) as server:
        async with await with_criteria(tmp_path, _claude(server)) as session:
            tight = claude_maker(ClaudeSettings(base_url=server.url, retries=0, budget=Decimal("0.0000001")))
            session.use_voice(tight())
            told: list[Update] = []
            session.subscribe(told.append)
            await session.do(ReadCriteria())
            assert any(isinstance(one, Noticed) and "This item has used" in one.text for one in told)
            assert to_read(session.state)
    assert not model.readers
