"""The real table in a project of its own, without a terminal: pressed, clicked and read like a person would."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import pytest
from textual.screen import ModalScreen
from textual.widgets import Input, TextArea
from textual.worker import WorkerState

from roundtable_tui.config.model import Settings
from roundtable_tui.domain.journal.waiting import ForMenu
from roundtable_tui.items.voices import Flags, Voices, voices_for
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.ui.app import RoundtableApp
from roundtable_tui.ui.composer.typing_pace import FAST
from roundtable_tui.ui.keys.key import character_of
from roundtable_tui.ui.lobby.screen import LobbyScreen
from roundtable_tui.ui.open_request import OpenRequest
from roundtable_tui.ui.services import Services
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.screen.patience import comes_to
from tests.support.screen.textual_internals import notices_of
from tests.support.sessions import seated
from tests.support.voices.scripted import go_through

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from textual.pilot import Pilot
    from textual.widget import Widget

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.ui.table.screen import TableScreen
    from roundtable_tui.voices.protocol import Voice

AT_MENU = PHASE_00[:3]
"""The first step answered: its menu shows, and a document is written."""
_LASTING = ("watching", "warming", "conflicts")
"""Workers nobody has to wait for."""
_ASKING = ("item actions", "beginning", "turns", "voices", "choosing")
"""Workers that wait for an answer as long as a question shows."""
_projects: dict[tuple[str, ...] | None, Path] = {}


_AT_ONCE = 0.001


class Sitting:
    """Somebody at the table."""

    def __init__(self, app: RoundtableApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return self.app.table

    @property
    def lobby(self) -> LobbyScreen:
        screen = self.app.screen
        assert isinstance(screen, LobbyScreen), f"It shows {screen}."
        return screen

    @property
    def state(self) -> State:
        return self.table.link.state

    @property
    def notices(self) -> list[str]:
        return notices_of(self.app)

    @property
    def said(self) -> str:
        """Everything in the conversation."""
        return "\n".join(block.text for block in self.table.transcript.blocks)

    async def until(self, condition: Callable[[], bool]) -> None:
        if not await comes_to(self.pilot, condition):
            pytest.fail(f"It never came to that. {self._so_far()}\n{self.notices}")
        await self.pilot.pause()

    async def settle(self) -> None:
        """Until nothing is under way."""
        await self.pilot.pause()
        await self.until(lambda: not self._is_asking() and not self._at_work())
        await self.pilot.pause()

    def _is_asking(self) -> bool:
        """At the table only; in the lobby nobody asks, and a question over the table waits for the user."""
        return self.app.is_at_table and self.table.composer.busy and not isinstance(self.app.screen, ModalScreen)

    def _so_far(self) -> str:
        return f"Said so far:\n{self.said}" if self.app.is_at_table else f"It shows {self.app.screen}."

    def _at_work(self) -> bool:
        active = (WorkerState.PENDING, WorkerState.RUNNING)
        waits = (*_LASTING, *_ASKING) if isinstance(self.app.screen, ModalScreen) else _LASTING
        return any(one.state in active and one.group not in waits for one in self.app.workers)

    async def press(self, *keys: str) -> None:
        """One after another, as typed into a field; where keys are commands, each is meant by itself."""
        for key in keys:
            meant = self._keys_are_commands and bool(character_of(key) or key == "enter")
            self.app.pace.fast = _AT_ONCE if meant else FAST
            await self.pilot.press(key)
            if meant:
                await self.settle()
        self.app.pace.fast = FAST
        await self.settle()

    @property
    def _keys_are_commands(self) -> bool:
        return not isinstance(self.app.focused, Input | TextArea)

    async def say(self, *answers: str) -> None:
        """Written and sent; long texts are put rather than typed."""
        for answer in answers:
            self.table.composer.put(answer)
            self.table.composer.focus()
            await self.press("enter")

    async def leave_composer(self) -> None:
        self.table.composer.focus()
        await self.pilot.pause()
        await self.press("escape")
        assert not self.table.composer.has_focus

    async def click(self, widget: type[Widget], x: int, y: int = 0) -> None:
        assert await self.pilot.click(widget, offset=(x, y))
        await self.settle()


def app_in(
    root: Path,
    words: str = "",
    *,
    disk: Disk | None = None,
    keys: dict[str, str] | None = None,
    voice: Callable[[], Voice] = OfflineVoice,
    other: Callable[[], Voice] | None = None,
    **settings: Any,
) -> RoundtableApp:
    """The program in this folder, at noon of a day that never ends; new items are guided unless the settings say."""
    chosen = Settings(keys=keys or {}, **{"mode": "guided", **settings})
    makers = {make().name: make for make in (voice, other) if make}
    voices = Voices(makers, voices_for(chosen, Flags(), {}).sentence)
    return RoundtableApp(
        OpenRequest(root, words), lambda folder: Services(project_in(folder, disk), chosen, voices=voices)
    )


@asynccontextmanager
async def sitting(app: RoundtableApp, size: tuple[int, int] = (140, 40)) -> AsyncIterator[Sitting]:
    async with app.run_test(size=size) as pilot:
        somebody = Sitting(app, pilot)
        await somebody.settle()
        yield somebody


def begun(root: Path, answers: Sequence[str] = AT_MENU) -> str:
    """Puts a project with an item that came this far into a folder; returns the item's name."""
    shutil.copytree(_begun(tuple(answers), root.parent), root, dirs_exist_ok=True)
    return SLUG


def specified(root: Path) -> str:
    """As `begun`, with requirements written down: their document takes edits into the dossier."""
    shutil.copytree(_begun(None, root.parent), root, dirs_exist_ok=True)
    return SLUG


def with_criterion(root: Path) -> str:
    """As `specified`, and somebody has written an acceptance criterion into the document."""
    slug = specified(root)
    document = root / "docs" / "requirements" / slug / "requirements-spec.md"
    text = document.read_text()
    end = text.index("\n## ", text.index("### FR-001"))
    document.write_text(f"{text[:end]}\n- **AC-001-01**: The clerk sees the invoice at once.\n{text[end:]}")
    return slug


def _begun(answers: tuple[str, ...] | None, folder: Path) -> Path:
    """A project that came this far, made once and kept where the first test that wanted it keeps its files."""
    if answers not in _projects:
        root = Path(mkdtemp(prefix="begun-", dir=folder))
        write_code(root)
        with ThreadPoolExecutor(1) as beside:  # the test may have a loop running
            beside.submit(asyncio.run, _answer(root, answers)).result()
        _projects[answers] = root
    return _projects[answers]


async def _answer(root: Path, answers: Sequence[str] | None) -> None:
    async with seated(open_sample(project_in(root)), OfflineVoice()) as session:
        await session.do(Start())
        if answers is None:
            await go_through(session, _is_specified)
        for answer in answers or ():
            await session.do(Submit(answer))


def _is_specified(state: State) -> bool:
    written = "requirements-spec.md" in state.files.artifacts and state.dossier.get("FR-001") is not None
    return written and isinstance(state.talk.waiting, ForMenu)
