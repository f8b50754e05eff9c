"""Our own look: quiet surfaces, one colour for each persona that also colour-blind eyes can tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable

DARK = Theme(
    name="roundtable-dark",
    primary="#7aa2c8",
    secondary="#959db0",
    accent="#e0b04a",
    foreground="#d7dae0",
    background="#14171c",
    surface="#191d23",
    panel="#222730",
    success="#6fae8f",
    warning="#e0b04a",
    error="#dc8377",
    dark=True,
    variables={
        "maya": "#ebad3e",
        "alex": "#5cb6f5",
        "jordan": "#4fb591",
        "muted": "#959db0",
        "border": "#5f6979",
        "border-blurred": "#5f6979",
        "scrollbar": "#4a5361",
        "scrollbar-background": "#191d23",
        "scrollbar-background-hover": "#191d23",
        "scrollbar-background-active": "#191d23",
        "block-cursor-text-style": "none",
        "footer-key-foreground": "#e0b04a",
        "input-selection-background": "#7aa2c8 35%",
    },
)

LIGHT = Theme(
    name="roundtable-light",
    primary="#2f6390",
    secondary="#5a6271",
    accent="#855700",
    foreground="#23272e",
    background="#fbfaf7",
    surface="#f4f2ed",
    panel="#e9e6df",
    success="#29704f",
    warning="#855700",
    error="#b3261e",
    dark=False,
    variables={
        "maya": "#8f5000",
        "alex": "#0b6aa8",
        "jordan": "#00724f",
        "muted": "#5a6271",
        "border": "#8e887b",
        "border-blurred": "#8e887b",
        "scrollbar": "#b0ab9f",
        "scrollbar-background": "#f4f2ed",
        "scrollbar-background-hover": "#f4f2ed",
        "scrollbar-background-active": "#f4f2ed",
        "block-cursor-text-style": "none",
        "footer-key-foreground": "#855700",
        "input-selection-background": "#2f6390 25%",
    },
)

THEMES = (DARK, LIGHT)
_TERMINALS_OWN = "textual-ansi"
"""It has none of the colours that others mix theirs from."""
OWN_COLOURS = ("maya", "alex", "jordan", "muted")
"""What our styles use and other themes do not have."""


def theme_names(known: Iterable[str]) -> tuple[str, ...]:
    """Those to choose from, ours first."""
    ours = [theme.name for theme in THEMES]
    return (*ours, *sorted(name for name in known if name not in (*ours, _TERMINALS_OWN)))
