"""A conflict settled for the analysis: written, journaled, and the same after the item is opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import ArtifactsWritten, HandEdited
from roundtable_tui.errors import UsageError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.intents import Start, Submit, TakeInEdits, TakeOurs
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession

SCAN = "quick-scan.md"


async def in_conflict(root: Path) -> ItemSession:
    """The user wrote a size into the file, and the analysis has come to another since."""
    write_code(root)
    session = seated(open_sample(project_in(root)), OfflineVoice())
    await session.do(Start())
    for answer in PHASE_00[:3]:
        await session.do(Submit(answer))
    path = session.documents.path(SCAN)
    path.write_text(path.read_text().replace("Scope: medium", "Scope: giant"))
    for answer in ("The finance team must agree first.", "C", "invoice\ncheckout\npayment"):
        await session.do(Submit(answer))
    assert session.state.files.conflicts[SCAN]
    return session


async def test_taking_the_analysis_version_settles_the_conflict_and_keeps_the_users_text(tmp_path: Path) -> None:
    async with await in_conflict(tmp_path) as session:
        before = session.state.seq
        await session.do(TakeOurs(SCAN))
        assert not session.state.files.conflicts[SCAN]
        assert "giant" not in session.documents.path(SCAN).read_text()
        versions = session.documents.versions(SCAN)
        assert b"Scope: giant" in session.documents.read_version(versions[-1])
        bodies = [type(event.body) for event in session.events if event.seq > before]
        assert bodies[:2] == [HandEdited, ArtifactsWritten]
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as again:
        assert not again.state.files.conflicts[SCAN]
        await again.do(TakeInEdits())
        assert not again.state.files.conflicts[SCAN]


async def test_only_a_document_of_the_item_can_be_settled(tmp_path: Path) -> None:
    async with await in_conflict(tmp_path) as session:
        with pytest.raises(UsageError):
            await session.do(TakeOurs("../../BACKLOG.md"))
