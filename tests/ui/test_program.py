"""Screens know the app only as a `Program`: the type checker sees here that it is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.ui.program import Program
from tests.support.screen.tables import app_in

if TYPE_CHECKING:
    from pathlib import Path


async def test_screens_find_in_the_app_all_that_they_may_ask_of_it(tmp_path: Path) -> None:
    program: Program = app_in(tmp_path)
    asked = [name for name in vars(Program) if not name.startswith("_")]
    assert asked
    assert [name for name in asked if not hasattr(program, name)] == []
