"""Guided mode as a user meets it in the plain terminal: tiers, own steps, typed commands, a finished item."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from roundtable_tui.library.assets import shipped_assets
from tests.support.program import Ran, program
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, write_code

DEMO = shipped_assets() / "demo" / "answers.yaml"
DEMO_SLUG = "let-clinics-pay-by-invoice"
MY_STEP = """---
step_id: "00-09"
title: Who Must Know
persona: business-analyst
depth: standard
outputs: [who-must-know.md]
captures:
  standard:
    - {kind: user, field: text, preset: {role: stakeholder}}
---

## Standard Mode

1. Whom do you have to tell before this ships?
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_code(tmp_path)
    return tmp_path


def run(root: Path, answers: list[str], **more: str) -> Ran:
    file = root / "answers.yaml"
    file.write_text(yaml.safe_dump({"description": DESCRIPTION, "answers": answers, **more}))
    return program("run", "--answers", file, "--project", root)


def git(root: Path, *words: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.example")
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


def steps_in(ran: Ran) -> list[str]:
    return [line.split("Step ")[1].split(":")[0] for line in ran.out.splitlines() if " -- Step " in line]


def test_a_step_dropped_into_the_project_is_asked_in_its_place_and_writes_its_own_document(root: Path) -> None:
    folder = root / ".roundtable/steps/00-quick-scan"
    folder.mkdir(parents=True)
    (folder / "09-who-must-know.md").write_text(MY_STEP)
    ran = run(root, [*PHASE_00, "The data protection officer", "C"])
    assert steps_in(ran)[:4] == ["00-01", "00-02", "00-03", "00-09"]
    assert "data protection officer" in (root / "docs/requirements" / SLUG / "who-must-know.md").read_text()


def test_an_empty_file_switches_a_shipped_step_off(root: Path) -> None:
    folder = root / ".roundtable/steps/00-quick-scan"
    folder.mkdir(parents=True)
    (folder / "02-keyword-search.md").write_text("")
    assert steps_in(run(root, list(PHASE_00)))[:2] == ["00-01", "00-03"]


def test_light_does_not_ask_about_architecture(tmp_path: Path) -> None:
    ran = program("run", "--answers", DEMO, "--tier", "light", "--project", tmp_path)
    assert not [step for step in steps_in(ran) if step.startswith("03")]
    assert [step for step in steps_in(ran) if step.startswith("02")]


def test_trivial_asks_the_least_that_makes_a_useful_note(root: Path) -> None:
    ran = run(
        root,
        [
            "Checkout",
            "C",
            "90 % of invoices paid in 35 days",
            "C",
            "Pay later",
            "C",
        ],
        tier="trivial",
    )
    assert steps_in(ran) == ["00-01", "01-01", "01-06"]


def test_a_finished_item_is_current_until_the_code_moves_on(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    assert program("run", "--answers", DEMO, "--project", tmp_path).code == 0
    again = program("analyze", DEMO_SLUG, "--plain", "--project", tmp_path)
    assert "complete and current" in again.out
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "two")
    asked = program("analyze", DEMO_SLUG, "--plain", "--project", tmp_path, typed="n\n")
    assert "Go through it again? (y/N)" in asked.out
    assert " -- Step " not in asked.out


def test_going_through_a_finished_item_again_shows_what_is_known_to_be_confirmed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    program("run", "--answers", DEMO, "--project", tmp_path)
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "two")
    again = program("analyze", DEMO_SLUG, "--plain", "--project", tmp_path, typed="y\nyes\n")
    assert steps_in(again)[:1] == ["00-01"]
    assert "Say yes if that answers it" in again.out
    meta = json.loads((tmp_path / "docs/requirements" / DEMO_SLUG / "meta.json").read_text())
    assert len(meta["steps_completed"]) == 24


def test_what_the_plain_interview_has_no_keys_for_can_be_typed(root: Path) -> None:
    typed = "They can pay later.\n/steps\n/depth deep\n/undo\n/continue\n/help\n/reopen 09-99\n"
    ran = program("analyze", DESCRIPTION, "--plain", "--project", root, typed=typed)
    assert ran.code == 0
    assert "[>] 00-01 Scope Estimation" in ran.out
    assert "Before I close this step" in ran.out
    assert "/reopen STEP" in ran.out
    assert "Say which step" in ran.out
    assert "Saved. Open the item again" in ran.out


def test_what_was_taken_back_comes_back_by_words_in_an_answers_file(root: Path) -> None:
    ran = run(root, [PHASE_00[0], "undo", "redo", PHASE_00[1], "undo", *PHASE_00[1:]])
    assert ran.code == 0
    assert ran.out.count("Noted: SCOPE-001") == 1, "but not what was said of the answer before"
    assert steps_in(ran) == ["00-01", "00-01", "00-02", "00-03", "01-01"], "what waits after an undo is shown again"
    assert PHASE_00[0] in (root / "docs/requirements" / SLUG / "quick-scan.md").read_text()


def test_a_path_is_an_answer_not_a_command(root: Path) -> None:
    ran = program("analyze", DESCRIPTION, "--plain", "--project", root, typed="/usr/bin/pay changes for shops\n")
    assert "Noted: SCOPE-001 /usr/bin/pay changes for shops" in ran.out


def test_the_shell_completes_items(root: Path) -> None:
    run(root, list(PHASE_00[:2]))
    script = program("completion", "bash")
    assert "_ROUNDTABLE_TUI_COMPLETE=bash_complete" in script.out
    environment = {
        **os.environ,
        "_ROUNDTABLE_TUI_COMPLETE": "bash_complete",
        "COMP_WORDS": "roundtable-tui analyze let",
        "COMP_CWORD": "2",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    program_ = [
        sys.executable,
        "-c",
        "import sys; sys.argv[0] = 'roundtable-tui'; import roundtable_tui.cli as c; c.main()",
    ]
    done = subprocess.run(program_, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"plain,{SLUG}"


def test_no_terminal_says_what_to_use_instead(root: Path) -> None:
    ran = program("analyze", DESCRIPTION, "--project", root)
    assert ran.code == 2
    assert "--plain" in ran.sentences[0]
