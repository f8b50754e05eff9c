"""The real program in a real terminal with a team at work in it, killed while requests of its workers are under way.

The suite kills it once, `make faults` (EVERY_FAULT=1) after each further answer that a worker got.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed, UserSaid
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.values import LookEnd, LookPart
from roundtable_tui.storage.journal import parse
from tests.support.disk.sampling import EVERY_ONE
from tests.support.invariants import problems
from tests.support.messages_api.replies import Fault, Reply, fails
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import DESCRIPTION, SLUG
from tests.support.screen.terminal import Terminal
from tests.support.voices.analyst_model import PATH, AnalystModel
from tests.support.voices.teams import CODE, FIRST, WORKERS, worker_of

if TYPE_CHECKING:
    from tests.faults.conftest import Promise
    from tests.support.messages_api.server import Received

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers")]

ROOT = Path(__file__).parents[3]
ANSWERED = range(4) if EVERY_ONE else (1,)
"""How many requests of workers are answered before the next ones wait, and the program is killed."""


class Patient:
    """Answers so many requests of the workers, and keeps the others waiting."""

    def __init__(self) -> None:
        self._model = AnalystModel()
        self.left = 0
        self.keeps_waiting = 0

    def __call__(self, received: Received) -> Reply:
        if worker_of(received):
            if self.left == 0:
                self.keeps_waiting += 1
                return fails(Fault.NEVER)
            self.left -= 1
        return self._model(received)

    def allow(self, answers: int) -> None:
        self.left, self.keeps_waiting = answers, 0


def terminal(folder: Path, item: str, url: str) -> Terminal:
    return Terminal(
        [sys.executable, "-m", "roundtable_tui", "analyze", item],
        size=(120, 40),
        folder=folder,
        environment={
            "PYTHONPATH": str(ROOT),
            "TEXTUAL_ANIMATIONS": "none",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
        },
    )


def test_killed_while_workers_wait_a_team_brings_in_each_part_once(tmp_path: Path, promise: Promise) -> None:
    (user_folder() / "config.yaml").write_text("mode: team\n")
    (tmp_path / PATH).parent.mkdir(parents=True)
    (tmp_path / PATH).write_text(CODE)
    journal = tmp_path / "docs/requirements" / SLUG / ".roundtable/journal.jsonl"
    model = Patient()
    with MessagesServer(answer=model) as server:
        for answered in ANSWERED:
            model.allow(answered)
            with (
                promise.point(f"killed after {answered} answers"),
                terminal(tmp_path, SLUG if journal.exists() else DESCRIPTION, server.url) as screen,
            ):
                if not heard(journal):
                    screen.wait_for("What is it for?")
                    screen.type(f"{FIRST}\r")
                screen.wait_until(lambda: model.keeps_waiting > 0)
                screen.send(signal.SIGKILL)
                screen.wait_for_exit()
                assert heard(journal) == [FIRST]
        model.allow(100)
        with promise.point("to the end"), terminal(tmp_path, SLUG, server.url) as screen:
            screen.wait_for("The first draft stands")
            screen.send(signal.SIGKILL)
            screen.wait_for_exit()
            events = parse(journal.read_bytes()).events
            parts = [event.body for event in events if isinstance(event.body, LookEnded)]
            assert Counter(one.part for one in parts if one.how is LookEnd.DONE) == Counter(LookPart)
            who = {event.body.who for event in events if isinstance(event.body, Contributed)}
            assert set(WORKERS) <= who
            assert problems(fold(events)) == []


def heard(journal: Path) -> list[str]:
    if not journal.exists():
        return []
    return [event.body.text for event in parse(journal.read_bytes()).events if isinstance(event.body, UserSaid)]
