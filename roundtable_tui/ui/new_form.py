"""What the lobby keeps of the page for a new item when it is left without beginning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """What is written and chosen there; an empty choice is what the settings say."""

    description: str = ""
    draft: str = ""
    tier: str = ""
    depth: str = ""
