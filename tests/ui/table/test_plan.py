"""The plan at the table: made by a key or a typed command, and shown as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.screen.tables import app_in, sitting, with_criterion

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("keys", [("ctrl+f11",), (*"/plan", "enter")])
async def test_a_key_or_a_typed_command_makes_the_plan(tmp_path: Path, keys: tuple[str, ...]) -> None:
    name = with_criterion(tmp_path)
    async with sitting(app_in(tmp_path, name), (140, 50)) as sat:
        waiting = sat.state.talk.waiting
        await sat.press(*keys)
        await sat.until(lambda: "tasks.md" in sat.state.files.artifacts)
        await sat.settle()
        assert sat.state.talk.waiting == waiting
    assert "- [ ] T001 " in (tmp_path / "docs/requirements" / name / "tasks.md").read_text()
