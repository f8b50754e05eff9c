"""What taking something back owes the disk."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import Reinstated
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.session.intents import (
    ChangeDepth,
    Choose,
    ChooseMode,
    GoOn,
    Intent,
    Redo,
    Rename,
    Revise,
    Start,
    Submit,
    Undo,
    WrapUp,
)
from roundtable_tui.session.session import ItemSession
from roundtable_tui.session.updates import Noticed
from roundtable_tui.session.wording import NOTHING_TO_BRING_BACK
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.second_mode import ThreeQuestions
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

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


async def test_what_was_taken_back_counts_again_as_if_nothing_had_happened(tmp_path: Path) -> None:
    write_code(tmp_path)
    document = tmp_path / "docs/requirements" / SLUG / "quick-scan.md"
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        for answer in (*PHASE_00[:5], "Mind the word Rechnung."):
            await session.do(Submit(answer))
        before = session.state
        await session.do(Undo())
        await session.do(Redo())
        assert session.state.dossier.entries == before.dossier.entries
        assert session.state.talk.waiting == before.talk.waiting
        assert session.state.talk.transcript == before.talk.transcript
        statuses = [{key: step.status for key, step in one.guided.steps.items()} for one in (session.state, before)]
        assert statuses[0] == statuses[1]
        assert "Rechnung" in document.read_text()


async def test_several_that_were_taken_back_come_back_one_after_the_other(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        states = [session.state]
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
            states.append(session.state)
        for wish in (Undo(), Submit("undo"), Undo()):
            await session.do(wish)
        for then in states[1:]:
            assert any(command.name == "redo" for command in session.commands())
            await session.do(Redo())
            assert session.state.talk.waiting == then.talk.waiting
            assert session.state.dossier.entries == then.dossier.entries
        assert not any(command.name == "redo" for command in session.commands())


@pytest.mark.parametrize("words", ["redo", "bring it back", "/redo"])
async def test_what_was_taken_back_comes_back_by_words_too(words: str, tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        states = [session.state]
        for answer in PHASE_00[:3]:
            await session.do(Submit(answer))
            states.append(session.state)
        for _ in range(2):
            await session.do(Submit("undo"))
        for then in states[2:]:
            await session.do(Submit(words))
            assert session.state.talk.waiting == then.talk.waiting
            assert session.state.talk.transcript == then.talk.transcript
            assert session.state.dossier.entries == then.dossier.entries
        await session.do(Submit(words))
        assert session.state.talk.transcript == states[-1].talk.transcript
        await session.do(Undo())
        assert session.state.dossier.entries == states[-2].dossier.entries


async def test_once_something_new_is_said_nothing_can_be_brought_back(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.do(Undo())
        await session.do(Submit("Customers may pay later."))
        assert not any(command.name == "redo" for command in session.commands())
        told: list[str] = []
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
        await session.do(Redo())
        assert told == [NOTHING_TO_BRING_BACK]


async def test_what_came_back_can_be_taken_back_again(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        answered = session.state
        await session.do(Undo())
        undone = session.state
        await session.do(Redo())
        await session.do(Undo())
        assert session.state.dossier.entries == undone.dossier.entries
        await session.do(Redo())
        assert session.state.dossier.entries == answered.dossier.entries


@pytest.mark.parametrize(
    "deed",
    [WrapUp(), ChooseMode("three"), GoOn(), ChangeDepth(Depth.DEEP), Choose(MenuCommand.ELABORATE)],
    ids=lambda deed: type(deed).__name__,
)
async def test_once_something_else_is_done_it_stays_and_nothing_can_be_brought_back(
    deed: Intent, tmp_path: Path
) -> None:
    modes = {**all_modes(), "three": ThreeQuestions()}
    async with ItemSession(open_sample(project_in(tmp_path)), OfflineVoice(), modes) as session:
        await session.do(Start())
        for answer in PHASE_00[:2]:
            await session.do(Submit(answer))
        await session.do(Undo())
        await session.do(deed)
        done = session.state
        assert not any(command.name == "redo" for command in session.commands())
        await session.do(Redo())
        assert session.state == done


async def test_a_new_name_does_not_keep_back_what_was_taken_back(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        answered = session.state
        await session.do(Undo())
        await session.do(Rename("Pay later"))
        await session.do(Redo())
        assert session.state.dossier.entries == answered.dossier.entries
        assert session.state.item is not None
        assert session.state.item.description == "Pay later"


@pytest.mark.parametrize(
    "words",
    [
        "add billing/ledger.py create\nadd mail/outbox.py modify",
        "only: billing/ledger.py create, mail/outbox.py modify",
        "drop FILE-001",
        "yes",
        "I will edit mail/outbox.py and the refund code",
    ],
)
async def test_the_files_an_answer_added_or_took_out_go_and_come_back_with_it(words: str, tmp_path: Path) -> None:
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session:
        await session.do(Start(Depth.STANDARD))
        await go_through(session, lambda state: state.guided.current == "02-01" and state.talk.waiting is not None)
        before = session.state
        assert before.dossier.of(Kind.FILE), "the search pointed at some"
        await session.do(Submit(words))
        answered = session.state
        assert answered.dossier.of(Kind.FILE) != before.dossier.of(Kind.FILE)
        await session.do(Undo())
        assert session.state.dossier.of(Kind.FILE) == before.dossier.of(Kind.FILE)
        assert reach(session.state) == reach(before)
        await session.do(Redo())
        assert session.state.dossier.of(Kind.FILE) == answered.dossier.of(Kind.FILE)


async def test_an_answer_that_is_edited_into_a_redo_redoes_once(tmp_path: Path) -> None:
    async with seated(open_sample(project_in(tmp_path)), OfflineVoice()) as session, asyncio.timeout(20):
        await session.do(Start())
        for answer in PHASE_00[:2]:
            await session.do(Submit(answer))
        await session.do(Undo())
        await session.do(Revise(1, "redo"))
        assert not session.busy
        assert len([event for event in session.events if isinstance(event.body, Reinstated)]) <= 1
