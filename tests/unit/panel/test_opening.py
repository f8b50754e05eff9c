"""What a panel is begun with, and what it is taken up with again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import Participant
from roundtable_tui.errors import UsageError
from roundtable_tui.items.voices import CLAUDE
from roundtable_tui.panel.opening import (
    PanelRequest,
    begin_panel,
    by_strategy,
    plan_panel,
    taken_up,
    with_replacements,
    without_missing,
)
from roundtable_tui.panel.project_context import project_context
from roundtable_tui.panel.record.session import Limits, SeatKind
from roundtable_tui.panel.seat_models import SeatModels
from roundtable_tui.panel.settings import PanelSettings
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.claude.settings import ClaudeSettings
from tests.unit.panel.record.test_older_forms import NEWEST
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import CONTEXT, planned, shelf_in

if TYPE_CHECKING:
    from pathlib import Path

FEW = replace(SHIPPED, participants={name: one for name, one in SHIPPED.participants.items() if name != "qa-lead"})


def test_a_seat_has_the_model_of_the_flag_else_of_the_settings_else_of_its_file() -> None:
    people = {**SHIPPED.participants, "qa-lead": Participant("qa-lead", "QA", model="from-file")}
    knowledge = replace(SHIPPED, participants=people)
    wanted = PanelRequest("x", seats=SeatKind.MODEL, models={"technical-lead": "from-flag"})
    ours = {"technical-lead": "from-setting", "software-architect": "from-setting", "ux-researcher": "nobody"}
    plan = plan_panel(wanted, knowledge, PanelSettings(), models=SeatModels({CLAUDE: ClaudeSettings()}, ours, {}))
    assert {seat: one.model for seat, one in plan.seats.items()} == {
        "software-architect": "from-setting",
        "technical-lead": "from-flag",
        "qa-lead": "from-file",
    }


def test_people_and_models_can_be_mixed() -> None:
    plan = planned(seats=SeatKind.HUMAN, models={"qa-lead": "some-model"})
    assert [one.kind.value for one in plan.seats.values()] == ["human", "human", "model"]
    plan = planned(seats=SeatKind.MODEL, models={"qa-lead": "human"})
    assert [one.kind.value for one in plan.seats.values()] == ["model", "model", "human"]


def test_a_session_is_begun_with_its_snapshots(tmp_path: Path) -> None:
    opened, session = begin_panel(shelf_in(tmp_path), planned("The shop", workflow="design"), CONTEXT)
    opened.close()
    folder = tmp_path / ".s2s/sessions" / session.id
    config = yaml.safe_load((folder / "config-snapshot.yaml").read_text())
    assert config["participants"] == list(session.participants)
    assert config["limits"] == {"min_rounds": 3, "max_rounds": 20, "max_rounds_per_phase": 10}
    agenda = yaml.safe_load((folder / "agenda.yaml").read_text())
    assert agenda["topics"][0]["done_when"]["min_requirements"] == 1
    context = yaml.safe_load((folder / "context-snapshot.yaml").read_text())
    assert (context["source"], context["project_name"]) == ("README.md", "shop")


@pytest.mark.parametrize(
    ("workflow", "topic", "name"),
    [
        ("design", "The Shop!", "20261116-design-the-shop"),
        ("roundtable", "Queue or table?", "20261116-120000-roundtable-queue-or-table"),
        ("specs", "???", "20261116-specs-untitled"),
        ("specs", "A very long topic with far too many words in it", "20261116-specs-a-very-long-topic-with-far-too"),
    ],
)
def test_a_session_is_named_by_day_workflow_and_topic(tmp_path: Path, workflow: str, topic: str, name: str) -> None:
    shelf = shelf_in(tmp_path)
    assert shelf.new_id(workflow, topic) == name
    (tmp_path / ".s2s/sessions").mkdir(parents=True)
    (tmp_path / f".s2s/sessions/{name}.yaml").write_text("id: x\n")
    assert shelf.new_id(workflow, topic) == f"{name}-2"


def test_a_panel_is_found_by_any_part_of_its_id(tmp_path: Path) -> None:
    folder = tmp_path / ".s2s/sessions"
    folder.mkdir(parents=True)
    for name in ("20260101-design-shop", "20260102-design-shop-2", "20260103-specs-bank"):
        (folder / f"{name}.yaml").write_text("id: x\n")
    shelf = shelf_in(tmp_path)
    assert shelf.find("bank") == "20260103-specs-bank"
    assert shelf.find("20260101-design-shop") == "20260101-design-shop"
    with pytest.raises(UsageError, match="could be any of"):
        shelf.find("shop")
    with pytest.raises(UsageError, match="There is no panel ''"):
        shelf.find("")


def other_programs_session(root: Path) -> None:
    folder = root / ".s2s/sessions/theirs"
    folder.mkdir(parents=True)
    (root / ".s2s/sessions/theirs.yaml").write_text(NEWEST)
    (folder / "config-snapshot.yaml").write_text("participants: [technical-lead, qa-lead, devops-engineer]\n")
    (folder / "agenda.yaml").write_text(
        "topics:\n  - {id: components, name: Parts, critical: true, done_when: {criteria: [x], min_decisions: 4}}\n"
    )


def test_a_session_of_another_program_gets_seats_sides_limits_and_its_own_agenda(tmp_path: Path) -> None:
    other_programs_session(tmp_path)
    shelf = shelf_in(tmp_path)
    session = replace(shelf.read("theirs"), id="theirs", participants=())
    found = taken_up(shelf, session, SHIPPED, PanelSettings(limits=Limits(min_rounds=5)))
    assert list(found.session.seats) == ["technical-lead", "qa-lead", "devops-engineer"]
    assert found.session.limits.min_rounds == 5
    assert (found.session.sides.pro, found.session.sides.con) == (("technical-lead",), ("qa-lead",))
    assert found.session.phase == "opening"
    assert found.session.output == "architecture"
    topic = found.agenda.topic("components")
    assert topic
    assert (topic.critical, topic.min_entries, topic.done_when) == (True, 4, ("x",))
    assert found.missing == ()


def test_somebody_missing_is_left_out_or_replaced(tmp_path: Path) -> None:
    opened, session = begin_panel(shelf_in(tmp_path), planned(), CONTEXT)
    opened.close()
    found = taken_up(shelf_in(tmp_path), session, FEW, PanelSettings())
    assert found.missing == ("qa-lead",)
    rest = without_missing(found).session
    assert list(rest.seats) == ["software-architect", "technical-lead"]
    assert rest.participants == session.participants
    other = with_replacements(found, ("ux-researcher",), FEW).session
    assert list(other.seats) == ["software-architect", "technical-lead", "ux-researcher"]
    assert other.participants == (*session.participants, "ux-researcher")
    with pytest.raises(UsageError, match="no participant 'ghost'"):
        with_replacements(found, ("ghost",), FEW)


def test_a_strategy_that_is_gone_is_replaced_from_its_first_phase(tmp_path: Path) -> None:
    opened, session = begin_panel(shelf_in(tmp_path), planned(strategy="six-hats"), CONTEXT)
    opened.close()
    poorer = replace(SHIPPED, strategies={name: one for name, one in SHIPPED.strategies.items() if name != "six-hats"})
    found = taken_up(shelf_in(tmp_path), session, poorer, PanelSettings())
    assert found.strategy is None
    by_debate = by_strategy(found, "debate", poorer)
    assert (by_debate.session.strategy, by_debate.session.phase) == ("debate", "opening")
    assert by_debate.session.sides.pro


def test_the_context_is_spec2ships_else_the_readme_and_the_item(tmp_path: Path) -> None:
    disk, paths = RealDisk(), ProjectPaths(tmp_path)
    assert project_context(disk, paths).source == "none"
    (tmp_path / "README.md").write_text("# Shop\n\n![badge](x)\n\nWe sell shoes.\nIn pairs.\n\nMore.\n")
    readme = project_context(disk, paths, "FR-001: Pay by invoice")
    assert (readme.source, readme.description) == ("README.md", "We sell shoes. In pairs.")
    assert readme.text.startswith("FR-001: Pay by invoice\n\nREADME.md:\n\n# Shop")
    (tmp_path / ".s2s").mkdir()
    (tmp_path / ".s2s/CONTEXT.md").write_text("A bank.\n")
    assert project_context(disk, paths).source == ".s2s/CONTEXT.md"
