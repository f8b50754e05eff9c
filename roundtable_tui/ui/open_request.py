"""What the user asked to open, on the command line or in the lobby, and how."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class OpenRequest(Struct, frozen=True):
    """A project, and the item in it: by a name, by words for a new one, or none of them yet."""

    folder: Path = Path()
    words: str = ""
    draft: Path | None = None
    tier: str = ""
    depth: str | None = None
    again: bool = False
    """A finished item is to be gone through once more."""
    turn: int | None = None
    """What was said in this turn is to be shown first."""
    document: str = ""
    """This document is to be shown beside the talk, not the latest."""
    offline: bool = False
    model: str = ""
    agent: str = ""
    """All three say who speaks, whatever the settings say."""
    mode: str = ""
    review: str = ""
    """The slug of an item that is only to be reviewed: nobody talks."""
