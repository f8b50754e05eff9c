"""Words said about a finished analysis count like any others: they are kept, and the documents follow."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.open_item import open_item
from roundtable_tui.modes.conversation import wording as conversation_wording
from roundtable_tui.modes.guided.wording import AFTER_THE_END
from roundtable_tui.session.intents import Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.guests import FINISHED, bytes_below, leave_guest
from tests.support.guests import SLUG as GUEST
from tests.support.projects import SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession

NOTE = "The Rheinpraxis group wants it by March."


async def finish(session: ItemSession) -> None:
    await session.do(Start(Depth.BRIEF))
    await go_through(session)
    assert session.state.talk.ending is Ending.COMPLETE


def documents_of(root: Path, slug: str = SLUG) -> str:
    folder = root / "docs/requirements" / slug
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))


async def test_they_are_kept_and_the_documents_follow(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await finish(session)
        await session.do(Submit(NOTE))
        assert [note.text() for note in session.state.dossier.of(Kind.NOTE)][-1] == NOTE
        assert session.state.talk.ending is Ending.COMPLETE
        assert NOTE in documents_of(tmp_path)
        await session.do(Undo())
        assert NOTE not in documents_of(tmp_path)


async def test_a_change_to_an_entry_is_made_also_when_the_item_was_closed_between(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await finish(session)
        entry = session.state.dossier.of(Kind.FR)[0]
    async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(f"{entry.id}: Print the invoice in the till's own font"))
    assert f"### {entry.id}: Print the invoice in the till's own font" in documents_of(tmp_path)


@pytest.mark.parametrize("words", ["ok", "thanks!", "c", "next", "I'm done", "deeper", "skip", ""])
async def test_words_that_say_nothing_are_answered_with_what_can_be_done(tmp_path: Path, words: str) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await finish(session)
        before = session.state.dossier.entries
        await session.do(Submit(words))
        assert session.state.dossier.entries == before
        assert session.state.talk.transcript[-1].utterance.text == AFTER_THE_END
        assert (session.state.talk.waiting, session.state.talk.ending) == (None, Ending.COMPLETE)


def test_a_finished_guest_can_be_spoken_to_and_keeps_its_stamps(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = leave_guest(tmp_path, {**FINISHED, "codebase_hash": ""})
    backlog = tmp_path / "BACKLOG.md"
    backlog.write_text("- #30 [ ] Pay by invoice\n", encoding="utf-8")
    before = bytes_below(tmp_path)

    async def speak() -> None:
        async with seated(open_item(project_in(tmp_path), GUEST), OfflineVoice()) as session:
            await session.do(Start())
            await session.do(Submit(NOTE))
            await session.do(Submit("FR-002: Remind late payers twice"))

    asyncio.run(speak())
    text = (folder / "requirements-spec.md").read_text(encoding="utf-8")
    assert NOTE in text
    assert "### FR-002: Remind late payers twice" in text
    assert "**Status**: Complete" in text
    assert "Pending Sections" not in text
    after = bytes_below(tmp_path)
    own = {path: content for path, content in after.items() if ".roundtable" not in str(path)}
    changed = {str(path).rpartition("/")[2] for path, content in own.items() if before.get(path) != content}
    assert changed <= {"requirements-spec.md", "user-stories.json", "traceability-matrix.csv"}
    assert "requirements-spec.md" in changed
    assert json.loads((folder / "meta.json").read_bytes())["analysis_status"] == "complete"


async def test_a_finished_conversation_hears_them_too(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_conversation(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start(Depth.BRIEF))
        await converse(session)
        shown = len(session.state.talk.transcript)
        await session.do(Submit(NOTE))
        assert [note.text() for note in session.state.dossier.of(Kind.NOTE)][-1] == NOTE
        assert (session.state.talk.waiting, session.state.talk.ending) == (None, Ending.COMPLETE)
        assert [said.utterance.role for said in session.state.talk.transcript[shown:]] == [Role.TALK, Role.CAPTURED]
        assert NOTE in documents_of(tmp_path)
        await session.do(Submit("ok thanks"))
        assert session.state.talk.transcript[-1].utterance.text == conversation_wording.FINISHED
