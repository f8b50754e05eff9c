"""What every screen looks like, small and wide, dark and light; `--snapshot-update` after looking at the pictures.

One program is opened for a whole walk and resized for the pictures on the way, as a person would do it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]
from textual.command import CommandPalette
from textual.screen import ModalScreen
from textual.widgets import OptionList

from roundtable_tui.domain.comments.comment import CommentSort
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA, PHASE_KEYS
from roundtable_tui.library.project_files import OwnFile, OwnFiles
from roundtable_tui.recordings.recording_file import read_recording
from roundtable_tui.recordings.samples import sample_project
from roundtable_tui.session.beside.comment_intents import MakeComment, SendComments
from roundtable_tui.ui.comments.comment_form import CommentScreen
from roundtable_tui.ui.demo.playback import DemoApp
from roundtable_tui.ui.demo.screen import EndScreen
from roundtable_tui.ui.dialogs.choice import ChooseScreen, ConfirmScreen, PickEntryScreen
from roundtable_tui.ui.dialogs.conflict import ConflictScreen
from roundtable_tui.ui.dialogs.trust import TrustScreen
from roundtable_tui.ui.history.version_dialog import VersionsScreen
from roundtable_tui.ui.ledger.answer_sheet import AnswerSheet
from roundtable_tui.ui.ledger.budget_dialog import BudgetScreen
from roundtable_tui.ui.overview.screen import OverviewScreen
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.settings.theme_picker import ThemeScreen
from tests.support.commented import on_entry, on_line
from tests.support.projects import DESCRIPTION, NOON, PHASE_00, write_code
from tests.support.screen.tables import Sitting, app_in, begun, sitting, specified
from tests.support.screen.talks import THREE_ANSWERS, at_summary, talked
from tests.support.voices.drafting import DraftingTeam, DraftingVoice

if TYPE_CHECKING:
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion
    from textual.screen import Screen

    from roundtable_tui.ui.app import RoundtableApp

SMALL, WIDE = {"small": (80, 24)}, {"wide": (140, 40)}
BOTH = WIDE | SMALL  # a pane that a small screen hides is drawn first
NARROW = {"60": (60, 20), "40": (40, 15)}
DARK = {"dark": "roundtable-dark"}
LIGHT = {"light": "roundtable-light"}
THEMES = DARK | LIGHT
Act = Callable[[Sitting], Awaitable[None]]

pytestmark = pytest.mark.xdist_group("snapshots")


class View(Struct, frozen=True):
    """One place on the way, and the pictures that are taken there."""

    act: Act
    sizes: Mapping[str, tuple[int, int]]
    themes: Mapping[str, str]
    over: Act | None
    """Opens what lies over it: for every picture anew, because a screen that is covered does not follow."""


def view(
    act: Act | None = None,
    sizes: Mapping[str, tuple[int, int]] = BOTH,
    themes: Mapping[str, str] = DARK,
    over: Act | None = None,
) -> View:
    return View(act or pressed(), sizes, themes, over)


def pressed(*keys: str, until: type[Screen[Any]] | None = None) -> Act:
    async def press(sat: Sitting) -> None:
        if until is None:
            await sat.press(*keys)
        else:
            await sat.pilot.press(*keys)
            await sat.until(lambda: isinstance(sat.app.screen, until))
            await sat.pilot.pause()

    return press


async def walked(app: RoundtableApp, snapshot: SnapshotAssertion, **views: View) -> None:
    app.animation_level = "none"
    async with sitting(app, WIDE["wide"]) as sat:
        pictures = await pictures_of(sat, views)
    compare(pictures, snapshot)


async def pictures_of(sat: Sitting, views: Mapping[str, View]) -> dict[str, str]:
    """All of them first, so that one that differs hides none of the others."""
    pictures: dict[str, str] = {}
    for name, one in views.items():
        await uncover(sat)
        await sat.pilot.resize_terminal(*WIDE["wide"])
        await one.act(sat)
        for theme, full_name in one.themes.items():
            await uncover(sat)
            sat.app.theme = full_name
            await sat.settle()  # lists take up new colours after the first drawing in them
            for size, (width, height) in one.sizes.items():
                await uncover(sat)
                await sat.pilot.resize_terminal(width, height)
                await sat.settle()
                if one.over:
                    await one.over(sat)
                pictures[f"{name}-{size}-{theme}"] = sat.app.export_screenshot()
    return pictures


async def uncover(sat: Sitting) -> None:
    if isinstance(sat.app.screen, ModalScreen):
        await sat.press("escape")


def compare(pictures: Mapping[str, str], snapshot: SnapshotAssertion) -> None:
    svg = snapshot.use_extension(SVGImageExtension)
    differing = [name for name, picture in pictures.items() if not picture == svg(name=name)]  # noqa: SIM201
    assert not differing


def add(root: Path, slug: str, minutes: int, description: str = "", **meta: object) -> None:
    folder = root / "docs/requirements" / slug
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"description": description, **meta}) if description else "{")
    at = (NOON - timedelta(minutes=minutes)).timestamp()
    os.utime(folder / "meta.json", (at, at))


def fill_lobby(root: Path) -> None:
    half = {"problem-discovery": {"pct": 100}, "requirements-definition": {"pct": 40}}
    phases = list(PHASE_KEYS)
    add(root, "pay-by-invoice", 5, "Let clinics pay by invoice", source_id="SHOP-412", coverage=half)
    add(root, "faster-search", 120, "Find an order in under a second", analysis_status="partial", source_id="GH-87",
        phases_completed=phases[:2], coverage=half)  # fmt: skip
    add(root, "export", 60 * 30, "Export orders as CSV", analysis_status="analyzed", phases_completed=phases)
    add(root, "sso", 60 * 24 * 9)


async def test_first_run(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    write_code(tmp_path / "shop")
    await walked(app_in(tmp_path / "shop"), snapshot, page=view(themes=THEMES), narrow=view(sizes=NARROW))


async def _palette(sat: Sitting) -> None:
    """With all it finds: what it shows before depends on who is faster."""
    await sat.press("ctrl+p")
    palette = sat.app.screen
    assert isinstance(palette, CommandPalette)
    await sat.until(lambda: palette.query_one(OptionList).option_count > 1)
    await sat.settle()


async def test_lobby(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    fill_lobby(root)
    await walked(
        app_in(root),
        snapshot,
        list=view(themes=THEMES),
        narrow=view(sizes=NARROW),
        filtered=view(pressed("/", *"invoice"), SMALL),
        nothing_found=view(pressed(*"xyz"), SMALL),
        confirm=view(pressed("escape", "escape", "down", "down"), over=pressed("r", until=ConfirmScreen)),
        palette=view(over=_palette),
        settings=view(pressed(","), themes=THEMES),
        setting_edited=view(pressed("down", "down", "down", "enter"), SMALL),
        new_item=view(pressed("escape", "escape", "n", *"#87 Pay later")),
    )


async def test_an_item_that_is_there_already(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    fill_lobby(root)
    await walked(
        app_in(root), snapshot, choose=view(pressed("n", *"pay-by-invoice"), over=pressed("f6", until=ChooseScreen))
    )


async def test_table_at_the_start(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    write_code(tmp_path)
    await walked(
        app_in(tmp_path, DESCRIPTION),
        snapshot,
        question=view(),
        nothing_to_review=view(pressed("escape", "w"), SMALL),
    )


async def _conflict(sat: Sitting) -> None:
    sentence = "Size: “Scope: giant” stays; the analysis now says “Scope: small”"
    await sat.app.push_screen(ConflictScreen("quick-scan.md", [sentence]))


async def _cite(sat: Sitting) -> None:
    sat.table.show_code(Cited("src/checkout/core.py", 1, 1))
    await sat.settle()


async def test_table_at_a_menu(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    await walked(
        app_in(tmp_path, begun(tmp_path)),
        snapshot,
        menu=view(themes=THEMES),
        talk=view(sizes=NARROW),
        search=view(pressed("ctrl+f", *"checkout", "enter"), SMALL),
        help=view(pressed("escape"), over=pressed("f1"), themes=THEMES),
        conflict=view(over=_conflict),
        code=view(over=_cite),
        sidebar=view(pressed("ctrl+l", "down"), SMALL),
        steps=view(sizes=NARROW),
        documents=view(pressed("ctrl+o"), NARROW),
        history=view(pressed("h")),
        timeline=view(pressed("t")),
    )


async def test_table_with_more_below(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def read_above(sat: Sitting) -> None:
        await sat.pilot.resize_terminal(*SMALL["small"])
        sat.table.transcript.action_edge(-1)
        await sat.press("f6")

    async def changes(sat: Sitting) -> None:
        await sat.say(PHASE_00[5])
        await sat.press("f12")

    await walked(
        app_in(tmp_path, begun(tmp_path)),
        snapshot,
        below=view(read_above, SMALL),
        changes=view(changes, WIDE),
        jump=view(pressed("escape"), over=pressed("ctrl+@")),
    )


async def test_table_mid_way(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def versions(sat: Sitting) -> None:
        sat.table.link.documents.choose_version("requirements-spec.md")
        await sat.until(lambda: isinstance(sat.app.screen, VersionsScreen))

    await walked(
        app_in(tmp_path, specified(tmp_path)),
        snapshot,
        document=view(pressed("ctrl+o"), SMALL),
        document_alone=view(pressed("z"), SMALL),
        find=view(pressed("z"), SMALL, over=pressed("F", *"matters")),
        themes=view(None, WIDE, over=_themes),
        review=view(_walk, themes=THEMES),
        narrow_review=view(sizes=NARROW),
        amend=view(pressed("e"), SMALL),
        drop=view(pressed("escape"), SMALL, over=pressed("x", until=ConfirmScreen)),
        several=view(None, SMALL, over=pressed("A", until=ChooseScreen)),
        traces=view(over=_traces),
        trust=view(over=_trust),
        versions=view(pressed("escape"), over=versions),
        question=view(pressed("f6", "ctrl+n")),
    )


async def test_table_in_a_conversation(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def strike(sat: Sitting) -> None:
        await sat.press("ctrl+n", "ctrl+f4", "j", "j", "x", "space", "space")
        sat.app.clear_notifications()

    async def other_words(sat: Sitting) -> None:
        await sat.press("enter", *" at once", "f6")

    async def stop_early(sat: Sitting) -> None:
        await sat.press("escape", "escape")
        await sat.say("that's enough")

    await walked(
        app_in(tmp_path, talked(tmp_path)),
        snapshot,
        drafts=view(None, WIDE, THEMES),
        drafts_alone=view(pressed("ctrl+o"), SMALL),
        ledger=view(strike),
        ledger_light=view(None, BOTH, LIGHT),
        sheet=view(over=pressed("e", until=AnswerSheet)),
        budget=view(None, SMALL, over=pressed("m", until=BudgetScreen)),
        edit_an_answer=view(pressed("escape", "ctrl+pageup", "j")),
        edit_light=view(None, SMALL, LIGHT),
        edit_asked=view(None, SMALL, over=other_words),
        early_exit=view(stop_early),
        early_light=view(None, SMALL, LIGHT),
        ended_early=view(over=_wrapped_up),
    )


async def test_table_while_a_draft_is_made(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    """A question is open, somebody drafts beside it, and what they have found so far stands in the documents."""
    voice = DraftingVoice(let=5)
    app = app_in(tmp_path, talked(tmp_path), voice=lambda: voice)
    app.animation_level = "none"
    async with app.run_test(size=WIDE["wide"]) as pilot:
        sat = Watcher(app, pilot)
        await sat.until(lambda: app.is_at_table and "requirements-spec.md" in sat.state.files.artifacts)
        pictures = await pictures_of(sat, {"drafting": view()})
        voice.let()
    compare(pictures, snapshot)


async def test_table_with_a_team_at_work(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    """A question is open, and the sidebar says what each of the three is doing beside it."""
    voice = DraftingTeam(alex=1, maya=2)
    app = app_in(tmp_path, talked(tmp_path, (*THREE_ANSWERS, "/mode team"), "standard"), voice=lambda: voice)
    app.animation_level = "none"
    async with app.run_test(size=WIDE["wide"]) as pilot:
        sat = Watcher(app, pilot)
        await sat.until(lambda: app.is_at_table and "requirements-spec.md" in sat.state.files.artifacts)
        await sat.until(lambda: bool(sat.state.dossier.of(Kind.FILE)))
        pictures = await pictures_of(sat, {"team": view()})
        for persona in (ALEX, MAYA, JORDAN):
            voice.let_one(persona)
    compare(pictures, snapshot)


async def _wrapped_up(sat: Sitting) -> None:
    if sat.state.talk.ending:
        await sat.press("ctrl+f12")
    else:
        await sat.say("y")
    await sat.until(lambda: isinstance(sat.app.screen, OverviewScreen))


async def test_confirmation(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async def amended(sat: Sitting) -> None:
        await sat.press("f5")
        await sat.say("FR-001: Pay within thirty days")

    await walked(
        app_in(tmp_path, at_summary(tmp_path)),
        snapshot,
        requirements=view(),
        requirements_light=view(None, BOTH, LIGHT),
        entries=view(pressed("ctrl+f1"), SMALL, over=pressed("enter", until=PickEntryScreen)),
        architecture=view(pressed("ctrl+n", "f6")),
        design=view(pressed("f6")),
        amend=view(amended),
        amend_light=view(None, SMALL, LIGHT),
        changed=view(pressed("f6")),
        changed_light=view(None, WIDE, LIGHT),
        unchanged=view(pressed("f6"), SMALL),
        complete=view(pressed("f6", "f6"), over=_shown_overview),
    )


async def test_comments(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    """One that was sent, one that waits, one whose words are gone; marked lines, the form, the list and the review."""

    async def commented(sat: Sitting) -> None:
        session = sat.table.link.session
        await session.do(MakeComment(CommentSort.QUESTION, "By when, and for which customers?", on_entry("FR-001")))
        await session.do(SendComments())
        await session.do(MakeComment(CommentSort.OBJECTION, "This was right.", on_line("Nobody wrote about penguins.")))
        await sat.press("ctrl+o", "g")
        preview = sat.table.preview
        preview.body.go_to_source(next(at for at, line in enumerate(preview.lines, 1) if "### FR-001" in line))
        await sat.press("m")
        await sat.press(*"Shorter.", "enter")
        await sat.until(lambda: len(preview.remarks) == 1)

    async def form(sat: Sitting) -> None:
        await sat.press("m", "f6")
        await sat.until(lambda: isinstance(sat.app.screen, CommentScreen))

    async def in_review(sat: Sitting) -> None:
        await sat.press("escape")
        sat.app.open_review(sat.table.link.session, "FR-001")
        await sat.until(lambda: isinstance(sat.app.screen, ReviewScreen))

    await walked(
        app_in(tmp_path, specified(tmp_path)),
        snapshot,
        marked=view(commented),
        form=view(over=form),
        list=view(pressed("escape", "I")),
        lost=view(pressed("g")),
        review=view(in_review),
    )


async def _shown_overview(sat: Sitting) -> None:
    if not isinstance(sat.app.screen, OverviewScreen):
        await sat.press("ctrl+f12")
    await sat.until(lambda: isinstance(sat.app.screen, OverviewScreen))


async def _themes(sat: Sitting) -> None:
    await sat.app.push_screen(ThemeScreen())
    await sat.settle()


async def _walk(sat: Sitting) -> None:
    await sat.press("w", "j", "j")
    review = sat.app.screen
    assert isinstance(review, ReviewScreen)
    await sat.until(lambda: bool(review.preview.document))


async def _trust(sat: Sitting) -> None:
    step = "---\nstep_id: 00-04\ntitle: Our own checks\n---\n\n- Which of our services does it call?\n"
    await sat.app.push_screen(TrustScreen(OwnFiles((OwnFile("steps/00-quick-scan/04-ours.md", step),))))


async def _traces(sat: Sitting) -> None:
    entries = {"FR-001": "→ FR-001  Pay by invoice", "AC-001-01": "← AC-001-01  The invoice comes within a minute"}
    await sat.app.push_screen(PickEntryScreen("Go from US-001 to", entries))


RECORDED: list[dict[str, object]] = [
    {"type": "ItemCreated", "slug": "x", "description": "Let clinics pay by invoice", "source": "manual",
     "source_id": "", "mode": "guided", "tier": "standard"},
    {"type": "Spoke", "said": [{"speaker": "business-analyst", "text": "A second way to pay, then."}],
     "asked": {"step": "00-01", "key": "standard/1", "text": "What would be different?"}},
    {"pause": 1e9},
    {"type": "UserSaid", "text": "Clinics pay by invoice"},
    {"type": "Spoke", "asked": {"step": "00-01", "key": "standard/2", "text": "Which parts does it touch?"}},
]  # fmt: skip


class Watcher(Sitting):
    """A recording is under way as long as it is watched."""

    async def settle(self) -> None:
        await self.pilot.pause()
        await self.pilot.pause()


async def test_demo(snapshot: SnapshotAssertion) -> None:
    with sample_project() as folder:
        app = DemoApp(folder, read_recording("\n".join(map(json.dumps, RECORDED)), "short.jsonl"), 1000.0)
        app.animation_level = "none"
        async with app.run_test() as pilot:
            sat = Watcher(app, pilot)
            await sat.until(lambda: app.is_at_table and "different?" in sat.said and not sat.table.composer.busy)
            await sat.pilot.press("space")
            views = {"paused": view(), "ended": view(None, SMALL, over=pressed("escape", until=EndScreen))}
            pictures = await pictures_of(sat, views)
    compare(pictures, snapshot)
