"""Times things against a baseline of the same run: these machines are noisy, ratios are not."""

from __future__ import annotations

import gc
import statistics
import time
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable


class Measured(Struct, frozen=True):
    what: str
    seconds: float
    note: str = ""


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median of several rounds, after one that does not count."""
    work()
    times = []
    for _ in range(rounds):
        gc.collect()
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def show(title: str, baseline: Measured, rows: list[Measured]) -> None:
    print(f"\n{title}")
    width = max(len(row.what) for row in (baseline, *rows))
    print(f"  {baseline.what:<{width}}  {baseline.seconds * 1000:>10.2f} ms   1.00×  (baseline) {baseline.note}")
    for row in rows:
        ratio = row.seconds / baseline.seconds
        print(f"  {row.what:<{width}}  {row.seconds * 1000:>10.2f} ms  {ratio:>6.2f}×  {row.note}")
