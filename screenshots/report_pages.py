"""Pictures of the page that `report` writes, taken in Chromium: its beginning, and its drawings in the dark."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from roundtable_tui.handover.report.page import page_of
from tests.support.chromium import Page, browser_in, found
from tests.support.exports import sample
from tests.support.projects import project_in

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1200, 900
PICTURES = {"report": ("head", False), "report-dark": ("traces", True)}
"""The name of each, the part of the page it begins with, and whether it is dark."""


def main(names: list[str]) -> None:
    wanted = [name for name in PICTURES if not names or name in names]
    if not wanted:
        return
    if found() is None:
        sys.stdout.write(
            "No Chromium is installed (apt install chromium): the pictures of the page stay as they are.\n"
        )
        return
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        file = folder / "report.html"
        file.write_text(page_of(sample(), project_in(folder).knowledge), encoding="utf-8")
        with browser_in(folder) as browser:
            for name in wanted:
                part, dark = PICTURES[name]
                page = Page(browser, file, WIDTH, dark=dark)
                target = HERE / f"{name}.png"
                target.write_bytes(page.picture(HEIGHT, f".{part}, #{part}"))
                sys.stdout.write(f"{target.relative_to(HERE.parent)}\n")
