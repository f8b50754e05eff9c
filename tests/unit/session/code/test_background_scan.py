"""The code is looked through beside the talk: it tells how far it is, can be stopped, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.codebase.impact.scan import STOPPED
from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.code_facts import Inquiry, Scanned
from roundtable_tui.domain.journal.events import Continued, ItemCreated
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.errors import ReadOnlyError
from roundtable_tui.session.code.background_scan import CodeSearch, LookingAhead, inquiry
from roundtable_tui.session.effects import Effects
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.session.record import Record
from roundtable_tui.session.updates import Noticed, Searching
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.scans import HeldScan
from tests.support.sessions import seated
from tests.support.states import changed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.items.project import Project
    from roundtable_tui.session.session import ItemSession

TOO_LONG = 10.0


def held_project(root: Path, held: HeldScan) -> Project:
    write_code(root)
    return replace(project_in(root), scan=held)


def committed(root: Path, message: str) -> None:
    for arguments in (("init",), ("add", "src"), ("commit", "-m", message)):
        subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True)


def scans_in(session: ItemSession) -> list[Scanned]:
    return [event.body for event in session.events if isinstance(event.body, Scanned)]


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    pytest.fail("It never came to that.")


async def test_it_begins_after_the_first_answer_and_the_talk_goes_on_meanwhile(tmp_path: Path) -> None:
    held = HeldScan()
    async with seated(open_sample(held_project(tmp_path, held)), OfflineVoice()) as session:
        told: list[str] = []
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Searching) else None)
        await session.do(Start())
        await session.look_ahead()
        assert (held.asked, session.is_looking) == ([], False)
        await session.do(Submit(PHASE_00[0]))
        looking = asyncio.create_task(session.look_ahead())
        await until(lambda: len(told) > 1)
        assert told == ["Looking through the code …", "Code: 2 of 3 files, 5 hits (searching)"]
        exchange = session.state.exchange
        await session.do(Submit(PHASE_00[1]))
        assert (session.state.exchange, session.is_looking) == (exchange + 1, True)
        held.go_on.set()
        async with asyncio.timeout(TOO_LONG):
            await looking
        assert told[-1] == ""


async def test_what_was_found_is_there_when_a_step_needs_it(tmp_path: Path) -> None:
    held = HeldScan()
    held.go_on.set()
    async with seated(open_sample(held_project(tmp_path, held)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.look_ahead()
        assert [one.inquiry for one in scans_in(session)] == held.asked
        assert session.state.code.scan is not None
        assert "src/checkout/core.py" in session.state.code.scan.likely
        await session.look_ahead()
        assert len(held.asked) == 1


async def test_in_a_conversation_what_was_found_is_written_down_while_the_question_waits(tmp_path: Path) -> None:
    held = HeldScan()
    held.go_on.set()
    async with seated(open_conversation(held_project(tmp_path, held)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        waiting = session.state.talk.waiting
        await session.look_ahead()
        await until(lambda: "quick-scan.md" in session.state.files.artifacts)
        assert session.state.talk.waiting == waiting


async def test_when_there_is_another_commit_the_code_is_looked_through_once_more(tmp_path: Path) -> None:
    held = HeldScan()
    held.go_on.set()
    project = held_project(tmp_path, held)
    committed(tmp_path, "begun")
    async with seated(open_sample(project), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.look_ahead()
        (tmp_path / "src/checkout/later.py").write_text("def pay_invoice(): ...\n")
        committed(tmp_path, "more")
        await session.look_ahead()
        await session.look_ahead()
        assert len(held.asked) == 2
        assert session.state.code.scan is not None
        assert "src/checkout/later.py" in {one.path for one in session.state.code.scan.touched}


async def test_a_file_named_later_is_searched_for_and_what_moved_is_told_in_a_line_of_the_talk(tmp_path: Path) -> None:
    held = HeldScan()
    held.go_on.set()
    project = held_project(tmp_path, held)
    (tmp_path / "src/ledger.py").write_text("class Ledger: ...\n")
    async with seated(open_sample(project), OfflineVoice()) as session:
        told: list[str] = []
        session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.look_ahead()
        told.clear()
        await session.do(Submit("It also has to be entered by src/ledger.py, which nobody has touched for years."))
        await session.look_ahead()
        moved = [text for text in told if text.startswith("I searched the code again.")]
        assert len(moved) == 1
        assert "new: src/ledger.py" in moved[0]
        assert scans_in(session)[-1].touched[0].path == "src/ledger.py"


@pytest.mark.parametrize("tier", ["2", "dropped"])
def test_a_file_of_which_it_was_said_that_it_stays_is_not_named_by_that(tier: str) -> None:
    said = FieldValue("a/old.py", (Stated(1),))
    entry = Entry("FILE-001", Kind.FILE, {"path": said, "tier": FieldValue(tier, (Stated(1),))}, 1)
    dossier = Dossier(dropped_files=("a/old.py",)) if tier == "dropped" else Dossier({entry.id: entry})
    item = ItemCreated("pay", "Invoices: drop old.py, change a/new.py", "manual", "", "guided", "standard")
    wanted = inquiry(changed(dossier=dossier, item=item))
    assert wanted is not None
    assert wanted.names == ("a/new.py",)


@pytest.mark.parametrize(
    "said", ["drop aiohttp/web.py", "Not web.py.", "leave web.py alone", "Nothing in aiohttp/ changes"]
)
async def test_a_file_to_be_left_alone_neither_leads_nor_stands_anywhere(tmp_path: Path, said: str) -> None:
    held = HeldScan()
    held.go_on.set()
    project = held_project(tmp_path, held)
    (tmp_path / "aiohttp").mkdir()
    (tmp_path / "aiohttp/web.py").write_text("def pay_invoice(): ...  # invoice\n" * 3)
    async with seated(open_sample(project), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        await session.look_ahead()
        before = reach(session.state)
        assert before is not None
        assert "aiohttp/web.py" in {one.path for one in before.touched}
        await session.do(Submit(f"It is about the invoice of a clinic. {said}"))
        await session.look_ahead()
        after = reach(session.state)
        assert after is not None
        assert "aiohttp/web.py" not in {*after.likely, *(one.path for one in after.touched)}
        assert after.tiers[0] == before.tiers[0] - 1


async def test_a_word_that_says_nothing_is_not_searched_for(tmp_path: Path) -> None:
    async with seated(open_sample(held_project(tmp_path, HeldScan())), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit("skip"))
        wanted = inquiry(session.state)
    assert wanted is None or "skip" not in wanted.words


async def test_stopped_it_ends_at_once_and_is_not_tried_again_for_the_same_words(tmp_path: Path) -> None:
    held = HeldScan()
    async with seated(open_sample(held_project(tmp_path, held)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        looking = asyncio.create_task(session.look_ahead())
        await until(lambda: bool(held.running))
        session.stop_looking()
        async with asyncio.timeout(TOO_LONG):
            await looking
        assert (held.running, session.is_looking) == (0, False)
        assert [one.problem for one in scans_in(session)] == [STOPPED]
        await session.look_ahead()
        assert len(held.asked) == 1


async def test_leaving_on_the_way_writes_nothing_down_and_the_next_session_looks_again(tmp_path: Path) -> None:
    held = HeldScan()
    project = held_project(tmp_path, held)
    async with seated(open_sample(project), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        looking = asyncio.create_task(session.look_ahead())
        await until(lambda: bool(held.running))
    assert held.running == 0
    with suppress(asyncio.CancelledError):
        await looking
    assert scans_in(session) == []
    held.go_on.set()
    async with seated(open_sample(project), OfflineVoice()) as again:
        await again.do(Start())
        await again.look_ahead()
        assert [one.problem for one in scans_in(again)] == [""]


async def test_what_is_found_while_the_item_is_let_go_comes_too_late(tmp_path: Path) -> None:
    held = HeldScan()
    held.go_on.set()
    project = held_project(tmp_path, held)
    async with seated(open_sample(project), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
    record, closing = Record(open_sample(project)), asyncio.Lock()
    search = CodeSearch(Effects(project, SLUG).scan, lambda _: None)
    await closing.acquire()
    looking = asyncio.create_task(LookingAhead(record, search, str).look(closing))
    await until(lambda: bool(held.asked) and not search.under_way)
    await record.close()
    closing.release()
    await looking
    assert record.state.code.scan is None
    with pytest.raises(ReadOnlyError):
        await record.append(Continued())


async def test_a_search_for_other_words_takes_the_place_of_one_under_way() -> None:
    begun: list[str] = []

    def scan(wanted: Inquiry, stopped: Callable[[], bool], progress: Callable[[Progress], None]) -> Scanned:
        begun.append(wanted.words[0])
        while wanted.words == ("first",) and not stopped():
            pass
        return Scanned(wanted.words, (), (), 0, 0, problem=STOPPED if stopped() else "")

    search = CodeSearch(scan, lambda _: None)
    first = asyncio.create_task(search.result(Inquiry(("first",))))
    again = asyncio.create_task(search.result(Inquiry(("first",))))
    await until(lambda: bool(begun))
    async with asyncio.timeout(TOO_LONG):
        second = await search.result(Inquiry(("second",)))
        assert ((await first).problem, (await again).problem, second.problem) == (STOPPED, STOPPED, "")
    assert begun == ["first", "second"]


async def test_what_is_begun_after_closing_is_stopped_at_once() -> None:
    was_stopped: list[bool] = []

    def scan(wanted: Inquiry, stopped: Callable[[], bool], progress: Callable[[Progress], None]) -> Scanned:
        was_stopped.append(stopped())
        return Scanned(wanted.words, (), (), 0, 0, problem=STOPPED)

    search = CodeSearch(scan, lambda _: None)
    await search.close()
    with pytest.raises(asyncio.CancelledError):
        await search.result(Inquiry(("late",)))
    assert was_stopped == [True]


async def test_after_closing_nobody_is_told_a_result_that_was_cut_short() -> None:
    def scan(wanted: Inquiry, stopped: Callable[[], bool], progress: Callable[[Progress], None]) -> Scanned:
        while not stopped():
            pass
        return Scanned(wanted.words, (), (), 0, 0, problem=STOPPED)

    search = CodeSearch(scan, lambda _: None)
    waiting = asyncio.create_task(search.result(Inquiry(("word",))))
    await until(lambda: search.under_way)
    async with asyncio.timeout(TOO_LONG):
        await search.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
