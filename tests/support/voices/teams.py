"""A team at work against the loopback server: whose each request is, and a whole talk from its opening to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.session.intents import Start, Submit
from tests.support.projects import DESCRIPTION, project_in
from tests.support.sessions import seated
from tests.support.voices.analyst_model import PATH
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession
    from tests.support.messages_api.server import MessagesServer, Received

CODE = "def make_invoice(order):\n    return order\n\n\ndef remind():\n    pass\n"
FIRST = "Finance loses two days a month."
NAMES = {ALEX: "Alex", MAYA: "Maya", JORDAN: "Jordan"}
WORKERS = tuple(NAMES)


def in_mode(mode: str, folder: Path, server: MessagesServer, **settings: Any) -> ItemSession:
    """A new item that is talked through in this mode."""
    (folder / PATH).parent.mkdir(parents=True, exist_ok=True)
    (folder / PATH).write_text(CODE)
    project = project_in(folder)
    opened = open_item(project, slug_for(project, DESCRIPTION), NewItem(DESCRIPTION, mode, "standard"))
    return seated(opened, voice_at(server, **settings))


def system_of(received: Received) -> str:
    system = received.request["system"]
    return system if isinstance(system, str) else "\n".join(part["text"] for part in system)


def worker_of(received: Received) -> str:
    """The persona whose worker sent this; nobody for the talk and the lead."""
    system = system_of(received)
    return next((key for key, name in NAMES.items() if f"You are {name}, one of the three" in system), "")


async def drafted(session: ItemSession, words: str = FIRST) -> None:
    """Opened, answered once, and all that is done beside the talk done."""
    await session.do(Start())
    await session.do(Submit(words))
    await session.investigate()


async def to_the_end(session: ItemSession, answer: str = "yes") -> None:
    """Answers everything, doing what is done beside the talk after each answer, and accepts the summaries."""
    for _ in range(60):
        match session.state.talk.waiting:
            case ForAnswer():
                await session.do(Submit(answer))
            case ForVerdict():
                await session.do(Submit("looks good"))
            case _:
                return
        await session.investigate()
    raise AssertionError("it never ends")
