"""Whoever sits here has set guided mode, in which most of these walks are written; others say so themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.config.loader import user_folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _guided_by_setting(home: Path) -> None:
    folder = user_folder()
    assert folder.is_relative_to(home)
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text("mode: guided\n")
