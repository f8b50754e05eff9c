"""`review` without a screen: comments out as a file, in from one, and listed; `check` and `history` know them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from roundtable_tui.cli import commands

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

from tests.support.projects import PHASE_00, SLUG, project_in, run, write_code

THEIRS = """# Comments

## quick-scan.md

### question
*By Ana*
> ## Scope

Also abroad?

### objection
*By Ana*

Nobody asked for this.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_code(tmp_path)
    run(project_in(tmp_path), PHASE_00)
    return tmp_path


def ran(root: Path, *words: str) -> Result:
    return CliRunner().invoke(commands, [*words, "--project", str(root)])


def test_a_colleagues_file_comes_in_once_and_is_listed_under_their_name(root: Path, tmp_path: Path) -> None:
    (tmp_path / "ana.md").write_text(THEIRS)
    first = ran(root, "review", SLUG, "--import", str(tmp_path / "ana.md"), "--offline")
    assert (first.exit_code, first.output.strip()) == (0, "2 comments taken in.")
    again = ran(root, "review", SLUG, "--import", str(tmp_path / "ana.md"), "--offline")
    assert again.output.strip() == "2 comments were known already."
    listed = json.loads(ran(root, "review", SLUG, "--json").output)
    assert {(one["author"], one["standing"]) for one in listed} == {("Ana", "open")}
    checked = ran(root, "check", SLUG).output
    assert "note comment-open" in checked
    assert "A comment by Ana is open (question): Also abroad?" in checked


def test_the_files_of_two_people_give_the_same_in_either_order(tmp_path: Path) -> None:
    (tmp_path / "ana.md").write_text(THEIRS)
    (tmp_path / "ben.md").write_text(THEIRS.replace("Ana", "Ben").replace("Also abroad?", "Only at home?"))
    files = []
    for order in ("ana", "ben"), ("ben", "ana"):
        root = tmp_path / order[0]
        root.mkdir()
        write_code(root)
        run(project_in(root), PHASE_00)
        for name in order:
            ran(root, "review", SLUG, "--import", str(tmp_path / f"{name}.md"), "--offline")
        out = root / "out.md"
        ran(root, "review", SLUG, "--export", str(out), "--as", "Eva")
        files.append(out.read_bytes())
    assert files[0] == files[1]
    assert files[0].count(b"Asked at the table") == 4


def test_what_goes_out_comes_back_as_known(root: Path, tmp_path: Path) -> None:
    (tmp_path / "ana.md").write_text(THEIRS)
    ran(root, "review", SLUG, "--import", str(tmp_path / "ana.md"), "--offline")
    out = tmp_path / "out.md"
    written = ran(root, "review", SLUG, "--export", str(out), "--as", "Ben")
    assert written.output.startswith("2 comments written to ")
    assert "Also abroad?" in out.read_text()
    assert ran(root, "review", SLUG, "--export", str(out)).exit_code == 0, "its own file may be written again"
    assert "known already" in ran(root, "review", SLUG, "--import", str(out), "--offline").output


def test_a_file_of_somebody_elses_is_left_alone(root: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# My notes\n")
    done = ran(root, "review", SLUG, "--export", str(tmp_path / "notes.md"))
    assert done.exit_code
    assert "is no file of comments" in str(done.exception)
    assert (tmp_path / "notes.md").read_text() == "# My notes\n"


def test_what_cannot_be_read_is_named_and_the_rest_comes_in(root: Path, tmp_path: Path) -> None:
    (tmp_path / "ana.md").write_text(THEIRS + "\n### change\n*By Ana*\n")
    done = ran(root, "review", SLUG, "--import", str(tmp_path / "ana.md"), "--offline")
    assert "2 comments taken in." in done.output
    assert "ana.md:" in done.output
    assert "says nothing" in done.output


def test_accepted_states_are_compared_by_their_numbers(root: Path) -> None:
    assert "nothing differs" in ran(root, "history", SLUG, "--between", "1", "now").output
    wrong = ran(root, "history", SLUG, "--between", "1", "7")
    assert "There is no accepted state '7'" in str(wrong.exception)


def test_whoever_wants_no_screen_is_told_the_comments_in_lines(root: Path, tmp_path: Path) -> None:
    (tmp_path / "ana.md").write_text(THEIRS)
    ran(root, "review", SLUG, "--import", str(tmp_path / "ana.md"), "--offline")
    told = CliRunner(env={"ACCESSIBLE": "1"}).invoke(commands, ["review", SLUG, "--project", str(root)])
    assert told.exit_code == 0
    assert "Open: question by Ana on " in told.output
    assert "Also abroad?" in told.output


def test_without_a_terminal_it_says_what_can_be_done_instead(root: Path) -> None:
    done = ran(root, "review", SLUG)
    assert "no terminal" in str(done.exception)
