"""How often the screen is drawn at most: said before Textual is imported, which reads it once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableMapping

FRAMES = "TEXTUAL_FPS"
OVER_SSH = "20"


def fit_to_connection(environment: MutableMapping[str, str]) -> None:
    """Over a connection every frame is bytes on the way, so fewer are sent; what the user has set counts."""
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        environment.setdefault(FRAMES, OVER_SSH)
