"""What a resumed item says first: what is done, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.projects import PHASE_00, project_in, run, write_code

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("answered", "greeting"),
    [
        (1, "Welcome back. Let's pick up from Scope Estimation."),
        (3, "Welcome back. Last time we completed Scope Estimation. Let's pick up from Keyword Search."),
        (4, "Welcome back. Last time we completed Scope Estimation. Let's pick up from Keyword Search."),
        (
            8,
            (
                "Welcome back. Last time we completed Scope Estimation, Keyword Search and File Count Estimation. "
                "Let's pick up from Requirements."
            ),
        ),
        (9, "Welcome back. Let's pick up from Business Context Discovery."),
    ],
    ids=["in a step", "at its menu", "in the next step", "at the last menu of a phase", "in the next phase"],
)
def test_a_resumed_item_says_what_is_done_and_what_is_next(answered: int, greeting: str, tmp_path: Path) -> None:
    write_code(tmp_path)
    project = project_in(tmp_path)
    run(project, PHASE_00[:answered])
    resumed = run(project, [*PHASE_00[:answered], "that's enough"])
    assert greeting in resumed
