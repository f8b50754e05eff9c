"""Projects to analyse, and analyses run in them from start to end without a screen."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.analysis.opening import NewItem, OpenItem, open_item, slug_for
from roundtable_tui.analysis.project import Project, open_project
from roundtable_tui.plain.printing import TextPrinter
from roundtable_tui.plain.running import run_answers
from roundtable_tui.storage.disk import Disk, RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.depth import Depth

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
DESCRIPTION = "Let customers pay by invoice"
SLUG = "let-customers-pay-by-invoice"

PHASE_00 = (
    "Business customers can pay by invoice at checkout and get a PDF.",
    "- checkout\n- billing\n- email",
    "It adds invoices and changes checkout.",
    "C",
    "invoice\ncheckout\npayment",
    "The word Rechnung occurs in old code, too.",
    "C",
    "7",
    "C",
)
"""Phase 00 whole, with feedback at a menu; phase 01 begins and the entries run out."""


def noon() -> datetime:
    return NOON


def write_code(root: Path) -> None:
    """A little code base in which the words of the sample answers occur."""
    for name in ("checkout", "billing", "mail"):
        folder = root / "src" / name
        folder.mkdir(parents=True)
        (folder / "core.py").write_text(f"def {name}(invoice, payment):\n    return invoice\n")
    (root / "BACKLOG.md").write_bytes(
        b"# Backlog\r\n\r\n- 1.1 [ ] Something else\r\n- 1.2 [ ] Let customers pay by invoice\r\n"
    )


@cache
def _shipped(root: Path) -> Project:
    return open_project(ProjectPaths(root), clock=noon)


def project_in(root: Path, disk: Disk | None = None) -> Project:
    """A project with the shipped knowledge, which is read once for all tests."""
    return replace(_shipped(Path(__file__).parent), paths=ProjectPaths(root), disk=disk or RealDisk())


def open_sample(project: Project, description: str = DESCRIPTION) -> OpenItem:
    return open_item(project, slug_for(project, description), NewItem(description))


def run(project: Project, answers: Sequence[str], depth: Depth | None = None, description: str = DESCRIPTION) -> str:
    """Runs the sample item from these answers and returns what a person would have read."""
    out = io.StringIO()
    printer = TextPrinter(project.knowledge, out)
    asyncio.run(run_answers(open_sample(project, description), OfflineVoice(), answers, depth, printer))
    return out.getvalue()
