"""The real program on an item another program made: opened from the list and left, it has changed nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_screen import CTRL_Q, terminal
from tests.support.guests import SLUG, bytes_below, leave_guest
from tests.support.projects import write_code

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
FIRST_QUESTION = "If this were finished tomorrow"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    write_code(folder)
    leave_guest(folder)
    return folder


def test_a_project_is_opened_by_its_folder_alone_and_a_guest_is_left_as_it_was(project: Path, tmp_path: Path) -> None:
    before = bytes_below(project)
    with terminal(tmp_path, "--project", "project", size=(120, 40)) as screen:
        screen.wait_for("Let clinics pay by invoice")
        screen.wait_for("in Impact Analysis")
        screen.wait_for("Another program began it.")
        screen.type("\r")
        screen.wait_for(FIRST_QUESTION)
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    assert bytes_below(project) == before


def test_a_guest_is_opened_by_its_ticket_and_kept_once_something_is_said(project: Path) -> None:
    with terminal(project, "analyze", "#30", size=(120, 40)) as screen:
        screen.wait_for(FIRST_QUESTION)
        screen.wait_for("Another program made this item.")
        screen.type("Clinics order on invoice.\r")
        screen.wait_for("Which parts of the product")
        screen.type(CTRL_Q)
        assert screen.wait_for_exit() == 0
    journal = project / "docs/requirements" / SLUG / ".roundtable/journal.jsonl"
    assert '"type":"TakenIn"' in journal.read_text(encoding="utf-8")
