"""Words sent while a turn still runs are on disk before they are shown as waiting, and are back after any end."""

from __future__ import annotations

import json
import shutil
from threading import Event
from typing import TYPE_CHECKING

from roundtable_tui.config.loader import user_folder
from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.ui.composer.composer_box import PendingLines
from roundtable_tui.voices.tasks import Answer
from tests.support.projects import DESCRIPTION, PHASE_00, SLUG, write_code
from tests.support.screen.tables import Sitting, app_in, begun, sitting
from tests.support.voices.troubled import TroubledVoice

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from roundtable_tui.voices.protocol import Brief, Part

FIRST, SECOND, THIRD = PHASE_00[0], "billing and checkout", "It only adds.\nNothing changes."


async def send_without_waiting(sat: Sitting, words: str) -> None:
    sat.table.composer.put(words)
    await sat.pilot.press("enter")
    await sat.pilot.pause()


async def hang_and_send(sat: Sitting, voice: TroubledVoice, *more: str) -> None:
    """The first answer's turn never ends; the others wait."""
    voice.hang_next = True
    await send_without_waiting(sat, FIRST)
    await sat.until(voice.hangs.is_set)
    for words in more:
        await send_without_waiting(sat, words)


async def test_what_waits_is_back_in_order_after_a_kill(tmp_path: Path) -> None:
    root, killed = tmp_path / "project", tmp_path / "killed"
    root.mkdir()
    write_code(root)
    voice = TroubledVoice()
    async with sitting(app_in(root, DESCRIPTION, voice=lambda: voice)) as sat:
        await hang_and_send(sat, voice, SECOND, THIRD)
        assert "waits: billing and checkout" in str(sat.table.query_one(PendingLines).render())
        shutil.copytree(root, killed)  # the disk as a kill at this moment leaves it
    async with sitting(app_in(killed, SLUG)) as again:
        assert again.table.composer.words == f"{SECOND}\n{THIRD}"
        said = [event.body.text for event in again.table.link.session.events if isinstance(event.body, UserSaid)]
        assert said == [FIRST]


async def test_what_was_taken_back_is_written_once(tmp_path: Path) -> None:
    root, killed = tmp_path / "project", tmp_path / "killed"
    root.mkdir()
    write_code(root)
    voice = TroubledVoice()
    async with sitting(app_in(root, DESCRIPTION, voice=lambda: voice)) as sat:
        await hang_and_send(sat, voice, SECOND)
        sat.table.composer.take_back()
        await sat.pilot.pause()
        shutil.copytree(root, killed)
    async with sitting(app_in(killed, SLUG)) as again:
        assert again.table.composer.words == SECOND


class HesitantVoice(TroubledVoice):
    """Thinks about the first answer until it is let go, and for ever about the second."""

    async def speak(self, request: Brief) -> AsyncIterator[Part]:
        match request.task:
            case Answer(words=words):
                self.hang_next = words == SECOND
                self.wait_next = "One moment" if words == FIRST else ""
        async for part in super().speak(request):
            yield part


async def test_what_waited_and_was_heard_is_not_written_again(tmp_path: Path) -> None:
    root, killed = tmp_path / "project", tmp_path / "killed"
    root.mkdir()
    write_code(root)
    voice = HesitantVoice()
    async with sitting(app_in(root, DESCRIPTION, voice=lambda: voice)) as sat:
        await send_without_waiting(sat, FIRST)
        await sat.until(voice.hangs.is_set)
        await send_without_waiting(sat, SECOND)
        await send_without_waiting(sat, THIRD)
        voice.hangs.clear()
        voice.waits.set()
        await sat.until(voice.hangs.is_set)
        shutil.copytree(root, killed)
    async with sitting(app_in(killed, SLUG)) as again:
        assert again.table.composer.words == THIRD
        said = [event.body.text for event in again.table.link.session.events if isinstance(event.body, UserSaid)]
        assert said == [FIRST, SECOND]


async def test_what_cannot_be_kept_with_the_item_is_kept_with_the_users_own_files(tmp_path: Path) -> None:
    root, kept = tmp_path / "project", tmp_path / "kept"
    root.mkdir()
    write_code(root)
    private = root / "docs/requirements" / SLUG / ".roundtable"
    async with sitting(app_in(root, DESCRIPTION)) as sat:
        private.rename(kept)
        private.symlink_to(private.name)
        sat.table.composer.put(SECOND)
        await sat.press("enter")
        assert sat.table.composer.words == SECOND, "it is refused, and given back"
        sat.app.exit()
    private.unlink()
    kept.rename(private)
    async with sitting(app_in(root, SLUG)) as again:
        assert again.table.composer.words == SECOND
        again.app.exit()
        assert not [*(user_folder() / "unsaved").iterdir()]


async def test_what_can_be_kept_nowhere_is_told(tmp_path: Path) -> None:
    write_code(tmp_path)
    private = tmp_path / "docs/requirements" / SLUG / ".roundtable"
    user_folder().mkdir(parents=True)
    (user_folder() / "unsaved").write_text("a file")
    async with sitting(app_in(tmp_path, DESCRIPTION)) as sat:
        private.rename(tmp_path / "kept")
        private.symlink_to(private.name)
        for words in (FIRST, SECOND):
            sat.table.composer.put(words)
            sat.table.keep_words()
        assert sat.said.count("What you write here cannot be kept.") == 1


class SlowDisk(RealDisk):
    """Takes its time to say what was kept the last time."""

    def __init__(self) -> None:
        self.asked, self.goes_on = Event(), Event()

    def read(self, path: Path, limit: int) -> bytes:
        if path.name == "unsent-talk.json":
            self.asked.set()
            assert self.goes_on.wait(60)
        return super().read(path, limit)


async def test_nothing_is_shown_as_waiting_before_it_can_be_kept(tmp_path: Path) -> None:
    root, disk = tmp_path, SlowDisk()
    begun(root)
    unsent = root / "docs/requirements" / SLUG / ".roundtable/unsent-talk.json"
    unsent.write_text(json.dumps({"1": FIRST}))
    app = app_in(root, SLUG, disk=disk)
    async with app.run_test(size=(140, 40)) as pilot:
        sat = Sitting(app, pilot)
        await sat.until(disk.asked.is_set)
        await send_without_waiting(sat, SECOND)
        assert sat.table.composer.waiting == (SECOND,)
        assert "waits" not in str(sat.table.query_one(PendingLines).render())
        disk.goes_on.set()
        await sat.until(lambda: unsent.exists() and SECOND in unsent.read_text())
