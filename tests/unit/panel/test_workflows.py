"""Specs, design and brainstorm from the first question to their documents, with a model at every seat."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.messages_api.replies import Reply, says
from tests.unit.panel.loopback import PanelServer, begun, finished, room_at, tabled, text_of, wire
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import findings_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.panel.record.session import PanelSession
    from tests.support.messages_api.server import MessagesServer, Received

__all__ = ["wire"]
_TOPIC = re.compile(r'"topic_id": "([^"]+)"')
_DECISION = {
    "type": "decision",
    "title": "Keep jobs in a table",
    "decision": "One table, one worker.",
    "rationale": "Few parts.",
    "options": [{"name": "queue", "pros": ["fast"], "cons": ["one more service"]}, {"name": "table"}],
    "consequences": {"positive": ["simple"], "negative": ["slower"]},
}
ENTRIES: Mapping[str, list[dict[str, Any]]] = {
    "specs": [
        {"type": "requirement", "title": f"Pay {n}", "priority": "must", "acceptance": ["It is paid."]} for n in "abc"
    ]
    + [
        {"type": "business_rule", "title": "Only companies", "conditions": "has a tax number"},
        {"type": "nfr", "title": "Fast", "target": "1 s"},
        {"type": "exclusion", "title": "No instalments", "rationale": "later"},
    ],
    "design": [
        _DECISION,
        {"type": "component", "title": "Worker", "responsibility": "runs jobs"},
        {"type": "interface", "title": "Jobs", "endpoints": ["POST /jobs"]},
    ],
    "brainstorm": [
        *({"type": "idea", "title": f"Idea {n}", "feasibility": "high"} for n in "abc"),
        {"type": "risk", "title": "Nobody wants it", "severity": "high"},
        {"type": "mitigation", "title": "Ask them", "risk_id": "RISK-001"},
    ],
}
FILES = {"specs": "requirements.md", "design": "architecture.md", "brainstorm": "-summary.md"}


class Workflow(PanelServer):
    """A panel that puts everything down under whatever topic is asked about, one seat against it."""

    workflow = ""

    def answer(self, received: Received) -> Reply:
        reply = super().answer(received)
        last = self.sent[-1]
        if last.seat != "synthesis":
            return reply
        (topic, *_) = _TOPIC.findall(text_of(received)) or [""]
        entries = [{**entry, "agreement": "consensus", "topic_id": topic} for entry in ENTRIES[self.workflow]]
        fields = {
            "synthesis": "Most hold the same.",
            "artifacts": [{**entry, "title": f"{entry['title']} ({topic})"} for entry in entries],
            "consensus_reached": True,
            "agenda_update": {"topic_id": topic, "new_status": "closed", "coverage_added": ["all of it"]},
            "next_action": "conclude",
            "recommendation": "Do it.",
        }
        return says(json.dumps(fields), chunk=2000)


def ballot(server: PanelServer, seat: str, number: int) -> Mapping[str, Any]:
    against = seat == server.seats[-1]
    return {
        "position": "Not like this." if against else "Do it.",
        "rationale": ["It breaks on Mondays."] if against else ["It is simple."],
        "confidence": 0.5 if against else 0.7,
        "stance": "stand-aside" if against else "support",
    }


async def held(root: Path, server: MessagesServer, workflow: str, topic: str) -> PanelSession:
    seats = SHIPPED.agendas[workflow].seats
    models = Workflow(seats, ballot=ballot)
    models.workflow = workflow
    models.serve(server)
    room = room_at(root, server.url, seats, rounds=20)
    table = tabled(room, begun(room, (), topic, workflow=workflow))
    await finished(table)
    return table.session


def written(root: Path, workflow: str) -> str:
    (path,) = [one for one in (root / ".s2s").rglob("*.md") if one.name.endswith(FILES[workflow])]
    return path.read_text()


@pytest.mark.parametrize("workflow", sorted(ENTRIES))
async def test_a_workflow_comes_to_its_documents(workflow: str, tmp_path: Path, wire: MessagesServer) -> None:
    session = await held(tmp_path, wire, workflow, "The shop")
    assert session.is_closed
    assert session.outcome
    assert session.outcome.files
    text = written(tmp_path, workflow)
    for entry in ENTRIES[workflow]:
        assert entry["title"] in text
    assert findings_in(tmp_path) == []


async def test_a_design_leaves_a_decision_record_with_the_minority_view(tmp_path: Path, wire: MessagesServer) -> None:
    session = await held(tmp_path, wire, "design", "The shop")
    assert session.outcome
    records = [name for name in session.outcome.files if "decisions/" in name]
    assert records
    text = (tmp_path / records[0]).read_text()
    assert "Not like this." in text
    assert "It breaks on Mondays." in text
    assert "queue" in text


async def test_a_second_panel_keeps_what_was_written_by_hand(tmp_path: Path, wire: MessagesServer) -> None:
    await held(tmp_path, wire, "specs", "The shop")
    path = tmp_path / ".s2s/requirements.md"
    edited = path.read_text().replace("It is paid.", "It is paid within a minute.", 1)
    path.write_text(edited + "\n## Our own notes\n\nAsk Jo.\n")
    await held(tmp_path, wire, "specs", "The second shop")
    text = path.read_text()
    assert "It is paid within a minute." in text
    assert "Ask Jo." in text
    assert len(re.findall(r"^### REQ-\d+", text, re.MULTILINE)) > len(re.findall(r"^### REQ-\d+", edited, re.MULTILINE))
