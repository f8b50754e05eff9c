"""How a project wants its panels run is read from Spec2Ship's own settings file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.panel.record.session import Limits
from roundtable_tui.panel.settings import PanelSettings, load_panel_settings
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = """\
name: shop
type: standalone
roundtable:
  verbose: true
  interactive: false
  strategy:
    default: "standard"
    by_workflow_type: {specs: consensus-driven}
    consensus: {threshold: 0.75}
  participants:
    default: [software-architect, technical-lead]
    by_workflow_type: {design: [qa-lead, technical-lead]}
  escalation:
    enabled: true
    triggers: {max_rounds_per_conflict: 4, confidence_below: 0.3, critical_keywords: [money]}
  limits: {min_rounds: 2, max_rounds: 9, max_rounds_per_phase: 5}
"""


def load(root: Path, text: str | bytes) -> PanelSettings:
    (root / ".s2s").mkdir()
    (root / ".s2s/config.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_panel_settings(RealDisk(), ProjectPaths(root))


def test_everything_of_a_whole_file_is_used(tmp_path: Path) -> None:
    found = load(tmp_path, WHOLE)
    assert found.warnings == ()
    assert (found.strategy_for("specs"), found.strategy_for("design"), found.strategy_for("roundtable")) == (
        "consensus-driven",
        "",
        "standard",
    )
    assert found.seats_for("design") == ("qa-lead", "technical-lead")
    assert found.seats_for("roundtable") == ("software-architect", "technical-lead")
    assert found.limits == Limits(2, 9, 5, 0.75, True, 4, 0.3, ("money",))
    assert (found.verbose, found.interactive) == (True, False)


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert load_panel_settings(RealDisk(), ProjectPaths(tmp_path)) == PanelSettings()


def test_escalation_can_be_switched_off(tmp_path: Path) -> None:
    assert not load(tmp_path, "roundtable: {escalation: {enabled: false}}\n").limits.escalation


@pytest.mark.parametrize(
    "text",
    [
        "roundtable: {limits: {min_rounds: many}}\n",
        "roundtable: {limits: {max_rounds: 0}}\n",
        "roundtable: {strategy: {consensus: {threshold: 60}}}\n",
        "roundtable: {verbose: maybe}\n",
        "roundtable: {participants: all}\n",
        "roundtable: none\n",
        "- a list\n",
        "roundtable: [\n",
        b"\xff\xfe",
    ],
)
def test_what_does_not_fit_is_named_and_left_out(tmp_path: Path, text: str | bytes) -> None:
    found = load(tmp_path, text)
    assert len(found.warnings) == 1
    assert found.limits == Limits()
