"""Every knowledge file that ships keeps the strict rules; one test a file, so that a failure names it."""

from __future__ import annotations

import pytest

from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from tests.support.shipped_rules import strict_problems

ASSETS = shipped_assets()
KNOWLEDGE = load_knowledge([ASSETS])
FILES = sorted(path for kind in ("steps", "topics", "personas") for path in (ASSETS / kind).rglob("*.md"))


@pytest.mark.parametrize("path", [path.relative_to(ASSETS).as_posix() for path in FILES])
def test_a_shipped_file_keeps_the_strict_rules(path: str) -> None:
    assert strict_problems(KNOWLEDGE, str(ASSETS / path)) == []


def test_every_shipped_step_depends_only_on_steps_that_ship() -> None:
    steps = [step for group in KNOWLEDGE.steps.values() for step in group]
    known = {step.id for step in steps}
    assert [(step.id, needed) for step in steps for needed in step.depends_on if needed not in known] == []
