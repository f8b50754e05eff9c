"""A feature of spec-kit: numbers, marks and ids, and the verdict of its own prerequisites script where it is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.speckit import exported, feature_name
from tests.support.dossiers import change, small, state_of, states
from tests.support.exports import empty_item, hostile_item, sample
from tests.support.other_programs import found, put

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable_tui.domain.journal.state import State

ITEMS: dict[str, Callable[[], Material]] = {"sample": sample, "hostile": hostile_item, "empty": empty_item}


def document(material: Material, name: str) -> str:
    return next(text for file, text in exported(material).files.items() if file.endswith(f"/{name}"))


def prerequisites() -> Path:
    """The script in spec-kit's wheel."""
    package = Path(found("specify")).resolve().parent.parent
    (script,) = package.glob("lib/python*/site-packages/specify_cli/core_pack/scripts/python/check_prerequisites.py")
    return script


@pytest.mark.parametrize("which", ITEMS)
def test_spec_kit_finds_all_that_it_needs_to_build(which: str, tmp_path: Path) -> None:
    material = ITEMS[which]()
    script = prerequisites()
    put(exported(material).files, tmp_path)
    command = [sys.executable, str(script), "--json", "--require-spec", "--require-tasks", "--include-tasks"]
    judged = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    answer = json.loads(judged.stdout)
    assert Path(answer["FEATURE_DIR"]).name == f"001-{material.name}"
    assert {"research.md", "tasks.md"} <= set(answer["AVAILABLE_DOCS"])


@given(states())
def test_any_dossier_asks_for_at_most_three_clarifications(state: State) -> None:
    text = "".join(exported(Material(state, "any")).files.values())
    assert text.count("[NEEDS CLARIFICATION") == min(3, len(state.dossier.of(Kind.QUESTION)))


def test_the_ids_of_the_sample_are_read_back_from_where_spec_kit_has_them() -> None:
    dossier = sample().state.dossier
    spec = document(sample(), "spec.md")
    assert re.findall(r"^- \*\*(FR-\d+)\*\*: System (?:MUST|SHOULD|MAY) ", spec, re.MULTILINE) == [
        fr.id for fr in dossier.of(Kind.FR)
    ]
    assert sorted(re.findall(r"^\d+\. .*\((AC-\d+-\d+)\)$", spec, re.MULTILINE)) == sorted(
        ac.id for ac in dossier.of(Kind.AC)
    )
    tasks = re.findall(r"^- \[ \] (T\d{3,})(?: \[P\])?(?: \[US\d+\])? ", document(sample(), "tasks.md"), re.MULTILINE)
    assert tasks == [task.id for task in sample().plan.tasks]


def test_a_feature_gets_the_next_number_and_keeps_the_one_it_has() -> None:
    material = Material(small(), "pay")
    assert feature_name(material) == "001-pay"
    assert feature_name(replace(material, neighbours=("003-other", "readme.md", "1000-more"))) == "1001-pay"
    assert feature_name(replace(material, neighbours=("003-other", "002-pay"))) == "002-pay"


def test_a_criterion_that_no_story_tells_stands_with_its_requirement() -> None:
    changes = [
        change(Kind.FR, "FR-001", title="Pay", priority="Should Have"),
        change(Kind.AC, "AC-001-01", text="It is paid", fr=("FR-001",)),
    ]
    spec = document(Material(state_of(changes), "pay"), "spec.md")
    assert "- **FR-001**: System SHOULD support this: Pay.\n  - Priority: Should Have\n  - **Then** It is paid" in spec


def test_what_nobody_wants_is_neither_a_story_nor_a_requirement() -> None:
    changes = [
        change(Kind.FR, "FR-001", title="Pay in cash", priority="Won't Have"),
        change(Kind.STORY, "US-001", title="Cash", priority="Won't Have", want="to pay in cash", traces=("FR-001",)),
    ]
    before, _, assumed = document(Material(state_of(changes), "pay"), "spec.md").partition("## Assumptions")
    assert "FR-001" not in before
    assert "US-001" not in before
    assert "**FR-001** Pay in cash" in assumed
    assert "**US-001**" in assumed
