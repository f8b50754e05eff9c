"""The lobby's words for an item follow from its meta.json."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable_tui.domain.knowledge.phases import PHASE_KEYS, steps_asked
from roundtable_tui.items.status import _NOTE_STEPS, Stage, coverage_of, standing
from roundtable_tui.storage.items import ItemSummary

SCAN, REQUIREMENTS, IMPACT, _, DESIGN = PHASE_KEYS


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "new"),
        ({"steps_completed": ("00-01",)}, "in Quick Scan"),
        ({"status": "partial", "phases_completed": (SCAN,)}, "in Requirements"),
        (
            {"status": "partial", "phases_completed": (SCAN, REQUIREMENTS), "steps_completed": ("00-01", "02-01")},
            "in Impact Analysis",
        ),
        ({"status": "partial", "phases_completed": (SCAN, REQUIREMENTS, IMPACT)}, "in Architecture"),
        (
            {"status": "partial", "phases_completed": (SCAN, REQUIREMENTS, IMPACT), "steps_completed": ("04-01",)},
            "in Design",
        ),
        (
            {"status": "partial", "phases_completed": (SCAN, REQUIREMENTS, IMPACT), "tier": "light"},
            "in Design",
        ),
        ({"status": "partial", "phases_completed": (SCAN, REQUIREMENTS, IMPACT, DESIGN)}, "analyzed"),
        (
            {
                "status": "partial",
                "phases_completed": (SCAN, REQUIREMENTS),
                "steps_completed": ("00-01", "01-01", "01-06"),
            },
            "analyzed",
        ),
        ({"status": "analyzed", "phases_completed": PHASE_KEYS}, "analyzed"),
        ({"status": "analyzed", "mode": "guided"}, "analyzed"),
        ({"status": "analyzed", "mode": "conversation"}, "awaiting review"),
        ({"status": "analyzed", "mode": "conversation", "accepted": True}, "analyzed"),
        (
            {"status": "partial", "mode": "conversation", "phases_completed": (SCAN, DESIGN)},
            "in Requirements",
        ),
        ({"status": "in\x1b[2J review"}, "in review"),
        ({"problem": "It is a pipe."}, "cannot be read"),
    ],
)
def test_an_item_stands_where_its_meta_says(fields: dict[str, Any], words: str) -> None:
    assert standing(ItemSummary("pay", **fields)).words == words


@pytest.mark.parametrize("stage", Stage)
def test_only_what_is_analyzed_or_awaits_review_is_finished(stage: Stage) -> None:
    fields: dict[Stage, dict[str, Any]] = {
        Stage.NEW: {},
        Stage.IN_PROGRESS: {"steps_completed": ("00-01",)},
        Stage.AWAITING_REVIEW: {"status": "analyzed", "mode": "conversation"},
        Stage.ANALYZED: {"status": "analyzed"},
        Stage.OTHER: {"status": "parked"},
        Stage.UNREADABLE: {"problem": "It is a pipe."},
    }
    found = standing(ItemSummary("pay", **fields[stage]))
    assert found.stage is stage
    assert found.finished == (stage in (Stage.ANALYZED, Stage.AWAITING_REVIEW))


@pytest.mark.parametrize(("phases", "finished"), [(PHASE_KEYS, True), ((SCAN, REQUIREMENTS), False)])
def test_what_another_tool_calls_otherwise_is_finished_once_all_was_asked(
    phases: tuple[str, ...], finished: bool
) -> None:
    found = standing(ItemSummary("pay", status="building", phases_completed=phases))
    assert (found.words, found.finished) == ("building", finished)


@pytest.mark.parametrize(
    ("coverage", "percent"),
    [({}, None), ({"a": 0.0}, 0), ({"a": 100.0, "b": 50.0, "c": 0.0}, 50), ({"a": 900.0, "b": -3.0}, 50)],
)
def test_coverage_is_that_of_all_topics_together(coverage: dict[str, float], percent: int | None) -> None:
    assert coverage_of(ItemSummary("pay", coverage=coverage)) == percent


def test_the_steps_of_a_note_are_those_that_are_asked() -> None:
    assert set(steps_asked("trivial")) == _NOTE_STEPS
