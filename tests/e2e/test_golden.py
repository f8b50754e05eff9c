"""The sample analysis gives exactly the documents that were read and found good."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
import yaml

from roundtable_tui.artifacts.lint.repetition import repetition
from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.artifacts.render.markup import anchor, unescaped
from tests.support.golden import GOLDEN, analysed

if TYPE_CHECKING:
    from pathlib import Path

_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")


def golden() -> dict[str, str]:
    return {
        str(path.relative_to(GOLDEN)): path.read_text(encoding="utf-8")
        for path in sorted(GOLDEN.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def documents() -> dict[str, str]:
    return {name.rpartition("/")[2]: text for name, text in golden().items()}


@pytest.mark.slow
def test_the_sample_analysis_gives_the_golden_documents(tmp_path: Path) -> None:
    assert analysed(tmp_path) == golden()


def test_every_link_leads_to_a_document_and_a_heading_in_it(documents: dict[str, str]) -> None:
    anchors = {
        name: {anchor(unescaped(heading.lstrip("# "))) for heading in parsing.headings(text)}
        for name, text in documents.items()
    }
    links = [
        (name, file.rpartition("/")[2] or name, fragment)
        for name, text in documents.items()
        for file, fragment in _LINK.findall(text)
    ]
    lost = [
        (name, file, fragment)
        for name, file, fragment in links
        if file not in documents or (fragment and fragment not in anchors[file])
    ]
    assert len(links) > 100
    assert lost == []


def test_a_link_out_of_the_shared_matrix_leads_to_the_item() -> None:
    (target,) = [file for file, _ in _LINK.findall((GOLDEN / "common/nfr-matrix.md").read_text(encoding="utf-8"))]
    assert (GOLDEN / "common" / target).is_file()


def test_little_of_the_sample_stands_twice(documents: dict[str, str]) -> None:
    assert repetition(documents).share < 0.03


def test_every_requirement_of_the_sample_can_be_followed_to_a_file(documents: dict[str, str]) -> None:
    rows = [parsing.cells(line) for line in documents["design-summary.md"].splitlines() if line.startswith("| [FR-")]
    assert len(rows) == len(parsing.requirements(documents["requirements-spec.md"])) == 8
    assert [row for row in rows if "–" in row] == []


def test_the_data_files_of_the_sample_parse(documents: dict[str, str]) -> None:
    assert len(json.loads(documents["user-stories.json"])["stories"]) == 8
    assert len(yaml.safe_load(documents["interface-spec.yaml"])["interfaces"]) == 9
    assert {row[0] for row in parsing.matrix(documents["traceability-matrix.csv"])} == {
        fr.id for fr in parsing.requirements(documents["requirements-spec.md"])
    }


def test_nothing_of_the_sample_is_pending(documents: dict[str, str]) -> None:
    assert [name for name, text in documents.items() if "## Pending Sections" in text] == []
