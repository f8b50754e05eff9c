"""Our colours can be read: as much contrast as WCAG asks for, on every ground they stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.color import ColorSystem
from textual.color import Color

from roundtable_tui.ui.theme import OWN_COLOURS, THEMES

if TYPE_CHECKING:
    from textual.theme import Theme

TEXT, LINES = 4.5, 3.0
"""What WCAG 2.2 asks of text, and of the edges of things."""
CURSOR = 0.35
"""How much of the primary colour the row under the cursor has."""


def contrast(one: Color, other: Color) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colour(theme: Theme, name: str) -> Color:
    return Color.parse(theme.variables.get(name) or getattr(theme, name))


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_colour_can_be_read_on_every_ground(theme: Theme) -> None:
    words = ("foreground", "primary", "secondary", "accent", "success", "warning", "error", *OWN_COLOURS)
    grounds = ("background", "surface", "panel")
    too_weak = [
        (word, ground, round(contrast(colour(theme, word), colour(theme, ground)), 2))
        for word in words
        for ground in grounds
        if contrast(colour(theme, word), colour(theme, ground)) < TEXT
    ]
    assert too_weak == []


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_borders_the_chosen_and_the_cursor_can_be_seen(theme: Theme) -> None:
    background, surface = colour(theme, "background"), colour(theme, "surface")
    assert min(contrast(colour(theme, "border"), ground) for ground in (background, surface)) >= LINES
    assert contrast(background, colour(theme, "accent")) >= TEXT
    under_cursor = surface.blend(colour(theme, "primary"), CURSOR)
    assert contrast(colour(theme, "foreground"), under_cursor) >= TEXT


def test_with_sixteen_colours_nothing_but_an_error_is_red() -> None:
    for theme in THEMES:
        drawn = {name: _of_sixteen(colour(theme, name)) for name in ("accent", "error", *OWN_COLOURS)}
        assert [name for name, number in drawn.items() if number in _REDS] == ["error"]


_REDS = (1, 9)


def _of_sixteen(shown: Color) -> int | None:
    return shown.rich_color.downgrade(ColorSystem.STANDARD).number
