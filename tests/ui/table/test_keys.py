"""Every key of the table, pressed at the real table: its effect, while typing and outside the composer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct
from textual.command import CommandPalette

from roundtable_tui.domain.journal.events import Decision
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.ui.comments.screen import CommentsScreen
from roundtable_tui.ui.dialogs.help import HelpScreen
from roundtable_tui.ui.dialogs.jump import JumpScreen
from roundtable_tui.ui.documents.passages import View
from roundtable_tui.ui.documents.search_dialog import DocumentSearchScreen
from roundtable_tui.ui.history.screen import HistoryScreen
from roundtable_tui.ui.keys.key import Key, key_name, with_alt
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.overview.screen import OverviewScreen
from roundtable_tui.ui.panel.start_form import NewPanelScreen
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.settings.screen import SettingsScreen
from roundtable_tui.ui.table.keys import TABLE_KEYS
from roundtable_tui.ui.widgets.search_bar import SearchBar
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.screen.textual_internals import empty_clipboard, is_ending
from tests.ui.table.test_panes import shown

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (140, 24)
"""So low that the conversation scrolls."""

Check = Callable[[Sitting], bool]


async def _nothing(_: Sitting) -> None:
    """As the item was opened."""


class Effect(Struct, frozen=True):
    """What a key brings about, from what, and how it can be pressed once more."""

    holds: Check
    prepare: Callable[[Sitting], Awaitable[None]] = _nothing
    fresh: bool = False
    """The analysis is another after it: the next press wants a new table."""


async def _at_the_top(sat: Sitting) -> None:
    sat.table.transcript.action_edge(-1)


async def _at_the_end(sat: Sitting) -> None:
    sat.table.transcript.scroll_to_tail()


async def _looked_for(sat: Sitting) -> None:
    sat.table.transcript.action_edge(-1)
    sat.table.transcript.search("invoice")
    assert sat.table.transcript.match_position == (1, sat.table.transcript.match_position[1])


async def _back_to_one(sat: Sitting) -> None:
    while len(sat.app.screen_stack) > 2:
        await sat.app.pop_screen()


async def _all_panes(sat: Sitting) -> None:
    sat.table.unzoom()


async def _rendered(sat: Sitting) -> None:
    sat.table.preview.set_view(View.RENDERED)


async def _nothing_copied(sat: Sitting) -> None:
    empty_clipboard(sat.app)


async def _without_notices(sat: Sitting) -> None:
    sat.table.transcript.load(sat.state, {})


async def _quiet(sat: Sitting) -> None:
    sat.app.clear_notifications()
    sat.table.forget_interrupt()


def _depth(depth: Depth) -> Check:
    return lambda sat: sat.state.guided.depth_overrides.get(sat.state.guided.phase) is depth


def _current(sat: Sitting) -> float:
    return sat.table.transcript.scroll_y


EFFECTS: dict[str, Effect] = {
    "menu.elaborate": Effect(lambda sat: bool(sat.state.guided.steps["00-01"].elaborating), fresh=True),
    "menu.continue": Effect(lambda sat: sat.state.guided.current == "00-02", fresh=True),
    "menu.skip": Effect(
        lambda sat: (
            isinstance(sat.state.talk.waiting, ForDecision) and sat.state.talk.waiting.what is Decision.SKIP_PHASE
        ),
        fresh=True,
    ),
    "depth.brief": Effect(_depth(Depth.BRIEF), fresh=True),
    "depth.standard": Effect(_depth(Depth.STANDARD), fresh=True),
    "depth.deep": Effect(_depth(Depth.DEEP), fresh=True),
    "talk.undo": Effect(lambda sat: isinstance(sat.state.talk.waiting, ForAnswer), fresh=True),
    "talk.reopen": Effect(lambda sat: sat.table.sidebar.has_focus),
    "pane.search": Effect(lambda sat: sat.table.query_one(SearchBar).has_focus_within),
    "pane.next_match": Effect(lambda sat: sat.table.transcript.match_position[0] == 2, _looked_for),
    "pane.previous_match": Effect(
        lambda sat: sat.table.transcript.match_position[0] == sat.table.transcript.match_position[1] > 1, _looked_for
    ),
    "talk.previous_turn": Effect(lambda sat: not sat.table.transcript.at_tail, _at_the_end),
    "talk.next_turn": Effect(lambda sat: _current(sat) > 0, _at_the_top),
    "pane.zoom": Effect(lambda sat: shown(sat) == {"conversation"}, _all_panes),
    "pane.sidebar": Effect(lambda sat: sat.table.sidebar.has_focus),
    "pane.conversation": Effect(lambda sat: sat.table.transcript.has_focus),
    "pane.preview": Effect(lambda sat: sat.table.preview.body.has_focus),
    "document.source": Effect(lambda sat: sat.table.preview.view is View.RAW, _rendered),
    "document.changes": Effect(lambda sat: sat.table.preview.view is View.DIFF, _rendered),
    "document.find": Effect(lambda sat: isinstance(sat.app.screen, DocumentSearchScreen), _back_to_one),
    "document.edit": Effect(lambda sat: "No editor is set" in sat.said, _without_notices),
    "talk.voice": Effect(lambda sat: any("no other voice" in said for said in sat.notices), _quiet),
    "talk.panel": Effect(lambda sat: isinstance(sat.app.screen, NewPanelScreen), _back_to_one),
    "app.review": Effect(lambda sat: isinstance(sat.app.screen, ReviewScreen), _back_to_one),
    "app.history": Effect(lambda sat: isinstance(sat.app.screen, HistoryScreen), _back_to_one),
    "comments.list": Effect(lambda sat: isinstance(sat.app.screen, CommentsScreen), _back_to_one),
    "app.overview": Effect(lambda sat: isinstance(sat.app.screen, OverviewScreen), _back_to_one),
    "app.lobby": Effect(lambda sat: isinstance(sat.app.screen, LobbyScreen), fresh=True),
    "app.jump": Effect(lambda sat: isinstance(sat.app.screen, JumpScreen), _back_to_one),
    "app.settings": Effect(lambda sat: isinstance(sat.app.screen, SettingsScreen), _back_to_one),
    "app.copy": Effect(lambda sat: sat.app.clipboard == sat.table.transcript.last_said != "", _nothing_copied),
    "app.interrupt": Effect(lambda sat: any("ctrl+c once more" in said for said in sat.notices), _quiet),
    "app.help": Effect(lambda sat: isinstance(sat.app.screen, HelpScreen), _back_to_one),
    "app.commands": Effect(lambda sat: isinstance(sat.app.screen, CommandPalette), _back_to_one),
    "app.quit": Effect(lambda sat: not sat.app.is_running or is_ending(sat.app), fresh=True),
}
ELSEWHERE = {"talk.stop", "talk.retry", "talk.redo", "pane.write", "pane.scrollback", "app.suspend"} | {
    "talk.points",
    "talk.readers",
    "talk.plan",
    "talk.revise",
    "pane.summary",
}
"""These have tests of their own: greyed at rest, only outside the composer, in a terminal, or in a conversation."""


def test_no_key_is_forgotten() -> None:
    assert {key.id for key in TABLE_KEYS} == set(EFFECTS) | ELSEWHERE


def _id(key: Key) -> str:
    return key.id


def _ways(key: Key) -> list[tuple[bool, str]]:
    """Whether the composer has the focus, and what is pressed."""
    ways = [(True, chord) for chord in key.chords]
    for one in key.keys[:1]:
        ways += [(False, key_name(one)), (True, with_alt(one))]
    return ways


@pytest.mark.parametrize("key", [key for key in TABLE_KEYS if key.id in EFFECTS and EFFECTS[key.id].fresh], ids=_id)
async def test_a_key_that_changes_the_analysis_has_its_effect(key: Key, tmp_path: Path) -> None:
    """Pressed one way, each at a new table; that the others lead to the same action is proven with the keys."""
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        await _has_its_effect(sat, key, *_ways(key)[0])


async def test_every_way_to_press_a_key_that_only_looks_has_its_effect(tmp_path: Path) -> None:
    """At one table: opening one for each of so many keys would take a minute. With alt, see the tests of the keys."""
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        for key in TABLE_KEYS:
            if key.id in EFFECTS and not EFFECTS[key.id].fresh:
                for way in _ways(key)[:2]:
                    await _has_its_effect(sat, key, *way)


async def _has_its_effect(sat: Sitting, key: Key, typing: bool, pressed: str) -> None:
    effect = EFFECTS[key.id]
    await _press(sat, effect, pressed, typing=typing)
    await sat.until(lambda: effect.holds(sat))
    assert not (sat.app.is_at_table and sat.table.composer.text), f"{pressed} ({key.id}) typed something"


async def _press(sat: Sitting, effect: Effect, pressed: str, *, typing: bool) -> None:
    await _back_to_one(sat)
    sat.table.composer.focus()
    await sat.pilot.pause()
    if not typing:
        await sat.leave_composer()
    await effect.prepare(sat)
    await sat.pilot.pause()
    assert not effect.holds(sat), f"it held before {pressed} was pressed"
    await sat.pilot.press(pressed)
    await sat.pilot.pause()


async def test_stop_is_greyed_at_rest(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        await sat.leave_composer()
        assert sat.table.check_action("stop", ()) is None


@pytest.mark.parametrize("pressed", ["ctrl+n", "i", "alt+i"])
async def test_one_key_leads_back_to_writing(pressed: str, tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        await sat.leave_composer()
        await sat.press(pressed)
        assert sat.table.composer.has_focus
        assert not sat.table.composer.text


async def test_suspending_has_its_key_and_does_nothing_without_a_terminal(tmp_path: Path) -> None:
    async with sitting(app_in(tmp_path, begun(tmp_path)), SIZE) as sat:
        assert sat.table.active_bindings["ctrl+z"].binding.action == "app.suspend_process"
        await sat.press("ctrl+z")
        assert sat.app.is_running


async def test_what_was_taken_back_comes_back_by_key_and_by_command(tmp_path: Path) -> None:
    slug = begun(tmp_path)
    async with sitting(app_in(tmp_path, slug)) as sat:
        entries = sat.state.dossier.entries
        await sat.press("ctrl+t")
        assert sat.state.dossier.entries != entries
        await sat.press("ctrl+y")
        assert sat.state.dossier.entries == entries
        await sat.press("ctrl+t")
        await sat.say("/redo")
        assert sat.state.dossier.entries == entries
        await sat.say("/redo")
        assert "There is nothing to bring back" in sat.said
