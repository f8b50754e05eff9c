"""The sample analysis, run as the program runs it; `python -m tests.support.golden` writes the golden folder anew."""

from __future__ import annotations

import asyncio
import io
import shutil
import tempfile
from pathlib import Path

from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.items.open_item import NewItem, open_item, slug_for
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.modes.registry import all_modes
from roundtable_tui.plain.answers_file import read_answers
from roundtable_tui.plain.printers import TextPrinter
from roundtable_tui.plain.runner import run_answers
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.projects import project_in

GOLDEN = Path(__file__).parent.parent / "golden"
ANSWERS = shipped_assets() / "demo" / "answers.yaml"
PROJECT = shipped_assets() / "demo" / "project"


def analysed(root: Path) -> dict[str, str]:
    """The documents of the sample analysis by their place, from the project that the sample speaks of."""
    shutil.copytree(PROJECT, root, dirs_exist_ok=True)
    project = project_in(root)
    answers = read_answers(RealDisk(), ANSWERS)
    slug = slug_for(project, answers.description)
    opened = open_item(project, slug, NewItem(answers.description, tier=answers.tier))
    depth = Depth(answers.depth) if answers.depth else None
    printer = TextPrinter(project.knowledge, io.StringIO())
    asyncio.run(run_answers(opened, OfflineVoice(), answers.answers, depth, printer, all_modes()))
    folder = root / "docs"
    documents = [path for path in folder.rglob("*") if path.is_file() and ".roundtable" not in path.parts]
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(documents)
        if path.name not in ("meta.json", "draft.md")
    }


def rewrite() -> None:
    for path in GOLDEN.rglob("*"):
        if path.is_file():
            path.unlink()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in analysed(Path(folder)).items():
            path = GOLDEN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
