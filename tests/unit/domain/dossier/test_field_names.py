"""Fields are called in plain words wherever a user reads of them."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from tests.support.projects import shipped_knowledge

ORDINARY = frozenset(
    "accessibility action cache code concerns cost decision impact licence likelihood pattern priority risk size state "
    "status style subject surprises tests title verdict version".split()
)
"""Fields whose own name is what people say."""
ASKED = sorted(
    {
        (prompt.capture.kind, prompt.capture.field)
        for steps in shipped_knowledge().steps.values()
        for step in steps
        for section in step.sections.values()
        for prompt in section.prompts
        if prompt.capture and prompt.capture.field != SPECS[prompt.capture.kind].main
    }
)


@pytest.mark.parametrize(("kind", "field"), ASKED)
def test_what_a_step_asks_for_is_called_by_no_name_of_the_schema(kind: Kind, field: str) -> None:
    assert called(kind, field) != field or field in ORDINARY
    assert "_" not in called(kind, field)
