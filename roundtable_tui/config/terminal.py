"""How the program behaves in the user's terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from roundtable_tui.config.constraints import about


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the mouse may do, whether things move, and how a long turn that ends is announced."""

    mouse: Literal["all", "clicks", "wheel", "off"] = field(
        default="all",
        metadata=about(
            "What the mouse does: everything, only clicks, only the wheel, or nothing. Off leaves it to the terminal, "
            "so that text is selected there as everywhere else.",
            user_only=True,
        ),
    )
    motion: Literal["full", "reduced"] = field(
        default="full",
        metadata=about(
            "Reduced: nothing slides, fades or blinks, and seconds are not counted on the screen.", user_only=True
        ),
    )
    notice: Literal["bell", "notification", "both"] = field(
        default="bell",
        metadata=about(
            "How a turn that took longer than notice_after ends: with the bell, with a notification of the desktop "
            "where the terminal shows such, or with both.",
            user_only=True,
        ),
    )
