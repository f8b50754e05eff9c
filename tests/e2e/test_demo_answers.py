"""The interview that ships as an example runs to its end, and its documents say what was said."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.library.assets import shipped_assets
from tests.support.program import program
from tests.support.voices.scripted import single_questions

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SLUG = "let-clinics-pay-by-invoice"
ANSWERS = shipped_assets() / "demo" / "answers.yaml"


def test_the_demo_interview_runs_to_the_end_without_a_gap_and_every_answer_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = program("run", "--answers", ANSWERS)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[-2:] == [
        f"Phase 04 (Design) complete. Analysis complete. {SLUG} is ready to build.",
        "ROUNDTABLE_COMPLETE",
    ]
    assert "Left open, as an assumption" not in ran.out
    assert "were not needed" not in ran.out
    meta = json.loads((tmp_path / "docs" / "requirements" / SLUG / "meta.json").read_text())
    assert len(meta["steps_completed"]) == 24
    assert meta["analysis_status"] == "analyzed"
    assert "I could not tell" not in ran.out
    assert "I could not find" not in ran.out


def test_the_demo_interview_asks_at_most_sixty_single_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shipped_assets() / "demo" / "project", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    assert program("run", "--answers", ANSWERS).code == 0
    journal = tmp_path / "docs" / "requirements" / SLUG / ".roundtable" / "journal.jsonl"
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    asked = [Question(**line["asked"]) for line in lines if line["type"] == "Spoke" and line.get("asked")]
    assert sum(map(single_questions, asked)) <= 60
