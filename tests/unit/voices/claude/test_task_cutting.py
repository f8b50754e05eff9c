"""The plan as a model cuts it: one request, mended where it does not hold, and the rules where nothing comes of it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.plan.planning import plan_on_record
from roundtable_tui.domain.plan.proposal import to_cut
from roundtable_tui.domain.plan.tasks import serves
from roundtable_tui.session.intents import MakePlan
from roundtable_tui.session.updates import Noticed, Searching
from tests.support.messages_api.replies import Fault, Reply, ToolUse, fails
from tests.support.voices.analyst_model import AnalystModel
from tests.support.voices.criterion_readers import with_criteria
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update
    from tests.support.messages_api.server import MessagesServer, Received

pytestmark = pytest.mark.xdist_group("anthropic")
ASKED = "Cut the work as you would hand it out"


class Cutter(AnalystModel):
    """Cuts everything into one task, and first forgets a criterion if it is careless."""

    def __init__(self, *, careless: bool = False) -> None:
        super().__init__(points=0)
        self.careless = careless
        self.requests: list[dict[str, Any]] = []
        self.task: dict[str, Any] = {}

    def __call__(self, received: Received) -> Reply:
        request = received.request
        if ASKED not in json.dumps(request["messages"]):
            return super().__call__(received)
        self.requests.append(request)
        forgets = self.careless and len(self.requests) == 1
        return Reply((ToolUse("cut_tasks", {"tasks": [self.task | ({"serves": []} if forgets else {})]}),))


async def prepared(folder: Path, server: MessagesServer, model: Cutter) -> ItemSession:
    server.answer = model
    session = await with_criteria(folder, voice_at(server))
    own = to_cut(session.state.dossier)
    model.task = {
        "title": "Show the invoice to the clerk at once",
        "stage": "Clerks see invoices",
        "serves": sorted({part for task in own for part in task.traces if serves(part)}),
        "files": sorted({path for task in own for path, _ in task.files}),
        "after": [],
    }
    return session


@pytest.mark.parametrize("careless", [False, True])
async def test_a_model_cuts_and_words_the_tasks_and_they_stay_so(
    tmp_path: Path, server: MessagesServer, *, careless: bool
) -> None:
    async with await prepared(tmp_path, server, model := Cutter(careless=careless)) as session:
        before = sum(one.output for one in session.state.spent.values())
        await session.do(MakePlan())
        (task,) = plan_on_record(session.state.dossier).tasks
        assert (task.title, task.stage) == ("Show the invoice to the clerk at once", "Clerks see invoices")
        assert fold(session.events) == session.state
        assert sum(one.output for one in session.state.spent.values()) > before
        assert len(model.requests) == 1 + careless
        if careless:
            assert "No task serves AC-001-01" in json.dumps(model.requests[1]["messages"])
        await session.do(MakePlan())
        assert len(model.requests) == 1 + careless, "nothing is left to be cut"
        assert "T001 Show the invoice" in session.documents.path("tasks.md").read_text()


async def test_where_the_model_fails_the_tasks_are_cut_by_rule_and_that_is_said(
    tmp_path: Path, server: MessagesServer
) -> None:
    async with await prepared(tmp_path, server, Cutter()) as session:
        told: list[str] = []
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
        server.answer = lambda _: fails(Fault.BAD_REQUEST)
        await session.do(MakePlan())
        assert session.state.dossier.of(Kind.TASK)
        assert any(one.startswith("The tasks are cut by rule: ") for one in told)


async def test_stopped_while_the_model_thinks_the_rules_cut_at_once(tmp_path: Path, server: MessagesServer) -> None:
    async with await prepared(tmp_path, server, Cutter()) as session:
        told: list[str] = []
        asked = asyncio.Event()

        def hear(update: Update) -> None:
            if isinstance(update, Noticed):
                told.append(update.text)
            elif isinstance(update, Searching) and update.text:
                asked.set()

        session.subscribe(hear)
        server.answer = lambda _: fails(Fault.NEVER)
        making = asyncio.ensure_future(session.do(MakePlan()))
        await asked.wait()
        session.stop()
        await asyncio.wait_for(making, 30)
        assert session.state.dossier.of(Kind.TASK)
        assert "The tasks are cut by rule, because cutting them was stopped." in told
