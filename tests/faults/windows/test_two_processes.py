"""Two processes talk in the same item, or in two items of one project, at the same time.

The suite lets them take a few turns, `make faults` (EVERY_FAULT=1) dozens.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import UserSaid
from roundtable_tui.errors import ExitCode
from roundtable_tui.storage.journal import parse
from tests.support.disk.sampling import EVERY_ONE
from tests.support.projects import DESCRIPTION, SLUG, project_in, run, write_code

if TYPE_CHECKING:
    from tests.faults.conftest import Promise

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
ROUNDS = 40 if EVERY_ONE else 4
SPEAKER = """
import sys
from tests.support.program import program

root, item, who, rounds = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(rounds)):
    words = f"{who} says {number} about invoices"
    ran = program("turn", item, words, "--offline", "--project", root)
    assert "Traceback" not in ran.err, ran.err
    print(f"{ran.code}\\t{words}", flush=True)
"""


def speaking(root: Path, *speakers: tuple[str, str]) -> dict[str, int]:
    """How the program ended for every word, by the words; all speakers begin at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SPEAKER, str(root), item, who, str(ROUNDS)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for item, who in speakers
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    lines = [line for process in processes for line in process.communicate(timeout=300)[0].splitlines()]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return {words: int(code) for code, words in (line.split("\t") for line in lines)}


def heard(root: Path, slug: str) -> Counter[str]:
    contents = parse((root / "docs/requirements" / slug / ".roundtable/journal.jsonl").read_bytes())
    assert not contents.rest
    assert [event.seq for event in contents.events] == list(range(1, len(contents.events) + 1))
    return Counter(event.body.text for event in contents.events if isinstance(event.body, UserSaid))


def test_two_windows_on_one_item_each_say_what_they_could_and_nothing_twice(tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    run(project_in(tmp_path), ["Business customers can pay by invoice."])
    ended = speaking(tmp_path, (SLUG, "one"), (SLUG, "two"))
    said = heard(tmp_path, SLUG)
    assert len(ended) == 2 * ROUNDS
    assert sum(ended.values()) < ExitCode.LOCKED * len(ended), "somebody gets through"
    for words, code in ended.items():
        with promise.point(f"{words}: {code}"):
            assert code in (ExitCode.DONE, ExitCode.LOCKED)
            assert said[words] == (code == ExitCode.DONE)


def test_two_items_of_one_project_do_not_disturb_each_other(tmp_path: Path, promise: Promise) -> None:
    write_code(tmp_path)
    other = "Something else"
    for description in (DESCRIPTION, other):
        run(project_in(tmp_path), ["Business customers can pay by invoice."], description=description)
    ended = speaking(tmp_path, (SLUG, "one"), ("something-else", "two"))
    said = heard(tmp_path, SLUG) + heard(tmp_path, "something-else")
    for words, code in ended.items():
        with promise.point(f"{words}: {code}"):
            assert code == ExitCode.DONE
            assert said[words] == 1
