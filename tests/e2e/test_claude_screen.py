"""The real program in a real terminal, its model behind a real server: a phase, an elaboration, every failure."""

from __future__ import annotations

import stat
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import Outcome, PhaseCompleted, Spoke, UserSaid
from roundtable_tui.storage.journal import parse
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails, says
from tests.support.messages_api.server import KEY, MessagesServer, unused_address
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.terminal import Terminal
from tests.support.voices.model_turns import asking, entry, said_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from roundtable_tui.domain.journal.events import Body
    from tests.support.messages_api.server import Received

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("claude-screen")]

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "roundtable_tui", "analyze", DESCRIPTION]
CTRL_Q, ESC, F5, F6 = "\x11", "\x1b", "\x1b[15~", "\x1b[17~"
BACKSPACE, RETRY, OTHER_VOICE = "\x7f", "\x1b[17;5~", "\x1b[18;5~"
FIRST = "What would be different?"
SCOPE = "Business customers can pay by invoice."


def terminal(folder: Path, url: str, size: tuple[int, int] = (110, 48), **environment: str) -> Terminal:
    fixed = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none", "ANTHROPIC_BASE_URL": url}
    return Terminal(COMMAND, size=size, folder=folder, environment=fixed | environment)


def journal(folder: Path) -> list[Body]:
    data = (folder / "docs/requirements" / SLUG / ".roundtable/journal.jsonl").read_bytes()
    return [event.body for event in parse(data).events]


def asks(text: str, **more: Any) -> ToolUse:
    return ToolUse("ask", asking(text, **more), "toolu_ask")


def records(*entries: dict[str, Any]) -> ToolUse:
    return ToolUse("record_entries", {"entries": list(entries)}, "toolu_record")


COMPLETES = ToolUse("propose_complete", {}, "toolu_done")
OPENING = Reply((Text("Let us see how big this is."), asks(FIRST, step_question="standard/1")))
SCOPED = Reply(
    (
        Text("That is clear."),
        records(
            entry("scope", said_in(1, SCOPE), text=SCOPE, nature="additive"),
            entry("area", said_in(1, "invoice"), text="invoice"),
        ),
        COMPLETES,
    )
)
LOOKING = Reply((ToolUse("search_code", {"words": "invoice payment"}, "toolu_look"),))
FOUND = Reply(
    (
        ToolUse("say", {"text": "The code knows these words."}, "toolu_say"),
        asks("Are these the words?", step_question="brief/1"),
    )
)
WORDS = Reply((records(*(entry("keyword", said_in(5, word), text=word, use="search") for word in
                         ("checkout", "invoice", "payment"))), COMPLETES))  # fmt: skip
COUNTING = Reply((asks("How many files?", step_question="brief/1"),))
COUNTED = Reply((records(entry("estimate", said_in(7, "3"), modified="3")), COMPLETES))
NEXT_PHASE = Reply((Text("Now to what is needed."), asks("What goes wrong today?", step_question="standard/1")))


def analyst_alone(received: Received) -> str:
    task = received.request["messages"][0]["content"][-1]["text"]
    return next((name for name in ("Maya", "Alex", "Jordan") if f"you are {name} and nobody else" in task), "")


def discussing(received: Received) -> Reply:
    """Three answers at once, then the talk about them."""
    if name := analyst_alone(received):
        return says(f"{name} would look at the ledger.")
    return Reply((Text("Alex: Maya is right.\nJordan: Not quite."), asks("Which of the two?")))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_code(tmp_path)
    return tmp_path


def say(screen: Terminal, words: str, then: str) -> None:
    screen.paste(words)
    screen.type("\r")
    screen.wait_for(then)


def test_a_phase_with_tool_calls_an_elaboration_and_a_stop(project: Path, home: Path) -> None:
    stalls = Reply((Text("Well, I would think of the ledger.", 10),), fault=Fault.STALL, after=2)
    with (
        MessagesServer(OPENING, stalls, SCOPED) as server,
        terminal(project, server.url, ANTHROPIC_API_KEY=KEY) as screen,
    ):
        server.like_the_default_model = True
        screen.wait_for(FIRST)
        say(screen, SCOPE, "Well, I would think")
        screen.type(ESC)
        screen.wait_for("The turn was stopped.")
        assert server.received[1].gone.wait(5)
        screen.wait_for(lambda shown: SCOPE in shown.rpartition("The turn was stopped.")[2])
        screen.type("\r")
        screen.wait_for("E, C, S or feedback")

        server.answer = discussing
        screen.type(F5)
        screen.wait_for("Which of the two?")
        assert sum(bool(analyst_alone(one)) for one in server.received) == 3
        server.script.append(says("**Insights**\n- Alex: the ledger comes first"))
        say(screen, "done", "the ledger comes first")

        server.script += [LOOKING, FOUND, WORDS, COUNTING, COUNTED, NEXT_PHASE]
        screen.wait_for("E, C, S or feedback")
        screen.type(F6)
        screen.wait_for("Are these the words?")
        assert "The code knows these words." in screen.text
        assert "src/billing/core.py:1" in server.received[-1].body.decode()
        say(screen, "checkout, invoice and payment", "Step 00-02")
        screen.wait_for("E, C, S or feedback")
        screen.type(F6)
        screen.wait_for("How many files?")
        say(screen, "3", "E, C, S or feedback")
        screen.type(F6)
        screen.wait_for("What goes wrong today?")
        screen.wait_for("Tokens answered")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    done = journal(project)
    assert any(isinstance(body, PhaseCompleted) for body in done)
    assert next(body.text for body in done if isinstance(body, UserSaid)) == SCOPE
    assert [body.outcome for body in done if isinstance(body, Spoke)].count(Outcome.STOPPED) == 1
    _nothing_holds(KEY, project, home)


def _nothing_holds(secret: str, *folders: Path) -> None:
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if secret.encode() in path.read_bytes()]


# Failures


@dataclass(slots=True)
class Sitting:
    """One program for all failures: the words that one gives back are sent again for the next."""

    server: MessagesServer
    screen: Terminal
    folder: Path
    refuse_key: Path

    @property
    def attempts(self) -> list[Spoke]:
        return [body for body in journal(self.folder) if isinstance(body, Spoke)]

    def fails_with(self, sentence: str) -> None:
        """Sends the words that stand in the composer, and types on once they are back."""
        before, screen = len(self.attempts), self.screen
        screen.type("\r")
        screen.wait_until(lambda: len(self.attempts) > before)
        assert self.attempts[-1].outcome is Outcome.FAILED
        screen.wait_for(lambda shown: sentence in _trouble(shown) and SCOPE in _composer(shown))
        assert all(way in screen.text for way in ("Try again", "Go on offline", "Settings"))
        screen.type("!")
        screen.wait_for(lambda shown: f"{SCOPE}!" in _composer(shown))
        screen.type(BACKSPACE)
        screen.wait_for(lambda shown: f"{SCOPE}!" not in _composer(shown))


@contextmanager
def sitting_in(folder: Path) -> Iterator[Sitting]:
    """The key comes from a command, which refuses as long as a certain file is there."""
    write_code(folder)
    refuse = folder / "refuse"
    command = folder / "key.sh"
    command.write_text(f'#!/bin/sh\ntest -e "{refuse}" && exit 3\necho {KEY}\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    settings = folder / "home" / "roundtable-tui"
    settings.mkdir(parents=True)
    written = f"mode: guided\nclaude:\n  key_command: ['{command}']\n  timeout: 1.5\n  retries: 1\n"
    (settings / "config.yaml").write_text(written)
    environment = {"XDG_CONFIG_HOME": str(settings.parent), "HOME": str(settings.parent)}
    with MessagesServer(OPENING) as server, terminal(folder, server.url, (130, 40), **environment) as screen:
        screen.wait_for(FIRST)
        screen.paste(SCOPE)
        screen.wait_for(SCOPE)
        yield Sitting(server, screen, folder, refuse)


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    with sitting_in(tmp_path_factory.mktemp("failures")) as one:
        yield one


def once(fault: Fault) -> Reply:
    """A failure the server says will not pass."""
    return fails(fault, x_should_retry="false")


def breaks_off(fault: Fault) -> Reply:
    return Reply((Text("Well, I would think of the ledger.", 10),), fault=fault, after=2)


HALF = "Well, I would think"
REFUSES = Reply((Text("I"),), stop_reason="refusal", stop_details={"type": "refusal", "explanation": "Not this."})
CUT = Reply((Text("Well."), ToolUse("record_entries", {"entries": []}, cut=5)), stop_reason="max_tokens")
FAILURES = {
    "bad key": ([once(Fault.UNAUTHORIZED)], "does not accept the key", ""),
    "rate limit": ([once(Fault.RATE_LIMIT)], "too many requests from this key", ""),
    "overload": ([once(Fault.OVERLOADED)], "is overloaded.", ""),
    "timeout": ([breaks_off(Fault.STALL)], "fell silent for 1.5 seconds", HALF),
    "connection lost mid-stream": ([breaks_off(Fault.RESET)], "lost in the middle of the answer", HALF),
    "silent drop": ([breaks_off(Fault.DROP)], "lost in the middle of the answer", HALF),
    "malformed stream": ([breaks_off(Fault.BAD_JSON)], "The answer cannot be read", HALF),
    "HTML instead of JSON": ([fails(Fault.HTML)], "it sent a web page instead of a stream", ""),
    "refusal": ([REFUSES], "The model declined to answer", "I"),
    "max_tokens inside a tool call": ([CUT], "The answer broke off at 16,000 tokens", "Well."),
    "context too long": ([fails(Fault.CONTEXT)], "too long for the model", ""),
    "unknown model": ([fails(Fault.UNKNOWN_MODEL)], "has no model called 'claude-opus-5-5'", ""),
    "a server that never answers": ([fails(Fault.NEVER)], "did not answer within 1.5 seconds", ""),
    "hung up on twice": ([fails(Fault.HANG_UP)] * 2, "lost before the answer began", ""),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_told_with_ways_out_and_the_words_come_back(sitting: Sitting, name: str) -> None:
    replies, sentence, partial = FAILURES[name]
    sitting.server.script += replies
    sitting.fails_with(sentence)
    assert "".join(said.text for said in sitting.attempts[-1].said) == partial
    assert [body.text for body in journal(sitting.folder) if isinstance(body, UserSaid)] == [SCOPE]


def _trouble(shown: str) -> str:
    """The line above the ways out."""
    lines = shown.splitlines()
    at = next((number for number, line in enumerate(lines) if "ctrl+F7 Go on offline" in line), 0)
    return lines[at - 1] if at else ""


def _composer(shown: str) -> str:
    return shown.rpartition("ctrl+F7 Go on offline")[2]


def test_without_a_key_it_says_so_and_with_one_it_goes_on(sitting: Sitting) -> None:
    """The key is looked for again once it was refused."""
    sitting.server.script.append(once(Fault.UNAUTHORIZED))
    sitting.fails_with("does not accept the key")
    sitting.refuse_key.touch()
    sitting.fails_with("The key command")
    sitting.refuse_key.unlink()


def test_a_retry_counts_down_and_can_be_stopped(sitting: Sitting) -> None:
    sitting.server.script.append(fails(Fault.OVERLOADED, retry_after="50"))
    sitting.screen.type("\r")
    shown = sitting.screen.wait_for("Trying again in 49 s: ")
    assert "is overloaded." in shown
    assert "Esc stops" in shown
    sitting.screen.type(ESC)
    sitting.screen.wait_for(lambda shown: "The turn was stopped." in _trouble(shown) and SCOPE in _composer(shown))


def test_after_all_that_the_turn_is_taken_once_more_and_nothing_is_recorded_twice(sitting: Sitting) -> None:
    sitting.server.script.append(SCOPED)
    sitting.screen.type(RETRY)
    sitting.screen.wait_for("E, C, S or feedback")
    finished = [body for body in journal(sitting.folder) if isinstance(body, Spoke) and body.changes]
    assert [change.id for change in finished[-1].changes] == ["SCOPE-001", "SCOPE-001", "AREA-001"]
    assert len(finished) == 1
    _nothing_holds(KEY, sitting.folder / "docs", sitting.folder / "home")


def test_without_a_network_the_offline_interviewer_takes_the_same_turn(project: Path) -> None:
    address = unused_address()
    with terminal(project, address, ANTHROPIC_API_KEY=KEY, ROUNDTABLE_CLAUDE_RETRIES="0") as screen:
        screen.wait_for(lambda shown: "No connection to 127.0.0.1" in _trouble(shown))
        screen.type(OTHER_VOICE)
        screen.wait_for("If this were finished tomorrow")
        say(screen, SCOPE, "Which parts of the product")
