"""A spec of Kiro, read back by the numbers with which its parts refer to each other."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from uuid import UUID

import pytest

from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.handover.kiro import exported
from roundtable_tui.handover.material import Material
from tests.support.dossiers import small
from tests.support.exports import hostile_item, sample


def document(material: Material, name: str) -> str:
    return next(text for file, text in exported(material).files.items() if file.endswith(f"/{name}"))


def criteria(material: Material) -> dict[str, str]:
    """The id of each criterion by its number, as Kiro counts: requirement and place in its list."""
    found: dict[str, str] = {}
    number = ""
    for line in document(material, "requirements.md").splitlines():
        if heading := re.match(r"### Requirement (\d+): (FR-\d+)", line):
            number = heading[1]
            assert int(number) == int(heading[2].partition("-")[2])
        elif number and (rule := re.match(r"(\d+)\. .*SHALL .*\((AC-\d+-\d+)\)$", line)):
            found[f"{number}.{rule[1]}"] = rule[2]
    return found


@pytest.mark.parametrize("which", ["sample", "hostile"])
def test_every_criterion_is_found_again_by_its_number(which: str) -> None:
    material = sample() if which == "sample" else hostile_item()
    dossier = material.state.dossier
    refused = {fr.id for fr in dossier.of(Kind.FR) if fr.get("priority") == PRIORITIES[-1]}
    assert sorted(criteria(material).values()) == sorted(
        ac.id for ac in dossier.of(Kind.AC) if not refused & set(ac.refs("fr"))
    )


def test_a_task_names_just_the_criteria_it_serves() -> None:
    numbers = criteria(sample())
    lines = document(sample(), "tasks.md").splitlines()
    served = {
        found[1]: [numbers[one] for one in re.findall(r"\d+\.\d+", below)]
        for line, below in pairwise(lines)
        if (found := re.match(r"  - \[ \] \d+\.\d+ (T\d+) ", line)) and "_Requirements: " in below
    }
    assert served == {task.id: [one for one in task.traces if one.startswith("AC-")] for task in sample().plan.tasks}


def test_a_spec_keeps_the_id_it_has() -> None:
    first, again = (json.loads(document(Material(small(), "pay"), ".config.kiro")) for _ in range(2))
    other = json.loads(document(Material(small(), "other"), ".config.kiro"))
    assert first == again
    assert UUID(first["specId"]) != UUID(other["specId"])
    assert ".kiro/specs/pay/.config.kiro" in exported(Material(small(), "pay")).yields
