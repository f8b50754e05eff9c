"""An OpenSpec change: its grammar by our own reading, and the verdict of OpenSpec itself where it is installed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.openspec import exported
from tests.support.dossiers import change, small, state_of, states
from tests.support.exports import full_item, hostile_item, sample
from tests.support.other_programs import put, ran

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

ITEMS: dict[str, Callable[[], Material]] = {
    "sample": sample,
    "hostile": hostile_item,
    "full": full_item,
    "small": lambda: Material(small(), "2fa"),
    "bare": lambda: Material(state_of([change(Kind.FR, "FR-001", title="Pay")]), "REQ-0001-Pay"),
}


def delta(material: Material) -> str:
    return next(text for name, text in exported(material).files.items() if name.endswith("/spec.md"))


def requirements(text: str) -> dict[str, list[str]]:
    """The ids of the scenarios, by the id of their requirement."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if heading := re.match(r"### Requirement: (\S+)", line):
            found[heading[1]] = []
        elif heading := re.match(r"#### Scenario: (\S+)", line):
            found[list(found)[-1]].append(heading[1])
    return found


@pytest.mark.parametrize("which", ITEMS)
def test_openspec_accepts_the_change_strictly_and_archives_it(which: str, tmp_path: Path) -> None:
    material = ITEMS[which]()
    put(exported(material).files, tmp_path)
    judged = ran("openspec", "validate", material.name, "--strict", "--json", folder=tmp_path)
    assert [one["issues"] for one in json.loads(judged.stdout)["items"]] == [[]]
    (tmp_path / "openspec/specs").mkdir()
    archived = ran("openspec", "archive", material.name, "--yes", folder=tmp_path)
    assert archived.returncode == 0, archived.stdout + archived.stderr
    kept = (tmp_path / "openspec/specs" / material.name / "spec.md").read_text()
    assert requirements(kept) == requirements(delta(material))


@given(states())
def test_any_requirement_has_a_duty_and_a_scenario_and_keeps_its_id(state: State) -> None:
    material = Material(state, "any")
    made = exported(material)
    wanted = [one.id for one in state.dossier.of(Kind.FR) if one.get("priority") != "Won't Have"]
    assert bool(made.files) == bool(wanted)
    if wanted:
        found = requirements(delta(material))
        assert list(found) == wanted
        assert all(found.values())
        assert delta(material).count("The system SHALL support this: ") >= len(wanted)


def test_the_reason_is_neither_too_short_nor_too_long_for_openspec() -> None:
    for text in ("Too slow.", "x" * 5000, "word " * 900):
        changes = [change(Kind.FR, "FR-001", title="Pay"), change(Kind.PROBLEM, "PROB-001", text=text)]
        files = exported(Material(state_of(changes), "pay")).files
        why = files["openspec/changes/pay/proposal.md"].partition("## Why\n\n")[2].partition("\n\n##")[0]
        assert 50 <= len(why) <= 1000
        assert text.strip() in files["openspec/changes/pay/design.md"]


def test_what_nobody_wants_stands_among_the_non_goals_only() -> None:
    changes = [
        change(Kind.FR, "FR-001", title="Pay"),
        change(Kind.FR, "FR-002", title="Pay in cash", priority="Won't Have"),
    ]
    material = Material(state_of(changes), "pay")
    assert list(requirements(delta(material))) == ["FR-001"]
    design = exported(material).files["openspec/changes/pay/design.md"]
    assert "**FR-002** Pay in cash" in design.partition("**Non-Goals:**")[2]
