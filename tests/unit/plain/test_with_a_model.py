"""The doors without a screen, with a model behind a real server: they work, and what fails is a sentence and a code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import ExitCode
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse, fails
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.program import Ran, program
from tests.support.projects import DESCRIPTION, SLUG, write_code
from tests.support.screen.tables import with_criterion
from tests.support.voices.analyst_model import AnalystModel
from tests.support.voices.model_turns import asking, entry, said_in
from tests.unit.items.test_trust import OWN_QUESTION, write_own

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.xdist_group("anthropic")

SCOPE = "Business customers can pay by invoice."
OPENING = Reply((Text("Let us see."), ToolUse("ask", asking("What would be different?"))))
SCOPED = Reply(
    (
        ToolUse(
            "record_entries",
            {
                "entries": [
                    entry("scope", said_in(1, SCOPE), text=SCOPE, nature="additive"),
                    entry("area", said_in(1, "invoice"), text="invoice"),
                ]
            },
            "toolu_r",
        ),
        ToolUse("propose_complete", {}, "toolu_p"),
    )
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.url)
        monkeypatch.setenv("ROUNDTABLE_CLAUDE_RETRIES", "0")
        yield running


def run(root: Path, *flags: str) -> Ran:
    write_code(root)
    answers = root / "answers.yaml"
    answers.write_text(json.dumps({"description": DESCRIPTION, "mode": "guided", "answers": [SCOPE]}))
    return program("run", "--answers", answers, "--project", root, *flags)


def test_an_answers_file_is_answered_to_a_model(tmp_path: Path, server: MessagesServer) -> None:
    server.script += [OPENING, SCOPED]
    ran = run(tmp_path)
    assert ran.code == ExitCode.DONE, ran.err
    assert "Maya: What would be different?" in ran.out
    assert "Noted: SCOPE-001" in ran.out


def test_a_model_that_fails_is_a_sentence_and_a_code_of_its_own(tmp_path: Path, server: MessagesServer) -> None:
    server.script += [OPENING, fails(Fault.OVERLOADED)]
    ran = run(tmp_path)
    assert ran.code == ExitCode.VOICE_FAILED
    assert "is overloaded." in ran.err
    assert KEY not in ran.err + ran.out


def test_offline_asks_no_model_though_there_is_a_key(tmp_path: Path, server: MessagesServer) -> None:
    assert run(tmp_path, "--offline").code == ExitCode.DONE
    assert server.received == []


def test_a_plan_is_cut_by_the_model_and_offline_by_rule(tmp_path: Path, server: MessagesServer) -> None:
    server.answer = AnalystModel()
    for flags, titles in ((("--offline",), False), ((), True)):
        root = tmp_path / f"project{len(flags)}"
        root.mkdir()
        with_criterion(root)
        ran = program("plan", SLUG, "--json", "--project", root, *flags)
        assert ran.code == ExitCode.DONE, ran.err
        cut = {task["title"] for task in json.loads(ran.out)["tasks"]}
        assert (cut == {"Send the invoice with the order"}) is titles
    assert len(server.received) == 1


def test_the_model_can_be_named_by_a_flag(tmp_path: Path, server: MessagesServer) -> None:
    server.script += [OPENING, SCOPED]
    run(tmp_path, "--model", "claude-sonnet-5-5")
    assert {request["model"] for request in server.requests} == {"claude-sonnet-5-5"}


def test_words_from_a_pipe_end_with_the_voice_that_failed(tmp_path: Path, server: MessagesServer) -> None:
    """Otherwise the next line would be taken for a better answer to the same question."""
    server.script += [OPENING, fails(Fault.SERVER)]
    ran = program(
        "analyze", DESCRIPTION, "--plain", "--mode", "guided", "--project", tmp_path, typed=f"{SCOPE}\nSomething else\n"
    )
    assert ran.code == ExitCode.VOICE_FAILED
    assert len(server.requests) == 2


def test_a_projects_own_files_do_not_reach_the_model_unless_trusted(tmp_path: Path, server: MessagesServer) -> None:
    write_own(tmp_path)
    server.script += [OPENING, SCOPED]
    ran = run(tmp_path, "--depth", "brief")
    assert "1 knowledge file of its own, which you have not trusted" in ran.err
    assert not any(OWN_QUESTION in received.body.decode() for received in server.received)


def test_trusted_they_do(tmp_path: Path, server: MessagesServer) -> None:
    write_own(tmp_path)
    program("trust", "--yes", "--project", tmp_path)
    server.script += [OPENING, SCOPED]
    assert "not trusted" not in run(tmp_path, "--depth", "brief").err
    assert any(OWN_QUESTION in received.body.decode() for received in server.received)


# doctor


def doctor(root: Path) -> tuple[int, dict[str, str], list[str]]:
    ran = program("doctor", "--json", "--project", root)
    report = json.loads(ran.out)
    return ran.code, report, report["findings"]


def test_doctor_says_which_model_answers_and_where(tmp_path: Path, server: MessagesServer) -> None:
    code, report, findings = doctor(tmp_path)
    assert (code, findings) == (0, [])
    assert report["model"].startswith(f"claude-opus-5-5 at {server.url.removeprefix('http://')} answers (")
    assert [received.path for received in server.received] == ["/v1/messages/count_tokens"]


def test_doctor_says_what_is_wrong_with_the_key(
    tmp_path: Path, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "another-key")
    code, report, (finding,) = doctor(tmp_path)
    assert code == ExitCode.FINDINGS
    assert "cannot be reached" in report["model"]
    assert "does not accept the key" in finding
    assert "another-key" not in json.dumps(report)


def test_doctor_asks_nobody_without_a_key(
    tmp_path: Path, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    code, report, _ = doctor(tmp_path)
    assert (code, "model" in report, server.received) == (0, False, [])


def test_doctor_passes_on_no_secret_of_the_settings(
    tmp_path: Path, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_BASE_URL", server.url.replace("//", "//user:hidden@"))
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_KEY_COMMAND", "echo hidden")
    assert "hidden" not in program("doctor", "--json", "--project", tmp_path).out
