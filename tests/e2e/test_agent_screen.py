"""The real program in a real terminal, spoken for by an agent process: a whole phase, a stop, and a way on."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from roundtable_tui.domain.journal.events import PhaseCompleted, Spoke
from tests.e2e.test_claude_screen import (
    COMPLETES,
    COUNTING,
    CTRL_Q,
    ESC,
    F6,
    FIRST,
    FOUND,
    LOOKING,
    NEXT_PHASE,
    OPENING,
    OTHER_VOICE,
    ROOT,
    SCOPE,
    SCOPED,
    journal,
    records,
    say,
)
from tests.support.agents.started import PROGRAM
from tests.support.messages_api.replies import Fault, Reply, fails
from tests.support.messages_api.server import MessagesServer
from tests.support.projects import DESCRIPTION, write_code
from tests.support.screen.terminal import Terminal
from tests.support.voices.model_turns import entry, said_in

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("claude-screen")]
FOUND_WORDS = ("checkout", "invoice", "payment")
WORDS = Reply((records(*(entry("keyword", said_in(3, one), text=one, use="search") for one in FOUND_WORDS)), COMPLETES))
COUNTED = Reply((records(entry("estimate", said_in(5, "3"), modified="3")), COMPLETES))


def terminal(folder: Path, url: str, *faults: str) -> Terminal:
    agent = " ".join((sys.executable, "-I", str(PROGRAM), url, *faults))
    words = [sys.executable, "-m", "roundtable_tui", "analyze", DESCRIPTION, "--mode", "guided", "--agent", agent]
    fixed = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
    return Terminal(words, size=(110, 48), folder=folder, environment=fixed)


def agents_of(url: str) -> list[int]:
    """The processes of agents that were started for this server."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = one.read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:
            continue
        if str(PROGRAM) in words and url in words and int(one.parent.name) != os.getpid():
            found.append(int(one.parent.name))
    return found


def test_a_phase_spoken_by_an_agent_with_a_stop_in_it(tmp_path: Path, home: Path) -> None:
    write_code(tmp_path)
    with MessagesServer(OPENING, fails(Fault.NEVER), SCOPED) as server, terminal(tmp_path, server.url) as screen:
        screen.wait_for(FIRST)
        screen.wait_for("python (y")  # cut where the cost stands beside it
        say(screen, SCOPE, lambda _: len(server.received) == 2)  # type: ignore[arg-type]
        screen.type(ESC)
        screen.wait_for("The turn was stopped.")
        screen.wait_for(lambda shown: SCOPE in shown.rpartition("The turn was stopped.")[2])
        screen.type("\r")
        screen.wait_for("E, C, S or feedback")

        server.script += [LOOKING, FOUND, WORDS, COUNTING, COUNTED, NEXT_PHASE]
        screen.type(F6)
        screen.wait_for("Are these the words?")
        assert "The code knows these words." in screen.text
        say(screen, "checkout, invoice and payment", "Step 00-02")
        screen.wait_for("E, C, S or feedback")
        screen.type(F6)
        screen.wait_for("How many files?")
        say(screen, "3", "E, C, S or feedback")
        screen.type(F6)
        screen.wait_for("What goes wrong today?")
        assert agents_of(server.url)
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
        assert agents_of(server.url) == []
    bodies = journal(tmp_path)
    assert any(isinstance(body, PhaseCompleted) for body in bodies)
    assert {body.voice for body in bodies if isinstance(body, Spoke) and body.tokens} == {"agent"}


def test_an_agent_that_is_not_signed_in_leaves_the_way_to_the_offline_interviewer(tmp_path: Path, home: Path) -> None:
    write_code(tmp_path)
    with MessagesServer() as server, terminal(tmp_path, server.url, "signed-out") as screen:
        screen.wait_for(lambda shown: re.search(r"is not signed\s+in", shown) is not None)
        screen.type(OTHER_VOICE)
        screen.wait_for("offline (no model)")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
