"""The real program in a real terminal, in a project and with a server whose every text tries to steer it.

What counts is the bytes that reached the terminal: no sequence with a part of such a text in it, no C1, no bidi.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder
from tests.faults.escapes.test_plain_output import LINE, NAMES
from tests.support.hostile_text import FAMILIES, hostile, steered
from tests.support.messages_api.replies import Fault, Reply, Text, ToolUse
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, project_in, run, write_code
from tests.support.screen.terminal import Terminal
from tests.support.voices.model_turns import asking
from tests.unit.panel.tables import planned, seated_at, shelf_in

if TYPE_CHECKING:
    from tests.faults.conftest import Promise

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("hostile-screen")]

ROOT = Path(__file__).parents[3]
CTRL_Q, CTRL_F5, ESC = "\x11", "\x1b[15;5~", "\x1b"
CTRL_F12, CTRL_BACKSLASH, CTRL_BRACKET, CTRL_PAGE_DOWN = "\x1b[24;5~", "\x1c", "\x1d", "\x1b[6;5~"
LAST = "begin-lone-escape"
SMALL = hostile("\n", without="\x07")


def terminal(folder: Path, *arguments: str, **environment: str) -> Terminal:
    fixed = {"PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
    command = [sys.executable, "-m", "roundtable_tui", *arguments]
    return Terminal(command, size=(150, 50), folder=folder, environment=fixed | environment)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_code(tmp_path)
    for number, name in enumerate(NAMES):
        (tmp_path / "src" / f"invoice{number}{name[:40]}.py").write_text(f"def invoice(): # {LINE}\n    pass\n")
    own = tmp_path / ".roundtable"
    (own / "steps/00-quick-scan").mkdir(parents=True)
    (own / "steps/00-quick-scan/09-mine.md").write_text(f"---\ntitle: {json.dumps(LINE)}\n---\n{LINE}\n")
    (own / "config.yaml").write_text(f"{json.dumps(LINE)}: 1\ndepth: {json.dumps(LINE)}\n")
    return tmp_path


def quit_calmly(screen: Terminal, promise: Promise, label: str) -> None:
    screen.type(CTRL_Q)
    screen.wait_for_exit()
    with promise.point(label):
        assert not steered(bytes(screen.raw))
        assert b"Traceback" not in screen.raw


def test_the_lobby_and_what_it_opens(project: Path, promise: Promise) -> None:
    items = project / "docs/requirements"
    run(project_in(project), [*PHASE_00[:3], "C", f"invoice\npayment\n{hostile()}", f"Remark {LINE}"])
    document = items / SLUG / "quick-scan.md"
    document.write_text(f"{document.read_text()}\n## Theirs\n\n{SMALL}\n")
    for number, text in enumerate(FAMILIES.values()):
        folder = items / f"item-{number}"
        folder.mkdir()
        (folder / "meta.json").write_text(json.dumps({"description": f"item {number} {text}", "source_id": text}))
    (items / "item-0/draft.md").write_text(hostile())
    with terminal(project, "analyze", "--offline") as screen:
        screen.wait_for(f"{len(FAMILIES) + 1} items")
        screen.type(CTRL_F5)
        screen.wait_for("Yours alone")
        screen.type(ESC)
        screen.wait_for("items")
        quit_calmly(screen, promise, "lobby and settings")
    with terminal(project, "analyze", SLUG, "--offline") as screen:
        screen.wait_for("Remark begin-CSI")
        screen.wait_for("Theirs")
        screen.paste(f"pasted {hostile()}")
        screen.wait_for("[pasted" if "[pasted" in screen.text else "pasted")
        screen.type(f"{ESC}h")
        quit_calmly(screen, promise, "talk, document and paste")
    with terminal(project, "history", SLUG) as screen:
        screen.wait_for_exit()
        with promise.point("history"):
            assert not steered(bytes(screen.raw))


def is_gone(words: str, shown: str) -> bool:
    return words not in shown


def test_review_history_summary_and_panels(project: Path, promise: Promise) -> None:
    run(project_in(project), [*PHASE_00[:3], "C", f"invoice\npayment\n{hostile()}", f"Remark {LINE}"])
    played = seated_at(project, planned())
    asyncio.run(played.run())
    session = shelf_in(project).path(played.session.id)
    told = session.read_text()
    for words in ("Queue or table?", "Do it.", "What would you do?", "They would do it."):
        told = re.sub(rf"(?m): (['\"]?){re.escape(words)}\1$", lambda _: f": {json.dumps(f'Sly {LINE}')}", told)
    session.write_text(told)
    assert told.count("Sly begin-CSI") >= 3
    with terminal(project, "analyze", "--offline") as screen:
        for key, seen in ((CTRL_F12, "Where it stands"), (CTRL_BACKSLASH, "Timeline"), (CTRL_BRACKET, "begin-CSI")):
            screen.wait_for(lambda shown: "Items   Panels" in shown and "begin-CSI" not in shown)
            screen.type(key)
            screen.wait_for(seen)
            screen.type(ESC)
            screen.wait_for(partial(is_gone, seen))
        screen.type(CTRL_PAGE_DOWN)
        screen.wait_for("Sly begin-CSI")
        screen.type("\r")
        screen.wait_for("The panel ended after")
        quit_calmly(screen, promise, "summary, history, review, panels and a panel")


def test_a_draft_a_description_and_settings(project: Path, promise: Promise) -> None:
    (project / "notes.md").write_text(f"# Title {LINE}\n\n{hostile()}\n")
    (user_folder() / "config.yaml").write_text(
        f"mode: conversation\neditor: {json.dumps(LINE)}\nx: {json.dumps(LINE)}\n"
    )
    with terminal(project, "analyze", "--draft", "notes.md", "--offline") as screen:
        screen.wait_for("Title begin-CSI")
        quit_calmly(screen, promise, "draft")
    with terminal(project, "analyze", f"Pay {LINE}", "--offline") as screen:
        screen.wait_for("Pay begin-CSI")
        quit_calmly(screen, promise, "description")


def test_a_model_and_its_server(project: Path, promise: Promise) -> None:
    subprocess.run(["git", "-C", str(project), "init", "-q"], check=True)
    asks = ToolUse("ask", asking(f"What then? {LINE}", step_question="standard/1"), "toolu_ask")
    looks = ToolUse("search_code", {"words": "invoice"}, "toolu_look")
    breaks = Reply((Text(f"Half {SMALL}", 7),), fault=Fault.ERROR_EVENT, after=400, error_message=hostile())
    refuses = Reply((Text("I"),), stop_reason="refusal", stop_details={"type": "refusal", "explanation": hostile()})
    replies = (Reply((looks,)), Reply((Text(f"Well. {SMALL}", 5), asks)), breaks, refuses)
    with (
        MessagesServer(*replies) as server,
        terminal(
            project,
            "analyze",
            DESCRIPTION,
            ANTHROPIC_BASE_URL=server.url,
            ANTHROPIC_API_KEY=KEY,
            ROUNDTABLE_CLAUDE_RETRIES="0",
        ) as screen,
    ):
        screen.wait_for("Use the shipped ones instead")
        screen.type("\r")
        screen.wait_for("What then?")
        for answer in ("one", "two"):
            screen.paste(f"{answer} {hostile()}")
            screen.type("\r")
            screen.wait_for("Try again")
        quit_calmly(screen, promise, "model, tools, errors and refusals")
