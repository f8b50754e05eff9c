"""A talk of two thousand turns, a project of a thousand items and a journal of a hundred megabytes.

What they cost is measured and printed below the table; no speed is asserted, since machines differ.
"""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import APP, Event, Outcome, Spoke, UserSaid
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.session.intents import Start, Submit
from roundtable_tui.storage.journal import encode, parse
from roundtable_tui.voices.script import ScriptedTurn, ScriptVoice
from tests.support.disk.sampling import EVERY_ONE
from tests.support.program import program
from tests.support.projects import PHASE_00, SLUG, open_sample, project_in, run, write_code
from tests.support.sessions import seated

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

TURNS = 2_000 if EVERY_ONE else 120
ITEMS = 1_000 if EVERY_ONE else 30
MEGABYTES = 100 if EVERY_ONE else 1
EARLY, WINDOW = 100, 20


def scripted(turns: int) -> ScriptVoice:
    step = "00-01"
    return ScriptVoice(
        [
            ScriptedTurn(
                number,
                Spoke(
                    "script",
                    str(number),
                    Outcome.FINISHED,
                    said=(Utterance("maya", f"That is turn {number}.", Role.TALK),),
                    asked=Question(step, f"model/{number}", f"And what about case {number}?"),
                ),
            )
            for number in range(turns + 1)
        ]
    )


def test_a_talk_that_goes_on_and_on_keeps_every_word(tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    took: list[float] = []
    held: dict[int, int] = {}

    async def talk() -> None:
        async with seated(open_sample(project_in(tmp_path)), scripted(TURNS)) as session:
            await session.do(Start())
            tracemalloc.start()
            for number in range(TURNS):
                before = perf_counter()
                await session.do(Submit(f"answer {number}"))
                took.append(perf_counter() - before)
                if number in (EARLY, TURNS - 1):
                    gc.collect()
                    held[number] = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()

    asyncio.run(talk())
    journal = tmp_path / "docs/requirements" / SLUG / ".roundtable/journal.jsonl"
    heard = [one.body.text for one in parse(journal.read_bytes()).events if isinstance(one.body, UserSaid)]
    for number in range(TURNS):
        with promise.point(f"turn {number}"):
            assert heard[number] == f"answer {number}"
    early = sum(took[EARLY - WINDOW : EARLY]) / WINDOW * 1000
    late = sum(took[-WINDOW:]) / WINDOW * 1000
    promise.note(
        f"A talk of {TURNS:,} turns: {early:.1f} ms a turn at turn {EARLY}, {late:.1f} ms at the end; "
        f"{held[EARLY] / 1e6:.1f} MB held at turn {EARLY}, {held[TURNS - 1] / 1e6:.1f} MB at the end (traced)."
    )


def test_a_project_with_many_items_is_listed_whole(tmp_path: Path, promise: Promise) -> None:
    run(project_in(tmp_path), PHASE_00[:3])
    for number in range(ITEMS):
        folder = tmp_path / "docs/requirements" / f"item-{number:04d}"
        folder.mkdir()
        (folder / "meta.json").write_text(json.dumps({"description": f"Item {number}", "analysis_status": "raw"}))
    begun = perf_counter()
    ran = program("list", "--json", "--project", tmp_path)
    seconds = perf_counter() - begun
    for number in range(ITEMS):
        with promise.point(f"item {number}"):
            assert f"item-{number:04d}" in ran.out
    promise.note(f"{ITEMS:,} items were listed in {seconds:.2f} s.")


def test_a_huge_journal_is_opened_and_gone_on_with(tmp_path: Path, promise: Promise) -> None:
    run(project_in(tmp_path), PHASE_00[:3])
    journal = tmp_path / "docs/requirements" / SLUG / ".roundtable/journal.jsonl"
    events = parse(journal.read_bytes()).events
    last = events[-1]
    said = Spoke("script", "1", Outcome.STOPPED, said=(Utterance("maya", "A long remark. " * 700, Role.TALK),))
    lines = [Event(last.seq + n, last.at, last.exchange, APP, 0, said) for n in range(1, MEGABYTES * 100 + 1)]
    journal.write_bytes(encode([*events, *lines]))
    size = journal.stat().st_size
    begun = perf_counter()
    with promise.point(f"{size / 1e6:.0f} MB"):
        ran = program("turn", SLUG, "One more word.", "--offline", "--project", tmp_path)
        assert ran.code == 0, ran.err
        after = parse(journal.read_bytes())
        assert not after.rest
        assert any(isinstance(one.body, UserSaid) and one.body.text == "One more word." for one in after.events[-20:])
        assert len(after.events) > len(events) + len(lines)
    promise.note(f"A turn in an item with a journal of {size / 1e6:.0f} MB took {perf_counter() - begun:.1f} s.")
