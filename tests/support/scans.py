"""What a search of a small billing project could have found, and a search that takes as long as a test wants."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from roundtable_tui.codebase.impact.project_scan import Progress
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.code_facts import Churn, Entrance, Hit, PassedOver, Scanned, Touched
from roundtable_tui.items.project import scan_code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from roundtable_tui.domain.journal.code_facts import Inquiry

MODELS = Cited("billing/models.py", 9, 9, "aa", "abc1234")
TASKS = Cited("billing/tasks.py", 3, 3, "bb", "abc1234")
TESTS = Cited("tests/test_billing.py", 1, 1, "cc", "abc1234")
ROUTE = Cited("billing/urls.py", 4, 4, "dd", "abc1234")

SCAN = Scanned(
    words=("invoice", "billing"),
    hits=(Hit("invoice", 12, 3, ("billing/models.py",)), Hit("billing", 1, 1)),
    likely=("billing/models.py",),
    searched=40,
    left_out=3,
    commit="abc1234",
    touched=(
        Touched("billing/models.py", 1, "invoice 12× (in its name)", (), MODELS),
        Touched("billing/tasks.py", 2, "uses billing/models.py", ("billing/models.py",), TASKS),
        Touched("tests/test_billing.py", 3, "tests billing/tasks.py", ("billing/tasks.py", "billing/models.py"), TESTS),
    ),
    tiers=(1, 1, 1),
    entrances=(Entrance("route", "/invoices", "billing/urls.py", 4, ROUTE),),
    left_out_why=(PassedOver("binary", 2), PassedOver("secret", 1)),
    scope="small",
    complexity="low",
    risk="medium",
    risk_because=(
        "billing/models.py was changed by 30 of the last 120 commits",
        "billing/models.py has no test that could be found",
    ),
    churn=(Churn("billing/models.py", 30, 4),),
    commits=120,
)


class HeldScan:
    """The real search, held up in its thread until it is let go or stopped."""

    def __init__(self) -> None:
        self.asked: list[Inquiry] = []
        self.go_on = Event()
        self.running = 0

    def __call__(
        self,
        root: Path,
        wanted: Inquiry,
        skip: Sequence[str],
        stopped: Callable[[], bool],
        progress: Callable[[Progress], None],
        cache_folder: Path | None,
    ) -> Scanned:
        self.asked.append(wanted)
        self.running += 1
        try:
            progress(Progress("searching", 2, 3, (Hit("invoice", 5, 2),)))
            while not self.go_on.wait(0.01) and not stopped():
                pass
            return scan_code(root, wanted, skip, stopped, progress, cache_folder)
        finally:
            self.running -= 1
