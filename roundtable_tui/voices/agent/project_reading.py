"""What an agent may read of the project: through our own reader, inside the project, without secrets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from roundtable_tui.errors import RoundtableError, VoiceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.voices.protocol import CodeReader

_MOST_LINES = 2_000
_NUMBER = re.compile(r"^ *\d+  ", re.MULTILINE)
_HIDDEN = "[secret removed]"


class ProjectReading:
    """For a thread: everything here reads files."""

    def __init__(self, code: CodeReader | None, folder: str) -> None:
        """`folder` is where the agent works; it is empty, so what the agent looks for there is the project's."""
        self._code, self._folder = code, folder

    def all_may_be_read(self, places: Sequence[str]) -> bool:
        """By the agent itself, as it stands: so only what holds nothing that we would take out."""
        try:
            return all(_HIDDEN not in self._read(place, 1, _MOST_LINES) for place in places)
        except RoundtableError:
            return False

    def text(self, params: Mapping[str, Any]) -> str:
        """What `fs/read_text_file` asks for; RoundtableError where it may not be had."""
        path, line, limit = params.get("path"), params.get("line"), params.get("limit")
        start = max(1, line) if isinstance(line, int) else 1
        count = min(_MOST_LINES, limit) if isinstance(limit, int) and limit > 0 else _MOST_LINES
        return _NUMBER.sub("", self._read(path if isinstance(path, str) else "", start, start + count - 1))

    def _read(self, path: str, start: int, end: int) -> str:
        if self._code is None:
            raise VoiceError("Nothing can be read here.")
        name = path.removeprefix(self._folder).lstrip("/") if path.startswith(self._folder) else path
        return self._code.read(name, start, end)
