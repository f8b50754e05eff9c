"""A guided step, a conversation with its reading, a team and a panel round, each spoken by an agent process."""

from __future__ import annotations

import json
import re
import secrets
import sys
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.agent import Agent
from roundtable_tui.config.model import Settings
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.conversation_events import ConfirmationEnded
from roundtable_tui.domain.journal.events import ArtifactsWritten
from roundtable_tui.domain.journal.waiting import ForAnswer, ForMenu
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.items.project import open_as_set
from roundtable_tui.panel.room import open_room
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.agent.agent_settings import AgentSettings
from roundtable_tui.voices.agent.voice import AgentVoice
from tests.support.agents.started import PROGRAM, agent_at, command
from tests.support.messages_api.replies import Reply, says
from tests.support.messages_api.server import MessagesServer
from tests.support.projects import DESCRIPTION, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.analyst_model import PATH, AnalystModel
from tests.support.voices.model_voices import CLOSING, OPENING, SCOPE, answering, asked, talk
from tests.support.voices.teams import CODE, drafted, to_the_end
from tests.unit.panel.loopback import begun, finished, tabled

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.messages_api.server import Received

pytestmark = pytest.mark.slow


async def test_a_step_is_opened_answered_and_closed(tmp_path: Path) -> None:
    write_code(tmp_path)
    with MessagesServer(OPENING, CLOSING) as server:
        voice = agent_at(server)
        async with seated(open_sample(project_in(tmp_path)), voice) as session:
            await session.do(Start())
            assert isinstance(session.state.talk.waiting, ForAnswer)
            await session.do(Submit(SCOPE))
            assert isinstance(session.state.talk.waiting, ForMenu)
            assert [entry.fields["text"].value for entry in session.state.dossier][:1] == [SCOPE]


@pytest.mark.parametrize("mode", ["conversation", "team"])
async def test_a_whole_talk_reads_drafts_asks_and_writes_every_document(tmp_path: Path, mode: str) -> None:
    (tmp_path / PATH).parent.mkdir(parents=True)
    (tmp_path / PATH).write_text(CODE)
    project, model = project_in(tmp_path), AnalystModel()
    opened = open_item(project, slug_for(project, DESCRIPTION), NewItem(DESCRIPTION, mode, "standard"))
    with MessagesServer(answer=model) as server:
        async with seated(opened, agent_at(server)) as session:
            await drafted(session)
            await to_the_end(session)
            assert any(isinstance(event.body, ConfirmationEnded) for event in session.events)
            titles = [task.text("title") for task in session.state.dossier.of(Kind.TASK)]
            assert titles == ["Send the invoice with the order"], "as the agent cuts them"
            written = {one.path for event in session.events if isinstance(event.body, ArtifactsWritten)
                       for one in event.body.files}  # fmt: skip
    done = {part for asked in model.asked for part in asked.split(" and ")}
    assert {"reading", "requirements", "architecture", "design"} <= done
    assert any(str(path).endswith("requirements-spec.md") for path in written)


SEATS = ("software-architect", "qa-lead", "security-champion")


class BlindSeats:
    """Answers for every seat with a word of its own; what each request held is kept, round by round."""

    def __init__(self) -> None:
        self.ballots: list[tuple[int, str, str]] = []

    def __call__(self, received: Received) -> Reply:
        text = "".join(part["text"] for part in received.request["messages"][-1]["content"])
        if "Sum it up" in text:
            told = {"synthesis": "Both.", "conflicts": [], "next_action": "phase", "recommendation": "Do it."}
            entry = {"type": "decision", "title": "A queue", "description": "A queue it is."}
            update = {"topic_id": "main", "new_status": "closed"}
            return says(json.dumps({**told, "artifacts": [entry], "agenda_update": update}))
        found = re.search(r"# The question of round (\d+)", text)
        if found is None:
            return says(json.dumps({"question": "What now?", "options": []}))
        mark = secrets.token_hex(8)
        self.ballots.append((int(found[1]), mark, text))
        return says(json.dumps({"position": mark, "rationale": [mark], "confidence": 0.9, "stance": "support"}))


async def test_a_panel_is_held_by_an_agent_and_no_seat_hears_another(tmp_path: Path) -> None:
    model = BlindSeats()
    with MessagesServer(answer=model) as server:
        settings = Settings(agent=Agent(command=command(server)))
        room = open_room(open_as_set(tmp_path, settings), settings)
        ready = begun(room, SEATS)
        assert {seat.voice for seat in ready.session.seats.values()} == {"agent"}
        table = tabled(room, ready)
        await finished(table)
    assert table.session.is_closed
    assert {number for number, _, _ in model.ballots} == set(range(1, len(table.session.rounds) + 1))
    for number, mark, _ in model.ballots:
        assert not [text for other, _, text in model.ballots if other == number and mark in text]
    assert all(one.model == "Stand-in" or one.model for one in table.session.requests)


async def test_the_protocols_own_packages_understand_us() -> None:
    """The agent is made with `agent-client-protocol`, and looks for our tools with `mcp`: both check what we send."""
    voice = AgentVoice(AgentSettings("Reference", (sys.executable, str(PROGRAM.with_name("reference_agent.py")))))
    parts = [part async for part in voice.speak(answering)]
    await voice.close()
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert asked(parts).text == "Who notices first?"
