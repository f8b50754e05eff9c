"""Projects to analyse, and analyses run in them from start to end without a screen."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.items.open_item import NewItem, OpenItem, open_item, slug_for
from roundtable_tui.items.project import Project, open_project, scan_code
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.plain.runner import run_answers
from roundtable_tui.storage.disk import Disk, RealDisk
from roundtable_tui.storage.paths import ProjectPaths
from roundtable_tui.voices.offline.voice import OfflineVoice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.domain.journal.code_facts import Inquiry, Scanned
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.talk.depth import Depth

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


_scanned: dict[object, Scanned] = {}


def scan_once(
    root: Path,
    wanted: Inquiry,
    skip: Sequence[str],
    stopped: Callable[[], bool],
    progress: Callable[[Progress], None],
    cache_folder: Path | None,
) -> Scanned:
    """The real search, but only once for the same code and words: most tests look through the same three files."""
    if (root / ".git").exists() or stopped():
        return scan_code(root, wanted, skip, stopped, progress, cache_folder)
    names = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    ours = tuple((path.relative_to(root).as_posix(), path) for path in names)
    code = tuple((name, path.read_bytes()) for name, path in ours if not name.startswith(tuple(skip)))
    if (code, wanted) not in _scanned:
        _scanned[code, wanted] = scan_code(root, wanted, skip, stopped, progress, cache_folder)
    return _scanned[code, wanted]


def shipped_knowledge() -> Knowledge:
    return _shipped(Path(__file__).parent).knowledge


@cache
def _shipped(root: Path) -> Project:
    return replace(open_project(ProjectPaths(root), clock=noon, usual_mode="guided"), scan=scan_once)


def project_in(root: Path, disk: Disk | None = None) -> Project:
    """A project with the shipped knowledge, which is read once for all tests; its items are guided unless they say."""
    return replace(_shipped(Path(__file__).parent), paths=ProjectPaths(root), disk=disk or RealDisk())


def open_sample(project: Project, description: str = DESCRIPTION) -> OpenItem:
    return open_item(project, slug_for(project, description), NewItem(description))


def run(project: Project, answers: Sequence[str], depth: Depth | None = None, description: str = DESCRIPTION) -> str:
    """Runs the sample item from these answers and returns what a person would have read."""
    out = io.StringIO()
    printer = TextPrinter(project.knowledge, out)
    asyncio.run(run_answers(open_sample(project, description), OfflineVoice(), answers, depth, printer, all_modes()))
    return out.getvalue()
