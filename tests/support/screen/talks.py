"""A project whose conversation came this far, made once and opened at the real table."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.journal.waiting import ForVerdict
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import converse, open_conversation
from tests.support.projects import SLUG, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State

THREE_ANSWERS = ("Invoices are late every month", "Pay by invoice\nDownload it", "It shows the due date")
_talks: dict[tuple[str, ...], Path] = {}


def talked(root: Path, answers: Sequence[str] = THREE_ANSWERS, tier: str = "light") -> str:
    """After these answers; returns the item's name."""
    return _copied(root, (tier, *answers))


def at_summary(root: Path, tier: str = "standard") -> str:
    """Everything answered: the first of the summaries waits."""
    return _copied(root, (tier,))


def _copied(root: Path, wanted: tuple[str, ...]) -> str:
    if wanted not in _talks:
        folder = Path(mkdtemp(prefix="talked-", dir=root.parent))
        write_code(folder)
        with ThreadPoolExecutor(1) as beside:  # the test may have a loop running
            beside.submit(asyncio.run, _talk(folder, *wanted)).result()
        _talks[wanted] = folder
    shutil.copytree(_talks[wanted], root, dirs_exist_ok=True)
    return SLUG


async def _talk(root: Path, tier: str, *answers: str) -> None:
    async with seated(open_conversation(project_in(root), tier), OfflineVoice()) as session:
        await session.do(Start())
        for answer in answers:
            await session.do(Submit(answer))
        if not answers:
            await converse(session, _is_first_summary)


def _is_first_summary(state: State) -> bool:
    return state.talk.waiting == ForVerdict(Stage.REQUIREMENTS)
