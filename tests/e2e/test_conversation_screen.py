"""A conversation with a model in a real terminal: drafts beside the talk, a guess, an answer, and the summaries; and a
look into the code that breaks off or is stopped, which costs the user nothing."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Ending, Finished, UserSaid
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.storage.journal import parse
from tests.support.messages_api.replies import Fault
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.terminal import Terminal
from tests.support.voices.analyst_model import PATH, AnalystModel, kind_of

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.events import Event
    from tests.support.messages_api.replies import Reply
    from tests.support.messages_api.server import Received

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("claude-screen")]

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "roundtable_tui", "analyze", DESCRIPTION, "--mode", "conversation"]
CTRL_C, CTRL_Q, F6, ENTER = "\x03", "\x11", "\x1b[17~", "\r"
LATE = "Finance loses two days a month."
WANTED = "Clinics pay by invoice within thirty days."
READING = re.compile(r"Alex reads .+ of at most 60\) · \$0\.\d+")
"""What is being read, how far it is, and what it has cost."""
_A_GLANCE = 0.05


class Reader(AnalystModel):
    """Streams what it reads and drafts piece by piece, as a model does; the first answers of one part can go wrong."""

    def __init__(self, part: str = "", fault: Fault | None = None, times: int = 1) -> None:
        super().__init__()
        self._part, self._fault, self._times = part, fault, times

    def __call__(self, received: Received) -> Reply:
        kind, reply = kind_of(received), super().__call__(received)
        if kind not in ("reading", "requirements"):
            return reply
        streamed = replace(reply, blocks=tuple(replace(block, chunk=200) for block in reply.blocks), pause=_A_GLANCE)
        if kind != self._part or not self._times:
            return streamed
        self._times -= 1
        return replace(streamed, fault=self._fault, after=1)


def terminal(folder: Path, server: MessagesServer) -> Terminal:
    write_code(folder)
    (folder / PATH).write_text("def make_invoice(order):\n    return order\n\n\ndef remind():\n    pass\n")
    environment = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none", "ROUNDTABLE_CLAUDE_RETRIES": "0"}
    environment |= {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": KEY}
    return Terminal(COMMAND, size=(140, 48), folder=folder, environment=environment)


def journal(folder: Path) -> tuple[Event, ...]:
    data = (folder / "docs/requirements" / SLUG / ".roundtable/journal.jsonl").read_bytes()
    return tuple(parse(data).events)


def looked(folder: Path) -> list[tuple[LookPart, LookEnd]]:
    return [(one.body.part, one.body.how) for one in journal(folder) if isinstance(one.body, LookEnded)]


def said(folder: Path) -> list[str]:
    return [event.body.text for event in journal(folder) if isinstance(event.body, UserSaid)]


def say(screen: Terminal, words: str) -> None:
    screen.paste(words)
    screen.wait_for(lambda shown: words in composer(shown))
    screen.type(ENTER)


def composer(shown: str) -> str:
    return shown.rpartition("━")[2]


def money(shown: str) -> float:
    """What the status line says it has cost."""
    found = re.search(r"\$(\d+\.\d+) · claude", shown)
    return float(found[1]) if found else 0.0


def head(shown: str) -> str:
    return shown.partition("\n")[0]


def test_from_the_opening_over_drafts_and_a_guess_to_accepted_summaries(tmp_path: Path) -> None:
    with MessagesServer(answer=Reader()) as server, terminal(tmp_path, server) as screen:
        server.like_the_default_model = True
        screen.wait_for("What is it for?")
        screen.wait_for("Your answer")
        say(screen, LATE)
        shown = screen.wait_for(lambda shown: bool(READING.search(head(shown))))
        assert "ctrl+c stops" in head(shown)
        cost = money(shown)
        screen.wait_for(lambda shown: "Your answer" in shown and "Maya drafts the requirements" in head(shown))
        screen.wait_for("requirements-spec.md")
        shown = screen.wait_for("The first draft stands")
        assert 0 < cost < money(shown), "what was read and drafted has cost something"
        assert said(tmp_path) == [LATE], "the documents stand before anything else was answered"
        say(screen, WANTED)
        screen.wait_for("My guess: An invoice is due 30 days")
        screen.wait_for("Your answer")
        say(screen, "yes")
        screen.wait_for("CON-003 An invoice is due 30 days")
        screen.wait_for("Your answer")
        say(screen, "/budget 1")
        screen.wait_for("Noted: 1 more question")
        say(screen, "It depends on the customer.")
        for number in (1, 2, 3):
            screen.wait_for(f"{number} of 3")
            screen.type(F6)
        screen.wait_for("The analysis is complete.")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    events = journal(tmp_path)
    assert looked(tmp_path) == [(part, LookEnd.DONE) for part in LookPart]
    assert [one.body.ending for one in events if isinstance(one.body, Finished)] == [Ending.COMPLETE]
    kept = [one for one in fold(events).dossier.of(Kind.CONSTRAINT) if one.text().endswith("Case 1.")]
    assert [one.confidence for one in kept] == [Confidence.HIGH]


def test_a_connection_that_is_lost_again_beside_the_talk_leaves_the_talk_alone(tmp_path: Path) -> None:
    reader = Reader("requirements", Fault.RESET, times=2)
    with MessagesServer(answer=reader) as server, terminal(tmp_path, server) as screen:
        screen.wait_for("What is it for?")
        screen.wait_for("Your answer")
        say(screen, LATE)
        screen.wait_for(lambda shown: "Your answer" in shown and "Alex reads" in head(shown))
        screen.paste(WANTED)
        screen.wait_for("The look into the code ended early")
        screen.wait_for(lambda shown: WANTED in composer(shown))
        assert looked(tmp_path) == [(LookPart.READING, LookEnd.DONE), (LookPart.REQUIREMENTS, LookEnd.FAILED)]
        screen.type(ENTER)
        screen.wait_for("Noted: CON-002 Clinics pay by invoice")
        screen.wait_for("Your answer")
        say(screen, "/look")
        screen.wait_for("The first draft stands")
        assert said(tmp_path) == [LATE, WANTED, "/look"]
    assert looked(tmp_path)[2:] == [(part, LookEnd.DONE) for part in list(LookPart)[1:]]


def test_ctrl_c_stops_the_look_and_keeps_what_is_being_typed(tmp_path: Path) -> None:
    with MessagesServer(answer=Reader("reading", Fault.STALL)) as server, terminal(tmp_path, server) as screen:
        screen.wait_for("What is it for?")
        screen.wait_for("Your answer")
        say(screen, LATE)
        screen.wait_for(lambda shown: "Your answer" in shown and "Alex reads" in head(shown))
        screen.paste(WANTED)
        screen.wait_for(lambda shown: WANTED in composer(shown))
        screen.type(CTRL_C)
        screen.wait_until(lambda: looked(tmp_path) == [(LookPart.READING, LookEnd.STOPPED)])
        screen.wait_for(lambda shown: "Alex reads" not in head(shown) and WANTED in composer(shown))
        assert next(one for one in server.received if kind_of(one) == "reading").gone.wait(5)
        screen.type(ENTER)
        screen.wait_for("Noted: CON-002 Clinics pay by invoice")
        screen.wait_for("Your answer")
        assert said(tmp_path) == [LATE, WANTED]
        assert sum(kind_of(one) == "reading" for one in server.received) == 1, "it is taken up only when it is wanted"
