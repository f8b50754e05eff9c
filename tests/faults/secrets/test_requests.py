"""A project full of planted credentials, and a model that asks for all of it: none of them reaches a request.

The real program talks to a real server; what counts is every body it was sent, all that was printed, and every file
that the program keeps in the user's home.
"""

from __future__ import annotations

import itertools
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from tests.support.disk.sampling import EVERY_ONE
from tests.support.messages_api.replies import Reply, ToolUse, says
from tests.support.messages_api.server import KEY, MessagesServer, Received
from tests.support.planted import SHAPES, Planted, words_of
from tests.support.program import program
from tests.support.projects import write_code
from tests.support.voices.analyst_model import AnalystModel, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("anthropic")]

CHOSEN = list(SHAPES) if EVERY_ONE else ["github", "a jumble that is called a token"]
NEVER_OPENED = (".env", "id_rsa", "credentials.json", ".npmrc", "deploy/server.pem", ".aws/config")


@pytest.fixture(params=CHOSEN)
def planted(request: pytest.FixtureRequest) -> Planted:
    return Planted(request.param)


@pytest.fixture
def project(tmp_path: Path, planted: Planted, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_code(tmp_path)
    for name in NEVER_OPENED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"invoice {planted[name]}\n")
    source = tmp_path / "src" / "billing"
    (source / "keys.py").write_text(f"def invoice():\n    api_key = '{planted['code']}'\n")
    (source / "invoices.py").write_text(f"# invoice {planted['comment']}\ndef invoice():\n    return 1\n")
    (source / "long.py").write_text(f"invoice = '{'-' * 270}', '{planted['cut line']}'\n")
    (source / f"invoice {planted['file name']}.py").write_text("def invoice(): pass\n")
    (source / f"of {planted['folder name']}").mkdir()
    (source / f"of {planted['folder name']}" / "invoice.py").write_text("def invoice(): pass\n")
    (tmp_path / "BACKLOG.md").write_text(f"# Backlog\n\n- 1.1 [ ] Pay by invoice {planted['backlog']}\n")
    (tmp_path / "README.md").write_text(f"# Shop\n\nInvoices. {planted['readme']}\n")
    own = tmp_path / ".roundtable"
    (own / "steps/00-quick-scan").mkdir(parents=True)
    (own / "steps/00-quick-scan/09-mine.md").write_text(f"---\ntitle: Mine\n---\n{planted['knowledge']}\n")
    (own / "config.yaml").write_text(f"depth: brief {planted['settings']}\n")
    (user_folder() / "config.yaml").write_text("mode: conversation\n")
    monkeypatch.setenv("DATABASE_PASSWORD", planted["environment"])
    git = {"GIT_AUTHOR_NAME": f"A {planted['author']}"}
    head = f"Make the invoice {planted['commit']}"
    for arguments in (
        ("init", "-q"),
        ("config", "remote.origin.url", f"https://me:{planted['remote']}@example.invalid/shop.git"),
        ("config", "user.name", f"Me {planted['user name']}"),
        ("config", "http.extraHeader", f"Authorization: Bearer {planted['header']}"),
        ("config", f"url.https://me:{planted['instead of']}@example.invalid.insteadOf", "https://example.invalid"),
        ("add", "-f", "."),
        ("commit", "-qm", head),
        ("commit", "-q", "--allow-empty", "-m", f"{'invoice ' * 35}{planted['cut commit']}"),
    ):
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, env={**os.environ, **git})
    return tmp_path


class Curious(AnalystModel):
    """Before it does anything else, it asks once for everything of which it could know the name."""

    def __init__(self, project: Path, planted: Planted) -> None:
        super().__init__()
        files = [path.relative_to(project).as_posix() for path in sorted(project.rglob("*")) if path.is_file()]
        self._files = [name for name in files if not name.startswith(".git/") and not planted.found_in(name)]
        self._numbers = itertools.count(1)

    def __call__(self, received: Received) -> Reply:
        request = received.request
        offered = {tool["name"] for tool in request.get("tools", ())}
        if len(request["messages"]) > 1 or kind_of(received) == "mend" or "search_code" not in offered:
            return super().__call__(received)
        wanted: list[tuple[str, dict[str, object]]] = [
            ("search_code", {"words": "invoice"}),
            ("list_folder", {"path": ""}),
            ("list_folder", {"path": "src/billing"}),
            ("list_folder", {"path": "src/biling"}),
            ("search_history", {"words": "invoice", "path": ""}),
            ("search_history", {"words": "", "path": "src"}),
            *(("read_code", {"path": name, "start": 1, "end": 50}) for name in self._files),
            ("read_code", {"path": ".git/config", "start": 1, "end": 50}),
            ("read_code", {"path": "../../etc/passwd", "start": 1, "end": 50}),
        ]
        calls = (ToolUse(name, given, f"look_{next(self._numbers)}") for name, given in wanted if name in offered)
        return Reply((*calls,))


@pytest.fixture
def server(project: Path, planted: Planted, monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesServer]:
    with MessagesServer(answer=Curious(project, planted)) as running:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.url)
        monkeypatch.setenv("ROUNDTABLE_CLAUDE_RETRIES", "0")
        yield running


@pytest.mark.parametrize("mode", ["guided", "conversation", "team"])
def test_no_request_holds_one(
    mode: str, project: Path, planted: Planted, server: MessagesServer, home: Path, promise: Promise
) -> None:
    said = (
        f"Finance loses two days. The key is {planted['answer']}",
        f"```\nexport STRIPE_API_KEY={planted['pasted']}\n```\nand @src/billing/keys.py",
        f"{'invoice ' * 40}{planted['long answer']}",
    )
    begun = program("turn", f"Pay by invoice {planted['description']}", "--mode", mode, "--project", project)
    assert begun.code == 0, begun.err
    slug = next(path.name for path in (project / "docs/requirements").iterdir())
    for words in said:
        ran = program("turn", slug, words, "--project", project)
        assert ran.code == 0, ran.err
    assert len(server.requests) > len(said)
    for number, received in enumerate(server.received):
        with promise.point(f"{mode}, request {number}"):
            assert not planted.found_in(words_of(received.body))
            assert not planted.found_in(str({name: v for name, v in received.headers.items() if name != "x-api-key"}))
    for command in (("prompt", slug), ("prompt", slug, "--json"), ("doctor",), ("scan", "invoice"), ("check", slug)):
        with promise.point(f"{mode}, {command[0]}"):
            ran = program(*command, "--project", project)
            assert "Traceback" not in ran.err
            assert not planted.found_in(ran.err)
            if command[0] in ("prompt", "doctor"):
                assert not planted.found_in(ran.out)
    with promise.point(f"{mode}, what is kept in the home folder"):
        kept = planted.found_below(home)
        index = {path for path in kept if path.endswith(".sqlite")}  # it knows each file by its name
        assert {place for path in index for place in kept[path]} <= {"file name", "folder name"}
        assert set(kept) == index


def test_no_seat_of_a_panel_is_told_one(
    project: Path, planted: Planted, server: MessagesServer, promise: Promise
) -> None:
    server.answer = lambda _: says("I have nothing to say.")
    topic = f"Is the api key {planted['topic']} safe?"
    ran = program("panel", "start", topic, "--seats", "model", "--verbose", "--project", project)
    assert "Traceback" not in ran.err
    assert server.requests
    for number, received in enumerate(server.received):
        with promise.point(f"panel, request {number}"):
            assert not planted.found_in(words_of(received.body))


def test_an_address_with_a_password_is_never_shown(
    project: Path, planted: Planted, server: MessagesServer, monkeypatch: pytest.MonkeyPatch, promise: Promise
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url.replace("://", f"://me:{planted['address']}@"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", planted["key"])
    for command in (("doctor",), ("turn", "Pay by invoice"), ("turn", "Pay by invoice", "--json"), ("list",)):
        with promise.point(" ".join(command)):
            ran = program(*command, "--project", project)
            assert not {"address", "key"} & {*planted.found_in(ran.out + ran.err)}
