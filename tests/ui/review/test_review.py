"""The review, walked with real keys on the real table: what is accepted, written anew and dropped, and what follows."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from textual import events

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.footing import guesses
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, Inferred, Stated
from roundtable_tui.domain.journal.events import Reviewed
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.review.rules import Acceptance, acceptance
from roundtable_tui.session.intents import Review, Start
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.locks import item_lock
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.dialogs.choice import ConfirmScreen, PickEntryScreen
from roundtable_tui.ui.dialogs.code import CodeScreen
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.review.amend_form import ChoicePart, TextPart
from roundtable_tui.ui.review.entry_list import EntryList
from roundtable_tui.ui.review.filter_tabs import FilterTabs
from roundtable_tui.ui.review.screen import ReviewScreen
from roundtable_tui.ui.widgets.headline import Headline
from roundtable_tui.ui.widgets.keybar import KeyBar
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.disk.bursts import burst
from tests.support.disk.disks import FaultyDisk
from tests.support.projects import SLUG, open_sample, project_in, write_code
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.screen import Screen

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.storage.disk import Disk

SPEC, STORIES, MATRIX = "requirements-spec.md", "user-stories.json", "traceability-matrix.csv"
GUESS: tuple[Source, ...] = (Inferred(),)


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose requirements, stories and traceability are written."""
    root = tmp_path_factory.mktemp("analysed")
    write_code(root)
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, _analyse(root)).result()
    return root


async def _analyse(root: Path) -> None:
    async with seated(open_sample(project_in(root)), OfflineVoice()) as session:
        await session.do(Start())
        await go_through(session, _is_traced)


def _is_traced(state: State) -> bool:
    return MATRIX in state.files.artifacts and isinstance(state.talk.waiting, ForMenu)


@pytest.fixture
def root(analysed: Path, tmp_path: Path) -> Path:
    shutil.copytree(analysed, tmp_path, dirs_exist_ok=True)
    return tmp_path


class Reviewer(Sitting):
    """Somebody in the review."""

    @property
    def review(self) -> ReviewScreen:
        assert isinstance(self.app.screen, ReviewScreen), f"It shows {self.app.screen}."
        return self.app.screen

    @property
    def shown(self) -> str:
        return self.review.shown.id if self.review.shown else ""

    @property
    def focused(self) -> str:
        """What kind of thing has the focus."""
        return type(self.review.focused).__name__

    def is_asked_by(self, screen: type[Screen[None]]) -> bool:
        return isinstance(self.app.screen, screen)

    @property
    def card(self) -> str:
        """Everything the entry's page says, as if it were one line."""
        return " ".join(self.review.card.shown_text.split())

    @property
    def progress(self) -> str:
        return self.review.query_one(Headline).render().plain.split("  ·  ")[-1]

    @property
    def footer(self) -> str:
        return " ".join(str(self.review.query_one(KeyBar).render()).split())

    @property
    def listed(self) -> list[str]:
        return [row.key for row in self.review.query_one(EntryList).rows if row.key]

    def entry(self, entry_id: str) -> Entry:
        return self.state.dossier.entries[entry_id]

    def document(self, name: str) -> str:
        return self.table.link.session.documents.path(name).read_text(encoding="utf-8")

    async def go_to(self, entry_id: str) -> None:
        self.review.reveal(entry_id)
        await self.pilot.pause()
        assert self.shown == entry_id

    async def write(self, text: str) -> None:
        """In the form, instead of what stands there."""
        self.review.query_one(TextPart).fill(text)
        await self.press("enter")

    async def record(self, *changes: Change) -> None:
        await self.table.link.session.do(Review(lambda _: changes))
        await self.settle()


@asynccontextmanager
async def reviewing(
    root: Path, size: tuple[int, int] = (140, 40), disk: Disk | None = None, *changes: Change
) -> AsyncIterator[Reviewer]:
    """At the table, then with the key that leads there."""
    async with sitting(app_in(root, SLUG, disk=disk), size) as sat:
        somebody = Reviewer(sat.app, sat.pilot)
        if changes:
            await somebody.record(*changes)
        await somebody.press("escape", "w")
        assert somebody.shown
        yield somebody


def guess(entry_id: str, title: str, sources: tuple[Source, ...] = GUESS) -> Change:
    return Change(Op.RECORD, entry_id, Kind.FR, {"title": title, "priority": "Must Have"}, sources)


async def test_space_accepts_what_is_shown_and_goes_on_until_all_is_accepted(root: Path) -> None:
    async with reviewing(root, (80, 24), None, guess("FR-090", "Remind"), guess("FR-091", "Refund")) as at:
        left = ("FR-090", "FR-091", "ASM-001")
        others = (entry for entry in at.state.dossier if entry.id not in left)
        await at.record(*(Change(Op.CONFIRM, entry.id, entry.kind) for entry in others))
        total = len(at.state.dossier)
        await at.go_to("FR-090")
        await at.until(lambda: at.progress == f"{total - 3} of {total} accepted · 3 guesses")
        await at.press("space")
        assert at.shown == "FR-091"
        assert at.state.dossier.confirmed_at["FR-090"] == "2026-11-16T12:00:00.000Z"
        assert acceptance(at.entry("FR-091")) is Acceptance.OPEN
        await at.press("k")
        assert "✓ accepted 16 Nov 12:00" in at.card
        assert at.entry("ASM-001").confidence is Confidence.LOW
        await at.press("v")
        assert at.listed == ["FR-091", "ASM-001"]
        await at.press("space", "space")
        await at.until(lambda: at.progress == f"all {total} accepted")
        assert at.listed == []
        assert "What changes from now on asks again" in at.card
        assert at.entry("ASM-001").confidence is Confidence.HIGH


async def test_an_amendment_changes_the_dossier_and_every_document_that_cites_it_in_view(root: Path) -> None:
    async with reviewing(root) as at:
        await at.go_to("FR-001")
        await at.until(lambda: at.review.preview.document == SPEC)
        await at.press("e")
        assert at.focused == TextPart.__name__
        await at.write("Settle within thirty days")
        assert at.entry("FR-001").text("title") == "Settle within thirty days"
        assert at.focused == EntryList.__name__
        assert "Settle within thirty days" in at.card
        assert "you wrote it in the review" in at.card
        await at.until(lambda: "has followed your change" in at.card)
        assert "### FR-001: Settle within thirty days" in at.document(SPEC)
        marked = [block.text for block in at.review.preview.body.blocks if block.mark]
        assert any("Settle within thirty days" in text for text in marked)
        await at.go_to("US-001")
        await at.press("e")
        await at.write("See what is open")
        await at.until(lambda: "See what is open" in at.document(STORIES))


async def test_the_document_is_there_when_the_terminal_becomes_wide_enough_for_it(root: Path) -> None:
    async with reviewing(root, (80, 24)) as at:
        await at.go_to("FR-001")
        await at.until(lambda: at.review.citing.is_owed)
        await at.pilot.resize_terminal(140, 40)
        await at.until(lambda: at.review.preview.document == SPEC)


async def test_a_choice_is_cycled_a_wrong_reference_is_refused_and_what_was_left_comes_back(root: Path) -> None:
    async with reviewing(root) as at:
        await at.go_to("US-001")
        at.review.form.drafts["Amend", "US-001"] = {"priority": "Could Have"}
        await at.press("e")
        assert at.focused == ChoicePart.__name__
        await at.press("left", "tab", "tab")
        await at.write("FR-404")
        assert "There is no FR-404" in str(at.review.form.query_one("#amend-hint").render())
        await at.press("escape")
        assert not at.review.form.is_open
        assert at.entry("US-001").refs("traces") == ("FR-001",)
        await at.press("e", "tab", "tab")
        assert at.review.query_one(TextPart).words == "FR-404"
        await at.write("FR-001")
        await at.until(lambda: at.entry("US-001").text("priority") == "Should Have")


async def test_how_far_the_review_is_stays_in_the_header_of_a_pane_that_stands_alone(root: Path) -> None:
    async with reviewing(root, (80, 24)) as at:
        told = at.progress
        assert "accepted" in told
        await at.press("z")
        header = at.review.query_one(Headline).render().plain
        assert "List alone · z back" in header
        assert told.partition(" · ")[0] in header


async def test_what_changes_after_it_was_accepted_asks_again_and_is_never_accepted_unseen(root: Path) -> None:
    guessed = Change(Op.REVISE, "FR-001", Kind.FR, {"priority": "Could Have"}, GUESS)
    async with reviewing(root, (140, 40), None, guessed) as at:
        await at.go_to("FR-001")
        await at.press("space")
        await at.go_to("FR-001")
        spec = at.table.link.session.documents.path(SPEC)
        spec.write_text(at.document(SPEC).replace("### FR-001: ", "### FR-001: Really "), encoding="utf-8")
        await at.until(lambda: at.entry("FR-001").text("title").startswith("Really"))
        await at.until(lambda: "Read it again, then accept" in at.card)
        assert acceptance(at.entry("FR-001")) is Acceptance.CHANGED
        assert "1 changed since" in at.progress
        await at.press("space")
        assert at.shown == "FR-001"
        assert acceptance(at.entry("FR-001")) is Acceptance.CHANGED
        await at.press("v", "v", "v")
        assert at.listed == ["FR-001"]
        await at.press("space")
        assert acceptance(at.entry("FR-001")) is Acceptance.ACCEPTED


async def test_an_old_note_stands_beside_its_entry_and_what_was_done_is_taken_back_step_by_step(root: Path) -> None:
    fields: dict[str, Value] = {"text": "Ask Ines about this.", "about": ("FR-001",)}
    note = Change(Op.RECORD, "NOTE-090", Kind.NOTE, fields, (Stated(1),))
    async with reviewing(root, (140, 40), None, note) as at:
        await at.go_to("FR-001")
        assert "Ask Ines about this." in at.card
        await at.press("x")
        assert isinstance(at.app.screen, ConfirmScreen)
        assert any("US-001" in sentence for sentence in at.app.screen.sentences)
        await at.press("y")
        assert at.state.dossier.get("FR-001") is None
        assert "### FR-001" not in at.document(SPEC)
        await at.press("u")
        assert at.shown == "FR-001"
        assert "### FR-001" in at.document(SPEC)
        await at.press("u")
        assert at.state.dossier.get("NOTE-090") is None
        await at.press("u")
        assert "Nothing was done in a review since the last answer." in at.notices
        assert at.state.dossier.get("FR-001") is not None


async def test_traces_lead_to_other_entries_and_back_to_the_talk_and_to_the_code(root: Path) -> None:
    cited = Cited("src/billing/core.py", 1, 2)
    file = Change(Op.RECORD, "FILE-050", Kind.FILE, {"path": "src/billing/core.py", "traces": ("FR-001",)}, (cited,))
    async with reviewing(root, (140, 40), None, file) as at:
        await burst(at.pilot, "/fr-001")
        assert at.shown == "FR-001"
        await at.press("enter", "r")
        picking = at.app.screen
        assert isinstance(picking, PickEntryScreen)
        await at.press(*["j"] * list(picking.answers).index("FILE-050"), "enter")
        assert at.shown == "FILE-050"
        await at.until(lambda: "def billing(invoice, payment):" in at.card)
        await at.press("c")
        assert at.is_asked_by(CodeScreen)
        await at.press("escape", "h")
        assert at.shown == "FR-001"
        turn = max(origin.turn for origin in at.review.link.origins(at.entry("FR-001")))
        await at.press("t")
        assert at.app.screen is at.table
        assert any(block.turn == turn for block in at.table.transcript.blocks)
        await at.press("w")
        assert at.shown == "FR-001"


async def test_filters_count_and_show_what_they_say(root: Path) -> None:
    async with reviewing(root, (140, 40), None, guess("FR-050", "It should be fast and easy")) as at:
        await at.until(lambda: bool(at.review.link.findings.get("FR-050")))
        counts = {tab.name: tab.count for tab in at.review.query_one(FilterTabs).tabs}
        assert counts["Guesses"] == len(guesses(at.state.dossier))
        await at.press("V")
        assert "FR-050" in at.listed
        assert len(at.listed) == counts["With findings"]
        await at.go_to("FR-050")
        assert "⚑" in at.card
        await at.press("V", "V")
        assert "FR-050" in at.listed
        assert "ASM-001" in at.listed
        await at.click(FilterTabs, 3)
        assert len(at.listed) == len(at.state.dossier)


async def test_what_a_finding_proposes_is_done_with_one_key_that_is_offered_only_there(root: Path) -> None:
    gone = Change(Op.RECORD, "FILE-050", Kind.FILE, {"path": "src/gone.py", "action": "MODIFY"}, GUESS)
    async with reviewing(root, (140, 40), None, gone) as at:
        await at.go_to("FR-001")
        assert "Mend" not in at.footer
        await at.go_to("FILE-050")
        await at.until(lambda: "s makes action CREATE" in at.card)
        assert "s Mend" in at.footer
        await at.press("s", "s")
        assert at.entry("FILE-050").text("action") == "CREATE"
        assert acceptance(at.entry("FILE-050")) is Acceptance.OPEN
        assert sum(isinstance(event.body, Reviewed) for event in at.table.link.session.events) == 2
        await at.press("u")
        assert at.entry("FILE-050").text("action") == "MODIFY"


async def test_sentences_name_the_keys_the_user_has_chosen_and_none_where_there_is_none(root: Path) -> None:
    gone = Change(Op.RECORD, "FILE-050", Kind.FILE, {"path": "src/gone.py", "action": "MODIFY"}, GUESS)
    keys = {"review.mend": "Z", "review.undo": "none"}
    async with sitting(app_in(root, SLUG, keys=keys)) as sat:
        at = Reviewer(sat.app, sat.pilot)
        await at.record(gone)
        await at.press("escape", "w")
        await at.go_to("FILE-050")
        await at.until(lambda: "Z makes action CREATE" in at.card)
        await at.press("Z")
        assert at.entry("FILE-050").text("action") == "CREATE"
        assert any("no key takes that back" in said for said in at.notices)


async def test_an_entry_is_edited_whole_in_the_users_editor(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = root / "editor.py"
    program.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[-1])\n"
        "path.write_text(path.read_text().replace('The scope', 'All of the scope'))\n"
    )
    monkeypatch.setenv("VISUAL", f"{sys.executable} {program}")
    monkeypatch.setattr(RoundtableApp, "suspend", lambda _: nullcontext())
    async with reviewing(root) as at:
        await at.go_to("FR-001")
        await at.press("o")
        assert at.entry("FR-001").text("title") == "All of the scope that matters most"
        assert "you wrote it in the review" in at.card


async def test_what_another_window_has_is_only_looked_at_and_says_so(root: Path) -> None:
    with item_lock(RealDisk(), ProjectPaths(root), SLUG, lambda: datetime.now(UTC)):
        async with sitting(app_in(root)) as sat:
            at = Reviewer(sat.app, sat.pilot)
            await at.press("w", "enter")
            assert "can only be looked at here" in at.review.query_one(Headline).render().plain
            before = at.review.link.state
            await at.press("space", "e", "m", "o", "x", "u", "s")
            assert at.review.link.state is before
            assert not at.review.form.is_open
            await at.press("escape")
            assert isinstance(at.app.screen, LobbyScreen)


async def test_where_nothing_is_written_down_yet_it_says_what_to_do_and_no_key_fails(tmp_path: Path) -> None:
    begun(tmp_path, ())
    async with sitting(app_in(tmp_path)) as sat:
        at = Reviewer(sat.app, sat.pilot)
        await at.press("w")
        assert at.listed == []
        assert "Nothing is written down yet." in at.card
        await at.press("space", "e", "m", "o", "x", "r", "t", "c", "n", "v", "u", "s", "d", "j", "G")
        assert at.listed == []
        await at.press("escape")
        assert isinstance(at.app.screen, LobbyScreen)


async def test_what_was_decided_or_written_in_the_last_moment_is_kept_when_the_review_is_left(root: Path) -> None:
    async with sitting(app_in(root)) as sat:
        at = Reviewer(sat.app, sat.pilot)
        await at.press("w")
        first = at.shown
        for key, character in (("space", " "), ("escape", None)):
            at.app.post_message(events.Key(key, character))
        await at.until(lambda: isinstance(at.app.screen, LobbyScreen))
        await at.press("w")
        assert first in at.review.link.state.dossier.confirmed_at
        await at.go_to("FR-001")
        await at.press("e", *"Soon", "ctrl+q")
    async with sitting(app_in(root)) as sat:
        at = Reviewer(sat.app, sat.pilot)
        await at.press("w")
        await at.go_to("FR-001")
        await at.press("e")
        assert at.review.query_one(TextPart).words.endswith("Soon")


async def test_a_disk_that_refuses_leaves_the_entry_not_accepted_and_gives_the_words_back(root: Path) -> None:
    disk = FaultyDisk(RealDisk(), 10**9, OSError(errno.ENOSPC, "No space left on device"), for_good=True)
    async with reviewing(root, (80, 24), disk, guess("FR-090", "Remind")) as at:
        await at.go_to("FR-090")
        disk.fail_at = 0
        await at.press("space")
        assert any("The disk is full" in notice for notice in at.notices)
        assert at.shown == "FR-090"
        assert acceptance(at.entry("FR-090")) is not Acceptance.ACCEPTED
        assert not at.review.link.taken
        await at.press("e")
        await at.write("Settle within thirty days")
        assert at.review.query_one(TextPart).words == "Settle within thirty days"
        disk.fail_at = 10**9
        await at.press("enter")
        assert at.entry("FR-090").text("title") == "Settle within thirty days"
        await at.press("p")
        assert at.review.preview.document == SPEC
        assert any("Settle within" in block.text for block in at.review.preview.body.blocks if block.mark)
        await at.press("escape")
        assert at.focused == EntryList.__name__


@pytest.mark.slow
async def test_three_hundred_entries_and_one_without_end_are_walked_on_a_small_screen(root: Path) -> None:
    many = (guess(f"FR-{number:03d}", f"Thing {number}") for number in range(100, 400))
    async with reviewing(root, (40, 15), None, *many, guess("FR-400", "x" * 60_000 + "\x1b[31m")) as at:
        await at.go_to("FR-100")
        await at.press(*["space"] * 4)
        await at.until(lambda: not at.review.link.taken)
        assert at.shown == "FR-104"
        assert sum(isinstance(event.body, Reviewed) for event in at.table.link.session.events) == 5
        await at.go_to("FR-400")
        assert "characters more: o opens all of it in your editor" in at.card
        assert "\x1b" not in at.card
        await at.press("l")
        assert at.focused == EntryList.__name__
        await at.press("escape")
        assert not at.review.entries.display or not at.review.panes.is_covered
        await at.press("escape")
        assert at.app.screen is at.table
