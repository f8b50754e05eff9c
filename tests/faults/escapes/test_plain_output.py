"""Every command that prints, in a project in which every text tries to steer the terminal."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from tests.support.hostile_text import FAMILIES, hostile, steered_plain
from tests.support.messages_api.replies import says
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

LINE = hostile(" ", without="\0\n\r")
NAMES = [text for text in FAMILIES.values() if "/" not in text and "\0" not in text]
COMMANDS: dict[str, tuple[str, ...]] = {
    "list": ("list",),
    "list --json": ("list", "--json"),
    "check": ("check",),
    "check of an item": ("check", SLUG),
    "check --json": ("check", "--json"),
    "doctor": ("doctor",),
    "scan": ("scan", "invoice", "EVIL", "payment"),
    "scan --json": ("scan", "invoice", "--json"),
    "overview of the code": ("scan",),
    "history": ("history", SLUG),
    "history of a document": ("history", SLUG, "quick-scan.md"),
    "prompt": ("prompt", SLUG),
    "prompt --dispatch": ("prompt", SLUG, "--dispatch"),
    "trust": ("trust",),
    "turn": ("turn", SLUG, LINE, "--offline"),
    "turn again": ("turn", SLUG, "--offline"),
    "a hostile name": ("turn", LINE, "hello", "--offline"),
    "an unknown item": ("check", LINE),
    "record": ("record", SLUG),
    "plan": ("plan", SLUG),
    "plan --json": ("plan", SLUG, "--json"),
    "export --dry-run": ("export", SLUG, "bundle", "--dry-run"),
    "export": ("export", SLUG, "openspec"),
    "export of issues": ("export", SLUG, "github"),
    "export of what check found": ("export", SLUG, "sarif"),
    "brief": ("brief", SLUG),
    "brief of an unknown task": ("brief", SLUG, "--task", LINE),
    "verify": ("verify", SLUG),
    "verify --json": ("verify", SLUG, "--json"),
    "verify since an unknown commit": ("verify", SLUG, "--since", LINE),
    "a page": ("report", SLUG),
    "a page in an unknown place": ("report", SLUG, "--to", LINE),
    "comments": ("review", SLUG, "--json"),
    "comments that are not there": ("review", SLUG, "--import", LINE),
    "what agents ask": ("answer", SLUG),
    "an answer to nothing": ("answer", SLUG, LINE, LINE),
    "completion": ("completion", "bash"),
    "panels": ("panel", "list"),
    "an unknown panel": ("panel", "resume", LINE),
    "an unknown panel to close": ("panel", "close", LINE),
    "an unknown panel to deliver": ("panel", "deliver", LINE),
    "an unknown document": ("history", SLUG, LINE),
    "an unknown form": ("export", SLUG, LINE),
    "an unknown command": (LINE,),
    "an unknown flag": ("list", f"--{LINE}"),
    "an unknown seat": ("panel", "start", "queue?", "--seats", LINE),
    "an unknown strategy": ("panel", "start", "queue?", "--strategy", LINE),
    "answers that are not there": ("run", "--answers", LINE),
    "a draft that is not there": ("analyze", "Pay", "--plain", "--draft", LINE),
    "a prompt that is not there": ("dispatch", LINE),
    "a mode that is not there": ("turn", SLUG, "--mode", LINE),
    "an unknown shell": ("completion", LINE),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    write_code(root)
    for number, name in enumerate(NAMES):
        (root / "src" / f"invoice{number}{name[:40]}.py").write_text(f"def invoice(): # {LINE}\n    pass\n")
    run(project_in(root), [*PHASE_00[:3], "C", f"invoice\npayment\n{hostile()}", f"Remark {LINE}"])
    others = root / "docs/requirements" / "other"
    others.mkdir()
    (others / "meta.json").write_text(json.dumps({"description": LINE, "source_id": LINE, "analysis_status": LINE}))
    (root / "docs/requirements" / f"x{FAMILIES['OSC title']}").mkdir()
    (root / "BACKLOG.md").write_text(f"# Backlog\n\n- 1.1 [ ] {LINE}\n")
    own = root / ".roundtable"
    (own / "steps/00-quick-scan").mkdir(parents=True)
    (own / "steps/00-quick-scan/09-mine.md").write_text(f"---\ntitle: {json.dumps(LINE)}\n---\n{LINE}\n")
    (own / "config.yaml").write_text(f"{json.dumps(LINE)}: 1\ndepth: {json.dumps(LINE)}\n")
    sessions = root / ".s2s/sessions"
    sessions.mkdir(parents=True)
    (sessions / "20261116-design-x.yaml").write_text(f"id: x\ntopic: {json.dumps(LINE)}\nstatus: active\nrounds: {{\n")
    (root / ".s2s/config.yaml").write_text(f"roundtable: {json.dumps(LINE)}\n")
    author = {"GIT_AUTHOR_NAME": f"A {LINE}", "GIT_AUTHOR_EMAIL": "a@example.invalid"}
    author |= {"GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@example.invalid"}
    for arguments in (["init", "-q"], ["add", "src"], ["commit", "-qm", f"invoice {LINE}"]):
        subprocess.run(["git", "-C", str(root), *arguments], check=True, env={**os.environ, **author})
    return root


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_printed_steers_the_terminal(command: str, root: Path, promise: Promise) -> None:
    (user_folder() / "config.yaml").write_text(f"mode: guided\neditor: {json.dumps(LINE)}\nmodel: {json.dumps(LINE)}\n")
    with promise.point(command):
        ran = program(*COMMANDS[command], "--project", root)
        assert ran.code in (0, 1, 2), ran.err
        assert ran.out or ran.err
        assert not steered_plain(ran.out)
        assert not steered_plain(ran.err)


@pytest.mark.parametrize("hidden", ["in words", "in a ballot"])
def test_nothing_that_a_seat_of_a_panel_says_steers_the_terminal(
    hidden: str, root: Path, monkeypatch: pytest.MonkeyPatch, promise: Promise
) -> None:
    ballot = {name: f"{LINE} {name}" for name in ("position", "question", "synthesis", "rationale")}
    said = hostile() if hidden == "in words" else json.dumps({**ballot, "confidence": "0.7", "concerns": [LINE]})
    with MessagesServer(answer=lambda _: says(said)) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with promise.point(hidden):
            ran = program("panel", "start", f"Is {LINE} safe?", "--seats", "model", "--verbose", "--project", root)
            assert server.requests
            assert "Traceback" not in ran.err
            assert not steered_plain(ran.out)
            assert not steered_plain(ran.err)
