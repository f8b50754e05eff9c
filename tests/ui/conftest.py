"""Screens without a terminal wait only as long as they have something to do, and are drawn when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.screen.textual_internals import wait_patiently

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session", autouse=True)
def _patient_screens() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        wait_patiently(patch)
        yield
