"""A voice sees numbered lines of the project's own code, as many as it may, and no secrets among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.files.citations import verify
from roundtable_tui.codebase.files.reader import MOST_FOUND, MOST_LINES, CodeReader
from roundtable_tui.codebase.files.secret_patterns import MARK
from roundtable_tui.domain.dossier.provenance import Exact
from roundtable_tui.errors import CitationError

if TYPE_CHECKING:
    from pathlib import Path

KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA7xN2\n" * 6 + "-----END RSA PRIVATE KEY-----\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "billing.py").write_text("import os\n\ndef invoice_total(invoice):\n    return sum(invoice.lines)\n")
    (folder / ".env").write_text("INVOICE_KEY=hunter2hunter2\n")
    (folder / "settings.py").write_text('INVOICE = 1\naws = "AKIAIOSFODNN7EXAMPLQ"\n')
    (folder / "key.py").write_text(f'KEY = """\n{KEY}"""\n')
    (tmp_path / "outside.py").write_text("invoice = 1\n")
    return folder


def test_lines_come_numbered_with_a_citation_that_holds(root: Path) -> None:
    passage = CodeReader(root).read_code("billing.py", 3, 4)
    assert passage.text == "    3  def invoice_total(invoice):\n    4      return sum(invoice.lines)"
    assert (passage.cited.start, passage.cited.end, passage.cut) == (3, 4, False)
    assert verify(root, passage.cited) == Exact()


def test_credentials_are_taken_out_visibly(root: Path) -> None:
    passage = CodeReader(root).read_code("settings.py")
    assert "AKIA" not in passage.text
    assert (passage.text.count(MARK), passage.secrets) == (1, 1)


@pytest.mark.parametrize("start", [1, 3, 5])
def test_a_key_does_not_show_when_only_its_middle_is_asked_for(root: Path, start: int) -> None:
    assert "MIIE" not in CodeReader(root).read_code("key.py", start, 6).text


def test_a_key_does_not_show_when_one_of_its_lines_is_found(root: Path) -> None:
    assert "MIIE" not in CodeReader(root).search_code(pattern="MIIEpAIBAAKCAQEA").text


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (".env", "never read"),
        ("../outside.py", "leads out of the project"),
        ("nothing.py", "no such file"),
        ("", "leads out"),
    ],
)
def test_what_may_not_be_read_is_refused_with_a_reason(root: Path, path: str, why: str) -> None:
    with pytest.raises(CitationError, match=why):
        CodeReader(root).read_code(path)


def test_binary_files_are_refused(root: Path) -> None:
    (root / "image.py").write_bytes(b"\0\1\2\n" * 9)
    with pytest.raises(CitationError, match="not source text"):
        CodeReader(root).read_code("image.py")


def test_lines_that_are_not_there_are_refused(root: Path) -> None:
    with pytest.raises(CitationError, match="has 4 lines"):
        CodeReader(root).read_code("billing.py", 5, 9)


def test_a_long_file_is_cut_and_says_so(root: Path) -> None:
    (root / "long.py").write_text("x = 1\n" * (MOST_LINES + 1))
    passage = CodeReader(root).read_code("long.py")
    assert (passage.cited.end, passage.cut) == (MOST_LINES, True)


def test_words_are_found_with_their_places_but_not_where_secrets_are(root: Path) -> None:
    finds = CodeReader(root).search_code(("invoice",))
    assert finds.text.splitlines() == [
        "billing.py:3: def invoice_total(invoice):",
        "billing.py:4: return sum(invoice.lines)",
        "settings.py:1: INVOICE = 1",
    ]


def test_a_search_with_too_many_finds_is_cut_and_says_so(root: Path) -> None:
    (root / "many.py").write_text("invoice = 1\n" * 200)
    finds = CodeReader(root).search_code(("invoice",), most=999)
    assert (finds.lines, finds.cut) == (MOST_FOUND, True)


def test_everything_shown_counts_against_one_budget(root: Path) -> None:
    reader = CodeReader(root, budget=40)
    assert reader.read_code("billing.py").cut
    assert reader.search_code(("invoice",)).cut
    with pytest.raises(CitationError, match="No more code"):
        reader.search_code(("invoice",))


def test_terminal_control_in_code_is_not_passed_on(root: Path) -> None:
    (root / "evil.py").write_text("x = '\x1b[2J'\n")
    assert "\x1b" not in CodeReader(root).read_code("evil.py").text


def test_a_folder_is_listed_without_what_may_not_be_read(root: Path) -> None:
    (root / "web").mkdir()
    (root / "web/views.py").write_text("x = 1\n")
    (root / "web/.env").write_text("TOKEN=hunter2hunter2\n")
    assert CodeReader(root).list_folder("").text.splitlines() == [
        "web/ (1 file)",
        "billing.py",
        "key.py",
        "settings.py",
    ]
    assert CodeReader(root).list_folder("./web/").text == "views.py"


def test_a_file_or_folder_that_is_not_there_is_answered_with_the_nearest_names(root: Path) -> None:
    (root / "web").mkdir()
    (root / "web/billing.ts").write_text("x = 1\n")
    with pytest.raises(CitationError, match=r"no such file: src/biling.py. Nearest names: billing.py"):
        CodeReader(root).read_code("src/biling.py")
    with pytest.raises(CitationError, match=r"Nearest names: billing.py, web/billing.ts"):
        CodeReader(root).read_code("lib/billing.py")
    with pytest.raises(CitationError, match="There is no such folder: nowhere"):
        CodeReader(root).list_folder("nowhere")


def test_a_search_says_which_lines_have_the_word_only_in_a_name_or_in_another_form(root: Path) -> None:
    (root / "billing.py").write_text("invoice = 1\ninvoice_total = 2\n# invoices\nreinvoiced = 3\n")
    lines = CodeReader(root).search_code(("invoice",)).text.splitlines()
    assert [line for line in lines if line.startswith("billing.py")] == [
        "billing.py:1: invoice = 1",
        "billing.py:2: invoice_total = 2  (a part of a name)",
        "billing.py:3: # invoices  (another form of the word)",
    ]
