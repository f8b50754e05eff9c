"""A journal becomes a recording, and a recording played again becomes the same analysis."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from roundtable_tui.codebase.files.secrets import redact
from roundtable_tui.domain.journal.events import Event, HandEdited, ItemCreated, UserSaid
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.menu import MenuCommand
from roundtable_tui.errors import UsageError, VoiceError
from roundtable_tui.items.open_item import open_item
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.recordings.recording import (
    Deed,
    Pause,
    Press,
    Recording,
    again,
    recorded,
)
from roundtable_tui.recordings.recording_file import read_recording, written
from roundtable_tui.recordings.samples import PREFIX, sample_project, sample_recording
from roundtable_tui.session.intents import ChangeDepth, Choose, Rename, Reopen, Start, Submit, Undo
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.script import ScriptVoice
from tests.support.journals import wild_texts
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.troubled import TroubledVoice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

ITEM = json.dumps(
    {"type": "ItemCreated", "slug": "x", "description": "X", "source": "manual", "source_id": "", "mode": "guided",
     "tier": "standard"}
)  # fmt: skip


async def journal(root: Path) -> tuple[Sequence[Event], State]:
    """A session with everything in it that people do."""
    write_code(root)
    async with seated(open_sample(project_in(root)), OfflineVoice()) as session:
        await session.do(Start(Depth.STANDARD))
        await session.do(Submit(PHASE_00[0]))
        await session.do(Submit("parrots\nelephants"))
        await session.do(Undo())
        await session.do(Submit(PHASE_00[1]))
        await session.do(Submit(PHASE_00[2]))
        await session.do(Choose(MenuCommand.CONTINUE))
        await session.do(ChangeDepth(Depth.BRIEF))
        await session.do(Reopen("00-01"))
        return tuple(session.events), session.state


async def replay(root: Path, recording: Recording) -> State:
    write_code(root)
    async with seated(open_sample(project_in(root)), ScriptVoice(recording.turns)) as session:
        await session.do(Start(recording.depth))
        for line in recording.lines:
            if isinstance(line, Deed):
                await session.do(again(line, session.state))
        return session.state


async def test_an_item_that_was_renamed_is_recorded_by_the_name_it_has(tmp_path: Path) -> None:
    write_code(tmp_path / "recorded")
    async with seated(open_sample(project_in(tmp_path / "recorded")), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit(PHASE_00[0]))
        for name in ("Pay later", "Pay by invoice, later"):
            await session.do(Rename(name))
        await session.do(Undo())
        recording = recorded(session.events)
    assert recording.item.description == "Pay by invoice, later"
    assert recording.left_out == ()


async def test_played_again_it_is_the_same_analysis_without_what_was_taken_back(tmp_path: Path) -> None:
    events, state = await journal(tmp_path / "recorded")
    recording = read_recording(written(recorded(events)), "r.jsonl")
    again = await replay(tmp_path / "replayed", recording)
    assert [spoken.utterance for spoken in again.talk.transcript] == [
        spoken.utterance for spoken in state.talk.transcript
    ]
    assert {entry.id: entry.text() for entry in again.dossier} == {entry.id: entry.text() for entry in state.dossier}
    assert {entry.confidence for entry in again.dossier} == {entry.confidence for entry in state.dossier}
    assert (again.talk.waiting, again.guided.depth_overrides) == (state.talk.waiting, state.guided.depth_overrides)
    assert "parrots" not in written(recording)


async def test_written_and_read_it_is_the_same(tmp_path: Path) -> None:
    events, _ = await journal(tmp_path / "recorded")
    recording = recorded(events)
    again = read_recording(written(recording), "r.jsonl")
    assert (again.item, again.depth, len(again.lines)) == (recording.item, recording.depth, len(recording.lines))
    assert written(again) == written(recording)


async def test_words_that_were_edited_after_a_failed_turn_are_recorded_as_said(tmp_path: Path) -> None:
    voice = TroubledVoice()
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), voice) as session:
        await session.do(Start())
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Submit("Something hasty."))
        await session.do(Submit(PHASE_00[0]))
        recording = recorded(session.events)
    assert [line.text for line in recording.lines if isinstance(line, UserSaid)] == [PHASE_00[0]]
    assert recording.left_out == ()


async def test_what_cannot_be_played_again_is_named(tmp_path: Path) -> None:
    events, _ = await journal(tmp_path / "recorded")
    edited = Event(len(events) + 1, "", 1, "user", 0, HandEdited("quick-scan.md"))
    assert recorded((*events, edited)).left_out == ("an edit of a document",)


def test_an_item_in_which_nothing_was_said_cannot_be_recorded() -> None:
    with pytest.raises(UsageError, match="nothing was said"):
        recorded(())


# The file


@given(wild_texts)
def test_whatever_was_said_is_read_as_it_was_written(text: str) -> None:
    said = Recording(ItemCreated("x", "X", "manual", "", "guided", "standard"), (UserSaid(text),))
    assert read_recording(written(said), "r.jsonl") == said


def test_comments_empty_lines_presses_and_pauses_may_stand_between_the_events() -> None:
    text = f'# Mine\n\n{ITEM}\n  # more\n{{"press": "pane.preview"}}\n{{"pause": 2}}\n'
    assert read_recording(text, "r.jsonl").lines == (Press("pane.preview"), Pause(2.0))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"type": "UserSaid", "txet": "Hello"}', "line 2, .*without 'text'"),
        ('{"type": "UserSaid", "text": "Hello", "txet": 1}', "line 2, .*there is no 'txet'"),
        ('{"type": "Spoke", "said": [{"speaker": "a", "text": "b", "rôle": "talk"}]}', "there is no 'rôle'"),
        ('{"type": "Spoke", "changes": [{"op": "record", "id": "FR-001", "kind": "fr", "source": []}]}', "no 'source'"),
        ('{"type": "Sang"}', "line 2, .*Sang"),
        ('{"type": "StepCompleted", "step": "a", "title": "b", "phase": "c"}', "StepCompleted, which cannot be played"),
        ('{"pause": -1}', "neither an event nor a press nor a pause"),
        ('{"press": "x", "pause": 1}', "neither"),
        ("[]", "neither"),
        ("{", "line 2, is not understood"),
    ],
)
def test_a_line_that_is_not_understood_is_named(line: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_recording(f"{ITEM}\n{line}\n", "r.jsonl")


def test_a_file_that_does_not_say_what_is_analysed_is_no_recording() -> None:
    with pytest.raises(UsageError, match=r"r\.jsonl is not a recording"):
        read_recording('{"type": "UserSaid", "text": "Hello"}', "r.jsonl")


# The demo


def test_the_shipped_recording_lasts_as_long_as_people_watch() -> None:
    recording = sample_recording()
    letters = sum(len(line.text) for line in recording.lines if isinstance(line, UserSaid))
    words = sum(len(said.text.split()) for turn in recording.turns for said in turn.spoke.said)
    assert 700 < letters < 1_600
    assert 350 < words < 1_000


def test_all_three_analysts_speak_in_it() -> None:
    speakers = {said.speaker for turn in sample_recording().turns for said in turn.spoke.said}
    assert speakers == {"business-analyst", "solutions-architect", "system-designer"}


def test_the_sample_project_has_the_files_its_interview_says_are_there() -> None:
    project = shipped_assets() / "demo" / "project"
    answers = (shipped_assets() / "demo" / "answers.yaml").read_text(encoding="utf-8").splitlines()
    named = [line.split() for line in answers if line.strip().partition(" ")[2].startswith(("modify", "create", "no "))]
    assert len(named) > 15
    for path, action, *_ in named:
        assert (project / path).exists() == (not action.startswith("create")), path


@pytest.mark.parametrize("ending", [KeyboardInterrupt, SystemExit, RuntimeError, None])
def test_the_copy_of_the_sample_project_is_gone_whatever_ended_it(ending: type[BaseException] | None) -> None:
    folders: list[Path] = []

    def use() -> None:
        with sample_project() as folder:
            folders.append(folder)
            assert folder.name.startswith(PREFIX)
            assert (folder / "checkout" / "views.py").exists()
            if ending:
                raise ending

    if ending:
        with pytest.raises(ending):
            use()
    else:
        use()
    assert not folders[0].exists()


def test_the_demo_is_printed_line_by_line_and_leaves_nothing(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ran = program("demo", "--plain")
    lines = ran.out.strip().splitlines()
    assert ran.code == 0, ran.err
    assert "This is a recording" in lines[0]
    assert lines[-1] == "That was a recording. Start your own: roundtable-tui"
    assert any(line.startswith("Jordan: ") for line in lines)
    assert list(tmp_path.iterdir()) == list(home.iterdir()) == []


def test_what_looks_like_a_secret_is_blacked_out_when_it_is_written_for_others() -> None:
    key = "ghp_" + "a1B2" * 9
    recording = Recording(ItemCreated("pay", "Pay", "manual", "", "guided", "", f"token: {key}"), (UserSaid(key),))
    assert key in written(recording)
    text = written(recording, lambda said: redact(said).text)
    assert key not in text
    assert read_recording(text, "r.jsonl").item.description == "Pay"


async def test_an_item_is_recorded_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await journal(tmp_path / "project")
    monkeypatch.chdir(tmp_path / "project")
    file = tmp_path / "mine.jsonl"
    ran = program("record", SLUG, "--to", file)
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f"Recorded {SLUG} in ")
    events = open_item(project_in(tmp_path / "project"), SLUG, look_only=True).events
    assert file.read_text(encoding="utf-8") == written(recorded(events)) == program("record", SLUG).out
    assert program("record", SLUG, "--to", file).code == 2


async def test_a_depth_chosen_before_a_word_was_answered_does_not_shift_the_turns(tmp_path: Path) -> None:
    voice = TroubledVoice()
    write_code(tmp_path)
    async with seated(open_sample(project_in(tmp_path)), voice) as session:
        voice.fails = 1
        with pytest.raises(VoiceError):
            await session.do(Start())
        await session.do(ChangeDepth(Depth.BRIEF))
        await session.do(Submit(PHASE_00[1]))
        recording = recorded(session.events)
    again = read_recording(written(recording), "r.jsonl")
    assert [turn.exchange for turn in recording.turns] == [turn.exchange for turn in again.turns]
    assert (recording.depth, again.depth) == (Depth.BRIEF, Depth.BRIEF)
