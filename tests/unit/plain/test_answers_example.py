"""The example of an answers file in the README runs exactly as it is printed there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.storage.paths import ProjectPaths
from tests.support.program import program

if TYPE_CHECKING:
    import pytest

README = Path(__file__).parents[3] / "README.md"


def _section() -> str:
    return README.read_text().partition("### From an answers file")[2].partition("\n### ")[0]


def _printed(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", _section(), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_printed_answers_file_runs_with_the_printed_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers.yaml").write_text(_printed("yaml"))
    name, *arguments = shlex.split(_printed("sh"))
    assert name == "roundtable-tui"
    ran = program(*arguments)
    assert (ran.code, ran.err) == (0, "")
    document = tmp_path / "docs/requirements/let-customers-pay-by-invoice/requirements-spec.md"
    assert "Accounting chases forty business customers by hand" in document.read_text()
    assert "were not needed" not in ran.out


def test_with_more_entries_it_goes_on_after_the_last_one_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = tmp_path / "answers.yaml"
    answers.write_text(_printed("yaml"))
    program(*shlex.split(_printed("sh"))[1:])
    answers.write_text(f"{_printed('yaml')}  - invoice\n")
    assert program(*shlex.split(_printed("sh"))[1:]).code == 0
    journal = ProjectPaths(tmp_path).journal("let-customers-pay-by-invoice").read_text()
    said = [json.loads(line).get("text") for line in journal.splitlines() if '"UserSaid"' in line]
    assert len(said) == 4
    assert said[-1] == "invoice"


def test_a_project_is_named_without_a_command(tmp_path: Path) -> None:
    ran = program("--project", tmp_path)
    assert len(ran.sentences) == 1
    assert ran.sentences[0].startswith("There is no terminal to draw on.")
    missing = program("--project", tmp_path / "nowhere")
    assert missing.code == 2
