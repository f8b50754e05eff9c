"""What a voice sees of the code: contained, without secrets, and the same from several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import CitationError
from roundtable_tui.session.code.code_access import CodeForVoices
from tests.support.projects import write_code

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def code(tmp_path: Path) -> CodeForVoices:
    write_code(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "about.md").write_text("invoice\n")
    (tmp_path / "settings.py").write_text('password = "hunter2secret"\n')
    return CodeForVoices(tmp_path, ("docs",))


def test_words_are_found_with_their_places_but_not_in_our_own_folders(code: CodeForVoices) -> None:
    found = code.search("invoice payment")
    assert "src/billing/core.py:1: def billing(invoice, payment):" in found
    assert "docs/" not in found


def test_words_that_do_not_occur_are_said_not_to(code: CodeForVoices) -> None:
    assert code.search("zebra") == "None of these words occurs in the code, neither whole nor as a part of a name."


def test_lines_are_read_with_their_numbers_and_cited(code: CodeForVoices) -> None:
    assert code.read("src/mail/core.py", 1, 1) == "    1  def mail(invoice, payment):"
    cited = code.cite("src/mail/core.py", 1, 2)
    assert (cited.path, cited.start, cited.end, bool(cited.digest)) == ("src/mail/core.py", 1, 2, True)


@pytest.mark.parametrize("path", ["../elsewhere.py", "/etc/passwd", ".env", "nowhere.py"])
def test_what_may_not_be_seen_is_refused(code: CodeForVoices, path: str) -> None:
    with pytest.raises(CitationError):
        code.read(path, 1, 2)
    with pytest.raises(CitationError):
        code.cite(path, 1, 2)


def test_secrets_are_taken_out(code: CodeForVoices) -> None:
    assert "hunter2secret" not in code.search("password") + code.read("settings.py", 1, 1)


def test_several_can_ask_at_once(code: CodeForVoices) -> None:
    with ThreadPoolExecutor(6) as threads:
        found = set(threads.map(code.search, ["invoice"] * 12))
    assert len(found) == 1
