"""Where the files that come with the program lie."""

from __future__ import annotations

from pathlib import Path

from roundtable_tui.errors import RoundtableError
from roundtable_tui.library.files import shown


def shipped_assets() -> Path:
    """The knowledge that comes with the program: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "assets", package.parent / "assets"):
        if (folder / "steps").is_dir():
            return folder
    raise RoundtableError(
        f"The knowledge files that come with roundtable-tui are missing at {shown(package / 'assets')}.",
        "Install roundtable-tui again.",
    )
