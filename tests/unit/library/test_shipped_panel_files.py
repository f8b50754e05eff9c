"""What ships for panels is what the inventory says, and every file of it is fit to be read out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.knowledge.panel import EntryKind, History, Participant, Policy
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.panel_loader import load_panel_knowledge

if TYPE_CHECKING:
    from pathlib import Path

ASSETS = shipped_assets()
KNOWLEDGE = load_panel_knowledge([ASSETS])
KINDS = ("participants", "strategies", "agendas", "skills")
FILES = sorted(path for kind in KINDS for path in (ASSETS / kind).glob("*.md"))
PARTICIPANTS = sorted(KNOWLEDGE.participants.values(), key=lambda one: one.id)
STRATEGIES = ("standard", "disney", "debate", "consensus-driven", "six-hats")
PHASES = {
    "standard": ["discussion"],
    "disney": ["dreamer", "realist", "critic"],
    "debate": ["opening", "rebuttal", "closing"],
    "consensus-driven": ["proposal", "refinement", "convergence"],
    "six-hats": ["blue-opening", "white", "red", "black", "yellow", "green", "blue-closing"],
}
CONSENSUS = {
    "standard": (Policy.WEIGHTED_MAJORITY, 3),
    "disney": (Policy.WEIGHTED_MAJORITY, 2),
    "debate": (Policy.FACILITATOR_JUDGMENT, 1),
    "consensus-driven": (Policy.CONSENT, 2),
    "six-hats": (Policy.FACILITATOR_SYNTHESIS, 1),
}
SEATS = {
    "specs": ["product-manager", "ux-researcher", "business-analyst", "qa-lead"],
    "design": ["software-architect", "security-champion", "technical-lead", "devops-engineer"],
    "brainstorm": ["product-manager", "software-architect", "technical-lead", "devops-engineer"],
    "roundtable": ["software-architect", "technical-lead", "qa-lead"],
}
TOPICS = {
    "specs": {
        "user-workflows": (True, 2),
        "functional-requirements": (True, 3),
        "business-rules": (False, 1),
        "nfr-measurable": (False, 1),
        "acceptance-criteria": (False, 0),
        "out-of-scope": (False, 0),
    },
    "design": {
        "high-level-arch": (True, 1),
        "components": (True, 1),
        "data-flow": (False, 1),
        "tech-choices": (False, 1),
        "integration": (False, 0),
    },
    "roundtable": {"main": (True, 1)},
}
_PLACEHOLDER = re.compile(r"\bTODO\b|\bTBD\b|(?i:\blorem\b)|(?i:\bxxx+\b)|\.\.\.")


def sentences(path: Path) -> set[str]:
    """Those long enough to be somebody's own; shorter ones are turns of phrase."""
    body = path.read_text("utf-8").split("\n---\n", 1)[1]
    parts = re.split(r"(?<=[.?!])\s+|\n+", body)
    words = (re.findall(r"\w+", part.casefold()) for part in parts)
    return {" ".join(said) for said in words if len(said) >= 6}


def test_nothing_that_ships_is_left_out_or_ignored() -> None:
    assert KNOWLEDGE.warnings == ()


def test_every_participant_of_the_inventory_ships_and_the_facilitator_is_none_of_them() -> None:
    assert {one.id for one in PARTICIPANTS} == {
        "product-manager",
        "ux-researcher",
        "business-analyst",
        "qa-lead",
        "software-architect",
        "security-champion",
        "technical-lead",
        "devops-engineer",
        "documentation-specialist",
        "oss-community-manager",
    }
    assert KNOWLEDGE.facilitator.synthesising


@pytest.mark.parametrize("participant", PARTICIPANTS, ids=lambda one: one.id)
def test_a_participant_says_how_it_sees_defers_behaves_blocks_and_resists(participant: Participant) -> None:
    assert all((participant.role, participant.lens, participant.defers, participant.blocks, participant.stance))
    assert set(participant.strategies) == set(STRATEGIES)
    assert "`CONTEXT GAP: …`" in participant.stance
    assert "confidence" in participant.stance
    assert participant.skills
    assert participant.path.endswith(f"{participant.id}.md")


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_has_the_phases_and_the_consensus_of_the_inventory(name: str) -> None:
    strategy = KNOWLEDGE.strategies[name]
    assert [phase.name for phase in strategy.phases] == PHASES[name]
    assert (strategy.policy, strategy.attempts) == CONSENSUS[name]
    assert all(phase.suffix and "{question}" in phase.question for phase in strategy.phases)
    assert strategy.threshold == 0.6
    assert strategy.facilitator
    assert strategy.seats


def test_the_first_phase_of_every_strategy_hides_the_conflicts_except_in_a_plain_discussion() -> None:
    first = {name: KNOWLEDGE.strategies[name].phases[0].history for name in STRATEGIES}
    assert {name for name, history in first.items() if history is History.FULL} == {"standard"}


def test_only_the_facilitator_wears_the_blue_hat() -> None:
    alone = [phase.name for phase in KNOWLEDGE.strategies["six-hats"].phases if phase.facilitator_only]
    assert alone == ["blue-opening", "blue-closing"]


@pytest.mark.parametrize("workflow", SEATS)
def test_a_workflow_seats_whom_the_inventory_seats(workflow: str) -> None:
    agenda = KNOWLEDGE.agendas[workflow]
    assert list(agenda.seats) == SEATS[workflow]
    assert set(agenda.seats) <= set(KNOWLEDGE.participants)
    assert all(topic.question and topic.exploration and topic.done_when for topic in agenda.topics)


@pytest.mark.parametrize("workflow", TOPICS)
def test_an_agenda_has_the_topics_of_the_inventory(workflow: str) -> None:
    topics = {topic.id: (topic.critical, topic.min_entries) for topic in KNOWLEDGE.agendas[workflow].topics}
    assert topics == TOPICS[workflow]


def test_a_brainstorm_goes_by_phase() -> None:
    agenda = KNOWLEDGE.agendas["brainstorm"]
    dreamer, realist, critic = agenda.topics
    assert agenda.by_phase
    assert (dreamer.min_entries, dreamer.entries) == (3, (EntryKind.IDEA,))
    assert realist.assess is EntryKind.IDEA
    assert (critic.min_entries, critic.entries) == (2, (EntryKind.RISK, EntryKind.MITIGATION))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_has_no_placeholder_and_no_sentence_of_another(path: Path) -> None:
    assert not _PLACEHOLDER.search(path.read_text("utf-8"))
    assert [other.name for other in FILES if other != path and sentences(path) & sentences(other)] == []
