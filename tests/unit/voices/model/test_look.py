"""What a look sends again and what it tells of: the newest results are always shown, older look-ups make room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.journal.values import LookDepth, LookPart
from roundtable_tui.voices.model.exchange import Stopped, StopReason, ToolCall
from roundtable_tui.voices.model.look import LookTurn
from roundtable_tui.voices.protocol import Batch
from roundtable_tui.voices.tasks import Look
from tests.support.voices.model_turns import Code, entry, recording
from tests.support.voices.talk_briefs import talk_brief

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from roundtable_tui.voices.model.exchange import Ask, AskPart, Desk, Round

LINE = "x" * 99
FILES = {f"src/f{number}.py": "\n".join([LINE] * 400) for number in range(8)}


class Messages:
    """A model whose messages are known beforehand; what it was asked is kept."""

    def __init__(self, *messages: Sequence[ToolCall]) -> None:
        self._messages = list(messages)
        self.asked: list[Ask] = []

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        self.asked.append(ask)
        calls = self._messages.pop(0) if self._messages else [ToolCall("end", "finish", {"note": "Read."})]
        for call in calls:
            yield call
        yield Stopped(StopReason.TOOL_USE, ("said",))


def read(path: str) -> ToolCall:
    return ToolCall(f"read {path}", "read_code", {"path": path, "start": 1, "end": 400})


async def look(*messages: Sequence[ToolCall], most: int = 4) -> tuple[list[Ask], list[Batch]]:
    model = Messages(*messages)
    brief = talk_brief("It is slow.", code=Code(FILES))
    task = Look(LookPart.READING, LookDepth.THOROUGH, most, 10_000_000)
    parts: list[Any] = [part async for part in LookTurn(model, brief, task, "m", str).pieces()]
    return model.asked, [part for part in parts if isinstance(part, Batch)]


def shown(one: Round) -> list[bool]:
    return [LINE in result.text for result in one.results]


@pytest.mark.asyncio
async def test_what_the_last_message_asked_for_is_shown_however_much_it_is() -> None:
    asked, _ = await look([read(path) for path in FILES])
    assert sum(len(result.text) for result in asked[1].rounds[0].results) > 240_000
    assert shown(asked[1].rounds[0]) == [True] * 8


@pytest.mark.asyncio
async def test_older_look_ups_make_room_first_and_what_came_of_records_stays() -> None:
    noted = recording(entry("note", text="Today: f0 is slow."), call="noted")
    first, second, third = list(FILES)[:3], list(FILES)[3:4], list(FILES)[4:]
    asked, _ = await look([noted, *map(read, first)], list(map(read, second)), list(map(read, third)))
    oldest, middle, newest = asked[3].rounds
    assert "NOTE-001 is recorded" in oldest.results[0].text
    assert shown(oldest) == [False] * 4
    assert "left out now" in oldest.results[1].text
    assert shown(middle) == [True]
    assert shown(newest) == [True] * 4


@pytest.mark.asyncio
async def test_only_lines_that_the_model_was_sent_are_told_of_as_seen() -> None:
    first, last = list(FILES)[:2]
    _, batches = await look([read(first)], [read(last)], most=2)
    assert [seen.path for batch in batches for seen in batch.seen] == [first]
