"""The interview without a screen when the voice fails: whoever types is told what to do, and can do it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.errors import VoiceError
from roundtable_tui.plain.runner import interview
from roundtable_tui.session.intents import Start
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, open_sample, project_in, write_code
from tests.support.sessions import seated
from tests.support.voices.troubled import TroubledVoice

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.session.session import ItemSession


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


def to_offline(session: ItemSession) -> str:
    session.use_voice(OfflineVoice())
    return "From here on: offline."


@pytest.fixture
def voice() -> TroubledVoice:
    return TroubledVoice()


@pytest.fixture
def session(tmp_path: Path, voice: TroubledVoice) -> ItemSession:
    write_code(tmp_path)
    return seated(open_sample(project_in(tmp_path)), voice)


def test_what_failed_can_be_tried_again(
    session: ItemSession, voice: TroubledVoice, capsys: pytest.CaptureFixture[str]
) -> None:
    voice.fails = 1
    interview(session, Start(), to_offline, Keyboard("/retry\n"))
    assert "The line went dead. Press R to try again. Here: /retry or /voice." in capsys.readouterr().out
    assert len(voice.requests) == 2
    assert session.state.talk.waiting is not None


def test_the_other_voice_can_be_asked_instead(
    session: ItemSession, voice: TroubledVoice, capsys: pytest.CaptureFixture[str]
) -> None:
    voice.fails = 9
    interview(session, Start(), to_offline, Keyboard(f"/voice\n/retry\n{PHASE_00[0]}\n"))
    assert "From here on: offline." in capsys.readouterr().out
    assert session.state.dossier.get("SCOPE-001") is not None


def test_whoever_gives_up_leaves_with_the_trouble(session: ItemSession, voice: TroubledVoice) -> None:
    voice.fails = 1
    with pytest.raises(VoiceError, match="went dead"):
        interview(session, Start(), to_offline, Keyboard(""))
