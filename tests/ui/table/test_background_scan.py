"""The look through the code on the screen: told while it goes on, stopped on request, shown at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.config.model import Settings
from roundtable_tui.items.voices import Flags, Voices, voices_for
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.services import Services
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, project_in
from tests.support.scans import HeldScan
from tests.support.screen.tables import Sitting, begun, sitting

if TYPE_CHECKING:
    from pathlib import Path


def app_with(held: HeldScan, root: Path) -> RoundtableApp:
    chosen = Settings()
    voices = Voices({"offline": OfflineVoice}, voices_for(chosen, Flags(), {}).sentence)
    slug = begun(root, ())
    return RoundtableApp(
        OpenRequest(root, slug), lambda folder: Services(replace(project_in(folder), scan=held), chosen, voices=voices)
    )


async def answered(sat: Sitting, held: HeldScan) -> None:
    """The first answer is sent, its reply is there, and the search is under way."""
    assert held.asked == []
    sat.table.composer.put(PHASE_00[0])
    await sat.pilot.press("enter")
    await sat.until(lambda: "Code: 2 of 3 files, 5 hits (searching)" in headline(sat) and not sat.table.composer.busy)


def headline(sat: Sitting) -> str:
    return str(sat.table.query_one(Headline).render())


def sidebar(sat: Sitting) -> str:
    return "\n".join(row.text for row in sat.table.sidebar.rows)


async def test_how_far_it_is_shows_beside_the_talk_and_then_what_it_found(tmp_path: Path) -> None:
    held = HeldScan()
    async with sitting(app_with(held, tmp_path)) as sat:
        await answered(sat, held)
        sat.table.composer.put(PHASE_00[1])
        await sat.pilot.press("enter")
        await sat.until(lambda: PHASE_00[1].split()[1] in sat.said and not sat.table.composer.busy)
        assert "Code: 2 of 3 files" in headline(sat)
        held.go_on.set()
        await sat.settle()
        assert "Code:" not in headline(sat)
        assert "src/checkout/core.py" in sidebar(sat)


async def test_stopping_it_ends_it_until_it_is_asked_for_again_and_leaving_on_the_way_does_too(tmp_path: Path) -> None:
    held = HeldScan()
    async with sitting(app_with(held, tmp_path)) as sat:
        await answered(sat, held)
        await sat.press("ctrl+c")
        await sat.settle()
        assert (held.running, "Code:" in headline(sat)) == (0, False)
        assert "The search was stopped." in sidebar(sat)
        held.go_on.set()
        again = next(one for one in sat.table.more_commands() if one.label == "Look through the code again")
        again.run()
        await sat.until(lambda: "src/checkout/core.py" in sidebar(sat))
    left = HeldScan()
    async with sitting(app_with(left, tmp_path / "other")) as sat:
        await answered(sat, left)
    assert left.running == 0
