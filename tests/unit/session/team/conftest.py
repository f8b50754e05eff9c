"""What all tests of the model's voice need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.messages_api.server import MessagesServer

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running
