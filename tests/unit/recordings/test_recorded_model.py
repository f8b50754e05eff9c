"""The analysis that was held with a model plays again without one, and comes to the same dossier."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import apply_change
from roundtable_tui.domain.dossier.provenance import Cited, Confirmed, Inferred, Stated
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.recordings.recording import Deed, again, recorded
from roundtable_tui.recordings.samples import WITH_A_MODEL, sample_project, sample_recording
from roundtable_tui.session.intents import Start
from roundtable_tui.voices.script import ScriptVoice
from tests.support.projects import open_sample, project_in
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.recordings.recording import Recording

STEPS_DONE = {"00-quick-scan": 3, "01-requirements": 8}


@pytest.fixture(scope="module")
def recording() -> Recording:
    return sample_recording(WITH_A_MODEL)


@pytest.fixture
def project() -> Iterator[Path]:
    with sample_project(WITH_A_MODEL) as folder:
        yield folder


def what_was_said(recording: Recording) -> dict[str, dict[str, Value]]:
    """The dossier that the recorded turns add up to by themselves."""
    entries: dict[str, Entry] = {}
    for turn in recording.turns:
        for change in turn.spoke.changes:
            assert apply_change(entries, change, 1), change
    return fields_of(entries.values())


def fields_of(entries: Iterable[Entry]) -> dict[str, dict[str, Value]]:
    return {entry.id: {name: said.value for name, said in entry.fields.items()} for entry in entries}


async def test_it_plays_to_the_end_of_phase_01_and_the_dossier_is_the_same(project: Path, recording: Recording) -> None:
    item = open_sample(project_in(project), recording.item.description)
    async with seated(item, ScriptVoice(recording.turns)) as session:
        await session.do(Start(recording.depth))
        for line in recording.lines:
            if isinstance(line, Deed):
                await session.do(again(line, session.state))
        state, replayed = session.state, recorded(session.events)
    assert fields_of(state.dossier) == what_was_said(recording)
    assert state.dossier.entries["FR-002"].fields["title"].sources[0] == Stated(0), "it was said in the description"
    documents = [path.read_text() for path in item.project.paths.item_folder(item.slug).glob("*.md")]
    assert not any("leads nowhere" in text for text in documents), "the code it cites ships with it"
    assert Counter(state.guided.steps[step].phase for step in state.guided.steps_done) == STEPS_DONE
    assert [turn.spoke.changes for turn in replayed.turns[1:]] == [turn.spoke.changes for turn in recording.turns[1:]]


def test_it_shows_what_a_model_adds(recording: Recording) -> None:
    speakers = {said.speaker for turn in recording.turns for said in turn.spoke.said}
    changes = [change for turn in recording.turns for change in turn.spoke.changes]
    sources = {type(source) for change in changes for source in change.sources}
    assert speakers == {MAYA, ALEX, JORDAN}
    assert sources == {Stated, Inferred, Confirmed, Cited}
