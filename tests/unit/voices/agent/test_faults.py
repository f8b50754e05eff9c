"""Everything an agent can do wrong is one sentence with a way on, and no process is left behind."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import Outcome, Spoke, UserSaid
from roundtable_tui.errors import VoiceError
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.agent.agent_failures import NotSignedInError
from roundtable_tui.voices.agent.agent_settings import AgentSettings
from roundtable_tui.voices.agent.voice import AgentVoice
from tests.support.agents.started import agent_at, heard_from_agent
from tests.support.projects import open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.model_voices import CLOSING, OPENING, SCOPE, answering, asked, asks, talk, turn

if TYPE_CHECKING:
    from tests.support.messages_api.server import MessagesServer


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("too-old", "does not answer in the Agent Client Protocol (“error: unknown option '--acp'”)"),
        ("no-method", "does not answer in the Agent Client Protocol"),
        ("version", "speaks version 2 of the Agent Client Protocol, and this program speaks version 1"),
        ("signed-out", "Stand-in is not signed in."),
        ("signed-out-later", "Stand-in is not signed in."),
        ("crash", "Stand-in ended with status 3 before its turn was over: “panicked: token [secret removed]”."),
        ("flood", "asked 25 times for what it may not do here"),
        ("endless", "went on writing without end"),
        ("garbage-for-ever", "cannot be read: most of it is not the protocol"),
        ("long-line", "cannot be read: a line does not end"),
        ("unasked=execute", "Stand-in did not ask before it went on to run a command, and was ended."),
        ("unasked=edit", "did not ask before it went on to change files, and was ended."),
        ("unasked=fetch", "did not ask before it went on to reach the network by itself, and was ended."),
        ("bypass-only", "in the mode “yolo”, in which it asks nobody"),
    ],
)
async def test_each_fault_is_a_sentence_and_a_way_on(server: MessagesServer, fault: str, sentence: str) -> None:
    server.answer = lambda _: turn("", asks("Who notices first?"))
    with pytest.raises(VoiceError, match=re.escape(sentence)) as trouble:
        await heard_from_agent(server, answering, fault)
    assert "offline" in trouble.value.hint


@pytest.mark.parametrize(
    ("fault", "limits", "sentence"),
    [
        ("mute", {"start_timeout": 1.0}, "was started and did not answer within 1 seconds"),
        ("hang", {"silence": 1.0}, "gave no sign of life for 1 seconds and was ended"),
    ],
)
async def test_silence_ends(server: MessagesServer, fault: str, limits: dict[str, float], sentence: str) -> None:
    with pytest.raises(VoiceError, match=sentence):
        await heard_from_agent(server, answering, fault, **limits)


@pytest.mark.parametrize(
    ("message", "signed_out"),
    [
        ("Please log in first", True),
        ("401 Unauthorized", True),
        ("authentication_error: invalid x-api-key", True),
        ("OPENAI_API_KEY is not set", True),
        ("x509: certificate signed by unknown authority", False),
        ("no such author", False),
    ],
)
async def test_only_a_missing_sign_in_is_taken_for_one(
    server: MessagesServer, message: str, *, signed_out: bool
) -> None:
    with pytest.raises(VoiceError) as trouble:
        await heard_from_agent(server, answering, f"says={message}")
    assert isinstance(trouble.value, NotSignedInError) is signed_out


@pytest.mark.parametrize("fault", ["garbage", "strange"])
async def test_noise_on_the_line_is_passed_over(server: MessagesServer, fault: str) -> None:
    server.script.extend([turn("Late, then.", asks("Who notices first?"))])
    parts = await heard_from_agent(server, answering, fault)
    assert talk(parts) == [(answering.persona.key, "Late, then.")]
    assert asked(parts).text == "Who notices first?"


async def test_after_signing_in_elsewhere_the_next_try_is_heard(server: MessagesServer, tmp_path: Path) -> None:
    server.script.extend([turn("", asks("Who notices first?"))])
    voice = agent_at(server, f"sign-in={tmp_path / 'signed-in'}")
    with pytest.raises(VoiceError, match="is not signed in"):
        [part async for part in voice.speak(answering)]
    (tmp_path / "signed-in").touch()
    assert asked([part async for part in voice.speak(answering)]).text == "Who notices first?"
    await voice.close()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (AgentSettings("Nobody", (), "There is no `nobody` on your PATH."), "There is no `nobody` on your PATH."),
        (AgentSettings("Nobody", ("/nowhere/at-all",)), "Nobody cannot be started: No such file or directory."),
    ],
)
async def test_one_that_is_not_there_is_said_to_be_missing(settings: AgentSettings, sentence: str) -> None:
    voice = AgentVoice(settings)
    await voice.warm()
    with pytest.raises(VoiceError, match=re.escape(sentence)):
        [part async for part in voice.speak(answering)]
    await voice.close()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("kind", ["child", "detached"])
async def test_what_it_started_ends_with_it(server: MessagesServer, kind: str) -> None:
    server.script.extend([turn("", asks("Who notices first?"))])
    (said, *_rest) = talk(await heard_from_agent(server, answering, kind))
    status = Path("/proc") / said[1].split()[-1] / "stat"
    assert not status.exists() or ") Z " in status.read_text()


async def test_one_that_ended_is_not_waited_for_though_what_it_started_holds_the_line(server: MessagesServer) -> None:
    with pytest.raises(VoiceError, match="ended with status 3 before its turn was over"):
        await heard_from_agent(server, answering, "orphan", silence=20.0)


async def test_after_a_crash_the_users_words_are_there_and_the_next_try_starts_it_anew(
    server: MessagesServer, tmp_path: Path
) -> None:
    write_code(tmp_path)
    server.script.extend([OPENING, CLOSING])
    voice = agent_at(server)
    async with seated(open_sample(project_in(tmp_path)), voice) as session:
        await session.do(Start())
        session.use_voice(agent_at(server, "crash"))
        with pytest.raises(VoiceError, match="ended with status 3"):
            await session.do(Submit(SCOPE))
        assert [event.body.text for event in session.events if isinstance(event.body, UserSaid)] == [SCOPE]
        broken = [event.body for event in session.events if isinstance(event.body, Spoke)][-1]
        assert broken.outcome is Outcome.FAILED
        assert broken.said[-1].text == "I was just about to"
        session.use_voice(voice)
        await session.do(Submit(SCOPE))
        assert "SCOPE-001" in session.state.dossier.entries or len(session.state.dossier.entries) > 0
    await voice.close()
