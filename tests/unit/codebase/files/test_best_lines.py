"""Of many lines a voice sees first those that say most about the words it asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.reader import MOST_FOUND, CodeReader

if TYPE_CHECKING:
    from pathlib import Path


def found_in(root: Path, *words: str) -> list[str]:
    return [line.partition(":")[0] for line in CodeReader(root).search_code(words).text.splitlines()]


def test_code_comes_before_tests_and_documents_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "AAA.md").write_text("The invoice is late.\n")
    (tmp_path / "tests" / "test_pay.py").write_text("invoice = 1\n")
    (tmp_path / "zebra.py").write_text("invoice = 1\n")
    assert found_in(tmp_path, "invoice") == ["zebra.py", "tests/test_pay.py", "AAA.md"]


def test_a_rare_word_is_shown_though_a_common_one_fills_the_page(tmp_path: Path) -> None:
    (tmp_path / "common.py").write_text("order = 1\n" * 2 * MOST_FOUND)
    (tmp_path / "more.py").write_text("order = 1\n" * 2 * MOST_FOUND)
    (tmp_path / "rare.py").write_text("order = 1\n" * 2 * MOST_FOUND + "def refund(order): ...\n")
    first = CodeReader(tmp_path).search_code(("order", "refund")).text.splitlines()
    assert f"rare.py:{2 * MOST_FOUND + 1}: def refund(order): ..." in first


def test_a_word_that_is_everywhere_is_left_out_beside_one_that_is_not_and_that_is_said(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"common_{number}.py").write_text("order = 1\n")
    (tmp_path / "rare.py").write_text("def refund(): ...\n")
    finds = CodeReader(tmp_path).search_code(("order", "refund"))
    assert (finds.text, finds.cut) == ("rare.py:1: def refund(): ...", True)
