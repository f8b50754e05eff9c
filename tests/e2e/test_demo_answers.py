"""The interview that ships as an example runs to its end, and its documents say what was said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.library.loader import shipped_assets
from tests.support.program import Ran, program

if TYPE_CHECKING:
    from pathlib import Path

SLUG = "let-clinics-pay-by-invoice"
ANSWERS = shipped_assets() / "demo" / "answers.yaml"


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    monkeypatch.chdir(tmp_path)
    return program("run", "--answers", ANSWERS)


def test_the_demo_interview_runs_to_the_end_without_a_gap(ran: Ran, tmp_path: Path) -> None:
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[-2:] == [
        f"Phase 04 (Design) complete. Analysis complete. {SLUG} is ready to build.",
        "ROUNDTABLE_COMPLETE",
    ]
    assert "Closed with this still open" not in ran.out
    assert "were not needed" not in ran.out
    meta = json.loads((tmp_path / "docs" / "requirements" / SLUG / "meta.json").read_text())
    assert len(meta["steps_completed"]) == 24
    assert meta["analysis_status"] == "analyzed"


def test_every_answer_of_the_demo_interview_was_understood(ran: Ran) -> None:
    assert "I could not tell" not in ran.out
    assert "I could not find" not in ran.out
