"""What `report` does and says: where the page is, and how answers come back from it."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING

from roundtable_tui.handover.report.report_file import write_report
from roundtable_tui.items.lookup import existing_slug

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.items.project import Project


def write_page(project: Project, item: str, file: Path | None, *, opens: bool) -> str:
    written = write_report(project, existing_slug(project, item), file)
    lines = [written.told]
    if number := written.questions:
        asks = "1 open question" if number == 1 else f"{number} open questions"
        lines.append(f"It asks {asks}; what comes back is a text whose lines you can type at the table as they stand.")
    if opens and not webbrowser.open(written.path.as_uri()):
        lines.append("No browser could be started here: open the file yourself.")
    return "\n".join(lines)
