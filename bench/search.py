"""Counting words in at least 20,000 files, against bare ripgrep for the same words over the same folder.

The files are the sources of the packages in this environment, copied until there are enough. Ripgrep is asked for one
sum for each file over all words; ours are told apart by word, and by where the parts of a name begin.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measuring import Measured, show
from roundtable_tui.codebase.files.listing import list_files
from roundtable_tui.codebase.search.ripgrep import program
from roundtable_tui.codebase.search.search import count_words

if TYPE_CHECKING:
    from collections.abc import Callable

FEWEST = 20_000
ROUNDS = 5
FEW = ("invoice", "payment", "order")
MANY = tuple("invoice session config payment token parser price cache user order render export".split())


def grow(root: Path) -> None:
    """Copies the sources of what is installed here until there are enough of them."""
    packages = Path(sysconfig.get_path("purelib"))
    sources = sorted(path for path in packages.rglob("*.py") if path.stat().st_size < 1024 * 1024)
    copies = FEWEST * 11 // 10 // len(sources) + 1
    for number in range(copies):
        for source in sources:
            place = root / f"copy{number}" / "-".join(source.relative_to(packages).parts[:-1]) / source.name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)


def bare(rg: Path, root: Path, words: tuple[str, ...]) -> None:
    asked = [part for word in words for part in ("-e", word)]
    command = [str(rg), "--no-config", "--no-ignore", "--hidden", "-i", "--count-matches", *asked, "."]
    subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=False)


def processor_seconds() -> float:
    """Spent so far by this process and by those it started."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def in_turns(programs: dict[str, Callable[[], object]]) -> dict[str, Measured]:
    """Each program's median, one round of each after the other, so that a busy moment hits them all.

    Processor time is told against that of the first: on a busy machine it says more than the clock.
    """
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for number in range(ROUNDS + 1):
        for name, run in programs.items():
            began, spent = time.perf_counter(), processor_seconds()
            run()
            if number:
                times[name].append((time.perf_counter() - began, processor_seconds() - spent))
    medians = {
        name: [statistics.median(column) for column in zip(*rounds, strict=True)] for name, rounds in times.items()
    }
    least = next(iter(medians.values()))[1]
    return {
        name: Measured(name, seconds, f"{spent * 1000:.0f} ms of processor time, {spent / least:.2f}×")
        for name, (seconds, spent) in medians.items()
    }


def main() -> None:
    rg = program()
    if rg is None:
        sys.exit("There is no ripgrep to measure against.")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        grow(root)
        files = list_files(root).files
        for words in (FEW, MANY):
            measured = in_turns(
                {
                    "bare rg": partial(bare, rg, root, words),
                    "ours": partial(count_words, root, files, words),
                    "listing the files before": partial(list_files, root),
                }
            )
            baseline = measured.pop("bare rg")
            load = (
                f", load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors" if hasattr(os, "getloadavg") else ""
            )
            show(f"Counting {len(words)} words in {len(files):,} files{load}", baseline, list(measured.values()))


if __name__ == "__main__":
    main()
