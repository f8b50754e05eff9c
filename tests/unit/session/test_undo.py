"""What taking something back owes the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.session.intents import Choose, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path


async def test_skipping_after_taking_back_still_drafts_the_documents_of_the_phase(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00, "It goes wrong every month.", "undo"):
            await session.do(Submit(answer))
        await session.do(Choose(MenuCommand.SKIP))
        await session.do(Submit("y"))
        assert "01-requirements" in session.state.guided.phases_ended
    assert (tmp_path / "docs/requirements" / SLUG / "requirements-spec.md").exists()


async def test_what_was_taken_back_leaves_the_documents_at_once(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:5], "Mind the word Rechnung."):
            await session.do(Submit(answer))
        assert "Rechnung" in document.read_text()
        await session.do(Undo())
        assert "Rechnung" not in document.read_text()
