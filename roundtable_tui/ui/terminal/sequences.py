"""What is told to the terminal itself: copies and notifications, past tmux, which keeps them otherwise."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

_BELL = "\a"
_LONGEST_NOTICE = 120


def copying_past_tmux(text: str) -> str:
    """Puts the text on the clipboard of the terminal that tmux runs in; what is sent bare, tmux takes for itself."""
    payload = base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")
    return _past_tmux(f"\x1b]52;c;{payload}{_BELL}")


def notifying(text: str, environment: Mapping[str, str]) -> str:
    """A notification of the desktop, in the two forms that terminals know; others show nothing."""
    said = one_line(text, _LONGEST_NOTICE).replace(";", ",")
    forms = (f"\x1b]9;{said}{_BELL}", f"\x1b]777;notify;roundtable;{said}{_BELL}")
    return "".join(_past_tmux(form) if environment.get("TMUX") else form for form in forms)


def _past_tmux(sequence: str) -> str:
    """tmux hands on what is wrapped so, with every escape doubled, where its user allows it."""
    return f"\x1bPtmux;{sequence.replace(chr(27), chr(27) * 2)}\x1b\\"
