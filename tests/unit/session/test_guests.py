"""An item another program made stays as it is until the user says something, and is not asked what it says."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import FromDocument
from roundtable_tui.domain.journal.events import Decision, Ending, TakenIn
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.errors import LockedError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.session.beside.comment_intents import BringComments, MakeComment
from roundtable_tui.session.intents import ChangeDepth, Rename, Start, Submit, Undo
from roundtable_tui.session.moves import Crossing
from roundtable_tui.session.updates import Noticed
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.commented import comment, on_line
from tests.support.guests import FINISHED, META, SLUG, bytes_below, leave_guest
from tests.support.projects import project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession

REVIEW_IN = "requirements-spec.md"


def open_and(root: Path, do: Callable[[ItemSession], Awaitable[None]] | None = None) -> tuple[State, list[str]]:
    """The state after opening the guest and doing that, and what was said besides the talk."""
    told: list[str] = []

    async def go() -> State:
        async with seated(open_item(project_in(root), SLUG), OfflineVoice()) as session:
            session.subscribe(lambda update: told.append(update.text) if isinstance(update, Noticed) else None)
            await session.do(Start())
            if do:
                await do(session)
            return session.state

    return asyncio.run(go()), told


def saying(*words: str) -> Callable[[ItemSession], Awaitable[None]]:
    async def say(session: ItemSession) -> None:
        for text in words:
            await session.do(Submit(text))

    return say


async def more_deeply(session: ItemSession) -> None:
    """Something that meta.json has to say, too."""
    await session.do(ChangeDepth(Depth.DEEP))


def meta_of(folder: Path) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("meta", [META, FINISHED, {"description": "Pay"}, {"phase_a_completed": True}])
def test_opening_and_leaving_a_guest_changes_no_byte(tmp_path: Path, meta: dict[str, object]) -> None:
    write_code(tmp_path)
    leave_guest(tmp_path, meta)
    before = bytes_below(tmp_path)
    open_and(tmp_path)
    assert bytes_below(tmp_path) == before


def test_a_depth_given_on_opening_changes_no_byte_either(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    before = bytes_below(tmp_path)

    async def go() -> State:
        async with seated(open_item(project_in(tmp_path), SLUG), OfflineVoice()) as session:
            await session.do(Start(Depth.DEEP))
            return session.state

    assert set(asyncio.run(go()).guided.depth_overrides.values()) == {Depth.DEEP}
    assert bytes_below(tmp_path) == before


def test_while_it_is_open_and_nothing_is_said_no_byte_changes_either(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    before = bytes_below(tmp_path)

    async def look(session: ItemSession) -> None:
        assert isinstance(session.state.talk.waiting, ForAnswer)
        assert bytes_below(tmp_path) == before

    open_and(tmp_path, look)


def test_its_documents_are_on_record_before_anything_is_asked(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    state, told = open_and(tmp_path)
    assert {"FR-001", "FR-002", "AC-001-01", "AC-001-02", "AC-002-01", "US-001", "ADR-0002"} <= set(
        state.dossier.entries
    )
    paths = {file.text("path") for file in state.dossier.of(Kind.FILE)}
    assert paths == {"checkout/views.py", "billing/dunning.py"}
    assert all(isinstance(source, FromDocument) for entry in state.dossier for source in entry.sources)
    assert told[0].startswith("Another program made this item. I have read 2 functional requirements, 3 acceptance")


def test_the_first_words_bring_all_that_was_read_into_the_journal_once(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    open_and(tmp_path, saying("Clinics order on invoice."))
    lines = (folder / ".roundtable" / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    types = [json.loads(line)["type"] for line in lines]
    assert types.count(TakenIn.__name__) == 1
    assert types.index(TakenIn.__name__) < types.index("UserSaid")
    before = (folder / ".roundtable" / "journal.jsonl").read_bytes()
    state, _ = open_and(tmp_path)
    assert (folder / ".roundtable" / "journal.jsonl").read_bytes() == before
    assert "FR-002" in state.dossier.entries


def test_taking_back_the_first_words_keeps_what_was_read(tmp_path: Path) -> None:
    leave_guest(tmp_path)

    async def say_and_take_back(session: ItemSession) -> None:
        await session.do(Submit("Clinics order on invoice."))
        await session.do(Undo())

    state, _ = open_and(tmp_path, say_and_take_back)
    assert "FR-001" in state.dossier.entries


def test_two_windows_can_look_and_the_first_to_speak_has_it(tmp_path: Path) -> None:
    leave_guest(tmp_path)

    async def both() -> None:
        project = project_in(tmp_path)
        async with (
            seated(open_item(project, SLUG), OfflineVoice()) as one,
            seated(open_item(project, SLUG), OfflineVoice()) as other,
        ):
            await one.do(Start())
            await other.do(Start())
            await one.do(Submit("Clinics order on invoice."))
            with pytest.raises(LockedError):
                await other.do(Submit("Me too."))

    asyncio.run(both())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("codebase_hash", "abc1234"),
        ("slug", SLUG),
        ("source_id", "GH-30"),
        ("build_started_at", "2026-03-02T08:00:00.000Z"),
        ("acceptance", META["acceptance"]),
        ("analysis_status", "building"),
    ],
)
def test_what_another_program_wrote_stays_when_meta_is_written(tmp_path: Path, field: str, value: object) -> None:
    folder = leave_guest(tmp_path, {**META, "analysis_status": "building"})
    before = (folder / "meta.json").read_bytes()
    open_and(tmp_path, more_deeply)
    assert (folder / "meta.json").read_bytes() != before
    assert meta_of(folder)[field] == value


def test_a_description_nobody_wrote_is_not_invented(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    state, _ = open_and(tmp_path, more_deeply)
    assert "description" not in meta_of(folder)
    assert state.item is not None
    assert state.item.description == "Let clinics pay by invoice"


def commit_all(root: Path) -> None:
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.com"]
        subprocess.run(["git", *identity, *command], cwd=root, check=True, capture_output=True)


def test_a_finished_guest_made_from_other_code_is_offered_once_more(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = leave_guest(tmp_path, FINISHED)
    commit_all(tmp_path)
    before = bytes_below(tmp_path / "docs")
    state, _ = open_and(tmp_path)
    assert state.talk.waiting == ForDecision(Decision.REANALYSE, default=False)
    assert bytes_below(tmp_path / "docs") == before
    assert meta_of(folder)["codebase_hash"] == "abc1234"


def test_a_finished_guest_whose_commit_is_not_known_is_asked_nothing(tmp_path: Path) -> None:
    leave_guest(tmp_path, {**FINISHED, "codebase_hash": ""})
    state, told = open_and(tmp_path)
    assert (state.talk.ending, state.talk.waiting) == (Ending.COMPLETE, None)
    assert (
        told[-1] == "This analysis is complete and current. Nothing needs to be asked; what you say about it is kept."
    )


def test_analysed_anew_it_gets_our_commit_and_our_status(tmp_path: Path) -> None:
    write_code(tmp_path)
    folder = leave_guest(tmp_path, FINISHED)
    commit_all(tmp_path)

    state, _ = open_and(tmp_path, saying("y"))
    assert state.item is not None
    assert not state.item.guest
    written = meta_of(folder)
    assert written["analysis_status"] == "analyzed"
    assert written["description"] == "Let clinics pay by invoice"


async def documents(session: ItemSession) -> None:
    await session.do(Submit("Clinics order on invoice."))
    await session._runner.documents.write((REVIEW_IN, "user-stories.json", "traceability-matrix.csv"), Crossing())


def test_the_first_write_keeps_the_original_and_says_so_once(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    original = (folder / REVIEW_IN).read_bytes()
    _, told = open_and(tmp_path, documents)
    kept = list((folder / ".roundtable" / "history" / REVIEW_IN).iterdir())
    assert [path.read_bytes() for path in kept] == [original]
    said = [line for line in told if "in the history" in line]
    assert len(said) == 1
    assert said[0].startswith(f"Another program wrote {REVIEW_IN}, user-stories.json and traceability-matrix.csv.")
    _, told = open_and(tmp_path, documents)
    assert [line for line in told if "in the history" in line] == []


def test_a_guests_specification_gets_our_forms_and_keeps_its_own_words(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    state, told = open_and(tmp_path, documents)
    text = (folder / REVIEW_IN).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("### FR-")] == [
        "### FR-001: Order on invoice",
        "### FR-002: Remind late payers",
    ]
    assert text.count("AC-001-01") == text.count("The form asks for the company's address") == 1
    assert "A drawing of the form hangs in room 4." in text
    assert "**Version**: 1.2.0" in text
    assert text.count("## Business Context") == 1
    assert [line for line in told if line.startswith("Conflict")] == []
    assert not state.files.conflicts.get(REVIEW_IN)


def test_a_guests_stories_stand_where_readers_look_and_keep_their_fields(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    open_and(tmp_path, documents)
    (story,) = json.loads((folder / "user-stories.json").read_text(encoding="utf-8"))["stories"]
    assert story["id"] == "US-001"
    assert (story["role"], story["want"], story["traces"]) == ("practice manager", "to order on invoice", ["FR-001"])
    assert (story["epic"], story["goal"]) == ("Billing", "order on invoice")


def test_a_guests_table_with_other_columns_is_merged_by_its_ids(tmp_path: Path) -> None:
    folder = leave_guest(tmp_path)
    state, _ = open_and(tmp_path, documents)
    rows = list(csv.reader(io.StringIO((folder / "traceability-matrix.csv").read_text(encoding="utf-8"))))
    ours = ["FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source"]
    assert rows[0] == [*ours, "Requirement", "AC", "Test Case", "Status"]
    assert rows[1] == ["FR-001", "AC-001-01", "US-001", "Medium", REVIEW_IN, "FR-01", "AC-01a", "T1", "green"]
    assert rows[2] == ["FR-001", "AC-001-01", "US-001", "", "", "FR-01", "AC-01a", "T2", "red"]
    assert ["FR-002", "AC-002-01", "", "Medium", REVIEW_IN, "", "", "", ""] in rows
    assert not any("corrupt" in path.name for path in folder.iterdir())
    assert not state.files.conflicts.get("traceability-matrix.csv")


def test_a_comment_on_a_guest_is_kept_and_its_documents_stay_as_they_were(tmp_path: Path) -> None:
    leave_guest(tmp_path)
    before = bytes_below(tmp_path)
    made = MakeComment(
        CommentSort.CHANGE, "Make it 14.", on_line("- AC-02a: A reminder goes out after 7 days", line=30)
    )

    async def write(session: ItemSession) -> None:
        await session.do(made)

    open_and(tmp_path, write)
    state, _ = open_and(tmp_path)
    assert [one.text for one in state.comments.waiting.values()] == ["Make it 14."]
    after = bytes_below(tmp_path)
    assert {name: data for name, data in after.items() if ".roundtable/" not in name} == before


def test_comments_brought_to_a_guest_are_kept_too(tmp_path: Path) -> None:
    leave_guest(tmp_path)

    async def bring(session: ItemSession) -> None:
        await session.do(BringComments("ines.md", (comment("Why 7?", author="Ines"),), ()))

    open_and(tmp_path, bring)
    state, _ = open_and(tmp_path)
    assert [one.author for one in state.comments.sent.values()] == ["Ines"]


def test_a_guest_that_was_renamed_keeps_its_name(tmp_path: Path) -> None:
    leave_guest(tmp_path)

    async def rename(session: ItemSession) -> None:
        await session.do(Rename("Clinics pay later"))

    open_and(tmp_path, rename)
    state, _ = open_and(tmp_path)
    assert state.item
    assert state.item.description == "Clinics pay later"
