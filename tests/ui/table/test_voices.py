"""Who speaks at the table: trouble and its ways out, the change to another voice, what it costs, whom it trusts."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from roundtable_tui.config.claude import Claude
from roundtable_tui.config.model import Settings
from roundtable_tui.errors import StorageError
from roundtable_tui.items.budget import Bill
from roundtable_tui.items.project import open_project
from roundtable_tui.items.trust import ProjectTrust, Trust
from roundtable_tui.items.voices import Voices
from roundtable_tui.library.project_files import OwnFile, OwnFiles
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.dialogs.trust import TrustScreen
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.services import Services
from roundtable_tui.ui.table.sidebar_rows import VoiceNote, voice_in_short, voice_rows
from roundtable_tui.ui.table.status_line import NowLine
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Used
from tests.support.projects import DESCRIPTION, PHASE_00, write_code
from tests.support.screen.tables import Sitting, app_in, sitting
from tests.support.voices.troubled import USED, TroubledVoice
from tests.unit.items.test_trust import OWN_QUESTION, write_own

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.voices.protocol import Brief, Part

RETRY, OTHER = "ctrl+f6", "ctrl+f7"


class ModelVoice(TroubledVoice):
    """Counts as a model: what it is told must be trusted."""

    name = "claude"


class SilentVoice(TroubledVoice):
    """Thinks for ever."""

    async def speak(self, request: Brief) -> AsyncIterator[Part]:
        self.requests.append(request)
        self.hangs.set()
        await self.waits.wait()
        yield Used(USED)


def troubled_app(root: Path, voice: TroubledVoice, **settings: Any) -> RoundtableApp:
    write_code(root)
    return app_in(root, DESCRIPTION, voice=lambda: voice, other=OfflineVoice, **settings)


# Trouble


async def test_trouble_says_what_happened_and_what_can_be_done_by_key_or_click(tmp_path: Path) -> None:
    voice = TroubledVoice()
    async with sitting(troubled_app(tmp_path, voice)) as sat:
        voice.fails = 2
        await sat.say(PHASE_00[0])
        assert _in_trouble(sat)
        await sat.press(RETRY)
        assert _in_trouble(sat)
        await sat.click(NowLine, 3, 1)
        assert sat.table.now_line.shown == ""
        assert sat.table.composer.words == ""
        assert sat.state.exchange == 1
        again = [block.label for block in sat.table.transcript.blocks if block.turn == 1 and block.label]
        assert again == ["Maya"] * 3, "each attempt says whose words they are"
        assert sat.state.dossier.get("SCOPE-001") is not None
        assert not sat.table.now_line.shown


def _in_trouble(sat: Sitting) -> bool:
    sentence, ways = sat.table.now_line.shown.splitlines()
    assert sentence == "The line went dead."
    assert ways == "ctrl+F6 Try again   ctrl+F7 Go on offline   ctrl+F5 Settings"
    assert sat.table.composer.words == PHASE_00[0]
    assert "The line went dead. Press R to try again." in sat.said
    return sat.table.link.failed


async def test_the_other_voice_takes_the_turn_that_could_not_be_finished(tmp_path: Path) -> None:
    voice = TroubledVoice()
    async with sitting(troubled_app(tmp_path, voice)) as sat:
        voice.fails = 1
        await sat.say(PHASE_00[0])
        await sat.press(OTHER)
        assert sat.table.link.voice_switch.name == "offline (no model)"
        assert "Which parts of the product" in sat.said
        assert sat.state.talk.user_turns == 1
        await sat.press(OTHER)
        assert sat.table.link.voice_switch.name == "troubled"
        await sat.say(PHASE_00[1])
        assert voice.requests[-1].words == PHASE_00[1]


async def test_waiting_to_try_again_counts_down_at_once_and_esc_stops_it(tmp_path: Path) -> None:
    voice = TroubledVoice()
    async with sitting(troubled_app(tmp_path, voice)) as sat:
        voice.wait_next = "Trying again in 7 s: The server is overloaded."
        sat.table.composer.put(PHASE_00[0])
        await sat.pilot.press("enter")
        await sat.until(voice.hangs.is_set)
        assert sat.table.now_line.shown == "Trying again in 7 s: The server is overloaded.   Esc stops"
        await sat.press("escape")
        assert sat.table.now_line.shown.startswith("The turn was stopped.")
        assert sat.table.composer.words == PHASE_00[0]


async def test_who_reads_what_is_said_while_nothing_comes_back(tmp_path: Path) -> None:
    voice = SilentVoice()
    app = troubled_app(tmp_path, voice)
    async with app.run_test() as pilot:
        sat = Sitting(app, pilot)
        await sat.until(voice.hangs.is_set)
        await sat.until(lambda: bool(sat.table.now_line.shown))
        assert sat.table.now_line.shown.startswith("Maya reads your description …")
        await sat.press("escape")


async def test_an_error_is_said_in_the_talk_and_over_it_only_where_that_is_out_of_sight(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, DESCRIPTION), (140, 40)) as sat:
        sat.table.fail(StorageError("The disk is full."))
        await sat.settle()
        assert "The disk is full." in sat.said
        assert not sat.notices
        await sat.press("f1")
        sat.table.fail(StorageError("The disk is gone."))
        await sat.settle()
        assert "The disk is gone." in sat.said
        assert len(sat.notices) == 1


async def test_a_turn_that_takes_long_calls_the_user_back_and_its_tokens_are_shown(tmp_path: Path) -> None:
    async with sitting(troubled_app(tmp_path, TroubledVoice(), notice_after=0.000001)) as sat:
        assert sat.table.now_line.shown.startswith("Your turn: that took ")
        assert not sat.notices, "nothing lies over the document that has just changed"
        assert ("Tokens sent", "80") in {(row.text, row.note) for row in sat.table.sidebar.rows}


# What it costs


def rows_of(note: VoiceNote) -> list[tuple[str, str]]:
    return [(row.text.strip(), row.note) for row in voice_rows(note)]


def test_the_sidebar_shows_tokens_and_cost_of_the_turn_and_the_item() -> None:
    item = Bill(31_240, 24_000, 950, Decimal("0.42"))
    note = VoiceNote("claude-opus-5-5", Bill(cost=Decimal("0.031")), item, "$5.00")
    assert voice_in_short(note) == "$0.42 of $5.00 · claude-opus-5-5"
    assert rows_of(note) == [
        ("Cost", ""),
        ("Last turn", "$0.03"),
        ("Tokens sent", "31.2k"),
        ("of them cached", "24.0k"),
        ("Tokens answered", "950"),
    ]


def test_of_a_model_without_a_price_only_the_tokens_are_shown() -> None:
    unpriced = Bill(10, 0, 5, unpriced=("nobody",))
    assert voice_in_short(VoiceNote("nobody", unpriced, unpriced)) == "tokens only · nobody"


@pytest.mark.parametrize("size", [(140, 40), (80, 24)])
async def test_who_speaks_stands_once_in_the_sidebar_and_stays_in_view(tmp_path: Path, size: tuple[int, int]) -> None:
    write_code(tmp_path)
    async with sitting(app_in(tmp_path, DESCRIPTION), size) as sat:
        sidebar = sat.table.sidebar
        assert sidebar.border_subtitle == "offline (no model)"
        assert not any("offline" in row.text for row in sidebar.rows)


# Settings


async def test_changed_settings_count_from_the_next_turn_on(tmp_path: Path) -> None:
    write_code(tmp_path)
    async with sitting(app_in(tmp_path, DESCRIPTION, voice=ModelVoice)) as sat:
        services = await sat.app.services()
        before = sat.table.link.session.voice
        services.voices = replace(services.voices)
        await sat.say(PHASE_00[0])
        assert sat.table.link.session.voice is not before


async def test_the_settings_decide_anew_who_can_speak(tmp_path: Path) -> None:
    write_code(tmp_path)
    services = Services(open_project(ProjectPaths(tmp_path)), Settings())
    assert services.voices.other("offline") is None
    services.use(Settings(claude=Claude(key_command=("pass",))))
    other = services.voices.other("offline")
    assert other is not None
    assert other.name == "claude"
    assert "because a key command is set" in services.voices.sentence


# Trust


def trusting_app(root: Path, *voices: TroubledVoice | OfflineVoice) -> RoundtableApp:
    """With a step of the project's own."""
    write_code(root)
    write_own(root)
    makers = {voice.name: (lambda voice=voice: voice) for voice in voices}
    project = open_project(ProjectPaths(root))
    services = Services(project, Settings(), voices=Voices(makers))
    return RoundtableApp(OpenRequest(root, DESCRIPTION), lambda _: services)


async def asked_for_trust(sat: Sitting) -> TrustScreen:
    await sat.until(lambda: isinstance(sat.app.screen, TrustScreen))
    screen = sat.app.screen
    assert isinstance(screen, TrustScreen)
    return screen


async def test_every_line_of_a_projects_own_file_can_be_read_before_it_is_trusted(tmp_path: Path) -> None:
    lines = [*(f"line {number}" for number in range(1000)), "do as I say\u200b"]
    own = OwnFiles((OwnFile("steps/00-quick-scan/04-ours.md", "\n".join(lines)),))
    async with sitting(trusting_app(tmp_path, ModelVoice())) as sat:
        await asked_for_trust(sat)
        await sat.app.push_screen(TrustScreen(own))
        last = str(sat.app.screen.query("#asking-about Static").last(Static).content)
        assert "line 999\ndo as I say⟨U+200B⟩" in last


def has_own_question(voice: ModelVoice) -> bool:
    return OWN_QUESTION in repr(voice.requests[-1].knowledge.step("00-01"))


async def test_a_projects_own_files_are_shown_before_a_model_is_told_and_trusted_by_choice(tmp_path: Path) -> None:
    voice = ModelVoice()
    async with sitting(trusting_app(tmp_path, voice)) as sat:
        screen = await asked_for_trust(sat)
        assert voice.requests == []
        assert [OWN_QUESTION in file.text for file in screen.own.files] == [True]
        await sat.press("down", "enter")
        assert has_own_question(voice)
    assert ProjectTrust(open_project(ProjectPaths(tmp_path))).standing is Trust.TRUSTED


async def test_not_trusted_the_shipped_ones_are_used_and_it_is_not_asked_again(tmp_path: Path) -> None:
    voice = ModelVoice()
    async with sitting(trusting_app(tmp_path, voice)) as sat:
        await asked_for_trust(sat)
        await sat.press("enter")
        assert not has_own_question(voice)
    assert ProjectTrust(open_project(ProjectPaths(tmp_path))).standing is Trust.REFUSED


async def test_the_offline_interviewer_goes_by_them_and_the_change_to_a_model_asks(tmp_path: Path) -> None:
    voice = ModelVoice()
    async with sitting(trusting_app(tmp_path, OfflineVoice(), voice)) as sat:
        assert not isinstance(sat.app.screen, TrustScreen)
        await sat.pilot.press(OTHER)
        await asked_for_trust(sat)
        await sat.press("escape")
        await sat.say(PHASE_00[0])
        assert not has_own_question(voice)
    assert ProjectTrust(open_project(ProjectPaths(tmp_path))).standing is Trust.UNDECIDED
