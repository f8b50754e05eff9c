"""Words of every kind, typed, pasted and sent: they are kept exactly, and the talk goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import RoundtableError
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.journal import parse
from roundtable_tui.ui.composer.paste_marks import PasteMarks
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.disk.crashes import Image
from tests.support.fuzzing import attempt, damaged_text
from tests.support.journals import wild_texts
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ANSWERS = damaged_text(
    *PHASE_00, "FR-001: Pay by invoice\nFR-002: Remind\n- AC-001-01: it prints", "drop FR-001", "only: a, b",
    "/budget 3", "all must have except FR-004", "undo", "first X, then Y", "/seat qa", "@src/billing/core.py",
    "n", "deep", "accept",
)  # fmt: skip
TALKS = st.lists(ANSWERS | wild_texts, min_size=1, max_size=5)


def outside(root: Path) -> dict[str, bytes]:
    ours = ("docs/requirements/", "docs/common/", ".roundtable/", ".s2s/", "BACKLOG.md")
    return {name: data for name, data in Image.of(root).files.items() if not name.startswith(ours)}


@pytest.mark.parametrize("mode", ["guided", "conversation"])
def test_answers_of_any_kind_are_kept_as_they_were_typed(mode: str, tmp_path: Path, promise: Promise) -> None:
    numbers = iter(range(10**6))

    async def talk(answers: list[str]) -> None:
        root = tmp_path / str(next(numbers))
        root.mkdir()
        write_code(root)
        before = outside(root)
        project = project_in(root)
        opened = open_sample(project) if mode == "guided" else open_conversation(project)
        said: list[str] = []
        async with seated(opened, OfflineVoice()) as session:
            await session.do(Start())
            for answer in answers:
                with suppress(RoundtableError):
                    await session.do(Submit(answer))
                said.append(answer)
        events = parse((root / "docs/requirements" / SLUG / ".roundtable/journal.jsonl").read_bytes())
        assert not events.rest
        heard = [event.body.text for event in events.events if isinstance(event.body, UserSaid)]
        assert set(heard) <= set(said)
        assert outside(root) == before

    attempt(promise, TALKS, lambda answers: asyncio.run(talk(answers)), 250)


def test_what_is_pasted_comes_back_whole(promise: Promise) -> None:
    def paste(texts: list[str]) -> None:
        marks = PasteMarks()
        clean = [neutral(text) for text in texts]
        shortened = [marks.shortened(text) for text in clean]
        assert marks.whole("\n".join(shortened)) == "\n".join(clean)

    long = st.lists(wild_texts, min_size=1, max_size=30).map("\n".join)
    attempt(promise, st.lists(wild_texts | long | damaged_text("a\n" * 40), max_size=4), paste, 1000)


def test_words_on_the_command_line_end_in_a_sentence(tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    before = outside(tmp_path)

    def turn(case: tuple[str, str]) -> None:
        item, words = case
        ran = program("turn", "--offline", "--project", tmp_path, "--", item, words)
        assert ran.code in (0, 1, 2), ran.err
        assert "Traceback" not in ran.err
        assert neutral(ran.out) == ran.out
        assert outside(tmp_path) == before

    attempt(promise, st.tuples(damaged_text("Let customers pay", "../../x", "#12"), ANSWERS), turn, 150)
