"""A model as two readers who test the thirtieth day differently, and a session whose criteria nobody has read twice."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.readings.reading import to_read
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.session import ItemSession
from tests.support.conversations import open_conversation
from tests.support.messages_api.replies import Reply, Text, ToolUse
from tests.support.projects import project_in
from tests.support.voices.analyst_model import PATH, AnalystModel

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.voices.protocol import Voice
    from tests.support.messages_api.server import Received

READ, COMPARED = "Write down for each criterion", "Find the criteria that two people would build differently"
FIRST, SECOND = "day 30 is in time", "day 30 is late"


class Readers(AnalystModel):
    """Two readers who test the thirtieth day differently, and one who compares them."""

    def __init__(self, *, clumsy: bool = False, forgetful: bool = False, agree: bool = False) -> None:
        super().__init__(points=0)
        self.clumsy, self.forgetful, self.agree = clumsy, forgetful, agree
        self.readers: list[dict[str, Any]] = []
        self.compared: list[str] = []

    def __call__(self, received: Received) -> Reply:
        request = received.request
        text = json.dumps(request["messages"])
        if READ in text:
            if self.clumsy and len(request["messages"]) == 1:
                return Reply((Text("I would test it like this."),))
            if self.forgetful and len(request["messages"]) == 1:
                return Reply((ToolUse("write_examples", {"criteria": []}),))
            self.readers.append(request)
            outcome = FIRST if len(self.readers) % 2 or self.agree else SECOND
            example = {"situation": "paid on day 30", "outcome": outcome}
            asked = sorted(set(re.findall(r"AC-\d+-\d+", text.partition("# What to do now")[0])))
            answer = {"criteria": [{"criterion": name, "examples": [example]} for name in asked]}
            return Reply((ToolUse("write_examples", answer),))
        if COMPARED in text:
            self.compared.append(text)
            found = [] if self.agree else [DIFFERENCE, {**DIFFERENCE, "criterion": "AC-999-99"}]
            return Reply((ToolUse("tell_differences", {"differences": found}),))
        return super().__call__(received)


DIFFERENCE = {
    "criterion": "AC-001-01",
    "question": "Is an invoice that is paid on the thirtieth day in time?",
    "one": "The thirtieth day is in time.",
    "other": "The thirtieth day is late.",
    "stake": "who gets a reminder",
}


async def with_criteria(folder: Path, voice: Voice) -> ItemSession:
    """After the reading has drafted a criterion."""
    (folder / PATH).parent.mkdir(parents=True)
    (folder / PATH).write_text("def make_invoice(order):\n    return order\n")
    session = ItemSession(open_conversation(project_in(folder), "light"), voice, all_modes())
    await session.do(Start())
    await session.do(Submit("Finance loses two days a month."))
    await session.investigate()
    assert to_read(session.state)
    return session
