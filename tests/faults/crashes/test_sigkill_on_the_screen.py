"""The real program in a real terminal, killed in the middle of bursts: what was shown as sent is on disk.

The suite kills it a few times, `make faults` (EVERY_FAULT=1) dozens of times.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.storage.journal import parse
from tests.support.disk.sampling import EVERY_ONE
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.terminal import Terminal
from tests.support.voices.model_turns import asking

if TYPE_CHECKING:
    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "roundtable_tui", "analyze"]
SAID = re.compile(r"answer-\d{3}")
BURST = 8
SILENT = Reply(fault=Fault.NEVER)
OPENING = Reply((Text("Well."), ToolUse("ask", asking("What would be different?", step_question="standard/1"))))


def terminal(folder: Path, *arguments: str, **environment: str) -> Terminal:
    fixed = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
    return Terminal([*COMMAND, *arguments], size=(100, 40), folder=folder, environment=fixed | environment)


def kept(folder: Path) -> list[str]:
    """The answers on disk, those that were heard before those that wait."""
    private = folder / "docs/requirements" / SLUG / ".roundtable"
    bodies = [event.body for event in parse((private / "journal.jsonl").read_bytes()).events]
    heard = [body.text for body in bodies if isinstance(body, UserSaid)]
    unsent = private / "unsent-talk.json"
    waiting = json.loads(unsent.read_bytes()).values() if unsent.exists() else ()
    return SAID.findall(" ".join(map(str, (*heard, *waiting))))


def shown_as_sent(screen: Terminal) -> set[str]:
    """What stands in the conversation, or as waiting; not what is being written."""
    return set(SAID.findall(screen.text.rpartition("Enter")[0].rpartition("\n")[0]))


def wait_until_shown(screen: Terminal, first: str, many: int) -> None:
    """So many from this one on: which, depends on what the talk asks, and what waits is shown cut short."""
    screen.wait_until(lambda: sum(words >= first for words in shown_as_sent(screen)) >= many)


def send(screen: Terminal, numbers: range) -> None:
    for number in numbers:
        screen.paste(f"answer-{number:03d} about invoices and payment")
        screen.type("\r")


@pytest.mark.parametrize("mode", ["guided", "conversation"])
def test_killed_in_a_burst_of_answers_what_was_shown_is_there(mode: str, tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    sent = 0
    for kill in range(20 if EVERY_ONE else 1):
        with terminal(tmp_path, DESCRIPTION if not sent else SLUG, "--offline", "--mode", mode) as screen:
            screen.wait_for("Enter sends it" if not sent else "Enter")
            first = sent + 1
            sent += BURST
            send(screen, range(first, sent + 1))
            wait_until_shown(screen, f"answer-{first:03d}", 1 + kill % 2)
            shown = shown_as_sent(screen)
            screen.send(signal.SIGKILL)
            screen.wait_for_exit()
            with promise.point(f"kill {kill} in {mode}"):
                assert shown <= set(kept(tmp_path))


def test_killed_while_words_wait_for_a_silent_model_they_are_back_in_order(tmp_path: Path, promise: Promise) -> None:
    for kill in range(12 if EVERY_ONE else 1):
        root = tmp_path / str(kill)
        root.mkdir()
        write_code(root)
        last = 3 + kill % 5
        with (
            MessagesServer(OPENING, answer=lambda _: SILENT) as server,
            terminal(root, DESCRIPTION, ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY) as screen,
        ):
            screen.wait_for("What would be different?")
            send(screen, range(1, last + 1))
            waits = f"waits: answer-{min(last, 4):03d}"
            screen.wait_for(waits)
            shown = shown_as_sent(screen)
            screen.send(signal.SIGKILL)
            screen.wait_for_exit()
        with promise.point(f"kill {kill}"):
            found = kept(root)
            assert shown <= set(found)
            assert found == sorted(found)
        with terminal(root, SLUG, "--offline") as again, promise.point(f"start after kill {kill}"):
            for one in found:
                again.wait_for(one)
