"""A whole conversation becomes a recording, and played again it is the same conversation."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.plain.demo import played
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.recordings.recording import recorded
from roundtable_tui.recordings.recording_file import read_recording, written
from roundtable_tui.recordings.samples import open_sample
from tests.support.projects import write_code
from tests.support.recorded_conversations import conversation, what_came_of

if TYPE_CHECKING:
    from pathlib import Path


async def test_played_again_it_is_the_same_conversation(tmp_path: Path) -> None:
    then = await conversation(tmp_path / "recorded")
    recording = recorded(then.events)
    assert recording.left_out == ()
    write_code(tmp_path / "played")
    project = open_sample(tmp_path / "played")
    read = read_recording(written(recording), "r.jsonl")
    async with played(project, read, TextPrinter(project.knowledge, io.StringIO())) as now:
        assert then.state.talk.ending is Ending.COMPLETE
        assert what_came_of(now) == what_came_of(then)
