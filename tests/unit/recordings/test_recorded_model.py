"""The conversation that was held with a model plays again without one, and comes to the same end."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.provenance import Cited, Confirmed, Inferred, Stated
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.values import LookPart, Stage
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.plain.demo import played
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.recordings.samples import WITH_A_MODEL, open_sample, sample_project, sample_recording
from roundtable_tui.voices.script_table import ScriptedPiece

if TYPE_CHECKING:
    from roundtable_tui.recordings.recording import Recording


@pytest.fixture(scope="module")
def recording() -> Recording:
    return sample_recording(WITH_A_MODEL)


async def test_it_plays_from_the_opening_over_drafts_and_an_amendment_to_accepted_summaries(
    recording: Recording,
) -> None:
    with sample_project(WITH_A_MODEL) as folder:
        project = open_sample(folder)
        async with played(project, recording, TextPrinter(project.knowledge, io.StringIO())) as session:
            state = session.state
            documents = [path.read_text() for path in project.paths.item_folder(recording.item.slug).glob("*.md")]
    assert state.talk.ending is Ending.COMPLETE
    assert set(state.conversation.accepted) == {Stage.REQUIREMENTS, Stage.ARCHITECTURE, Stage.DESIGN}
    assert state.conversation.amendments == 1
    assert state.talk.ledger.topic_questions > 20
    assert len(documents) > 15
    assert not any("leads nowhere" in text for text in documents), "the code it cites ships with it"


def test_it_shows_what_a_model_adds(recording: Recording) -> None:
    bodies = [line.body for line in recording.lines if isinstance(line, ScriptedPiece)]
    found = (*(turn.spoke.changes for turn in recording.turns), *(getattr(one, "changes", ()) for one in bodies))
    speakers = {said.speaker for turn in recording.turns for said in turn.spoke.said}
    sources = {type(source) for changes in found for change in changes for source in change.sources}
    assert speakers == {MAYA, ALEX, JORDAN}
    assert sources == {Stated, Inferred, Confirmed, Cited}
    assert [one.part for one in bodies if isinstance(one, LookEnded)] == list(LookPart)
