"""Taking back an answer also takes back the files that only it had made; the history has them, and redo too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.items.open_item import open_item
from roundtable_tui.plain.history import history_report
from roundtable_tui.session.intents import Redo, Start, Submit, Undo
from roundtable_tui.session.updates import Noticed
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

MATRIX = "docs/common/nfr-matrix.md"


def written(name: str) -> Callable[[State], bool]:
    return lambda state: name in state.files.artifacts


async def test_a_document_goes_with_the_answer_that_made_it_and_comes_back_with_it(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = tmp_path / "docs/requirements" / SLUG
    told: list[str] = []
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
        await session.do(Start())
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
        made = (folder / "quick-scan.md").read_bytes()
        await session.do(Undo())
        assert not (folder / "quick-scan.md").exists()
        assert "quick-scan.md" not in session.state.files.artifacts
        assert told[-1] == f"quick-scan.md went with it; the history has it: roundtable-tui history {SLUG}."
        assert [session.documents.read_version(one) for one in session.documents.versions("quick-scan.md")] == [made]
        await session.do(Redo())
        assert (folder / "quick-scan.md").read_bytes() == made


async def test_a_document_goes_too_when_more_was_said_and_all_of_it_is_taken_back(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:3], "Letters go out on Mondays too."):
            await session.do(Submit(answer))
        await session.do(Undo())
        assert document.exists()
        await session.do(Undo())
        assert not document.exists()
        await session.do(Redo())
        assert document.exists()


async def test_the_history_names_a_document_that_went(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:3], "undo"):
            await session.do(Submit(answer))
    assert history_report(project_in(tmp_path), SLUG, "") == "quick-scan.md  1 earlier version"


async def test_a_document_the_user_has_written_into_stays(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
        document.write_text(f"{document.read_text()}\n## Mine\n\nAsk Sofia first.\n", encoding="utf-8")
        await session.do(Undo())
        assert "Ask Sofia first." in document.read_text()
        assert "quick-scan.md" in session.state.files.artifacts


async def test_a_document_that_other_answers_call_for_stays(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:5], "undo"):
            await session.do(Submit(answer))
        assert document.exists()


@pytest.mark.parametrize("others", ["", "<!-- roundtable:begin other -->\n## Other\n<!-- roundtable:end other -->\n"])
async def test_of_a_shared_file_only_the_part_of_this_item_goes(tmp_path: Path, others: str) -> None:
    write_code(tmp_path)
    matrix = tmp_path / MATRIX
    if others:
        matrix.parent.mkdir(parents=True)
        matrix.write_text(f"# Ours\n\n{others}", encoding="utf-8")
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await go_through(session, written("nfr-matrix.md"))
        made = matrix.read_bytes()
        await session.do(Undo())
        assert matrix.exists() == bool(others)
        if others:
            assert matrix.read_text(encoding="utf-8") == f"# Ours\n\n{others}"
        await session.do(Redo())
        assert matrix.read_bytes() == made


async def test_in_a_conversation_a_document_below_its_threshold_goes_with_what_it_led_to(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = tmp_path / "docs/requirements" / SLUG
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session, written("architecture-overview.md"))
        before = {path.name: path.read_bytes() for path in folder.glob("*.md")}
        assert any(name.startswith("adr-0001") for name in before)
        await session.do(Undo())
        left = {path.name: path.read_text() for path in folder.glob("*.md")}
        assert not [name for name in left if name.startswith(("adr-", "architecture-"))]
        assert not [name for name, text in left.items() if "](architecture-overview.md" in text]
        await session.do(Redo())
        assert {path.name: path.read_bytes() for path in folder.glob("*.md")} == before


async def test_the_summaries_come_back_with_the_acceptance(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = tmp_path / "docs/requirements" / SLUG
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await converse(session)
        before = {path.name for path in folder.glob("*.md")}
        await session.do(Undo())
        assert not (folder / "requirements-summary.md").exists()
        await session.do(Redo())
        assert {path.name for path in folder.glob("*.md")} == before


async def test_what_was_owed_when_the_program_stopped_is_done_when_the_item_is_opened(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = tmp_path / "docs/requirements" / SLUG
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:3], "undo"):
            await session.do(Submit(answer))
    journal = folder / ".roundtable/journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    cut = next(number for number, line in enumerate(lines) if '"removed":["quick-scan.md"]' in line.replace(": ", ":"))
    journal.write_text("".join(lines[:cut]))
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
        await session.do(Start())
        assert not (folder / "quick-scan.md").exists()
        assert "quick-scan.md" not in session.state.files.artifacts
        assert session.state.files.removed == ("quick-scan.md",)
