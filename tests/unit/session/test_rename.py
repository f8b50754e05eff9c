"""An item is called something else: meta.json and the documents follow, the folder and the talk stay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from roundtable_tui.session.intents import Rename, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_new_name_reaches_meta_and_documents_and_survives_an_undo(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = tmp_path / "docs/requirements" / SLUG
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
        asked = session.state.talk.waiting
        await session.do(Rename("Invoices for everybody"))
        assert session.state.talk.waiting == asked
        meta = json.loads((folder / "meta.json").read_text())
        assert (meta["description"], meta["slug"]) == ("Invoices for everybody", SLUG)
        assert "Invoices for everybody" in (folder / "quick-scan.md").read_text()
        await session.do(Undo())
        assert session.state.item is not None
        assert session.state.item.description == "Invoices for everybody"
