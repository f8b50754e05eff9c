"""`roundtable-tui scan` tells people and programs what a change would touch, and changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from click.testing import CliRunner

from roundtable_tui.cli import commands

if TYPE_CHECKING:
    from pathlib import Path


def scan(root: Path, *arguments: str) -> str:
    result = CliRunner().invoke(commands, ["scan", *arguments, "--project", str(root)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def project(root: Path) -> Path:
    (root / "shop").mkdir()
    (root / "shop" / "invoice.py").write_text("class Invoice:\n    total = 1\n")
    (root / "shop" / "checkout.py").write_text("from shop.invoice import Invoice\n\n\ndef pay():\n    return Invoice\n")
    (root / ".env").write_text("KEY=1\n")
    return root


def test_words_give_a_report_that_can_be_read_and_one_that_can_be_parsed(tmp_path: Path) -> None:
    root = project(tmp_path)
    text = scan(root, "total")
    assert "2 files looked into. Left out: 1 secret." in text
    assert "shop/invoice.py:2" in text
    assert "uses shop/invoice.py" in text
    assert "Scope: small (1 file to edit)" in text
    data = json.loads(scan(root, "total", "--json"))
    assert [(one["path"], one["tier"]) for one in data["touched"]] == [("shop/invoice.py", 1), ("shop/checkout.py", 2)]
    assert sorted(path.name for path in root.iterdir()) == [".env", "shop"]


def test_of_a_sentence_the_telling_words_are_looked_for(tmp_path: Path) -> None:
    root = project(tmp_path)
    quoted, bare = "Show the total of an invoice", "Show the total of an invoice".split()
    assert scan(root, quoted) == scan(root, *bare) == scan(root, "total", "invoice")


def test_what_a_sentence_calls_by_its_name_leads_and_what_tells_nothing_says_so(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "pyproject.toml").write_text('[project]\nname = "shop"\n')
    text = scan(root, "Show the total of the shop in shop/checkout.py")
    first = text.partition("Files to edit (tier 1)")[2].splitlines()[1]
    assert first.split()[0].startswith("shop/checkout.py")
    assert "you named it" in first
    assert "tells nothing: the project's own name" in text


def test_without_words_the_project_is_told(tmp_path: Path) -> None:
    text = scan(project(tmp_path))
    assert "python  2 files" in text
    assert "shop/invoice.py  used by 1 file" in text
