"""What a project says about itself is found, read within bounds, and never where a secret could be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.codebase.files.discovery import (
    MOST_DOCUMENTS,
    discovery_documents,
    documents_read,
    read_document,
)
from roundtable_tui.codebase.files.listing import list_files
from roundtable_tui.codebase.impact.scan import scan
from roundtable_tui.domain.journal.code_facts import DocumentRead

if TYPE_CHECKING:
    from pathlib import Path

README = """\
# Clinic orders

Clinics order and get invoices.

## Billing ##

```
# not a heading
```

Checkout
--------
"""


def written(root: Path, *names: str, text: str = "# Title\n") -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def found(root: Path, *skip: str) -> list[str]:
    return [file.name for file in discovery_documents(list_files(root, skip).files)]


def test_the_documents_at_the_root_come_first_then_those_in_docs(tmp_path: Path) -> None:
    names = (
        "docs/billing.md",
        "README.md",
        "CLAUDE.md",
        "AGENTS.md",
        "ARCHITECTURE.md",
        "docs/adr/0001.md",
        "docs/a.rst",
    )
    written(tmp_path, *names, "src/README.md", "docs/picture.py", "CHANGELOG.md", "docs/a/b/c/deep.md")
    assert found(tmp_path) == [
        "AGENTS.md",
        "CLAUDE.md",
        "ARCHITECTURE.md",
        "README.md",
        "docs/a.rst",
        "docs/billing.md",
        "docs/adr/0001.md",
    ]


def test_our_own_documents_are_not_among_them_and_there_are_never_too_many(tmp_path: Path) -> None:
    written(tmp_path, "docs/requirements/pay/requirements-spec.md", *(f"docs/{number:03}.md" for number in range(60)))
    names = found(tmp_path, "docs/requirements")
    assert len(names) == MOST_DOCUMENTS
    assert not any(name.startswith("docs/requirements") for name in names)


def test_a_link_that_leads_out_and_a_file_with_secrets_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("# Elsewhere\n")
    root = tmp_path / "project"
    written(root, "docs/credentials", "AGENTS.md")
    (root / "README.md").symlink_to(tmp_path / "outside.md")
    assert [one.path for one in documents_read(discovery_documents(list_files(root).files), ())] == ["AGENTS.md"]


def test_headings_and_the_words_of_the_change_are_told(tmp_path: Path) -> None:
    written(tmp_path, "README.md", text=README)
    assert scan(tmp_path, ("invoice", "refund", "order")).documents == (
        DocumentRead("README.md", ("Clinic orders", "Billing", "Checkout"), ("invoice", "order")),
    )


def test_what_would_move_a_cursor_is_taken_out_of_headings() -> None:
    assert read_document("x", "# A\x1b[2Jb\n\n#\n", ()).headings == ("Ab",)
