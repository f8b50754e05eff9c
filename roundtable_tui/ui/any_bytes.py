"""Keeps the program alive when the terminal sends bytes that are no UTF-8, which Textual takes for a fatal error."""

from __future__ import annotations

import codecs
import sys
from functools import partial


def accept_any_bytes() -> None:
    """From now on such bytes arrive as the replacement character; Windows hands out characters anyway."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    vars(linux_driver)["getincrementaldecoder"] = _forgiving


def _forgiving(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")
