"""A server that sends requests on to somebody else, answers without an end or asks for the absurd: a sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import ExitCode
from tests.support.disk.sampling import EVERY_ONE
from tests.support.messages_api.replies import Fault, Reply
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.program import program
from tests.support.projects import DESCRIPTION, write_code

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("anthropic")]

WITHOUT_END = (Fault.PACKED, *((Fault.ENDLESS_ERROR, Fault.ENDLESS_LINE, Fault.ENDLESS_WORDS) if EVERY_ONE else ()))
WAITS = ("1e308", *(("1e999", "nan", "-1", "9" * 60, "٣", "soon") if EVERY_ONE else ()))
TURN = ("turn", DESCRIPTION, "--mode", "conversation")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_code(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ROUNDTABLE_CLAUDE_RETRIES", "0")
    return tmp_path


def test_nothing_is_sent_on_to_another_address(
    project: Path, monkeypatch: pytest.MonkeyPatch, promise: Promise
) -> None:
    with MessagesServer() as elsewhere, MessagesServer() as ours:
        there = elsewhere.url.replace("127.0.0.1", "localhost")
        ours.answer = lambda _: Reply(fault=Fault.SENT_ON, headers={"location": f"{there}/v1/messages"})
        monkeypatch.setenv("ANTHROPIC_BASE_URL", ours.url)
        with promise.point():
            ran = program(*TURN, "--project", project)
            assert ran.code == ExitCode.VOICE_FAILED
            assert "sends requests on to localhost" in ran.err
            assert elsewhere.received == []


@pytest.mark.parametrize("fault", WITHOUT_END, ids=str)
def test_an_answer_without_an_end_is_ended(
    fault: Fault, project: Path, monkeypatch: pytest.MonkeyPatch, promise: Promise
) -> None:
    with MessagesServer(answer=lambda _: Reply(fault=fault)) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with promise.point(fault):
            ran = program(*TURN, "--project", project)
            assert ran.code == ExitCode.VOICE_FAILED, ran.err
            assert "Traceback" not in ran.err
            assert len(ran.err) < 1_000


@pytest.mark.parametrize("wait", WAITS)
def test_a_server_that_asks_for_an_absurd_wait_is_not_quoted(
    wait: str, project: Path, monkeypatch: pytest.MonkeyPatch, promise: Promise
) -> None:
    headers = {"retry-after": wait.encode().decode("latin-1")}
    with MessagesServer(answer=lambda _: Reply(fault=Fault.RATE_LIMIT, headers=headers)) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with promise.point(wait):
            ran = program(*TURN, "--json", "--project", project)
            assert ran.code == ExitCode.VOICE_FAILED, ran.err
            assert len(ran.err) < 300
            assert all(json.loads(line) for line in ran.out.splitlines())
