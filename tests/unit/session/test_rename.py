"""An item is called something else: meta.json and the documents follow, the folder and the talk stay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.session.intents import Rename, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, open_sample, project_in, write_code
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


@pytest.mark.parametrize(
    "words", ["/rename Pay by bill", "rename it to Pay by bill.", 'The title should be "Pay by bill"']
)
@pytest.mark.parametrize("mode", ["guided", "conversation"])
async def test_it_can_be_said_in_the_talk_and_the_question_stays(tmp_path: Path, words: str, mode: str) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start(mode=mode))
        asked = session.state.talk.waiting
        await session.do(Submit(words))
        assert session.state.item is not None
        assert (session.state.item.description, session.state.item.slug) == ("Pay by bill", SLUG)
        assert session.state.talk.waiting == asked
        assert len(session.state.dossier) == 0
        assert session.state.talk.transcript[-1].utterance.text.startswith('It is called "Pay by bill" from now on')


@pytest.mark.parametrize(
    "words", ["call it billing", "rename the field to total in the export", "The title field must be shown"]
)
async def test_an_answer_about_names_renames_nothing(tmp_path: Path, words: str) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(words))
        assert session.state.item is not None
        assert session.state.item.description == DESCRIPTION


async def test_the_documents_follow_what_the_user_puts_right_of_it(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start(Depth.BRIEF))
        for words in ("checkout, billing", "SCOPE-001: Clinics pay by bill, nobody else"):
            await session.do(Submit(words))
        assert document.read_text().startswith("# Quick Scan: Clinics pay by bill, nobody else\n")
        await session.do(Undo())
        assert document.read_text().startswith(f"# Quick Scan: {DESCRIPTION}\n")
