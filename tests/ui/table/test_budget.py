"""Money at the table: a warning when most of an item's budget is used, and a question before more is."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.items.budget import Budget, WithinBudget
from roundtable_tui.voices.claude.pricing import Price
from roundtable_tui.voices.claude.settings import DEFAULT_MODEL, ClaudeSettings
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.messages_api.clients import wire_to
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.messages_api.server import MessagesServer, output_tokens
from tests.support.projects import DESCRIPTION, PHASE_00, write_code
from tests.support.screen.tables import app_in, sitting
from tests.support.voices.model_turns import asking

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.ui.app import RoundtableApp

pytestmark = pytest.mark.xdist_group("anthropic")

RETRY, OTHER = "ctrl+f6", "ctrl+f7"
A_DOLLAR_A_TOKEN = Price(Decimal(0), Decimal(1_000_000), Decimal(0), Decimal(0))
FIRST = ToolUse("ask", asking("What would be different?", step_question="standard/1"))
OPENING = Reply((Text("Let us see how big this is. " * 20), FIRST))
LOOKING = Reply((Text("I look first. " * 20), ToolUse("search_code", {"words": "invoice"}, "toolu_look")))
ASKING = Reply((Text("It is there."), ToolUse("ask", asking("Who sends it?"))))


def app_at(server: MessagesServer, root: Path, budget: Decimal) -> RoundtableApp:
    """Only what the model answers costs anything."""
    write_code(root)
    settings = ClaudeSettings(budget=budget, prices={DEFAULT_MODEL: A_DOLLAR_A_TOKEN})
    kept = Budget(settings)
    voice = WithinBudget(ClaudeVoice(settings, wire_to(server.url), before_call=kept.before_call), kept)
    return app_in(root, DESCRIPTION, voice=lambda: voice, other=OfflineVoice)


async def test_it_warns_asks_in_the_middle_of_a_turn_and_goes_on_beyond_where_it_was(tmp_path: Path) -> None:
    budget = (output_tokens(OPENING) / Decimal("0.9")).quantize(Decimal(1))
    with MessagesServer(OPENING, LOOKING, ASKING, ASKING) as server:
        async with sitting(app_at(server, tmp_path, budget)) as sat:
            warning = f"This item has used ${output_tokens(OPENING)}.00 of its ${budget}.00."
            assert warning in sat.said
            assert sat.table.now_line.shown == ""
            await sat.say(PHASE_00[0])
            sentence, ways = sat.table.now_line.shown.splitlines()
            used = output_tokens(OPENING) + output_tokens(LOOKING)
            assert sentence == f"This item has used ${used}.00 of its ${budget}.00."
            assert ways.startswith("ctrl+F6 Go on beyond it   ctrl+F7 Go on offline")
            assert sat.table.composer.words == PHASE_00[0]
            assert len(server.requests) == 2, "it asks before the next request is sent"
            await sat.press(RETRY)
            assert sat.table.now_line.shown == ""
            assert len(server.requests) == 3, "what was looked up before is not asked for again"
            assert "Who sends it?" in sat.said
            await sat.say(PHASE_00[1])
            assert len(server.requests) == 4, "it asks once"


async def test_all_used_up_the_offline_interviewer_goes_on_without_another_request(tmp_path: Path) -> None:
    with MessagesServer(OPENING) as server:
        async with sitting(app_at(server, tmp_path, Decimal(1))) as sat:
            await sat.say(PHASE_00[0])
            assert sat.table.link.failed
            await sat.press(OTHER)
            assert "Which parts of the product" in sat.said
            assert sat.state.talk.user_turns == len(server.requests) == 1
