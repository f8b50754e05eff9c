"""Panels of models whose answers break off, are refused or come in no form, and the crash proof over such a panel."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.errors import VoiceError
from roundtable_tui.items.budget import Budget
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.panel.record.session import Limits
from roundtable_tui.panel.seats.caller import TransportCaller
from roundtable_tui.panel.seats.model import ModelVoice
from roundtable_tui.panel.settings import PanelSettings
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.model.exchange import Answering, Stopped, StopReason, TextDelta, Usage
from tests.support.disk.crashes import Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.messages_api.replies import Fault, Reply, Text, Thinking, ToolUse, fails
from tests.unit.panel.loopback import PanelServer, begun, finished, room_at, tabled, wire
from tests.unit.panel.samples import SEATS
from tests.unit.panel.tables import findings_in, planned, resumed_at, seated_at, shelf_in

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping
    from pathlib import Path

    from roundtable_tui.panel.seats.protocol import PanelVoice
    from roundtable_tui.voices.model.exchange import Ask, AskPart, Desk
    from tests.support.messages_api.server import MessagesServer

__all__ = ["wire"]
BALLOT = json.dumps({"position": "Do it.", "confidence": 0.7})
BROKEN = {
    "cut off at the limit": Reply((Text(BALLOT[:-8]),), stop_reason="max_tokens"),
    "only a thought": Reply((Thinking(),)),
    "a tool nobody offered": Reply((ToolUse("vote", {"position": "Do it."}),)),
    "nothing": Reply((Text(" "),)),
    "declined": Reply((Text("I would rather not."),), stop_reason="refusal"),
    "paused": Reply((Text("Let me see."),), stop_reason="pause_turn"),
    "broken off": Reply((Text(BALLOT),), fault=Fault.CLOSE, after=1),
    "reset": Reply((Text(BALLOT),), fault=Fault.RESET, after=1),
    "bad JSON on the wire": Reply((Text(BALLOT),), fault=Fault.BAD_JSON, after=1),
    "an error in the middle": Reply((Text(BALLOT),), fault=Fault.ERROR_EVENT, after=1),
    "overloaded": fails(Fault.OVERLOADED),
    "rate limit": fails(Fault.RATE_LIMIT),
    "key refused": fails(Fault.UNAUTHORIZED),
    "too long": fails(Fault.CONTEXT),
    "a web page": fails(Fault.HTML),
    "hung up": fails(Fault.HANG_UP),
}


@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN)
async def test_a_seat_whose_model_does_that_is_missing_with_a_sentence_and_the_round_goes_on(
    reply: Reply, tmp_path: Path, wire: MessagesServer
) -> None:
    models = PanelServer(SEATS, fault=lambda seat, _: reply if seat == "qa-lead" else None)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS))
    await finished(table)
    (only,) = table.session.rounds
    assert set(only.ballots) == {"software-architect", "technical-lead"}
    assert only.missing["qa-lead"].endswith((".", "?"))
    assert findings_in(tmp_path) == []


@pytest.mark.parametrize("role", ["question", "synthesis"])
@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN)
async def test_a_facilitator_whose_model_does_that_is_replaced_or_the_round_waits(
    reply: Reply, role: str, tmp_path: Path, wire: MessagesServer
) -> None:
    """What cannot be read is replaced by the files; what never came is asked for again when the panel is taken up."""
    broken = [reply, reply]
    models = PanelServer(SEATS, fault=lambda seat, _: broken.pop() if seat == role and broken else None)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS))
    try:
        await finished(table)
    except VoiceError:
        assert not table.session.rounds
        broken.clear()
        asked = len(models.of(*SEATS))
        table = tabled(room, room.resume("which"))
        await finished(table)
        assert len(models.of(*SEATS)) == len(SEATS)
        assert asked in (0, len(SEATS)), "ballots that were sealed are not asked for again"
    assert table.session.is_closed
    assert set(table.session.rounds[0].ballots) == set(SEATS)
    assert findings_in(tmp_path) == []


class InMemory:
    """A model without a wire: the same prompt is always answered the same."""

    async def call(self, ask: Ask, desk: Desk | None = None) -> AsyncGenerator[AskPart, None]:
        prompt = ask.prompt[0].text
        digest = hashlib.sha256(f"{ask.model}{prompt}".encode()).hexdigest()[:12]
        yield Answering(f"req_{digest}", ask.model)
        yield Usage(len(prompt) // 4)
        fields = {"question": "Now?", "position": f"Hold {digest}.", "confidence": 0.7}
        synthesis = {"synthesis": "They differ.", "next_action": "continue", "recommendation": "Wait."}
        yield TextDelta(json.dumps({**fields, **synthesis}))
        yield Usage(output=40)
        yield Stopped(StopReason.END_TURN)


def models_at() -> tuple[Mapping[str, PanelVoice], PanelVoice]:
    budget = Budget(ClaudeSettings(), "panel")

    def voice(model: str) -> PanelVoice:
        caller = TransportCaller(InMemory(), model, budget, timer=lambda: 0.0)
        return ModelVoice(caller, without_secrets)

    return {seat: voice(f"model-of-{seat}") for seat in SEATS}, voice("model-of-nobody")


@pytest.mark.slow
def test_after_a_crash_anywhere_a_panel_of_models_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    root = tmp_path / "whole"
    root.mkdir()
    plan = planned(settings=PanelSettings(limits=Limits(min_rounds=2, max_rounds=2)))
    disk = RecordingDisk(RealDisk(), root)
    expected = asyncio.run(seated_at(root, plan, *models_at(), disk=disk).run())
    assert expected.rounds[1].requests
    stages = set[tuple[int, int]]()
    for number, image in enumerate(crash_images(disk.operations, Image())):
        place = tmp_path / str(number)
        place.mkdir()
        materialise(image, place)
        if not shelf_in(place).names():
            continue
        played = resumed_at(place, plan, *models_at())
        rounds = len(played.session.rounds)
        pending = played.opened.pending.read(rounds + 1)
        stages.add((rounds, len(pending.ballots) if pending else 0))
        session = asyncio.run(played.run())
        assert replace(session, raw={}) == replace(expected, raw={}), image.label
        assert findings_in(place) == [], image.label
    assert stages == {(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0)}


async def test_two_panels_of_models_at_once_do_not_mix(tmp_path: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=2)
    tables = [tabled(room, begun(room, SEATS, topic)) for topic in ("Alpha or not?", "Beta or not?")]
    await asyncio.gather(*map(finished, tables))
    for one in models.sent:
        assert ("Alpha or not?" in one.text) != ("Beta or not?" in one.text)
    assert all(table.session.is_closed for table in tables)
    assert findings_in(tmp_path) == []
