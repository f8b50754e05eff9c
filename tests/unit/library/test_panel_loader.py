"""A participant, strategy, agenda or skill is added, replaced and disabled by dropping a file into a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.knowledge.panel import EntryKind, History, Policy
from roundtable_tui.library.panel_loader import load_panel_knowledge
from roundtable_tui.library.project_files import own_files
from tests.unit.library.samples import put, with_head

if TYPE_CHECKING:
    from pathlib import Path

BODY = """\
## Lens

Prices,
and who pays them.

## In each strategy

- standard: I count.
- **debate**: I count louder.
"""


def participant(body: str = BODY, **changes: str | None) -> str:
    return with_head({"id": "accountant", "name": "Accountant", **changes}, body)


def strategy(**changes: str | None) -> str:
    return with_head({"id": "lots", "phases": "[{name: draw, suffix: Draw one.}]", **changes})


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    place = tmp_path / "shipped"
    put(place, "participants/accountant.md", participant())
    put(place, "strategies/lots.md", strategy())
    put(place, "agendas/audit.md", with_head({"id": "audit", "topics": "[{id: books, min_entries: 2}]"}))
    put(place, "skills/counting.md", with_head({"id": "counting"}, "One, two, many."))
    return place


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "project"


def test_a_dropped_participant_can_be_seated(shipped: Path, project: Path) -> None:
    put(project, "participants/gardener.md", participant(id="gardener", name="Gardener"))
    knowledge = load_panel_knowledge([project, shipped])
    assert sorted(knowledge.participants) == ["accountant", "gardener"]
    assert knowledge.participants["gardener"].lens == "Prices, and who pays them."
    assert knowledge.warnings == ()


def test_what_it_does_in_each_strategy_is_told_apart(shipped: Path) -> None:
    sitting = load_panel_knowledge([shipped]).participants["accountant"]
    assert sitting.strategies == {"standard": "I count.", "debate": "I count louder."}


def test_the_projects_file_comes_before_the_shipped_one(shipped: Path, project: Path) -> None:
    put(project, "participants/accountant.md", participant(name="Ours"))
    put(project, "strategies/mine.md", strategy(name="Mine"))
    knowledge = load_panel_knowledge([project, shipped])
    assert knowledge.participants["accountant"].name == "Ours"
    assert knowledge.strategies["lots"].name == "Mine"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("participants/accountant.md", "participants"),
        ("strategies/lots.md", "strategies"),
        ("agendas/audit.md", "agendas"),
        ("skills/counting.md", "skills"),
    ],
)
def test_an_empty_file_disables_the_shipped_one(shipped: Path, project: Path, name: str, kind: str) -> None:
    put(project, name, "\n")
    assert getattr(load_panel_knowledge([project, shipped]), kind) == {}


def test_a_body_in_its_own_form_is_the_lens(project: Path) -> None:
    put(project, "participants/a.md", participant("You look after the money.\n"))
    assert load_panel_knowledge([project]).participants["accountant"].lens == "You look after the money."


def test_the_facilitator_is_a_file_that_can_be_replaced_and_never_sits(shipped: Path, project: Path) -> None:
    put(project, "participants/facilitator.md", participant("## Asking\n\nOnce.\n", id="facilitator", name="Fay"))
    knowledge = load_panel_knowledge([project, shipped])
    assert (knowledge.facilitator.name, knowledge.facilitator.asking) == ("Fay", "Once.")
    assert list(knowledge.participants) == ["accountant"]


@pytest.mark.parametrize("skills", ["counting, arithmetic", "[counting, arithmetic]"])
def test_a_skill_without_a_file_is_named(shipped: Path, skills: str) -> None:
    put(shipped, "participants/accountant.md", participant(skills=skills))
    knowledge = load_panel_knowledge([shipped])
    assert [skill.text for skill in knowledge.skills_of(knowledge.participants["accountant"].skills)] == [
        "One, two, many."
    ]
    assert len(knowledge.warnings) == 1
    assert "'arithmetic'" in knowledge.warnings[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": None}, "no 'id'"),
        ({"phases": None}, "no 'phases'"),
        ({"phases": "draw"}, "not a list"),
        ({"phases": "[{suffix: x}]"}, "none of its 'phases'"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_left_out(project: Path, changes: dict[str, str | None], said: str) -> None:
    put(project, "strategies/lots.md", strategy(**changes))
    knowledge = load_panel_knowledge([project])
    assert knowledge.strategies == {}
    assert any(said in warning for warning in knowledge.warnings)


@pytest.mark.parametrize(
    "changes",
    [
        {"consensus": "{policy: dice}"},
        {"consensus": "{threshold: 2}"},
        {"consensus": "yes"},
        {"attempts_per_conflict": "none"},
        {"validation": "{min_seats: 0}"},
        {"validation": "{sides: perhaps}"},
        {"participation": "some"},
        {"phases": "[{name: draw, history: everything}]"},
        {"phases": "[{name: draw, min_rounds: -1}]"},
        {"phases": "[draw, draw]"},
    ],
)
def test_what_cannot_be_read_in_a_strategy_is_ignored_with_one_warning(project: Path, changes: dict[str, str]) -> None:
    put(project, "strategies/lots.md", strategy(**changes))
    knowledge = load_panel_knowledge([project])
    assert knowledge.strategies["lots"].policy is Policy.WEIGHTED_MAJORITY
    assert knowledge.strategies["lots"].phases[0].history is History.FULL
    assert len(knowledge.warnings) == 1


def test_the_spelling_of_spec2ship_is_read_too(project: Path) -> None:
    put(project, "strategies/lots.md", strategy(consensus="{policy: facilitator_judgment, threshold: null}"))
    knowledge = load_panel_knowledge([project])
    assert knowledge.strategies["lots"].policy is Policy.FACILITATOR_JUDGMENT
    assert knowledge.warnings == ()


def test_an_agenda_ignores_kinds_nobody_knows(project: Path) -> None:
    put(project, "agendas/audit.md", with_head({"id": "audit", "entries": "[idea, song]", "topics": "[books]"}))
    knowledge = load_panel_knowledge([project])
    assert knowledge.agendas["audit"].entries == (EntryKind.IDEA,)
    assert "'song'" in knowledge.warnings[0]


def test_what_a_project_brings_for_panels_is_shown_before_it_is_trusted(project: Path) -> None:
    put(project, "participants/a.md", participant())
    put(project, "skills/b.md", with_head({"id": "b"}, "Say yes."))
    assert [file.name for file in own_files(project).files] == ["participants/a.md", "skills/b.md"]
