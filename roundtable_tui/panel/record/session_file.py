"""The session file as bytes: read whole into a session, whatever form it has, and written as one document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import RoundtableError
from roundtable_tui.formats.yaml import YamlError, read_yaml
from roundtable_tui.formats.yaml_writer import write_yaml
from roundtable_tui.panel.record.older_forms import upgraded
from roundtable_tui.panel.record.session_document import document_of
from roundtable_tui.panel.record.session_values import session_in
from roundtable_tui.storage.disk import MEGABYTE

if TYPE_CHECKING:
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.older_forms import Lookup
    from roundtable_tui.panel.record.session import PanelSession

LARGEST = 16 * MEGABYTE
_MOST_VALUES = 500_000
"""Aliases can make a small file say a thing a million times over."""
_SEARCHED_FOR = re.compile(r"(?:status|workflow_type): ")


class UnreadableSessionError(RoundtableError):
    """The file is no session; `sentence` ends a sentence that names it."""


def read_session(data: bytes, lookup: Lookup = lambda _: None) -> PanelSession:
    """The session in a file; `lookup` finds entries that older sessions keep in files of their own."""
    try:
        found = read_yaml(data.decode("utf-8-sig"), neutral, mark_plain=True)
    except UnicodeDecodeError as error:
        raise UnreadableSessionError(f"is not UTF-8 text (byte {error.start + 1})", "Save it as UTF-8.") from None
    except YamlError as error:
        raise UnreadableSessionError(str(error), "Mend that line, or take the file away.") from None
    if not isinstance(found, dict) or "id" not in found:
        raise UnreadableSessionError("is not a panel's session file", "It needs an id, a topic and a list of rounds.")
    if _count(found, _MOST_VALUES) < 0:
        raise UnreadableSessionError("says more than a session can", "Take its aliases out.")
    return session_in(upgraded(found, lookup))


def session_bytes(session: PanelSession) -> bytes:
    return write_yaml(document_of(session), _SEARCHED_FOR).encode()


def _count(value: Value, left: int) -> int:
    """How many more values there may be after this one; less than none stops the counting."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            left = _count(part, left - 1)
            if left < 0:
                return left
    return left
