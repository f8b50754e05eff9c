"""Runs the command line in this process, as the shell would see it."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

from msgspec import Struct

from roundtable_tui.cli import carry_out

if TYPE_CHECKING:
    from pathlib import Path


class Ran(Struct, frozen=True):
    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What it complained about, a line each."""
        return [line.removeprefix("roundtable-tui: ") for line in self.err.splitlines() if line.strip()]


def program(*arguments: str | Path, typed: str = "") -> Ran:
    out, err = io.StringIO(), io.StringIO()
    words = ["roundtable-tui", *map(str, arguments)]
    with (
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", io.StringIO(typed)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = carry_out()
    return Ran(code, out.getvalue(), err.getvalue())
