"""Findings as SARIF: rules, places and fingerprints, and the verdict of Microsoft's validator where it is installed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.sarif import exported
from tests.support.dossiers import small
from tests.support.exports import hostile_item, sample
from tests.support.other_programs import put, ran

if TYPE_CHECKING:
    from pathlib import Path

SPEC = "# Requirements\n\nSee FR-001.\n\n### FR-001: Pay\n\n- **AC-001-01**: It is paid\n"
VAGUE = Finding(
    Severity.WARNING, "vague", "requirements-spec.md", "AC-001-01", "“fast” says nothing.", "Name a figure."
)
LOST = Finding(Severity.ERROR, "unreadable", "a b|ü.md", "", "It cannot be read.", "")
SHARED = Finding(Severity.NOTE, "vague", "nfr-matrix.md", "NFR-001", "It is vague.", "")


def results(*findings: Finding) -> list[dict[str, Any]]:
    material = Material(small(), "pay", "docs/requirements/pay", findings=findings)
    material = replace(material, documents={"requirements-spec.md": SPEC})
    (text,) = exported(material).files.values()
    run = json.loads(text)["runs"][0]
    assert [run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] for one in run["results"]] == [
        one["ruleId"] for one in run["results"]
    ]
    found: list[dict[str, Any]] = run["results"]
    return found


def place(result: dict[str, Any]) -> tuple[str, int]:
    location = result["locations"][0]["physicalLocation"]
    return location["artifactLocation"]["uri"], location["region"]["startLine"]


@pytest.mark.parametrize("which", ["sample", "hostile"])
def test_the_validator_finds_no_error(which: str, tmp_path: Path) -> None:
    material = sample() if which == "sample" else hostile_item()
    put(exported(material).files, tmp_path)
    judged = ran("sarif-multitool", "validate", f"{material.name}.sarif", folder=tmp_path)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert "1 files scanned" in judged.stdout
    assert re.findall(r"^.*: error .*$", judged.stdout, re.MULTILINE) == []


def test_a_finding_is_shown_where_its_entry_stands() -> None:
    found = results(VAGUE, replace(VAGUE, entry="FR-001"), replace(VAGUE, entry="FR-404"), LOST, SHARED)
    assert [place(one) for one in found] == [
        ("docs/requirements/pay/requirements-spec.md", 7),
        ("docs/requirements/pay/requirements-spec.md", 5),
        ("docs/requirements/pay/requirements-spec.md", 1),
        ("docs/requirements/pay/a%20b%7C%C3%BC.md", 1),
        ("docs/common/nfr-matrix.md", 1),
    ]
    assert [one["level"] for one in found] == ["warning", "warning", "warning", "error", "note"]
    assert found[0]["message"]["text"] == "AC-001-01: “fast” says nothing. Name a figure."


def test_a_fingerprint_stays_when_other_findings_come_and_words_change() -> None:
    def prints(*findings: Finding) -> list[str]:
        return [one["partialFingerprints"]["roundtableFinding/v1"] for one in results(*findings)]

    first = prints(VAGUE)
    assert prints(LOST, replace(VAGUE, reason="“quick” says nothing."))[1:] == first
    assert len(set(prints(VAGUE, VAGUE, LOST, SHARED))) == 4


def test_every_finding_of_the_hostile_item_is_there() -> None:
    (text,) = exported(hostile_item()).files.values()
    found = json.loads(text)["runs"][0]["results"]
    assert [one["ruleId"] for one in found] == [str(one.code) for one in hostile_item().findings]
    assert len(found) > 50
