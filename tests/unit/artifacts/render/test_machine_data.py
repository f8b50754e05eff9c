"""The blocks at the end of documents hold the fields other programs size the work by, in the types they read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.artifacts.reading import parsing
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.code_facts import Scanned
from tests.support.dossiers import change, state_of
from tests.support.golden import GOLDEN
from tests.support.other_program import affected_files, files_to_cover, sizing_by_impact, sizing_by_quick_scan
from tests.support.projects import project_in
from tests.support.scans import SCAN
from tests.unit.artifacts.render.test_code_evidence import STATED

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import State

FEW = [f"src/part_{number}.py" for number in range(3)]
MANY = [f"src/part_{number}.py" for number in range(20)]


def touching(edited: list[str], felt: list[str], **rating: str) -> State:
    files = [*((path, "1", "MODIFY") for path in edited), *((path, "2", "NO CHANGE") for path in felt)]
    changes = [
        change(Kind.FILE, f"FILE-{number:03d}", (Inferred((1,)),), path=path, tier=tier, action=action)
        for number, (path, tier, action) in enumerate(files, 1)
    ]
    if rating:
        changes.append(change(Kind.ZONE, "ZONE-001", (Inferred((1,)),), text="numbering", **rating))
    return state_of(changes)


def rendered(name: str, state: State) -> str:
    return project_in(Path()).renderer.render(name, state)


def test_the_fields_of_the_impact_analysis_have_the_types_that_readers_expect() -> None:
    block = parsing.last_json(rendered("impact-analysis.md", STATED))
    types = {name: type(value) for name, value in block.items()}
    assert types == {
        "files_directly_affected": int,
        "modules_affected": int,
        "risk_level": str,
        "blast_radius": str,
        "coverage_gaps": int,
        "files": list,
        "modules": list,
        "gaps": list,
        "tiers": dict,
    }


@pytest.mark.parametrize(
    ("state", "sized"),
    [
        (state_of([]), (0, 0, "medium", "low", 1)),
        (touching(FEW, []), (3, 0, "medium", "low", 1)),
        (touching(FEW, MANY[3:10], likelihood="high", impact="high"), (3, 0, "high", "medium", 1)),
        (touching(MANY[:1], MANY[1:], likelihood="high", impact="low"), (1, 0, "low", "high", 1)),
        (state_of([change(Kind.MODULE, "MOD-001", (), text="billing")]), (0, 1, "medium", "low", 1)),
        (state_of([change(Kind.FR, "FR-001", (), title="Pay")]), (0, 0, "medium", "low", 2)),
        (state_of([], Scanned((), (), (), 9, 0, tiers=(2, 9, 9), risk="low")), (2, 0, "low", "high", 0)),
    ],
    ids=["nothing known", "few files", "felt by some", "felt by many", "a module", "a requirement", "only searched"],
)
def test_the_impact_analysis_is_sized_by_whole_numbers_and_levels(state: State, sized: tuple[object, ...]) -> None:
    assert tuple(sizing_by_impact(rendered("impact-analysis.md", state)).values()) == sized


def test_names_stand_beside_the_numbers() -> None:
    block = parsing.last_json(rendered("impact-analysis.md", touching(FEW, MANY[3:5])))
    assert block["files"] == FEW
    assert block["tiers"] == {"1": 3, "2": 2, "3": 0}
    assert block["gaps"] == ["the code was not searched"]


@pytest.mark.parametrize(
    ("state", "sized"),
    [
        (state_of([], SCAN), {"file_count": 1, "risk_score": "medium"}),
        (state_of([change(Kind.ESTIMATE, "EST-001", (), modified=7, new=2)]), {"file_count": 9, "risk_score": "low"}),
        (state_of([]), None),
    ],
)
def test_the_quick_scan_is_sized_by_its_number_of_files_or_not_at_all(
    state: State, sized: dict[str, object] | None
) -> None:
    assert sizing_by_quick_scan(rendered("quick-scan.md", state)) == sized


def test_every_file_with_an_action_is_read_by_its_own_path() -> None:
    impact = rendered("impact-analysis.md", STATED)
    on_record = {file.text("path"): file.text("action") for file in STATED.dossier.of(Kind.FILE)}
    assert files_to_cover(impact) == {path: action for path, action in on_record.items() if action != "NO CHANGE"}


def test_the_sample_is_read_with_all_its_files() -> None:
    impact = next(GOLDEN.rglob("impact-analysis.md")).read_text(encoding="utf-8")
    sized = sizing_by_impact(impact)
    assert sized["file_count"] == len(affected_files(impact)) == 11
    assert set(affected_files(impact)) <= set(files_to_cover(impact))
    assert sized["module_count"] == 6
