"""The document beside the conversation, driven as a user drives it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from textual.app import App
from textual.events import MouseScrollDown
from textual.widgets import Input

from roundtable_tui.errors import StorageError
from roundtable_tui.ui.documents.passages import View
from roundtable_tui.ui.documents.preview import EMPTY, Preview
from roundtable_tui.ui.documents.preview_head import PreviewHead
from roundtable_tui.ui.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from textual.app import ComposeResult
    from textual.message import Message
    from textual.pilot import Pilot

HEAD = "# Spec\n\n**Status**: In Progress\n**Confidence**: Mixed\n"
LONG = HEAD + "".join(f"\n## Part {number}\n\nWords of part {number}.\n" for number in range(60))
SPEC = "requirements-spec.md"


@dataclass(frozen=True)
class Kept:
    """An earlier version, as a history might keep it."""

    content: bytes
    edited: bool = False


class Host(App[None]):
    CSS = "Input { dock: bottom; } Preview { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Kept] = []
        self.preview = Preview(lambda _: tuple(self.kept), self.read)
        self.heard: list[Message] = []
        self.register_theme(THEMES[0])
        self.theme = THEMES[0].name

    def read(self, version: object) -> bytes:
        assert isinstance(version, Kept)
        if version.content == b"damaged":
            raise StorageError("The kept version is damaged.", "Choose another [one].")
        return version.content

    def compose(self) -> ComposeResult:
        yield self.preview
        yield Input()

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_preview_shown(self, message: Preview.Shown) -> None:
        self.heard.append(message)

    def on_preview_edit_requested(self, message: Preview.EditRequested) -> None:
        self.heard.append(message)

    def on_preview_version_requested(self, message: Preview.VersionRequested) -> None:
        self.heard.append(message)

    def on_preview_followed(self, message: Preview.Followed) -> None:
        self.heard.append(message)


@asynccontextmanager
async def seated(width: int = 80, animated: bool = False) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    host = Host()
    host.animation_level = "full" if animated else "none"
    async with host.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        yield host, pilot


def lines(host: Host) -> list[str]:
    """The body as it stands on the screen."""
    body = host.preview.body
    return [body.render_line(y).text.rstrip() for y in range(body.size.height)]


def marked(host: Host) -> list[str]:
    """Every line with a bar beside it, seen or not."""
    return [line.text for line in host.preview.body.rendered_lines if line.strip.text.startswith("▎")]


def bar_colours(host: Host) -> set[str]:
    strips = (line.strip for line in host.preview.body.rendered_lines if line.strip.text.startswith("▎"))
    return {str(segment.style.color) for strip in strips for segment in list(strip)[:1] if segment.style}


def head(host: Host) -> str:
    return host.query_one(PreviewHead).render().plain


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await pilot.pause()


async def test_before_anything_is_written_it_says_what_it_is_for() -> None:
    async with seated() as (host, _):
        assert any(EMPTY in line for line in lines(host))


async def test_a_document_comes_up_rendered_under_its_name_status_and_confidence() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, LONG.encode())
        await pilot.pause()
        assert lines(host)[0].strip() == "Spec"
        assert head(host).split() == f"{SPEC} ◐ In Progress · Mixed confidence rendered".split()
        assert marked(host) == []


async def test_a_task_keeps_its_lines() -> None:
    task = "## Phase 1: First\n\n- [ ] T001 Pay | traces: FR-001\n  files: a.py (CREATE)\n  blocked_by: [T002]\n"
    async with seated() as (host, pilot):
        host.preview.show("tasks.md", f"# Tasks\n\n{task}".encode())
        await pilot.pause()
        told = [line.strip() for line in lines(host)]
        assert told[told.index("files: a.py (CREATE)") + 1] == "blocked_by: [T002]"


@pytest.mark.parametrize(
    ("width", "shown"),
    [(60, f"{SPEC}  ◐ In Progress"), (40, f"{SPEC}  ◐"), (34, f"{SPEC}"), (22, SPEC), (12, SPEC[:10])],
)
async def test_in_a_narrow_pane_the_head_keeps_the_name(width: int, shown: str) -> None:
    async with seated(width) as (host, pilot):
        host.preview.show(SPEC, LONG.encode())
        await pilot.pause()
        assert head(host).startswith(shown)
        assert len(head(host)) <= width - 2


async def test_what_was_just_written_takes_the_place_of_another_document_and_is_marked() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote("quick-scan.md", b"# Scan\n")
        after = LONG.replace("Words of part 40.", "Other words.")
        assert host.preview.wrote(SPEC, after.encode(), LONG.encode())
        await pilot.pause()
        assert host.preview.document == SPEC
        assert marked(host) == ["Other words."]
        assert any("Other words." in line for line in lines(host)), "the change is not on the screen"


@pytest.mark.parametrize("view", [View.RENDERED, View.RAW])
async def test_a_new_turn_in_the_header_does_not_hold_the_document_there(view: View) -> None:
    before = LONG.replace("**Status**", "**Last Updated**: turn 3\n**Status**")
    async with seated() as (host, pilot):
        host.preview.set_view(view)
        host.preview.wrote(SPEC, before.encode())
        after = before.replace("turn 3", "turn 4").replace("Words of part 40.", "Other words.")
        host.preview.wrote(SPEC, after.encode())
        await pilot.pause()
        assert "Other words." in marked(host)
        assert any("Other words." in line for line in lines(host)), "the change is not on the screen"


async def test_a_document_with_nothing_new_but_its_header_leaves_the_other_on_the_screen() -> None:
    scan = b"# Scan\n\n**Last Updated**: turn 3\n\n## The change\n\nInvoices.\n"
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, LONG.encode())
        assert not host.preview.wrote("quick-scan.md", scan.replace(b"turn 3", b"turn 4"), scan)
        await pilot.pause()
        assert host.preview.document == SPEC


PENDING = """
## Pending Sections

- Security, still open: Who may do this is written.
- Problem Discovery, still open: A user is named.
"""


async def test_what_a_document_no_longer_lacks_draws_nobody_to_the_list_of_what_it_lacks() -> None:
    before = LONG + PENDING
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, before.encode())
        host.preview.wrote(SPEC, before.replace("- Security, still open: Who may do this is written.\n", "").encode())
        await pilot.pause()
        assert "Pending Sections" not in "".join(lines(host))
        scan = f"# Scan\n{PENDING}".encode()
        assert not host.preview.wrote("quick-scan.md", scan.replace(b"Security", b"Problem"), scan)


async def test_somebody_reading_is_not_interrupted() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, LONG.encode())
        host.preview.body.focus()
        await pilot.press("pagedown")
        assert not host.preview.wrote("quick-scan.md", b"# Scan\n")
        assert host.preview.document == SPEC
        host.query_one(Input).focus()
        await pilot.pause()
        assert host.preview.wrote("quick-scan.md", b"# Scan\n")


async def test_the_reader_keeps_their_place_when_the_document_changes_above_and_below() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, LONG.encode())
        host.preview.body.focus()
        await pilot.press("pagedown", "pagedown")
        before = lines(host)
        changed = LONG.replace("## Part 1\n", "## News\n\nThat take\n\nsome room.\n\n## Part 1\n") + "\nThe end.\n"
        host.preview.wrote(SPEC, changed.encode())
        await pilot.pause()
        assert lines(host)[0] == before[0]
        assert "The end." in marked(host)


async def test_scrolling_with_the_mouse_is_reading_until_told_to_follow() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, LONG.encode())
        await pilot.pause()
        body = host.preview.body
        body.post_message(MouseScrollDown(body, 1, 1, 0, 1, 0, False, False, False))
        await until(pilot, lambda: not host.preview.following)
        assert not host.preview.wrote("quick-scan.md", b"# Scan\n")
        host.preview.follow()
        assert host.preview.following


async def test_marks_grow_quiet_and_go() -> None:
    async with seated(animated=True) as (host, pilot):
        host.preview.fresh_seconds = host.preview.fading_seconds = 0.2
        host.preview.wrote(SPEC, LONG.encode())
        host.preview.wrote(SPEC, LONG.replace("Words of part 3.", "Other words.").encode())
        fresh = bar_colours(host)
        assert len(fresh) == 1
        await until(pilot, lambda: bar_colours(host) not in (fresh, set()))
        assert marked(host) == ["Other words."]
        await until(pilot, lambda: marked(host) == [])


async def test_without_animations_marks_stay_until_the_next_change() -> None:
    async with seated() as (host, pilot):
        host.preview.fresh_seconds = host.preview.fading_seconds = 0.0
        host.preview.wrote(SPEC, b"# One\n\nTwo\n")
        host.preview.wrote(SPEC, b"# One\n\nThree\n")
        await pilot.pause()
        await pilot.pause()
        assert marked(host) == ["Three"]
        host.preview.wrote(SPEC, b"# Four\n\nThree\n")
        assert marked(host) == ["Four"]


async def test_views_are_cycled_and_toggled() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, b"# One\n\n**Two**\n", b"# One\n\n**Too**\n")
        seen = []
        for _ in View:
            await pilot.pause()
            seen.append((host.preview.view, lines(host)[2].strip(" ▎")))
            host.preview.cycle_view()
        assert seen == [(View.RENDERED, "Two"), (View.RAW, "**Two**"), (View.DIFF, "")]
        views = []
        for _ in range(2):
            host.preview.toggle_source()
            views.append(host.preview.view)
        assert views == [View.RAW, View.RENDERED]


async def test_the_difference_since_the_last_write_has_signs() -> None:
    async with seated() as (host, pilot):
        host.preview.wrote(SPEC, b"# One\n\nTwo words\n", b"# One\n\nToo words\n")
        await host.preview.toggle_changes()
        await pilot.pause()
        assert [line.strip() for line in lines(host) if line] == ["Lines 1–3", "# One", "- Too words", "+ Two words"]
        await host.preview.toggle_changes()
        assert host.preview.view is View.RENDERED


async def test_the_arrows_walk_through_the_versions() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"first"), Kept(b"second", edited=True)]
        host.preview.show(SPEC, b"now")
        host.preview.body.focus()
        seen = []
        for key in ("left", "left", "left", "right", "right", "right"):
            await pilot.press(key)
            seen.append((lines(host)[0].strip(), head(host).partition("rendered")[2].strip(" ·")))
        assert seen == [
            ("second", "version 2 of 3, edited"),
            ("first", "version 1 of 3"),
            ("first", "version 1 of 3"),
            ("second", "version 2 of 3, edited"),
            ("now", ""),
            ("now", ""),
        ]


async def test_in_the_diff_view_the_arrows_choose_what_to_compare_with() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"first"), Kept(b"second")]
        host.preview.show(SPEC, b"now")
        host.preview.body.focus()
        await host.preview.toggle_changes()
        assert [line.strip() for line in lines(host)[1:3]] == ["- second", "+ now"]
        await pilot.press("left")
        assert [line.strip() for line in lines(host)[1:3]] == ["- first", "+ now"]


async def test_an_earlier_version_on_the_screen_stays_when_the_document_is_written() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"first")]
        host.preview.show(SPEC, b"now")
        await host.preview.choose_older()
        host.preview.wrote(SPEC, b"later")
        await pilot.pause()
        assert lines(host)[0].strip() == "first"
        await host.preview.choose(None)
        assert lines(host)[0] == "▎ later"


async def test_asking_for_the_document_leads_back_from_an_earlier_version() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"first")]
        host.preview.show(SPEC, b"now")
        await host.preview.choose_older()
        host.preview.show(SPEC, b"now")
        await pilot.pause()
        assert lines(host)[0].strip() == "now"
        assert host.preview.chosen is None


async def test_the_same_bytes_again_keep_the_marks() -> None:
    async with seated() as (host, _):
        host.preview.wrote(SPEC, b"# One\n\nTwo\n")
        host.preview.wrote(SPEC, b"# One\n\nThree\n")
        host.preview.wrote(SPEC, b"# One\n\nThree\n")
        assert marked(host) == ["Three"]


async def test_without_an_earlier_version_the_difference_says_so() -> None:
    async with seated() as (host, pilot):
        host.preview.show(SPEC, b"now")
        await host.preview.toggle_changes()
        await pilot.pause()
        assert any("There is no earlier version" in line for line in lines(host))


async def test_a_version_that_cannot_be_read_is_told_and_leaves_the_document() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"damaged")]
        host.preview.show(SPEC, b"now")
        host.preview.body.focus()
        await pilot.press("left")
        assert lines(host)[0].strip() == "now"
        assert [note.message for note in host._notifications] == ["The kept version is damaged. Choose another [one]."]


async def test_words_are_searched_in_what_is_shown() -> None:
    async with seated() as (host, pilot):
        host.preview.show(SPEC, LONG.encode())
        await pilot.pause()
        assert len([line for line in host.preview.body.rendered_lines if "part 5" in line.text]) == 11
        assert host.preview.body.search("part 5") == 22


async def test_a_click_on_a_citation_is_told() -> None:
    async with seated() as (host, pilot):
        host.preview.show("impact.md", b"See `src/pay.py:12` there.\n")
        await pilot.pause()
        await pilot.click(host.preview.body, offset=(8, 0))
        await pilot.pause()
        told = [message for message in host.heard if isinstance(message, Preview.Followed)]
        assert [(one.document, one.target) for one in told] == [("impact.md", "cite:src/pay.py:12")]


async def test_a_click_in_the_head_changes_the_view_or_asks_for_the_versions() -> None:
    async with seated() as (host, pilot):
        host.kept = [Kept(b"first")]
        host.preview.show(SPEC, b"now")
        await host.preview.choose_older()
        await pilot.pause()
        await pilot.click(PreviewHead, offset=(75, 0))
        assert [message.document for message in host.heard if isinstance(message, Preview.VersionRequested)] == [SPEC]
        await pilot.click(PreviewHead, offset=(80 - 2 - len("rendered · version 1 of 2"), 0))
        assert host.preview.view is View.RAW


async def test_editing_is_asked_for_only_where_there_is_a_document() -> None:
    async with seated() as (host, pilot):
        host.preview.request_edit()
        host.preview.show(SPEC, b"now")
        host.preview.request_edit()
        await pilot.pause()
        assert [one.document for one in host.heard if isinstance(one, Preview.EditRequested)] == [SPEC]


async def test_a_cleared_preview_is_empty_again() -> None:
    async with seated() as (host, pilot):
        host.preview.show(SPEC, b"now")
        host.preview.clear()
        await pilot.pause()
        assert any(EMPTY in line for line in lines(host))


async def test_a_document_shown_before_the_screen_is_up_is_there_when_it_is() -> None:
    host = Host()
    host.preview.show(SPEC, b"early")
    async with host.run_test() as pilot:
        await pilot.pause()
        assert lines(host)[0].strip() == "early"


async def test_terminal_control_in_a_document_is_not_obeyed() -> None:
    async with seated() as (host, pilot):
        host.preview.show("a\x1b[31m.md", b"red \x1b[31mhere\x07 [bold]and[/bold]\n")
        await pilot.pause()
        assert lines(host)[0].strip() == "red here [bold]and[/bold]"
        assert "\x1b" not in head(host)
